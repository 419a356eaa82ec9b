//! What variables never hold, whatever the path: HECTOR's `types` (thesis, section 4.6).
//!
//! Before the first step the whole program is looked at once, without regard to the order of
//! its operations: a variable that is only ever given truth values holds one, and so it is
//! with numbers that are not negative and with null. There is one state, and nothing is
//! learned from what others share; the facts are shared where a step reads a variable. They
//! need not be part of a state because they hold of all that can be reached.

mod infer;

use engine::{
    Analysis, CallStep, Concrete, Cx, Facts, Gap, Question, Reply, Step, Successors, one,
};
use infer::infer;
use logic::{FormulaId, Time};
use machine::Machine;
use program::{BinaryOp, Expr, ExprId, Op, Place, VarId};
use rustc_hash::FxHashMap;

/// What a variable holds, from much to little.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// A pointer that is null, or the number zero.
    Null,
    Boolean,
    NonNegative,
    Any,
}

impl Type {
    fn of(value: i128) -> Type {
        match value {
            0 => Type::Null,
            1 => Type::Boolean,
            2.. => Type::NonNegative,
            _ => Type::Any,
        }
    }

    fn contains(self, value: i128) -> bool {
        Type::of(value) <= self
    }

    fn show(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "boolean",
            Type::NonNegative => "non-negative",
            Type::Any => "any",
        }
    }
}

pub struct Types {
    /// Of variables that are not here nothing is known.
    known: FxHashMap<VarId, Type>,
}

impl Types {
    pub fn new(cx: &Cx<'_>) -> Types {
        Types { known: infer(cx) }
    }

    /// What a variable holds when it is read.
    pub fn of(&self, var: VarId) -> Type {
        self.known.get(&var).copied().unwrap_or(Type::Any)
    }

    /// The variable that an expression reads.
    fn variable(&self, cx: &Cx<'_>, expr: ExprId) -> Option<VarId> {
        match cx.program.exprs.get(expr) {
            Expr::Load(place) => match cx.program.exprs.place(place) {
                Place::Var(var) => Some(var),
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
            },
            _ => None,
        }
    }
}

/// The meaning of the state: what variables hold that have been set is as inferred.
impl Concrete for Types {
    fn contains(&self, cx: &Cx<'_>, _: &(), machine: &mut Machine<'_>) -> Result<(), String> {
        for (&var, &ty) in &self.known {
            let place = cx.program.exprs.find_var(var, cx.program.vars[var].ty);
            let value = place.and_then(|place| machine.value_of(place));
            // Until it is set, a local holds anything, and nobody reads it.
            let is_set = cx.program.vars[var].kind.is_static();
            if let Some(value) = value
                && is_set
                && !ty.contains(value.value)
            {
                let (var, value) = (cx.program.show(var), value.value);
                return Err(format!("{var} is {value}, not {}", ty.show()));
            }
        }
        Ok(())
    }
}

impl Analysis for Types {
    type State = ();

    // Order and join.

    fn merge(&self, _: &Cx<'_>, _: &(), _: &()) -> Option<()> {
        Some(())
    }

    // Transfer.

    fn initial(&self, _: &Cx<'_>) -> Successors<()> {
        one(())
    }

    fn post(&self, cx: &Cx<'_>, _: &(), step: &Step<'_>, _: &Facts<'_>) -> Successors<()> {
        match step.op() {
            Op::Unsupported { what } => Err(Gap {
                what: cx.program.names[*what].to_owned(),
                span: step.span(),
            }),
            _ => one(()),
        }
    }

    fn call(&self, _: &Cx<'_>, _: &(), _: &CallStep<'_>, _: &Facts<'_>) -> Successors<()> {
        one(())
    }

    fn ret(&self, _: &Cx<'_>, _: &(), _: &(), _: &CallStep<'_>, _: &Facts<'_>) -> Successors<()> {
        one(())
    }

    // Sharing.

    fn share(&self, cx: &Cx<'_>, (): &(), step: &Step<'_>) -> Option<FormulaId> {
        if self.known.is_empty() {
            return None;
        }
        let mut read = Vec::new();
        crate::reads::of_step(cx.program, step.op(), &mut read);
        let program = cx.program;
        let mut logic = cx.logic.borrow_mut();
        let mut known = Vec::new();
        for (load, _) in read {
            let Some(ty) = self.variable(cx, load).map(|var| self.of(var)) else {
                continue;
            };
            let term = logic.at(program, Time::Before, load);
            let mut number = |value| logic.int(program, value, program.exprs.ty(load));
            let (zero, one) = (number(0), number(1));
            match ty {
                Type::Null => known.push(logic.compare(program, BinaryOp::Eq, term, zero)),
                Type::Boolean => {
                    known.push(logic.compare(program, BinaryOp::Le, zero, term));
                    known.push(logic.compare(program, BinaryOp::Le, term, one));
                }
                Type::NonNegative => known.push(logic.compare(program, BinaryOp::Le, zero, term)),
                Type::Any => {}
            }
        }
        (!known.is_empty()).then(|| logic.and(program, known))
    }

    fn answer(&self, cx: &Cx<'_>, (): &(), question: &Question) -> Reply {
        match *question {
            Question::Value(expr) => match self.variable(cx, expr).map(|var| self.of(var)) {
                Some(Type::Null) => Reply::Int(0),
                Some(Type::Boolean | Type::NonNegative | Type::Any) | None => Reply::Unknown,
            },
            Question::Callees(_) => Reply::Unknown,
        }
    }

    // Words.

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("variables with types", self.known.len() as u64)]
    }

    fn show(&self, _: &Cx<'_>, (): &()) -> String {
        String::new()
    }
}

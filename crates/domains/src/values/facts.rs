//! What a state tells others: answers, shared equalities, invariants for witnesses.

use super::Values;
use super::eval::Evaluator;
use super::offset::Offset;
use super::region::Region;
use super::state::State;
use super::value::Value;
use engine::{Cx, Question, Reply, Step, variables};
use logic::{FormulaId, Logic, TermId, Time};
use program::{BinaryOp, Expr, ExprId, FunctionId, Id, Place, TypeId, VarId, VarKind};

impl Values {
    pub fn reply(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        match *question {
            Question::Value(expr) => match Evaluator::new(self, cx, state).eval(expr) {
                Ok(Value::Pointer(p)) => address(&p).unwrap_or(Reply::Unknown),
                Ok(value) => value.constant().map_or(Reply::Unknown, Reply::Int),
                Err(_) => Reply::Unknown,
            },
            Question::Callees(expr) => match Evaluator::new(self, cx, state).eval(expr) {
                Ok(Value::Pointer(p)) => {
                    let functions = p.addresses.iter().filter_map(|a| match a.region.get() {
                        Region::Function(f) if a.offset.contains(Offset::ZERO) => Some(f),
                        _ => None,
                    });
                    let mut functions: Vec<FunctionId> = functions.collect();
                    functions.sort_unstable();
                    functions.dedup();
                    Reply::Functions(functions)
                }
                // A number is no function's address.
                Ok(Value::Int(_)) => Reply::Functions(Vec::new()),
                Ok(Value::Top | Value::Range(_) | Value::List(_)) | Err(_) => Reply::Unknown,
            },
        }
    }

    /// Equalities for the variables that a step reads.
    pub fn shared(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        let mut read = Vec::new();
        crate::reads::of_step(cx.program, step.op(), &mut read);
        let mut known = Vec::new();
        for (load, _) in read {
            let ty = cx.program.exprs.ty(load);
            if !cx.program.types.is_integer(ty) {
                continue;
            }
            if let Ok(value) = Evaluator::new(self, cx, state).eval(load)
                && let Some(n) = value.constant()
            {
                let mut logic = cx.logic.borrow_mut();
                let term = logic.at(cx.program, Time::Before, load);
                let number = logic.int(cx.program, n, ty);
                known.push(logic.compare(cx.program, BinaryOp::Eq, term, number));
            }
        }
        if known.is_empty() {
            return None;
        }
        Some(cx.logic.borrow_mut().and(cx.program, known))
    }

    /// What is known of the named scalars of a function, and of globals.
    pub fn known_facts(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
    ) -> Option<FormulaId> {
        let program = cx.program;
        let mut known = Vec::new();
        let locals = variables(cx.function(function));
        let globals = program
            .vars
            .ids()
            .filter(|v| program.vars[*v].kind.is_static());
        for var in locals.chain(globals) {
            let v = &program.vars[var];
            let named = match v.kind {
                VarKind::Global(_) | VarKind::Static | VarKind::Parameter | VarKind::Local => {
                    !program.names[v.name].starts_with("__")
                }
                VarKind::Literal | VarKind::Temporary => false,
            };
            let Some(load) = self.index.loads.get(&var).copied().filter(|_| named) else {
                continue;
            };
            if let Ok(value) = Evaluator::new(self, cx, state).eval(load) {
                let mut logic = cx.logic.borrow_mut();
                self.facts_of(cx, &mut logic, load, &value, &mut known);
            }
        }
        if known.is_empty() {
            return None;
        }
        Some(cx.logic.borrow_mut().and(cx.program, known))
    }

    fn facts_of(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        load: ExprId,
        value: &Value,
        known: &mut Vec<FormulaId>,
    ) {
        let program = cx.program;
        let ty = program.exprs.ty(load);
        if program.types.float_kind(ty).is_some() {
            return;
        }
        let term = logic.at(program, Time::Before, load);
        let number = |logic: &mut Logic, n: i128| -> TermId { logic.int(program, n, ty) };
        match value {
            Value::Int(n) => {
                let n = number(logic, *n);
                known.push(logic.compare(program, BinaryOp::Eq, term, n));
            }
            Value::Range(r) => {
                if r.lo != i128::MIN {
                    let lo = number(logic, r.lo);
                    known.push(logic.compare(program, BinaryOp::Le, lo, term));
                }
                if r.hi != i128::MAX {
                    let hi = number(logic, r.hi);
                    known.push(logic.compare(program, BinaryOp::Le, term, hi));
                }
                for &n in &r.excluded {
                    let n = number(logic, n);
                    known.push(logic.compare(program, BinaryOp::Ne, term, n));
                }
            }
            Value::Pointer(p) => {
                if let Some(at) = p.must()
                    && at.offset == Offset::ZERO
                    && let Region::Var(v) = at.region.get()
                    && let Some(address) = self.address_of(v, ty)
                {
                    let address = logic.at(program, Time::Before, address);
                    known.push(logic.compare(program, BinaryOp::Eq, term, address));
                } else if value.excludes(0) {
                    let null = number(logic, 0);
                    known.push(logic.compare(program, BinaryOp::Ne, term, null));
                }
            }
            Value::Top | Value::List(_) => {}
        }
    }

    /// The expression that is a variable's address, if the program has it.
    fn address_of(&self, var: VarId, ty: TypeId) -> Option<ExprId> {
        self.index.addresses.get(&(var, ty)).copied()
    }

    /// The loads and addresses of variables that the program has.
    pub(super) fn index(cx: &Cx<'_>) -> Index {
        let exprs = &cx.program.exprs;
        let mut index = Index::default();
        for i in 0..exprs.len() {
            let id = ExprId::new(i);
            match exprs.get(id) {
                Expr::Load(place) => {
                    if let Place::Var(v) = exprs.place(place) {
                        index.loads.insert(v, id);
                    }
                }
                Expr::Address(place) => {
                    if let Place::Var(v) = exprs.place(place) {
                        index.addresses.insert((v, exprs.ty(id)), id);
                    }
                }
                Expr::Int(_)
                | Expr::Float(_)
                | Expr::Zero
                | Expr::Function(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Cast(_)
                | Expr::Query(_)
                | Expr::Logical(_) => {}
            }
        }
        index
    }
}

/// Expressions of the program about whole variables.
#[derive(Default)]
pub struct Index {
    pub loads: rustc_hash::FxHashMap<VarId, ExprId>,
    pub addresses: rustc_hash::FxHashMap<(VarId, TypeId), ExprId>,
}

/// must(ρ), of a variable.
fn address(pointer: &super::Pointer) -> Option<Reply> {
    let [only] = pointer.addresses[..] else {
        return None;
    };
    let is_certain = !pointer.null && !pointer.wild && only.offset.is_exact();
    match only.region.get() {
        Region::Var(var) if is_certain => Some(Reply::Address(var, only.offset.lo)),
        _ => None,
    }
}

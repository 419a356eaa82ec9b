//! Conditions on numbers: state predicates as in predicate abstraction (seed 004, Fig. 1),
//! beside those about the heap. They are formulae of the common logic over integer variables
//! whose address is not taken, so that only commands which name a variable change it, and
//! `hwp` is substitution here, too. Entailments are decided by the same solver as the rest.

use crate::shapes::class::{Meaning, Names, Symbols};
use crate::shapes::places::Stack;
use engine::{CallStep, Cx};
use logic::relational::Formula;
use logic::{FormulaId, Logic, TermId, Time};
use program::{Expr, ExprId, FunctionId, Initial, Location, Op, Place, PlaceId, Program, VarId};
use rustc_hash::FxHashMap;
use solver::translate::to_term;
use solver::{Prover, Sort, Term, Terms, access};

/// The symbols that stand for variables.
#[derive(Default)]
pub struct Conditions {
    values: FxHashMap<VarId, Term>,
}

/// What may change variables.
#[derive(Clone, Copy)]
pub enum Changes<'a> {
    Initial,
    Step(&'a Op),
    Call(&'a CallStep<'a>),
    Return(&'a CallStep<'a>),
}

/// What becomes of a variable.
enum Change {
    None,
    To(TermId),
    Anything,
}

impl Conditions {
    /// A condition as a nullary predicate; None if it speaks of more than plain variables.
    pub fn formula(
        &mut self,
        names: &Names<'_>,
        symbols: &mut Symbols,
        prover: &mut Prover,
        condition: FormulaId,
    ) -> Option<Formula> {
        let program = names.cx.program;
        {
            let logic = names.cx.logic.borrow();
            if condition == logic.bool(true) {
                return Some(Formula::True);
            }
            if condition == logic.bool(false) {
                return Some(Formula::False);
            }
            let all = logic.expressions(condition);
            let mut plain = all.iter();
            if !plain.all(|&(_, expr)| variable(program, expr).is_some()) {
                return None;
            }
        }
        let predicate = symbols.condition(names, condition);
        let values = &mut self.values;
        let logic = names.cx.logic.borrow();
        let is_defined = prover.define(predicate, |terms| {
            let mut meaning = |terms: &mut Terms, _: Time, expr: ExprId| {
                let var = variable(program, expr)?;
                match values.get(&var) {
                    Some(&known) => Some(known),
                    None => {
                        let access = access::of_type(program, program.vars[var].ty)?;
                        let bits = u32::try_from(access.size() * 8).ok()?;
                        let raw = terms.symbol(program.show(var).to_string(), Sort::Bits(bits));
                        let value = access.decode(terms, raw);
                        values.insert(var, value);
                        Some(value)
                    }
                }
            };
            to_term(&logic, program, terms, condition, &mut meaning)
        });
        is_defined.then_some(Formula::Nullary(predicate))
    }

    /// `hwp` of the conditions among some predicates, as new values of theirs.
    pub fn before(
        &mut self,
        names: &Names<'_>,
        symbols: &mut Symbols,
        prover: &mut Prover,
        of: &Formula,
        changes: Changes<'_>,
    ) -> Vec<(logic::relational::PredicateId, Formula)> {
        let cx = names.cx;
        let mut all = Vec::new();
        for p in of.predicates() {
            let Some(&Meaning::Condition(condition)) = symbols.meaning(p) else {
                continue;
            };
            let before = hwp(cx, condition, changes);
            if before == Some(condition) {
                continue;
            }
            let formula = before.and_then(|f| self.formula(names, symbols, prover, f));
            all.push((p, formula.unwrap_or(Formula::Unknown)));
        }
        all
    }

    /// What a guard says about numbers.
    pub fn guard(
        &mut self,
        names: &Names<'_>,
        symbols: &mut Symbols,
        prover: &mut Prover,
        (condition, taken): (ExprId, bool),
    ) -> Formula {
        let program = names.cx.program;
        let formula = {
            let mut logic = names.cx.logic.borrow_mut();
            let holds = logic.truth_at(program, Time::Before, condition);
            match taken {
                true => holds,
                false => logic.not(program, holds),
            }
        };
        let formula = self.formula(names, symbols, prover, formula);
        formula.unwrap_or(Formula::True)
    }
}

/// The condition that says before a command what another one says after it; None if that
/// is not known.
pub fn hwp(cx: &Cx<'_>, condition: FormulaId, changes: Changes<'_>) -> Option<FormulaId> {
    let mut logic = cx.logic.borrow_mut();
    let mut known = true;
    let before = logic.substitute(cx.program, condition, &mut |logic, _, expr| {
        let var = variable(cx.program, expr)?;
        match changes.of(cx, logic, var) {
            Change::None => None,
            Change::To(value) if logic.ty(value) == cx.program.vars[var].ty => Some(value),
            Change::To(_) | Change::Anything => {
                known = false;
                None
            }
        }
    });
    known.then_some(before)
}

impl Changes<'_> {
    fn of(&self, cx: &Cx<'_>, logic: &mut Logic, var: VarId) -> Change {
        let program = cx.program;
        let is_root = |place: PlaceId| program.exprs.root(place) == Some(var);
        let spoiled = |changes: bool| match changes {
            true => Change::Anything,
            false => Change::None,
        };
        let is_it = |place: PlaceId| program.exprs.place(place) == Place::Var(var);
        match *self {
            Changes::Initial => {
                let v = &program.vars[var];
                match v.initial {
                    Initial::Zero if v.kind.is_static() && cx.preset(var).is_none() => {
                        Change::To(logic.int(program, 0, v.ty))
                    }
                    _ => Change::Anything,
                }
            }
            Changes::Step(op) => match *op {
                Op::Assign { to, value } if is_it(to) => {
                    Change::To(logic.at(program, Time::Before, value))
                }
                Op::Assign { to, .. }
                | Op::Havoc { place: to }
                | Op::Alloc { to, .. }
                | Op::VaStart { list: to }
                | Op::VaCopy { to, .. } => spoiled(is_root(to)),
                Op::VaArg { to, list } => spoiled(is_root(to) || is_root(list)),
                Op::Enter { ref variables } | Op::Exit { ref variables } => {
                    spoiled(variables.contains(&var))
                }
                Op::Call(ref call) => spoiled(call.result.is_some_and(is_root)),
                Op::Skip
                | Op::Assume { .. }
                | Op::Free { .. }
                | Op::Return { .. }
                | Op::VaEnd { .. }
                | Op::Unsupported { .. } => Change::None,
            },
            Changes::Call(call) => {
                let parameters = &cx.function(call.callee).parameters;
                let number = parameters.iter().position(|&p| p == var);
                match number.and_then(|n| call.call.arguments.get(n)) {
                    Some(&argument) => Change::To(logic.at(program, Time::Before, argument)),
                    None => spoiled(program.vars[var].function == Some(call.callee)),
                }
            }
            Changes::Return(call) => spoiled(call.call.result.is_some_and(is_root)),
        }
    }
}

/// The variable that an expression reads: an integer that only its name leads to.
pub fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    let Expr::Load(place) = program.exprs.get(expr) else {
        return None;
    };
    let Place::Var(var) = program.exprs.place(place) else {
        return None;
    };
    let v = &program.vars[var];
    let is_plain = !v.addressed && !v.thread_local && program.types.is_integer(v.ty);
    is_plain.then_some(var)
}

/// Do the variables of a condition mean one thing at a place? In functions that call
/// themselves they do not.
pub fn is_known_at(cx: &Cx<'_>, condition: FormulaId, stack: &Stack) -> bool {
    let logic = cx.logic.borrow();
    let all = logic.expressions(condition);
    all.into_iter().all(|(_, expr)| {
        let var = variable(cx.program, expr);
        var.is_some_and(|var| match cx.program.vars[var].function {
            Some(_) if cx.program.vars[var].kind.is_static() => true,
            Some(f) => {
                let is_open = f == stack.function || stack.frames.iter().any(|c| c.function == f);
                is_open && !cx.pointers.calls().is_recursive(f)
            }
            None => true,
        })
    })
}

/// The guards that every run has just passed which comes to a place: with nothing done since,
/// they still hold.
pub fn passed(cx: &Cx<'_>, (function, mut at): (FunctionId, Location)) -> Vec<(ExprId, bool)> {
    let mut guards = Vec::new();
    let Some(body) = &cx.function(function).body else {
        return guards;
    };
    while at != body.entry() && guards.len() < MOST_GUARDS {
        let mut entering = body.edges().filter(|(_, edge)| edge.to == at);
        let (Some((_, edge)), None) = (entering.next(), entering.next()) else {
            break;
        };
        let Op::Assume { condition, taken } = edge.op else {
            break;
        };
        guards.push((condition, taken));
        at = edge.from;
    }
    guards
}

const MOST_GUARDS: usize = 8;

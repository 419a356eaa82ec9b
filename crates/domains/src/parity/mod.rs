//! Which integers are even and which are odd: the domain of the tutorial in
//! `docs/domains.md`.
//!
//! A state has the parity of some *static places*: variables of integer type, and
//! integers at fixed offsets in structures, unions and arrays, of the current function
//! and of the whole program. What lies on the heap is not followed; a write through a
//! pointer forgets all that the points-to analysis thinks it may change.
//!
//! Laid out as every domain: state, order and join, transfer, sharing, words. `now.rs` is
//! one state while a step changes it, `number.rs` the arithmetic of even and odd.

mod now;
mod number;

pub use number::Parity;

use crate::bodiless::{self, After};
use crate::reads;
use engine::{
    Analysis, CallStep, Concrete, Cx, Facts, Gap, Question, Reply, Step, Successors, none, one,
};
use logic::{FormulaId, Time};
use machine::Machine;
use now::Now;
use program::{BinaryOp, ExprId, Id, Initial, Op, PlaceId, Program};
use std::collections::BTreeMap;

/// The domain. It has no settings.
pub struct Parities;

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Places that are not here may hold anything.
    known: BTreeMap<PlaceId, Parity>,
    /// Of what the function returns, between its `Return` and the caller's next step.
    result: Option<Parity>,
}

impl State {
    pub fn parity(&self, place: PlaceId) -> Option<Parity> {
        self.known.get(&place).copied()
    }

    pub fn places(&self) -> impl Iterator<Item = PlaceId> {
        self.known.keys().copied()
    }

    pub fn set(&mut self, place: PlaceId, parity: Option<Parity>) {
        match parity {
            Some(parity) => self.known.insert(place, parity),
            None => self.known.remove(&place),
        };
    }
}

/// Is the place one that states speak about?
fn is_tracked(program: &Program, place: PlaceId) -> bool {
    let is_int = program.types.int_kind(program.exprs.place_ty(place));
    is_int.is_some() && program.exprs.is_static(&program.types, place)
}

/// Does the place live as long as the program?
fn is_global(program: &Program, place: PlaceId) -> bool {
    let root = program.exprs.root(place);
    root.is_some_and(|var| program.vars[var].kind.is_static())
}

/// The meaning of a state: the values of its places are as it says.
impl Concrete for Parities {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        for (&place, &parity) in &state.known {
            let value = machine.value_of(place).map(|scalar| scalar.value);
            if value.map(Parity::of) != Some(parity) {
                let (place, parity) = (cx.program.show(place), parity.name());
                return Err(format!("{place} is {value:?}, not {parity}"));
            }
        }
        Ok(())
    }
}

impl Analysis for Parities {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        let mut merged = old.clone();
        merged
            .known
            .retain(|&place, p| new.parity(place) == Some(*p));
        merged.result = old.result.filter(|_| old.result == new.result);
        Some(merged)
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        let mut known = by.known.iter();
        known.all(|(&place, &p)| state.parity(place) == Some(p))
            && (by.result.is_none() || by.result == state.result)
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        let program = cx.program;
        let mut state = State::default();
        for place in (0..program.exprs.place_count()).map(PlaceId::new) {
            let is_known = is_tracked(program, place) && is_global(program, place);
            let Some(var) = program.exprs.root(place).filter(|_| is_known) else {
                continue;
            };
            let value = match &program.vars[var].initial {
                Initial::Zero => Some(0),
                // Of structures and arrays, only zeros are remembered.
                Initial::Items(items) => match **items {
                    [(to, value)] if to == place => program.exprs.int_value(value),
                    _ => None,
                },
                Initial::Indeterminate | Initial::Bytes(_) => None,
            };
            state.set(place, cx.preset(var).or(value).map(Parity::of));
        }
        one(state)
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let mut now = Now::new(cx, state.clone(), Some(facts));
        if !now.is_told() {
            return none();
        }
        match step.op() {
            Op::Skip | Op::Free { .. } | Op::VaEnd { .. } => {}
            &Op::Assume { condition, taken } => {
                if !now.assume(condition, taken) {
                    return none();
                }
            }
            &Op::Assign { to, value } => now.write(to, now.parity(value)),
            Op::Call(call) => {
                match bodiless::after(cx, call, step.span())? {
                    After::Nothing => return none(),
                    After::TheSame => {}
                    After::NoMemory => now.forget_memory(),
                }
                if let Some(to) = call.result {
                    now.write(to, None);
                }
            }
            Op::Return { value } => {
                now.state.result = value.and_then(|value| now.parity(value));
                now.state.known.retain(|&p, _| is_global(cx.program, p));
            }
            &(Op::Havoc { place: to }
            | Op::Alloc { to, .. }
            | Op::VaStart { list: to }
            | Op::VaCopy { to, .. }) => now.write(to, None),
            &Op::VaArg { to, list } => {
                now.write(list, None);
                now.write(to, None);
            }
            Op::Enter { variables } | Op::Exit { variables } => now.forget(variables),
            Op::Unsupported { what } => {
                let what = cx.program.names[*what].to_owned();
                let span = step.span();
                return Err(Gap { what, span });
            }
        }
        one(now.state)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let caller = Now::new(cx, state.clone(), None);
        // A local of the caller is another one in the callee, even if it is the same
        // variable: functions may call themselves.
        let mut entry = Now::new(cx, state.clone(), None);
        entry.state.known.retain(|&p, _| is_global(cx.program, p));
        let parameters = cx.function(call.callee).parameters.iter();
        for (&parameter, &argument) in parameters.zip(&call.call.arguments) {
            let ty = cx.program.vars[parameter].ty;
            if let Some(place) = cx.program.exprs.find_var(parameter, ty) {
                entry.write(place, caller.parity(argument));
            }
        }
        one(entry.state)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let mut now = Now::new(cx, exit.clone(), None);
        let result = now.state.result.take();
        // What the callee could not name it has changed only through pointers.
        let locals = caller.known.iter().filter(|&(&place, _)| {
            !is_global(cx.program, place) && !cx.pointers.modifies(cx.program, call.callee, place)
        });
        now.state.known.extend(locals);
        if let Some(to) = call.call.result {
            now.write(to, result);
        }
        one(now.state)
    }

    // Sharing.

    /// The parities of what the step reads: `(x & 1) == 0`, since `x % 2` has a sign.
    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        let mut read = Vec::new();
        reads::of_step(cx.program, step.op(), &mut read);
        say(cx, state, &read)
    }

    fn deduces(&self) -> bool {
        true
    }

    /// The parities of what others speak about.
    fn deduce(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: &Step<'_>,
        told: &[FormulaId],
    ) -> Option<FormulaId> {
        let mut read = Vec::new();
        reads::of_formulae(cx, told, &mut read);
        say(cx, state, &read)
    }

    /// The value of a bit is its parity.
    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        match *question {
            Question::Value(expr) if now::is_bit(cx.program, expr) => {
                match Now::new(cx, state.clone(), None).parity(expr) {
                    Some(parity) => Reply::Int((parity == Parity::Odd).into()),
                    None => Reply::Unknown,
                }
            }
            Question::Value(_) | Question::Callees(_) => Reply::Unknown,
        }
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: program::FunctionId,
        _: program::Location,
    ) -> Option<FormulaId> {
        let exprs = &cx.program.exprs;
        let known = state.known.keys();
        let known = known.filter_map(|&place| Some((exprs.find_load(place)?, place)));
        say(cx, state, &known.collect::<Vec<_>>())
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let known = state.known.iter();
        let known = known.map(|(&place, p)| format!("{} {}", cx.program.show(place), p.name()));
        let result = state.result.map(|p| format!("result {}", p.name()));
        known.chain(result).collect::<Vec<_>>().join(", ")
    }
}

/// What is known of places, with the expressions that read them.
fn say(cx: &Cx<'_>, state: &State, read: &[(ExprId, PlaceId)]) -> Option<FormulaId> {
    let mut logic = cx.logic.borrow_mut();
    let mut known = Vec::new();
    for &(load, place) in read {
        if let Some(parity) = state.parity(place) {
            let ty = cx.program.exprs.ty(load);
            let number = logic.at(cx.program, Time::Before, load);
            let one = logic.int(cx.program, 1, ty);
            let bit = logic.binary(cx.program, BinaryOp::And, number, one, ty);
            let value = logic.int(cx.program, (parity == Parity::Odd).into(), ty);
            known.push(logic.compare(cx.program, BinaryOp::Eq, bit, value));
        }
    }
    (!known.is_empty()).then(|| logic.and(cx.program, known))
}

//! Which bits of integers are known: that a sum of multiples of four is one, that a mask
//! leaves nothing above it, that a flag is set.
//!
//! A state speaks about whole variables of integer type, of the current function and of
//! the whole program. Fields, elements and what lies on the heap are not followed; a
//! write through a pointer forgets all that the points-to analysis thinks it may change.
//!
//! Laid out as every domain: state, order and join, transfer, sharing, words. `now.rs` is
//! one state while a step changes it, `number.rs` the arithmetic.

mod now;
mod number;

pub use number::Bits;

use engine::{
    Analysis, CallStep, Concrete, Cx, Facts, Gap, Question, Reply, Step, Successors, none, one,
};
use logic::{FormulaId, Time};
use machine::{Machine, UnknownCalls};
use now::Now;
use number::Width;
use program::{
    BinaryOp, Call, Callee, Expr, ExprId, FunctionId, Id, Initial, Location, Op, Place, PlaceId,
    Program, Span, TypeId,
};
use solver::path::Primitive;
use std::collections::BTreeMap;

/// The domain.
pub struct KnownBits {
    /// The expressions that read variables.
    loads: BTreeMap<PlaceId, ExprId>,
}

impl KnownBits {
    pub fn new(cx: &Cx<'_>) -> KnownBits {
        let program = cx.program;
        let exprs = (0..program.exprs.len()).map(ExprId::new);
        let loads = exprs.filter_map(|expr| match program.exprs.get(expr) {
            Expr::Load(place) => is_tracked(program, place).then_some((place, expr)),
            _ => None,
        });
        KnownBits {
            loads: loads.collect(),
        }
    }
}

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Of variables that are not here nothing is known but their type. Those that are
    /// here have bits known beyond that.
    known: BTreeMap<PlaceId, Bits>,
    /// Of what the function returns, between its `Return` and the caller's next step.
    result: Option<Bits>,
}

impl State {
    pub fn bits(&self, place: PlaceId) -> Option<Bits> {
        self.known.get(&place).copied()
    }

    pub fn places(&self) -> impl Iterator<Item = PlaceId> {
        self.known.keys().copied()
    }

    pub fn set(&mut self, program: &Program, place: PlaceId, bits: Bits) {
        let ty = program.exprs.place_ty(place);
        let Some(width) = width(program, ty).filter(|_| is_tracked(program, place)) else {
            return;
        };
        let bits = bits.wrap(width);
        match Bits::ANY.wrap(width).is_below(bits) {
            true => self.known.remove(&place),
            false => self.known.insert(place, bits),
        };
    }

    /// What both say, and `more` of two numbers that differ.
    fn join(&self, other: &State, program: &Program, more: fn(Bits) -> Bits) -> State {
        let mut joined = State::default();
        for (&place, &bits) in &self.known {
            if let Some(others) = other.bits(place) {
                let both = bits.join(others);
                let both = if both == bits { both } else { more(both) };
                joined.set(program, place, both);
            }
        }
        joined.result = match (self.result, other.result) {
            (Some(a), Some(b)) => Some(a.join(b)),
            _ => None,
        };
        joined
    }
}

/// The width of an integer type.
fn width(program: &Program, ty: TypeId) -> Option<Width> {
    program.types.int_kind(ty)?;
    program.types.bits(ty)
}

/// What is known of any number of a type.
fn anything(program: &Program, ty: TypeId) -> Bits {
    width(program, ty).map_or(Bits::ANY, |width| Bits::ANY.wrap(width))
}

/// Is the place one that states speak about?
fn is_tracked(program: &Program, place: PlaceId) -> bool {
    matches!(program.exprs.place(place), Place::Var(_))
        && width(program, program.exprs.place_ty(place)).is_some()
}

/// Does the place live as long as the program?
fn is_global(program: &Program, place: PlaceId) -> bool {
    let root = program.exprs.root(place);
    root.is_some_and(|var| program.vars[var].kind.is_static())
}

/// The meaning of a state: the bits of its variables are as it says.
impl Concrete for KnownBits {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        for (&place, &bits) in &state.known {
            let value = machine.value_of(place).map(|scalar| scalar.value);
            if !value.is_some_and(|value| bits.contains(value)) {
                let (place, bits) = (cx.program.show(place), shown(bits));
                return Err(format!("{place} is {value:?}, not {bits}"));
            }
        }
        Ok(())
    }
}

impl Analysis for KnownBits {
    type State = State;

    // Order and join.

    fn merge(&self, cx: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        Some(old.join(new, cx.program, |bits| bits))
    }

    /// Chains are short anyway, but a counter need not lose one bit after the other.
    fn widen(&self, cx: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        Some(old.join(new, cx.program, Bits::lowest))
    }

    fn covered(&self, cx: &Cx<'_>, state: &State, by: &State) -> bool {
        by.known.iter().all(|(&place, &bits)| {
            let known = state.bits(place);
            let ty = cx.program.exprs.place_ty(place);
            known
                .unwrap_or_else(|| anything(cx.program, ty))
                .is_below(bits)
        }) && match (state.result, by.result) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_below(b),
        }
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        let program = cx.program;
        let mut state = State::default();
        for place in (0..program.exprs.place_count()).map(PlaceId::new) {
            let Place::Var(var) = program.exprs.place(place) else {
                continue;
            };
            let value = match &program.vars[var].initial {
                _ if !program.vars[var].kind.is_static() => continue,
                Initial::Zero => Some(0),
                Initial::Items(items) => match **items {
                    [(to, value)] if to == place => program.exprs.int_value(value),
                    _ => None,
                },
                Initial::Indeterminate | Initial::Bytes(_) => None,
            };
            if let Some(value) = cx.preset(var).or(value) {
                state.set(program, place, Bits::exact(value));
            }
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
        match step.op() {
            Op::Skip | Op::Free { .. } | Op::VaEnd { .. } => {}
            &Op::Assume { condition, taken } => {
                if !now.assume(condition, taken) {
                    return none();
                }
            }
            &Op::Assign { to, value } => now.write(to, now.bits(value)),
            Op::Call(call) => {
                if !returns(&mut now, call, step.span())? {
                    return none();
                }
            }
            Op::Return { value } => {
                now.state.result = value.map(|value| now.bits(value));
                now.state.known.retain(|&p, _| is_global(cx.program, p));
            }
            &(Op::Havoc { place: to }
            | Op::Alloc { to, .. }
            | Op::VaStart { list: to }
            | Op::VaCopy { to, .. }) => now.write(to, Bits::ANY),
            &Op::VaArg { to, list } => {
                now.write(list, Bits::ANY);
                now.write(to, Bits::ANY);
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
                entry.write(place, caller.bits(argument));
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
            now.write(to, result.unwrap_or(Bits::ANY));
        }
        one(now.state)
    }

    // Sharing.

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        match *question {
            Question::Value(expr) => {
                match Now::new(cx, state.clone(), None).bits(expr).as_exact() {
                    Some(value) => Reply::Int(value),
                    None => Reply::Unknown,
                }
            }
            Question::Callees(_) => Reply::Unknown,
        }
    }

    /// `(x & mask) == value` of variables whose bits are known.
    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        let program = cx.program;
        let mut logic = cx.logic.borrow_mut();
        let mut known = Vec::new();
        for (&place, &bits) in &state.known {
            let ty = program.exprs.place_ty(place);
            let (Some(&load), Some((width @ 32..=64, signed))) =
                (self.loads.get(&place), width(program, ty))
            else {
                // Smaller ones are not computed with in C.
                continue;
            };
            let within = |bits: u128| program::arith::wrap(bits as i128, width, signed);
            let number = logic.at(program, Time::Before, load);
            let mask = logic.int(program, within(bits.known()), ty);
            let masked = logic.binary(program, BinaryOp::And, number, mask, ty);
            let value = logic.int(program, within(bits.value()), ty);
            known.push(logic.compare(program, BinaryOp::Eq, masked, value));
        }
        (!known.is_empty()).then(|| logic.and(program, known))
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let known = state.known.iter();
        let known = known.map(|(&place, &b)| format!("{} {}", cx.program.show(place), shown(b)));
        let result = state.result.map(|b| format!("result {}", shown(b)));
        known.chain(result).collect::<Vec<_>>().join(", ")
    }
}

/// The number, or its bits from the highest that is not like those above it: `...0??1`.
fn shown(bits: Bits) -> String {
    if let Some(number) = bits.as_exact() {
        return number.to_string();
    }
    let digit = |at: u32| match (bits.known() >> at & 1, bits.value() >> at & 1) {
        (0, _) => '?',
        (_, 0) => '0',
        _ => '1',
    };
    let top = digit(127);
    let length = (0..128).rev().find(|&at| digit(at) != top);
    let digits = (0..length.map_or(0, |at| at + 1)).rev().map(digit);
    format!("...{top}{}", digits.collect::<String>())
}

/// A call of a function without a body. False if it does not return.
fn returns(now: &mut Now<'_>, call: &Call, span: Span) -> Result<bool, Gap> {
    let cx = now.cx;
    let name = match call.callee {
        Callee::Direct(f) => &cx.program.names[cx.function(f).name],
        // A step names the function: the exploration looks where the pointer leads.
        Callee::Indirect(_) => "",
    };
    match Primitive::named(name) {
        Some(
            Primitive::End
            | Primitive::Infeasible
            | Primitive::ErrorCall
            | Primitive::Assertion
            | Primitive::Unreachable,
        ) => return Ok(false),
        Some(Primitive::SetJump | Primitive::LongJump) => {
            let what = name.to_owned();
            return Err(Gap { what, span });
        }
        Some(Primitive::Size | Primitive::Output | Primitive::Alloca) => {}
        None => match cx.settings.unknown_calls {
            UnknownCalls::Pure => {}
            UnknownCalls::Havoc => now.forget_memory(),
            UnknownCalls::Error => return Ok(false),
        },
    }
    if let Some(to) = call.result {
        now.write(to, Bits::ANY);
    }
    Ok(true)
}

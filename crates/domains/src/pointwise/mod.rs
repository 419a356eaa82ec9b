//! Domains that know something of each integer or pointer alone: signs, intervals, bits …
//! Such a domain is a [`Number`], and [`Pointwise`] makes an analysis of it (HECTOR's
//! `compsigns`, thesis section 4.2, for any kind of number).
//!
//! A state speaks about *static places*: variables, and scalars at fixed offsets in
//! structures, unions and arrays, of the current function and of the whole program. What
//! lies on the heap is not followed; a write through a pointer forgets all that the
//! points-to analysis thinks it may change.
//!
//! What others share is evaluated in Kleene's logic: a formula that cannot be true makes a
//! step impossible, and comparisons teach what their sides are.
//!
//! Laid out as every domain: state, order and join, transfer, sharing, words. `now.rs` is
//! one state while a step changes it, `told.rs` what formulae say.

mod now;
mod told;

pub use now::opposite;

use crate::bodiless::{self, After};
use crate::map::{Alone, Item, Map};
use engine::{
    Analysis, CallStep, Concrete, Cx, Facts, Gap, Question, Reply, Step, Successors, none, one,
};
use logic::{FormulaId, Logic, TermId, Time};
use machine::{Machine, Scalar};
use now::Now;
use program::{
    BinaryOp, Expr, ExprId, FunctionId, Id, Initial, Location, Op, Place, PlaceId, Program, TypeId,
    UnaryOp, VarId,
};
use properties::Property;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::{SmallVec, smallvec};
use solver::access::{self, Access};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A type's width in bits, and whether it has a sign.
pub type Width = (u32, bool);

/// What is known of one number.
pub trait Number: Copy + Eq + Hash + fmt::Debug + 'static {
    /// The width of the types whose values are followed.
    fn width(program: &Program, ty: TypeId) -> Option<Width> {
        program.types.int_kind(ty)?;
        program.types.bits(ty)
    }

    /// What all numbers of a type are.
    fn any(of: Width) -> Self;

    fn exact(value: i128) -> Self;

    /// Of an address of an object that lives.
    fn address(of: Width) -> Self {
        Self::any(of)
    }

    fn contains(self, value: Scalar, machine: &Machine<'_>) -> bool;

    /// The only number that it may be.
    fn only(self) -> Option<i128>;

    // Order and join.

    fn join(self, other: Self) -> Self;

    /// As `join`, such that chains end; `self` was there first. `landmarks` are numbers of
    /// the program, in order.
    fn widen(self, new: Self, landmarks: &[i128]) -> Self {
        let _ = landmarks;
        self.join(new)
    }

    /// None if it cannot be both.
    fn meet(self, other: Self) -> Option<Self>;

    fn is_below(self, other: Self) -> bool {
        self.join(other) == other
    }

    /// What it may be, one by one, where paths are to differ in it.
    fn cases(self) -> SmallVec<[Self; 3]> {
        smallvec![self]
    }

    // Arithmetic.

    /// In a type. If `exact`, the result is known to be one of the type.
    fn unary(op: UnaryOp, a: Self, of: Width, exact: bool) -> Self;

    /// The same, of no comparison.
    fn binary(op: BinaryOp, a: Self, b: Self, of: Width, exact: bool) -> Self;

    fn compare(op: BinaryOp, a: Self, b: Self) -> Option<bool>;

    fn converted(self, from: Width, to: Width) -> Self;

    /// What two numbers are if the comparison holds; None if it cannot.
    fn given(op: BinaryOp, a: Self, b: Self) -> Option<(Self, Self)>;

    /// What the operands are that gave a result, beyond what is known of them.
    fn operands(op: BinaryOp, a: Self, b: Self, result: Self) -> (Self, Self) {
        let _ = (op, result);
        (a, b)
    }

    /// What was converted if this came of it.
    fn unconverted(self, from: Width, to: Width) -> Self {
        let _ = to;
        Self::any(from)
    }

    /// An object's life has ended: addresses may lead nowhere.
    fn after_an_end(self) -> Self {
        self
    }

    // Words.

    /// What is known of a term, beyond its type.
    fn say(self, program: &Program, logic: &mut Logic, term: TermId) -> Option<FormulaId>;

    fn show(self) -> String;
}

/// The analysis of a kind of numbers.
pub struct Pointwise<N> {
    /// Results that are not known make one path for each case, as HECTOR has it.
    split: bool,
    /// Arithmetic that leaves its type ends the run.
    exact: bool,
    /// The expressions that read places.
    loads: FxHashMap<PlaceId, ExprId>,
    /// The static places of a variable that are followed, in order.
    parts: FxHashMap<VarId, Vec<PlaceId>>,
    /// Zero, the numbers that the program compares with by their order, and their neighbours;
    /// in order. Every one of them may cost a round of a loop.
    landmarks: Vec<i128>,
    kind: std::marker::PhantomData<N>,
}

impl<N: Number> Pointwise<N> {
    pub fn new(cx: &Cx<'_>) -> Pointwise<N> {
        let program = cx.program;
        let exprs = (0..program.exprs.len()).map(ExprId::new);
        let loads = exprs.filter_map(|expr| match program.exprs.get(expr) {
            Expr::Load(place) => is_tracked::<N>(program, place).then_some((place, expr)),
            _ => None,
        });
        let mut parts: FxHashMap<VarId, Vec<PlaceId>> = FxHashMap::default();
        for place in (0..program.exprs.place_count()).map(PlaceId::new) {
            if is_tracked::<N>(program, place)
                && let Some(root) = program.exprs.root(place)
            {
                parts.entry(root).or_default().push(place);
            }
        }
        let exprs = (0..program.exprs.len()).map(ExprId::new);
        let compared = exprs.filter_map(|expr| match program.exprs.get(expr) {
            Expr::Binary(BinaryOp::Lt | BinaryOp::Le, a, b) => {
                let number = |e| program.exprs.int_value(e);
                number(a).or(number(b))
            }
            _ => None,
        });
        let mut landmarks: Vec<i128> = compared
            .flat_map(|n| [n.saturating_sub(1), n, n.saturating_add(1)])
            .chain([0])
            .collect();
        landmarks.sort_unstable();
        landmarks.dedup();
        Pointwise {
            landmarks,
            split: false,
            exact: cx.settings.overflow_is_fatal || cx.properties.contains(Property::NoOverflow),
            loads: loads.collect(),
            parts,
            kind: std::marker::PhantomData,
        }
    }

    /// With a path for each case of what is not known.
    pub fn splitting(cx: &Cx<'_>) -> Pointwise<N> {
        Pointwise {
            split: true,
            ..Pointwise::new(cx)
        }
    }

    fn now<'a>(&'a self, cx: &'a Cx<'_>, state: &State<N>) -> Now<'a, N> {
        Now::new(self, cx, state.clone())
    }

    /// A state after a step; several where what was written is to be told apart.
    fn finish(&self, now: Now<'_, N>) -> Successors<State<N>> {
        if !self.split {
            return one(now.state);
        }
        let mut states: SmallVec<[State<N>; 1]> = smallvec![now.state];
        for place in now.written {
            let program = now.cx.program;
            let mut next = SmallVec::new();
            for state in states {
                let Some(width) = N::width(program, program.exprs.place_ty(place)) else {
                    next.push(state);
                    continue;
                };
                let number = state.get(place).unwrap_or(N::any(width));
                for case in number.cases() {
                    let mut state = state.clone();
                    state.set(program, place, case);
                    next.push(state);
                }
            }
            states = next;
        }
        Ok(states)
    }
}

// State.

/// The flag of places that pointers may lead to.
const ADDRESSED: u8 = 1;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Held<N> {
    number: N,
    flags: u8,
}

impl<N: Number> Item for Held<N> {
    fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.number.hash(&mut hasher);
        hasher.finish()
    }

    fn flags(&self) -> u8 {
        self.flags
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct State<N: Number> {
    /// Of places that are not here nothing is known but their type.
    known: Map<Held<N>>,
    /// Of what the function returns, between its `Return` and the caller's next step.
    result: Option<N>,
}

impl<N: Number> Eq for State<N> {}

impl<N: Number> Hash for State<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.known.digest(), self.result).hash(hasher);
    }
}

impl<N: Number> Default for State<N> {
    fn default() -> State<N> {
        State {
            known: Map::new(),
            result: None,
        }
    }
}

impl<N: Number> State<N> {
    pub fn get(&self, place: PlaceId) -> Option<N> {
        self.known.get(key(place)).map(|held| held.number)
    }

    pub fn places(&self) -> Vec<PlaceId> {
        let mut places = Vec::new();
        self.known.each(|key, _| {
            places.push(PlaceId::new(key as usize));
            true
        });
        places
    }

    pub fn set(&mut self, program: &Program, place: PlaceId, number: N) {
        let ty = program.exprs.place_ty(place);
        let Some(width) = N::width(program, ty).filter(|_| is_tracked::<N>(program, place)) else {
            return;
        };
        let number = number.meet(N::any(width)).unwrap_or(number);
        match N::any(width).is_below(number) {
            true => self.known.remove(key(place)),
            false => {
                let flags = match is_register(program, place) {
                    true => 0,
                    false => ADDRESSED,
                };
                self.known.insert(key(place), Held { number, flags });
            }
        }
    }

    fn forget(&mut self, place: PlaceId) {
        self.known.remove(key(place));
    }

    fn joined(&self, new: &State<N>, both: impl Fn(N, N) -> N, program: &Program) -> State<N> {
        let known = self
            .known
            .merge(&new.known, (Alone::Drop, Alone::Drop), |place, a, b| {
                let (a, b) = (a?, b?);
                let ty = program.exprs.place_ty(PlaceId::new(place as usize));
                let of = N::width(program, ty)?;
                let number = both(a.number, b.number);
                let number = number.meet(N::any(of)).unwrap_or(number);
                let flags = a.flags;
                (!N::any(of).is_below(number)).then_some(Held { number, flags })
            });
        let result = self.result.zip(new.result).map(|(a, b)| both(a, b));
        State { known, result }
    }
}

fn key(place: PlaceId) -> u32 {
    place.index() as u32
}

/// Is the place one that states speak about?
fn is_tracked<N: Number>(program: &Program, place: PlaceId) -> bool {
    // A bit-field has fewer numbers than its type.
    N::width(program, program.exprs.place_ty(place)).is_some()
        && program.exprs.is_static(&program.types, place)
        && !matches!(access::of_place(program, place), Some(Access::Bits { .. }))
}

/// Does no pointer lead to the place?
fn is_register(program: &Program, place: PlaceId) -> bool {
    match program.exprs.place(place) {
        Place::Var(var) => !program.vars[var].addressed,
        Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
    }
}

/// Is the value that of a place, as it is?
fn is_copy(program: &Program, value: ExprId) -> bool {
    match program.exprs.get(value) {
        Expr::Load(_) => true,
        Expr::Cast(a) => is_copy(program, a),
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Query(_)
        | Expr::Logical(_) => false,
    }
}

/// Does the place live as long as the program?
fn is_global(program: &Program, place: PlaceId) -> bool {
    let root = program.exprs.root(place);
    root.is_some_and(|var| program.vars[var].kind.is_static())
}

/// The meaning of a state: the values of its places are as it says.
impl<N: Number> Concrete for Pointwise<N> {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State<N>,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        for place in state.places() {
            let Some(number) = state.get(place) else {
                continue;
            };
            let value = machine.value_of(place);
            if !value.is_some_and(|value| number.contains(value, machine)) {
                let (place, number) = (cx.program.show(place), number.show());
                let value = value.map(|v| v.value);
                return Err(format!("{place} is {value:?}, not {number}"));
            }
        }
        Ok(())
    }
}

impl<N: Number> Analysis for Pointwise<N> {
    type State = State<N>;

    // Order and join.

    fn merge(&self, cx: &Cx<'_>, new: &State<N>, old: &State<N>) -> Option<State<N>> {
        Some(old.joined(new, N::join, cx.program))
    }

    fn widen(&self, cx: &Cx<'_>, new: &State<N>, old: &State<N>) -> Option<State<N>> {
        let widen = |old: N, new: N| old.widen(new, &self.landmarks);
        Some(old.joined(new, widen, cx.program))
    }

    fn covered(&self, _: &Cx<'_>, state: &State<N>, by: &State<N>) -> bool {
        state.known.all(&by.known, |_, a, b| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.number.is_below(b.number),
        }) && match (state.result, by.result) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_below(b),
        }
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State<N>> {
        let program = cx.program;
        let mut state = State::default();
        for (&var, places) in &self.parts {
            if !program.vars[var].kind.is_static() {
                continue;
            }
            for &place in places {
                let value = match &program.vars[var].initial {
                    Initial::Zero => Some(0),
                    // Of structures and arrays, only zeros are remembered.
                    Initial::Items(items) => match **items {
                        [(to, value)] if to == place => program.exprs.int_value(value),
                        _ => None,
                    },
                    Initial::Indeterminate | Initial::Bytes(_) => None,
                };
                if let Some(value) = cx.preset(var).or(value) {
                    state.set(program, place, N::exact(value));
                }
            }
        }
        one(state)
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State<N>,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State<N>> {
        let mut now = self.now(cx, state).hearing(facts);
        match step.op() {
            Op::Skip | Op::VaEnd { .. } => {}
            Op::Free { .. } => now.something_ended(),
            &Op::Assume { condition, taken } => {
                if !now.assume(condition, taken) || !now.is_told() {
                    return none();
                }
            }
            &Op::Assign { to, value } => {
                let number = now.number(value);
                if number.and_then(N::only).is_none() && !now.is_told() {
                    return none();
                }
                now.write(to, now.number(value));
                if !is_copy(cx.program, value) {
                    now.tell_apart(to);
                }
            }
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
                now.state.result = value.and_then(|value| now.number(value));
                now.leave();
            }
            &Op::Alloc { to, .. } => {
                let ty = cx.program.exprs.place_ty(to);
                now.write(to, N::width(cx.program, ty).map(N::address));
            }
            &(Op::Havoc { place: to } | Op::VaStart { list: to } | Op::VaCopy { to, .. }) => {
                now.write(to, None);
            }
            &Op::VaArg { to, list } => {
                now.write(list, None);
                now.write(to, None);
            }
            Op::Enter { variables } | Op::Exit { variables } => {
                now.forget(variables);
                if matches!(step.op(), Op::Exit { .. }) {
                    now.something_ended();
                }
            }
            Op::Unsupported { what } => {
                let what = cx.program.names[*what].to_owned();
                let span = step.span();
                return Err(Gap { what, span });
            }
        }
        self.finish(now)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State<N>,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State<N>> {
        let mut caller = self.now(cx, state).hearing(facts);
        if !caller.is_told() {
            return none();
        }
        // A local of the caller is another one in the callee, even if it is the same
        // variable: functions may call themselves.
        let mut entry = self.now(cx, state);
        entry.leave();
        let parameters = cx.function(call.callee).parameters.iter();
        for (&parameter, &argument) in parameters.zip(&call.call.arguments) {
            let ty = cx.program.vars[parameter].ty;
            if let Some(place) = cx.program.exprs.find_var(parameter, ty) {
                entry.write(place, caller.number(argument));
            }
        }
        self.finish(entry)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State<N>,
        exit: &State<N>,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State<N>> {
        let mut now = self.now(cx, exit);
        let result = now.state.result.take();
        // What the callee could not name it has changed only through pointers.
        for place in caller.places() {
            let is_kept = !is_global(cx.program, place)
                && !cx.pointers.modifies(cx.program, call.callee, place);
            if let Some(number) = caller.get(place).filter(|_| is_kept) {
                // The callee may have ended what the number is the address of.
                now.state.set(cx.program, place, number.after_an_end());
            }
        }
        if let Some(to) = call.call.result {
            now.write(to, result);
        }
        self.finish(now)
    }

    // Sharing.

    /// What is known of the places that the step reads.
    fn share(&self, cx: &Cx<'_>, state: &State<N>, step: &Step<'_>) -> Option<FormulaId> {
        let mut read = Vec::new();
        crate::reads::of_step(cx.program, step.op(), &mut read);
        let mut logic = cx.logic.borrow_mut();
        let mut known = Vec::new();
        for (load, place) in read {
            if let Some(number) = state.get(place) {
                let term = logic.at(cx.program, Time::Before, load);
                known.extend(number.say(cx.program, &mut logic, term));
            }
        }
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    fn answer(&self, cx: &Cx<'_>, state: &State<N>, question: &Question) -> Reply {
        match *question {
            Question::Value(expr) => {
                let now = self.now(cx, state).anywhere();
                match now.number(expr).and_then(N::only) {
                    Some(value) => Reply::Int(value),
                    None => Reply::Unknown,
                }
            }
            Question::Callees(_) => Reply::Unknown,
        }
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State<N>,
        _: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        let mut logic = cx.logic.borrow_mut();
        let mut known = Vec::new();
        for place in state.places() {
            if let (Some(&load), Some(number)) = (self.loads.get(&place), state.get(place)) {
                let term = logic.at(cx.program, Time::Before, load);
                known.extend(number.say(cx.program, &mut logic, term));
            }
        }
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State<N>) -> String {
        let known = state.places().into_iter().filter_map(|place| {
            let number = state.get(place)?;
            Some(format!("{} {}", cx.program.show(place), number.show()))
        });
        let result = state.result.map(|n| format!("result {}", n.show()));
        known.chain(result).collect::<Vec<_>>().join(", ")
    }
}

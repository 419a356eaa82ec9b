//! In which states the property's automata may be: ESP's *property states*.
//!
//! Automata are part of the program (`properties::observe`): a ghost variable holds
//! the number of an automaton's state, and ghost edges ask for it and change it. This
//! domain follows those variables and nothing else, and what it knows is what keeps
//! states apart in property simulation: its merge key. Where everything is merged, it
//! holds a set of states, as the abstract states of ESP (section 3.1) do.

use engine::{
    Analysis, CallStep, Concrete, Cx, Facts, Question, Reply, Step, Successors, none, one,
};
use machine::Machine;
use program::{
    BinaryOp, Expr, ExprId, Id, IntKind, Op, Place, PlaceId, Program, UnaryOp, VarId, arith,
};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

// State.

/// A set of states for each automaton, one after the other as bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State(SmallVec<[u64; 2]>);

impl State {
    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn put(&mut self, bit: usize, is_in: bool) {
        let mask = 1 << (bit % 64);
        match is_in {
            true => self.0[bit / 64] |= mask,
            false => self.0[bit / 64] &= !mask,
        }
    }
}

/// The automata of a task.
pub struct Automata {
    watched: Vec<Watched>,
    /// Which automaton's state a variable holds.
    of_variable: FxHashMap<VarId, usize>,
    /// Of all automata together.
    bits: usize,
}

struct Watched {
    name: String,
    variable: VarId,
    states: Vec<String>,
    initial: usize,
    /// Where its bits begin.
    first: usize,
}

impl Automata {
    pub fn new(cx: &Cx<'_>) -> Automata {
        let mut automata = Automata {
            watched: Vec::new(),
            of_variable: FxHashMap::default(),
            bits: 0,
        };
        for observer in cx.observers {
            let number = automata.watched.len();
            automata.of_variable.insert(observer.state, number);
            automata.watched.push(Watched {
                name: observer.name.clone(),
                variable: observer.state,
                states: observer.states.clone(),
                initial: observer.initial,
                first: automata.bits,
            });
            automata.bits += observer.states.len();
        }
        automata
    }

    /// The states that an automaton may be in, by number.
    fn possible<'s>(
        &self,
        state: &'s State,
        watched: &Watched,
    ) -> impl Iterator<Item = usize> + use<'s> {
        let first = watched.first;
        let all = 0..watched.states.len();
        all.filter(move |number| state.has(first + number))
    }
}

/// The meaning of a state: each automaton's variable holds one of its set.
impl Concrete for Automata {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        for watched in &self.watched {
            let ty = cx.program.vars[watched.variable].ty;
            let places = (0..cx.program.exprs.place_count()).map(PlaceId::new);
            let mut places = places.filter(|&p| cx.program.exprs.place_ty(p) == ty);
            let place = places.find(|&p| cx.program.exprs.place(p) == Place::Var(watched.variable));
            let value = place.and_then(|p| machine.value_of(p)).map(|s| s.value);
            let mut possible = self.possible(state, watched);
            if let Some(value) = value
                && !possible.any(|number| number as i128 == value)
            {
                return Err(format!("{} is in state {value}", watched.name));
            }
        }
        Ok(())
    }
}

impl Analysis for Automata {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        let both = new.0.iter().zip(&old.0);
        Some(State(both.map(|(a, b)| a | b).collect()))
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        let mut both = state.0.iter().zip(&by.0);
        both.all(|(a, b)| a & !b == 0)
    }

    fn merge_key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    // Transfer.

    fn initial(&self, _: &Cx<'_>) -> Successors<State> {
        let mut state = State(SmallVec::from_elem(0, self.bits.div_ceil(64)));
        for watched in &self.watched {
            state.put(watched.first + watched.initial, true);
        }
        one(state)
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        if self.watched.is_empty() {
            return one(state.clone());
        }
        match step.op() {
            Op::Assume { condition, taken } => self.assume(cx.program, state, *condition, *taken),
            Op::Assign { to, value } => match self.watched_place(cx.program, *to) {
                Some(number) => self.assign(cx.program, state, number, Some(*value)),
                None => one(state.clone()),
            },
            Op::Havoc { place } => match self.watched_place(cx.program, *place) {
                Some(number) => self.assign(cx.program, state, number, None),
                None => one(state.clone()),
            },
            // Nothing but ghost code knows of the variables.
            Op::Skip
            | Op::Call(_)
            | Op::Return { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::Enter { .. }
            | Op::Exit { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::VaEnd { .. }
            | Op::Unsupported { .. } => one(state.clone()),
        }
    }

    fn call(
        &self,
        _: &Cx<'_>,
        state: &State,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        one(state.clone())
    }

    fn ret(
        &self,
        _: &Cx<'_>,
        _: &State,
        exit: &State,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        one(exit.clone())
    }

    // Sharing.

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        if let Question::Value(expr) = question
            && let Expr::Load(place) = cx.program.exprs.get(*expr)
            && let Some(number) = self.watched_place(cx.program, place)
        {
            let mut possible = self.possible(state, &self.watched[number]);
            if let (Some(only), None) = (possible.next(), possible.next()) {
                return Reply::Int(only as i128);
            }
        }
        Reply::Unknown
    }

    /// The state's name, or the set of them; with several automata after their names.
    fn show(&self, _: &Cx<'_>, state: &State) -> String {
        let shown = self.watched.iter().map(|watched| {
            let names: Vec<&str> = self
                .possible(state, watched)
                .map(|number| watched.states[number].as_str())
                .collect();
            let states = match names[..] {
                [only] => only.to_owned(),
                _ => format!("{{{}}}", names.join(", ")),
            };
            match self.watched.len() {
                1 => states,
                _ => format!("{} {states}", watched.name),
            }
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

impl Automata {
    fn watched_place(&self, program: &Program, place: PlaceId) -> Option<usize> {
        match program.exprs.place(place) {
            Place::Var(variable) => self.of_variable.get(&variable).copied(),
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
        }
    }

    fn assume(
        &self,
        program: &Program,
        state: &State,
        condition: ExprId,
        taken: bool,
    ) -> Successors<State> {
        let mut left = state.clone();
        for (number, watched) in self.watched.iter().enumerate() {
            if !self.mentions(program, condition, number) {
                continue;
            }
            for value in self.possible(state, watched) {
                let truth = self.value(program, condition, number, value as i128);
                if truth.is_some_and(|t| (t != 0) != taken) {
                    left.put(watched.first + value, false);
                }
            }
            if self.possible(&left, watched).next().is_none() {
                return none();
            }
        }
        one(left)
    }

    /// None: any value.
    fn assign(
        &self,
        program: &Program,
        state: &State,
        number: usize,
        value: Option<ExprId>,
    ) -> Successors<State> {
        let watched = &self.watched[number];
        let mut next = state.clone();
        for bit in 0..watched.states.len() {
            next.put(watched.first + bit, false);
        }
        for old in self.possible(state, watched) {
            let new = value.and_then(|v| self.value(program, v, number, old as i128));
            match new.map(usize::try_from) {
                Some(Ok(new)) if new < watched.states.len() => {
                    next.put(watched.first + new, true);
                }
                _ => {
                    for bit in 0..watched.states.len() {
                        next.put(watched.first + bit, true);
                    }
                }
            }
        }
        one(next)
    }

    fn mentions(&self, program: &Program, expr: ExprId, number: usize) -> bool {
        match program.exprs.get(expr) {
            Expr::Load(place) => self.watched_place(program, place) == Some(number),
            Expr::Unary(_, a) | Expr::Cast(a) => self.mentions(program, a, number),
            Expr::Binary(_, a, b) => {
                self.mentions(program, a, number) || self.mentions(program, b, number)
            }
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => false,
        }
    }

    /// The value of an expression if the automaton is in the given state, as far as
    /// it depends on nothing else.
    fn value(&self, program: &Program, expr: ExprId, number: usize, state: i128) -> Option<i128> {
        let value = |e: ExprId| self.value(program, e, number, state);
        let bits = |e: ExprId| program.types.bits(program.exprs.ty(e));
        match program.exprs.get(expr) {
            Expr::Int(value) => Some(value),
            Expr::Load(place) => {
                (self.watched_place(program, place) == Some(number)).then_some(state)
            }
            Expr::Cast(a) => match program.types.int_kind(program.exprs.ty(expr))? {
                IntKind::Bool => Some((value(a)? != 0) as i128),
                _ => {
                    let (width, signed) = bits(expr)?;
                    Some(arith::wrap(value(a)?, width, signed))
                }
            },
            Expr::Unary(UnaryOp::Neg, a) => {
                let (width, signed) = bits(expr)?;
                Some(arith::negate(value(a)?, width, signed).value)
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let (width, signed) = bits(expr)?;
                Some(arith::complement(value(a)?, width, signed))
            }
            Expr::Binary(BinaryOp::PointerAdd | BinaryOp::PointerDiff, _, _) => None,
            Expr::Binary(op, a, b) => {
                let (width, signed) = bits(a)?;
                let result = arith::binary(op, value(a)?, value(b)?, width, signed);
                result.map(|r| r.value)
            }
            Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => None,
        }
    }
}

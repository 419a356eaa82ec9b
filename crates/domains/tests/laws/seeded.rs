//! Domains with an error put in, to show that the harness finds it.
//!
//! [`Seeded`] stands around a domain and does one thing wrong. Most errors need to know
//! nothing about the domain ([`common`]): steps that are not seen, branches taken the
//! wrong way round, merging that forgets one side, calls without effects. What only a
//! domain can get wrong is a *twist*: a function that is given the state before a step,
//! the operation and the right state after it, and makes that one wrong. So a domain's
//! own code has no trace of the errors.
//!
//! A domain lists `common()` and its twists in a test with [`crate::harness::catches`].
//! An error that cannot be seen in a domain (it has no widening of its own, say) is left
//! out of its list by name.

use engine::{Analysis, CallStep, Concrete, Cx, Facts, Question, Reply, Step, Successors, one};
use logic::FormulaId;
use machine::Machine;
use program::{Edge, FunctionId, Location, Op, Place, PlaceId, Program};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

pub struct Seed<A: Analysis> {
    pub name: &'static str,
    pub error: Error<A>,
}

/// What becomes of a merged state, given the two.
type Merged<S> = fn(&S, &S, S) -> S;

pub enum Error<A: Analysis> {
    /// Such steps are not seen: the state stays as it was.
    Blind(fn(&Program, &Op) -> bool),
    /// Assumptions are taken the wrong way round.
    Backwards,
    /// What is merged or widened is what was there before.
    KeepsOld,
    /// Every state is covered by every other.
    CoversAll,
    /// A function is entered with the caller's state as it is.
    EntersAsItIs,
    /// A call has changed nothing.
    NoEffects,
    /// A call has changed nothing but what the function did to its own state.
    OnlyCallee,
    /// Makes the state after a step wrong, given the one before.
    Twist(fn(&Program, &A::State, &Op, A::State) -> A::State),
    /// Makes the state after a call wrong, given the one before it.
    TwistedReturn(fn(&Program, &A::State, A::State) -> A::State),
    /// Makes the state on entry to a function wrong, given the caller's.
    TwistedEntry(fn(&Program, &A::State, A::State) -> A::State),
    /// Makes a merged state wrong, given the two.
    TwistedMerge(Merged<A::State>),
}

impl<A: Analysis> Clone for Error<A> {
    fn clone(&self) -> Error<A> {
        *self
    }
}

impl<A: Analysis> Copy for Error<A> {}

/// The place that an operation writes by assignment.
fn assigned(op: &Op) -> Option<PlaceId> {
    match op {
        Op::Assign { to, .. } => Some(*to),
        _ => None,
    }
}

/// Errors that every domain can be given.
pub fn common<A: Analysis>() -> Vec<Seed<A>> {
    let blind = |name, op| Seed {
        name,
        error: Error::Blind(op),
    };
    vec![
        blind("writes through pointers are not seen", |program, op| {
            assigned(op).is_some_and(|to| program.exprs.root(to).is_none())
        }),
        blind("writes to elements are not seen", |program, op| {
            assigned(op).is_some_and(|to| matches!(program.exprs.place(to), Place::Index(..)))
        }),
        blind("copies of structures are not seen", |program, op| {
            assigned(op).is_some_and(|to| !program.types.is_scalar(program.exprs.place_ty(to)))
        }),
        blind("scopes are not seen", |_, op| {
            matches!(op, Op::Enter { .. } | Op::Exit { .. })
        }),
        blind("results of undefined functions are not seen", |_, op| {
            matches!(op, Op::Call(_))
        }),
        Seed {
            name: "branches are taken the wrong way round",
            error: Error::Backwards,
        },
        Seed {
            name: "merging keeps what was there",
            error: Error::KeepsOld,
        },
        Seed {
            name: "everything is covered",
            error: Error::CoversAll,
        },
        Seed {
            name: "functions are entered with the caller's locals",
            error: Error::EntersAsItIs,
        },
        Seed {
            name: "calls have no effects",
            error: Error::NoEffects,
        },
        Seed {
            name: "results of functions are not seen",
            error: Error::OnlyCallee,
        },
    ]
}

/// A domain, perhaps with an error. Its states are also kept apart by a bit of their hash,
/// so that explorations with several merge keys are seen even of a domain without any.
pub struct Seeded<A: Analysis> {
    /// What it has numbered so far belongs to the states of all explorations.
    pub analysis: Rc<A>,
    pub error: Option<Error<A>>,
}

impl<A: Analysis> Clone for Seeded<A> {
    fn clone(&self) -> Seeded<A> {
        Seeded {
            analysis: Rc::clone(&self.analysis),
            error: self.error,
        }
    }
}

impl<A: Analysis> Analysis for Seeded<A> {
    type State = A::State;

    fn initial(&self, cx: &Cx<'_>) -> Successors<A::State> {
        self.analysis.initial(cx)
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &A::State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<A::State> {
        match (&self.error, step.op()) {
            (Some(Error::Blind(is_unseen)), op) if is_unseen(cx.program, op) => one(state.clone()),
            (Some(Error::Backwards), &Op::Assume { condition, taken }) => {
                let op = Op::Assume {
                    condition,
                    taken: !taken,
                };
                let edge = Edge {
                    op,
                    ..step.edge.clone()
                };
                let step = Step {
                    edge: &edge,
                    ..*step
                };
                self.analysis.post(cx, state, &step, facts)
            }
            (Some(Error::Twist(twist)), op) => {
                let after = self.analysis.post(cx, state, step, facts)?;
                let twisted = after.into_iter().map(|s| twist(cx.program, state, op, s));
                Ok(twisted.collect())
            }
            _ => self.analysis.post(cx, state, step, facts),
        }
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &A::State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<A::State> {
        match self.error {
            Some(Error::EntersAsItIs) => one(state.clone()),
            Some(Error::TwistedEntry(twist)) => {
                let entry = self.analysis.call(cx, state, call, facts)?;
                let twisted = entry.into_iter().map(|s| twist(cx.program, state, s));
                Ok(twisted.collect())
            }
            _ => self.analysis.call(cx, state, call, facts),
        }
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &A::State,
        exit: &A::State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<A::State> {
        match self.error {
            Some(Error::NoEffects) => one(caller.clone()),
            Some(Error::OnlyCallee) => {
                let quiet = program::Call {
                    result: None,
                    ..call.call.clone()
                };
                let call = CallStep {
                    call: &quiet,
                    ..*call
                };
                self.analysis.ret(cx, caller, exit, &call, facts)
            }
            Some(Error::TwistedReturn(twist)) => {
                let after = self.analysis.ret(cx, caller, exit, call, facts)?;
                let twisted = after.into_iter().map(|s| twist(cx.program, caller, s));
                Ok(twisted.collect())
            }
            _ => self.analysis.ret(cx, caller, exit, call, facts),
        }
    }

    fn merge(&self, cx: &Cx<'_>, new: &A::State, old: &A::State) -> Option<A::State> {
        match self.error {
            Some(Error::KeepsOld) => Some(old.clone()),
            Some(Error::TwistedMerge(twist)) => {
                let merged = self.analysis.merge(cx, new, old)?;
                Some(twist(new, old, merged))
            }
            _ => self.analysis.merge(cx, new, old),
        }
    }

    fn widen(&self, cx: &Cx<'_>, new: &A::State, old: &A::State) -> Option<A::State> {
        match self.error {
            Some(Error::KeepsOld) => Some(old.clone()),
            _ => self.analysis.widen(cx, new, old),
        }
    }

    fn covered(&self, cx: &Cx<'_>, state: &A::State, by: &A::State) -> bool {
        matches!(self.error, Some(Error::CoversAll)) || self.analysis.covered(cx, state, by)
    }

    fn partition(&self, state: &A::State) -> u64 {
        self.analysis.partition(state)
    }

    fn merge_key(&self, state: &A::State) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let bit = hasher.finish() >> 63;
        self.analysis.merge_key(state).rotate_left(1) ^ bit
    }

    fn share(&self, cx: &Cx<'_>, state: &A::State, step: &Step<'_>) -> Option<FormulaId> {
        self.analysis.share(cx, state, step)
    }

    fn answer(&self, cx: &Cx<'_>, state: &A::State, question: &Question) -> Reply {
        self.analysis.answer(cx, state, question)
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &A::State,
        function: FunctionId,
        at: Location,
    ) -> Option<FormulaId> {
        self.analysis.invariant(cx, state, function, at)
    }

    fn show(&self, cx: &Cx<'_>, state: &A::State) -> String {
        self.analysis.show(cx, state)
    }
}

impl<A: Concrete> Concrete for Seeded<A> {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &A::State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        self.analysis.contains(cx, state, machine)
    }
}

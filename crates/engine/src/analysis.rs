//! The interface of abstract domains: configurable program analysis (Beyer,
//! Henzinger, Théoduloz 2007) and HECTOR's analysis module (thesis, chapter 3) as
//! one trait.
//!
//! A domain says what its states are and how one step changes them; the engine
//! decides where states are kept apart, where they meet, and what is explored next.
//! The program is woven: what may go wrong is an edge to an error location, so a
//! domain never reports anything.
//!
//! Concrete runs are those of the machine. A step on which the machine ends the run
//! (an invalid access, a division by zero, `exit`) has no successors.

use crate::picture::Picture;
use crate::precision::Known;
use crate::refine::{Lesson, Move, Path, Refutation, Way};
use crate::task::Settings;
use logic::{FormulaId, Logic};
use machine::Machine;
use pointers::Pointers;
use program::{
    Call, Contracts, Edge, EdgeId, ExprId, Function, FunctionId, Location, Op, Program, Span, VarId,
};
use properties::{Observer, Properties, Violation};
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;
use std::fmt;
use std::hash::Hash;

/// What every analysis of a task may look at.
pub struct Cx<'a> {
    /// With its checks.
    pub program: &'a Program,
    /// What the numbers of its error locations mean.
    pub violations: &'a [Violation],
    pub pointers: &'a Pointers,
    pub settings: &'a Settings,
    pub properties: &'a Properties,
    /// The automata that watch the program.
    pub observers: &'a [Observer],
    /// What the user says is worth telling apart.
    pub precision: &'a [Known],
    /// What the annotations of callees say, in the words of their callers.
    pub contracts: &'a Contracts,
    /// The task's.
    pub declarations: &'a str,
    /// Indeterminate pointers lead nowhere, but for the entry function's arguments.
    pub strict_pointers: bool,
    /// The function in which execution begins. Its parameters are the entry
    /// function's.
    pub start: FunctionId,
    pub logic: RefCell<Logic>,
}

impl Cx<'_> {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.program.functions[id]
    }

    /// The value that the settings give a static variable when the program begins,
    /// whatever its initialiser says.
    pub fn preset(&self, var: VarId) -> Option<i128> {
        let var = &self.program.vars[var];
        let decided = &self.program.names[var.name] == "__concord_malloc_may_fail";
        (decided && var.kind.is_static()).then_some(self.settings.malloc_may_fail.into())
    }
}

/// One edge of a function that is about to be taken.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    pub function: FunctionId,
    pub id: EdgeId,
    pub edge: &'a Edge,
}

impl<'a> Step<'a> {
    pub fn op(&self) -> &'a Op {
        &self.edge.op
    }

    pub fn span(&self) -> Span {
        self.edge.span
    }
}

/// A call of a function with a body: the step, and what it resolved to.
#[derive(Clone, Copy)]
pub struct CallStep<'a> {
    pub step: Step<'a>,
    pub call: &'a Call,
    pub callee: FunctionId,
}

/// Something without a meaning for the analysis: if it is reached, nothing beyond it
/// is known, and the verdict is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// A few words: "inline assembly".
    pub what: String,
    pub span: Span,
}

/// The states after a step; none if the step is impossible.
pub type Successors<S> = Result<SmallVec<[S; 1]>, Gap>;

/// The one state after a step.
pub fn one<S>(state: S) -> Successors<S> {
    Ok(smallvec![state])
}

/// The step is impossible.
pub fn none<S>() -> Successors<S> {
    Ok(SmallVec::new())
}

/// A question that has a short answer: the fast lane beside formulae.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The value of a scalar expression of the current function.
    Value(ExprId),
    /// The functions that an expression may be the address of.
    Callees(ExprId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Unknown,
    /// This number, as [`program::arith`] keeps values.
    Int(i128),
    /// The address of a variable's newest activation, and bytes beyond it.
    Address(VarId, i64),
    /// One of these, in order of ids; or the step is impossible.
    Functions(Vec<FunctionId>),
}

/// What the other analyses of a product vouch for in the state before a step.
pub struct Facts<'a> {
    /// Gathered when somebody wants to know: most of what could be said is of no use.
    pub(crate) gather: &'a dyn Fn() -> Vec<FormulaId>,
    pub(crate) ask: &'a dyn Fn(&Question) -> Reply,
    /// How many others there are.
    pub(crate) others: usize,
}

impl Facts<'_> {
    /// Nobody says anything.
    pub fn nothing() -> Facts<'static> {
        Facts {
            gather: &Vec::new,
            ask: &|_| Reply::Unknown,
            others: 0,
        }
    }

    /// Formulae over the state before the step (`@1`) and, if it is taken, that after it
    /// (`@C`), each of them true; at a return also over the callee's exit (`@3`).
    pub fn formulae(&self) -> Vec<FormulaId> {
        (self.gather)()
    }

    /// Is there another analysis to ask?
    pub fn is_anybody(&self) -> bool {
        self.others > 0
    }

    /// The first other analysis that knows says it.
    pub fn ask(&self, question: &Question) -> Reply {
        (self.ask)(question)
    }
}

/// An abstract domain. `cx` is the same for all calls.
///
/// Soundness, tested against the machine: whatever concrete state a state contains
/// before a step, one of its successors contains the state after it; `merge` and
/// `widen` give states that contain both arguments; if `covered`, the second
/// contains whatever the first does.
pub trait Analysis {
    type State: Clone + Eq + Hash + fmt::Debug;

    /// The state on entry to [`Cx::start`]: statics initialised, parameters inputs.
    fn initial(&self, cx: &Cx<'_>) -> Successors<Self::State>;

    /// The states after a step that is no call of a function with a body; calls of
    /// functions without one are steps. `Return` keeps the result for
    /// [`Analysis::ret`]. May rely on `facts`.
    fn post(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<Self::State>;

    /// The state on entry to a called function: what it can see of the caller's. `facts`
    /// are about the caller's state.
    fn call(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<Self::State>;

    /// The state after a call, made of the caller's before it and the callee's at its
    /// exit (after its `Return`).
    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &Self::State,
        exit: &Self::State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<Self::State>;

    /// A state that contains both; None if the two had better be kept apart.
    fn merge(&self, cx: &Cx<'_>, new: &Self::State, old: &Self::State) -> Option<Self::State>;

    /// As `merge`, where ascending chains have to end. `old` was there first.
    fn widen(&self, cx: &Cx<'_>, new: &Self::State, old: &Self::State) -> Option<Self::State> {
        self.merge(cx, new, old)
    }

    /// Does `by` contain every concrete state that `state` does?
    fn covered(&self, cx: &Cx<'_>, state: &Self::State, by: &Self::State) -> bool {
        let _ = cx;
        state == by
    }

    /// Coverage is looked for among states of equal partitions only.
    fn partition(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Where states are merged when keys agree: what keeps two states apart.
    fn merge_key(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// What the state knows that may help the others with the step, over `@1`, and what the
    /// step does to that, over `@C` as well; a call is a step, too.
    fn share(&self, cx: &Cx<'_>, state: &Self::State, step: &Step<'_>) -> Option<FormulaId> {
        let _ = (cx, state, step);
        None
    }

    /// Can it deduce something from what others share?
    fn deduces(&self) -> bool {
        false
    }

    /// What follows from the state and from what others share, beyond what it shares itself.
    fn deduce(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        step: &Step<'_>,
        told: &[FormulaId],
    ) -> Option<FormulaId> {
        let _ = (cx, state, step, told);
        None
    }

    fn answer(&self, cx: &Cx<'_>, state: &Self::State, question: &Question) -> Reply {
        let _ = (cx, state, question);
        Reply::Unknown
    }

    /// What the state says about the variables that can be named at a location of a
    /// function, over `@1`; for witnesses. None if nothing.
    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        function: FunctionId,
        at: Location,
    ) -> Option<FormulaId> {
        let _ = (cx, state, function, at);
        None
    }

    /// What kind of thing the state knows that no expression of C says, for those who are
    /// given a witness. None if there is nothing of that kind.
    fn beyond_c(&self, state: &Self::State) -> Option<&'static str> {
        let _ = state;
        None
    }

    /// What a successor costs, about, in units of work ([`crate::Watch::spent`]). Strategies that
    /// work side by side keep pace by it.
    fn cost(&self) -> u64 {
        2
    }

    // Refinement. An analysis that can become more precise has a precision within.

    /// Can it become more precise?
    fn refines(&self) -> bool {
        false
    }

    /// Which of several ways led to a state that was merged, going backwards along one
    /// path from an error, at which `first` is true; None if any of them will do.
    fn retrace(
        &mut self,
        cx: &Cx<'_>,
        first: bool,
        state: &Self::State,
        ways: &[Way<'_, Self::State>],
    ) -> Option<usize> {
        let _ = (cx, first, state, ways);
        None
    }

    /// How many things more it would have to follow to exclude the path, which begins where
    /// the program does: the cheapest is asked to first. None if it cannot, or cannot tell.
    fn offer(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Option<u64> {
        let _ = (cx, path);
        None
    }

    /// Becomes so precise that the path is excluded.
    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        let _ = (cx, path);
        Refutation::Unable(String::new())
    }

    /// Becomes so precise that after the paths `a` and `b`, which end at one place, states
    /// differ. Going on with `rest` is possible after the one and not after the other.
    fn separate(
        &mut self,
        cx: &Cx<'_>,
        a: &[Move<'_>],
        b: &[Move<'_>],
        rest: &[Move<'_>],
    ) -> Option<Lesson> {
        let _ = (cx, a, b, rest);
        None
    }

    /// What it tells apart; it began with [`Cx::precision`].
    fn precision(&self, cx: &Cx<'_>) -> Vec<Known> {
        let _ = cx;
        Vec::new()
    }

    /// Names and numbers for `--stats`.
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// The state in words, facts separated by `, `; for people and expectation tests.
    fn show(&self, cx: &Cx<'_>, state: &Self::State) -> String;

    /// Pictures of what the state may be, each of a different case; none if it cannot be
    /// drawn. With `all` they have what follows from the rest, too.
    fn pictures(&self, cx: &Cx<'_>, state: &Self::State, all: bool) -> Vec<Picture> {
        let _ = (cx, state, all);
        Vec::new()
    }
}

/// What the states of a domain mean, so that it can be tested against the machine. Every
/// domain has an implementation: it is what the other methods are judged by.
pub trait Concrete: Analysis {
    /// Does `state` contain the concrete state in which `machine` stopped? The program
    /// that it runs is that of `cx`. Where it does not, says what is claimed in vain.
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String>;
}

/// The parameters and locals of a function.
pub fn variables(function: &Function) -> impl Iterator<Item = VarId> {
    let parameters = function.parameters.iter().copied();
    parameters.chain(function.locals.iter().copied())
}

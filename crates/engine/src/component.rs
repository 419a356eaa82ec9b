//! The erased form of an analysis: its states are kept in a table and spoken of by
//! number, so that products can be composed at run time, equality and hashing are
//! integer work, and merging is computed once for each pair.

use crate::analysis::{Analysis, CallStep, Cx, Facts, Gap, Question, Reply, Step, Successors};
use crate::picture::Picture;
use crate::precision::Known;
use crate::refine::{Lesson, Move, Path, Refutation, Way};
use indexmap::IndexSet;
use logic::FormulaId;
use program::{FunctionId, Location};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::any::Any;

/// The number of a state in its component's table.
pub type StateId = u32;

/// An analysis whose states are numbers. Tests look inside of one: it is [`Any`].
pub trait Component: Any {
    fn name(&self) -> &'static str;
    fn initial(&mut self, cx: &Cx<'_>, out: &mut Vec<StateId>) -> Result<(), Gap>;
    fn post(
        &mut self,
        cx: &Cx<'_>,
        state: StateId,
        step: &Step<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap>;
    fn call(
        &mut self,
        cx: &Cx<'_>,
        state: StateId,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap>;
    fn ret(
        &mut self,
        cx: &Cx<'_>,
        caller: StateId,
        exit: StateId,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap>;
    fn merge(&mut self, cx: &Cx<'_>, new: StateId, old: StateId) -> Option<StateId>;
    fn widen(&mut self, cx: &Cx<'_>, new: StateId, old: StateId) -> Option<StateId>;
    fn covered(&mut self, cx: &Cx<'_>, state: StateId, by: StateId) -> bool;
    fn partition(&self, state: StateId) -> u64;
    fn merge_key(&self, state: StateId) -> u64;
    fn share(&self, cx: &Cx<'_>, state: StateId, step: &Step<'_>) -> Option<FormulaId>;
    fn deduces(&self) -> bool;
    fn deduce(
        &self,
        cx: &Cx<'_>,
        state: StateId,
        step: &Step<'_>,
        told: &[FormulaId],
    ) -> Option<FormulaId>;
    fn answer(&self, cx: &Cx<'_>, state: StateId, question: &Question) -> Reply;
    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: StateId,
        function: FunctionId,
        at: Location,
    ) -> Option<FormulaId>;
    fn beyond_c(&self, state: StateId) -> Option<&'static str>;
    fn cost(&self) -> u64;
    fn refines(&self) -> bool;
    fn retrace(
        &mut self,
        cx: &Cx<'_>,
        first: bool,
        state: StateId,
        ways: &[Way<'_, StateId>],
    ) -> Option<usize>;
    fn offer(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Option<u64>;
    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation;
    fn separate(
        &mut self,
        cx: &Cx<'_>,
        a: &[Move<'_>],
        b: &[Move<'_>],
        rest: &[Move<'_>],
    ) -> Option<Lesson>;
    fn precision(&self, cx: &Cx<'_>) -> Vec<Known>;
    fn statistics(&self) -> Vec<(&'static str, u64)>;
    fn show(&self, cx: &Cx<'_>, state: StateId) -> String;
    fn pictures(&self, cx: &Cx<'_>, state: StateId, all: bool) -> Vec<Picture>;
    /// How many different states there have been.
    fn count(&self) -> usize;
}

/// An analysis with the table of its states.
pub struct Interned<A: Analysis> {
    name: &'static str,
    analysis: A,
    states: IndexSet<A::State, FxBuildHasher>,
    merged: FxHashMap<(StateId, StateId), Option<StateId>>,
}

impl<A: Analysis> Interned<A> {
    pub fn new(name: &'static str, analysis: A) -> Interned<A> {
        Interned {
            name,
            analysis,
            states: IndexSet::default(),
            merged: FxHashMap::default(),
        }
    }

    /// The state of a number; for tests that look inside.
    pub fn state(&self, id: StateId) -> &A::State {
        &self.states[id as usize]
    }

    pub fn analysis(&self) -> &A {
        &self.analysis
    }

    fn intern(&mut self, state: A::State) -> StateId {
        self.states.insert_full(state).0 as StateId
    }

    fn keep(&mut self, found: Successors<A::State>, out: &mut Vec<StateId>) -> Result<(), Gap> {
        for state in found? {
            out.push(self.intern(state));
        }
        Ok(())
    }
}

impl<A: Analysis + 'static> Component for Interned<A> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn initial(&mut self, cx: &Cx<'_>, out: &mut Vec<StateId>) -> Result<(), Gap> {
        let found = self.analysis.initial(cx);
        self.keep(found, out)
    }

    fn post(
        &mut self,
        cx: &Cx<'_>,
        state: StateId,
        step: &Step<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        let found = self.analysis.post(cx, self.state(state), step, facts);
        self.keep(found, out)
    }

    fn call(
        &mut self,
        cx: &Cx<'_>,
        state: StateId,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        let found = self.analysis.call(cx, self.state(state), call, facts);
        self.keep(found, out)
    }

    fn ret(
        &mut self,
        cx: &Cx<'_>,
        caller: StateId,
        exit: StateId,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
        out: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        let (caller, exit) = (self.state(caller), self.state(exit));
        let found = self.analysis.ret(cx, caller, exit, call, facts);
        self.keep(found, out)
    }

    fn merge(&mut self, cx: &Cx<'_>, new: StateId, old: StateId) -> Option<StateId> {
        if new == old {
            return Some(old);
        }
        if let Some(&known) = self.merged.get(&(new, old)) {
            return known;
        }
        let merged = self.analysis.merge(cx, self.state(new), self.state(old));
        let merged = merged.map(|s| self.intern(s));
        self.merged.insert((new, old), merged);
        merged
    }

    fn widen(&mut self, cx: &Cx<'_>, new: StateId, old: StateId) -> Option<StateId> {
        if new == old {
            return Some(old);
        }
        let widened = self.analysis.widen(cx, self.state(new), self.state(old));
        widened.map(|s| self.intern(s))
    }

    fn covered(&mut self, cx: &Cx<'_>, state: StateId, by: StateId) -> bool {
        if state == by {
            return true;
        }
        self.analysis.covered(cx, self.state(state), self.state(by))
    }

    fn partition(&self, state: StateId) -> u64 {
        self.analysis.partition(self.state(state))
    }

    fn merge_key(&self, state: StateId) -> u64 {
        self.analysis.merge_key(self.state(state))
    }

    fn share(&self, cx: &Cx<'_>, state: StateId, step: &Step<'_>) -> Option<FormulaId> {
        self.analysis.share(cx, self.state(state), step)
    }

    fn deduces(&self) -> bool {
        self.analysis.deduces()
    }

    fn deduce(
        &self,
        cx: &Cx<'_>,
        state: StateId,
        step: &Step<'_>,
        told: &[FormulaId],
    ) -> Option<FormulaId> {
        self.analysis.deduce(cx, self.state(state), step, told)
    }

    fn answer(&self, cx: &Cx<'_>, state: StateId, question: &Question) -> Reply {
        self.analysis.answer(cx, self.state(state), question)
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: StateId,
        function: FunctionId,
        at: Location,
    ) -> Option<FormulaId> {
        let state = self.state(state);
        self.analysis.invariant(cx, state, function, at)
    }

    fn beyond_c(&self, state: StateId) -> Option<&'static str> {
        self.analysis.beyond_c(self.state(state))
    }

    fn cost(&self) -> u64 {
        self.analysis.cost()
    }

    fn refines(&self) -> bool {
        self.analysis.refines()
    }

    fn retrace(
        &mut self,
        cx: &Cx<'_>,
        first: bool,
        state: StateId,
        ways: &[Way<'_, StateId>],
    ) -> Option<usize> {
        let Interned {
            analysis, states, ..
        } = self;
        let get = |id: StateId| &states[id as usize];
        let ways: Vec<_> = ways
            .iter()
            .map(|way| Way {
                from: get(*way.from),
                caller: way.caller.map(|&id| get(id)),
                by: way.by,
            })
            .collect();
        analysis.retrace(cx, first, get(state), &ways)
    }

    fn offer(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Option<u64> {
        self.analysis.offer(cx, path)
    }

    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        self.analysis.refute(cx, path)
    }

    fn separate(
        &mut self,
        cx: &Cx<'_>,
        a: &[Move<'_>],
        b: &[Move<'_>],
        rest: &[Move<'_>],
    ) -> Option<Lesson> {
        self.analysis.separate(cx, a, b, rest)
    }

    fn precision(&self, cx: &Cx<'_>) -> Vec<Known> {
        self.analysis.precision(cx)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.analysis.statistics()
    }

    fn show(&self, cx: &Cx<'_>, state: StateId) -> String {
        self.analysis.show(cx, self.state(state))
    }

    fn pictures(&self, cx: &Cx<'_>, state: StateId, all: bool) -> Vec<Picture> {
        self.analysis.pictures(cx, self.state(state), all)
    }

    fn count(&self) -> usize {
        self.states.len()
    }
}

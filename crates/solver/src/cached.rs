//! A solver that remembers: independent constraints, counterexample caching, as
//! in KLEE (Cadar, Dunbar, Engler, OSDI 2008, section 3.3).
//!
//! A query is taken apart into components that share no symbols. For each one,
//! in this order: was this very set asked before; does it contain a set that is
//! known to be contradictory; does one of the last models satisfy it; do intervals
//! show a contradiction (`intervals.rs`); does one of the last models nearly satisfy
//! it (`guess.rs`). Only then the solver below is asked.

use crate::components::{components, conjuncts};
use crate::evaluate::Evaluator;
use crate::guess::guess;
use crate::interpolate::{Arithmetic, Chain};
use crate::intervals::contradictory;
use crate::occurrences::Occurrences;
use crate::session::{Answer, Budget, Core, Model, Solver, Statistics};
use crate::term::{SymbolId, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

pub struct Cached<S> {
    inner: S,
    memory: Memory,
    counts: Counts,
}

#[derive(Default)]
struct Memory {
    /// Whose terms these are.
    identity: Option<u64>,
    occurrences: Occurrences,
    known: FxHashMap<Arc<[Term]>, Known>,
    /// Contradictory sets, by their youngest member.
    contradictions: FxHashMap<Term, Vec<Arc<[Term]>>>,
    /// The newest values of all symbols.
    current: Model,
    recent: VecDeque<Arc<Model>>,
}

#[derive(Clone)]
enum Known {
    Sat(Arc<Model>),
    Unsat,
    /// With this budget.
    Unknown(Budget, String),
}

#[derive(Default)]
struct Counts {
    queries: u64,
    components: u64,
    known: u64,
    contradictions: u64,
    models: u64,
    guesses: u64,
    intervals: u64,
}

/// How many models are tried, beside the newest values.
const MODELS: usize = 8;
/// How many contradictory sets are kept for one member.
const CONTRADICTIONS: usize = 8;
/// Beyond this many answers all are forgotten.
const MOST_KNOWN: usize = 500_000;

impl<S: Solver> Cached<S> {
    pub fn new(inner: S) -> Cached<S> {
        Cached {
            inner,
            memory: Memory::default(),
            counts: Counts::default(),
        }
    }

    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn component(&mut self, terms: &Terms, component: Vec<Term>, budget: &Budget) -> Known {
        let memory = &mut self.memory;
        self.counts.components += 1;
        if let Some(known) = memory.known.get(&component[..])
            && known.is_enough(budget)
        {
            self.counts.known += 1;
            return known.clone();
        }
        let component: Arc<[Term]> = component.into();
        let answer = if memory.contains_contradiction(&component) {
            self.counts.contradictions += 1;
            Known::Unsat
        } else if let Some(model) = memory.satisfying(terms, &component) {
            self.counts.models += 1;
            Known::Sat(model)
        } else if contradictory(terms, &component) {
            self.counts.intervals += 1;
            Known::Unsat
        } else if let Some(answer) = memory.guess(terms, &component) {
            self.counts.guesses += 1;
            match answer {
                Answer::Sat(model) => memory.learn(model),
                _ => Known::Unsat,
            }
        } else {
            match self.inner.check(terms, &component, budget) {
                Answer::Sat(model) => memory.learn(model),
                Answer::Unsat => Known::Unsat,
                Answer::Unknown(why) => Known::Unknown(*budget, why),
            }
        };
        if matches!(answer, Known::Unsat) {
            memory.learn_contradiction(&component);
        }
        memory.known.insert(component, answer.clone());
        answer
    }
}

impl<S: Solver> Cached<S> {
    /// Those of the assertions that contradict each other within a component, which
    /// cannot be true.
    fn core(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        component: &[Term],
        budget: &Budget,
    ) -> Core {
        let speak_of = |set: &[Term]| -> Vec<usize> {
            let is_part = |term| set.binary_search(&term).is_ok();
            let speaks = |assertion: Term| match conjuncts(terms, &[assertion]) {
                Some(parts) => parts.into_iter().any(is_part),
                None => true,
            };
            (0..assertions.len())
                .filter(|&i| speaks(assertions[i]))
                .collect()
        };
        let known = self.memory.contradictions_in(component);
        if let Some(set) = known.min_by_key(|set| set.len())
            && set.len() < component.len()
        {
            return Core::Unsat(speak_of(set));
        }
        let among = speak_of(component);
        let question: Vec<Term> = among.iter().map(|&i| assertions[i]).collect();
        match self.inner.unsat_core(terms, &question, budget) {
            Core::Unsat(core) => {
                let core: Vec<usize> = core.into_iter().map(|i| among[i]).collect();
                let members: Vec<Term> = core.iter().map(|&i| assertions[i]).collect();
                if let Some(members) = conjuncts(terms, &members) {
                    self.memory.learn_contradiction(&members.into());
                }
                Core::Unsat(core)
            }
            // It is known that there is one.
            Core::Sat(_) | Core::Unknown(_) => Core::Unsat(among),
        }
    }
}

impl Known {
    /// Whether asking again with this budget is of no use.
    fn is_enough(&self, budget: &Budget) -> bool {
        fn within<T: PartialOrd>(new: Option<T>, old: Option<T>) -> bool {
            match (new, old) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(new), Some(old)) => new <= old,
            }
        }
        let resource = |b: &Budget| (b.resource > 0).then_some(b.resource);
        match self {
            Known::Sat(_) | Known::Unsat => true,
            Known::Unknown(old, _) => {
                within(resource(budget), resource(old))
                    && within(budget.wall, old.wall)
                    && within(budget.memory, old.memory)
            }
        }
    }
}

impl Memory {
    /// Forgets all if it is about other terms, or too much.
    fn refresh(&mut self, terms: &Terms) {
        let other = self.identity != Some(terms.identity());
        if other || self.known.len() > MOST_KNOWN {
            *self = Memory {
                identity: Some(terms.identity()),
                ..Memory::default()
            };
        }
    }

    fn contains_contradiction(&self, component: &[Term]) -> bool {
        self.contradictions_in(component).next().is_some()
    }

    /// The known contradictory sets within a component.
    fn contradictions_in<'a>(
        &'a self,
        component: &'a [Term],
    ) -> impl Iterator<Item = &'a Arc<[Term]>> {
        let sets = component.iter().filter_map(|m| self.contradictions.get(m));
        let within =
            |set: &&Arc<[Term]>| set.iter().all(|one| component.binary_search(one).is_ok());
        sets.flatten().filter(within)
    }

    fn learn_contradiction(&mut self, set: &Arc<[Term]>) {
        if let Some(&youngest) = set.last() {
            let sets = self.contradictions.entry(youngest).or_default();
            if sets.len() < CONTRADICTIONS && !sets.contains(set) {
                sets.push(set.clone());
            }
        }
    }

    /// A known model that satisfies the component.
    fn satisfying(&mut self, terms: &Terms, component: &[Term]) -> Option<Arc<Model>> {
        let symbols = self.symbols(terms, component);
        let satisfies = |model: &Model| {
            let mut evaluator = Evaluator::new(terms, model);
            // The youngest is the likeliest to be false.
            component.iter().rev().all(|&c| evaluator.holds(c))
                && terms.are_addresses(&symbols, model)
        };
        let model = if satisfies(&self.current) {
            &self.current
        } else {
            let at = self.recent.iter().position(|model| satisfies(model))?;
            // What helped once helps again.
            let model = self.recent.remove(at)?;
            self.recent.push_front(model);
            &self.recent[0]
        };
        let model = Arc::new(model.restricted_to(terms, &symbols));
        self.current.extend(&model);
        Some(model)
    }

    /// An answer found without search.
    fn guess(&mut self, terms: &Terms, component: &[Term]) -> Option<Answer> {
        let symbols = self.symbols(terms, component);
        let near = self.current.restricted_to(terms, &symbols);
        guess(terms, component, &symbols, &near)
    }

    fn symbols(&mut self, terms: &Terms, component: &[Term]) -> Vec<SymbolId> {
        let mut symbols = Vec::new();
        for &conjunct in component {
            symbols.extend_from_slice(&self.occurrences.of(terms, conjunct).symbols);
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    fn learn(&mut self, model: Model) -> Known {
        let model = Arc::new(model);
        self.current.extend(&model);
        self.recent.push_front(model.clone());
        self.recent.truncate(MODELS);
        Known::Sat(model)
    }
}

impl<S: Solver> Solver for Cached<S> {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.counts.queries += 1;
        self.memory.refresh(terms);
        let Some(conjuncts) = conjuncts(terms, assertions) else {
            return Answer::Unsat;
        };
        let mut components = components(terms, &conjuncts, &mut self.memory.occurrences);
        // A contradiction among few is found sooner.
        components.sort_by_key(Vec::len);
        let mut model = Model::new();
        let mut unknown = None;
        for component in components {
            match self.component(terms, component, budget) {
                Known::Sat(part) => model.extend(&part),
                Known::Unsat => return Answer::Unsat,
                Known::Unknown(_, why) => unknown = Some(why),
            }
        }
        match unknown {
            None => Answer::Sat(model),
            Some(why) => Answer::Unknown(why),
        }
    }

    /// The core is sought in one component that cannot be true.
    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        self.counts.queries += 1;
        self.memory.refresh(terms);
        let Some(all) = conjuncts(terms, assertions) else {
            return self.inner.unsat_core(terms, assertions, budget);
        };
        let mut components = components(terms, &all, &mut self.memory.occurrences);
        components.sort_by_key(Vec::len);
        let mut model = Model::new();
        let mut unknown = None;
        for component in components {
            match self.component(terms, component.clone(), budget) {
                Known::Sat(part) => model.extend(&part),
                Known::Unsat => return self.core(terms, assertions, &component, budget),
                Known::Unknown(_, why) => unknown = Some(why),
            }
        }
        match unknown {
            None => Core::Sat(model),
            Some(why) => Core::Unknown(why),
        }
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        chain: &Chain,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        self.inner.interpolants(terms, chain, arithmetic, budget)
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = vec![
            ("queries", self.counts.queries),
            ("query components", self.counts.components),
            ("query components known", self.counts.known),
            (
                "query components with a known contradiction",
                self.counts.contradictions,
            ),
            ("query components with a known model", self.counts.models),
            ("query components guessed", self.counts.guesses),
            (
                "query components contradictory by intervals",
                self.counts.intervals,
            ),
        ];
        statistics.extend(self.inner.statistics());
        statistics
    }
}

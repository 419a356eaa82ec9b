//! Interpolants of a path: what each cut must know of the steps before it for the
//! steps after it to be impossible.
//!
//! A path is a [`Chain`] of steps over state variables. As Horn clauses, a predicate
//! for each cut, a solution is a chain of interpolants (Komuravelli, Gurfinkel,
//! Chaki: SMT-based model checking for recursive programs, CAV 2014, is the engine
//! that solves them). [`Solver::interpolants`] does that over bit vectors or, where
//! sums make these hopeless, over integers; `backend/horn.rs` knows how.
//!
//! Whatever a solver found, [`is_interpolant_chain`] decides over bit vectors
//! whether it is one.

pub(crate) mod linear;

use crate::components::conjuncts;
use crate::session::{Budget, Solver};
use crate::substitute::Substitution;
use crate::term::{FALSE, Sort, TRUE, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// A path as steps over a fixed list of state variables, from any state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The symbols, bit vectors, that stand for the state before each step.
    pub variables: Vec<Term>,
    pub steps: Vec<ChainStep>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainStep {
    /// What must hold for the step to be taken, of the variables and of inputs:
    /// all other symbols, which have other values in each step.
    pub condition: Term,
    /// The values of the variables after the step, of the variables before and
    /// inputs, in the order of the variables.
    pub after: Vec<Term>,
}

/// What the numbers of a chain are while interpolants are sought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Bits,
    /// Signed integers. What has no meaning there may be anything.
    Integers,
}

impl Chain {
    /// Whether it is what it should be.
    pub(crate) fn is_well_formed(&self, terms: &Terms) -> bool {
        let distinct: FxHashSet<_> = self.variables.iter().collect();
        let sort = |&term: &Term| terms.sort(term);
        let is_variable =
            |v: &Term| terms.as_symbol(*v).is_some() && matches!(sort(v), Sort::Bits(_));
        let is_step = |step: &ChainStep| {
            sort(&step.condition) == Sort::Bool
                && step
                    .after
                    .iter()
                    .map(sort)
                    .eq(self.variables.iter().map(sort))
        };
        distinct.len() == self.variables.len()
            && self.variables.iter().all(is_variable)
            && self.steps.iter().all(is_step)
    }

    /// For each cut, the positions of the variables that both sides speak of: read
    /// after it before they are written, and not arbitrary because of what is
    /// before it.
    pub(crate) fn common(&self, terms: &mut Terms) -> Vec<Vec<usize>> {
        let cuts = self.steps.len().saturating_sub(1);
        let positions: FxHashMap<_, _> = self.variables.iter().copied().zip(0..).collect();
        let all = self.variables.len();
        let mut live = vec![vec![false; all]; cuts + 1];
        for at in (0..cuts).rev() {
            let step = &self.steps[at + 1];
            let mut read = vec![step.condition];
            let later = (0..all).filter(|&v| live[at + 1][v]);
            read.extend(later.map(|v| step.after[v]));
            for term in read {
                for &symbol in terms.symbols(term).iter() {
                    if let Some(&v) = positions.get(&terms.symbol_term(symbol)) {
                        live[at][v] = true;
                    }
                }
            }
        }
        let mut known = vec![false; all];
        let mut common = Vec::new();
        for (step, live) in self.steps.iter().zip(&live).take(cuts) {
            // How many of the step's terms speak of a symbol.
            let mut mentions: FxHashMap<_, usize> = FxHashMap::default();
            for &term in step.after.iter().chain([&step.condition]) {
                for &symbol in terms.symbols(term).iter() {
                    *mentions.entry(terms.symbol_term(symbol)).or_default() += 1;
                }
            }
            let arbitrary = |v: usize| {
                let after = step.after[v];
                let before = positions.get(&after);
                terms
                    .as_symbol(after)
                    .is_some_and(|s| terms.as_base(s).is_none())
                    && mentions[&after] == 1
                    && before.is_none_or(|&before| !known[before])
            };
            known = (0..all).map(|v| !arbitrary(v)).collect();
            common.push((0..all).filter(|&v| live[v] && known[v]).collect());
        }
        common
    }
}

/// Whether these are interpolants of the chain, one for each cut between steps:
/// each speaks only of variables that both sides of its cut speak of, follows from
/// the one before it by the step between them (the first by the first step alone),
/// and the last contradicts the last step.
pub fn is_interpolant_chain(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    chain: &Chain,
    interpolants: &[Term],
    budget: &Budget,
) -> bool {
    let cuts = chain.steps.len().checked_sub(1);
    if cuts != Some(interpolants.len()) || !chain.is_well_formed(terms) {
        return false;
    }
    let common = chain.common(terms);
    for (&interpolant, common) in interpolants.iter().zip(&common) {
        let allowed = |term| common.iter().any(|&v| chain.variables[v] == term);
        let symbols = terms.symbols(interpolant);
        if !symbols.iter().all(|&s| allowed(terms.symbol_term(s))) {
            return false;
        }
    }
    let start = Instant::now();
    for (at, step) in chain.steps.iter().enumerate() {
        let before = at.checked_sub(1).map_or(TRUE, |at| interpolants[at]);
        let after = interpolants.get(at).copied().unwrap_or(FALSE);
        let values = chain.variables.iter().copied();
        let mut values = Substitution::new(terms, values.zip(step.after.iter().copied()));
        // One by one they are much easier to prove.
        let goals = conjuncts(terms, &[after]).unwrap_or(vec![after]);
        for goal in goals {
            let goal = values.apply(terms, goal);
            let rest = Budget {
                wall: budget.wall.map(|wall| wall.saturating_sub(start.elapsed())),
                ..*budget
            };
            if solver.entails(terms, &[before, step.condition], goal, &rest) != Some(true) {
                return false;
            }
        }
    }
    true
}

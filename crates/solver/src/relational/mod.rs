//! Entailments between formulae of relational logic over one sort of objects: the theorem
//! prover of boolean heaps (seed 004, section 7).
//!
//! Which of some goals follow from some facts, is asked at once: a model of the facts
//! refutes all goals that are false in it, and what no model refutes follows. Answers are
//! kept under the propositions that were asked, which are in one form.

mod ground;
#[cfg(test)]
mod tests;

pub use ground::Theory;

use crate::evaluate::Evaluator;
use crate::session::{Answer, Budget, Solver, Statistics};
use crate::term::{Term, Terms};
use ground::Grounded;
use indexmap::IndexMap;
use logic::relational::Formula;
use rustc_hash::{FxBuildHasher, FxHashMap};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TheoryId(u32);

/// What follows from facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Consequences {
    /// No state has these facts.
    Impossible,
    /// Of each goal, whether it follows. Where that is not known it does not.
    Of(Vec<bool>),
}

pub struct Prover {
    terms: Terms,
    solver: Box<dyn Solver>,
    budget: Budget,
    theories: IndexMap<Theory, Grounded, FxBuildHasher>,
    answers: FxHashMap<(TheoryId, Vec<Term>, Vec<Term>), Consequences>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    entailments: u64,
    kept: u64,
    checks: u64,
    given_up: u64,
}

impl Prover {
    /// `resource` is what one check may cost.
    pub fn new(solver: Box<dyn Solver>, resource: u64) -> Prover {
        Prover {
            terms: Terms::new(),
            solver,
            budget: Budget {
                resource,
                ..Budget::UNLIMITED
            },
            theories: IndexMap::default(),
            answers: FxHashMap::default(),
            counts: Counts::default(),
        }
    }

    pub fn theory(&mut self, theory: Theory) -> TheoryId {
        if let Some(known) = self.theories.get_index_of(&theory) {
            return TheoryId(known as u32);
        }
        let grounded = Grounded::new(&mut self.terms, &theory);
        TheoryId(self.theories.insert_full(theory, grounded).0 as u32)
    }

    /// Which goals hold in all states of a theory that have some facts.
    pub fn consequences(
        &mut self,
        theory: TheoryId,
        facts: &[Formula],
        goals: &[Formula],
    ) -> Consequences {
        let grounded = &mut self.theories[theory.0 as usize];
        let terms = &mut self.terms;
        let mut pool = grounded.pool_of_facts();
        let mut known: Vec<Term> = Vec::new();
        for fact in facts {
            let fact = grounded.weakened(terms, fact, &mut pool);
            if fact != terms.bool(true) && !known.contains(&fact) {
                known.push(fact);
            }
        }
        let mut denied: Vec<Term> = Vec::new();
        for goal in goals {
            // At most one of them is looked at in a model, so they may share witnesses.
            let mut pool = grounded.pool_of_goals();
            let goal = Formula::not(goal.clone());
            denied.push(grounded.weakened(terms, &goal, &mut pool));
        }
        self.counts.entailments += goals.len() as u64;
        let key = (theory, known, denied);
        if let Some(answer) = self.answers.get(&key) {
            self.counts.kept += goals.len() as u64;
            return answer.clone();
        }
        let answer = self.find(theory, &key.1, &key.2);
        self.answers.insert(key, answer.clone());
        answer
    }

    fn find(&mut self, theory: TheoryId, facts: &[Term], denied: &[Term]) -> Consequences {
        let mut assertions = self.theories[theory.0 as usize].base.clone();
        assertions.extend_from_slice(facts);
        // What cannot be denied follows; what cannot be true is denied by every model.
        let mut left: Vec<usize> = (0..denied.len()).collect();
        let mut follows = vec![false; denied.len()];
        let mut first = true;
        loop {
            let any = left.iter().map(|&i| denied[i]);
            let any = match first {
                true => self.terms.bool(true),
                false => self.terms.any(any.collect::<Vec<_>>()),
            };
            let height = assertions.len();
            assertions.push(any);
            self.counts.checks += 1;
            let answer = self.solver.check(&self.terms, &assertions, &self.budget);
            assertions.truncate(height);
            match answer {
                Answer::Unsat if first => return Consequences::Impossible,
                Answer::Unsat => {
                    left.iter().for_each(|&i| follows[i] = true);
                    break;
                }
                Answer::Unknown(_) => {
                    self.counts.given_up += 1;
                    break;
                }
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(&self.terms, &model);
                    left.retain(|&i| !evaluator.holds(denied[i]));
                }
            }
            first = false;
            if left.is_empty() {
                break;
            }
        }
        Consequences::Of(follows)
    }

    pub fn statistics(&self) -> Statistics {
        let mut all = vec![
            ("heap entailments", self.counts.entailments),
            ("heap entailments known", self.counts.kept),
            ("heap checks", self.counts.checks),
            ("heap checks given up", self.counts.given_up),
        ];
        let time = self.solver.statistics().into_iter();
        all.extend(
            time.filter(|(name, _)| *name == "z3 microseconds")
                .map(|(_, time)| ("heap solver microseconds", time)),
        );
        all
    }
}

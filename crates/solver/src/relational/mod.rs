//! Entailments between formulae of relational logic over one sort of objects: the theorem
//! prover of boolean heaps (seed 004, section 7).
//!
//! Which of some goals follow from some facts, is asked at once: a model of the facts
//! refutes all goals that are false in it, and what no model refutes follows. Answers are
//! kept under the propositions that were asked, which are in one form.

mod ground;

pub use ground::Theory;

use crate::backend::{Found, Propositions};
use crate::session::Statistics;
use crate::term::{Term, Terms};
use ground::Grounded;
use indexmap::IndexMap;
use logic::relational::{Formula, PredicateId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::RefCell;

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
    resource: u64,
    /// By [`TheoryId`].
    named: Vec<(usize, Names)>,
    /// Each is made when it is first asked.
    theories: IndexMap<Theory, Option<Asked>, FxBuildHasher>,
    answers: FxHashMap<(usize, Vec<Term>, Vec<Term>), Consequences>,
    /// What nullary predicates say that are about numbers.
    conditions: FxHashMap<PredicateId, Term>,
    counts: Counts,
}

/// Canonical names of predicates: their order in a theory.
#[derive(Default)]
struct Names {
    known: RefCell<FxHashMap<PredicateId, PredicateId>>,
}

impl Names {
    fn name(&self, p: PredicateId) -> PredicateId {
        let mut known = self.known.borrow_mut();
        let next = PredicateId(known.len() as u32);
        *known.entry(p).or_insert(next)
    }

    fn formula(&self, formula: &Formula) -> Formula {
        formula.rename(&|p| self.name(p), &[])
    }

    fn canonical(&self, theory: Theory) -> Theory {
        let pins = theory
            .pins
            .iter()
            .map(|&(p, object)| (self.name(p), object));
        let pins = pins.collect();
        let predicates = theory.predicates.iter();
        let predicates = predicates.map(|&(p, arity)| (self.name(p), arity));
        let predicates = predicates.collect();
        let axioms = theory.axioms.iter().map(|f| self.formula(f)).collect();
        Theory {
            pins,
            predicates,
            axioms,
            ..theory
        }
    }
}

/// What says something about numbers says it in every theory.
fn apart(p: PredicateId) -> PredicateId {
    PredicateId(u32::MAX - p.0)
}

struct Asked {
    grounded: Grounded,
    propositions: Propositions,
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
    pub fn new(resource: u64) -> Prover {
        Prover {
            terms: Terms::new(),
            resource,
            named: Vec::new(),
            theories: IndexMap::default(),
            answers: FxHashMap::default(),
            conditions: FxHashMap::default(),
            counts: Counts::default(),
        }
    }

    /// Gives a nullary predicate a meaning: a term over symbols for numbers, decided
    /// together with the rest. False if it has none.
    pub fn define(
        &mut self,
        predicate: PredicateId,
        make: impl FnOnce(&mut Terms) -> Option<Term>,
    ) -> bool {
        if self.conditions.contains_key(&predicate) {
            return true;
        }
        let term = make(&mut self.terms);
        self.conditions.extend(term.map(|term| (predicate, term)));
        term.is_some()
    }

    /// Theories that differ only in the names of predicates are one.
    pub fn theory(&mut self, theory: Theory) -> TheoryId {
        let names = Names::default();
        let theory = names.canonical(theory);
        let number = match self.theories.get_index_of(&theory) {
            Some(known) => known,
            None => self.theories.insert_full(theory, None).0,
        };
        self.named.push((number, names));
        TheoryId(self.named.len() as u32 - 1)
    }

    fn asked(&mut self, number: usize) -> (&mut Asked, &mut Terms) {
        let (theory, asked) = self
            .theories
            .get_index_mut(number)
            .expect("numbers are of theories");
        let terms = &mut self.terms;
        let asked = asked.get_or_insert_with(|| {
            let grounded = Grounded::new(terms, theory);
            let mut propositions = Propositions::new(self.resource);
            for &axiom in &grounded.base {
                propositions.assert(terms, axiom);
            }
            Asked {
                grounded,
                propositions,
            }
        });
        (asked, terms)
    }

    /// Which goals hold in all states of a theory that have some facts.
    pub fn consequences(
        &mut self,
        theory: TheoryId,
        facts: &[Formula],
        goals: &[Formula],
    ) -> Consequences {
        let (theory, names) = &self.named[theory.0 as usize];
        let theory = *theory;
        let mut conditions = Vec::new();
        let mut canonical = |formulae: &[Formula]| -> Vec<Formula> {
            let all = formulae.iter().map(|formula| {
                for p in formula.predicates() {
                    let term = self.conditions.get(&p);
                    conditions.extend(term.map(|&term| (apart(p), term)));
                }
                formula.rename(
                    &|p| match self.conditions.contains_key(&p) {
                        true => apart(p),
                        false => names.name(p),
                    },
                    &[],
                )
            });
            all.collect()
        };
        let (facts, goals) = (canonical(facts), canonical(goals));
        let (Asked { grounded, .. }, terms) = self.asked(theory);
        grounded.define(&conditions);
        let mut pool = grounded.pool_of_facts();
        let mut known: Vec<Term> = Vec::new();
        for fact in &facts {
            let fact = grounded.weakened(terms, fact, &mut pool);
            if fact != terms.bool(true) && !known.contains(&fact) {
                known.push(fact);
            }
        }
        let mut denied: Vec<Term> = Vec::new();
        for goal in &goals {
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

    fn find(&mut self, theory: usize, facts: &[Term], denied: &[Term]) -> Consequences {
        let mut assumed = facts.to_vec();
        let mut left: Vec<usize> = (0..denied.len()).collect();
        let mut follows = vec![false; denied.len()];
        let mut first = true;
        loop {
            let watched: Vec<Term> = left.iter().map(|&i| denied[i]).collect();
            self.counts.checks += 1;
            let (Asked { propositions, .. }, terms) = self.asked(theory);
            if !first {
                assumed.push(terms.any(watched.clone()));
            }
            let found = propositions.check(terms, &assumed, &watched);
            assumed.truncate(facts.len());
            match found {
                Found::No if first => return Consequences::Impossible,
                Found::No => {
                    left.iter().for_each(|&i| follows[i] = true);
                    break;
                }
                Found::Unknown => {
                    self.counts.given_up += 1;
                    break;
                }
                Found::Yes(truths) => {
                    let mut truths = truths.into_iter();
                    left.retain(|_| truths.next() == Some(false));
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
        let asked = self.theories.values().flatten();
        let time = asked.map(|a| a.propositions.time.as_micros() as u64);
        all.push(("heap solver microseconds", time.sum()));
        all
    }
}

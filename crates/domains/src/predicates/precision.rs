//! The precision: predicates, and at which places they are tracked.

use super::regions::MAX_PREDICATES;
use indexmap::IndexSet;
use program::{FunctionId, Location};
use rustc_hash::{FxBuildHasher, FxHashMap};
use solver::{Term, Terms};
use std::rc::Rc;

#[derive(Default)]
pub struct Precision {
    /// Each with the polarity that was met first.
    predicates: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    places: IndexSet<(FunctionId, Location), FxBuildHasher>,
    tracked: FxHashMap<(FunctionId, Location), Rc<[u32]>>,
}

impl Precision {
    pub fn term(&self, predicate: u32) -> Term {
        self.predicates[predicate as usize]
    }

    pub fn terms(&self) -> &[Term] {
        &self.predicates
    }

    /// What is tracked at a place, in order.
    pub fn at(&self, place: (FunctionId, Location)) -> Rc<[u32]> {
        self.tracked.get(&place).cloned().unwrap_or_default()
    }

    pub fn place(&mut self, place: (FunctionId, Location)) -> u32 {
        self.places.insert_full(place).0 as u32
    }

    /// Tracks a predicate at a place. True if it was not before.
    pub fn track(
        &mut self,
        terms: &mut Terms,
        place: (FunctionId, Location),
        predicate: Term,
    ) -> bool {
        if terms.as_bool(predicate).is_some() {
            return false;
        }
        let negated = terms.not(predicate);
        let known = self.numbers.get(&predicate);
        let number = match known.or_else(|| self.numbers.get(&negated)) {
            Some(&number) => number,
            None if self.predicates.len() >= usize::from(MAX_PREDICATES) => return false,
            None => {
                let number = self.predicates.len() as u32;
                self.predicates.push(predicate);
                self.numbers.insert(predicate, number);
                number
            }
        };
        let tracked = self.tracked.entry(place).or_default();
        match tracked.binary_search(&number) {
            Ok(_) => false,
            Err(at) => {
                let mut more = tracked.to_vec();
                more.insert(at, number);
                *tracked = more.into();
                true
            }
        }
    }

    pub fn predicate_count(&self) -> usize {
        self.predicates.len()
    }

    /// Every place with what is tracked there, in order.
    pub fn places(&self) -> Vec<((FunctionId, Location), Rc<[u32]>)> {
        let mut all: Vec<_> = self.tracked.iter().map(|(p, t)| (*p, t.clone())).collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        all
    }
}

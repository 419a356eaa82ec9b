//! The precision: predicates, and at which places they are tracked.

use super::regions::MAX_PREDICATES;
use indexmap::IndexSet;
use program::{FunctionId, Location};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use solver::{Term, Terms};
use std::rc::Rc;

type Place = (FunctionId, Location);

#[derive(Default)]
pub struct Precision {
    /// Each with the polarity that was met first.
    predicates: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    places: IndexSet<(FunctionId, Location), FxBuildHasher>,
    tracked: FxHashMap<(FunctionId, Location), Rc<[u32]>>,
    /// What is tracked at every place.
    everywhere: Rc<[u32]>,
    /// Cells whose values are told apart, where they are plain.
    cells: FxHashMap<(FunctionId, Location), Rc<[Term]>>,
    /// The values that they had.
    seen: FxHashMap<((FunctionId, Location), Term), FxHashSet<Term>>,
}

/// Cells that had more values at a place are not followed there any more: they count.
const MAX_VALUES: usize = 100;

impl Precision {
    pub fn term(&self, predicate: u32) -> Term {
        self.predicates[predicate as usize]
    }

    pub fn terms(&self) -> &[Term] {
        &self.predicates
    }

    /// What is tracked at a place, in order.
    pub fn at(&self, place: (FunctionId, Location)) -> Rc<[u32]> {
        let own = self.tracked.get(&place);
        own.unwrap_or(&self.everywhere).clone()
    }

    /// Tracks a predicate at every place. To be said before anything else.
    pub fn track_everywhere(&mut self, terms: &mut Terms, predicate: Term) {
        if terms.as_bool(predicate).is_none()
            && let Some((number, _)) = self.number(terms, predicate)
        {
            let mut more = self.everywhere.to_vec();
            more.push(number);
            more.sort_unstable();
            more.dedup();
            self.everywhere = more.into();
        }
    }

    /// The same for a place by its number.
    pub fn at_start(&self, start: u32) -> Rc<[u32]> {
        let place = self.places.get_index(start as usize);
        place.map(|&place| self.at(place)).unwrap_or_default()
    }

    pub fn cells_at(&self, place: (FunctionId, Location)) -> Rc<[Term]> {
        self.cells.get(&place).cloned().unwrap_or_default()
    }

    /// Tells apart the values of a cell at a place. True if they were not before.
    pub fn split(&mut self, place: (FunctionId, Location), cell: Term) -> bool {
        if self.seen.contains_key(&(place, cell)) {
            return false;
        }
        self.seen.insert((place, cell), FxHashSet::default());
        let cells = self.cells.entry(place).or_default();
        let mut more = cells.to_vec();
        more.push(cell);
        *cells = more.into();
        true
    }

    /// A cell has a value at a place.
    pub fn note(&mut self, place: (FunctionId, Location), cell: Term, value: Term) {
        let seen = self.seen.entry((place, cell)).or_default();
        seen.insert(value);
        if seen.len() > MAX_VALUES {
            let cells = self.cells.entry(place).or_default();
            *cells = cells.iter().copied().filter(|&c| c != cell).collect();
        }
    }

    /// The number of a predicate, and whether it stands for the negation.
    pub fn number(&mut self, terms: &mut Terms, predicate: Term) -> Option<(u32, bool)> {
        if let Some(&number) = self.numbers.get(&predicate) {
            return Some((number, true));
        }
        let negated = terms.not(predicate);
        if let Some(&number) = self.numbers.get(&negated) {
            return Some((number, false));
        }
        if self.predicates.len() >= usize::from(MAX_PREDICATES) {
            return None;
        }
        let number = self.predicates.len() as u32;
        self.predicates.push(predicate);
        self.numbers.insert(predicate, number);
        Some((number, true))
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
        let Some((number, _)) = self.number(terms, predicate) else {
            return false;
        };
        let everywhere = &self.everywhere;
        let tracked = self
            .tracked
            .entry(place)
            .or_insert_with(|| everywhere.clone());
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

    /// Every place with the cells whose values are told apart there, in order.
    pub fn cells(&self) -> Vec<(Place, Rc<[Term]>)> {
        let mut all: Vec<_> = self.cells.iter().map(|(p, c)| (*p, c.clone())).collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        all
    }

    /// Every place with what is tracked there, in order.
    pub fn places(&self) -> Vec<(Place, Rc<[u32]>)> {
        let mut all: Vec<_> = self.tracked.iter().map(|(p, t)| (*p, t.clone())).collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        all
    }
}

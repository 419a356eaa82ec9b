//! Regions: boolean combinations of predicates, as decision diagrams.

use biodivine_lib_bdd::{Bdd, BddPointer, BddVariable, BddVariableSet};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use solver::{Term, Terms};

/// A region of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(u32);

impl RegionId {
    /// All states.
    pub const TRUE: RegionId = RegionId(0);
}

/// Diagrams have to know how many variables there can be.
pub const MAX_PREDICATES: u16 = 8192;

pub struct Regions {
    universe: BddVariableSet,
    all: IndexSet<Bdd, FxBuildHasher>,
    implied: FxHashMap<(RegionId, RegionId), bool>,
    terms: FxHashMap<RegionId, Term>,
}

impl Regions {
    pub fn new() -> Regions {
        let universe = BddVariableSet::new_anonymous(MAX_PREDICATES);
        let mut all = IndexSet::default();
        all.insert(universe.mk_true());
        Regions {
            universe,
            all,
            implied: FxHashMap::default(),
            terms: FxHashMap::default(),
        }
    }

    pub fn intern(&mut self, region: Bdd) -> RegionId {
        RegionId(self.all.insert_full(region).0 as u32)
    }

    pub fn get(&self, id: RegionId) -> &Bdd {
        &self.all[id.0 as usize]
    }

    pub fn full(&self) -> Bdd {
        self.universe.mk_true()
    }

    pub fn empty(&self) -> Bdd {
        self.universe.mk_false()
    }

    pub fn literal(&self, predicate: u32, value: bool) -> Bdd {
        let var = BddVariable::from_index(predicate as usize);
        self.universe.mk_literal(var, value)
    }

    /// What a region says about some predicates alone.
    pub fn project(&self, id: RegionId, keep: &[u32]) -> Bdd {
        let region = self.get(id);
        let drop: Vec<BddVariable> = region
            .support_set()
            .into_iter()
            .filter(|v| !keep.contains(&(v.to_index() as u32)))
            .collect();
        region.exists(&drop)
    }

    /// The value of a predicate, if all states of a region agree about it.
    pub fn value(&self, id: RegionId, predicate: u32) -> Option<bool> {
        let region = self.get(id);
        let var = BddVariable::from_index(predicate as usize);
        if !region.support_set_contains(&var) {
            return None;
        }
        let agree = |value: bool| region.and(&self.literal(predicate, !value)).is_false();
        [true, false].into_iter().find(|&v| agree(v))
    }

    pub fn implies(&mut self, a: RegionId, b: RegionId) -> bool {
        if a == b || b == RegionId::TRUE {
            return true;
        }
        if let Some(&known) = self.implied.get(&(a, b)) {
            return known;
        }
        let implied = self.get(a).imp(self.get(b)).is_true();
        self.implied.insert((a, b), implied);
        implied
    }

    /// A region as a term, given those of the predicates.
    pub fn term(&mut self, terms: &mut Terms, id: RegionId, predicates: &[Term]) -> Term {
        if let Some(&known) = self.terms.get(&id) {
            return known;
        }
        let region = &self.all[id.0 as usize];
        let mut done: FxHashMap<BddPointer, Term> = FxHashMap::default();
        done.insert(BddPointer::zero(), terms.bool(false));
        done.insert(BddPointer::one(), terms.bool(true));
        let mut open = vec![region.root_pointer()];
        while let Some(&node) = open.last() {
            if done.contains_key(&node) {
                open.pop();
                continue;
            }
            let (low, high) = (region.low_link_of(node), region.high_link_of(node));
            match (done.get(&low), done.get(&high)) {
                (Some(&low), Some(&high)) => {
                    let predicate = predicates[region.var_of(node).to_index()];
                    let term = terms.ite(predicate, high, low);
                    done.insert(node, term);
                    open.pop();
                }
                (low_known, high_known) => {
                    let (need_low, need_high) = (low_known.is_none(), high_known.is_none());
                    if need_low {
                        open.push(low);
                    }
                    if need_high {
                        open.push(high);
                    }
                }
            }
        }
        let term = done[&region.root_pointer()];
        self.terms.insert(id, term);
        term
    }

    /// The region as alternatives, each a conjunction of predicates and their values;
    /// None if there are too many.
    pub fn alternatives(&self, id: RegionId, most: usize) -> Option<Vec<Vec<(u32, bool)>>> {
        let region = self.get(id);
        if region.is_true() {
            return Some(vec![Vec::new()]);
        }
        let mut found = Vec::new();
        let mut open = vec![(region.root_pointer(), Vec::new())];
        while let Some((node, values)) = open.pop() {
            if node.is_one() {
                if found.len() == most {
                    return None;
                }
                found.push(values);
            } else if !node.is_zero() {
                let var = region.var_of(node).to_index() as u32;
                let with = |value: bool| {
                    let mut values = values.clone();
                    values.push((var, value));
                    values
                };
                open.push((region.low_link_of(node), with(false)));
                open.push((region.high_link_of(node), with(true)));
            }
        }
        Some(found)
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }
}

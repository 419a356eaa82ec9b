//! Sets of canonical structures.

use crate::Structure;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A set of canonical structures of one vocabulary. A clone shares the set until one of
/// the two is changed.
#[derive(Clone, Default, Debug)]
pub struct Region {
    structures: Rc<IndexSet<Structure, FxBuildHasher>>,
}

impl Region {
    pub fn new() -> Region {
        Region::default()
    }

    /// Whether it is new. The structure must be canonical.
    pub fn insert(&mut self, s: Structure) -> bool {
        if self.structures.contains(&s) {
            return false;
        }
        Rc::make_mut(&mut self.structures).insert(s)
    }

    pub fn contains(&self, s: &Structure) -> bool {
        self.structures.contains(s)
    }

    /// In the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = &Structure> + '_ {
        self.structures.iter()
    }

    pub fn len(&self) -> usize {
        self.structures.len()
    }

    pub fn is_empty(&self) -> bool {
        self.structures.is_empty()
    }

    pub fn union(&self, other: &Region) -> Region {
        if Rc::ptr_eq(&self.structures, &other.structures) || other.is_empty() {
            return self.clone();
        }
        if self.is_empty() {
            return other.clone();
        }
        let mut union = self.clone();
        for s in other.iter() {
            union.insert(s.clone());
        }
        union
    }

    /// Whether every structure is in `other`, or embeds in one that is.
    pub fn is_subset(&self, other: &Region) -> bool {
        Rc::ptr_eq(&self.structures, &other.structures)
            || self
                .iter()
                .all(|s| other.contains(s) || other.iter().any(|larger| s.embeds(larger)))
    }
}

impl PartialEq for Region {
    fn eq(&self, other: &Region) -> bool {
        Rc::ptr_eq(&self.structures, &other.structures) || self.structures == other.structures
    }
}

impl Eq for Region {}

impl Hash for Region {
    /// Independent of the order: equal sets, equal hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let sum = self.iter().fold(0u64, |sum, s| {
            let mut own = FxHasher::default();
            s.hash(&mut own);
            sum.wrapping_add(own.finish())
        });
        state.write_u64(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::SEARCHES;
    use crate::{Kleene, Traits, Vocabulary, VocabularyBuilder};
    use logic::relational::PredicateId;

    fn vocabulary() -> Vocabulary {
        let mut b = VocabularyBuilder::new();
        for p in 0..10 {
            b.core(
                PredicateId(p),
                1,
                Traits {
                    abstraction: true,
                    unique: false,
                },
            );
        }
        b.core(PredicateId(10), 1, Traits::default());
        b.finish()
    }

    /// One node, whose name is the number.
    fn numbered(v: &Vocabulary, number: usize) -> Structure {
        let mut s = Structure::empty(v);
        let n = s.add_node();
        for p in 0..10 {
            s.set_unary(v, PredicateId(p), n, Kleene::from(number >> p & 1 != 0));
        }
        s.canonical(v)
    }

    #[test]
    fn equal_structures_are_found_without_a_search() {
        let v = vocabulary();
        let of = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut region = Region::new();
            for number in numbers {
                region.insert(numbered(&v, number));
            }
            region
        };
        let (up, down) = (of(&mut (0..1000)), of(&mut (0..1000).rev()));
        let half = of(&mut (0..500));
        assert_eq!(up, down);
        assert_eq!(up.union(&down).len(), 1000);
        assert!(up.is_subset(&down) && half.is_subset(&up));
        assert_eq!(SEARCHES.get(), 0);
        let mut state = (FxHasher::default(), FxHasher::default());
        up.hash(&mut state.0);
        down.hash(&mut state.1);
        assert_eq!(state.0.finish(), state.1.finish());
        assert!(!up.is_subset(&half));
    }

    #[test]
    fn a_sharper_structure_is_below_a_blurred_one() {
        let v = vocabulary();
        let sharp = numbered(&v, 5);
        let mut blurred = sharp.clone();
        blurred.set_unary(&v, PredicateId(10), 0, Kleene::Unknown);
        let (mut small, mut large) = (Region::new(), Region::new());
        small.insert(sharp);
        large.insert(blurred);
        assert!(small.is_subset(&large) && !large.is_subset(&small));
    }
}

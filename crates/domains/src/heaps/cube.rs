//! Conjunctions of heap predicates and their negations (seed 004, Definition 3), and the
//! sets of them that boolean heaps are.

use std::rc::Rc;

/// Which predicates hold and which do not; of the others nothing is said. The predicates
/// are numbered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube {
    pub yes: u128,
    pub no: u128,
}

/// More predicates are not numbered.
pub const MOST_PREDICATES: usize = 128;

impl Cube {
    pub fn get(&self, number: usize) -> Option<bool> {
        match (self.yes >> number & 1, self.no >> number & 1) {
            (1, _) => Some(true),
            (_, 1) => Some(false),
            _ => None,
        }
    }

    pub fn set(&mut self, number: usize, value: Option<bool>) {
        let bit = 1 << number;
        self.yes &= !bit;
        self.no &= !bit;
        match value {
            Some(true) => self.yes |= bit,
            Some(false) => self.no |= bit,
            None => {}
        }
    }

    /// Does this one say all that another does?
    pub fn implies(&self, other: &Cube) -> bool {
        other.yes & !self.yes == 0 && other.no & !self.no == 0
    }

    /// The literals, in order.
    pub fn literals(&self) -> impl Iterator<Item = (usize, bool)> + use<> {
        let (yes, all) = (self.yes, self.yes | self.no);
        (0..MOST_PREDICATES)
            .filter(move |n| all >> n & 1 == 1)
            .map(move |n| (n, yes >> n & 1 == 1))
    }
}

/// A boolean heap's abstract objects, in order, none of which implies another.
pub fn normal(mut cubes: Vec<Cube>) -> Rc<[Cube]> {
    cubes.sort_unstable();
    cubes.dedup();
    let all = cubes.clone();
    cubes.retain(|c| !all.iter().any(|other| other != c && c.implies(other)));
    cubes.into()
}

/// Is every object of some among others?
pub fn covered(cubes: &[Cube], by: &[Cube]) -> bool {
    cubes
        .iter()
        .all(|c| by.iter().any(|other| c.implies(other)))
}

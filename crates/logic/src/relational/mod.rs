//! First-order formulae over predicate symbols, with transitive closure.
//!
//! This is the logic of three-valued shape analysis (Sagiv, Reps, Wilhelm, TOPLAS
//! 2002, section 2): predicates of arity 0, 1 and 2 over the individuals of a
//! structure, equality, quantifiers, the reflexive transitive closure of a formula in
//! two variables, and the literal `1/2`. What a formula means is told by who evaluates
//! it (crate `structures`); here are only its form and its text.
//!
//! ```text
//! exists a, b. next(a, v) & next(b, v) & a != b
//! forall u. x(u) -> (left | right)*(u, v)
//! ```

mod formula;
#[cfg(test)]
mod heap_tests;
mod hwp;
mod parse;
mod print;
mod reach;
#[cfg(test)]
mod tests;

pub use formula::{Formula, STEP_FROM, STEP_TO, Variable};
pub use hwp::Assigned;
pub use parse::ParseError;
pub use print::Shown;
pub use reach::Reach;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A predicate symbol of a [`Signatures`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// Names and arities of predicate symbols.
#[derive(Clone, Default, Debug)]
pub struct Signatures {
    arities: IndexMap<String, u8, FxBuildHasher>,
}

impl Signatures {
    pub fn new() -> Signatures {
        Signatures::default()
    }

    /// The symbol of this name; a name keeps the arity it was first given.
    pub fn intern(&mut self, name: &str, arity: u8) -> PredicateId {
        assert!(arity <= 2, "predicates have at most two arguments");
        let (index, _) = match self.arities.get_full(name) {
            Some((index, _, known)) => {
                debug_assert_eq!(*known, arity, "the arity of `{name}`");
                (index, None)
            }
            None => self.arities.insert_full(name.to_owned(), arity),
        };
        PredicateId(index as u32)
    }

    pub fn name(&self, id: PredicateId) -> &str {
        self.arities
            .get_index(id.0 as usize)
            .map_or("?", |(name, _)| name)
    }

    pub fn arity(&self, id: PredicateId) -> u8 {
        self.arities
            .get_index(id.0 as usize)
            .map_or(0, |(_, arity)| *arity)
    }

    pub fn find(&self, name: &str) -> Option<PredicateId> {
        self.arities
            .get_index_of(name)
            .map(|index| PredicateId(index as u32))
    }

    pub fn len(&self) -> usize {
        self.arities.len()
    }

    pub fn is_empty(&self) -> bool {
        self.arities.is_empty()
    }
}

/// Names of variables, for the text form. A variable without a name is `_7`.
#[derive(Clone, Default, Debug)]
pub struct Variables {
    names: Vec<String>,
}

impl Variables {
    pub fn new() -> Variables {
        Variables::default()
    }

    /// The variable of this name, if there is room for one more.
    pub fn intern(&mut self, name: &str) -> Option<Variable> {
        if let Some(number) = name.strip_prefix('_') {
            return number.parse().ok().map(Variable);
        }
        if let Some(index) = self.names.iter().position(|known| known == name) {
            return Some(Variable(index as u8));
        }
        // The last two stand in the steps of closures.
        if self.names.len() >= usize::from(STEP_FROM.0) {
            return None;
        }
        self.names.push(name.to_owned());
        Some(Variable(self.names.len() as u8 - 1))
    }

    pub fn name(&self, variable: Variable) -> String {
        match self.names.get(usize::from(variable.0)) {
            Some(name) => name.clone(),
            None => format!("_{}", variable.0),
        }
    }
}

//! Conjunctions as sets: flat, in order, and taken apart into components that
//! have nothing to do with one another.

use crate::occurrences::Occurrences;
use crate::term::{FALSE, Node, SymbolId, TRUE, Term, Terms};
use rustc_hash::FxHashMap;

/// The conjuncts of all assertions, in order and each once; None if they
/// contradict each other plainly.
pub fn conjuncts(terms: &Terms, assertions: &[Term]) -> Option<Vec<Term>> {
    let mut conjuncts = Vec::with_capacity(assertions.len());
    let mut open = assertions.to_vec();
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::And(a, b) => open.extend([a, b]),
            _ if term == TRUE => {}
            _ if term == FALSE => return None,
            _ => conjuncts.push(term),
        }
    }
    conjuncts.sort_unstable();
    conjuncts.dedup();
    let contradiction = conjuncts
        .iter()
        .any(|&conjunct| match terms.node(conjunct) {
            Node::Not(a) => conjuncts.binary_search(&a).is_ok(),
            _ => false,
        });
    (!contradiction).then_some(conjuncts)
}

/// Groups conjuncts that share symbols, directly or not. Addresses of objects
/// are apart from each other, so conjuncts about addresses all belong together.
pub fn components(
    terms: &Terms,
    conjuncts: &[Term],
    occurrences: &mut Occurrences,
) -> Vec<Vec<Term>> {
    let mut groups = Groups {
        parents: (0..conjuncts.len()).collect(),
    };
    let mut first: FxHashMap<SymbolId, usize> = FxHashMap::default();
    let mut addresses = None;
    for (at, &conjunct) in conjuncts.iter().enumerate() {
        for &symbol in occurrences.of(terms, conjunct).symbols.iter() {
            let other = *first.entry(symbol).or_insert(at);
            groups.join(at, other);
            if terms.as_base(symbol).is_some() {
                groups.join(at, *addresses.get_or_insert(at));
            }
        }
    }
    let mut components: Vec<Vec<Term>> = Vec::new();
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, &conjunct) in conjuncts.iter().enumerate() {
        let place = *places.entry(groups.root(at)).or_insert(components.len());
        if place == components.len() {
            components.push(Vec::new());
        }
        components[place].push(conjunct);
    }
    components
}

/// Disjoint sets of positions.
struct Groups {
    parents: Vec<usize>,
}

impl Groups {
    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}

//! What occurs in a term: its symbols, and whether there are floats and arrays.

use crate::term::{Node, SymbolId, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What occurs in one term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// In order.
    pub symbols: Arc<[SymbolId]>,
    /// Whether there are operations on floating-point numbers.
    pub floats: bool,
    /// Whether there are arrays.
    pub arrays: bool,
}

/// A memory of the contents of terms. It remembers the terms it was asked about
/// and not all below them: sums over thousands of symbols have thousands of
/// different partial sums.
#[derive(Default)]
pub struct Occurrences {
    known: FxHashMap<Term, Contents>,
}

impl Occurrences {
    pub fn of(&mut self, terms: &Terms, term: Term) -> &Contents {
        if !self.known.contains_key(&term) {
            let contents = self.collect(terms, term);
            self.known.insert(term, contents);
        }
        &self.known[&term]
    }

    fn collect(&self, terms: &Terms, term: Term) -> Contents {
        let mut symbols = Vec::new();
        let (mut floats, mut arrays) = (false, false);
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if let Some(symbol) = terms.as_symbol(term) {
                symbols.push(symbol);
            } else if let Some(found) = self.known.get(&term) {
                symbols.extend_from_slice(&found.symbols);
                floats |= found.floats;
                arrays |= found.arrays;
            } else {
                let node = terms.node(term);
                floats |= is_float(node);
                arrays |= matches!(node, Node::Select(..));
                for operand in terms.operands(term) {
                    if !terms.is_constant(operand) && seen.insert(operand) {
                        open.push(operand);
                    }
                }
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        Contents {
            symbols: symbols.into(),
            floats,
            arrays,
        }
    }
}

fn is_float(node: Node) -> bool {
    matches!(
        node,
        Node::Float(..)
            | Node::FloatCompare(..)
            | Node::FloatConvert { .. }
            | Node::FloatFromInt { .. }
            | Node::FloatToInt { .. }
    )
}

//! Which symbols occur in a term.

use crate::term::{SymbolId, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A memory of the symbols of terms. It remembers the terms it was asked about
/// and not all below them: sums over thousands of symbols have thousands of
/// different partial sums.
#[derive(Clone, Default)]
pub struct Occurrences {
    known: FxHashMap<Term, Arc<[SymbolId]>>,
}

impl Occurrences {
    /// The symbols that occur in `term`, in order.
    pub fn of(&mut self, terms: &Terms, term: Term) -> Arc<[SymbolId]> {
        if let Some(found) = self.known.get(&term) {
            return found.clone();
        }
        let mut symbols = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if let Some(symbol) = terms.as_symbol(term) {
                symbols.push(symbol);
            } else if let Some(found) = self.known.get(&term) {
                symbols.extend_from_slice(found);
            } else {
                for operand in terms.operands(term) {
                    if !terms.is_constant(operand) && seen.insert(operand) {
                        open.push(operand);
                    }
                }
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        let symbols: Arc<[SymbolId]> = symbols.into();
        self.known.insert(term, symbols.clone());
        symbols
    }

    /// Those of a term that was asked about before.
    pub(crate) fn known(&self, term: Term) -> &[SymbolId] {
        &self.known[&term]
    }
}

//! The common logic: formulae over the program's expressions at several times.
//!
//! A *term* is a C-typed expression of the program at a [`Time`], a constant, or a
//! C operation over terms; it means what the same operation means in the program.
//! An *atom* compares two terms; a *formula* is built from atoms with the usual
//! connectives, quantifiers over integer and pointer types, and the reflexive transitive
//! closure of a step. Both are hash-consed in a [`Logic`]: equal ids, equal formulae.
//! The constructors keep one form where several would mean the same.
//!
//! ```text
//! x@C == x@1 + 1 && (p@1 == NULL || p->next@1 != p@1)
//! \forall int i; 0 <= i && i < n@C ==> array[i]@C == array[i]@0
//! ```
//!
//! Times are HECTOR's (thesis, section 3.3): a formula speaks about up to five
//! states at once. This crate calls no solver; what it decides it decides by the
//! form of a formula. [`relational`] is a logic of its own over predicate symbols.

#![forbid(unsafe_code)]

mod bind;
mod c;
mod evaluate;
mod formula;
mod parse;
mod print;
pub mod relational;
mod rename;
mod scope;
mod term;
mod value;

pub use evaluate::Valuation;
pub use formula::{Comparison, Formula, FormulaId};
pub use parse::ParseError;
pub use print::Shown;
pub use scope::Scope;
pub use term::{Term, TermId, Time};

use formula::FormulaNode;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use term::TermNode;

/// All terms and formulae of a task.
#[derive(Clone)]
pub struct Logic {
    terms: IndexSet<TermNode, FxBuildHasher>,
    formulae: IndexSet<FormulaNode, FxBuildHasher>,
}

impl Default for Logic {
    fn default() -> Logic {
        Logic::new()
    }
}

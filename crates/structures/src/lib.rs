//! Three-valued logical structures: the engine of shape analysis.
//!
//! A [`Structure`] is a finite picture of unboundedly many heaps: its nodes are heap
//! individuals, a *summary* node one or more of them, and predicates have Kleene's three
//! values. It stands for the two-valued structures that embed in it (onto its nodes, losing
//! information only) and in which unique predicates are unique, instrumentation predicates
//! equal their definitions, and the constraints of the [`Vocabulary`] hold.
//!
//! An [`Action`] says what a statement does, in formulae of [`logic::relational`]. Compiled
//! to a [`Plan`] it takes a structure to the set of structures after it: *focus* makes what
//! the update reads definite, by cases; *coerce* drops cases that are no heap, and sharpens
//! the others; the updates are evaluated; instrumentation predicates follow by finite
//! differencing; canonical abstraction bounds the result. Papers: Sagiv, Reps, Wilhelm
//! (TOPLAS 2002); Reps, Sagiv, Loginov (ESOP 2003).
//!
//! The crate knows no program: what predicates mean is the caller's.

#![forbid(unsafe_code)]

mod action;
mod clauses;
mod closures;
mod coerce;
mod compile;
mod difference;
mod embed;
mod evaluate;
mod focus;
mod kleene;
mod plan;
mod program;
mod region;
mod store;
mod structure;
mod universe;
mod vocabulary;

pub use action::{Action, Collect, Focus, Update};
pub use kleene::Kleene;
pub use plan::Plan;
pub use region::Region;
pub use structure::Structure;
pub use vocabulary::{Head, Traits, Vocabulary, VocabularyBuilder};

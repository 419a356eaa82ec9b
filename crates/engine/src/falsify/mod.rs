//! Falsification: a bounded search for violations by symbolic execution, with
//! increasing bounds.
//!
//! The woven program is executed with terms for numbers. Where a condition can be
//! both true and false, the path forks; loops and recursions that fork are cut at
//! a bound, and what was cut waits for the next, larger bound. A path that
//! reaches an error location has a model; it is replayed on the machine, and only
//! then is the property violated. If nothing was cut and nothing waits, every
//! path was seen: the search is a proof.

mod access;
mod contents;
mod cover;
mod eval;
mod executor;
mod feasible;
mod formula;
mod primitive;
mod replay;
mod search;
mod state;
mod step;

pub(crate) use search::inputs_along;
pub use search::{falsify, falsify_along};

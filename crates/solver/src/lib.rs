//! Terms over bit vectors, and the solver that decides them.
//!
//! [`Terms`] makes and owns hash-consed terms; its constructors simplify.

pub mod access;
mod arrays;
pub mod backend;
mod bases;
mod bitwise;
mod boolean;
mod cached;
mod compare;
mod components;
mod equality;
mod evaluate;
mod faulty;
mod floats;
pub mod fold;
mod linear;
mod occurrences;
pub mod operations;
pub mod path;
mod range;
mod session;
mod show;
mod structure;
mod term;
pub mod translate;

pub use backend::Z3;
pub use bases::{BaseId, BaseInfo};
pub use cached::Cached;
pub use evaluate::{ArrayValue, Assignment, Evaluator, Value};
pub use faulty::{Fault, Faulty};
pub use occurrences::{Contents, Occurrences};
pub use session::{Answer, Budget, Core, Model, Solver, Statistics};
pub use term::{FloatCmp, FloatOp, Node, Sort, SymbolId, Term, Terms};

#[cfg(test)]
mod tests;

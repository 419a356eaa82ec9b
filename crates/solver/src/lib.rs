//! Terms over bit vectors, and the solver that decides them.
//!
//! [`Terms`] makes and owns hash-consed terms. Its constructors simplify, so that
//! most of what a program computes on the way to a question is settled before a
//! solver hears of it:
//!
//! ```
//! use solver::{Answer, Budget, Cached, Solver, Sort, Terms, Z3};
//!
//! let mut t = Terms::new();
//! let x = t.symbol("x", Sort::Bits(32));
//! let (three, ten) = (t.bits(3, 32), t.bits(10, 32));
//! let sum = t.add(x, three);
//! let equal = t.eq(sum, ten);
//! assert_eq!(t.show(equal).to_string(), "(x#0 == 7)");
//!
//! let square = t.mul(x, x);
//! let number = t.bits(49, 32);
//! let different = t.ne(square, number);
//! let mut solver = Cached::new(Z3::new());
//! let answer = solver.check(&t, &[equal, different], &Budget::UNLIMITED);
//! assert_eq!(answer, Answer::Unsat);
//! ```
//!
//! The base addresses of objects ([`Terms::base`]) are symbols of a special kind:
//! constructors and solvers know that objects lie apart from each other and from
//! null. [`Evaluator`] gives terms values, and [`fold`] says what operators mean.
//!
//! [`Solver::interpolants`] says for each cut of an impossible path, written as a
//! [`Chain`], why it is impossible.
//!
//! What knows Z3 is in `backend`; everything else here is safe Rust that would
//! serve another solver as well.

pub mod access;
mod arrays;
mod backend;
mod bases;
mod bitwise;
pub mod block;
mod boolean;
mod cached;
mod compare;
mod components;
mod equality;
mod evaluate;
mod faulty;
pub mod first_order;
mod floats;
pub mod fold;
mod guess;
mod interpolate;
mod intervals;
mod linear;
mod occurrences;
pub mod operations;
pub mod path;
pub mod polynomial;
mod possible;
mod range;
mod relational;
mod session;
mod show;
mod structure;
mod substitute;
mod term;
pub mod translate;

pub use backend::{Z3, interruptible, work_done};
pub use bases::{BaseId, BaseInfo};
pub use cached::Cached;
pub use evaluate::{ArrayValue, Assignment, Evaluator, Value};
pub use faulty::{Fault, Faulty};
pub use interpolate::{Arithmetic, Chain, ChainStep, is_interpolant_chain};
pub use occurrences::{Contents, Occurrences};
pub use possible::Possibility;
pub use relational::{Consequences, Prover, Theory, TheoryId};
pub use session::{Answer, Budget, Core, Model, Solver, Statistics};
pub use substitute::Substitution;
pub use term::{FloatCmp, FloatOp, Node, Sort, SymbolId, Term, Terms};

#[cfg(test)]
mod tests;

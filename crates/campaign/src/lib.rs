//! A hunt for wrong verdicts: random programs and mutants, every strategy on each, and
//! what they say held against each other, the concrete machine and gcc.
//!
//! [`sources`] makes a [`question::Question`] of a number. [`worker`] answers it in a
//! process of its own, one strategy after the other; [`oracle`] says there what runs of the
//! machine show. [`drive`] watches the worker, and judges. [`opinion`] asks gcc. What is
//! wrong is made small by [`reduce`]; [`record`] keeps the results and counts them.

#![forbid(unsafe_code)]

pub mod corpus;
pub mod csmith;
pub mod drive;
pub mod opinion;
pub mod oracle;
pub mod question;
pub mod record;
pub mod reduce;
pub mod sources;
pub mod worker;

//! Between the common logic and terms, both ways.
//!
//! [`to_term`] makes a term of a formula, given a term for each expression at a
//! time; [`ToLogic`] makes a formula of a term whose symbols stand for such
//! expressions: types and signs are chosen from the operators and the symbols, and
//! casts keep the meaning exact. What cannot be said as a C expression gives None.

mod to_logic;
mod to_terms;

pub use to_logic::ToLogic;
pub use to_terms::{Meaning, to_term, value_to_term};

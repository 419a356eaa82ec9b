//! Random C programs, each kind aimed at what analyses get wrong. They depend on nothing
//! but a seed, so that whatever was found with one can be found again.
//!
//! Tests of the engine, of domains and of strategies use them, and the campaign
//! (`crates/campaign`) uses them all.

#![forbid(unsafe_code)]

mod dice;

pub mod aimed;
pub mod annotated;
pub mod errors;
pub mod handles;
pub mod linked;
pub mod lists;
pub mod mutate;
pub mod states;
pub mod tables;
pub mod values;

pub use dice::Dice;

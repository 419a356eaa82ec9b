//! Finding a violation again that a witness tells of.
//!
//! The machine runs the program; where a waypoint ahead says which value a
//! function returns or a variable has, that value is given, and all other inputs
//! are sampled. The witness is confirmed by a run that passes its segments in
//! their order and ends in the violation at the target.
//!
//! A constraint that is more than integer arithmetic over plain variables
//! restricts nothing here; the run still has to end in the violation.

#![forbid(unsafe_code)]

mod constraint;
mod follow;

pub use follow::{follow, is_along};

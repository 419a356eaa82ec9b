//! Finding a violation again that a witness tells of, and checking the invariants of
//! one that tells of correctness.
//!
//! For a violation ([`follow`](fn@follow)) the machine runs the program; where a waypoint ahead says which value a
//! function returns or a variable has, that value is given, and all other inputs
//! are sampled. The witness is confirmed by a run that passes its segments in
//! their order and ends in the violation at the target.
//!
//! A constraint that is more than integer arithmetic over plain variables
//! restricts nothing here; the run still has to end in the violation.
//!
//! For correctness ([`instrument`](fn@instrument)) invariants become checks, and loops
//! are cut at them.

#![forbid(unsafe_code)]

mod conditions;
mod constraint;
mod cut;
mod effects;
mod follow;
mod loops;

pub use cut::{Instrumented, Refusal, instrument};
pub use effects::Obstacle;
pub use follow::{follow, is_along};

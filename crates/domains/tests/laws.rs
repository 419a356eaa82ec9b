//! The laws of abstract domains: [`harness`] says which. A domain has a file here with its
//! [`harness::Subject`] and two tests, one of its laws and one of its seeded errors.

#![forbid(unsafe_code)]

#[path = "laws/bits.rs"]
mod bits;
#[path = "laws/harness.rs"]
mod harness;
#[path = "laws/heaps.rs"]
mod heaps;
#[path = "laws/modules.rs"]
mod modules;
#[path = "laws/parity.rs"]
mod parity;
#[path = "laws/pointwise.rs"]
mod pointwise;
#[path = "laws/predicates.rs"]
mod predicates;
#[path = "laws/quantified.rs"]
mod quantified;
#[path = "laws/seeded.rs"]
mod seeded;
#[path = "laws/segments.rs"]
mod segments;
#[path = "laws/shapes.rs"]
mod shapes;
#[path = "laws/values.rs"]
mod values;

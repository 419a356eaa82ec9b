//! The laws of abstract domains, see [`harness`]; a domain is tested by a [`Subject`].

#![forbid(unsafe_code)]

#[path = "../../engine/tests/soundness/generate.rs"]
mod errors;
#[path = "laws/generate.rs"]
mod generate;
#[path = "laws/harness.rs"]
mod harness;
#[path = "laws/seeded.rs"]
mod seeded;

use domains::parity::Parities;
use harness::{Subject, alone, catches, keeps_the_laws};
use seeded::common;

const PARITY: Subject<Parities> = Subject {
    name: "parity",
    make: |_| Parities,
    beside: alone,
};

#[test]
fn parity_keeps_the_laws() {
    keeps_the_laws(&PARITY);
}

#[test]
fn errors_in_parity_are_caught() {
    catches(&PARITY, &common());
}

//! Verdicts of the search against the concrete machine, on random programs.
//!
//! A program is searched, and run on all sequences of small inputs: if a run
//! violates a property, the verdict is not true; if the verdict is false, its
//! inputs show that very violation.
//!
//! `CONCORD_SOUNDNESS=20000` makes a campaign of so many programs,
//! `CONCORD_SOUNDNESS_SEED=17` begins at another one, and `CONCORD_SOUNDNESS_SHOW`
//! prints the first program.

#![forbid(unsafe_code)]

#[path = "soundness/scaffold.rs"]
mod scaffold;

use engine::{Answer, Task, Unwatched, falsify::falsify};
use scaffold::Hasty;

/// Operations of one search.
const SEARCHED: u64 = 15_000;

fn search(task: &Task) -> Answer {
    falsify(task, &mut Hasty::default(), SEARCHED, &mut Unwatched)
}

#[test]
fn verdicts_hold_on_random_programs() {
    scaffold::verdicts_hold(80, &search);
}

#[test]
fn every_end_is_found() {
    scaffold::every_end_is_found(80, &search);
}

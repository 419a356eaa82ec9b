//! Lazy shape analysis (seed 003): predicates where they suffice, shapes where a proof
//! needs them. Both are refined by the paths that are impossible; states whose predicates
//! and shapes agree are merged.

use crate::{Configuration, predicated};
use engine::{Answer, Task, Watch};

const ANALYSES: &[&str] = &["predicates:memory-last", "shapes", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    predicated::explore(task, configuration, ANALYSES, (u64::MAX, u64::MAX), watch)
}

/// The same until so many successors are computed, or so many paths excluded.
pub fn limited(task: &Task, limits: (u64, u64), watch: &mut dyn Watch) -> Answer {
    let configuration = Configuration::default();
    predicated::explore(task, &configuration, ANALYSES, limits, watch)
}

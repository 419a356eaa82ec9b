//! Boolean heaps (seed 004): predicate abstraction over heap objects, beside values. Heaps in
//! which the same is known of the objects that have names are united where paths meet; the
//! others are kept apart.

use crate::{Configuration, values};
use engine::explore::Merge;
use engine::{Answer, Task, Watch};

const ANALYSES: &[&str] = &["automaton", "heaps", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    explore(task, configuration, u64::MAX, watch)
}

fn explore(
    task: &Task,
    configuration: &Configuration,
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let merging = Configuration {
        merge: configuration.merge.or(Some(Merge::WhenKeysAgree)),
        ..configuration.clone()
    };
    values::explore(task, &merging, ANALYSES, limit, watch)
}

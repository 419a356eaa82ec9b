//! Symbolic memory graphs with list segments (Dudka, Peringer, Vojnar 2013) beside values:
//! graphs that are alike are joined where paths meet, and functions are summarised.

use crate::{Configuration, lazy_shapes, values};
use engine::explore::Merge;
use engine::{Answer, Task, Watch};

const ANALYSES: &[&str] = &["automaton", "values", "segments"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    explore(task, configuration, u64::MAX, watch)
}

/// The same until so many successors are computed; nothing where there are no linked
/// structures.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    match lazy_shapes::has_links(task) {
        true => explore(task, &Configuration::default(), limit, watch),
        false => Answer::default(),
    }
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

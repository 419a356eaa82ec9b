//! Symbolic memory graphs with list segments (Dudka, Peringer, Vojnar 2013) beside values:
//! graphs that are alike are joined where paths meet, and functions are summarised.

use crate::{Configuration, values};
use domains::segments::has_links;
use engine::explore::Merge;
use engine::{Answer, Prepared, Task, Watch};

const ANALYSES: &[&str] = &["automaton", "values", "segments"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    explore(task, configuration, u64::MAX, watch)
}

/// The same until so many successors are computed; nothing where blocks lead to none.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    let prepared = Prepared::new(task);
    match prepared.is_some_and(|p| has_links(&p.cx())) {
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

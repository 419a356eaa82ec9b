//! Search for violations: a glance at some runs, then every path in order of how
//! often loops are passed, and many runs where that left something open.

use crate::Configuration;
use engine::{Answer, Effort, Task, Watch, sample};
use solver::{Cached, Z3};

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    let mut answer = search(task, configuration.limited(u64::MAX), watch);
    if configuration.limit.is_none() && !answer.is_decided() && !answer.is_violated() {
        answer = answer.improved(sample(task, Effort::THOROUGH, watch));
    }
    answer
}

/// A glance, and the search of paths until so many operations are done.
pub fn search(task: &Task, operations: u64, watch: &mut dyn Watch) -> Answer {
    let mut answer = sample(task, Effort::GLANCE, watch);
    if !answer.is_decided() {
        let mut solver = Cached::new(Z3::new());
        let searched = engine::falsify::falsify(task, &mut solver, operations, watch);
        answer = answer.improved(searched);
    }
    answer
}

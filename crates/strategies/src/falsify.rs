//! Search for violations: a glance at some runs, then every path in order of how
//! often loops are passed, and many runs where that left something open.

use crate::Configuration;
use engine::{Answer, Effort, Task, Watch, sample};
use solver::{Cached, Z3};

/// Operations after which the search gives up. The supervisor's limits come first.
const OPERATIONS: u64 = u64::MAX;

pub fn run(task: &Task, _: &Configuration, watch: &mut dyn Watch) -> Answer {
    let mut answer = search(task, OPERATIONS, watch);
    if !answer.is_decided() && !answer.is_violated() {
        answer = answer.improved(sample(task, Effort::THOROUGH, watch));
    }
    answer
}

/// The glance and the search, which gives up after so many operations.
pub fn search(task: &Task, operations: u64, watch: &mut dyn Watch) -> Answer {
    let answer = sample(task, Effort::GLANCE, watch);
    if answer.is_decided() {
        return answer;
    }
    let solver = &mut Cached::new(Z3::new());
    answer.improved(engine::falsify::falsify(task, solver, operations, watch))
}

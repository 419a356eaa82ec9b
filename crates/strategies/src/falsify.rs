//! Search for violations: a glance at some runs, then every path in order of how
//! often loops are passed, and many runs where that left something open.

use crate::Configuration;
use engine::{Answer, Effort, Task, Watch, sample};
use solver::{Cached, Z3};

/// Operations after which the search gives up. The supervisor's limits come first.
const OPERATIONS: u64 = u64::MAX;

pub fn run(task: &Task, _: &Configuration, watch: &mut dyn Watch) -> Answer {
    let mut answer = sample(task, Effort::GLANCE, watch);
    if !answer.is_decided() {
        let searched =
            engine::falsify::falsify(task, &mut Cached::new(Z3::new()), OPERATIONS, watch);
        answer = answer.improved(searched);
    }
    if !answer.is_decided() && !answer.is_violated() {
        answer = answer.improved(sample(task, Effort::THOROUGH, watch));
    }
    answer
}

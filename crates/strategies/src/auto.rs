//! One strategy after the other, cheap ones first, until all is decided.

use crate::{Configuration, falsify};
use engine::{Answer, Task, Watch};

type Run = fn(&Task, &Configuration, &mut dyn Watch) -> Answer;

const SEQUENCE: &[Run] = &[falsify::run];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    let mut answer = Answer::default();
    for run in SEQUENCE {
        answer = answer.improved(run(task, configuration, watch));
        if answer.is_decided() {
            break;
        }
    }
    answer
}

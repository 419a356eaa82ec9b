//! From warning to verdict: what `esp` cannot exclude of a value is examined by predicated
//! lattices, first on the part of the program that matters to the value. That can refute
//! it. What is left is examined on the whole program, if it is not too large: by a short
//! search and by predicated lattices. There, a violation is one if the machine shows it.

use crate::esp::{self, Effort};
use crate::{Configuration, falsify, predicated};
use engine::{Answer, Fate, Task, Watch};

/// Successor computations of predicated lattices on the slice of a value.
const SLICE: u64 = 300_000;
/// On the whole program, and operations of the search there.
const WHOLE: u64 = 10_000_000;
const SEARCH: u64 = 120_000;
/// Locations of a program that is not too large for that.
const LARGE: usize = 50_000;

/// Of a short look: successor computations on a slice, without and with refinement.
const SIMULATION: u64 = 200_000;
const SHORT: u64 = 100_000;

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    let effort = Effort {
        // The supervisor's limits come first.
        simulation: configuration.limited(u64::MAX),
        refinement: Some(configuration.limited(SLICE)),
        alone: true,
    };
    let mut answer = esp::examine(task, &Configuration::default(), &effort, watch);
    if answer.is_decided() {
        return answer;
    }
    let size = task.locations();
    let why = match size > LARGE {
        true => format!("the program is too large to look at all of it: {size} locations"),
        false => {
            answer = answer.improved(falsify::search(task, configuration.limited(SEARCH), watch));
            if !answer.is_decided() {
                answer = answer.improved(predicated::limited(
                    task,
                    configuration.limited(WHOLE),
                    watch,
                ));
            }
            "predicates on the whole program do not decide it either".to_owned()
        }
    };
    if !answer.is_violated() {
        for value in &mut answer.values {
            if let Fate::Possible(_, tried) = &mut value.fate {
                tried.push(why.clone());
            }
        }
    }
    answer
}

/// A short look at each value, without the whole program.
pub fn on_slices(task: &Task, watch: &mut dyn Watch) -> Answer {
    let effort = Effort {
        simulation: SIMULATION,
        refinement: Some(SHORT),
        alone: false,
    };
    esp::examine(task, &Configuration::default(), &effort, watch)
}

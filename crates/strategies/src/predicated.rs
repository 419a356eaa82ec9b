//! Predicated lattices (Fischer, Jhala, Majumdar 2005): what is known about values is
//! joined where the predicates agree, and predicates are found where that is too coarse.

use crate::Configuration;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Task, Watch, verify};
use solver::{Cached, Z3};

const ANALYSES: &[&str] = &["predicates", "values"];
const SINGLE: &[&str] = &["predicates:single", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    explore(
        task,
        configuration,
        (ANALYSES, Order::Program),
        u64::MAX,
        watch,
    )
}

/// The same until so many successors are computed.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    until(task, ANALYSES, limit, watch)
}

/// The same step by step: blocks of one edge. More steps and cheaper ones; where paths are long
/// and little of them matters, small questions are answered sooner.
pub fn step_by_step(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    until(task, SINGLE, limit, watch)
}

fn until(task: &Task, analyses: &[&str], limit: u64, watch: &mut dyn Watch) -> Answer {
    let configuration = Configuration::default();
    let exploring = (analyses, Order::Program);
    explore(task, &configuration, exploring, limit, watch)
}

pub fn explore(
    task: &Task,
    configuration: &Configuration,
    (analyses, order): (&[&str], Order),
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let Some(prepared) = Prepared::new(task) else {
        return Answer::default();
    };
    let cx = prepared.cx();
    let setup = configuration.setup(Setup {
        merge: Merge::WhenKeysAgree,
        calls: Calls::Unrolled,
        order,
        widen_after: 3,
        limit,
    });
    watch.phase("exploring");
    let product = configuration.product(&cx, analyses);
    let mut solver = Cached::new(Z3::new());
    verify(&prepared, &cx, product, setup, &mut solver, watch)
}

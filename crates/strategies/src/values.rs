//! The symbolic-execution lattice (Fischer, Jhala, Majumdar 2005, section 4) beside
//! the property's automata. Paths are kept apart; with `--merge` the same analysis
//! becomes a dataflow analysis or ESP's property simulation.

use crate::Configuration;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Task, Watch, verify};
use solver::{Cached, Z3};

const ANALYSES: &[&str] = &["automaton", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    explore(task, configuration, ANALYSES, u64::MAX, watch)
}

/// The same until so many successors are computed.
pub fn limited(
    task: &Task,
    configuration: &Configuration,
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    explore(task, configuration, ANALYSES, limit, watch)
}

pub fn explore(
    task: &Task,
    configuration: &Configuration,
    analyses: &[&str],
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let Some(prepared) = Prepared::new(task) else {
        return Answer::default();
    };
    let cx = prepared.cx();
    let merge = configuration.merge.unwrap_or(Merge::Never);
    let setup = configuration.setup(Setup {
        merge,
        calls: Calls::Tabulated,
        order: match merge {
            Merge::Never => Order::DepthFirst,
            Merge::Always | Merge::WhenKeysAgree => Order::Program,
        },
        widen_after: 3,
        limit,
    });
    watch.phase("exploring");
    let product = configuration.product(&cx, analyses);
    let mut solver = Cached::new(Z3::new());
    verify(&prepared, &cx, product, setup, &mut solver, watch)
}

//! Cooperating modules (HECTOR): many analyses, each of them small, tell each other what they
//! know. After a short search for violations, those that need no refinement, with summaries of functions, so that recursion
//! is no obstacle (the thesis's EXTRACT-MODEL); then predicates and shapes beside them, which
//! are refined where a path that cannot be taken is left: each is offered to all, and the
//! cheapest remedy is taken.

use crate::{Configuration, falsify, lazy_shapes};
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Task, Watch, verify};
use solver::{Cached, Z3};

/// Those that need no refinement.
const MODULES: &[&str] = &[
    "automaton",
    "types",
    "signs",
    "intervals",
    "refs",
    "symbolic",
    "values",
    "consistency",
];

/// Those that are refined come first: they say where states are kept apart. What intervals
/// know, predicates find where it matters, and bounds that grow are states that come again;
/// whether facts contradict each other, predicates ask themselves.
const REFINED: &[&str] = &[
    "predicates:memory-last",
    "shapes",
    "types",
    "refs",
    "symbolic",
    "values",
];

/// Operations of the search.
const SEARCH: u64 = 30_000;

/// Successor computations of the first exploration.
const FIRST: u64 = 5_000;

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // Who names analyses wants one exploration.
    if configuration.analyses.is_some() {
        return explore(task, configuration, u64::MAX, watch);
    }
    let mut answer = falsify::search(task, SEARCH, watch);
    if !answer.is_decided() {
        answer = answer.improved(explore(task, configuration, FIRST, watch));
    }
    if !answer.is_decided() {
        answer = answer.improved(lazy_shapes::with(task, configuration, REFINED, watch));
    }
    answer
}

/// What the modules find that need no refinement, until so many successors are computed.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    explore(task, &Configuration::default(), limit, watch)
}

/// Summaries of functions, states joined where automata agree.
fn explore(
    task: &Task,
    configuration: &Configuration,
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let Some(prepared) = Prepared::new(task) else {
        return Answer::default();
    };
    let cx = prepared.cx();
    let product = configuration.product(&cx, MODULES);
    let refines = product.components().iter().any(|c| c.refines());
    let setup = configuration.setup(Setup {
        merge: Merge::WhenKeysAgree,
        calls: match refines {
            true => Calls::Unrolled,
            false => Calls::Tabulated,
        },
        order: Order::Program,
        widen_after: 3,
        limit,
    });
    watch.phase("exploring");
    let mut solver = Cached::new(Z3::new());
    verify(&prepared, &cx, product, setup, &mut solver, watch)
}

//! Lazy shape analysis (seed 003): predicates where they suffice, shapes where a proof
//! needs them. Both are refined by the paths that are impossible; states whose predicates
//! and shapes agree are merged.

use crate::{Configuration, predicated};
use domains::shapes::Places;
use engine::explore::Order;
use engine::{Answer, Prepared, Task, Watch};

const ANALYSES: &[&str] = &["predicates:memory-last", "shapes", "values"];

/// Successor computations of the first attempt.
const FIRST: u64 = 200_000;

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // The supervisor's limits come first.
    with(task, configuration, ANALYSES, u64::MAX, watch)
}

/// The same with other analyses, until so many successors are computed.
pub fn with(
    task: &Task,
    configuration: &Configuration,
    analyses: &[&str],
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let limits = (FIRST.min(limit), limit);
    explore(task, configuration, analyses, limits, watch)
}

/// The same until so many successors are computed; nothing where there are no linked
/// structures.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    match has_links(task) {
        true => {
            let configuration = Configuration::default();
            explore(task, &configuration, ANALYSES, (limit, limit), watch)
        }
        false => Answer::default(),
    }
}

/// Short paths come first where there are linked structures: what is too coarse is noticed
/// before loops have made all of it. What that leaves open is looked at in program order,
/// in which more has met before it is expanded, and other paths are excluded.
fn explore(
    task: &Task,
    configuration: &Configuration,
    analyses: &[&str],
    (first, then): (u64, u64),
    watch: &mut dyn Watch,
) -> Answer {
    let mut answer = Answer::default();
    if configuration.order.is_none() && has_links(task) {
        let order = Order::BreadthFirst;
        answer = predicated::explore(task, configuration, (analyses, order), first, watch);
    }
    if answer.is_decided() {
        return answer;
    }
    let order = Order::Program;
    answer.improved(predicated::explore(
        task,
        configuration,
        (analyses, order),
        then,
        watch,
    ))
}

/// Does a program have linked structures?
pub fn has_links(task: &Task) -> bool {
    let prepared = Prepared::new(task);
    prepared.is_some_and(|p| Places::new(&p.cx()).has_links())
}

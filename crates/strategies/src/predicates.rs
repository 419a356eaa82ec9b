//! Lazy predicate abstraction (Henzinger et al. 2002, 2004): nothing is known but what
//! refinement finds out from paths that are impossible.

use crate::{Configuration, predicated};
use engine::explore::Order;
use engine::{Answer, Task, Watch};

const ANALYSES: &[&str] = &["predicates"];

/// Until so many successors are computed.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    let configuration = Configuration::default();
    predicated::explore(
        task,
        &configuration,
        (ANALYSES, Order::Program),
        limit,
        watch,
    )
}

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    predicated::explore(
        task,
        configuration,
        (ANALYSES, Order::Program),
        u64::MAX,
        watch,
    )
}

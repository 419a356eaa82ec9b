//! Lazy shape analysis (seed 003): predicates where they suffice, shapes where a proof
//! needs them. Both are refined by the paths that are impossible; states whose predicates
//! and shapes agree are merged.

use crate::{Configuration, predicated};
use engine::explore::Order;
use engine::{Answer, Cx, Task, Watch};

const ANALYSES: &[&str] = &["predicates:memory-last", "shapes", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    let limits = (u64::MAX, u64::MAX);
    predicated::explore(task, configuration, (ANALYSES, order), limits, watch)
}

/// The same until so many successors are computed, or so many paths excluded.
pub fn limited(task: &Task, limits: (u64, u64), watch: &mut dyn Watch) -> Answer {
    let configuration = Configuration::default();
    predicated::explore(task, &configuration, (ANALYSES, order), limits, watch)
}

/// Short paths come first where there are linked structures: what is too coarse is noticed
/// before loops have made all of it. Without, there is less to merge in program order.
fn order(cx: &Cx<'_>) -> Order {
    match domains::shapes::Places::new(cx).has_links() {
        true => Order::BreadthFirst,
        false => Order::Program,
    }
}

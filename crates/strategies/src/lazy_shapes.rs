//! Lazy shape analysis (seed 003): predicates where they suffice, shapes where a proof
//! needs them. Both are refined by the paths that are impossible; states whose predicates
//! and shapes agree are merged.

use crate::{Configuration, predicated};
use domains::shapes::Places;
use engine::explore::Order;
use engine::{Answer, Cx, Prepared, Task, Watch};

const ANALYSES: &[&str] = &["predicates:memory-last", "shapes", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    let limits = (u64::MAX, u64::MAX);
    predicated::explore(task, configuration, (ANALYSES, order), limits, watch)
}

/// The same until so many successors are computed, or so many paths excluded; nothing where
/// there are no linked structures.
pub fn limited(task: &Task, limits: (u64, u64), watch: &mut dyn Watch) -> Answer {
    match has_links(task) {
        true => {
            let configuration = Configuration::default();
            predicated::explore(task, &configuration, (ANALYSES, order), limits, watch)
        }
        false => Answer::default(),
    }
}

/// Does a program have linked structures?
pub fn has_links(task: &Task) -> bool {
    let prepared = Prepared::new(task);
    prepared.is_some_and(|p| Places::new(&p.cx()).has_links())
}

/// Short paths come first where there are linked structures: what is too coarse is noticed
/// before loops have made all of it. Without, there is less to merge in program order.
fn order(cx: &Cx<'_>) -> Order {
    match Places::new(cx).has_links() {
        true => Order::BreadthFirst,
        false => Order::Program,
    }
}

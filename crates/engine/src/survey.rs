//! What can be told of the loops of a program that was proved without states of it: by a
//! search of all paths, or on slices.

use crate::analysis::Cx;
use crate::explore::{Event, Exploration, Setup};
use crate::invariants::{Told, has_loops, invariants};
use crate::product::Product;
use crate::verify::{Prepared, destructors, is_unconditional};

/// Explores a program whose properties are known to hold. None if not every run is seen, or
/// if there is no loop to tell of.
pub fn survey(
    prepared: &Prepared<'_>,
    cx: &Cx<'_>,
    product: Product,
    setup: Setup,
) -> Option<Told> {
    if !has_loops(cx) || destructors(prepared).is_some() {
        return None;
    }
    let mut exploration = Exploration::new(cx, product, setup);
    loop {
        match exploration.run() {
            Event::Finished => return Some(invariants(&exploration)),
            Event::Gap(_) | Event::Limit => return None,
            Event::Violation(node, number) => {
                // No run comes to a violation of what holds. Others end runs, where it is
                // known that they happen.
                let property = prepared.woven.violations[number as usize].property;
                let holds = prepared.task.properties.contains(property);
                if !holds && is_unconditional(&exploration, node) {
                    return None;
                }
            }
        }
    }
}

//! Exploration that only says what cannot be excluded: nothing is followed on the machine.
//! For programs that can do more than the one that is asked about.

use crate::analysis::Cx;
use crate::explore::{Event, Exploration, Setup, Statistics};
use crate::product::Product;
use crate::verdict::{Reason, Unknown};
use crate::verify::{Prepared, destructors, is_unconditional};
use program::Span;

/// What an exploration came to.
pub struct Simulation {
    /// Why nothing is proved; None if it is.
    pub open: Option<Unknown>,
    pub statistics: Statistics,
}

/// Explores until the first violation that is not excluded, or everything was seen.
pub fn simulate(
    prepared: &Prepared<'_>,
    cx: &Cx<'_>,
    product: Product,
    setup: Setup,
) -> Simulation {
    let mut exploration = Exploration::new(cx, product, setup);
    let unknown = |reason, what: &str, span| {
        let what = what.to_owned();
        Some(Unknown { reason, what, span })
    };
    let mut open = destructors(prepared);
    while open.is_none() {
        open = match exploration.run() {
            Event::Finished => break,
            Event::Violation(node, number) => {
                let violation = &prepared.woven.violations[number as usize];
                let is_asked = prepared.task.properties.contains(violation.property);
                match is_asked {
                    true => {
                        let what = "a violation cannot be excluded here";
                        unknown(Reason::Imprecise, what, violation.span)
                    }
                    // The run ends there; see `verify`.
                    false if is_unconditional(&exploration, node) => {
                        let what = "arithmetic that may overflow";
                        unknown(Reason::Unsupported, what, violation.span)
                    }
                    false => None,
                }
            }
            Event::Gap(gap) => unknown(Reason::Unsupported, &gap.what, gap.span),
            Event::Limit => {
                let what = "the exploration has used up its steps";
                unknown(Reason::Bound, what, Span::NONE)
            }
        };
    }
    Simulation {
        open,
        statistics: exploration.statistics,
    }
}

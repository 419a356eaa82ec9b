//! Exploration that only says what cannot be excluded: nothing is followed on the machine.
//! For programs that can do more than the one that is asked about.

use crate::analysis::Cx;
use crate::examined::Suspicion;
use crate::explain::{explain, message};
use crate::explore::{Event, Exploration, Setup, Statistics};
use crate::product::Product;
use crate::verdict::{Reason, Unknown};
use crate::verify::{Prepared, destructors, is_unconditional};
use program::Span;

/// What an exploration came to.
pub struct Simulation {
    /// Why nothing is proved; empty if it is.
    pub open: Vec<Suspicion>,
    pub statistics: Statistics,
}

/// Explores until everything was seen, or so many things are not excluded.
pub fn simulate(
    prepared: &Prepared<'_>,
    cx: &Cx<'_>,
    product: Product,
    setup: Setup,
    most: usize,
) -> Simulation {
    let mut exploration = Exploration::new(cx, product, setup);
    let unknown = |reason, what: &str, span| {
        let what = what.to_owned();
        Unknown { reason, what, span }
    };
    let destructors = destructors(prepared).into_iter();
    let mut open: Vec<Suspicion> = destructors.map(Suspicion::without_path).collect();
    while open.len() < most {
        let (what, at) = match exploration.run() {
            Event::Finished => break,
            Event::Violation(node, number) => {
                let violation = &prepared.woven.violations[number as usize];
                let span = violation.span;
                match prepared.task.properties.contains(violation.property) {
                    true => {
                        let what = match message(prepared, violation) {
                            Some(text) => format!("this cannot be excluded: {text}"),
                            None => "a violation cannot be excluded here".to_owned(),
                        };
                        let what = unknown(Reason::Imprecise, &what, span);
                        (what, Some((node, violation)))
                    }
                    // The run ends there; see `verify`.
                    false if is_unconditional(&exploration, node) => {
                        let what = "arithmetic that may overflow";
                        (unknown(Reason::Unsupported, what, span), None)
                    }
                    false => continue,
                }
            }
            Event::Gap(gap) => (unknown(Reason::Unsupported, &gap.what, gap.span), None),
            Event::Limit => {
                let what = "the exploration has used up its steps";
                let what = unknown(Reason::Bound, what, Span::NONE);
                open.push(Suspicion::without_path(what));
                break;
            }
        };
        if !open.iter().any(|known| known.what == what) {
            let path = at.map(|at| explain(prepared, &exploration, at));
            open.push(Suspicion {
                what,
                alarm: at.and_then(|(_, violation)| violation.alarm),
                path: path.unwrap_or_default(),
            });
        }
    }
    Simulation {
        open,
        statistics: exploration.statistics,
    }
}

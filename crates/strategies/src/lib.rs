//! The named ways to verify a program. Each is a short file that says which
//! algorithms of the engine run in which order; there are none here.
//!
//! A new strategy is a file with a function of the type of [`Strategy::run`] and
//! one line in [`ALL`].

#![forbid(unsafe_code)]

mod auto;
mod falsify;

use engine::{Answer, Task, Watch};

/// A way to verify a program.
pub struct Strategy {
    pub name: &'static str,
    /// One sentence about what it does.
    pub about: &'static str,
    pub run: fn(&Task, &mut dyn Watch) -> Answer,
}

/// The first is the default.
pub const ALL: &[Strategy] = &[
    Strategy {
        name: "auto",
        about: "Tries the others in a fixed order until everything is decided.",
        run: auto::run,
    },
    Strategy {
        name: "falsify",
        about: "Looks for violations and proves nothing unless it has seen every run.",
        run: falsify::run,
    },
];

pub fn named(name: &str) -> Option<&'static Strategy> {
    ALL.iter().find(|s| s.name == name)
}

//! The named ways to verify a program. Each is a short file that says which
//! algorithms of the engine run in which order; there are none here.
//!
//! A new strategy is a file with a function of the type of [`Strategy::run`] and
//! one line in [`ALL`].

#![forbid(unsafe_code)]

mod auto;
mod boolean_heaps;
mod configuration;
mod cooperate;
mod dataflow;
mod esp;
mod falsify;
mod features;
mod lazy_shapes;
mod look;
mod predicated;
mod predicates;
mod segments;
mod shapes;
mod told;
mod typestate;
mod values;

pub use configuration::{Chosen, Configuration};
pub use falsify::search;
pub use told::with_invariants;

use engine::{Answer, Task, Watch};

/// A way to verify a program.
pub struct Strategy {
    pub name: &'static str,
    /// One sentence about what it does.
    pub about: &'static str,
    pub run: fn(&Task, &Configuration, &mut dyn Watch) -> Answer,
    /// Does it explore, so that a [`Configuration`] means something to it?
    pub explores: bool,
    /// Does it track linked structures where no other analyses are named?
    pub shapes: bool,
}

impl Strategy {
    /// Does it track linked structures if it goes about it this way?
    pub fn tracks_shapes(&self, configuration: &Configuration) -> bool {
        match &configuration.analyses {
            Some(chosen) => chosen
                .iter()
                .any(|c| matches!(c.domain.name, "shapes" | "heaps")),
            None => self.shapes,
        }
    }
}

/// The first is the default.
pub const ALL: &[Strategy] = &[
    Strategy {
        name: "auto",
        about: "Looks at the program and chooses: cheap strategies first, then several side by side.",
        run: auto::run,
        explores: false,
        shapes: true,
    },
    Strategy {
        name: "falsify",
        about: "Looks for violations and proves nothing unless it has seen every run.",
        run: falsify::run,
        explores: false,
        shapes: false,
    },
    Strategy {
        name: "values",
        about: "Follows every path with what is known about values and pointers.",
        run: values::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "dataflow",
        about: "Joins what is known about values and bits wherever paths meet.",
        run: dataflow::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "predicates",
        about: "Excludes impossible paths one after the other by predicates that it finds.",
        run: predicates::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "predicated",
        about: "Joins what is known about values where predicates agree, and finds these.",
        run: predicated::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "segments",
        about: "Follows lists as segments of any length, joined where paths meet.",
        run: segments::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "shapes",
        about: "Tracks the shapes of all linked structures everywhere, joined where paths meet.",
        run: shapes::run,
        explores: true,
        shapes: true,
    },
    Strategy {
        name: "lazy-shapes",
        about: "Finds predicates, and tracks the shapes of linked structures where those do not suffice.",
        run: lazy_shapes::run,
        explores: true,
        shapes: true,
    },
    Strategy {
        name: "boolean-heaps",
        about: "Abstracts the objects of linked structures by heap predicates.",
        run: boolean_heaps::run,
        explores: true,
        shapes: true,
    },
    Strategy {
        name: "cooperate",
        about: "Lets many small analyses tell each other what they know, beside predicates and shapes.",
        run: cooperate::run,
        explores: true,
        shapes: true,
    },
    Strategy {
        name: "esp",
        about: "Follows one stateful value at a time through the functions that matter to it.",
        run: esp::run,
        explores: true,
        shapes: false,
    },
    Strategy {
        name: "typestate",
        about: "Examines by predicates what esp cannot exclude: first the value's part, then all.",
        run: typestate::run,
        explores: false,
        shapes: false,
    },
];

pub fn named(name: &str) -> Option<&'static Strategy> {
    ALL.iter().find(|s| s.name == name)
}

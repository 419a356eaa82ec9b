//! What is to be verified: a program, the properties, and what C is to mean.

use machine::{Options, UnknownCalls};
use program::Program;
use properties::{Properties, Property};

/// The meaning of a program where C leaves a choice, and where it begins.
#[derive(Clone, Debug)]
pub struct Settings {
    pub entry: String,
    /// A signed overflow ends the run.
    pub overflow_is_fatal: bool,
    pub malloc_may_fail: bool,
    pub unknown_calls: UnknownCalls,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            entry: "main".into(),
            overflow_is_fatal: false,
            malloc_may_fail: true,
            unknown_calls: UnknownCalls::Pure,
        }
    }
}

/// A program and what is asked about it.
pub struct Task {
    /// With the library models, and without checks.
    pub program: Program,
    pub properties: Properties,
    pub settings: Settings,
}

impl Task {
    /// How the concrete machine is to run the program so that a violation of
    /// one of the properties ends the run with its fault.
    pub fn machine_options(&self) -> Options {
        Options {
            overflow_is_fatal: self.settings.overflow_is_fatal
                || self.properties.contains(Property::NoOverflow),
            unknown_calls: self.settings.unknown_calls,
            malloc_may_fail: self.settings.malloc_may_fail,
            error_calls_are_faults: self.properties.contains(Property::UnreachCall),
            assertions_are_faults: self.properties.contains(Property::Assert),
            check_leaks: self.properties.contains(Property::ValidMemtrack),
            check_cleanup: self.properties.contains(Property::ValidMemcleanup),
            entry: self.settings.entry.clone(),
            ..Options::default()
        }
    }
}

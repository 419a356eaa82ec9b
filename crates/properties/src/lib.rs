//! Properties: their names, SV-COMP's property files, property automata, and
//! *weaving*, which turns what a property forbids into edges to error locations, so
//! that analyses only ever ask whether a location can be reached.
//!
//! Automata are read by [`automaton::read`] and become part of a program by
//! [`observe`], before anything else looks at it. After that [`assign_copies`] makes
//! assignments of calls that only copy.

#![forbid(unsafe_code)]

pub mod automaton;
mod checks;
mod copies;
mod file;
mod observe;
mod property;
mod weave;

pub use copies::assign_copies;
pub use file::{FileError, PropertyFile, parse_file};
pub use observe::{Observed, Observer, Observing, Set, observe};
pub use property::{AutomatonName, Properties, Property};
pub use weave::{Violation, Weaving, Woven, weave};

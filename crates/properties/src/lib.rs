//! Properties: their names, SV-COMP's property files, and *weaving*, which turns
//! what a property forbids into edges to error locations, so that analyses only
//! ever ask whether a location can be reached.

#![forbid(unsafe_code)]

mod checks;
mod file;
mod property;
mod weave;

pub use file::{FileError, PropertyFile, parse_file};
pub use property::{Properties, Property};
pub use weave::{Violation, Weaving, Woven, weave};

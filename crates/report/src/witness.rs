//! Violation witnesses in SV-COMP's format 2.0: a path to a violation as a
//! sequence of segments, each with a waypoint to be passed.
//!
//! [`write`](fn@write) makes one of a story, [`read`](fn@read) reads one and
//! checks that it has the format's form.

mod read;
mod write;

pub use read::{FormatError, read};
pub use write::{Metadata, write};

/// A witness, as far as it matters for finding the violation again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The property file's line, if it has one.
    pub specification: String,
    pub data_model: DataModel,
    pub input_files: Vec<String>,
    /// A waypoint to follow for each segment, the target last; with it those to
    /// avoid until it is passed.
    pub segments: Vec<Segment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub follow: Waypoint,
    pub avoid: Vec<Waypoint>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    pub kind: WaypointKind,
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
    /// A C expression; for a branching `true`, `false`, or a case's value.
    pub constraint: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    Assumption,
    Branching,
    FunctionEnter,
    FunctionReturn,
    Target,
}

impl WaypointKind {
    const ALL: [WaypointKind; 5] = [
        WaypointKind::Assumption,
        WaypointKind::Branching,
        WaypointKind::FunctionEnter,
        WaypointKind::FunctionReturn,
        WaypointKind::Target,
    ];

    pub fn name(self) -> &'static str {
        match self {
            WaypointKind::Assumption => "assumption",
            WaypointKind::Branching => "branching",
            WaypointKind::FunctionEnter => "function_enter",
            WaypointKind::FunctionReturn => "function_return",
            WaypointKind::Target => "target",
        }
    }
}

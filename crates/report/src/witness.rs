//! Witnesses in SV-COMP's format 2.0. One of a violation is a path to it as a sequence
//! of segments, each with a waypoint to be passed; one of correctness is a set of
//! invariants.
//!
//! [`write`](fn@write) makes one of a story, [`write_invariants`] one of invariants,
//! [`read`](fn@read) reads one and checks that it has the format's form.

mod invariants;
mod metadata;
mod read;
mod write;

pub use invariants::{Known, write_invariants};
pub use metadata::Metadata;
pub use read::{FormatError, read};
pub use write::write;

/// A witness, as far as it matters for checking it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The property file's line, if it has one.
    pub specification: String,
    pub data_model: DataModel,
    pub input_files: Vec<String>,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A waypoint to follow for each segment, the target last; with it those to
    /// avoid until it is passed.
    Violation(Vec<Segment>),
    Correctness(Vec<Invariant>),
}

/// A condition that holds whenever a place is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    pub kind: InvariantKind,
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
    /// A C expression.
    pub value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// At the keyword of a loop: before each evaluation of its condition.
    Loop,
    /// Before a statement.
    Location,
}

impl InvariantKind {
    const ALL: [InvariantKind; 2] = [InvariantKind::Loop, InvariantKind::Location];

    pub fn name(self) -> &'static str {
        match self {
            InvariantKind::Loop => "loop_invariant",
            InvariantKind::Location => "location_invariant",
        }
    }
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

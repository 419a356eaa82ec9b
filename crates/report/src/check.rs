//! What a check came to, as plain data: the worker makes it, the supervisor
//! shows it. [`human`] is for people, [`json`] and [`sarif`] for programs.

mod human;
mod json;
mod sarif;

pub use human::human;
pub(crate) use json::document;
pub use json::json;
pub use sarif::sarif;

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known about every property asked about.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Report {
    pub findings: Vec<Finding>,
    /// The values of automata that were followed one at a time.
    pub values: Vec<Value>,
    /// What the verdicts rely on.
    pub assumptions: Vec<String>,
    pub statistics: Vec<(String, u64)>,
    /// What the strategy chose, and why: one line.
    #[serde(default)]
    pub chosen: Option<String>,
    /// What else is worth knowing about how it came to that.
    pub notes: Vec<String>,
    /// What became of a witness, if there was one.
    pub witness: Option<WitnessStatus>,
    /// The text of a correctness witness, if all is proved and it was asked for.
    pub proof: Option<String>,
    /// What is known about loops, if all is proved.
    pub invariants: Vec<Invariant>,
    /// What the analyses told each other, if that was asked for.
    pub exchange: Option<Exchange>,
    /// The end of a path that violates a query, or of one of the model that may.
    #[serde(default)]
    pub path: Vec<Passed>,
}

/// A state on a path: of a run, or of a model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passed {
    pub function: String,
    /// The number of the location in the woven automaton.
    pub location: u32,
    pub place: Option<Place>,
    /// What is done next.
    pub operation: String,
    /// Each analysis of a model, and what it says of the state.
    pub parts: Vec<(String, String)>,
    /// The atoms of the query that matter here, and what they are: sentences.
    pub atoms: Vec<String>,
    /// What analyses told each other here, and used.
    pub used: Vec<String>,
}

/// A condition that holds whenever a place is reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invariant {
    pub place: Place,
    pub function: String,
    /// A C expression.
    pub text: String,
}

/// Who told whom what (HECTOR's summary table).
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exchange {
    pub speakers: Vec<Speaker>,
    /// The most used first.
    pub used: Vec<Used>,
}

/// An analysis, and what it said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Speaker {
    pub name: String,
    /// Facts that it told somebody.
    pub shared: u64,
    /// Those that each analysis used, in the order of speakers.
    pub used: Vec<u64>,
}

/// A fact without which something would not have been known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Used {
    pub from: String,
    pub to: String,
    pub formula: String,
    pub count: u64,
    /// Where it was used first.
    pub place: Option<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessStatus {
    /// What it tells of was found again: a violation along it, or a proof with its
    /// invariants.
    Confirmed,
    /// There is no violation; or there is one, or an invariant does not hold.
    Refuted,
    Unknown,
}

impl fmt::Display for WitnessStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WitnessStatus::Confirmed => "confirmed",
            WitnessStatus::Refuted => "refuted",
            WitnessStatus::Unknown => "unknown",
        })
    }
}

/// What is known about one property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub property: String,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    True,
    False(Box<Violation>),
    Unknown(Unknown),
}

/// Why a property was not decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// One word for programs.
    pub reason: String,
    /// One sentence for people.
    pub what: String,
    pub place: Option<Place>,
}

/// One value of an automaton, and what is known of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Value {
    pub property: String,
    /// Tells it from the other values of the automaton.
    pub number: usize,
    pub subject: Subject,
    pub fate: Fate,
    /// The violations that are not excluded, if the fate is not known.
    pub errors: Vec<Suspicion>,
    /// What came of a closer look: sentences.
    pub tried: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// The value created there.
    Created(Place),
    Null,
    /// All values at once.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Proved,
    Violated,
    /// Possibly violated before it is created, and not afterwards.
    Early,
    Possible,
}

/// A violation that is not excluded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Suspicion {
    pub what: Unknown,
    /// The line with a caret, as [`crate::diagnostics`] renders it.
    pub excerpt: String,
    /// How it would come to that.
    pub steps: Vec<Step>,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Created(place) => place.fmt(f),
            Subject::Null => f.write_str("null"),
            Subject::All => f.write_str("all values at once"),
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fate::Proved => "proved",
            Fate::Violated => "violated",
            Fate::Early => "possibly violated before it is created, proved from then on",
            Fate::Possible => "possibly violated",
        })
    }
}

/// A violation that happened on the machine.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// The name of the fault.
    pub fault: String,
    /// What happened, in a few words.
    pub message: String,
    pub place: Option<Place>,
    /// The line with a caret, as [`crate::diagnostics`] renders it.
    pub excerpt: String,
    /// The values given to the program, in the order it asked for them.
    pub inputs: Vec<String>,
    /// How it came to that.
    pub steps: Vec<Step>,
    /// The text of a C file that makes the program fail, if it was asked for.
    pub test_case: Option<String>,
    /// The text of a witness, if it was asked for.
    pub witness: Option<String>,
}

/// A place in the source, as people name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl From<program::Position<'_>> for Place {
    fn from(at: program::Position<'_>) -> Place {
        Place {
            file: at.file.to_owned(),
            line: at.line,
            column: at.column,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// The program was given a value.
    Input,
    Branch,
    Assign,
    Call,
    Return,
    /// An automaton comes to another state.
    Transition,
    /// Rounds of a loop, or other steps, that are not told.
    Omitted,
    Fault,
}

/// One step of the way to a violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub kind: StepKind,
    pub function: String,
    pub place: Option<Place>,
    /// Number of open calls below the entry function.
    pub depth: u32,
    /// For people.
    pub text: String,
    /// What was assigned to (of a return: in the caller), or the condition of a branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The value that it got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl Report {
    /// Notes what is known of a value now.
    pub fn examined(&mut self, value: Value) {
        let same = |v: &&mut Value| v.property == value.property && v.number == value.number;
        match self.values.iter_mut().find(same) {
            Some(known) => *known = value,
            None => self.values.push(value),
        }
    }

    /// The violation that the verdict line speaks of.
    pub fn violation(&self) -> Option<&Violation> {
        self.findings.iter().find_map(|f| match &f.verdict {
            Verdict::False(violation) => Some(&**violation),
            Verdict::True | Verdict::Unknown(_) => None,
        })
    }

    /// All properties together: false before unknown before true.
    pub fn verdict(&self) -> Overall<'_> {
        let find = |wanted: fn(&Verdict) -> bool| self.findings.iter().find(|f| wanted(&f.verdict));
        if let Some(f) = find(|v| matches!(v, Verdict::False(_))) {
            return Overall::False(&f.property);
        }
        let unknown = self.findings.iter().find_map(|f| match &f.verdict {
            Verdict::Unknown(unknown) => Some(unknown.reason.as_str()),
            Verdict::True | Verdict::False(_) => None,
        });
        match unknown {
            Some(reason) => Overall::Unknown(reason),
            None => Overall::True,
        }
    }
}

/// What the verdict line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overall<'a> {
    True,
    /// Names the first property violated.
    False(&'a str),
    /// Says why.
    Unknown(&'a str),
}

impl fmt::Display for Overall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overall::True => f.write_str("true"),
            Overall::False(property) => write!(f, "false({property})"),
            Overall::Unknown(reason) => write!(f, "unknown({reason})"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match &self.verdict {
            Verdict::True => Overall::True,
            Verdict::False(_) => return write!(f, "{}: false", self.property),
            Verdict::Unknown(unknown) => Overall::Unknown(&unknown.reason),
        };
        write!(f, "{}: {verdict}", self.property)
    }
}

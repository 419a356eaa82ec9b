//! What the `concord` command and its worker say to each other.
//!
//! The command starts the worker, writes one [`Request`] to its standard input,
//! and reads [`Event`]s from its standard output: each is one line of JSON. The
//! last event is [`Event::Finished`], [`Event::Drawn`], [`Event::Rejected`] or
//! [`Event::Listed`] or [`Event::Written`]; a worker that ends without one has crashed.

#![forbid(unsafe_code)]

use report::check::{Finding, Value};
use report::page::{Code, Model};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io;

/// What the worker is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The worker ends when this process does.
    pub supervisor: u32,
    /// Bytes that the worker may allocate.
    pub memory: u64,
    pub work: Work,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Work {
    /// Say which strategies there are.
    Strategies,
    /// Say which analyses there are.
    Analyses,
    Check(Box<Check>),
    /// Check what a witness tells of; the witness's text.
    Validate(Box<Check>, String),
    /// Draw the states at a place.
    Draw(Box<Check>, Drawing),
    /// Ask a model.
    Query(Box<Query>),
    /// Write the boolean heap program, with conjunctions of so many literals.
    HeapProgram(Box<Check>, u8),
}

/// A question about a finished model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Query {
    /// A file of [`report::model`]; its task is a [`Check`].
    pub path: String,
    pub text: String,
    /// States of a path that are told: the last ones.
    pub last: usize,
    /// Messages may be coloured.
    pub colour: bool,
}

/// What is to be drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// The end of the file's path; may be left out where one file has such a line.
    pub file: Option<String>,
    pub line: u32,
    /// With what follows from the rest.
    pub all: bool,
}

/// What came of drawing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Drawn {
    /// An SVG file; None if there is nothing to draw.
    pub picture: Option<String>,
    /// Sentences for people.
    pub remarks: Vec<String>,
}

/// C files and how to read them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Files {
    pub paths: Vec<String>,
    pub data_model: DataModel,
    /// Arguments for the preprocessor.
    pub preprocessor: Vec<String>,
    /// If the files are a project's, of which the program needs some.
    pub project: Option<Project>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Project {
    /// Of each file: its own arguments for the preprocessor.
    pub arguments: Vec<Vec<String>>,
    /// Files that belong to the program, by the ends of their paths.
    pub units: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DataModel {
    Lp64,
    Ilp32,
}

/// A program to verify.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Check {
    pub files: Files,
    pub properties: Vec<String>,
    /// What the automata among the properties are read from.
    pub specs: Vec<Spec>,
    pub settings: Settings,
    pub strategy: String,
    pub exploring: Exploring,
    /// Messages may be coloured.
    pub colour: bool,
    /// A violation is to come with a test case.
    pub test_case: bool,
    /// The result is to come with a witness, made at this time (in seconds
    /// since 1970).
    pub witness: Option<u64>,
    /// What a page shows of the program and its states is to be told.
    pub page: bool,
}

/// How a strategy is to explore, where the user says so: names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Exploring {
    /// Separated by `+`.
    pub analyses: Option<String>,
    pub merge: Option<String>,
    pub calls: Option<String>,
    pub order: Option<String>,
    /// The states that were reached are to be shown.
    pub states: Option<View>,
    /// The finished model is to be written.
    pub model: bool,
    /// What is learned from paths is to be told as it comes.
    pub log: bool,
    /// What analyses told each other, and who used it, is to be told.
    pub exchange: bool,
    /// What is told apart at the end is to be shown.
    pub precision: Option<Precision>,
    /// What is declared of the shapes of linked structures.
    pub shapes: Option<Declarations>,
}

/// A file of what is worth telling apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Precision {
    pub path: String,
    /// What is in it; nothing if there is none yet.
    pub text: String,
}

/// A file in which the user declares something about the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Declarations {
    pub path: String,
    pub text: String,
}

/// How reached states are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum View {
    Text,
    Dot,
}

/// A text with automata.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    pub path: String,
    pub text: String,
    /// Only there because another one includes it.
    pub included: bool,
    /// What is asked for of its automata.
    pub options: Vec<String>,
}

/// What C is to mean where it leaves a choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub entry: String,
    pub overflow_is_error: bool,
    pub malloc_may_fail: bool,
    pub unknown_calls: UnknownCalls,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum UnknownCalls {
    Pure,
    Havoc,
    Error,
}

/// What the worker has to say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Rendered warnings about the files.
    Warnings(String),
    /// What the verdicts will rely on.
    Assumed(Vec<String>),
    /// What the strategy chose, and why.
    Chosen(String),
    /// A phase of the work begins.
    Phase(String),
    /// A property is decided, whatever becomes of the others.
    Decided(Finding),
    /// All properties are proved: a correctness witness without invariants.
    Proved(String),
    /// One of an automaton's values was examined, perhaps not for the last time.
    Examined(Value),
    /// What was learned from a path, as asked for: one line.
    Logged(String),
    /// The states that were reached, as asked for.
    States(String),
    /// The finished model, as asked for: a file of [`report::model`].
    Model(String),
    /// What was told apart at the end, as asked for.
    Precision(String),
    /// The program, for a page.
    Code(Code),
    /// The states that an exploration reached, for a page; later ones count.
    Reached(Model),
    /// A panic: what it said and where.
    Panicked(String),
    /// The work is done: what is known about every property, in their order.
    Finished(report::check::Report),
    /// The states are drawn, as asked for.
    Drawn(Drawn),
    /// The request makes no sense, or the files are no C: rendered messages.
    Rejected(String),
    /// Names and sentences.
    Listed(Vec<(String, String)>),
    /// A text, for [`Work::HeapProgram`].
    Written(String),
}

/// One line, with its newline.
pub fn encode<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

pub fn decode<T: DeserializeOwned>(line: &[u8]) -> io::Result<T> {
    Ok(serde_json::from_slice(line)?)
}

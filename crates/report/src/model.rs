//! A finished abstract model as a file ([docs/model.md](../../../docs/model.md)): JSON with a
//! line for each node, edge and state, so that it can be searched with line tools as well.
//!
//! What it is a model of comes with it: the files and what is in them as hashes, the request
//! in the words of whoever wrote it (`T`), and the automata, so that a reader can tell
//! whether it looks at the same program.

use crate::check::{Exchange, Place, Unknown};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::ser::{CompactFormatter, Formatter, Serializer};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io;

/// Grows when older readers would misunderstand a file.
pub const VERSION: u32 = 1;

const FORMAT: &str = "concord model";

/// A file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Document<T> {
    pub format: String,
    pub version: u32,
    /// The version of the program that wrote it.
    pub concord: String,
    /// The program's files.
    pub files: Vec<File>,
    /// What was asked, and how it was to be found out.
    pub task: T,
    pub model: Model,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    pub path: String,
    pub sha256: String,
}

impl File {
    pub fn of(path: String, bytes: &[u8]) -> File {
        let mut sha256 = String::new();
        for byte in Sha256::digest(bytes) {
            // Writing to a string does not fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        File { path, sha256 }
    }
}

/// Nodes, functions and states are spoken of by their numbers.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Model {
    /// The analyses, in the order of the parts of states.
    pub modules: Vec<String>,
    /// The functions that have nodes.
    pub functions: Vec<Function>,
    pub states: Vec<State>,
    pub nodes: Vec<Node>,
    /// Where execution begins.
    pub starts: Vec<u32>,
    pub steps: Vec<Edge>,
    pub calls: Vec<Edge>,
    pub returns: Vec<Return>,
    /// Nodes that were taken out, for they cover no state of any run.
    pub pruned: u64,
    /// Why there are runs that the nodes do not cover.
    pub hole: Option<Unknown>,
    /// What the analyses told each other, if that was recorded.
    pub exchange: Option<Exchange>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub entry: u32,
    pub exit: Option<u32>,
    /// In the order of their numbers.
    pub edges: Vec<Operation>,
    pub errors: Vec<Error>,
}

/// An edge of an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operation {
    pub from: u32,
    pub to: u32,
    pub text: String,
    pub place: Option<Place>,
}

/// A location at which something is violated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Error {
    pub location: u32,
    pub property: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// In the words of its analysis.
    pub words: String,
    /// In the common logic, if it can be said there.
    pub formula: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    pub function: u32,
    pub location: u32,
    pub context: u32,
    pub state: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// The number of the automaton's edge.
    pub edge: u32,
}

/// A call that came back: from the callee's exit, and in one step from the call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Return {
    pub call: u32,
    pub exit: u32,
    pub to: u32,
    pub edge: u32,
}

impl<T> Document<T> {
    pub fn new(concord: &str, files: Vec<File>, task: T, model: Model) -> Document<T> {
        Document {
            format: FORMAT.to_owned(),
            version: VERSION,
            concord: concord.to_owned(),
            files,
            task,
            model,
        }
    }
}

/// The text of a file.
pub fn write<T: Serialize>(document: &Document<T>) -> String {
    let mut text = Vec::new();
    let mut out = Serializer::with_formatter(&mut text, Lines::default());
    // Neither writing to memory nor these types fail.
    let _ = document.serialize(&mut out);
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

/// The beginning of a file, which all versions have.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Reads a file; Err says why it is none.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<Document<T>, String> {
    let head: Head = serde_json::from_str(text).map_err(|_| "this is no model".to_owned())?;
    if head.format != FORMAT {
        return Err("this is no model".to_owned());
    }
    if head.version != VERSION {
        return Err(format!(
            "this model has version {}; version {VERSION} can be read",
            head.version
        ));
    }
    let document: Document<T> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    document.model.check()?;
    Ok(document)
}

impl Model {
    /// Err says what numbers mean nothing.
    fn check(&self) -> Result<(), String> {
        let count = self.nodes.len() as u32;
        let is_node = |number: &u32| *number < count;
        let known = |edge: &Edge| is_node(&edge.from) && is_node(&edge.to);
        let came = |back: &Return| [back.call, back.exit, back.to].iter().all(is_node);
        let edges = self.steps.iter().chain(&self.calls).all(known);
        if !edges || !self.returns.iter().all(came) || !self.starts.iter().all(is_node) {
            return Err("the model has an edge to a node that it does not have".to_owned());
        }
        let whole = |node: &Node| {
            (node.function as usize) < self.functions.len()
                && (node.state as usize) < self.states.len()
        };
        let parts = |state: &State| state.parts.len() == self.modules.len();
        match self.nodes.iter().all(whole) && self.states.iter().all(parts) {
            true => Ok(()),
            false => Err("the model has a node without a state or a function".to_owned()),
        }
    }
}

/// Elements of the model's lists each on a line of their own.
#[derive(Default)]
struct Lines {
    depth: u32,
}

/// Where such lists begin: behind the braces of the document and of its model.
const LISTS: u32 = 3;

impl Formatter for Lines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        CompactFormatter.begin_array(out)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_array(out)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        CompactFormatter.begin_array_value(out, first)?;
        match self.depth <= LISTS {
            true => out.write_all(b"\n"),
            false => Ok(()),
        }
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        CompactFormatter.begin_object(out)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_object(out)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        CompactFormatter.begin_object_key(out, first)?;
        match self.depth < LISTS {
            true => out.write_all(b"\n"),
            false => Ok(()),
        }
    }
}

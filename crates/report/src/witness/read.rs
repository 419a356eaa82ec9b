//! Reading a witness. What has not the form of format 2.0 is refused.

use super::{
    Content, DataModel, Invariant, InvariantKind, Segment, Waypoint, WaypointKind, Witness,
};
use serde_json::{Map, Value};
use std::fmt;

/// What is wrong, and where in the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    pub path: String,
    pub message: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

type Read<T> = Result<T, FormatError>;

/// Reads the first violation sequence of a witness, or all its invariants.
pub fn read(text: &str) -> Read<Witness> {
    let document: Value =
        serde_saphyr::from_str(text).map_err(|e| error("", &format!("this is no YAML: {e}")))?;
    let entries = Node::new("", &document).list()?;
    let mut correctness: Option<Witness> = None;
    for entry in entries {
        match entry.field("entry_type")?.text()?.as_str() {
            "violation_sequence" => return witness(&entry, violation(&entry)?),
            "invariant_set" => {
                let mut all = invariants(&entry)?;
                let before = match correctness.take().map(|w| w.content) {
                    Some(Content::Correctness(before)) => before,
                    Some(Content::Violation(_)) | None => Vec::new(),
                };
                all.splice(0..0, before);
                correctness = Some(witness(&entry, Content::Correctness(all))?);
            }
            _ => {}
        }
    }
    let missing = "there is no entry `violation_sequence` or `invariant_set`";
    correctness.ok_or_else(|| error("", missing))
}

fn invariants(entry: &Node<'_>) -> Read<Vec<Invariant>> {
    let content = entry.field("content")?.list()?;
    content.iter().map(invariant).collect()
}

fn invariant(node: &Node<'_>) -> Read<Invariant> {
    let node = node.field("invariant")?;
    let name = node.field("type")?;
    let text = name.text()?;
    let kind = InvariantKind::ALL.into_iter().find(|k| k.name() == text);
    let kind = kind.ok_or_else(|| {
        name.wrong("this is no type of invariant (there are loop_invariant, location_invariant)")
    })?;
    let format = node.field("format")?;
    if format.text()? != "c_expression" {
        return Err(format.wrong("only c_expression is read"));
    }
    let location = node.field("location")?;
    let column = location.optional("column")?;
    Ok(Invariant {
        kind,
        file: location.field("file_name")?.text()?,
        line: location.field("line")?.number()?,
        column: column.map(|c| c.number()).transpose()?,
        value: node.field("value")?.text()?,
    })
}

fn violation(entry: &Node<'_>) -> Read<Content> {
    let segments = entry.field("content")?.list()?;
    let segments = segments.iter().map(segment).collect::<Read<Vec<_>>>()?;
    let (last, others) = segments
        .split_last()
        .ok_or_else(|| entry.wrong("there are no segments"))?;
    let is_target = |s: &Segment| s.follow.kind == WaypointKind::Target;
    if !is_target(last) || others.iter().any(is_target) {
        return Err(entry.wrong("the last segment, and only that, follows a target"));
    }
    Ok(Content::Violation(segments))
}

fn witness(entry: &Node<'_>, content: Content) -> Read<Witness> {
    let metadata = entry.field("metadata")?;
    let version = metadata.field("format_version")?;
    if !["2.0", "2", "2.1"].contains(&version.text()?.as_str()) {
        return Err(version.wrong("only format 2.0 is read"));
    }
    let uuid = metadata.field("uuid")?;
    if !is_uuid(&uuid.text()?) {
        return Err(uuid.wrong("this is no UUID"));
    }
    metadata.field("creation_time")?.text()?;
    let producer = metadata.field("producer")?;
    producer.field("name")?.text()?;
    producer.field("version")?.text()?;
    let task = metadata.field("task")?;
    let files = task.field("input_files")?.list()?;
    let files = files.iter().map(Node::text).collect::<Read<Vec<_>>>()?;
    let hashes = task.field("input_file_hashes")?;
    for file in &files {
        let hash = hashes.field(file)?;
        let text = hash.text()?;
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(hash.wrong("this is no SHA-256"));
        }
    }
    let language = task.field("language")?;
    if language.text()? != "C" {
        return Err(language.wrong("only C is read"));
    }
    let model = task.field("data_model")?;
    let data_model = match model.text()?.as_str() {
        "LP64" | "64bit" => DataModel::Lp64,
        "ILP32" | "32bit" => DataModel::Ilp32,
        _ => return Err(model.wrong("expected ILP32 or LP64")),
    };
    Ok(Witness {
        specification: task.field("specification")?.text()?,
        data_model,
        input_files: files,
        content,
    })
}

fn segment(node: &Node<'_>) -> Read<Segment> {
    let mut avoid = Vec::new();
    let mut follow = None;
    for item in node.field("segment")?.list()? {
        if follow.is_some() {
            return Err(item.wrong("nothing comes after the waypoint to follow"));
        }
        let item = item.field("waypoint")?;
        let action = item.field("action")?;
        let waypoint = waypoint(&item)?;
        match action.text()?.as_str() {
            "follow" => follow = Some(waypoint),
            "avoid" => avoid.push(waypoint),
            _ => return Err(action.wrong("expected `follow` or `avoid`")),
        }
    }
    match follow {
        Some(follow) => Ok(Segment { follow, avoid }),
        None => Err(node.wrong("there is no waypoint to follow")),
    }
}

fn waypoint(node: &Node<'_>) -> Read<Waypoint> {
    let name = node.field("type")?;
    let text = name.text()?;
    let kind = WaypointKind::ALL.into_iter().find(|k| k.name() == text);
    let kind = kind.ok_or_else(|| name.wrong("this is no type of waypoint"))?;
    let needs = matches!(kind, WaypointKind::Assumption | WaypointKind::Branching);
    let constraint = match node.optional("constraint")? {
        Some(constraint) => Some(constraint.field("value")?.text()?),
        None if needs => return Err(node.wrong("there is no `constraint`")),
        None => None,
    };
    let location = node.field("location")?;
    let column = location.optional("column")?;
    Ok(Waypoint {
        kind,
        file: location.field("file_name")?.text()?,
        line: location.field("line")?.number()?,
        column: column.map(|c| c.number()).transpose()?,
        constraint,
    })
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let digits = text.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit());
    lengths == [8, 4, 4, 4, 12] && digits
}

/// A part of the document and the way to it.
struct Node<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Node<'a> {
    fn new(path: &str, value: &'a Value) -> Node<'a> {
        Node {
            path: path.to_owned(),
            value,
        }
    }

    fn wrong(&self, message: &str) -> FormatError {
        error(&self.path, message)
    }

    fn map(&self) -> Read<&'a Map<String, Value>> {
        self.value
            .as_object()
            .ok_or_else(|| self.wrong("expected fields"))
    }

    fn optional(&self, name: &str) -> Read<Option<Node<'a>>> {
        let path = match self.path.is_empty() {
            true => name.to_owned(),
            false => format!("{}.{name}", self.path),
        };
        let found = self.map()?.get(name).filter(|v| !v.is_null());
        Ok(found.map(|value| Node { path, value }))
    }

    fn field(&self, name: &str) -> Read<Node<'a>> {
        let missing = || self.wrong(&format!("there is no `{name}`"));
        self.optional(name)?.ok_or_else(missing)
    }

    fn list(&self) -> Read<Vec<Node<'a>>> {
        let items = self.value.as_array();
        let items = items.ok_or_else(|| self.wrong("expected a list"))?;
        let items = items.iter().enumerate().map(|(i, value)| Node {
            path: format!("{}[{i}]", self.path),
            value,
        });
        Ok(items.collect())
    }

    /// Text; numbers and truth values without quotes are texts too.
    fn text(&self) -> Read<String> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            Value::Bool(truth) => Ok(truth.to_string()),
            _ => Err(self.wrong("expected a text")),
        }
    }

    fn number(&self) -> Read<u32> {
        let number = self.value.as_u64().and_then(|n| u32::try_from(n).ok());
        number.ok_or_else(|| self.wrong("expected a number"))
    }
}

fn error(path: &str, message: &str) -> FormatError {
    FormatError {
        path: path.to_owned(),
        message: message.to_owned(),
    }
}

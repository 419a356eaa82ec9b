//! A story as a witness.

use super::WaypointKind;
use crate::story::{Event, Given, Role, Story, What, joined};
use machine::Incident;
use program::{
    DataModel, FunctionId, IntKind, Place, PlaceId, Program, Span, Type, TypeId, VarKind,
};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fmt::Write;

/// What the witness says about itself.
pub struct Metadata<'a> {
    /// Paths and contents of the program's files.
    pub files: &'a [(String, Vec<u8>)],
    pub specification: String,
    /// When it is made, in seconds since 1970.
    pub time: u64,
    pub version: &'a str,
}

/// Waypoints beyond these would only tire the reader; the target always is there.
/// Values matter more than branches, which follow from them.
const MAX_WAYPOINTS: usize = 1000;
const MAX_BRANCHES: usize = 200;

/// The text of the witness.
pub fn write(
    program: &Program,
    story: &Story,
    incident: Incident,
    metadata: &Metadata<'_>,
) -> String {
    let mut writer = Writer {
        program,
        verbatim: verbatim(metadata.files),
        segments: String::new(),
        count: 0,
        branches: 0,
    };
    let events = joined(program, &story.events);
    for (i, event) in events.iter().enumerate() {
        if writer.count < MAX_WAYPOINTS {
            writer.event(event, &events[i + 1..], story);
        }
    }
    writer.target(&events, incident);
    let mut text = header(program, metadata, &writer.segments);
    text.push_str(&writer.segments);
    text
}

/// Files that were preprocessed before they came here: their own lines count,
/// not those of the files they were made of.
fn verbatim(files: &[(String, Vec<u8>)]) -> HashSet<String> {
    let is_marker = |line: &[u8]| match line {
        [b'#', b' ', digit, ..] => digit.is_ascii_digit(),
        _ => line.starts_with(b"#line "),
    };
    let marked = files.iter().filter(|(_, bytes)| {
        let mut lines = bytes.split(|&b| b == b'\n');
        lines.any(is_marker)
    });
    marked.map(|(path, _)| path.clone()).collect()
}

struct Writer<'a> {
    program: &'a Program,
    verbatim: HashSet<String>,
    segments: String,
    count: usize,
    branches: usize,
}

impl Writer<'_> {
    fn event(&mut self, event: &Event, later: &[Event], story: &Story) {
        match &event.what {
            What::Service {
                callee,
                result,
                inputs,
                undefined,
                ..
            } => {
                let undefined = undefined.and_then(|n| story.undefined_calls.get(n));
                let chosen = match inputs[..] {
                    [only] if self.is_nondet(*callee) => Some(only),
                    _ => undefined.and_then(|call| call.result),
                };
                if let Some(input) = chosen {
                    let ty = self.result_type(*callee);
                    let value = ty.and_then(|ty| self.value(&story.inputs[input].text, ty));
                    if let Some(value) = value {
                        self.chosen(event, *result, &value, later);
                    }
                }
            }
            What::Branch { taken, .. } if self.branches < MAX_BRANCHES => {
                if let Some(keyword) = self.keyword(event.span) {
                    self.branches += 1;
                    let taken = taken.to_string();
                    self.waypoint(
                        WaypointKind::Branching,
                        event,
                        keyword,
                        Some((&taken, false)),
                    );
                }
            }
            What::Input(number) => self.unset(event, &story.inputs[*number]),
            What::Branch { .. }
            | What::Assign { .. }
            | What::Call { .. }
            | What::Return { .. }
            | What::Round { .. }
            | What::Rounds(_)
            | What::Gap(_)
            | What::Fault(_) => {}
        }
    }

    /// A variable that was never set: known before the statement that reads it.
    fn unset(&mut self, event: &Event, given: &Given) {
        let (Role::Variable(variable)
        | Role::Part {
            variable,
            offset: 0,
        }) = given.role
        else {
            return;
        };
        let var = &self.program.vars[variable];
        let value = self.value(&given.text, var.ty);
        if let Some(value) = value.filter(|_| var.kind != VarKind::Temporary) {
            let constraint = format!("{} == {value}", &self.program.names[var.name]);
            let at = self.statement(event.span);
            let constraint = Some((constraint.as_str(), true));
            self.waypoint(WaypointKind::Assumption, event, at, constraint);
        }
    }

    fn is_nondet(&self, function: FunctionId) -> bool {
        let name = self.program.functions[function].name;
        self.program.names[name].starts_with("__VERIFIER_nondet_")
    }

    fn result_type(&self, function: FunctionId) -> Option<TypeId> {
        let types = &self.program.types;
        let signature = types.signature_of(self.program.functions[function].ty)?;
        Some(signature.result.ty)
    }

    /// A value that a function chose: known by the variable it went to, in the
    /// next statement, or else as the function's result.
    fn chosen(&mut self, event: &Event, result: Option<PlaceId>, value: &str, later: &[Event]) {
        let variable = result.and_then(|place| match self.program.exprs.place(place) {
            Place::Var(v) if self.program.vars[v].kind != VarKind::Temporary => Some(v),
            _ => None,
        });
        let next = later.first().filter(|next| {
            next.function == event.function && next.depth == event.depth && next.span != event.span
        });
        if let (Some(variable), Some(next)) = (variable, next) {
            let name = &self.program.names[self.program.vars[variable].name];
            let constraint = format!("{name} == {value}");
            let at = self.statement(next.span);
            let constraint = Some((constraint.as_str(), true));
            return self.waypoint(WaypointKind::Assumption, event, at, constraint);
        }
        // The closing parenthesis of the call.
        let text = self.program.sources.text(event.span);
        if text.last() == Some(&b')') {
            let at = Span::new(event.span.hi - 1, event.span.hi);
            let constraint = format!("\\result == {value}");
            let constraint = Some((constraint.as_str(), true));
            self.waypoint(WaypointKind::FunctionReturn, event, at, constraint);
        }
    }

    /// A value as a C constant of the type; None where there is none.
    fn value(&self, text: &str, ty: TypeId) -> Option<String> {
        let suffix = match self.program.types.get(ty) {
            Type::Int(kind) => match kind {
                IntKind::UInt => "U",
                IntKind::Long => "L",
                IntKind::ULong => "UL",
                IntKind::LongLong => "LL",
                IntKind::ULongLong => "ULL",
                IntKind::Bool => {
                    let odd = text.parse::<u8>().ok()? & 1;
                    return Some(odd.to_string());
                }
                _ => "",
            },
            Type::Float(_) if text.parse::<f64>().is_ok_and(f64::is_finite) => "",
            Type::Pointer(_) if text == "NULL" => return Some("0".into()),
            _ => return None,
        };
        // The most negative numbers are no constants.
        let smallest = ["-2147483648", "-9223372036854775808"].contains(&text);
        match smallest {
            true => {
                let almost = text.parse::<i128>().ok()? + 1;
                Some(format!("({almost}{suffix} - 1)"))
            }
            false => Some(format!("{text}{suffix}")),
        }
    }

    /// The keyword of the statement whose whole condition the span is.
    fn keyword(&self, condition: Span) -> Option<Span> {
        let (text, at) = self.text_around(condition)?;
        let length = (condition.hi - condition.lo) as usize;
        let after = text.get(at + length..)?.trim_ascii_start();
        let before = text[..at].trim_ascii_end().strip_suffix(b"(")?;
        let before = before.trim_ascii_end();
        after.strip_prefix(b")")?;
        let word = [&b"if"[..], b"while"].into_iter().find(|word| {
            let rest = before.strip_suffix(*word);
            rest.is_some_and(|r| !r.last().is_some_and(|&b| is_word(b)))
        })?;
        let start = before.len() - word.len();
        let lo = condition.lo - (at - start) as u32;
        Some(Span::new(lo, lo + word.len() as u32))
    }

    /// The beginning of the statement that the span is part of.
    fn statement(&self, span: Span) -> Span {
        let Some((text, at)) = self.text_around(span) else {
            return span;
        };
        let before = text[..at].trim_ascii_end();
        let begins = before.is_empty()
            || before.ends_with(b";")
            || before.ends_with(b"{")
            || before.ends_with(b"}")
            || before.ends_with(b")")
            || before.ends_with(b"else")
            || before.ends_with(b"do");
        // After a label, too, but not in the middle of `a ? b : c`.
        let sentence = before.rsplit(|b| b";{}".contains(b)).next();
        let labelled = before.ends_with(b":") && sentence.is_some_and(|s| !s.contains(&b'?'));
        if begins || labelled {
            return span;
        }
        let from = sentence_start(before);
        let blanks = text[from..at].len() - text[from..at].trim_ascii_start().len();
        let mut start = from + blanks;
        while let Some(label) = label_length(&text[start..at]) {
            start += label;
        }
        Span::new(span.lo - (at - start) as u32, span.hi)
    }

    /// Some text around a span, and where the span begins in it.
    fn text_around(&self, span: Span) -> Option<(&[u8], usize)> {
        let sources = &self.program.sources;
        let mut files = sources.files().map(|(_, f)| f);
        let file = files.find(|f| f.span().lo <= span.lo && span.lo < f.span().hi)?;
        let at = (span.lo - file.base()) as usize;
        let from = at.saturating_sub(2000);
        let to = (at + 2000).min(file.text.len());
        Some((&file.text[from..to], at - from))
    }

    fn target(&mut self, events: &[Event], incident: Incident) {
        let Some(last) = events.last() else { return };
        let at = self.statement(incident.span);
        self.waypoint(WaypointKind::Target, last, at, None);
    }

    /// One more segment. The constraint comes with whether it is an expression.
    fn waypoint(
        &mut self,
        kind: WaypointKind,
        event: &Event,
        at: Span,
        constraint: Option<(&str, bool)>,
    ) {
        let sources = &self.program.sources;
        let physical = sources.physical(at);
        let place = match physical {
            Some(place) if self.verbatim.contains(place.file) => Some(place),
            _ => sources.position(at),
        };
        let Some(place) = place else { return };
        let function = self.program.show(event.function).to_string();
        self.count += 1;
        // Writing to a string does not fail.
        let out = &mut self.segments;
        let _ = writeln!(out, "  - segment:\n    - waypoint:");
        let _ = writeln!(out, "        type: {}", kind.name());
        let _ = writeln!(out, "        action: follow");
        if let Some((value, expression)) = constraint {
            let value = quoted(value);
            let _ = writeln!(out, "        constraint:\n          value: {value}");
            if expression {
                let _ = writeln!(out, "          format: c_expression");
            }
        }
        let _ = writeln!(out, "        location:");
        let _ = writeln!(out, "          file_name: {}", quoted(place.file));
        let _ = writeln!(out, "          line: {}", place.line);
        let _ = writeln!(out, "          column: {}", place.column);
        let _ = writeln!(out, "          function: {}", quoted(&function));
    }
}

/// The length of the label that a text begins with, blanks after it included.
fn label_length(text: &[u8]) -> Option<usize> {
    let word = text.iter().take_while(|b| is_word(**b)).count();
    let rest = text[word..].trim_ascii_start().strip_prefix(b":")?;
    (word > 0).then(|| text.len() - rest.trim_ascii_start().len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// YAML takes JSON's strings.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn header(program: &Program, metadata: &Metadata<'_>, segments: &str) -> String {
    let hashes = metadata.files.iter().map(|(path, bytes)| {
        let hash = hex(&Sha256::digest(bytes));
        (quoted(path), hash)
    });
    let hashes: Vec<_> = hashes.collect();
    // The same for the same witness of the same task.
    let mut identity = Sha256::new();
    identity.update(&metadata.specification);
    for (path, hash) in &hashes {
        identity.update(path);
        identity.update(hash);
    }
    identity.update(segments);
    let model = match program.model() {
        DataModel::Lp64 => "LP64",
        DataModel::Ilp32 => "ILP32",
    };
    let mut out = String::new();
    let _ = writeln!(out, "- entry_type: violation_sequence\n  metadata:");
    let _ = writeln!(out, "    format_version: \"2.0\"");
    let _ = writeln!(out, "    uuid: {}", quoted(&uuid(&identity.finalize())));
    let _ = writeln!(
        out,
        "    creation_time: {}",
        quoted(&timestamp(metadata.time))
    );
    let _ = writeln!(out, "    producer:\n      name: Concord");
    let _ = writeln!(out, "      version: {}", quoted(metadata.version));
    let _ = writeln!(out, "    task:\n      input_files:");
    for (path, _) in &hashes {
        let _ = writeln!(out, "      - {path}");
    }
    let _ = writeln!(out, "      input_file_hashes:");
    for (path, hash) in &hashes {
        let _ = writeln!(out, "        {path}: {}", quoted(hash));
    }
    let _ = writeln!(
        out,
        "      specification: {}",
        quoted(&metadata.specification)
    );
    let _ = writeln!(
        out,
        "      data_model: {model}\n      language: C\n  content:"
    );
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name-based identifier (version 8 of RFC 9562).
fn uuid(hash: &[u8]) -> String {
    let mut bytes = [0u8; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    let parts = [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ];
    parts.join("-")
}

/// Seconds since 1970 as a date and time.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // The civil calendar, counted in eras of 400 years that begin in March.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Where the statement begins that the text breaks off in: after the last `;`, `{`
/// or `}` outside of parentheses, or after the head of an `if` or a loop.
fn sentence_start(text: &[u8]) -> usize {
    let mut at = text.len();
    let mut closed: Vec<usize> = Vec::new();
    while at > 0 {
        at -= 1;
        match text[at] {
            b')' => closed.push(at),
            b'(' => {
                let word = text[..at].trim_ascii_end();
                let heads: [&[u8]; 4] = [b"if", b"for", b"while", b"switch"];
                let end = closed.pop();
                if let (Some(end), true) = (end, closed.is_empty())
                    && heads.iter().any(|head| word.ends_with(head))
                {
                    return end + 1;
                }
            }
            b';' | b'{' | b'}' if closed.is_empty() => return at + 1,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_709_251_199), "2024-02-29T23:59:59Z");
    }
}

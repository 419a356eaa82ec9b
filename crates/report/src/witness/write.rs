//! A story as a violation witness.

use super::WaypointKind;
use super::metadata::{Metadata, entry, place, quoted, verbatim};
use crate::story::{Event, Given, Role, Story, What, joined};
use machine::Incident;
use program::{FunctionId, IntKind, Place, PlaceId, Program, Span, Type, TypeId, VarKind};
use std::collections::HashSet;
use std::fmt::Write;

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
    entry(program, metadata, "violation_sequence", &writer.segments)
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
            let at = statement(self.program, event.span);
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
            let at = statement(self.program, next.span);
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
        let (text, at) = text_around(self.program, condition)?;
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

    fn target(&mut self, events: &[Event], incident: Incident) {
        let Some(last) = events.last() else { return };
        let at = statement(self.program, incident.span);
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
        let Some(place) = place(self.program, &self.verbatim, at) else {
            return;
        };
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

/// The beginning of the statement that the span is part of.
pub(super) fn statement(program: &Program, span: Span) -> Span {
    let Some((text, at)) = text_around(program, span) else {
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
fn text_around(program: &Program, span: Span) -> Option<(&[u8], usize)> {
    let sources = &program.sources;
    let mut files = sources.files().map(|(_, f)| f);
    let file = files.find(|f| f.span().lo <= span.lo && span.lo < f.span().hi)?;
    let at = (span.lo - file.base()) as usize;
    let from = at.saturating_sub(2000);
    let to = (at + 2000).min(file.text.len());
    Some((&file.text[from..to], at - from))
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

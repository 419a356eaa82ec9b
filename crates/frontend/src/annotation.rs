//! Invariants of a witness become part of the program they speak about.
//!
//! Only the front end knows what a C expression means at a place of a program: which
//! variable a name is, which conversions happen. So the conditions are appended to the
//! text, as lines of a file of their own, and their tokens are put before the statement
//! they belong to. Lowering leaves [`Mark`]s around what becomes of them.

use crate::lex::Lexed;
use crate::token::{Kind, Token};
use program::source::LineMarker;
use program::{Diagnostic, Span};
use std::ffi::OsStr;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The name of the file that the conditions are lines of.
pub const FILE: &str = "<witness>";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationKind {
    /// Holds whenever the condition of the loop at the place is about to be evaluated.
    Loop,
    /// Holds whenever control comes to the statement at the place.
    Location,
}

/// A condition that is to hold at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    pub kind: AnnotationKind,
    /// Only the last part of the path counts.
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
    /// A C expression without side effects.
    pub condition: String,
}

/// The texts of the operations [`program::Op::Unsupported`] around the conditions at a
/// place, in order of control: `Check`, the conditions, `Cut`, the conditions again,
/// `GoOn`. Whoever does not expect them finds something unsupported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The conditions that follow are to be checked.
    Check,
    /// The annotation of this number is false.
    Violated(u32),
    /// The conditions that follow are known to hold.
    Cut,
    /// One of them does not, though it was checked.
    Excluded,
    /// Here the program goes on.
    GoOn,
}

const VIOLATED: &str = "the invariant is violated: ";

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Check => f.write_str("an invariant is to be checked"),
            Mark::Violated(number) => write!(f, "{VIOLATED}{number}"),
            Mark::Cut => f.write_str("an invariant is known"),
            Mark::Excluded => f.write_str("a known invariant is violated"),
            Mark::GoOn => f.write_str("the end of an invariant"),
        }
    }
}

impl Mark {
    /// The mark that an unsupported operation is, if it is one.
    pub fn read(what: &str) -> Option<Mark> {
        if let Some(number) = what.strip_prefix(VIOLATED) {
            return number.parse().ok().map(Mark::Violated);
        }
        let marks = [Mark::Check, Mark::Cut, Mark::Excluded, Mark::GoOn];
        marks.into_iter().find(|mark| mark.to_string() == what)
    }
}

/// The lines that are appended to a text, and where in them each condition lies.
pub(crate) struct Lines {
    pub bytes: Vec<u8>,
    ranges: Vec<Range<u32>>,
}

impl Lines {
    pub fn of(annotations: &[Annotation]) -> Lines {
        let mut bytes = format!("\n# 1 \"{FILE}\"\n").into_bytes();
        let mut ranges = Vec::new();
        for (number, annotation) in annotations.iter().enumerate() {
            let keyword = match annotation.kind {
                AnnotationKind::Loop => "__concord_loop_invariant",
                AnnotationKind::Location => "__concord_location_invariant",
            };
            let start = bytes.len() as u32;
            let condition = annotation.condition.replace(['\n', '\r'], " ");
            bytes.extend_from_slice(format!("{keyword}({number}, {condition})").as_bytes());
            ranges.push(start..bytes.len() as u32);
            bytes.push(b'\n');
        }
        Lines { bytes, ranges }
    }
}

/// A text with its lines of conditions.
pub(crate) struct Annotated<'a> {
    pub text: &'a [u8],
    pub base: u32,
    pub path: &'a str,
    /// The length of the text itself.
    pub length: u32,
    /// Places are those that line markers tell, not those in the text.
    pub preprocessed: bool,
}

impl Annotated<'_> {
    /// Moves the tokens of the conditions before their statements. Says which
    /// annotations have their place here.
    pub fn place(
        &self,
        annotations: &[Annotation],
        lines: &Lines,
        lexed: &mut Lexed,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<bool> {
        let end = self.base + self.length;
        let own = lexed.tokens.partition_point(|t| t.pos < end);
        let appended = lexed.tokens.split_off(own);
        let places = Places {
            annotated: self,
            starts: line_starts(&self.text[..self.length as usize]),
            markers: &lexed.markers,
            files: &lexed.marked_files,
        };
        let mut inserted: Vec<(usize, &[Token])> = Vec::new();
        let mut found = Vec::new();
        for (annotation, range) in annotations.iter().zip(&lines.ranges) {
            let at = places.find(&lexed.tokens, annotation);
            found.push(at.is_some());
            let Some(at) = at else { continue };
            let from = appended.partition_point(|t| t.pos < end + range.start);
            let to = appended.partition_point(|t| t.pos < end + range.end);
            let tokens = &appended[from..to];
            match is_expression(tokens) {
                true => inserted.push((at, tokens)),
                false => {
                    let span = Span::new(end + range.start, end + range.end);
                    let message = "the invariant is no C expression";
                    diagnostics.push(Diagnostic::error(span, message));
                }
            }
        }
        // A stable sort: invariants of one place keep their order.
        inserted.sort_by_key(|(at, _)| *at);
        let mut tokens = Vec::with_capacity(own + appended.len());
        let mut copied = 0;
        for (at, condition) in inserted {
            tokens.extend_from_slice(&lexed.tokens[copied..at]);
            tokens.extend_from_slice(condition);
            copied = at;
        }
        tokens.extend_from_slice(&lexed.tokens[copied..]);
        tokens.push(Token::other(Kind::Eof, end, 0));
        lexed.tokens = tokens;
        found
    }
}

/// Are the parentheses after the keyword closed by the last token, and is there
/// nothing between them that could end an expression? Then the parser reads one, or
/// reports an error, but no other statement.
fn is_expression(tokens: &[Token]) -> bool {
    let Some((keyword, rest)) = tokens.split_first() else {
        return false;
    };
    let mut depth = 0usize;
    for (i, token) in rest.iter().enumerate() {
        match token.kind {
            Kind::LParen => depth += 1,
            Kind::RParen if depth > 0 => depth -= 1,
            Kind::RParen
            | Kind::Semi
            | Kind::LBrace
            | Kind::RBrace
            | Kind::LoopInvariant
            | Kind::LocationInvariant => return false,
            _ => {}
        }
        if depth == 0 {
            let complete = i + 1 == rest.len();
            let kinds = [Kind::LoopInvariant, Kind::LocationInvariant];
            return complete && kinds.contains(&keyword.kind);
        }
    }
    false
}

fn line_starts(text: &[u8]) -> Vec<u32> {
    let ends = text.iter().enumerate().filter(|(_, b)| **b == b'\n');
    std::iter::once(0)
        .chain(ends.map(|(i, _)| i as u32 + 1))
        .collect()
}

/// Where tokens stand, as a witness names places.
struct Places<'a> {
    annotated: &'a Annotated<'a>,
    starts: Vec<u32>,
    markers: &'a [LineMarker],
    files: &'a [String],
}

impl Places<'_> {
    /// File, line and column of an offset.
    fn of(&self, offset: u32) -> (&str, u32, u32) {
        let line = |offset: u32| self.starts.partition_point(|&s| s <= offset) as u32;
        let here = line(offset);
        let column = offset - self.starts[here as usize - 1] + 1;
        let before = self.markers.partition_point(|m| m.offset <= offset);
        match before.checked_sub(1).map(|i| &self.markers[i]) {
            Some(marker) if self.annotated.preprocessed => {
                let file = self.files[marker.file as usize].as_str();
                let file = if file.is_empty() {
                    self.annotated.path
                } else {
                    file
                };
                (file, marker.line + (here - line(marker.offset)), column)
            }
            _ => (self.annotated.path, here, column),
        }
    }

    /// The token before which an annotation belongs.
    fn find(&self, tokens: &[Token], annotation: &Annotation) -> Option<usize> {
        let wanted = name(&annotation.file);
        let mut on_line = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            let fits = match annotation.kind {
                AnnotationKind::Loop => {
                    matches!(token.kind, Kind::For | Kind::While | Kind::Do)
                }
                AnnotationKind::Location => begins_statement(tokens, i),
            };
            if !fits {
                continue;
            }
            let (file, line, column) = self.of(token.pos - self.annotated.base);
            if line != annotation.line || name(file) != wanted {
                continue;
            }
            if annotation.column == Some(column) {
                return Some(i);
            }
            on_line.push(i);
        }
        // Macros and tools move columns; a line with one loop leaves no doubt.
        match (annotation.kind, annotation.column, &on_line[..]) {
            (AnnotationKind::Loop, _, [only]) => Some(*only),
            (AnnotationKind::Location, None, [first, ..]) => Some(*first),
            _ => None,
        }
    }
}

fn begins_statement(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|i| tokens[i].kind);
    let ends = matches!(
        before,
        Some(
            Kind::Semi
                | Kind::LBrace
                | Kind::RBrace
                | Kind::Colon
                | Kind::RParen
                | Kind::Else
                | Kind::Do
        )
    );
    ends && tokens[at].kind != Kind::RBrace
}

fn name(path: &str) -> &OsStr {
    Path::new(path).file_name().unwrap_or_default()
}

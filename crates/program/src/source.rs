//! Source texts, spans in them, and diagnostics about them.
//!
//! All texts share one line of positions: a file occupies the range from its
//! base to its end, so a [`Span`] is two integers and needs no file. Line
//! markers left by a preprocessor (`# 12 "driver.c"`) map a position to the
//! file and line that the programmer wrote.

use crate::ids::{FileId, Id, IdVec};
use std::fmt;
use std::sync::OnceLock;

/// A range of positions in the source map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    /// The span of what no text stands for.
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }

    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span {
            lo: self.lo,
            hi: other.hi.max(self.hi),
        }
    }

    /// The first position of `self`, as an empty span.
    pub fn start(self) -> Span {
        Span {
            lo: self.lo,
            hi: self.lo,
        }
    }

    pub fn is_none(self) -> bool {
        self == Span::NONE
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// What a line marker says: from `offset` on, lines count from `line` of `file`.
#[derive(Clone, Debug)]
pub struct LineMarker {
    /// Offset in the text of the first byte after the marker's line.
    pub offset: u32,
    pub line: u32,
    /// Index into [`SourceFile::marked_files`].
    pub file: u32,
}

/// One text as it was read (after preprocessing, if it was preprocessed).
#[derive(Clone)]
pub struct SourceFile {
    pub path: String,
    pub text: Vec<u8>,
    base: u32,
    markers: Vec<LineMarker>,
    marked_files: Vec<String>,
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The span of the whole text.
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.text.len() as u32)
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.iter().enumerate().filter(|(_, b)| **b == b'\n');
            std::iter::once(0)
                .chain(newlines.map(|(i, _)| i as u32 + 1))
                .collect()
        })
    }

    /// Zero-based index of the physical line that holds `offset`.
    fn line_index(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&s| s <= offset) - 1
    }
}

/// A place as people name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position<'a> {
    pub file: &'a str,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One physical line of text around a position, for a caret to point into.
pub struct SourceLine<'a> {
    pub position: Position<'a>,
    pub text: &'a [u8],
    /// Offset of the position in `text`.
    pub offset: usize,
}

/// All texts of a program.
#[derive(Clone, Default)]
pub struct SourceMap {
    files: IdVec<FileId, SourceFile>,
}

/// The texts together are too long for 32-bit positions.
#[derive(Debug)]
pub struct SourceTooLarge;

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(&mut self, path: String, text: Vec<u8>) -> Result<FileId, SourceTooLarge> {
        // Position 0 belongs to no file, so that `Span::NONE` is no place.
        let base = self.files.iter().last().map_or(1, |f| f.span().hi + 1);
        if text.len() as u64 + u64::from(base) >= u64::from(u32::MAX) {
            return Err(SourceTooLarge);
        }
        Ok(self.files.push(SourceFile {
            path,
            text,
            base,
            markers: Vec::new(),
            marked_files: Vec::new(),
            line_starts: OnceLock::new(),
        }))
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.enumerate()
    }

    /// Records the line markers found in a file, in order of their offsets.
    pub fn set_markers(&mut self, id: FileId, markers: Vec<LineMarker>, marked_files: Vec<String>) {
        let file = &mut self.files[id];
        file.markers = markers;
        file.marked_files = marked_files;
    }

    fn file_of(&self, pos: u32) -> Option<&SourceFile> {
        let index = self.files.as_slice().partition_point(|f| f.base <= pos);
        let file = &self.files[FileId::new(index.checked_sub(1)?)];
        (pos <= file.span().hi).then_some(file)
    }

    /// The line that holds the start of `span`.
    pub fn line(&self, span: Span) -> Option<SourceLine<'_>> {
        let file = self.file_of(span.lo)?;
        let offset = span.lo - file.base;
        let line = file.line_index(offset);
        let start = file.line_starts()[line] as usize;
        let end = file.line_starts().get(line + 1);
        let end = end.map_or(file.text.len(), |&e| e as usize - 1);
        let text = &file.text[start..end.max(start)];
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let marker = file.markers.partition_point(|m| m.offset <= offset);
        let (name, number) = match marker.checked_sub(1).map(|i| &file.markers[i]) {
            Some(m) => (
                file.marked_files[m.file as usize].as_str(),
                m.line + (line - file.line_index(m.offset)) as u32,
            ),
            None => (file.path.as_str(), line as u32 + 1),
        };
        let offset = (offset as usize - start).min(text.len());
        Some(SourceLine {
            position: Position {
                file: name,
                line: number,
                column: offset as u32 + 1,
            },
            text,
            offset,
        })
    }

    /// The place of a span's start, as the programmer knows it.
    pub fn position(&self, span: Span) -> Option<Position<'_>> {
        self.line(span).map(|l| l.position)
    }

    /// The place in the text as it was read, whatever line markers say.
    pub fn physical(&self, span: Span) -> Option<Position<'_>> {
        let file = self.file_of(span.lo)?;
        let offset = span.lo - file.base;
        let line = file.line_index(offset);
        Some(Position {
            file: &file.path,
            line: line as u32 + 1,
            column: offset - file.line_starts()[line] + 1,
        })
    }

    /// The bytes a span covers.
    pub fn text(&self, span: Span) -> &[u8] {
        match self.file_of(span.lo) {
            Some(f) => {
                let end = ((span.hi - f.base) as usize).min(f.text.len());
                &f.text[((span.lo - f.base) as usize).min(end)..end]
            }
            None => &[],
        }
    }

    /// What a span covers, if it is short and on one line.
    pub fn short_text(&self, span: Span) -> Option<&str> {
        let text = std::str::from_utf8(self.text(span)).ok()?.trim();
        let fits = (1..=60).contains(&text.len()) && !text.contains(['\n', '\r', '{', ';']);
        fits.then_some(text)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
}

/// A message about a place in the source.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    /// Further places that explain the first ("first defined here").
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            related: Vec::new(),
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Self::error(span, message)
        }
    }

    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push((span, message.into()));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_follow_line_markers() {
        let mut map = SourceMap::new();
        let text = b"int a;\n# 40 \"x.h\"\nint b;\r\nint c;\n".to_vec();
        let id = map.add("t.i".into(), text).unwrap();
        let markers = vec![LineMarker {
            offset: 18,
            line: 40,
            file: 0,
        }];
        map.set_markers(id, markers, vec!["x.h".into()]);
        let base = map.file(id).base();
        let at = |o: u32| {
            map.position(Span::new(base + o, base + o))
                .unwrap()
                .to_string()
        };
        assert_eq!(at(4), "t.i:1:5");
        assert_eq!(at(22), "x.h:40:5");
        assert_eq!(at(30), "x.h:41:5");
        assert_eq!(
            map.line(Span::new(base + 18, base + 19)).unwrap().text,
            b"int b;"
        );
        assert!(map.position(Span::NONE).is_none());
    }
}

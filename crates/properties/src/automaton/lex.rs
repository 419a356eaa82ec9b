//! Tokens of `.spc` files, with the files that they include.

use super::{Problems, SpecText};
use program::{SourceMap, Span};
use std::io;
use std::path::{Component, Path, PathBuf};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A keyword or name; names may have `$` in them.
    Word(String),
    Int(String),
    /// `"…"`
    Text(String),
    /// `{…}`
    Braces(Inner),
    /// `[…]`
    Brackets(Inner),
    /// An operator or mark.
    Mark(&'static str),
    End,
}

/// Text between brackets, without escapes, and where each byte of it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Inner {
    pub text: Vec<u8>,
    pub places: Vec<u32>,
}

impl Inner {
    pub fn string(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// Longer ones first.
const MARKS: [&str; 16] = [
    "->", "==", "!=", "&&", "||", ";", ":", "(", ")", "<", ">", ",", "!", "=", "+", "-",
];

pub(super) struct Lexer<'a> {
    include: &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
    problems: &'a mut Problems,
    sources: SourceMap,
    tokens: Vec<(Token, Span)>,
    /// Paths of the files read so far.
    seen: Vec<PathBuf>,
}

impl<'a> Lexer<'a> {
    pub fn new(
        include: &'a mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
        problems: &'a mut Problems,
    ) -> Lexer<'a> {
        Lexer {
            include,
            problems,
            sources: SourceMap::new(),
            tokens: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Where the next text begins.
    pub fn end(&self) -> u32 {
        self.sources.files().last().map_or(0, |(_, f)| f.span().hi)
    }

    pub fn finish(mut self) -> (SourceMap, Vec<(Token, Span)>) {
        let end = self.end();
        self.tokens.push((Token::End, Span::new(end, end)));
        (self.sources, self.tokens)
    }

    pub fn file(&mut self, text: SpecText) {
        let path = normal(Path::new(&text.path));
        if self.seen.contains(&path) {
            return;
        }
        self.seen.push(path.clone());
        let bytes = text.bytes.clone();
        let Ok(id) = self.sources.add(text.path, bytes) else {
            return self
                .problems
                .error(Span::NONE, "the specifications are too long");
        };
        let mut scan = Scan {
            text: text.bytes,
            at: 0,
            base: self.sources.file(id).base(),
        };
        while let Some((token, span)) = self.next(&mut scan) {
            match token {
                Found::Token(token) => self.tokens.push((token, span)),
                Found::Include(name) => self.included(&path, &name, span),
            }
        }
    }

    fn included(&mut self, from: &Path, name: &str, span: Span) {
        if name.is_empty() {
            return self.problems.error(span, "#include names no file");
        }
        let path = normal(&from.parent().unwrap_or(Path::new("")).join(name));
        if self.seen.contains(&path) {
            let message = format!("`{name}` was read before and is not read again");
            return self.problems.warning(span, message);
        }
        let path = path.to_string_lossy().into_owned();
        match (self.include)(&path) {
            Ok(bytes) => self.file(SpecText {
                path,
                bytes,
                options: Vec::new(),
            }),
            Err(error) => {
                let message = format!("cannot read `{path}`: {error}");
                self.problems.error(span, message);
            }
        }
    }

    /// The next token; None at the end of the text, or after an error.
    fn next(&mut self, scan: &mut Scan) -> Option<(Found, Span)> {
        if let Err(start) = scan.skip_blanks() {
            self.problems
                .error(scan.span(start), "this comment does not end");
            return None;
        }
        let start = scan.at;
        let first = *scan.text.get(start)?;
        let found = match first {
            b'"' | b'{' | b'[' => {
                let close = match first {
                    b'"' => b'"',
                    b'{' => b'}',
                    _ => b']',
                };
                scan.at += 1;
                let Some(inner) = scan.until(close) else {
                    let message = format!("`{}` is not closed", first as char);
                    self.problems.error(
                        Span::new(scan.base + start as u32, scan.base + start as u32 + 1),
                        message,
                    );
                    return None;
                };
                Found::Token(match first {
                    b'"' => Token::Text(inner.string()),
                    b'{' => Token::Braces(inner),
                    _ => Token::Brackets(inner),
                })
            }
            b'#' => {
                let line = scan.line();
                let Some(name) = line.strip_prefix("#include") else {
                    self.problems
                        .error(scan.span(start), "only #include begins with '#'");
                    return None;
                };
                let name = name.split(" //").next().unwrap_or_default();
                Found::Include(name.trim().trim_matches('"').to_owned())
            }
            b'0'..=b'9' => Found::Token(Token::Int(scan.word())),
            b'$' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => Found::Token(Token::Word(scan.word())),
            _ => {
                let rest = &scan.text[start..];
                let mark = MARKS.iter().find(|m| rest.starts_with(m.as_bytes()));
                let Some(mark) = mark else {
                    scan.at += 1;
                    let shown = String::from_utf8_lossy(&rest[..1]).into_owned();
                    let message = format!("'{shown}' means nothing here");
                    self.problems.error(scan.span(start), message);
                    return None;
                };
                scan.at += mark.len();
                Found::Token(Token::Mark(mark))
            }
        };
        Some((found, scan.span(start)))
    }
}

enum Found {
    Token(Token),
    Include(String),
}

/// A place in a text.
struct Scan {
    text: Vec<u8>,
    at: usize,
    base: u32,
}

impl Scan {
    fn span(&self, start: usize) -> Span {
        Span::new(self.base + start as u32, self.base + self.at as u32)
    }

    /// Blanks and comments; Err is the start of a comment without end.
    fn skip_blanks(&mut self) -> Result<(), usize> {
        loop {
            let rest = &self.text[self.at..];
            if rest.first().is_some_and(|b| b.is_ascii_whitespace()) {
                self.at += 1;
            } else if rest.starts_with(b"//") {
                self.line();
            } else if rest.starts_with(b"/*") {
                let start = self.at;
                let end = rest[2..].windows(2).position(|w| w == b"*/");
                match end {
                    Some(end) => self.at += end + 4,
                    None => {
                        self.at += 2;
                        return Err(start);
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The rest of the line.
    fn line(&mut self) -> String {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        self.at += end;
        line
    }

    fn word(&mut self) -> String {
        let rest = &self.text[self.at..];
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$';
        let end = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        self.at += end;
        String::from_utf8_lossy(&rest[..end]).into_owned()
    }

    /// What stands before the closing mark, which is passed. A backslash takes the
    /// meaning from the character after it, or makes it one of C's.
    fn until(&mut self, close: u8) -> Option<Inner> {
        let mut inner = Inner::default();
        loop {
            let place = self.base + self.at as u32;
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            let byte = match byte {
                b if b == close => return Some(inner),
                b'\n' if close != b'}' => return None,
                b'\\' => {
                    let escaped = *self.text.get(self.at)?;
                    self.at += 1;
                    match escaped {
                        b't' => b'\t',
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b'\\' | b'"' => escaped,
                        _ if escaped == close => escaped,
                        _ => {
                            self.at -= 1;
                            b'\\'
                        }
                    }
                }
                other => other,
            };
            inner.text.push(byte);
            inner.places.push(place);
        }
    }
}

/// The path without `.` and, where possible, `..`: for comparing, not for links.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

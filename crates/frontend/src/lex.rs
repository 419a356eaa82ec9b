//! Preprocessed C text to tokens.
//!
//! The whole text becomes one vector; identifiers are interned on the way.
//! `#` lines are read by [`directive`], the values of literals later, by
//! [`crate::literal`].

mod annotation;
mod directive;
#[cfg(test)]
mod tests;

use crate::token::{KEYWORDS, Kind, Token};
use program::source::LineMarker;
use program::{Diagnostic, Id, Names, Span};
use rustc_hash::FxHashMap;

/// What [`lex`] finds in a text.
pub struct Lexed {
    /// Ends with [`Kind::Eof`].
    pub tokens: Vec<Token>,
    /// The absolute position from which `#pragma pack` has this value.
    pub packs: Vec<(u32, Option<u64>)>,
    /// The absolute positions of text that is no token and was left out.
    pub strays: Vec<u32>,
    pub markers: Vec<LineMarker>,
    /// An empty name stands for the path of the text itself (after `#line 5`
    /// in a text that has named no file yet).
    pub marked_files: Vec<String>,
}

/// As many errors as anybody reads; more of them mean that this is not C.
pub const MAX_ERRORS: usize = 20;

/// What of a text's comments is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comments {
    Skip,
    /// Those that are annotations.
    Annotations,
}

pub fn lex(
    text: &[u8],
    base: u32,
    comments: Comments,
    names: &mut Names,
    diagnostics: &mut Vec<Diagnostic>,
) -> Lexed {
    let mut lexer = Lexer {
        text,
        utf8: std::str::from_utf8(text).ok(),
        base,
        comments,
        foreign: false,
        keywords: keyword_table(names),
        names,
        diagnostics,
        errors: 0,
        limit: text.len(),
        line_tokens: 0,
        pack: None,
        pack_stack: Vec::new(),
        file_indices: FxHashMap::default(),
        out: Lexed {
            tokens: Vec::new(),
            packs: Vec::new(),
            strays: Vec::new(),
            markers: Vec::new(),
            marked_files: Vec::new(),
        },
    };
    if text.len() as u64 + u64::from(base) >= u64::from(u32::MAX) {
        let message = "the source text is longer than 4 GiB";
        lexer
            .diagnostics
            .push(Diagnostic::error(Span::NONE, message));
        lexer.out.tokens.push(Token::other(Kind::Eof, base, 0));
        return lexer.out;
    }
    lexer.out.tokens.reserve(text.len() / 5 + 1);
    lexer.run();
    let end = lexer.position(text.len());
    lexer.out.tokens.push(Token::other(Kind::Eof, end, 0));
    lexer.out
}

/// The kinds of the first names, so that interning a word also tells whether
/// it is a keyword.
fn keyword_table(names: &mut Names) -> Vec<Kind> {
    let mut table = Vec::new();
    for &(word, kind) in KEYWORDS {
        let index = names.intern(word).index();
        if index >= table.len() {
            table.resize(index + 1, Kind::Ident);
        }
        table[index] = kind;
    }
    table
}

/// Which bytes continue an identifier. Those of multi-byte characters do.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        table[b] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
        b += 1;
    }
    table
};

struct Lexer<'t, 'n> {
    text: &'t [u8],
    /// The text again, if it is UTF-8: then its words need no checks.
    utf8: Option<&'t str>,
    base: u32,
    comments: Comments,
    /// Was there an annotation that is not read?
    foreign: bool,
    names: &'n mut Names,
    keywords: Vec<Kind>,
    diagnostics: &'n mut Vec<Diagnostic>,
    errors: usize,
    /// Where to stop: the end of the text, or at once after too many errors.
    limit: usize,
    /// How many tokens there were at the last newline.
    line_tokens: usize,
    pack: Option<u64>,
    /// The values that `push` saved, and the identifiers they were given.
    pack_stack: Vec<(Vec<u8>, Option<u64>)>,
    /// Where each of the marked files is in the list of them.
    file_indices: FxHashMap<String, u32>,
    out: Lexed,
}

impl Lexer<'_, '_> {
    fn run(&mut self) {
        let mut i = if self.text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        while i < self.limit {
            i = self.step(i);
        }
    }

    /// Reads what begins at `i`; returns where it ends.
    #[inline]
    fn step(&mut self, i: usize) -> usize {
        match self.text[i] {
            b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => i + 1,
            b'\n' => {
                self.line_tokens = self.out.tokens.len();
                i + 1
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => self.word(i),
            b'0'..=b'9' => self.number(i),
            b'.' if self.at(i + 1).is_ascii_digit() => self.number(i),
            b'"' | b'\'' => self.quoted(i, i),
            b'/' if matches!(self.at(i + 1), b'/' | b'*') => self.comment(i),
            b'\\' if matches!(self.at(i + 1), b'u' | b'U') => self.word(i),
            b'\\' if self.splice_len(i) > 0 => i + self.splice_len(i),
            b'#' if self.line_tokens == self.out.tokens.len() => self.directive(i, i + 1),
            b'%' if self.at(i + 1) == b':' && self.line_tokens == self.out.tokens.len() => {
                self.directive(i, i + 2)
            }
            _ => match punctuator(&self.text[i..]) {
                Some((kind, len)) => self.push(kind, i, i + len),
                None => self.garbage(i),
            },
        }
    }

    /// The byte at `i`, zero after the end.
    #[inline]
    fn at(&self, i: usize) -> u8 {
        self.text.get(i).copied().unwrap_or(0)
    }

    fn position(&self, offset: usize) -> u32 {
        self.base + offset as u32
    }

    #[inline]
    fn push(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        let token = Token::other(kind, self.position(start), end - start);
        self.out.tokens.push(token);
        end
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = Span::new(self.position(start), self.position(end));
        self.diagnostics.push(Diagnostic::error(span, message));
        self.errors += 1;
        if self.errors == MAX_ERRORS {
            self.diagnostics
                .push(Diagnostic::error(span, "too many errors"));
            self.limit = 0;
        }
    }

    /// An identifier or keyword, or the prefix of a literal.
    #[inline]
    fn word(&mut self, start: usize) -> usize {
        let len = self.text[start..]
            .iter()
            .position(|&b| !WORD[usize::from(b)]);
        let end = len.map_or(self.text.len(), |len| start + len);
        let next = self.at(end);
        let bytes = &self.text[start..end];
        if matches!(next, b'"' | b'\'') && matches!(bytes, b"L" | b"u" | b"U" | b"u8") {
            return self.quoted(start, end);
        }
        if next == b'\\' && matches!(self.at(end + 1), b'u' | b'U') {
            return self.escaped_word(start);
        }
        let word = match self.utf8.and_then(|text| text.get(start..end)) {
            Some(word) => Ok(word),
            None => std::str::from_utf8(bytes),
        };
        match word {
            Ok(word) => {
                let known = self.names.len();
                let name = self.names.intern(word);
                let kind = self
                    .keywords
                    .get(name.index())
                    .copied()
                    .unwrap_or(Kind::Ident);
                if self.names.len() > known {
                    self.intern_inner(word);
                }
                if kind == Kind::PragmaOperator {
                    return self.pragma_operator(start, end);
                }
                let token = Token::word(kind, self.position(start), bytes.len(), name);
                self.out.tokens.push(token);
                end
            }
            Err(e) if e.valid_up_to() > 0 && bytes[0] < 0x80 => {
                // The word ends before the invalid byte.
                let valid = start + e.valid_up_to();
                let word = String::from_utf8_lossy(&self.text[start..valid]).into_owned();
                self.push_word(start, valid, &word)
            }
            Err(_) => self.garbage(start),
        }
    }

    fn push_word(&mut self, start: usize, end: usize, word: &str) -> usize {
        let name = self.names.intern(word);
        let kind = self
            .keywords
            .get(name.index())
            .copied()
            .unwrap_or(Kind::Ident);
        let token = Token::word(kind, self.position(start), end - start, name);
        self.out.tokens.push(token);
        end
    }

    /// `__packed__` as an attribute is `packed`, and the parser cannot intern.
    fn intern_inner(&mut self, word: &str) {
        let inner = word.strip_prefix("__").and_then(|w| w.strip_suffix("__"));
        if let Some(inner) = inner.filter(|w| !w.is_empty()) {
            self.names.intern(inner);
        }
    }

    /// An identifier with universal character names in it.
    fn escaped_word(&mut self, start: usize) -> usize {
        let mut word = Vec::new();
        let mut i = start;
        loop {
            if WORD[usize::from(self.at(i))] {
                word.push(self.at(i));
                i += 1;
            } else if self.at(i) == b'\\' && matches!(self.at(i + 1), b'u' | b'U') {
                let digits = if self.at(i + 1) == b'u' { 4 } else { 8 };
                let hex = self.text.get(i + 2..i + 2 + digits).and_then(hex_value);
                let Some(c) = hex.and_then(char::from_u32).filter(|c| !c.is_ascii()) else {
                    self.error(i, i + 2, "invalid universal character name");
                    return i + 2;
                };
                word.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                i += 2 + digits;
            } else {
                break;
            }
        }
        match String::from_utf8(word) {
            Ok(word) => self.push_word(start, i, &word),
            Err(_) => {
                self.error(start, i, "invalid UTF-8 in an identifier");
                i
            }
        }
    }

    /// A preprocessing number: whether it is one of C is decided by the parser.
    fn number(&mut self, start: usize) -> usize {
        let mut i = start + 1;
        loop {
            let b = self.at(i);
            let exponent_sign =
                matches!(b, b'+' | b'-') && matches!(self.text[i - 1], b'e' | b'E' | b'p' | b'P');
            // One of C23.
            let separator = b == b'\'' && self.at(i + 1).is_ascii_alphanumeric();
            let digit = b.is_ascii_alphanumeric() || b == b'.' || b == b'_';
            if digit || exponent_sign || separator {
                i += 1;
            } else {
                return self.push(Kind::Number, start, i);
            }
        }
    }

    /// A string or character literal whose quote is at `open`.
    fn quoted(&mut self, start: usize, open: usize) -> usize {
        let quote = self.text[open];
        let kind = if quote == b'"' {
            Kind::String
        } else {
            Kind::Char
        };
        let mut i = open + 1;
        while let Some(&b) = self.text.get(i) {
            match b {
                b'\\' => i += self.splice_len(i).max(2),
                b'\n' => break,
                _ if b == quote => return self.push(kind, start, i + 1),
                _ => i += 1,
            }
        }
        let end = i.min(self.text.len());
        self.error(start, end, format!("unterminated {}", kind.describe()));
        self.push(kind, start, end)
    }

    /// The length of a backslash-newline at `i`; gcc allows spaces between.
    fn splice_len(&self, i: usize) -> usize {
        let rest = &self.text[i + 1..];
        let blank = rest
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
            .count();
        match rest.get(blank) {
            Some(b'\n') => blank + 2,
            _ => 0,
        }
    }

    /// The end of the logical line that holds `i`: at a newline or the end.
    fn line_end(&self, mut i: usize) -> usize {
        while let Some(&b) = self.text.get(i) {
            match b {
                b'\n' => return i,
                b'\\' => i += self.splice_len(i).max(1),
                _ => i += 1,
            }
        }
        self.text.len()
    }

    fn comment(&mut self, start: usize) -> usize {
        let is_line = self.at(start + 1) == b'/';
        let errors = self.errors;
        let end = match is_line {
            true => self.line_end(start),
            false => self.block_comment(start),
        };
        let is_annotation = self.comments == Comments::Annotations && self.at(start + 2) == b'@';
        if is_annotation && self.errors == errors {
            let said = if is_line { end } else { end - 2 };
            self.annotation(start, said.max(start + 3));
        }
        end
    }

    fn block_comment(&mut self, start: usize) -> usize {
        let mut i = start + 2;
        while let Some(star) = self.text[i..].iter().position(|&b| b == b'*') {
            i += star + 1;
            if self.at(i) == b'/' {
                return i + 1;
            }
        }
        self.error(start, start + 2, "unterminated comment");
        self.text.len()
    }

    /// A run of bytes that begin no token.
    fn garbage(&mut self, start: usize) -> usize {
        let stray = |i: usize| {
            let rest = &self.text[i..];
            match rest[0] {
                b' ' | b'\t'..=b'\r' | b'"' | b'\'' => false,
                b'#' | b'\\' | b'@' | b'`' | 0x7f.. | 0..0x20 => true,
                b => !WORD[usize::from(b)] && punctuator(rest).is_none(),
            }
        };
        let mut end = start + 1;
        while end < self.text.len() && stray(end) {
            end += 1;
        }
        let shown = &self.text[start..end.min(start + 16)];
        let message = match std::str::from_utf8(shown) {
            Ok(shown) if end - start == 1 => format!("stray '{}'", shown.escape_debug()),
            Ok(shown) => format!("stray characters '{}'", shown.escape_debug()),
            Err(_) => "stray bytes that are no text".to_owned(),
        };
        self.error(start, end, message);
        self.out.strays.push(self.position(start));
        end
    }
}

/// The value of a run of hexadecimal digits, if it is one.
pub fn hex_value(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0u32, |value, &b| {
        let digit = char::from(b).to_digit(16)?;
        Some(value.wrapping_mul(16) | digit)
    })
}

/// The punctuator at the start of `rest`, and its length.
#[inline]
fn punctuator(rest: &[u8]) -> Option<(Kind, usize)> {
    use Kind::*;
    let next = rest.get(1).copied().unwrap_or(0);
    let third = rest.get(2).copied().unwrap_or(0);
    Some(match (rest[0], next) {
        (b'(', _) => (LParen, 1),
        (b')', _) => (RParen, 1),
        (b'[', _) => (LBracket, 1),
        (b']', _) => (RBracket, 1),
        (b'{', _) => (LBrace, 1),
        (b'}', _) => (RBrace, 1),
        (b';', _) => (Semi, 1),
        (b',', _) => (Comma, 1),
        (b'?', _) => (Question, 1),
        (b'~', _) => (Tilde, 1),
        (b':', b'>') => (RBracket, 2),
        (b':', _) => (Colon, 1),
        (b'.', b'.') if third == b'.' => (Ellipsis, 3),
        (b'.', _) => (Dot, 1),
        (b'=', b'=') => (EqEq, 2),
        (b'=', _) => (Eq, 1),
        (b'-', b'>') => (Arrow, 2),
        (b'-', b'-') => (MinusMinus, 2),
        (b'-', b'=') => (MinusEq, 2),
        (b'-', _) => (Minus, 1),
        (b'+', b'+') => (PlusPlus, 2),
        (b'+', b'=') => (PlusEq, 2),
        (b'+', _) => (Plus, 1),
        (b'*', b'=') => (StarEq, 2),
        (b'*', _) => (Star, 1),
        (b'/', b'=') => (SlashEq, 2),
        (b'/', _) => (Slash, 1),
        (b'%', b'=') => (PercentEq, 2),
        (b'%', b'>') => (RBrace, 2),
        (b'%', b':') => return None,
        (b'%', _) => (Percent, 1),
        (b'&', b'&') => (AmpAmp, 2),
        (b'&', b'=') => (AmpEq, 2),
        (b'&', _) => (Amp, 1),
        (b'|', b'|') => (PipePipe, 2),
        (b'|', b'=') => (PipeEq, 2),
        (b'|', _) => (Pipe, 1),
        (b'^', b'=') => (CaretEq, 2),
        (b'^', _) => (Caret, 1),
        (b'!', b'=') => (BangEq, 2),
        (b'!', _) => (Bang, 1),
        (b'<', b'<') if third == b'=' => (LessLessEq, 3),
        (b'<', b'<') => (LessLess, 2),
        (b'<', b'=') => (LessEq, 2),
        (b'<', b':') => (LBracket, 2),
        (b'<', b'%') => (LBrace, 2),
        (b'<', _) => (Less, 1),
        (b'>', b'>') if third == b'=' => (GreaterGreaterEq, 3),
        (b'>', b'>') => (GreaterGreater, 2),
        (b'>', b'=') => (GreaterEq, 2),
        (b'>', _) => (Greater, 1),
        _ => return None,
    })
}

//! Preprocessed C text to tokens.
//!
//! The whole text becomes one vector; identifiers are interned on the way.
//! What the preprocessor leaves on `#` lines is read here: line markers and
//! `#pragma pack`. The values of literals are read later ([`crate::literal`]).

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
    pub markers: Vec<LineMarker>,
    /// An empty name stands for the path of the text itself (after `#line 5`
    /// in a text that has named no file yet).
    pub marked_files: Vec<String>,
}

/// As many errors as anybody reads; more of them mean that this is not C.
pub const MAX_ERRORS: usize = 20;

pub fn lex(
    text: &[u8],
    base: u32,
    names: &mut Names,
    diagnostics: &mut Vec<Diagnostic>,
) -> Lexed {
    let mut lexer = Lexer {
        text,
        base,
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
            markers: Vec::new(),
            marked_files: Vec::new(),
        },
    };
    if text.len() as u64 + u64::from(base) >= u64::from(u32::MAX) {
        let message = "the source text is longer than 4 GiB";
        lexer.diagnostics.push(Diagnostic::error(Span::NONE, message));
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
    base: u32,
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
        let mut i = if self.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
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
            b'/' if self.at(i + 1) == b'/' => self.line_end(i),
            b'/' if self.at(i + 1) == b'*' => self.block_comment(i),
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
            self.diagnostics.push(Diagnostic::error(span, "too many errors"));
            self.limit = 0;
        }
    }

    /// An identifier or keyword, or the prefix of a literal.
    #[inline]
    fn word(&mut self, start: usize) -> usize {
        let len = self.text[start..].iter().position(|&b| !WORD[usize::from(b)]);
        let end = len.map_or(self.text.len(), |len| start + len);
        let next = self.at(end);
        let bytes = &self.text[start..end];
        if matches!(next, b'"' | b'\'') && matches!(bytes, b"L" | b"u" | b"U" | b"u8") {
            return self.quoted(start, end);
        }
        if next == b'\\' && matches!(self.at(end + 1), b'u' | b'U') {
            return self.escaped_word(start);
        }
        match std::str::from_utf8(bytes) {
            Ok(word) => {
                let known = self.names.len();
                let name = self.names.intern(word);
                let kind = self.keywords.get(name.index()).copied().unwrap_or(Kind::Ident);
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
        let kind = self.keywords.get(name.index()).copied().unwrap_or(Kind::Ident);
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
            if matches!(b, b'+' | b'-') && matches!(self.text[i - 1], b'e' | b'E' | b'p' | b'P') {
                i += 1;
            } else if (b.is_ascii_alphanumeric() || b == b'.' || b == b'_')
                // A digit separator of C23.
                || (b == b'\'' && self.at(i + 1).is_ascii_alphanumeric())
            {
                i += 1;
            } else {
                return self.push(Kind::Number, start, i);
            }
        }
    }

    /// A string or character literal whose quote is at `open`.
    fn quoted(&mut self, start: usize, open: usize) -> usize {
        let quote = self.text[open];
        let kind = if quote == b'"' { Kind::String } else { Kind::Char };
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
        let blank = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
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
        end
    }

    /// A `#` line; what follows the `#` begins at `i`.
    fn directive(&mut self, start: usize, i: usize) -> usize {
        let end = self.line_end(i);
        let next = (end + 1).min(self.text.len());
        let text = self.text;
        let mut line = Words { rest: &text[i..end] };
        let first = line.word();
        match first {
            b"" if line.rest.is_empty() => {}
            b"pragma" => self.pragma(line.rest, next),
            b"ident" | b"sccs" => {}
            b"line" => {
                let number = line.word();
                self.line_marker(start, end, number, line);
            }
            _ if first.first().is_some_and(u8::is_ascii_digit) => {
                self.line_marker(start, end, first, line);
            }
            _ => {
                let word = String::from_utf8_lossy(first);
                self.error(start, end, format!("unexpected preprocessing directive '#{word}'"));
            }
        }
        self.line_tokens = self.out.tokens.len();
        next
    }

    fn line_marker(&mut self, start: usize, end: usize, number: &[u8], mut line: Words<'_>) {
        let number = std::str::from_utf8(number).ok();
        let number = number.and_then(|n| n.parse::<u64>().ok());
        let file = line.string();
        let (Some(number), false) = (number, file.is_none() && !line.rest.is_empty()) else {
            return self.error(start, end, "invalid line marker");
        };
        let file = match (file, self.out.markers.last()) {
            (None, Some(last)) => last.file,
            (name, _) => {
                let files = &mut self.out.marked_files;
                let name = name.unwrap_or_default();
                *self.file_indices.entry(name).or_insert_with_key(|name| {
                    files.push(name.clone());
                    files.len() as u32 - 1
                })
            }
        };
        self.out.markers.push(LineMarker {
            offset: (end + 1).min(self.text.len()) as u32,
            line: number.min(i32::MAX as u64) as u32,
            file,
        });
    }

    /// `_Pragma("…")`, whose word ends at `i`.
    fn pragma_operator(&mut self, start: usize, mut i: usize) -> usize {
        let skip = |mut i: usize| {
            while self.at(i).is_ascii_whitespace() {
                i += 1;
            }
            i
        };
        i = skip(i);
        let open = self.at(i) == b'(';
        i = skip(i + 1);
        let mut words = Words { rest: self.text.get(i..).unwrap_or_default() };
        let text = words.string();
        let close = self.text.len() - words.rest.len();
        match text {
            Some(text) if open && words.rest.first() == Some(&b')') => {
                self.pragma(text.as_bytes(), close + 1);
                close + 1
            }
            _ => {
                let end = start + "_Pragma".len();
                self.error(start, end, "expected a string literal in parentheses after '_Pragma'");
                end
            }
        }
    }

    /// Obeys `#pragma pack`, from `next` on; other pragmas mean nothing to us.
    fn pragma(&mut self, text: &[u8], next: usize) {
        let mut line = Words { rest: text };
        if line.word() != b"pack" || !line.eat(b'(') {
            return;
        }
        let mut arguments = Vec::new();
        while !line.eat(b')') {
            let word = line.word();
            arguments.push(word);
            if word.is_empty() || !(line.eat(b',') || line.rest.first() == Some(&b')')) {
                return;
            }
        }
        let (mut action, mut id, mut value) = (None, None, None);
        for argument in arguments {
            if argument == b"push" || argument == b"pop" {
                action = Some(argument);
            } else if argument[0].is_ascii_digit() {
                value = std::str::from_utf8(argument).ok().and_then(|v| v.parse::<u64>().ok());
                if !value.is_some_and(|v| v == 0 || (v.is_power_of_two() && v <= 16)) {
                    return;
                }
            } else {
                id = Some(argument);
            }
        }
        match action {
            Some(b"push") => self.pack_stack.push((id.unwrap_or_default().to_vec(), self.pack)),
            Some(_) => {
                let index = match id {
                    Some(id) => self.pack_stack.iter().rposition(|(i, _)| i == id),
                    None => self.pack_stack.len().checked_sub(1),
                };
                if let Some(index) = index {
                    self.pack = self.pack_stack[index].1;
                    self.pack_stack.truncate(index);
                }
            }
            None => self.pack = None,
        }
        if let Some(value) = value {
            self.pack = (value > 0).then_some(value);
        }
        if self.out.packs.last().map_or(None, |p| p.1) != self.pack {
            let position = self.position(next);
            self.out.packs.push((position, self.pack));
        }
    }
}

/// The words of a `#` line.
struct Words<'t> {
    rest: &'t [u8],
}

impl<'t> Words<'t> {
    fn skip_blanks(&mut self) {
        let blank = |b: &u8| b.is_ascii_whitespace() || *b == b'\x0b' || *b == b'\\';
        let n = self.rest.iter().take_while(|b| blank(b)).count();
        self.rest = &self.rest[n..];
    }

    /// The next letters and digits, and the blanks around them; may be empty.
    fn word(&mut self) -> &'t [u8] {
        self.skip_blanks();
        let n = self.rest.iter().take_while(|b| WORD[usize::from(**b)]).count();
        let word = &self.rest[..n];
        self.rest = &self.rest[n..];
        self.skip_blanks();
        word
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
            self.skip_blanks();
        }
        found
    }

    /// A string in quotes, unescaped.
    fn string(&mut self) -> Option<String> {
        let rest = self.rest.strip_prefix(b"\"")?;
        let mut text = Vec::new();
        let mut i = 0;
        loop {
            match *rest.get(i)? {
                b'"' => break,
                b'\n' => return None,
                b'\\' => {
                    let digits = rest[i + 1..].iter().take(3);
                    let digits = digits.take_while(|b| matches!(b, b'0'..=b'7')).count();
                    if digits > 0 {
                        let octal = &rest[i + 1..i + 1 + digits];
                        text.push(octal.iter().fold(0u8, |v, b| v.wrapping_mul(8) + (b - b'0')));
                        i += 1 + digits;
                    } else {
                        text.push(*rest.get(i + 1)?);
                        i += 2;
                    }
                }
                b => {
                    text.push(b);
                    i += 1;
                }
            }
        }
        self.rest = &rest[i + 1..];
        self.skip_blanks();
        Some(String::from_utf8_lossy(&text).into_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Run {
        names: Names,
        lexed: Lexed,
        diagnostics: Vec<Diagnostic>,
        text: Vec<u8>,
    }

    fn run(text: impl AsRef<[u8]>) -> Run {
        let text = text.as_ref().to_vec();
        let mut names = Names::new();
        let mut diagnostics = Vec::new();
        let lexed = lex(&text, 1, &mut names, &mut diagnostics);
        assert_eq!(lexed.tokens.last().map(|t| t.kind), Some(Kind::Eof));
        Run { names, lexed, diagnostics, text }
    }

    impl Run {
        fn spelled(&self) -> Vec<&str> {
            let tokens = &self.lexed.tokens[..self.lexed.tokens.len() - 1];
            let text = |t: &Token| {
                let span = t.span();
                let bytes = &self.text[span.lo as usize - 1..span.hi as usize - 1];
                std::str::from_utf8(bytes).unwrap()
            };
            tokens.iter().map(text).collect()
        }

        fn kinds(&self) -> Vec<Kind> {
            self.lexed.tokens.iter().map(|t| t.kind).collect()
        }

        fn errors(&self) -> Vec<&str> {
            self.diagnostics.iter().map(|d| d.message.as_str()).collect()
        }
    }

    #[test]
    fn tokens_are_small() {
        assert_eq!(size_of::<Token>(), 12);
    }

    #[test]
    fn tokens_and_spaces() {
        let r = run("\u{feff}int a/**/b;//x\\\n y\r\n\x0c a+++b<<=.5e+3 ... .. x \\\n y 0x1.8p-3f");
        assert_eq!(
            r.spelled(),
            [
                "int", "a", "b", ";", "a", "++", "+", "b", "<<=", ".5e+3", "...", ".", ".", "x",
                "y", "0x1.8p-3f"
            ]
        );
        assert_eq!(r.errors(), [""; 0]);
    }

    #[test]
    fn literals_with_prefixes() {
        let r = run(r#"L"a" u8"b" U'c' u'd' "\"" '\'' '\\' L x"#);
        use Kind::*;
        assert_eq!(
            r.kinds(),
            [String, String, Char, Char, String, Char, Char, Ident, Ident, Eof]
        );
        assert_eq!(run("\"a\\\r\nb\\\nc\" 'x'").kinds(), [String, Char, Eof]);
    }

    #[test]
    fn keywords_have_spellings() {
        use Kind::*;
        let r = run("__const const __alignof__ _Alignof __thread constx");
        assert_eq!(
            r.kinds(),
            [Const, Const, PreferredAlignof, Alignof, ThreadLocal, Ident, Eof]
        );
    }

    #[test]
    fn keywords_are_known_in_a_second_text() {
        let mut names = Names::new();
        names.intern("while");
        names.intern("x");
        let mut diagnostics = Vec::new();
        let first = lex(b"while y int", 1, &mut names, &mut diagnostics);
        let second = lex(b"int while y", 20, &mut names, &mut diagnostics);
        let kinds = |l: &Lexed| l.tokens.iter().map(|t| t.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&first), [Kind::While, Kind::Ident, Kind::Int, Kind::Eof]);
        assert_eq!(kinds(&second), [Kind::Int, Kind::While, Kind::Ident, Kind::Eof]);
        assert_eq!(second.tokens[0].pos, 20);
    }

    #[test]
    fn digraphs() {
        use Kind::*;
        assert_eq!(
            run("<: :> <% %>").kinds(),
            [LBracket, RBracket, LBrace, RBrace, Eof]
        );
        assert_eq!(run("%: 3 \"f.c\"\nx").lexed.markers[0].line, 3);
    }

    #[test]
    fn identifiers_beyond_ascii() {
        let r = run("é \\u00e9 a$b x\\U000000e9y");
        let names: Vec<_> = r.lexed.tokens.iter().filter_map(|t| t.name()).collect();
        assert_eq!(names[0], names[1]);
        assert_eq!(&r.names[names[2]], "a$b");
        assert_eq!(&r.names[names[3]], "xéy");
        assert_eq!(run("\\u12 x").errors(), ["invalid universal character name"]);
        assert_eq!(run(b"ab\xff\xfe c").errors(), ["stray bytes that are no text"]);
    }

    #[test]
    fn attribute_names_are_interned_without_underscores() {
        assert!(run("__packed__").names.get("packed").is_some());
    }

    #[test]
    fn line_markers() {
        let r = run("int\n# 5 \"a\\\"b\\\\.c\" 1 3\nx\n#line 7\ny # 1\n#line 9 \"c.h\"\n# 0 \"a\\\"b\\\\.c\"");
        let markers: Vec<_> = r.lexed.markers.iter().map(|m| (m.offset, m.line, m.file)).collect();
        assert_eq!(markers, [(23, 5, 0), (33, 7, 0), (53, 9, 1), (67, 0, 0)]);
        assert_eq!(r.lexed.marked_files, ["a\"b\\.c", "c.h"]);
        assert_eq!(r.errors(), ["stray '#'"]);
        assert_eq!(run("#line 5\n").lexed.marked_files, [""]);
    }

    #[test]
    fn other_directives() {
        let r = run("#\n# \n#pragma GCC diagnostic push\n#ident \"x\"\n  #define X \\\n 1\ny");
        assert_eq!(r.errors(), ["unexpected preprocessing directive '#define'"]);
        assert_eq!(r.spelled(), ["y"]);
    }

    #[test]
    fn pack_is_a_stack() {
        let values = |t: &str| run(t).lexed.packs.iter().map(|p| p.1).collect::<Vec<_>>();
        assert_eq!(
            values("#pragma pack(1)\n#pragma pack(push, 2)\n#pragma pack(push)\n#pragma pack(4)\n\
                    #pragma pack(pop)\n#pragma pack ( pop )\n#pragma pack()\n"),
            [Some(1), Some(2), Some(4), Some(2), Some(1), None]
        );
        assert_eq!(
            values("#pragma pack(push,a,1)\n#pragma pack(push,b,2)\n#pragma pack(pop,a)"),
            [Some(1), Some(2), None]
        );
        assert_eq!(values("#pragma pack(3)\n#pragma pack(x\n#pragma pack(pop)\n"), []);
        assert_eq!(values("_Pragma ( \"pack(8)\" ) x"), [Some(8)]);
        assert_eq!(run("#pragma pack(1)\nx").lexed.packs, [(17, Some(1))]);
    }

    #[test]
    fn errors() {
        assert_eq!(run("a \"bc\nd").errors(), ["unterminated string literal"]);
        assert_eq!(run("a 'bc").errors(), ["unterminated character constant"]);
        assert_eq!(run("a \"bc\\").errors(), ["unterminated string literal"]);
        assert_eq!(run("a /* bc").errors(), ["unterminated comment"]);
        assert_eq!(run("a @@` b \\ c").errors(), ["stray characters '@@`'", "stray '\\\\'"]);
        assert_eq!(run("_Pragma x").errors().len(), 1);
        assert_eq!(run("_Pragma(").errors().len(), 1);
    }

    #[test]
    fn garbage_is_cut_off() {
        let r = run("@ x ".repeat(1000));
        assert_eq!(r.errors().len(), MAX_ERRORS + 1);
        assert_eq!(r.errors()[MAX_ERRORS], "too many errors");
    }
}

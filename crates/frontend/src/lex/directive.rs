//! What the preprocessor leaves on `#` lines: line markers and pragmas.

use super::{Lexer, WORD};
use program::source::LineMarker;

impl Lexer<'_, '_> {
    /// A `#` line; what follows the `#` begins at `i`.
    pub(super) fn directive(&mut self, start: usize, i: usize) -> usize {
        let end = self.line_end(i);
        let next = (end + 1).min(self.text.len());
        let text = self.text;
        let mut line = Words {
            rest: &text[i..end],
        };
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
                self.error(
                    start,
                    end,
                    format!("unexpected preprocessing directive '#{word}'"),
                );
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
    pub(super) fn pragma_operator(&mut self, start: usize, mut i: usize) -> usize {
        let skip = |mut i: usize| {
            while self.at(i).is_ascii_whitespace() {
                i += 1;
            }
            i
        };
        i = skip(i);
        let open = self.at(i) == b'(';
        i = skip(i + 1);
        let mut words = Words {
            rest: self.text.get(i..).unwrap_or_default(),
        };
        let text = words.string();
        let close = self.text.len() - words.rest.len();
        match text {
            Some(text) if open && words.rest.first() == Some(&b')') => {
                self.pragma(text.as_bytes(), close + 1);
                close + 1
            }
            _ => {
                let end = start + "_Pragma".len();
                self.error(
                    start,
                    end,
                    "expected a string literal in parentheses after '_Pragma'",
                );
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
                value = std::str::from_utf8(argument)
                    .ok()
                    .and_then(|v| v.parse::<u64>().ok());
                if !value.is_some_and(|v| v == 0 || (v.is_power_of_two() && v <= 16)) {
                    return;
                }
            } else {
                id = Some(argument);
            }
        }
        match action {
            Some(b"push") => self
                .pack_stack
                .push((id.unwrap_or_default().to_vec(), self.pack)),
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
        if self.out.packs.last().and_then(|p| p.1) != self.pack {
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
        let n = self
            .rest
            .iter()
            .take_while(|b| WORD[usize::from(**b)])
            .count();
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
                        text.push(
                            octal
                                .iter()
                                .fold(0u8, |v, b| v.wrapping_mul(8) + (b - b'0')),
                        );
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

//! Annotations: comments `//@ …` and `/*@ … */` that say what is to be checked.
//!
//! Their tokens lie between [`Kind::Annotation`] and [`Kind::AnnotationEnd`]. Beyond C's
//! there are `\words`, `==>` and `<==>`.

use super::Lexer;
use crate::token::{Kind, Token};
use program::{Diagnostic, Span};

/// What annotations begin with. All others are somebody else's.
const WORDS: [&[u8]; 4] = [b"assert", b"requires", b"ensures", b"predicate"];

impl Lexer<'_, '_> {
    /// The annotation that begins at `start` and says what is before `end`.
    pub(super) fn annotation(&mut self, start: usize, end: usize) {
        let mut at = start + 3;
        let blank = |b: u8| b.is_ascii_whitespace() || b == b'@';
        while at < end && blank(self.at(at)) {
            at += 1;
        }
        let rest = &self.text[at..end];
        let length = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        if !WORDS.contains(&&rest[..length]) {
            if length > 0 && !self.foreign {
                self.foreign = true;
                let span = Span::new(self.position(start), self.position(at + length));
                let message = "this annotation is not read: assert, requires, ensures and \
                               predicate are";
                self.diagnostics.push(Diagnostic::warning(span, message));
            }
            return;
        }
        self.push(Kind::Annotation, start, start + 3);
        // No token goes beyond the comment.
        let whole = self.text;
        self.text = &whole[..end];
        while at < end.min(self.limit) {
            at = self.annotation_step(at);
        }
        self.text = whole;
        self.push(Kind::AnnotationEnd, end, end);
    }

    fn annotation_step(&mut self, i: usize) -> usize {
        let rest = &self.text[i..];
        match rest[0] {
            b'@' => i + 1,
            // No directives inside of comments.
            b'#' => self.garbage(i),
            b'/' if rest.starts_with(b"//") => {
                let line = rest.iter().position(|&b| b == b'\n');
                line.map_or(self.text.len(), |n| i + n)
            }
            b'\\' if rest.get(1).is_some_and(u8::is_ascii_alphabetic) => {
                let letters = rest[1..]
                    .iter()
                    .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
                let stop = i + 1 + letters.count();
                let word = String::from_utf8_lossy(&self.text[i + 1..stop]).into_owned();
                let name = self.names.intern(&word);
                let token = Token::word(Kind::LogicWord, self.position(i), stop - i, name);
                self.out.tokens.push(token);
                stop
            }
            b'=' if rest.starts_with(b"==>") => self.push(Kind::Implies, i, i + 3),
            b'<' if rest.starts_with(b"<==>") => self.push(Kind::Equivalent, i, i + 4),
            _ => self.step(i).min(self.text.len()),
        }
    }
}

//! The language of property automata: CPAchecker's `.spc` files, extended by ESP's
//! creation of instances. `docs/specs.md` describes it for people.
//!
//! [`read`] makes automata of texts: `lex` (with includes), `parse` and `parse/term`
//! (the C inside of braces), `check` (what is wrong though it is well-formed). What
//! the automata mean for a program is the affair of [`crate::observe`].

mod check;
mod lex;
mod parse;
mod shipped;
mod syntax;
#[cfg(test)]
mod tests;

pub use shipped::{SHIPPED, Shipped, shipped};
pub(crate) use syntax::*;
pub use syntax::{Automaton, Choice, Kind, State, Variable};

use program::{Diagnostic, SourceMap, Span};
use std::io;

/// A text to read automata from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecText {
    pub path: String,
    pub bytes: Vec<u8>,
    /// What is asked for of its automata.
    pub options: Vec<String>,
}

/// Automata and the texts that they stand in.
#[derive(Clone)]
pub struct Specification {
    pub sources: SourceMap,
    pub automata: Vec<Automaton>,
    pub warnings: Vec<Diagnostic>,
}

/// What is wrong with texts.
pub struct Rejection {
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the automata of all texts. `include` gives the bytes of a path; paths of
/// included files are taken from the folder of the file that names them.
pub fn read(
    texts: Vec<SpecText>,
    include: &mut dyn FnMut(&str) -> io::Result<Vec<u8>>,
) -> Result<Specification, Rejection> {
    let mut problems = Problems::default();
    let mut lexer = lex::Lexer::new(include, &mut problems);
    let mut asked = Asked::default();
    for text in texts {
        asked.add(&text, lexer.end());
        lexer.file(text);
    }
    let (sources, tokens) = lexer.finish();
    let mut automata = Vec::new();
    if problems.errors.is_empty() {
        automata = parse::parse(&tokens, &mut asked, &mut problems);
        check::check(&automata, &mut problems);
    }
    // A syntax error comes first: it may hide options.
    if problems.errors.is_empty() {
        asked.check(&mut problems);
    }
    match problems.errors.is_empty() {
        true => Ok(Specification {
            sources,
            automata,
            warnings: problems.warnings,
        }),
        false => Err(Rejection {
            sources,
            diagnostics: problems.errors,
        }),
    }
}

/// The options that were given with texts.
#[derive(Default)]
pub(crate) struct Asked {
    texts: Vec<Given>,
}

struct Given {
    path: String,
    /// Where it begins; what it includes follows.
    from: u32,
    options: Vec<String>,
    /// The options that its automata have.
    known: Vec<String>,
}

impl Asked {
    fn add(&mut self, text: &SpecText, from: u32) {
        // A text that is named twice is read once.
        match self.texts.iter_mut().find(|t| t.path == text.path) {
            Some(known) => known.options.extend(text.options.iter().cloned()),
            None => self.texts.push(Given {
                path: text.path.clone(),
                from,
                options: text.options.clone(),
                known: Vec::new(),
            }),
        }
    }

    /// Is the option asked for, of the automaton that stands here?
    pub fn is_asked(&mut self, option: &str, span: Span) -> bool {
        let text = self.texts.iter_mut().rfind(|t| t.from <= span.lo);
        text.is_some_and(|text| {
            text.known.push(option.to_owned());
            text.options.iter().any(|o| o == option)
        })
    }

    /// Every option that is asked for is one.
    fn check(&self, problems: &mut Problems) {
        for text in &self.texts {
            for option in text.options.iter().filter(|o| !text.known.contains(o)) {
                let have = match text.known.is_empty() {
                    true => "it has none".to_owned(),
                    false => format!("it has: {}", text.known.join(", ")),
                };
                let message = format!("`{}` has no option `{option}`; {have}", text.path);
                problems.error(Span::NONE, message);
            }
        }
    }
}

/// Collects what is to be said about the texts.
#[derive(Default)]
pub(crate) struct Problems {
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
}

impl Problems {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(span, message));
    }

    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.warnings.push(Diagnostic::warning(span, message));
    }
}

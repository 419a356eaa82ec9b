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
pub use syntax::{Automaton, Kind, State, Variable};

use program::{Diagnostic, SourceMap, Span};
use std::io;

/// A text to read automata from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecText {
    pub path: String,
    pub bytes: Vec<u8>,
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
    for text in texts {
        lexer.file(text);
    }
    let (sources, tokens) = lexer.finish();
    let mut automata = Vec::new();
    if problems.errors.is_empty() {
        automata = parse::parse(&tokens, &mut problems);
        check::check(&automata, &mut problems);
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

//! Invariants as a correctness witness.

use super::InvariantKind;
use super::metadata::{Metadata, entry, place, quoted, verbatim};
use super::write::statement;
use program::{FunctionId, Program, Span};
use std::fmt::Write;

/// An invariant that is known, as a C expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub kind: InvariantKind,
    pub function: FunctionId,
    /// The loop statement; or what is done first in a statement.
    pub span: Span,
    pub text: String,
}

/// The text of the witness.
pub fn write_invariants(program: &Program, known: &[Known], metadata: &Metadata<'_>) -> String {
    let verbatim = verbatim(metadata.files);
    let mut content = String::new();
    for invariant in known {
        let at = match invariant.kind {
            InvariantKind::Loop => invariant.span,
            InvariantKind::Location => statement(program, invariant.span),
        };
        let Some(place) = place(program, &verbatim, at) else {
            continue;
        };
        let function = program.show(invariant.function).to_string();
        let out = &mut content;
        // Writing to a string does not fail.
        let _ = writeln!(out, "  - invariant:");
        let _ = writeln!(out, "      type: {}", invariant.kind.name());
        let _ = writeln!(out, "      location:");
        let _ = writeln!(out, "        file_name: {}", quoted(place.file));
        let _ = writeln!(out, "        line: {}", place.line);
        let _ = writeln!(out, "        column: {}", place.column);
        let _ = writeln!(out, "        function: {}", quoted(&function));
        let _ = writeln!(out, "      value: {}", quoted(&invariant.text));
        let _ = writeln!(out, "      format: c_expression");
    }
    entry(program, metadata, "invariant_set", &content)
}

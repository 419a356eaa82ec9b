//! Standard output and standard error. Neither is sure to be there.

use crate::Exit;
use program::{Diagnostic, SourceMap};
use report::diagnostics::{self, Style};
use std::io::{self, BufWriter, IsTerminal, Write};

/// Writes to standard error; if that is gone, nobody listens.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

pub fn say_error(message: &str) {
    let error = Diagnostic::error(program::Span::NONE, message);
    say_all(&SourceMap::new(), &[error]);
}

/// Warnings shown before the rest is only counted: old code has thousands.
const MAX_WARNINGS: usize = 10;

/// Shows diagnostics on standard error, in colour on a terminal.
pub fn say_all(sources: &SourceMap, list: &[Diagnostic]) {
    let plain = !io::stderr().is_terminal() || std::env::var_os("NO_COLOR").is_some();
    let style = if plain { Style::Plain } else { Style::Coloured };
    let mut err = BufWriter::new(io::stderr().lock());
    let mut warnings = 0;
    for diagnostic in list {
        if !diagnostic.is_error() {
            warnings += 1;
            if warnings > MAX_WARNINGS {
                continue;
            }
        }
        let text = diagnostics::render(sources, diagnostic, style);
        if writeln!(err, "{text}").is_err() {
            return;
        }
    }
    if let more @ 1.. = warnings.saturating_sub(MAX_WARNINGS) {
        let plural = if more == 1 { "" } else { "s" };
        let _ = writeln!(err, "and {more} more warning{plural}");
    }
}

/// Lets `write` print to standard output. A reader that has seen enough
/// (`concord … | head`) is no failure.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Exit::Success,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(e) => {
            say_error(&format!("cannot write the output: {e}"));
            Exit::BadInput
        }
    }
}

//! Standard output and standard error. Neither is sure to be there.

use crate::Exit;
use program::{Diagnostic, SourceMap};
use report::diagnostics::{self, Style};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes to standard error; if that is gone, nobody listens.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

pub fn say_error(message: &str) {
    let error = Diagnostic::error(program::Span::NONE, message);
    say_all(&SourceMap::new(), &[error]);
}

pub fn say_warning(message: &str) {
    let warning = Diagnostic::warning(program::Span::NONE, message);
    say_all(&SourceMap::new(), &[warning]);
}

pub fn say_internal_error(what: &str) {
    say(&format!(
        "internal error: {what}\n\
         This is a fault in Concord, not in your program. \
         Please report it, with the command and the input that led to it.\n"
    ));
}

/// Shows diagnostics on standard error, in colour on a terminal.
pub fn say_all(sources: &SourceMap, list: &[Diagnostic]) {
    say(&diagnostics::render_all(
        sources,
        list,
        style_of(&io::stderr()),
    ));
}

/// Seconds since 1970; `SOURCE_DATE_EPOCH` can say another time.
pub fn time() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH");
    let given = given.ok().and_then(|text| text.parse().ok());
    given.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |duration| duration.as_secs())
    })
}

/// How to write to a stream: in colour if it is a terminal.
pub fn style_of(stream: &impl IsTerminal) -> Style {
    match stream.is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        true => Style::Coloured,
        false => Style::Plain,
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

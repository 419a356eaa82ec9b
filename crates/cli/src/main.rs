//! The `concord` command.
//!
//! Here is only the rim of the process: arguments in, exit code out, and what
//! happens when something panics. Each subcommand is one file in `commands`.

#![forbid(unsafe_code)]

mod commands;
mod declarations;
mod inputs;
mod meaning;
mod quantity;
mod specs;
mod supervisor;
mod terminal;
mod verification;

use clap::Parser;
use commands::Command;
use program::{Diagnostic, SourceMap};
use std::any::Any;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::{panic, thread};

/// Verifies C programs
///
/// `concord check FILE.c` is the main job; the other commands show what it works on, look at
/// its results, or list what can be given to it.
#[derive(Parser)]
#[command(name = "concord", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success or true, 1 a fault or false, 2 undecided, 3 bad input or usage, 4 internal error.\n\
                  `concord help COMMAND` describes a command."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// How a command can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    Success = 0,
    /// A fault was found.
    Fault = 1,
    /// Neither a fault nor its absence was established.
    Unknown = 2,
    BadInput = 3,
    InternalError = 4,
}

/// What is wrong with the arguments, or with texts that they name.
enum Refusal {
    Message(String),
    Texts(SourceMap, Vec<Diagnostic>),
}

impl Refusal {
    fn say(self) -> Exit {
        match self {
            Refusal::Message(message) => terminal::say_error(&message),
            Refusal::Texts(sources, diagnostics) => terminal::say_all(&sources, &diagnostics),
        }
        Exit::BadInput
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal::Message(message)
    }
}

/// Recursion over types and deep syntax is bounded, but not by two megabytes.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let exit = match Arguments::try_parse() {
        Ok(arguments) => guarded(|| arguments.command.run()),
        Err(error) => {
            // Nothing is left to say it to if this fails.
            let _ = error.print();
            match error.use_stderr() {
                true => Exit::BadInput,
                false => Exit::Success,
            }
        }
    };
    ExitCode::from(exit as u8)
}

/// The panic that happened last: what it said and where.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs the work on a thread with a large stack; a panic becomes a message.
fn guarded(work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    // Only recorded: a panic that is caught and handled says nothing.
    panic::set_hook(Box::new(|info| {
        let what = panic_text(info.payload());
        let place = info.location().map(|l| format!(" ({l})"));
        let text = format!("{what}{}", place.unwrap_or_default());
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }));
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    let outcome = match worker {
        Ok(worker) => worker.join(),
        Err(error) => Err(Box::new(format!("cannot start a thread: {error}")) as _),
    };
    outcome.unwrap_or_else(|payload| {
        let recorded = LAST_PANIC
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let what = recorded.unwrap_or_else(|| panic_text(&*payload).to_owned());
        terminal::say_internal_error(&what);
        Exit::InternalError
    })
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let literal = payload.downcast_ref::<&str>().copied();
    let formatted = payload.downcast_ref::<String>().map(String::as_str);
    literal.or(formatted).unwrap_or("panic")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(guarded(|| panic!("on purpose")), Exit::InternalError);
        assert_eq!(guarded(|| Exit::BadInput), Exit::BadInput);
        let _ = panic::take_hook();
    }
}

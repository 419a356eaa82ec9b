//! `concord strategies` and `concord analyses`: the names that `--strategy` and
//! `--analyses` take.

use crate::supervisor::{self, End, Limits};
use crate::{Exit, terminal};
use protocol::Work;

/// List the strategies of `concord check`
#[derive(clap::Args)]
pub struct Arguments {}

impl Arguments {
    pub fn run(self) -> Exit {
        list(Work::Strategies)
    }
}

/// List the analyses that can be combined
///
/// `concord check --analyses A+B` runs a product of them.
#[derive(clap::Args)]
pub struct AnalysesArguments {}

impl AnalysesArguments {
    pub fn run(self) -> Exit {
        list(Work::Analyses)
    }
}

/// The worker knows what there is.
fn list(what: Work) -> Exit {
    let limits = Limits {
        until: None,
        memory: 1 << 30,
    };
    match supervisor::supervise(what, limits, drop) {
        Ok(End::Listed(list)) => terminal::print(|out| {
            let width = list.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            for (name, about) in &list {
                writeln!(out, "{name:width$}  {about}")?;
            }
            Ok(())
        }),
        Ok(_) => {
            terminal::say_error("the worker did not answer");
            Exit::InternalError
        }
        Err(message) => {
            terminal::say_error(&message);
            Exit::InternalError
        }
    }
}

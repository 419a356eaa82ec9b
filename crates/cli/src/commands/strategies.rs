//! `concord strategies`: the names that `--strategy` takes.

use crate::supervisor::{self, End, Limits};
use crate::{Exit, terminal};
use protocol::Work;

/// List the strategies of `concord check`
#[derive(clap::Args)]
pub struct Arguments {}

impl Arguments {
    pub fn run(self) -> Exit {
        let limits = Limits {
            until: None,
            memory: 1 << 30,
        };
        match supervisor::supervise(Work::Strategies, limits, drop) {
            Ok(End::Strategies(list)) => terminal::print(|out| {
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
}

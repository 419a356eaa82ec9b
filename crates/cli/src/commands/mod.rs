//! The subcommands. Each is a file that declares its arguments, turns them into
//! a job in one place, and runs the job.

mod cfa;
mod run;

use crate::{Exit, terminal};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Cfa(cfa::Arguments),
    Run(Box<run::Arguments>),
}

impl Command {
    pub fn run(self) -> Exit {
        match self {
            Command::Cfa(arguments) => cfa::Job::from(arguments).run(),
            Command::Run(arguments) => match arguments.job() {
                Ok(job) => job.run(),
                Err(message) => {
                    terminal::say_error(&message);
                    Exit::BadInput
                }
            },
        }
    }
}

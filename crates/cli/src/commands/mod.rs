//! The subcommands. Each is a file that declares its arguments, turns them into
//! a job in one place, and runs the job.

mod cfa;

use crate::Exit;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Cfa(cfa::Arguments),
}

impl Command {
    pub fn run(self) -> Exit {
        match self {
            Command::Cfa(arguments) => cfa::Job::from(arguments).run(),
        }
    }
}

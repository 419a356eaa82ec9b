//! The subcommands. Each is a file that declares its arguments, turns them into
//! a job in one place, and runs the job.

mod bench;
mod cfa;
mod run;

use crate::{Exit, terminal};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Bench(Box<bench::Arguments>),
    Cfa(cfa::Arguments),
    Run(Box<run::Arguments>),
}

impl Command {
    pub fn run(self) -> Exit {
        match self {
            Command::Bench(arguments) => run(arguments.job(), bench::Job::run),
            Command::Cfa(arguments) => cfa::Job::from(arguments).run(),
            Command::Run(arguments) => run(arguments.job(), run::Job::run),
        }
    }
}

/// Runs the job, or says what is wrong with its arguments.
fn run<Job>(job: Result<Job, String>, run: impl FnOnce(Job) -> Exit) -> Exit {
    match job {
        Ok(job) => run(job),
        Err(message) => {
            terminal::say_error(&message);
            Exit::BadInput
        }
    }
}

//! The subcommands. Each is a file that declares its arguments, turns them into
//! a job in one place, and runs the job.

mod bench;
mod cfa;
mod check;
mod run;
mod strategies;
mod validate;

use crate::{Exit, terminal};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Check(Box<check::Arguments>),
    Bench(Box<bench::Arguments>),
    Cfa(cfa::Arguments),
    Run(Box<run::Arguments>),
    Validate(Box<validate::Arguments>),
    Strategies(strategies::Arguments),
    Analyses(strategies::AnalysesArguments),
}

impl Command {
    pub fn run(self) -> Exit {
        let started = match self {
            Command::Check(arguments) => arguments.job().map(|job| job.run()),
            Command::Bench(arguments) => arguments.job().map(|job| job.run()),
            Command::Cfa(arguments) => Ok(cfa::Job::from(arguments).run()),
            Command::Run(arguments) => arguments.job().map(|job| job.run()),
            Command::Validate(arguments) => arguments.job().map(|job| job.run()),
            Command::Strategies(arguments) => Ok(arguments.run()),
            Command::Analyses(arguments) => Ok(arguments.run()),
        };
        started.unwrap_or_else(|message| {
            terminal::say_error(&message);
            Exit::BadInput
        })
    }
}

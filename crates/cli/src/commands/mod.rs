//! The subcommands. Each is a file that declares its arguments, turns them into
//! a job in one place, and runs the job.

mod bench;
mod cfa;
mod check;
mod flow;
mod heap_program;
mod manual;
mod query;
mod run;
mod shapes;
mod specs;
mod strategies;
mod validate;

use crate::{Exit, Refusal};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Check(Box<check::Arguments>),
    Bench(Box<bench::Arguments>),
    Cfa(cfa::Arguments),
    Flow(flow::Arguments),
    HeapProgram(Box<heap_program::Arguments>),
    Query(Box<query::Arguments>),
    Run(Box<run::Arguments>),
    Shapes(Box<shapes::Arguments>),
    Validate(Box<validate::Arguments>),
    Strategies(strategies::Arguments),
    Analyses(strategies::AnalysesArguments),
    Specs(specs::Arguments),
    Manual(manual::Arguments),
    Completions(manual::CompletionArguments),
}

impl Command {
    pub fn run(self) -> Exit {
        let started = match self {
            Command::Check(arguments) => arguments.job().map(|job| job.run()),
            Command::Bench(arguments) => {
                arguments.job().map(|job| job.run()).map_err(Refusal::from)
            }
            Command::Cfa(arguments) => arguments.job().map(|job| job.run()),
            Command::Flow(arguments) => arguments.job().map(|job| job.run()),
            Command::HeapProgram(arguments) => arguments.job().map(|job| job.run()),
            Command::Query(arguments) => Ok(arguments.job().run()),
            Command::Run(arguments) => arguments.job().map(|job| job.run()),
            Command::Shapes(arguments) => arguments.job().map(|job| job.run()),
            Command::Validate(arguments) => arguments.job().map(|job| job.run()),
            Command::Strategies(arguments) => Ok(arguments.run()),
            Command::Analyses(arguments) => Ok(arguments.run()),
            Command::Specs(arguments) => arguments.run().map_err(Refusal::from),
            Command::Manual(arguments) => arguments.run().map_err(Refusal::from),
            Command::Completions(arguments) => Ok(arguments.run()),
        };
        started.unwrap_or_else(Refusal::say)
    }
}

//! `concord heap-program`: print the boolean heap program.

use super::check::{Asked, property_help};
use crate::declarations::ShapeArguments;
use crate::inputs::{InputArguments, Inputs};
use crate::meaning::MeaningArguments;
use crate::specs::{SpecArguments, Specs};
use crate::supervisor::End;
use crate::verification::{LimitArguments, result_of};
use crate::{Exit, Refusal, terminal};
use protocol::{Check, Exploring, Work};
use report::diagnostics::Style;
use std::io;

/// Print the abstract program of boolean heaps
///
/// For every operation and every heap predicate that it may change: under which conditions
/// the predicate holds of an object afterwards, and under which it does not. First come the
/// predicates and what they mean.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    concord heap-program list.c\n\n\
    Exit codes: 0 printed, 2 time or memory were not enough, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// The most literals of a conjunction in a condition
    #[arg(long, value_name = "NUMBER", default_value_t = 2)]
    length: u8,

    #[command(flatten)]
    shapes: ShapeArguments,

    /// What the program is to be verified for: its checks are operations
    #[arg(long, value_name = "NAME|FILE.prp", long_help = property_help())]
    property: Vec<String>,

    #[command(flatten)]
    specs: SpecArguments,

    #[command(flatten)]
    meaning: MeaningArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

pub struct Job {
    work: Work,
    limits: LimitArguments,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, Refusal> {
        let specs = Specs::of(&self.specs)?;
        let asked = Asked::of(&self.property, &specs)?;
        let check = Check {
            files: Inputs::of(self.inputs)?.files(),
            properties: asked.names(),
            specs: specs.texts(),
            settings: asked.settings(self.meaning),
            strategy: "boolean-heaps".into(),
            exploring: Exploring {
                shapes: self.shapes.declarations()?,
                ..Exploring::default()
            },
            colour: terminal::style_of(&io::stderr()) == Style::Coloured,
            test_case: false,
            witness: None,
        };
        Ok(Job {
            work: Work::HeapProgram(Box::new(check), self.length),
            limits: self.limits,
        })
    }
}

impl Job {
    pub fn run(self) -> Exit {
        match result_of(self.work, &self.limits) {
            Ok(End::Written(text)) => terminal::print(|out| out.write_all(text.as_bytes())),
            Ok(_) => Exit::InternalError,
            Err(exit) => exit,
        }
    }
}

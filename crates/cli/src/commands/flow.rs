//! `concord flow`: which values come to an argument of a function.

use super::cfa::unknown;
use crate::inputs::{InputArguments, Inputs};
use crate::{Exit, Refusal, terminal};
use pointers::{ObjectId, Options, Pointers};
use program::{Op, Program, Span};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::str::FromStr;

/// Print what may come to an argument of a function
///
/// Follows pointers through the whole program, without regard to the order of its
/// operations, and prints for all calls of a function outside of the library which
/// objects the argument may point to, and at how many calls each of them may come there.
/// What is not in the list does not come there. Null is not followed: it may be there or
/// not.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord flow --argument fprintf:1 main.c util.c\n  \
    concord flow --argument fputs:2 --argument free:1 --calls --project compile_commands.json")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// A function, and the number of its argument, from 1 (may be repeated)
    #[arg(long, required = true, value_name = "NAME:NUMBER")]
    argument: Vec<Argument>,

    /// Print the calls as well
    #[arg(long)]
    calls: bool,

    /// The function in which the program begins
    #[arg(long, value_name = "NAME", default_value = "main")]
    entry: String,
}

#[derive(Clone)]
struct Argument {
    function: String,
    /// From 0.
    position: usize,
}

impl FromStr for Argument {
    type Err = String;

    fn from_str(text: &str) -> Result<Argument, String> {
        let wrong = || "expected a function and a number from 1, as in `fprintf:1`".to_owned();
        let (name, number) = text.rsplit_once(':').ok_or_else(wrong)?;
        let number: usize = number.parse().map_err(|_| wrong())?;
        let position = number.checked_sub(1).ok_or_else(wrong)?;
        match name.is_empty() {
            true => Err(wrong()),
            false => Ok(Argument {
                function: name.to_owned(),
                position,
            }),
        }
    }
}

pub struct Job {
    inputs: Inputs,
    arguments: Vec<Argument>,
    calls: bool,
    entry: String,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, Refusal> {
        Ok(Job {
            inputs: Inputs::of(self.inputs)?.with_models(),
            arguments: self.argument,
            calls: self.calls,
            entry: self.entry,
        })
    }
}

impl Job {
    pub fn run(self) -> Exit {
        let program = match self.inputs.read(&self.entry) {
            Ok(program) => program,
            Err(exit) => return exit,
        };
        let names = self.arguments.iter().map(|a| &a.function);
        let mut missing = names.chain([&self.entry]);
        let is_missing = |name: &&String| program.functions_named(name).is_empty();
        if let Some(name) = missing.find(is_missing) {
            terminal::say_error(&unknown(&program, name));
            return Exit::BadInput;
        }
        let options = Options {
            entry: self.entry.clone(),
            ..Options::default()
        };
        let pointers = Pointers::analyze(&program, &options);
        terminal::print(|out| {
            for argument in &self.arguments {
                let found = Found::of(&program, &pointers, argument);
                found.write(out, &program, &pointers, argument, self.calls)?;
            }
            Ok(())
        })
    }
}

/// What comes to an argument.
struct Found {
    calls: usize,
    /// With the calls at which it may.
    objects: BTreeMap<ObjectId, Vec<Span>>,
}

impl Found {
    fn of(program: &Program, pointers: &Pointers, argument: &Argument) -> Found {
        let wanted = program.functions_named(&argument.function);
        let mut found = Found {
            calls: 0,
            objects: BTreeMap::new(),
        };
        let is_library = |span: Span| {
            let place = program.sources.position(span);
            place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX))
        };
        for &function in pointers.calls().reached() {
            let Some(body) = &program.functions[function].body else {
                continue;
            };
            for (id, edge) in body.edges().filter(|(_, e)| !is_library(e.span)) {
                let callees = pointers.calls().callees(function, id);
                if let Op::Call(call) = &edge.op
                    && callees.iter().any(|callee| wanted.contains(callee))
                    && let Some(&given) = call.arguments.get(argument.position)
                {
                    found.calls += 1;
                    for target in pointers.points_to(program, given) {
                        let calls = found.objects.entry(target.object).or_default();
                        if calls.last() != Some(&edge.span) {
                            calls.push(edge.span);
                        }
                    }
                }
            }
        }
        found
    }

    fn write(
        &self,
        out: &mut dyn Write,
        program: &Program,
        pointers: &Pointers,
        argument: &Argument,
        places: bool,
    ) -> io::Result<()> {
        let (name, number) = (&argument.function, argument.position + 1);
        writeln!(out, "{name}, argument {number}, in {} calls:", self.calls)?;
        for (&object, calls) in &self.objects {
            let object = pointers.object_name(program, object);
            writeln!(out, "  {:5}  {object}", calls.len())?;
            for &span in calls.iter().filter(|_| places) {
                writeln!(out, "           {}", program.show(span))?;
            }
        }
        Ok(())
    }
}

//! `concord cfa`: the program as the analyses see it.

use crate::inputs::{InputArguments, Inputs};
use crate::specs::{SpecArguments, Specs};
use crate::{Exit, Refusal, terminal};
use program::Program;
use report::cfa::{self, Selection};
use std::io::{self, Write};

/// Print the control-flow automata of C files
///
/// Reads the files, links them, and prints the program as the analyses see it:
/// the global variables with their initial values, and for each function its
/// locations and the operations that lead from one to the next. Expressions
/// have no side effects and no implicit conversions; short-circuits,
/// initialisers, `switch` and the like are edges.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord cfa examples/list.c\n  \
    concord cfa --function main --dot main.c util.c | dot -Tsvg -o main.svg\n  \
    concord cfa --data-model ilp32 --json driver.i")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// Print only the functions of this name (may be repeated)
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,

    #[command(flatten)]
    specs: SpecArguments,

    #[command(flatten)]
    form: FormArguments,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct FormArguments {
    /// Print a graph for Graphviz
    #[arg(long)]
    dot: bool,

    /// Print JSON (docs/cfa.md describes it)
    #[arg(long)]
    json: bool,

    /// Print how many functions, locations and edges there are, and what is
    /// declared but not defined
    #[arg(long)]
    summary: bool,
}

type Form = fn(&Program, &Selection, &mut dyn Write) -> io::Result<()>;

pub struct Job {
    inputs: Inputs,
    /// Empty: the whole program.
    functions: Vec<String>,
    specs: Specs,
    form: Form,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, Refusal> {
        let form = match self.form {
            FormArguments { dot: true, .. } => cfa::dot,
            FormArguments { json: true, .. } => cfa::json,
            FormArguments { summary: true, .. } => cfa::summary,
            _ => cfa::text as Form,
        };
        Ok(Job {
            inputs: Inputs::of(self.inputs)?.with_annotations(),
            functions: self.function,
            specs: Specs::of(&self.specs)?,
            form,
        })
    }
}

impl Job {
    pub fn run(self) -> Exit {
        let program = match self.inputs.read("main") {
            Ok(program) => program,
            Err(exit) => return exit,
        };
        let program = match self.specs.observe(program, "main") {
            Ok(program) => program,
            Err(refusal) => return refusal.say(),
        };
        match selection(&program, &self.functions) {
            Ok(selection) => terminal::print(|out| (self.form)(&program, &selection, out)),
            Err(message) => {
                terminal::say_error(&message);
                Exit::BadInput
            }
        }
    }
}

fn selection(program: &Program, names: &[String]) -> Result<Selection, String> {
    if names.is_empty() {
        return Ok(Selection::Whole);
    }
    let mut functions = Vec::new();
    for name in names {
        let found = program.functions_named(name);
        if found.is_empty() {
            return Err(unknown(program, name));
        }
        functions.extend(found);
    }
    // In the order of the program, each once.
    functions.sort_unstable();
    functions.dedup();
    Ok(Selection::Functions(functions))
}

/// That there is no such function.
pub fn unknown(program: &Program, name: &str) -> String {
    let names = program.functions.iter().map(|f| &program.names[f.name]);
    let similar = names.filter(|n| n.len().abs_diff(name.len()) <= name.len());
    let distance = |other: &&str| strsim::damerau_levenshtein(name, other);
    let nearest = similar.min_by_key(distance);
    // A suggestion that shares little with the name would only puzzle.
    match nearest.filter(|n| 2 * distance(n) <= name.len().max(n.len())) {
        Some(nearest) => format!("there is no function `{name}`; did you mean `{nearest}`?"),
        None => format!("there is no function `{name}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{Function, Linkage, Span};

    #[test]
    fn unknown_functions_get_the_nearest_name() {
        let mut program = Program::new(Default::default());
        for name in ["open_file", "close_file"] {
            let name = program.names.intern(name);
            let ty = program.types.common.error;
            program.functions.push(Function {
                name,
                ty,
                declared: ty,
                linkage: Linkage::External,
                parameters: Vec::new(),
                locals: Vec::new(),
                body: None,
                no_return: false,
                weak: false,
                constructor: None,
                destructor: false,
                span: Span::NONE,
            });
        }
        let chosen = |name: &str| selection(&program, &[name.to_owned()]);
        assert!(chosen("open_file").is_ok());
        let error = chosen("opne_file").unwrap_err();
        assert!(error.ends_with("did you mean `open_file`?"), "{error}");
        assert!(!chosen("main").unwrap_err().contains("mean"));
    }
}

//! `concord run`: the concrete machine.

use crate::inputs::{InputArguments, Inputs};
use crate::meaning::{Malloc, MeaningArguments, Overflow, UnknownCalls as Unknown};
use crate::specs::{SpecArguments, Specs};
use crate::{Exit, Refusal, terminal};
use machine::{Exhaustive, Fault, Input, Listed, Machine, Options, Outcome, Random, UnknownCalls};
use program::{Diagnostic, Program};
use std::io::Write;

/// Run C files on the concrete machine
///
/// Executes the program exactly, operation by operation. Whatever is
/// indeterminate (uninitialised variables, fresh memory, results of undefined
/// functions, `__VERIFIER_nondet_*`) is an input when it is first read. A run stops
/// at the first thing that a program must not do and says where.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord run examples/list.c\n  \
    concord run --inputs 3,-1,7 program.c\n  \
    concord run --random 1 --runs 10000 program.c\n  \
    concord run --exhaustive -2,2 program.c\n\n\
    Exit codes: 0 no fault, 1 a fault happened, 2 undecided (limit, unsupported),\n\
    3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    #[command(flatten)]
    source: SourceArguments,

    /// Number of runs, each with other random inputs
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    runs: u64,

    /// Give up a run after N operations
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    steps: u64,

    #[command(flatten)]
    meaning: MeaningArguments,

    #[command(flatten)]
    specs: SpecArguments,

    /// Stop also at: shift amounts out of range, misaligned accesses, and accesses
    /// through pointers that are indeterminate
    #[arg(long)]
    strict: bool,

    /// Blocks that nothing points to at the end are faults
    #[arg(long)]
    leaks: bool,

    /// Blocks not freed at the end are faults
    #[arg(long)]
    cleanup: bool,

    /// An argument for `main` (may be repeated)
    #[arg(long = "arg", value_name = "STRING", allow_hyphen_values = true)]
    arguments: Vec<String>,

    /// Print every operation executed
    #[arg(long)]
    trace: bool,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct SourceArguments {
    /// The inputs, with commas, in the order they are asked for; when they run out, the run
    /// ends
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1
    )]
    inputs: Option<Vec<String>>,

    /// Random inputs from this seed (the default, with seed 0)
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,

    /// All sequences of inputs from LOW to HIGH
    #[arg(
        long,
        value_name = "LOW,HIGH",
        value_delimiter = ',',
        allow_hyphen_values = true,
        num_args = 1
    )]
    exhaustive: Option<Vec<i64>>,
}

enum Source {
    Listed(Vec<Input>),
    Random { seed: u64, runs: u64 },
    Exhaustive { low: i64, high: i64 },
}

pub struct Job {
    inputs: Inputs,
    specs: Specs,
    source: Source,
    options: Options,
}

/// Longer sequences of inputs are not tried exhaustively.
const EXHAUSTIVE_DEPTH: usize = 24;

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, Refusal> {
        let specs = Specs::of(&self.specs)?;
        let source = match (self.source.inputs, self.source.exhaustive) {
            (Some(list), _) => {
                let list: Result<Vec<_>, _> = list
                    .iter()
                    .filter(|t| !t.is_empty())
                    .map(|t| parse_input(t))
                    .collect();
                Source::Listed(list?)
            }
            (None, Some(range)) => match range[..] {
                [low, high] if low <= high => Source::Exhaustive { low, high },
                _ => {
                    let message = "--exhaustive takes two numbers, LOW,HIGH";
                    return Err(message.to_owned().into());
                }
            },
            (None, None) => Source::Random {
                seed: self.source.random.unwrap_or(0),
                runs: self.runs,
            },
        };
        let mut arguments = vec!["program".to_owned()];
        arguments.extend(self.arguments);
        Ok(Job {
            inputs: Inputs::of(self.inputs)?.with_annotations().with_models(),
            specs,
            source,
            options: Options {
                steps: self.steps,
                memory: Options::default().memory,
                overflow_is_fatal: self.meaning.overflow == Overflow::Error,
                shift_is_fatal: self.strict,
                misalignment_is_fatal: self.strict,
                unknown_calls: match self.meaning.unknown_calls {
                    None | Some(Unknown::Pure) => UnknownCalls::Pure,
                    Some(Unknown::Havoc) => UnknownCalls::Havoc,
                    Some(Unknown::Error) => UnknownCalls::Error,
                },
                malloc_may_fail: self.meaning.malloc != Some(Malloc::Succeeds),
                error_calls_are_faults: true,
                assertions_are_faults: true,
                check_leaks: self.leaks,
                check_cleanup: self.cleanup,
                strict_pointers: self.strict,
                trace: self.trace,
                arguments,
                entry: self.meaning.entry.unwrap_or_else(|| "main".into()),
            },
        })
    }
}

fn parse_input(text: &str) -> Result<Input, String> {
    let text = text.trim();
    if let Ok(value) = text.parse() {
        return Ok(Input::Int(value));
    }
    text.parse()
        .map(Input::Float)
        .map_err(|_| format!("'{text}' is not a number"))
}

impl Job {
    pub fn run(self) -> Exit {
        let program = match self.inputs.read(&self.options.entry) {
            Ok(program) => program,
            Err(exit) => return exit,
        };
        if program.function_named(&self.options.entry).is_none() {
            terminal::say_error(&format!(
                "there is no function '{}' to run",
                self.options.entry
            ));
            return Exit::BadInput;
        }
        let program = match self.specs.observe(program, &self.options.entry) {
            Ok(program) => program,
            Err(refusal) => return refusal.say(),
        };
        let mut tally = Tally::default();
        match self.source {
            Source::Listed(ref list) => {
                let mut inputs = Listed::new(list.iter().copied());
                tally.run(&program, &self.options, &mut inputs);
            }
            Source::Random { seed, runs } => {
                for i in 0..runs {
                    let mut inputs = Random::new(seed.wrapping_add(i));
                    tally.run(&program, &self.options, &mut inputs);
                }
            }
            Source::Exhaustive { low, high } => {
                let mut inputs = Exhaustive::new(low.into(), high.into(), EXHAUSTIVE_DEPTH);
                loop {
                    tally.run(&program, &self.options, &mut inputs);
                    if !inputs.advance() {
                        break;
                    }
                }
            }
        }
        tally.report(&program)
    }
}

/// What the runs came to.
#[derive(Default)]
struct Tally {
    runs: u64,
    faults: u64,
    infeasible: u64,
    undecided: u64,
    /// The first of its kind: the outcome, its inputs, and the program's output.
    shown: Option<(Outcome, String)>,
}

impl Tally {
    fn run(&mut self, program: &Program, options: &Options, inputs: &mut dyn machine::Inputs) {
        let mut machine = Machine::new(program, options.clone(), inputs);
        let outcome = machine.run();
        self.runs += 1;
        match outcome {
            Outcome::Exit(_) | Outcome::Abort => {}
            Outcome::Fault(_) => self.faults += 1,
            Outcome::Infeasible => self.infeasible += 1,
            _ => self.undecided += 1,
        }
        let better = match (&self.shown, outcome) {
            (None, _) => true,
            (Some((Outcome::Fault(_), _)), _) => false,
            (Some(_), Outcome::Fault(_)) => true,
            _ => false,
        };
        if better {
            let list: Vec<String> = machine
                .drawn()
                .iter()
                .map(|(_, i, _)| show_input(*i))
                .collect();
            self.shown = Some((outcome, list.join(",")));
            show_run(program, &machine);
        }
    }

    fn report(self, program: &Program) -> Exit {
        let Some((outcome, inputs)) = self.shown else {
            return Exit::Success;
        };
        if self.runs > 1 {
            println!(
                "{} runs: {} with a fault, {} infeasible, {} undecided",
                self.runs, self.faults, self.infeasible, self.undecided
            );
        }
        if !inputs.is_empty() {
            println!("inputs: {inputs}");
        }
        let (text, exit) = describe(program, outcome);
        println!("outcome: {text}");
        match self.undecided {
            0 => exit,
            _ if exit == Exit::Success => Exit::Unknown,
            _ => exit,
        }
    }
}

fn show_input(input: Input) -> String {
    match input {
        Input::Int(v) => v.to_string(),
        Input::Float(v) => format!("{v:?}"),
        Input::Bits(v) => format!("{v:#x}"),
    }
}

/// What the program wrote, the trace if it was kept, and what was noticed.
fn show_run(program: &Program, machine: &Machine<'_>) {
    let mut out = std::io::stdout().lock();
    // A reader that went away is nobody to talk to.
    let _ = out.write_all(machine.output());
    for step in machine.trace() {
        let body = program.functions[step.function].body.as_ref();
        let Some(edge) = body.and_then(|b| b.leaving(step.location()).first()) else {
            continue;
        };
        let place = program.show(edge.span);
        let indent = "  ".repeat(step.depth as usize);
        let _ = writeln!(out, "{indent}{}  // {place}", program.show(&edge.op));
    }
    let _ = out.flush();
    let notices: Vec<Diagnostic> = machine
        .notices()
        .iter()
        .map(|n| Diagnostic::warning(n.span, n.fault.name()))
        .collect();
    terminal::say_all(&program.sources, &notices);
}

fn describe(program: &Program, outcome: Outcome) -> (String, Exit) {
    match outcome {
        Outcome::Exit(status) => (format!("exit {status}"), Exit::Success),
        Outcome::Abort => ("abort".into(), Exit::Success),
        Outcome::Infeasible => ("infeasible".into(), Exit::Success),
        Outcome::Fault(incident) => {
            let (name, alarm) = match incident.fault {
                Fault::Automaton(f) => (
                    report::fault::message(program, incident.fault),
                    program.alarm(f),
                ),
                fault => (fault.name().to_owned(), None),
            };
            terminal::say_all(
                &program.sources,
                &[Diagnostic::error(incident.span, name.clone())],
            );
            let place = program.show(incident.span);
            let of = alarm.map_or_else(String::new, |a| {
                format!("{}: ", &program.names[a.automaton])
            });
            (format!("{of}{name} at {place}"), Exit::Fault)
        }
        Outcome::StepLimit => ("step limit".into(), Exit::Unknown),
        Outcome::MemoryLimit => ("memory limit".into(), Exit::Unknown),
        Outcome::InputsExhausted => ("inputs exhausted".into(), Exit::Unknown),
        Outcome::Unsupported(what, span) => {
            let what = &program.names[what];
            (
                format!("unsupported: {what} at {}", program.show(span)),
                Exit::Unknown,
            )
        }
        Outcome::Undecided(span) => {
            let place = program.show(span);
            (format!("undecided: what is said at {place}"), Exit::Unknown)
        }
        Outcome::Stuck(span) => (format!("stuck at {}", program.show(span)), Exit::Unknown),
    }
}

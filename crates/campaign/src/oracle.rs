//! What runs of the concrete machine show.

use engine::{Task, fault_property};
use machine::{Exhaustive, Fault, Input, Inputs, Listed, Machine, Options, Outcome, Random};
use program::Span;
use properties::Property;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Operations of a run.
const STEPS: u64 = 4_000;

/// Ranges of inputs of which all sequences are tried, and how many at most.
const RANGES: [(i128, i128); 2] = [(0, 3), (-2, 1)];
const SEQUENCES: u32 = 200;
/// Runs on random inputs.
const RANDOM: u64 = 60;

fn options(task: &Task) -> Options {
    Options {
        steps: STEPS,
        ..task.machine_options()
    }
}

/// Runs the program on all kinds of inputs until enough is seen.
fn runs(task: &Task, options: &Options, mut seen: impl FnMut(&Machine<'_>, Outcome) -> bool) {
    let mut run = |inputs: &mut dyn Inputs| {
        let mut machine = Machine::new(&task.program, options.clone(), inputs);
        let outcome = machine.run();
        let asked = !machine.drawn().is_empty();
        seen(&machine, outcome) && asked
    };
    for (low, high) in RANGES {
        let mut inputs = Exhaustive::new(low, high, 8);
        for _ in 0..SEQUENCES {
            if !run(&mut inputs) {
                return;
            }
            if !inputs.advance() {
                break;
            }
        }
    }
    for seed in 0..RANDOM {
        if !run(&mut Random::new(seed)) {
            return;
        }
    }
}

/// The properties that a run violates, and how.
pub fn violations(task: &Task) -> BTreeMap<Property, &'static str> {
    let mut found = BTreeMap::new();
    runs(task, &options(task), |_, outcome| {
        if let Outcome::Fault(incident) = outcome
            && let Some(property) = fault_property(&task.program, incident.fault)
        {
            found.entry(property).or_insert(incident.fault.name());
        }
        true
    });
    found
}

/// What runs return, and how many of them.
pub fn ends(task: &Task) -> BTreeMap<i32, u32> {
    let mut ends = BTreeMap::new();
    runs(task, &options(task), |_, outcome| {
        if let Outcome::Exit(end) = outcome {
            *ends.entry(end).or_default() += 1;
        }
        true
    });
    ends
}

/// Do these inputs lead to a violation of the property? Others may be violated before, where they
/// were decided already.
pub fn confirms(task: &Task, property: Property, inputs: &[Input]) -> bool {
    let shows = |options: Options| {
        let mut inputs = Listed::new(inputs.iter().copied());
        match Machine::new(&task.program, options, &mut inputs).run() {
            Outcome::Fault(incident) => {
                fault_property(&task.program, incident.fault) == Some(property)
            }
            _ => false,
        }
    };
    shows(task.machine_options()) || shows(task.machine_options_for(property))
}

/// A run in which nothing is left to chance or to the machine, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// What `__VERIFIER_nondet_*` return.
    pub inputs: Vec<i64>,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Exit(i32),
    /// `reach_error` is called.
    Error,
    /// An assertion fails.
    Assertion,
}

/// Runs that the compiled program has to repeat: every check is on, and all that they ask
/// for are numbers that the program asks for itself.
pub fn samples(task: &Task, most: usize) -> Vec<Sample> {
    let strict = Options {
        overflow_is_fatal: true,
        shift_is_fatal: true,
        misalignment_is_fatal: true,
        error_calls_are_faults: true,
        assertions_are_faults: true,
        strict_pointers: true,
        malloc_may_fail: false,
        ..options(task)
    };
    let mut samples: Vec<Sample> = Vec::new();
    let mut count = 0u64;
    runs(task, &strict, |machine, outcome| {
        count += 1;
        let end = match outcome {
            Outcome::Exit(end) => End::Exit(end),
            Outcome::Fault(incident) => match incident.fault {
                Fault::ErrorCall(_) => End::Error,
                Fault::Assertion => End::Assertion,
                _ => return true,
            },
            _ => return true,
        };
        let drawn = machine.drawn().iter();
        let inputs = drawn.map(|(_, input, span)| match input {
            Input::Int(value) if is_asked(task, *span) => i64::try_from(*value).ok(),
            _ => None,
        });
        let inputs: Option<Vec<i64>> = inputs.collect();
        // Those with other ends are worth more.
        if let Some(inputs) = inputs
            && machine.notices().is_empty()
            && !samples.iter().any(|s| s.end == end)
        {
            samples.push(Sample { inputs, end });
        }
        samples.len() < most
    });
    samples
}

/// Does the program ask for a number here?
fn is_asked(task: &Task, span: Span) -> bool {
    let text = String::from_utf8_lossy(task.program.sources.text(span));
    text.matches("__VERIFIER_nondet_").count() == 1
}

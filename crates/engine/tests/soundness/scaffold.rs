//! Verdicts against the concrete machine, on random programs, whoever gives them.

use engine::{Answer, Settings, Task, Verdict, fault_property};
use frontend::Text;
use generate::{Dice, errors, states};
use machine::{Exhaustive, Listed, Machine, Outcome, Random, UnknownCalls};
use program::{DataModel, Program};
use properties::{Properties, Property};
use solver::{Budget, Core, Solver, Statistics, Term, Terms, Z3};
use std::collections::BTreeMap;
use std::time::Duration;

/// What answers.
pub type Verify<'a> = dyn Fn(&Task) -> Answer + 'a;

/// Runs of one program, and operations of each.
const RUNS: u32 = 1000;
const STEPS: u64 = 4_000;

/// Units of the solver's work for one question.
const QUESTION: u64 = 300_000;
/// The last resort: what the solver does not count.
const WALL: Duration = Duration::from_millis(100);
/// Questions about one program.
const QUESTIONS: u32 = 60;

/// A solver that gives up early.
pub struct Hasty {
    solver: Z3,
    /// Questions that it will answer.
    left: u32,
}

impl Default for Hasty {
    fn default() -> Hasty {
        Hasty::answering(QUESTIONS)
    }
}

impl Hasty {
    pub fn answering(questions: u32) -> Hasty {
        Hasty {
            solver: Z3::new(),
            left: questions,
        }
    }
}

impl Solver for Hasty {
    fn check(&mut self, terms: &Terms, list: &[Term], budget: &Budget) -> solver::Answer {
        let Some(left) = self.left.checked_sub(1) else {
            return solver::Answer::Unknown("too many questions".into());
        };
        self.left = left;
        let (resource, wall) = (QUESTION, Some(WALL));
        self.solver.check(
            terms,
            list,
            &Budget {
                resource,
                wall,
                ..*budget
            },
        )
    }

    fn unsat_core(&mut self, terms: &Terms, list: &[Term], budget: &Budget) -> Core {
        self.solver.unsat_core(terms, list, budget)
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// If a run violates a property, the verdict is not true; if the verdict is false, its
/// inputs show that very violation.
pub fn verdicts_hold(programs: u64, verify: &Verify<'_>) {
    let count = number("CONCORD_SOUNDNESS").unwrap_or(programs);
    let first = number("CONCORD_SOUNDNESS_SEED").unwrap_or(1);
    if std::env::var("CONCORD_SOUNDNESS_SHOW").is_ok() {
        println!("{}", errors::program(first));
        return;
    }
    let mut tally: BTreeMap<&str, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in first..first + count {
        for (what, failure) in check(seed, verify) {
            *tally.entry(what).or_default() += 1;
            if let Some(failure) = failure {
                println!("seed {seed}: {failure}");
                wrong.push(format!("seed {seed}: {failure}"));
            }
        }
    }
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn task(seed: u64) -> Task {
    let mut random = Dice::new(seed ^ 0x5eed);
    let program = compile(seed, errors::program(seed), model(seed));
    let all = [
        Property::UnreachCall,
        Property::Assert,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoOverflow,
    ];
    let mut properties = Properties::NONE;
    // Mostly one or two, so that one violation does not hide others.
    for _ in 0..=random.below(2) {
        let property = all[random.below(all.len() as u64) as usize];
        properties = properties.with(property);
    }
    Task {
        program,
        properties,
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        settings: Settings {
            entry: "main".into(),
            overflow_is_fatal: random.below(6) == 0,
            malloc_may_fail: random.below(3) == 0,
            unknown_calls: match random.below(4) {
                0 => UnknownCalls::Havoc,
                _ => UnknownCalls::Pure,
            },
        },
    }
}

/// Ends of a program that are tried as targets, the rarest first.
const TARGETS: usize = 3;

/// Nothing that runs end with is held impossible when it is forbidden.
pub fn every_end_is_found(programs: u64, verify: &Verify<'_>) {
    let count = number("CONCORD_SOUNDNESS").unwrap_or(programs);
    let first = number("CONCORD_SOUNDNESS_SEED").unwrap_or(1);
    if std::env::var("CONCORD_SOUNDNESS_SHOW").is_ok() {
        println!("{}", states::program(first).text);
        return;
    }
    let mut tally: BTreeMap<&str, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in first..first + count {
        let program = states::program(seed);
        for target in rare_ends(&program, seed) {
            let answer = verify(&with_target(&program, seed, target));
            let what = match &answer.verdicts[..] {
                [(_, Verdict::True)] => {
                    println!("seed {seed}: {target} is not found");
                    wrong.push((seed, target));
                    "true"
                }
                [(_, Verdict::False(_))] => "false",
                [(_, Verdict::Unknown(unknown))] => unknown.reason.name(),
                _ => "nothing",
            };
            *tally.entry(what).or_default() += 1;
        }
    }
    println!("{tally:?}");
    assert!(wrong.is_empty(), "seeds and ends: {wrong:?}");
}

/// The ends that the fewest sequences of inputs lead to.
fn rare_ends(program: &states::Program, seed: u64) -> Vec<i32> {
    let task = with_target(program, seed, -1);
    let mut options = task.machine_options();
    options.steps = STEPS;
    let mut ends: BTreeMap<i32, u32> = BTreeMap::new();
    let mut inputs = Exhaustive::new(0, 3, 10);
    for _ in 0..4 * RUNS {
        let outcome = Machine::new(&task.program, options.clone(), &mut inputs).run();
        if let Outcome::Exit(end) = outcome {
            *ends.entry(end).or_default() += 1;
        }
        if !inputs.advance() {
            break;
        }
    }
    let mut ends: Vec<(u32, i32)> = ends.into_iter().map(|(end, n)| (n, end)).collect();
    ends.sort_unstable();
    ends.into_iter().take(TARGETS).map(|(_, end)| end).collect()
}

fn with_target(program: &states::Program, seed: u64, target: i32) -> Task {
    let text = program.text.replace("TARGET", &target.to_string());
    let properties = Properties::NONE.with(program.property);
    Task {
        program: compile(seed, text, model(seed)),
        properties,
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        settings: Settings {
            malloc_may_fail: false,
            ..Settings::default()
        },
    }
}

fn model(seed: u64) -> DataModel {
    match seed % 3 {
        0 => DataModel::Ilp32,
        _ => DataModel::Lp64,
    }
}

fn compile(seed: u64, text: String, model: DataModel) -> Program {
    let text = Text {
        path: "random.c".into(),
        bytes: text.into_bytes(),
        library: false,
    };
    let mut texts = machine::models();
    texts.push(text);
    match frontend::compile_texts(texts, model) {
        Ok(output) => output.program,
        Err(failure) => panic!("seed {seed}: {:?}", failure.diagnostics),
    }
}

/// What the verdicts are, and what is wrong with them.
fn check(seed: u64, verify: &Verify<'_>) -> Vec<(&'static str, Option<String>)> {
    let task = task(seed);
    let answer = verify(&task);
    let happened = violations(&task, seed);
    let judge = |property: Property, verdict: &Verdict| match verdict {
        Verdict::True => {
            let failure = happened
                .get(&property)
                .map(|outcome| format!("{property:?} is not true: {outcome:?}"));
            ("true", failure)
        }
        Verdict::Unknown(unknown) => (unknown.reason.name(), None),
        Verdict::False(found) => {
            let mut inputs = Listed::new(found.inputs.iter().copied());
            let mut machine = Machine::new(&task.program, task.machine_options(), &mut inputs);
            let confirmed = match machine.run() {
                Outcome::Fault(incident) => {
                    fault_property(&task.program, incident.fault) == Some(property)
                }
                _ => false,
            };
            let failure = (!confirmed).then(|| format!("{property:?} is not confirmed"));
            ("false", failure)
        }
    };
    let verdicts = answer.verdicts.iter();
    verdicts.map(|(p, v)| judge(*p, v)).collect()
}

/// The violations that runs show.
fn violations(task: &Task, seed: u64) -> BTreeMap<Property, Outcome> {
    let mut found = BTreeMap::new();
    let mut options = task.machine_options();
    options.steps = STEPS;
    let mut note = |outcome: Outcome| {
        if let Outcome::Fault(incident) = &outcome
            && let Some(property) = fault_property(&task.program, incident.fault)
        {
            found.entry(property).or_insert(outcome);
        }
    };
    for (low, high) in [(0, 3), (-2, 1)] {
        let mut inputs = Exhaustive::new(low, high, 8);
        for _ in 0..RUNS {
            note(Machine::new(&task.program, options.clone(), &mut inputs).run());
            if !inputs.advance() {
                break;
            }
        }
    }
    for run in 0..200 {
        let mut inputs = Random::new(seed * 1000 + run);
        note(Machine::new(&task.program, options.clone(), &mut inputs).run());
    }
    found
}

//! Verdicts of predicate abstraction with refinement, alone and with values, against the
//! concrete machine on random programs; and with a solver that fails now and then: what
//! it does not say may cost a verdict, and never turns one round.

#![forbid(unsafe_code)]

#[path = "../../engine/tests/soundness/scaffold.rs"]
mod scaffold;

use domains::predicates::{Blocks, Options, Predicates};
use domains::values::Values;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{
    Answer, Component, Interned, Prepared, Product, Settings, Task, Unwatched, Verdict, verify,
};
use generate::Dice;
use program::DataModel;
use properties::Properties;
use scaffold::Hasty;
use solver::{Cached, Fault, Faulty};
use std::path::{Path, PathBuf};

/// Successors that are computed for one program.
const EXPLORED: u64 = 1_500;

/// Questions about one program's blocks.
const QUESTIONS: u32 = 1_000;

/// Predicates, perhaps beside values; queries that are not answered.
struct Strategy {
    options: Options,
    with_values: bool,
    faults: Vec<(u64, Fault)>,
}

const ALONE: Strategy = strategy(Blocks::Large, false, false);
const SINGLE: Strategy = strategy(Blocks::Single, true, false);
const PREDICATED: Strategy = strategy(Blocks::Large, false, true);

const fn strategy(blocks: Blocks, cartesian: bool, with_values: bool) -> Strategy {
    Strategy {
        options: Options {
            blocks,
            cartesian,
            specification: false,
            memory_last: false,
            exchanging: false,
        },
        with_values,
        faults: Vec::new(),
    }
}

impl Strategy {
    fn verify(&self, task: &Task) -> Answer {
        let Some(prepared) = Prepared::new(task) else {
            return Answer::default();
        };
        let cx = prepared.cx();
        let solver = Faulty::new(
            Cached::new(Hasty::answering(QUESTIONS)),
            self.faults.clone(),
        );
        let predicates = Predicates::new(&cx, self.options, Box::new(solver));
        let mut components: Vec<Box<dyn Component>> =
            vec![Box::new(Interned::new("predicates", predicates))];
        if self.with_values {
            let values = Values::new(&cx, false);
            components.push(Box::new(Interned::new("values", values)));
        }
        let setup = Setup {
            merge: Merge::WhenKeysAgree,
            calls: Calls::Unrolled,
            order: Order::Program,
            widen_after: 3,
            limit: EXPLORED,
        };
        let product = Product::new(components);
        let mut solver = Hasty::default();
        verify(&prepared, &cx, product, setup, &mut solver, &mut Unwatched)
    }
}

#[test]
fn verdicts_of_predicates_hold() {
    scaffold::verdicts_hold(12, &|task| ALONE.verify(task));
}

#[test]
fn verdicts_of_single_steps_hold() {
    scaffold::verdicts_hold(8, &|task| SINGLE.verify(task));
}

#[test]
fn verdicts_of_predicated_values_hold() {
    scaffold::verdicts_hold(12, &|task| PREDICATED.verify(task));
}

#[test]
fn predicates_find_every_end() {
    scaffold::every_end_is_found(12, &|task| ALONE.verify(task));
}

#[test]
fn predicated_values_find_every_end() {
    scaffold::every_end_is_found(12, &|task| PREDICATED.verify(task));
}

/// Sets of faults for each program of the corpus.
const FAULTS: u64 = 4;

#[test]
fn a_solver_that_fails_turns_no_verdict_round() {
    let mut wrong = Vec::new();
    let mut decided = 0;
    for (number, file) in corpus().into_iter().enumerate() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let (task, violated) = corpus_task(&file);
        for round in 0..FAULTS {
            let mut dice = Dice::new(number as u64 * FAULTS + round);
            // From nearly all of them to a few.
            let rate = 1 + (1 << (2 * round));
            let fails = (0..2_000).filter(|_| dice.below(rate) == 0);
            let strategy = Strategy {
                faults: fails.map(|query| (query, Fault::Unknown)).collect(),
                ..strategy(Blocks::Large, false, round % 2 == 1)
            };
            for (property, verdict) in strategy.verify(&task).verdicts {
                let is_violated = violated.contains(property);
                let is_wrong = match verdict {
                    Verdict::True => is_violated,
                    Verdict::False(_) => !is_violated,
                    Verdict::Unknown(_) => continue,
                };
                decided += 1;
                if is_wrong {
                    wrong.push(format!("{name}, round {round}: {property:?}"));
                }
            }
        }
    }
    println!("{decided} verdicts in spite of faults");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every fifth program about predicates, in order.
fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/predicates");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.sort();
    files.into_iter().step_by(5).collect()
}

/// A program of the corpus, and what it violates.
fn corpus_task(file: &Path) -> (Task, Properties) {
    let options = frontend::Options {
        data_model: DataModel::Lp64,
        library: machine::models(),
        ..Default::default()
    };
    let Ok(output) = frontend::compile_files(&[file.to_owned()], &options) else {
        panic!("{} is no program", file.display());
    };
    let text = std::fs::read_to_string(file).expect("it was just compiled");
    let head = |key: &str| text.lines().take(5).find_map(|l| l.strip_prefix(key));
    let named = |name: &str| Properties::named(name).expect("the corpus names properties");
    let property = head("// property: ").unwrap_or("unreach-call");
    let expected = head("// expect: ").unwrap_or("true");
    let violated = expected
        .strip_prefix("false(")
        .map(|p| named(p.trim_end_matches(')')));
    let task = Task {
        program: output.program,
        properties: named(property),
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        settings: Settings::default(),
    };
    (task, violated.unwrap_or(Properties::NONE))
}

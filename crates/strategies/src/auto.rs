//! One strategy after the other, cheap ones first, until all is decided: a glance at some
//! paths, a look at what dataflow analysis and small cooperating analyses prove, lists as
//! segments, shapes of linked structures where they are needed, the values of automata one at
//! a time, a short search for violations, some long
//! runs, predicated lattices for a while, a longer search, shapes everywhere,
//! property simulation, paths kept apart, predicated lattices for a long time, and a
//! search without end.

use crate::{
    Configuration, cooperate, dataflow, falsify, lazy_shapes, predicated, segments, shapes,
    typestate, values,
};
use engine::explore::Merge;
use engine::{Answer, Effort, Task, Watch, sample};

/// Operations of the first search, the second and the third.
const GLANCE: u64 = 30_000;
const SHORT: u64 = 120_000;
const SEARCH: u64 = 1_000_000;

/// Successor computations of the explorations.
const LOOK: u64 = 20_000;
const MODULES: u64 = 5_000;
const SIMULATION: u64 = 1_000_000;
const PATHS: u64 = 2_000_000;

/// Successor computations of predicated lattices.
const FEW: u64 = 300_000;
const MANY: u64 = 10_000_000;

/// Successor computations with lists as segments.
const SEGMENTS: u64 = 60_000;

/// The same of shapes where they are needed, and everywhere.
const SHAPES: u64 = 40_000;
const EVERYWHERE: u64 = 20_000;

/// The stage up to which other properties are looked at after a violation: the first that
/// proves much.
const LAST_CHANCE: usize = 8;

pub fn run(task: &Task, _: &Configuration, watch: &mut dyn Watch) -> Answer {
    let exploring = |merge: Merge| Configuration {
        merge: Some(merge),
        ..Configuration::default()
    };
    let (simulation, paths) = (exploring(Merge::WhenKeysAgree), exploring(Merge::Never));
    type Stage<'a> = &'a dyn Fn(&mut dyn Watch) -> Answer;
    let stages: [Stage<'_>; 15] = [
        &|watch| falsify::search(task, GLANCE, watch),
        &|watch| dataflow::limited(task, &Configuration::default(), LOOK, watch),
        &|watch| cooperate::limited(task, MODULES, watch),
        &|watch| segments::limited(task, SEGMENTS, watch),
        &|watch| lazy_shapes::limited(task, SHAPES, watch),
        &|watch| typestate::on_slices(task, watch),
        &|watch| falsify::search(task, SHORT, watch),
        &|watch| sample(task, Effort::LONG, watch),
        &|watch| predicated::limited(task, FEW, watch),
        &|watch| falsify::search(task, SEARCH, watch),
        &|watch| shapes::limited(task, EVERYWHERE, watch),
        &|watch| values::limited(task, &simulation, SIMULATION, watch),
        &|watch| values::limited(task, &paths, PATHS, watch),
        &|watch| predicated::limited(task, MANY, watch),
        &|watch| falsify::run(task, &Configuration::default(), watch),
    ];
    let mut answer = Answer::default();
    for (number, stage) in stages.iter().enumerate() {
        answer = answer.improved(stage(watch));
        // After a violation the other properties get a chance, but not all the time.
        if answer.is_decided() || answer.is_violated() && number >= LAST_CHANCE {
            break;
        }
    }
    answer
}

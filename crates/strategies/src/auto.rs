//! The default: a look at the program and at what is asked, then what is cheap, one after the
//! other, then what complements each other side by side ([`engine::lanes`]): one lane searches
//! and tries other abstractions, the other proves, and each hears what the other has decided
//! and found worth telling apart.
//!
//! | what there is | what is done about it |
//! |---|---|
//! | neither loops nor recursion | the first search is a long one: where it ends it is a proof |
//! | recursion | summaries that are sets of states, before calls are unrolled |
//! | a small program with neither links nor memory to be safe | predicates early: little else is needed |
//! | blocks that lead to blocks | lists as segments, shapes where they are needed; then more of both |
//! | … and memory is to be safe | lists as segments for longer: they know what is allocated |
//! | memory is to be safe | modules with each call by itself: what checks of sizes have said stays apart |
//! | more than a small program | predicates before shapes: most of it is not about links |
//! | automata | their values one at a time, on slices |
//! | floating-point numbers, arrays | values on every path before other abstractions: predicates say little of them |
//! | a large program | neither modules nor shapes before its slices |

use crate::features::Features;
use crate::{
    Configuration, cooperate, dataflow, falsify, lazy_shapes, predicated, predicates as bare,
    segments, shapes, typestate, values,
};
use engine::explore::Merge;
use engine::lanes::{Lane, Stage, side_by_side};
use engine::{Answer, Effort, Limited, Task, Watch, sample};

/// Operations of the first search and the others.
const GLANCE: u64 = 50_000;
const SHORT: u64 = 400_000;
const WHOLE: u64 = 1_000_000;
const SEARCH: u64 = 3_000_000;
const LONG: u64 = 20_000_000;

/// Successor computations of the explorations.
const LOOK: u64 = 20_000;
const MODULES: u64 = 5_000;
const SIMULATION: u64 = 1_000_000;
const FEW_PATHS: u64 = 400_000;
const PATHS: u64 = 4_000_000;

/// Successor computations of predicated lattices, and of modules that are refined.
const GLIMPSE: u64 = 30_000;
const FEW: u64 = 300_000;
const MANY: u64 = 10_000_000;
const REFINED: u64 = 30_000;

/// Successor computations with lists as segments.
const SEGMENTS: u64 = 3_000;
const MORE_SEGMENTS: u64 = 60_000;

/// The same of shapes where they are needed, and everywhere.
const SHAPES: u64 = 40_000;
const EVERYWHERE: u64 = 20_000;

/// Units of work of the first predicates.
const FIRST: u64 = 5_000_000;

/// Rounds in which other properties are looked at after a violation.
const PATIENCE: u64 = 20;

/// Locations of a small program, and of a large one.
const SMALL: usize = 200;
const LARGE: usize = 50_000;

pub fn run(task: &Task, _: &Configuration, watch: &mut dyn Watch) -> Answer {
    watch.phase("looking at the program");
    let Some(features) = Features::of(task) else {
        return Answer::default();
    };
    let (cheap, lanes) = (cheap(&features), lanes(&features));
    watch.chose(&told(&features, &cheap, &lanes));
    let answer = side_by_side(task, Answer::default(), &[cheap], PATIENCE, watch);
    match answer.is_decided() || answer.is_violated() {
        true => answer,
        false => side_by_side(task, answer, &lanes, PATIENCE, watch),
    }
}

/// One after the other.
fn cheap(has: &Features) -> Lane<'static> {
    let is_large = has.locations > LARGE;
    let is_longer = has.locations > SMALL && !has.memory;
    let is_about_numbers = !has.links && !has.memory && !is_longer;
    let ends = has.loops == 0 && !has.recursion;
    let first = if ends { WHOLE } else { GLANCE };
    let segments = if has.memory { MORE_SEGMENTS } else { SEGMENTS };
    chosen([
        (true, search("glance", first)),
        (true, joins()),
        (is_about_numbers, first_predicates()),
        (!is_large, modules()),
        (has.recursion, summaries()),
        (has.links, lists("segments", segments)),
        (is_longer, predicates("few predicates", GLIMPSE)),
        (has.links && !is_large, shapes_where_needed()),
        (has.memory && !has.recursion && !is_large, contexts()),
        (has.automata > 0, stage("typestate", typestate::on_slices)),
        (true, search("search", SHORT)),
        (true, runs()),
    ])
}

/// Side by side.
fn lanes(has: &Features) -> [Lane<'static>; 2] {
    let numbers = has.floats || has.arrays;
    let proof = chosen([
        (true, predicates("predicates", FEW)),
        (has.links, shapes_everywhere()),
        (true, predicates("more predicates", MANY)),
        (true, endless_search()),
    ]);
    let others = chosen([
        (true, paths("paths", Merge::Never, FEW_PATHS)),
        (
            has.links && !has.memory,
            lists("more segments", MORE_SEGMENTS),
        ),
        (true, search("search", SEARCH)),
        (true, bare_predicates()),
        (true, refined_modules()),
        (true, small_steps()),
        (numbers, paths("every path", Merge::Never, PATHS)),
        (true, paths("simulation", Merge::WhenKeysAgree, SIMULATION)),
        (!numbers, paths("every path", Merge::Never, PATHS)),
        (true, search("long search", LONG)),
    ]);
    // Violations are found by the first, which waits for nobody.
    [others, proof]
}

fn chosen<const N: usize>(choices: [(bool, Stage<'static>); N]) -> Lane<'static> {
    let choices = choices.into_iter().filter(|(is_chosen, _)| *is_chosen);
    choices.map(|(_, stage)| stage).collect()
}

/// What was seen and chosen, in one line.
fn told(has: &Features, cheap: &Lane<'_>, lanes: &[Lane<'_>]) -> String {
    let names = |lane: &Lane<'_>| {
        let names: Vec<_> = lane.iter().map(|stage| stage.name).collect();
        names.join(", ")
    };
    let beside: Vec<_> = lanes.iter().map(names).collect();
    let (first, beside) = (names(cheap), beside.join(" | "));
    format!("{has}: {first}; then side by side: {beside}")
}

// The stages.

fn stage(
    name: &'static str,
    run: impl Fn(&Task, &mut dyn Watch) -> Answer + Sync + 'static,
) -> Stage<'static> {
    Stage {
        name,
        run: Box::new(run),
        refines: false,
    }
}

/// One that begins with what others have learned.
fn refining(stage: Stage<'static>) -> Stage<'static> {
    Stage {
        refines: true,
        ..stage
    }
}

fn search(name: &'static str, operations: u64) -> Stage<'static> {
    stage(name, move |task, watch| {
        falsify::search(task, operations, watch)
    })
}

fn endless_search() -> Stage<'static> {
    stage("endless search", |task, watch| {
        falsify::run(task, &Configuration::default(), watch)
    })
}

fn runs() -> Stage<'static> {
    stage("runs", |task, watch| sample(task, Effort::LONG, watch))
}

fn joins() -> Stage<'static> {
    stage("dataflow", |task, watch| {
        dataflow::limited(task, &Configuration::default(), LOOK, watch)
    })
}

fn modules() -> Stage<'static> {
    stage("modules", |task, watch| {
        cooperate::limited(task, MODULES, watch)
    })
}

fn summaries() -> Stage<'static> {
    stage("summaries", |task, watch| {
        cooperate::sets(task, &Configuration::default(), MODULES, watch)
    })
}

fn contexts() -> Stage<'static> {
    stage("contexts", |task, watch| {
        cooperate::unrolled(task, MODULES, watch)
    })
}

fn refined_modules() -> Stage<'static> {
    refining(stage("refined modules", |task, watch| {
        cooperate::refined(task, REFINED, watch)
    }))
}

fn lists(name: &'static str, limit: u64) -> Stage<'static> {
    stage(name, move |task, watch| {
        segments::limited(task, limit, watch)
    })
}

fn shapes_where_needed() -> Stage<'static> {
    stage("lazy shapes", |task, watch| {
        lazy_shapes::limited(task, SHAPES, watch)
    })
}

fn shapes_everywhere() -> Stage<'static> {
    stage("shapes", |task, watch| {
        shapes::limited(task, EVERYWHERE, watch)
    })
}

fn predicates(name: &'static str, limit: u64) -> Stage<'static> {
    refining(stage(name, move |task, watch| {
        predicated::limited(task, limit, watch)
    }))
}

/// Where knowledge about values only tells states apart that predicates would not.
fn bare_predicates() -> Stage<'static> {
    refining(stage("bare predicates", |task, watch| {
        bare::limited(task, GLIMPSE, watch)
    }))
}

/// What is easy to find: paths are the costly part of it, not successors.
fn first_predicates() -> Stage<'static> {
    refining(stage("first predicates", |task, watch| {
        predicated::limited(task, GLIMPSE, &mut Limited::new(watch, FIRST))
    }))
}

fn small_steps() -> Stage<'static> {
    refining(stage("step by step", |task, watch| {
        predicated::step_by_step(task, FEW, watch)
    }))
}

fn paths(name: &'static str, merge: Merge, limit: u64) -> Stage<'static> {
    let exploring = Configuration {
        merge: Some(merge),
        ..Configuration::default()
    };
    stage(name, move |task, watch| {
        values::limited(task, &exploring, limit, watch)
    })
}

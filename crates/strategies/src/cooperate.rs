//! Cooperating modules (HECTOR): many analyses, each of them small, tell each other what they
//! know. After a short search for violations, those that need no refinement, with summaries of
//! functions, so that recursion is no obstacle (the thesis's EXTRACT-MODEL): first with joins,
//! then, where functions call themselves, with sets of states as in the thesis, and a longer
//! search; where annotations speak of all elements or of chains, those that know such formulae
//! come after the first; then lists as segments, where blocks lead to blocks; then predicates and
//! shapes beside the modules, which are refined where a path that cannot be taken is left: each is
//! offered to all, and the cheapest remedy is taken.

use crate::features::is_recursive;
use crate::{Configuration, falsify, lazy_shapes, segments};
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Task, Watch, verify};
use program::{Expr, ExprId, Id, Logical};
use properties::Property;
use solver::{Cached, Z3};

/// Those that need no refinement.
const MODULES: &[&str] = &[
    "automaton",
    "types",
    "signs",
    "intervals",
    "refs",
    "symbolic",
    "extents",
    "values",
    "consistency",
];

/// Those that are refined come first: they say where states are kept apart. What intervals
/// know, predicates find where it matters, and bounds that grow are states that come again;
/// whether facts contradict each other, predicates ask themselves.
const REFINED: &[&str] = &[
    "predicates:memory-last",
    "shapes",
    "types",
    "refs",
    "symbolic",
    "values",
];

/// The same without the one that costs most: it tells states apart that predicates would merge.
const LEAN: &[&str] = &[
    "predicates:memory-last",
    "shapes",
    "types",
    "refs",
    "values",
];

/// Where annotations have quantifiers or chains: what they say, beside the links that shapes
/// follow. Where the numbers come from, the small modules say.
const ANNOTATED: &[&str] = &[
    "quantified",
    "shapes:links",
    "signs",
    "types",
    "refs",
    "intervals",
];

/// Operations of the search, and of the one where functions call themselves.
const SEARCH: u64 = 30_000;
const DEEP: u64 = 1_000_000;

/// Successor computations of the first exploration, of the one with sets of states, and of the
/// one with lists as segments.
const FIRST: u64 = 5_000;
const SETS: u64 = 5_000;
const SEGMENTS: u64 = 5_000;

/// Successor computations of the exploration for annotations.
const FORMULAE: u64 = 100_000;

/// Successor computations of the first exploration with refinement.
const FEW: u64 = 60_000;

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    // Who names analyses wants one exploration.
    if configuration.analyses.is_some() {
        return explore(task, configuration, MODULES, u64::MAX, watch);
    }
    let mut answer = falsify::search(task, configuration.limited(SEARCH), watch);
    if !answer.is_decided() {
        answer = answer.improved(explore(task, configuration, MODULES, FIRST, watch));
    }
    if !answer.is_decided() && asks_formulae(task) {
        answer = answer.improved(explore(task, configuration, ANNOTATED, FORMULAE, watch));
    }
    if !answer.is_decided() && is_recursive(task) {
        answer = answer.improved(sets(task, configuration, SETS, watch));
        if !answer.is_decided() {
            answer = answer.improved(falsify::search(task, DEEP, watch));
        }
    }
    if !answer.is_decided() {
        answer = answer.improved(segments::limited(
            task,
            configuration.limited(SEGMENTS),
            watch,
        ));
    }
    for (analyses, limit) in [(LEAN, FEW), (REFINED, u64::MAX)] {
        if !answer.is_decided() {
            let refined = lazy_shapes::with(task, configuration, analyses, limit, watch);
            answer = answer.improved(refined);
        }
    }
    answer
}

/// What the modules find that need no refinement, until so many successors are computed.
pub fn limited(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    explore(task, &Configuration::default(), MODULES, limit, watch)
}

/// As [`limited`], but each call is explored by itself, and not once for all that begin alike.
pub fn unrolled(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    let apart = Configuration {
        calls: Some(Calls::Unrolled),
        ..Configuration::default()
    };
    explore(task, &apart, MODULES, limit, watch)
}

/// What those find that are refined, until so many successors are computed.
pub fn refined(task: &Task, limit: u64, watch: &mut dyn Watch) -> Answer {
    lazy_shapes::with(task, &Configuration::default(), LEAN, limit, watch)
}

/// As [`limited`], without joins: a function's summary is a set of pairs of states, as in the thesis.
pub fn sets(
    task: &Task,
    configuration: &Configuration,
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let apart = Configuration {
        merge: configuration.merge.or(Some(Merge::Never)),
        ..configuration.clone()
    };
    explore(task, &apart, MODULES, limit, watch)
}

/// Is it asked whether annotations with quantifiers or chains hold?
fn asks_formulae(task: &Task) -> bool {
    let exprs = &task.program.exprs;
    let is_formula = |e: Expr| {
        use Logical::{Closure, Quantified};
        matches!(e, Expr::Logical(Quantified(..) | Closure { .. }))
    };
    let mut all = (0..exprs.len()).map(ExprId::new);
    task.properties.contains(Property::Assert) && all.any(|id| is_formula(exprs.get(id)))
}

/// Summaries of functions, states joined where automata agree.
fn explore(
    task: &Task,
    configuration: &Configuration,
    analyses: &[&str],
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let Some(prepared) = Prepared::new(task) else {
        return Answer::default();
    };
    let cx = prepared.cx();
    let product = configuration.product(&cx, analyses);
    let refines = product.components().iter().any(|c| c.refines());
    let setup = configuration.setup(Setup {
        merge: Merge::WhenKeysAgree,
        calls: match refines {
            true => Calls::Unrolled,
            false => Calls::Tabulated,
        },
        order: Order::Program,
        widen_after: 3,
        limit,
    });
    watch.phase("exploring");
    let mut solver = Cached::new(Z3::new());
    verify(&prepared, &cx, product, setup, &mut solver, watch)
}

//! HECTOR's small modules keep the laws, alone and in pairs: what one shares, the other
//! relies on (thesis, appendix A.3: sound share, succ, call and return).

use crate::harness::{Subject, alone, foresees_runs, keeps_the_laws};
use domains::intervals::Intervals;
use domains::refs::Refs;
use domains::signs::Signs;
use domains::symbolic::Symbolic;
use domains::types::Types;
use engine::{Component, Concrete, Cx};

/// Programs for each pair.
const PROGRAMS: u64 = 10;

/// The analyses that stand beside others.
const MODULES: &[&str] = &[
    "bits",
    "consistency",
    "intervals",
    "parity",
    "refs",
    "signs",
    "symbolic",
    "types",
    "values",
];

#[test]
fn symbolic_keeps_the_laws() {
    keeps_the_laws(&Subject {
        name: "symbolic",
        programs: 150,
        make: |_| Symbolic::new(),
        beside: alone,
    });
}

#[test]
fn types_keep_the_laws() {
    foresees_runs(&Subject {
        name: "types",
        programs: 150,
        make: Types::new,
        beside: alone,
    });
}

fn module(cx: &Cx<'_>, name: &str) -> Vec<Box<dyn Component>> {
    let found = domains::named(name);
    found
        .map(|domain| (domain.make)(cx, None))
        .into_iter()
        .collect()
}

/// Makes what stands beside a domain.
type Beside = fn(&Cx<'_>) -> Vec<Box<dyn Component>>;

/// A domain beside each of the others.
fn in_pairs<A: Concrete + 'static>(name: &'static str, make: fn(&Cx<'_>) -> A) {
    // A function pointer cannot know which of them it stands for.
    const BESIDE: [Beside; 9] = [
        |cx| module(cx, MODULES[0]),
        |cx| module(cx, MODULES[1]),
        |cx| module(cx, MODULES[2]),
        |cx| module(cx, MODULES[3]),
        |cx| module(cx, MODULES[4]),
        |cx| module(cx, MODULES[5]),
        |cx| module(cx, MODULES[6]),
        |cx| module(cx, MODULES[7]),
        |cx| module(cx, MODULES[8]),
    ];
    for (beside, other) in BESIDE.into_iter().zip(MODULES) {
        if *other != name {
            println!("{name} beside {other}");
            foresees_runs(&Subject {
                name,
                programs: PROGRAMS,
                make,
                beside,
            });
        }
    }
}

#[test]
fn signs_in_pairs() {
    in_pairs("signs", Signs::new);
}

#[test]
fn intervals_in_pairs() {
    in_pairs("intervals", Intervals::new);
}

#[test]
fn refs_in_pairs() {
    in_pairs("refs", Refs::new);
}

#[test]
fn symbolic_in_pairs() {
    in_pairs("symbolic", |_| Symbolic::new());
}

#[test]
fn types_in_pairs() {
    in_pairs("types", Types::new);
}

//! HECTOR's requirement 3: every module keeps the laws alone and beside every other one: what
//! one shares, the other relies on (thesis, appendix A.3: sound share, succ, call and return).

use crate::harness::{Subject, foresees_linked, foresees_runs, keeps_the_laws};
use crate::predicates::Quick;
use domains::bits::KnownBits;
use domains::extents::Extents;
use domains::heaps::Heaps;
use domains::intervals::Intervals;
use domains::parity::Parities;
use domains::predicates::{Blocks, Options, Predicates};
use domains::refs::Refs;
use domains::segments::Segments;
use domains::signs::Signs;
use domains::symbolic::Symbolic;
use domains::types::Types;
use domains::values::Values;
use engine::{Concrete, Cx};
use solver::Cached;

/// Programs for each pair; the same where one of the two takes its time.
const PROGRAMS: u64 = 8;
const FEW: u64 = 1;
const SLOW: &[&str] = &[
    "heaps",
    "predicates:monomials",
    "predicates:trivectors",
    "shapes:all",
];

/// All modules. `consistency` has one state, which says nothing: it is wrong if the others
/// miss what it excludes.
const MODULES: &[&str] = &[
    "bits",
    "consistency",
    "extents",
    "heaps",
    "intervals",
    "parity",
    "predicates:monomials",
    "predicates:trivectors",
    "refs",
    "segments",
    "shapes:all",
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
        beside: &[],
    });
}

#[test]
fn extents_keep_the_laws() {
    keeps_the_laws(&Subject {
        name: "extents",
        programs: 150,
        make: Extents::new,
        beside: &[],
    });
}

#[test]
fn extents_contain_runs_with_links() {
    foresees_linked(&Subject {
        name: "extents",
        programs: 60,
        make: Extents::new,
        beside: &["symbolic", "intervals"],
    });
}

#[test]
fn types_keep_the_laws() {
    foresees_runs(&Subject {
        name: "types",
        programs: 150,
        make: Types::new,
        beside: &[],
    });
}

#[test]
fn trivectors_and_monomials_contain_runs() {
    for (name, make) in [
        ("predicates:trivectors", trivectors as fn(&Cx<'_>) -> _),
        ("predicates:monomials", monomials),
    ] {
        foresees_runs(&Subject {
            name,
            programs: 10,
            make,
            beside: &[],
        });
    }
}

/// A domain beside each of the others.
fn in_pairs<A: Concrete + 'static>(name: &'static str, programs: u64, make: fn(&Cx<'_>) -> A) {
    for other in MODULES.iter().filter(|other| **other != name) {
        println!("{name} beside {other}");
        let slow = SLOW.contains(other);
        foresees_runs(&Subject {
            name,
            programs: if slow { FEW } else { programs },
            make,
            beside: std::slice::from_ref(other),
        });
    }
}

fn exchanging(cx: &Cx<'_>, cartesian: bool) -> Predicates {
    let options = Options {
        blocks: Blocks::Single,
        cartesian,
        specification: false,
        memory_last: false,
        exchanging: true,
    };
    Predicates::new(cx, options, Box::new(Cached::new(Quick::default())))
}

fn trivectors(cx: &Cx<'_>) -> Predicates {
    exchanging(cx, true)
}

fn monomials(cx: &Cx<'_>) -> Predicates {
    exchanging(cx, false)
}

#[test]
fn requirement_3_signs_in_pairs() {
    in_pairs("signs", PROGRAMS, Signs::new);
}

#[test]
fn requirement_3_intervals_in_pairs() {
    in_pairs("intervals", PROGRAMS, Intervals::new);
}

#[test]
fn requirement_3_bits_in_pairs() {
    in_pairs("bits", PROGRAMS, KnownBits::new);
}

#[test]
fn requirement_3_parity_in_pairs() {
    in_pairs("parity", PROGRAMS, |_| Parities);
}

#[test]
fn requirement_3_refs_in_pairs() {
    in_pairs("refs", PROGRAMS, Refs::new);
}

#[test]
fn requirement_3_symbolic_in_pairs() {
    in_pairs("symbolic", PROGRAMS, |_| Symbolic::new());
}

#[test]
fn requirement_3_types_in_pairs() {
    in_pairs("types", PROGRAMS, Types::new);
}

#[test]
fn requirement_3_extents_in_pairs() {
    in_pairs("extents", PROGRAMS, Extents::new);
}

#[test]
fn requirement_3_values_in_pairs() {
    in_pairs("values", FEW, |cx| Values::new(cx, false));
}

#[test]
fn requirement_3_heaps_in_pairs() {
    in_pairs("heaps", FEW, Heaps::new);
}

#[test]
fn requirement_3_segments_in_pairs() {
    in_pairs("segments", FEW, Segments::new);
}

#[test]
fn requirement_3_predicates_in_pairs() {
    in_pairs("predicates:trivectors", FEW, trivectors);
    in_pairs("predicates:monomials", FEW, monomials);
}

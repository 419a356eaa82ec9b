//! Boolean heaps contain what runs of programs with lists see, alone and beside
//! values, whose facts they use.

use crate::harness::{Subject, foresees_lists, lists_catch};
use crate::seeded::common;
use domains::heaps::Heaps;

const ALONE: Subject<Heaps> = Subject {
    name: "heaps",
    programs: 10,
    make: |cx| Heaps::new(cx),
    beside: &[],
};

const WITH_VALUES: Subject<Heaps> = Subject {
    name: "heaps beside values",
    programs: 10,
    make: |cx| Heaps::new(cx),
    beside: &["values"],
};

#[test]
fn boolean_heaps_contain_runs() {
    foresees_lists(&ALONE);
}

#[test]
fn boolean_heaps_beside_values_contain_runs() {
    foresees_lists(&WITH_VALUES);
}

/// What a heap predicate's transformer can get wrong is in `heaps/exhaustive.rs`.
#[test]
fn errors_in_boolean_heaps_are_found() {
    let seen = [
        "writes through pointers are not seen",
        "branches are taken the wrong way round",
        "everything is covered",
    ];
    let mut seeds = common();
    seeds.retain(|seed| seen.contains(&seed.name));
    lists_catch(&ALONE, &seeds);
}

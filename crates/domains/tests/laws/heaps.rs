//! Boolean heaps contain what runs of programs with linked structures see, alone and beside
//! values, whose facts they use.

use crate::harness::{Subject, alone, foresees_linked};
use domains::heaps::Heaps;
use domains::values::Values;
use engine::{Component, Cx, Interned};

const ALONE: Subject<Heaps> = Subject {
    name: "heaps",
    programs: 4,
    make: |cx| Heaps::new(cx),
    beside: alone,
};

const WITH_VALUES: Subject<Heaps> = Subject {
    name: "heaps beside values",
    programs: 6,
    make: |cx| Heaps::new(cx),
    beside: values,
};

#[test]
fn boolean_heaps_contain_runs() {
    foresees_linked(&ALONE);
}

#[test]
fn boolean_heaps_beside_values_contain_runs() {
    foresees_linked(&WITH_VALUES);
}

fn values(cx: &Cx<'_>) -> Vec<Box<dyn Component>> {
    vec![Box::new(Interned::new("values", Values::new(cx, false)))]
}

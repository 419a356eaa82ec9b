//! Shapes contain what runs of programs with linked structures see, alone and beside
//! values, whose facts they use.

use crate::harness::{Subject, alone, foresees_linked};
use domains::shapes::{Options, Shapes};
use domains::values::Values;
use engine::{Component, Cx, Interned};

const ALONE: Subject<Shapes> = Subject {
    name: "shapes",
    programs: 60,
    make: |cx| everything(cx, false),
    beside: alone,
};

const JOINED: Subject<Shapes> = Subject {
    name: "shapes, joined",
    programs: 60,
    make: |cx| everything(cx, true),
    beside: alone,
};

const WITH_VALUES: Subject<Shapes> = Subject {
    name: "shapes beside values",
    programs: 60,
    make: |cx| everything(cx, false),
    beside: values,
};

#[test]
fn shapes_contain_runs() {
    foresees_linked(&ALONE);
}

#[test]
fn joined_shapes_contain_runs() {
    foresees_linked(&JOINED);
}

#[test]
fn shapes_beside_values_contain_runs() {
    foresees_linked(&WITH_VALUES);
}

fn everything(cx: &Cx<'_>, join: bool) -> Shapes {
    let options = Options { eager: true, join };
    Shapes::new(cx, options, &[])
}

fn values(cx: &Cx<'_>) -> Vec<Box<dyn Component>> {
    vec![Box::new(Interned::new("values", Values::new(cx, false)))]
}

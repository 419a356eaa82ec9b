//! Quantified predicates are true in the runs of programs with annotations, alone and beside
//! others, whose facts they use.

use crate::harness::{Subject, annotated_catch, foresees_annotated};
use crate::seeded::common;
use domains::quantified::Quantified;

const ALONE: Subject<Quantified> = Subject {
    name: "quantified",
    programs: 12,
    make: Quantified::new,
    beside: &[],
};

const WITH_VALUES: Subject<Quantified> = Subject {
    name: "quantified beside values",
    programs: 6,
    make: Quantified::new,
    beside: &["values"],
};

const MANY: Subject<Quantified> = Subject {
    programs: 120,
    ..ALONE
};

#[test]
fn quantified_predicates_are_true_in_runs() {
    foresees_annotated(&ALONE);
}

#[test]
fn quantified_predicates_beside_values_are_true_in_runs() {
    foresees_annotated(&WITH_VALUES);
}

#[test]
fn errors_in_quantified_predicates_are_caught() {
    // States are not merged, and a callee knows nothing of its caller's predicates. That
    // a write is not seen shows in few programs only, and what calls change in one of a hundred:
    // what nobody asks later is forgotten.
    let visible = [
        "branches are taken the wrong way round",
        "calls have no effects",
    ];
    let mut seeds = common();
    seeds.retain(|seed| visible.contains(&seed.name));
    assert_eq!(seeds.len(), visible.len(), "errors have other names");
    annotated_catch(&MANY, &seeds);
}

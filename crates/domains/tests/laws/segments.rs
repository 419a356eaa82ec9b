//! Graphs contain what runs see: of programs with linked structures, and of others.

use crate::harness::{Subject, foresees_linked, foresees_runs};
use domains::segments::Segments;

const ALONE: Subject<Segments> = Subject {
    name: "segments",
    programs: 150,
    make: Segments::new,
    beside: &[],
};

const WITH_VALUES: Subject<Segments> = Subject {
    name: "segments beside values",
    programs: 100,
    make: Segments::new,
    beside: &["values"],
};

#[test]
fn segments_contain_runs() {
    foresees_linked(&ALONE);
}

#[test]
fn segments_beside_values_contain_runs() {
    foresees_linked(&WITH_VALUES);
}

#[test]
fn segments_contain_runs_without_links() {
    foresees_runs(&ALONE);
}

//! Values keep the laws, in both of their partitions, and errors in them are found.

use crate::harness::{Subject, alone, keeps_the_laws};
use domains::parity::Parities;
use domains::values::Values;
use engine::Interned;

const VALUES: Subject<Values> = Subject {
    name: "values",
    make: |cx| Values::new(cx, false),
    beside: alone,
};

const MERGED: Subject<Values> = Subject {
    name: "values, merged",
    make: |cx| Values::new(cx, true),
    beside: alone,
};

/// What each of the two shares is seen by the other.
const WITH_PARITY: Subject<Values> = Subject {
    name: "values beside parity",
    make: |cx| Values::new(cx, false),
    beside: |_| vec![Box::new(Interned::new("parity", Parities))],
};

#[test]
fn values_keep_the_laws() {
    keeps_the_laws(&VALUES);
}

#[test]
fn merged_values_keep_the_laws() {
    keeps_the_laws(&MERGED);
}

#[test]
fn values_beside_parity_keep_the_laws() {
    keeps_the_laws(&WITH_PARITY);
}

//! Shapes contain what runs of programs with linked structures see, alone and beside
//! values, whose facts they use.

use crate::harness::{Subject, foresees_linked, foresees_tables};
use domains::shapes::{Options, Shapes, SiteId, Tracking, Variant};
use generate::Dice;

use engine::Cx;

const ALONE: Subject<Shapes> = Subject {
    name: "shapes",
    programs: 20,
    make: |cx| everything(cx, false),
    beside: &[],
};

const JOINED: Subject<Shapes> = Subject {
    name: "shapes, joined",
    programs: 20,
    make: |cx| everything(cx, true),
    beside: &[],
};

const WITH_VALUES: Subject<Shapes> = Subject {
    name: "shapes beside values",
    programs: 20,
    make: |cx| everything(cx, false),
    beside: &["values"],
};

/// As refinement leaves it: here this is tracked, there that.
const HERE_AND_THERE: Subject<Shapes> = Subject {
    name: "shapes, here and there",
    programs: 60,
    make: here_and_there,
    beside: &["values"],
};

/// Functions that change no memory are passed over.
const LINKS: Subject<Shapes> = Subject {
    name: "shapes, links only",
    programs: 20,
    make: links,
    beside: &[],
};

#[test]
fn shapes_of_links_contain_runs() {
    foresees_linked(&LINKS);
    foresees_tables(&LINKS);
}

#[test]
fn shapes_here_and_there_contain_runs() {
    foresees_linked(&HERE_AND_THERE);
}

#[test]
fn shapes_of_tables_contain_runs() {
    foresees_tables(&Subject {
        programs: 40,
        ..ALONE
    });
    foresees_tables(&Subject {
        programs: 40,
        ..HERE_AND_THERE
    });
}

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
    let options = Options {
        eager: true,
        data: true,
        join,
    };
    Shapes::new(cx, options)
}

fn links(cx: &Cx<'_>) -> Shapes {
    let options = Options {
        eager: true,
        data: false,
        join: true,
    };
    Shapes::new(cx, options)
}

/// Each part of a function tracks some of the sites.
fn here_and_there(cx: &Cx<'_>) -> Shapes {
    let mut shapes = Shapes::new(cx, Options::default());
    let mut dice = Dice::new(cx.program.exprs.len() as u64 ^ 0x5a5a);
    let sites: Vec<SiteId> = shapes.places().site_ids().collect();
    for (function, f) in cx.program.functions.enumerate() {
        let locations = f.body.iter().flat_map(|body| body.locations());
        let mut tracking = Tracking::default();
        for location in locations {
            if dice.below(8) == 0 {
                let chosen = sites.iter().copied().filter(|_| dice.below(3) == 0);
                tracking.sites = chosen.collect();
                tracking.variant = match dice.below(2) {
                    0 => Variant::Links,
                    _ => Variant::Full,
                };
            }
            shapes.track(cx, (function, location), tracking.clone());
        }
    }
    shapes
}

//! Predicates contain what runs see, whatever is tracked and however large blocks are.
//!
//! Nothing is refined here. What is tracked is what the random program itself speaks
//! about, at random places: its conditions, and whether what it assigns to holds one of
//! a few numbers, of which some are told apart.

use crate::harness::{Subject, foresees_runs, runs_catch};
use crate::seeded::common;
use domains::predicates::{Blocks, Options, Predicates};
use engine::Cx;
use generate::Dice;
use program::{Expr, ExprId, FunctionId, Id, Location, Op};
use solver::{Answer, Budget, Cached, Core, Solver, Statistics, Term, Terms, Z3};

const LARGE: Subject<Predicates> = Subject {
    name: "predicates, large blocks",
    programs: 30,
    make: |cx| guessed(cx, Blocks::Large, false),
    beside: &[],
};

const SINGLE: Subject<Predicates> = Subject {
    name: "predicates, single steps",
    programs: 30,
    make: |cx| guessed(cx, Blocks::Single, false),
    beside: &[],
};

const CARTESIAN: Subject<Predicates> = Subject {
    name: "predicates, cartesian",
    programs: 30,
    make: |cx| guessed(cx, Blocks::Large, true),
    beside: &[],
};

#[test]
fn predicates_of_large_blocks_contain_runs() {
    foresees_runs(&LARGE);
}

#[test]
fn predicates_of_single_steps_contain_runs() {
    foresees_runs(&SINGLE);
}

#[test]
fn cartesian_predicates_contain_runs() {
    foresees_runs(&CARTESIAN);
}

/// Errors about what is tracked are rarely seen: few of the guessed predicates matter.
#[test]
fn errors_in_predicates_are_caught() {
    let seen = [
        "branches are taken the wrong way round",
        "merging keeps what was there",
        "everything is covered",
    ];
    let mut seeds = common();
    seeds.retain(|seed| seen.contains(&seed.name));
    runs_catch(&SINGLE, &seeds);
}

/// A solver that gives up early.
#[derive(Default)]
pub struct Quick(Z3);

const QUICK: Budget = Budget {
    resource: 100_000,
    wall: None,
    memory: None,
};

impl Solver for Quick {
    fn check(&mut self, terms: &Terms, list: &[Term], _: &Budget) -> Answer {
        self.0.check(terms, list, &QUICK)
    }

    fn unsat_core(&mut self, terms: &Terms, list: &[Term], _: &Budget) -> Core {
        self.0.unsat_core(terms, list, &QUICK)
    }

    fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

/// Predicates that the program suggests, at random places.
fn guessed(cx: &Cx<'_>, blocks: Blocks, cartesian: bool) -> Predicates {
    let options = Options {
        blocks,
        cartesian,
        specification: false,
        memory_last: false,
        exchanging: false,
    };
    let predicates = Predicates::new(cx, options, Box::new(Cached::new(Quick::default())));
    let mut dice = Dice::new(cx.program.exprs.len() as u64);
    let mut places: Vec<(FunctionId, Location)> = Vec::new();
    let mut conditions: Vec<ExprId> = Vec::new();
    for (function, f) in cx.program.functions.enumerate() {
        let Some(body) = &f.body else { continue };
        // Not the models of library functions.
        if !cx.program.show(f.span).to_string().contains("random.c") {
            continue;
        }
        places.extend((0..body.location_count()).map(|i| (function, Location::new(i))));
        for (_, edge) in body.edges() {
            if let Op::Assume { condition, .. } = edge.op {
                conditions.push(condition);
            }
        }
    }
    let loads: Vec<ExprId> = (0..cx.program.exprs.len())
        .map(ExprId::new)
        .filter(|&e| matches!(cx.program.exprs.get(e), Expr::Load(_)))
        .filter(|&e| cx.program.types.is_scalar(cx.program.exprs.ty(e)))
        .collect();
    for &place in &places {
        for _ in 0..dice.below(3) {
            if !conditions.is_empty() && dice.below(2) == 0 {
                predicates.track(cx, place, any(&mut dice, &conditions));
            } else if !loads.is_empty() {
                let number = any(&mut dice, &[-3, -1, 0, 1, 2, 3, 5, 7, 77, 255]);
                predicates.track_value(cx, place, any(&mut dice, &loads), number);
            }
        }
    }
    predicates
}

fn any<T: Copy>(dice: &mut Dice, list: &[T]) -> T {
    list[dice.below(list.len() as u64) as usize]
}

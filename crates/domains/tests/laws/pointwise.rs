//! Signs, intervals and references keep the laws, and errors in them are found.

use crate::harness::{Subject, catches, keeps_the_laws};
use crate::seeded::{Error, Seed, common};
use domains::intervals::{Interval, Intervals};
use domains::pointwise::{Number, Pointwise, State};
use domains::refs::Refs;
use domains::signs::{Sign, Signs};
use program::{BinaryOp, Expr, Op, Place, Program};

const SIGNS: Subject<Signs> = Subject {
    name: "signs",
    programs: 300,
    make: Signs::new,
    beside: &[],
};

const SPLIT: Subject<Signs> = Subject {
    name: "signs:split",
    programs: 60,
    make: Signs::splitting,
    beside: &[],
};

const INTERVALS: Subject<Intervals> = Subject {
    name: "intervals",
    programs: 200,
    make: Intervals::new,
    beside: &[],
};

const REFS: Subject<Refs> = Subject {
    name: "refs",
    programs: 200,
    make: Refs::new,
    beside: &[],
};

#[test]
fn signs_keep_the_laws() {
    keeps_the_laws(&SIGNS);
}

#[test]
fn split_signs_keep_the_laws() {
    crate::harness::foresees_runs(&SPLIT);
}

#[test]
fn intervals_keep_the_laws() {
    keeps_the_laws(&INTERVALS);
}

#[test]
fn refs_keep_the_laws() {
    keeps_the_laws(&REFS);
}

#[test]
fn errors_in_signs_are_caught() {
    let mut seeds = common();
    seeds.extend([
        kept("writes to what overlaps are not seen"),
        locals("locals that a callee changes are kept"),
        twist(
            "a difference has a sum's sign",
            |program, before, op, after| {
                let wrong = |a, b| Sign::binary(BinaryOp::Add, a, b, (32, true), true);
                computed(program, before, op, after, (BinaryOp::Sub, wrong))
            },
        ),
        twist("a product is positive", |program, before, op, after| {
            computed(
                program,
                before,
                op,
                after,
                (BinaryOp::Mul, |_, _| Sign::POSITIVE),
            )
        }),
    ]);
    catches(&SIGNS, &seeds);
}

#[test]
fn errors_in_intervals_are_caught() {
    let mut seeds = common();
    seeds.extend([
        kept("writes to what overlaps are not seen"),
        locals("locals that a callee changes are kept"),
        twist("a sum is one of its parts", |program, before, op, after| {
            computed(program, before, op, after, (BinaryOp::Add, Interval::join))
        }),
        twist(
            "a product is one of its factors",
            |program, before, op, after| {
                computed(program, before, op, after, (BinaryOp::Mul, Interval::join))
            },
        ),
    ]);
    catches(&INTERVALS, &seeds);
}

fn twist<N: Number>(
    name: &'static str,
    twist: fn(&Program, &State<N>, &Op, State<N>) -> State<N>,
) -> Seed<Pointwise<N>> {
    Seed {
        name,
        error: Error::Twist(twist),
    }
}

fn kept<N: Number>(name: &'static str) -> Seed<Pointwise<N>> {
    Seed {
        name,
        error: Error::Twist(|program, before: &State<N>, op, mut after: State<N>| {
            if let &Op::Assign { to, .. } = op {
                for place in before.places().into_iter().filter(|&place| place != to) {
                    if let Some(number) = before.get(place) {
                        after.set(program, place, number);
                    }
                }
            }
            after
        }),
    }
}

fn locals<N: Number>(name: &'static str) -> Seed<Pointwise<N>> {
    Seed {
        name,
        error: Error::TwistedReturn(|program, before: &State<N>, mut after: State<N>| {
            for place in before.places() {
                if let Place::Var(var) = program.exprs.place(place)
                    && program.vars[var].addressed
                    && !program.vars[var].kind.is_static()
                    && let Some(number) = before.get(place)
                {
                    after.set(program, place, number);
                }
            }
            after
        }),
    }
}

/// An assignment of a sum or the like gives a variable what `wrong` makes of the operands.
fn computed<N: Number>(
    program: &Program,
    before: &State<N>,
    op: &Op,
    mut after: State<N>,
    (of, wrong): (BinaryOp, fn(N, N) -> N),
) -> State<N> {
    if let &Op::Assign { to, mut value } = op {
        while let Expr::Cast(inner) = program.exprs.get(value) {
            value = inner;
        }
        let number = |expr| match program.exprs.get(expr) {
            Expr::Load(place) => before.get(place),
            Expr::Int(value) => Some(N::exact(value)),
            _ => None,
        };
        if let Expr::Binary(op, a, b) = program.exprs.get(value)
            && op == of
            && let (Some(a), Some(b)) = (number(a), number(b))
        {
            after.set(program, to, wrong(a, b));
        }
    }
    after
}

//! Parity keeps the laws, and errors in it are found.

use crate::harness::{Subject, catches, keeps_the_laws};
use crate::seeded::{Error, Seed, common};
use domains::parity::{Parities, Parity, State};
use program::{BinaryOp, Expr, ExprId, IntKind, Op, Place, PlaceId, Program};

const PARITY: Subject<Parities> = Subject {
    name: "parity",
    programs: 500,
    make: |_| Parities,
    beside: &[],
};

#[test]
fn parity_keeps_the_laws() {
    keeps_the_laws(&PARITY);
}

#[test]
fn errors_in_parity_are_caught() {
    let mut seeds = common();
    seeds.extend([
        twist(
            "writes to what overlaps are not seen",
            |_, before, op, mut after| {
                if let &Op::Assign { to, .. } = op {
                    for place in before.places().filter(|&place| place != to) {
                        after.set(place, before.parity(place));
                    }
                }
                after
            },
        ),
        twist(
            "a quotient is like the dividend",
            |program, before, op, after| {
                computed(program, before, op, after, |expr| match expr {
                    Expr::Binary(BinaryOp::Div | BinaryOp::Shr, a, _) => Some(a),
                    _ => None,
                })
            },
        ),
        twist(
            "a product is like its first factor",
            |program, before, op, after| {
                computed(program, before, op, after, |expr| match expr {
                    Expr::Binary(BinaryOp::Mul, a, _) => Some(a),
                    _ => None,
                })
            },
        ),
        twist("even numbers are false", |program, before, op, after| {
            computed(program, before, op, after, |expr| match expr {
                Expr::Cast(a) => Some(a),
                _ => None,
            })
        }),
        twist(
            "a remainder that is not one is zero",
            |program, _, op, mut after| {
                if let &Op::Assume { condition, taken } = op
                    && let Expr::Binary(op, a, b) = program.exprs.get(condition)
                    && op == if taken { BinaryOp::Ne } else { BinaryOp::Eq }
                    && program.exprs.int_value(b) == Some(1)
                    && let Expr::Binary(BinaryOp::Rem, a, b) = program.exprs.get(a)
                    && program.exprs.int_value(b) == Some(2)
                    && let Some(place) = variable(program, a)
                {
                    after.set(place, Some(Parity::Even));
                }
                after
            },
        ),
        Seed {
            name: "locals that a callee changes are kept",
            error: Error::TwistedReturn(|program, before: &State, mut after: State| {
                for place in before.places() {
                    if let Place::Var(var) = program.exprs.place(place)
                        && program.vars[var].addressed
                        && !program.vars[var].kind.is_static()
                    {
                        after.set(place, before.parity(place));
                    }
                }
                after
            }),
        },
    ]);
    catches(&PARITY, &seeds);
}

fn twist(name: &'static str, twist: fn(&Program, &State, &Op, State) -> State) -> Seed<Parities> {
    Seed {
        name,
        error: Error::Twist(twist),
    }
}

/// An assignment to a variable gives it the parity of the variable that `like` picks.
fn computed(
    program: &Program,
    before: &State,
    op: &Op,
    mut after: State,
    like: fn(Expr) -> Option<ExprId>,
) -> State {
    if let &Op::Assign { to, value } = op
        && let Place::Var(var) = program.exprs.place(to)
        && program.types.int_kind(program.vars[var].ty).is_some()
    {
        let mut value = value;
        let is_bool = program.types.int_kind(program.vars[var].ty) == Some(IntKind::Bool);
        while let (Expr::Cast(inner), false) = (program.exprs.get(value), is_bool) {
            value = inner;
        }
        let from = like(program.exprs.get(value)).and_then(|e| variable(program, e));
        if let Some(parity) = from.and_then(|place| before.parity(place)) {
            after.set(to, Some(parity));
        }
    }
    after
}

/// The place that an expression reads, but for casts.
fn variable(program: &Program, expr: ExprId) -> Option<PlaceId> {
    match program.exprs.get(expr) {
        Expr::Load(place) => matches!(program.exprs.place(place), Place::Var(_)).then_some(place),
        Expr::Cast(a) => variable(program, a),
        _ => None,
    }
}

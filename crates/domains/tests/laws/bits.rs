//! Known bits keep the laws, and errors in them are found.

use crate::harness::{Subject, catches, keeps_the_laws};
use crate::seeded::{Error, Seed, common};
use domains::bits::{Bits, KnownBits, State};
use program::{BinaryOp, Expr, ExprId, Op, Place, PlaceId, Program};

const BITS: Subject<KnownBits> = Subject {
    name: "bits",
    programs: 500,
    make: KnownBits::new,
    beside: &[],
};

#[test]
fn bits_keep_the_laws() {
    keeps_the_laws(&BITS);
}

#[test]
fn errors_in_bits_are_caught() {
    let mut seeds = common();
    seeds.extend([
        twist("a sum has no carries", |program, before, op, after| {
            computed(program, before, op, after, BinaryOp::Add, |a, b| a ^ b)
        }),
        twist("a difference is a sum", |program, before, op, after| {
            computed(program, before, op, after, BinaryOp::Sub, |a, b| {
                a.wrapping_add(b)
            })
        }),
        twist("a product is a sum", |program, before, op, after| {
            computed(program, before, op, after, BinaryOp::Mul, |a, b| {
                a.wrapping_add(b)
            })
        }),
        twist(
            "a condition that is true is one",
            |program, _, op, mut after| {
                if let &Op::Assume {
                    condition,
                    taken: true,
                } = op
                    && let Expr::Binary(BinaryOp::Ne, a, _) = program.exprs.get(condition)
                    && let Some(place) = variable(program, a)
                {
                    after.set(program, place, Bits::exact(1));
                }
                after
            },
        ),
        twist(
            "writes to what overlaps are not seen",
            |program, before, op, mut after| {
                if let &Op::Assign { to, .. } = op {
                    for place in before.places().into_iter().filter(|&place| place != to) {
                        after.set(program, place, before.get(place).unwrap_or(Bits::ANY));
                    }
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
                        after.set(program, place, before.get(place).unwrap_or(Bits::ANY));
                    }
                }
                after
            }),
        },
    ]);
    catches(&BITS, &seeds);
}

fn twist(name: &'static str, twist: fn(&Program, &State, &Op, State) -> State) -> Seed<KnownBits> {
    Seed {
        name,
        error: Error::Twist(twist),
    }
}

/// An assignment of a sum or the like gives a variable the lowest bit, computed wrongly
/// from variables of which everything is known.
fn computed(
    program: &Program,
    before: &State,
    op: &Op,
    mut after: State,
    wanted: BinaryOp,
    wrong: fn(u128, u128) -> u128,
) -> State {
    if let &Op::Assign { to, value } = op
        && matches!(program.exprs.place(to), Place::Var(_))
    {
        let mut value = value;
        while let Expr::Cast(inner) = program.exprs.get(value) {
            value = inner;
        }
        let number = |expr| {
            let known = variable(program, expr).and_then(|place| before.get(place));
            let exact = program.exprs.int_value(expr);
            exact.or_else(|| known.and_then(Bits::as_exact))
        };
        if let Expr::Binary(op, a, b) = program.exprs.get(value)
            && op == wanted
            && let (Some(a), Some(b)) = (number(a), number(b))
        {
            after.set(program, to, Bits::new(7, wrong(a as u128, b as u128)));
        }
    }
    after
}

/// The variable that an expression reads, but for casts.
fn variable(program: &Program, expr: ExprId) -> Option<PlaceId> {
    match program.exprs.get(expr) {
        Expr::Load(place) => matches!(program.exprs.place(place), Place::Var(_)).then_some(place),
        Expr::Cast(a) => variable(program, a),
        _ => None,
    }
}

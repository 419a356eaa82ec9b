//! Values keep the laws, in both of their partitions, and errors in them are found.

use crate::harness::{Subject, catches, keeps_the_laws};
use crate::seeded::{Error, Seed, common};
use domains::values::{Fill, Object, Pointer, Region, RegionId, State, Value, Values};
use program::{BinaryOp, Expr, ExprId, Id, Op, Place, Program, VarId};
use std::rc::Rc;

const VALUES: Subject<Values> = Subject {
    name: "values",
    programs: 100,
    make: |cx| Values::new(cx, false),
    beside: &[],
};

const MERGED: Subject<Values> = Subject {
    name: "values, merged",
    programs: 50,
    make: |cx| Values::new(cx, true),
    beside: &[],
};

/// What each of the two shares is seen by the other.
const WITH_PARITY: Subject<Values> = Subject {
    name: "values beside parity",
    programs: 50,
    make: |cx| Values::new(cx, false),
    beside: &["parity"],
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

#[test]
fn errors_in_values_are_caught() {
    let mut seeds = common();
    seeds.extend([
        twist(
            "tags outlive what makes them wrong",
            |_, before, op, mut after| {
                if matches!(op, Op::Assign { .. }) {
                    each_register(before, |var, old| {
                        if has_lost_tags(old, &after.register(var)) {
                            after.set_register(var, old.clone());
                        }
                    });
                    each_object(before, |region, old| {
                        let Some(new) = after.object(region) else {
                            return;
                        };
                        let mut mixed = (**new).clone();
                        old.cells.each(|key, cell| {
                            let now = new.cells.get(key).map(|c| &c.value);
                            if now.is_some_and(|now| has_lost_tags(&cell.value, now)) {
                                mixed.write(i64::from(key), cell.bits, cell.value.clone());
                            }
                            true
                        });
                        after.set_object(region, mixed);
                    });
                }
                after
            },
        ),
        twist(
            "unions keep what was stored as another member",
            |_, before, op, mut after| {
                if matches!(op, Op::Assign { .. }) {
                    each_object(before, |region, old| {
                        let Some(new) = after.object(region) else {
                            return;
                        };
                        let mut mixed = (**new).clone();
                        old.cells.each(|key, cell| {
                            if new.cells.get(key).is_some_and(|c| c.bits < cell.bits) {
                                mixed.write(i64::from(key), cell.bits, cell.value.clone());
                            }
                            true
                        });
                        after.set_object(region, mixed);
                    });
                }
                after
            },
        ),
        twist(
            "the last number below a bound is forgotten",
            |program, before, op, mut after| {
                if let &Op::Assume { condition, .. } = op
                    && let Expr::Binary(BinaryOp::Lt, ..) = program.exprs.get(condition)
                {
                    each_register(&after.clone(), |var, new| {
                        if let Value::Range(r) = new
                            && before.register(var) != *new
                            && r.lo + 1 < r.hi
                            && let Some(less) = Value::range(r.lo, r.hi - 1, [])
                        {
                            after.set_register(var, less);
                        }
                    });
                }
                after
            },
        ),
        twist(
            "sums do not wrap around",
            |program, before, op, mut after| {
                if let &Op::Assign { to, value } = op
                    && let Place::Var(var) = program.exprs.place(to)
                    && let Some((from, by)) = sum(program, value)
                    && let Some((bits, signed)) = program.types.bits(program.vars[from].ty)
                    && bits < 64
                    && !program.vars[var].addressed
                    && !program.vars[var].kind.is_static()
                {
                    let (low, high) = match signed {
                        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                        false => (0, (1i128 << bits) - 1),
                    };
                    let (lo, hi) = before.register(from).bounds(low, high);
                    if let Some(moved) = Value::range(lo + by, hi + by, []) {
                        after.set_register(var, moved);
                    }
                }
                after
            },
        ),
        twist("what is freed lives on", |_, before, op, after| match op {
            Op::Free { .. } => before.clone(),
            _ => after,
        }),
        twist("new blocks are zero", |_, before, op, mut after| {
            if matches!(op, Op::Alloc { .. }) {
                each_object(&after.clone(), |region, new| {
                    if region.is_site() && before.object(region).is_none() {
                        after.set_object(region, Object::new(new.size, Fill::Zero));
                    }
                });
            }
            after
        }),
        Seed {
            name: "the newest activation is taken for an earlier one",
            error: Error::TwistedEntry(|_, _, mut entry: State| {
                entry.rename(&|region| match region.get() {
                    Region::EarlierVar(_) => Some(smallvec::smallvec![region.latest()]),
                    _ => None,
                });
                entry
            }),
        },
        Seed {
            name: "what callees write is not seen where it was known",
            error: Error::TwistedReturn(|_, before: &State, mut after: State| {
                each_object(before, |region, old| {
                    if matches!(region.get(), Region::Var(_)) && after.object(region).is_some() {
                        after.set_object(region, old.clone());
                    }
                });
                after
            }),
        },
        Seed {
            name: "one of two targets is left after merging",
            error: Error::TwistedMerge(|_, _, mut merged: State| {
                each_register(&merged.clone(), |var, value| {
                    if let Value::Pointer(p) = value
                        && p.addresses.len() > 1
                    {
                        let one = Pointer {
                            addresses: p.addresses[..1].into(),
                            ..(**p).clone()
                        };
                        merged.set_register(var, Value::Pointer(Rc::new(one)));
                    }
                });
                merged
            }),
        },
        Seed {
            name: "merging keeps numbers of one side",
            error: Error::TwistedMerge(|new, _, mut merged: State| {
                each_register(new, |var, value| {
                    if matches!(value, Value::Int(_)) {
                        merged.set_register(var, value.clone());
                    }
                });
                merged
            }),
        },
    ]);
    catches(&VALUES, &seeds);
    catches(
        &MERGED,
        &[twist(
            "a write to one block is one to all of its site",
            |program, before, op, mut after| {
                if let &Op::Assign { to, value } = op
                    && let Some(stored) = number(program, before, value)
                    && let Place::Field(base, 0) = program.exprs.place(to)
                    && let Place::Deref(pointer) = program.exprs.place(base)
                    && let Some(var) = local(program, pointer)
                    && let Value::Pointer(p) = before.register(var)
                    && let [at] = p.addresses[..]
                    && let Some(object) = after.object(at.region)
                {
                    let mut strong = (**object).clone();
                    strong.write(8 * at.offset.lo, 32, Value::Int(stored));
                    after.set_object(at.region, strong);
                }
                after
            },
        )],
    );
}

fn twist(name: &'static str, twist: fn(&Program, &State, &Op, State) -> State) -> Seed<Values> {
    Seed {
        name,
        error: Error::Twist(twist),
    }
}

fn has_lost_tags(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Pointer(old), Value::Pointer(new)) => {
            old.addresses == new.addresses && new.tags.len() < old.tags.len()
        }
        _ => false,
    }
}

fn each_register(state: &State, mut f: impl FnMut(VarId, &Value)) {
    state.registers.each(|key, value| {
        f(VarId::new(key as usize), value);
        true
    });
}

fn each_object(state: &State, mut f: impl FnMut(RegionId, &Object)) {
    state.memory.each(|key, object| {
        f(RegionId::from_key(key), object);
        true
    });
}

fn uncast(program: &Program, expr: ExprId) -> Expr {
    match program.exprs.get(expr) {
        Expr::Cast(inner) => uncast(program, inner),
        expr => expr,
    }
}

/// The local variable that an expression reads, but for casts.
fn local(program: &Program, expr: ExprId) -> Option<VarId> {
    match uncast(program, expr) {
        Expr::Load(place) => match program.exprs.place(place) {
            Place::Var(var) if !program.vars[var].kind.is_static() => Some(var),
            _ => None,
        },
        _ => None,
    }
}

/// A local variable and a number that are added.
fn sum(program: &Program, expr: ExprId) -> Option<(VarId, i128)> {
    match uncast(program, expr) {
        Expr::Binary(BinaryOp::Add, a, b) => {
            Some((local(program, a)?, program.exprs.int_value(b)?))
        }
        _ => None,
    }
}

fn number(program: &Program, state: &State, expr: ExprId) -> Option<i128> {
    let known = program.exprs.int_value(expr);
    known.or_else(|| match state.register(local(program, expr)?) {
        Value::Int(n) => Some(n),
        _ => None,
    })
}

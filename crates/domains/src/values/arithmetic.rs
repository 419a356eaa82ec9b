//! Operations on values that are numbers: exact on constants, as the machine computes
//! them; bounds on ranges where nothing wraps; otherwise anything.

use super::tables::bounds;
use super::value::Value;
use program::{BinaryOp, FloatKind, arith, float};

/// A type's width and signedness.
pub type Width = (u32, bool);

/// `a op b` for operands of one type; None if the run ends there. Comparisons and
/// pointers are not for here.
pub fn binary(op: BinaryOp, a: &Value, b: &Value, (bits, signed): Width) -> Option<Value> {
    use BinaryOp::*;
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return match arith::binary(op, *x, *y, bits, signed) {
            Some(outcome) => Some(Value::Int(outcome.value)),
            // All bits are shifted out; a negative number leaves its sign.
            None if op == Shl => Some(Value::ZERO),
            None if op == Shr => Some(Value::Int(if *x < 0 { -1 } else { 0 })),
            None => None,
        };
    }
    if matches!(op, Div | Rem) && b.constant() == Some(0) {
        return None;
    }
    let Some((low, high)) = bounds(bits, signed) else {
        return Some(Value::Top);
    };
    let ((al, ah), (bl, bh)) = (a.bounds(low, high), b.bounds(low, high));
    if al > ah || bl > bh {
        return None;
    }
    let fits = |lo: Option<i128>, hi: Option<i128>| match (lo, hi) {
        (Some(lo), Some(hi)) if low <= lo && hi <= high => {
            Value::range(lo, hi, []).unwrap_or(Value::Top)
        }
        _ => Value::Top,
    };
    let below = |n: i128| (1i128 << (128 - n.max(0).leading_zeros())) - 1;
    Some(match op {
        Add => shift(a, b.constant(), low, high)
            .or_else(|| shift(b, a.constant(), low, high))
            .unwrap_or_else(|| fits(al.checked_add(bl), ah.checked_add(bh))),
        Sub => shift(a, b.constant().map(|n| -n), low, high)
            .unwrap_or_else(|| fits(al.checked_sub(bh), ah.checked_sub(bl))),
        Mul => {
            let ends = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x.checked_mul(y));
            match ends.iter().any(Option::is_none) {
                true => Value::Top,
                false => fits(
                    ends.iter().flatten().min().copied(),
                    ends.iter().flatten().max().copied(),
                ),
            }
        }
        Div if bl > 0 => fits(Some((al / bl).min(al / bh)), Some((ah / bl).max(ah / bh))),
        Rem if bl > 0 && al >= 0 => fits(Some(0), Some(ah.min(bh - 1))),
        Rem if bl > 0 => fits(Some((1 - bh).max(al)), Some(ah.clamp(0, bh - 1))),
        Div | Rem => Value::Top,
        And if al >= 0 && bl >= 0 => fits(Some(0), Some(ah.min(bh))),
        And if bl >= 0 => fits(Some(0), Some(bh)),
        And if al >= 0 => fits(Some(0), Some(ah)),
        Or if al >= 0 && bl >= 0 => fits(Some(al.max(bl)), Some(below(ah.max(bh)))),
        Xor if al >= 0 && bl >= 0 => fits(Some(0), Some(below(ah.max(bh)))),
        And | Or | Xor => Value::Top,
        Shr if bl == bh && (0..i128::from(bits)).contains(&bl) => {
            fits(Some(al >> bl), Some(ah >> bl))
        }
        Shl if bl == bh && (0..i128::from(bits)).contains(&bl) => {
            let scale = 1i128 << bl;
            fits(al.checked_mul(scale), ah.checked_mul(scale))
        }
        Shl | Shr => Value::Top,
        Eq | Ne | Lt | Le | PointerAdd | PointerDiff => Value::Top,
    })
}

/// A range moved by a number, with its exclusions.
fn shift(of: &Value, by: Option<i128>, low: i128, high: i128) -> Option<Value> {
    let (Value::Range(r), Some(by)) = (of, by) else {
        return None;
    };
    let (lo, hi) = (r.lo.max(low) + by, r.hi.min(high) + by);
    if low <= lo && hi <= high {
        return Value::range(lo, hi, r.excluded.iter().map(|n| n + by));
    }
    // All numbers but some wrap around to all numbers but some.
    let all = r.lo <= low && high <= r.hi;
    let span = high - low + 1;
    all.then(|| {
        let moved = r
            .excluded
            .iter()
            .map(|n| (n + by - low).rem_euclid(span) + low);
        Value::range(low, high, moved).unwrap_or(Value::Top)
    })
}

pub fn negate(a: &Value, (bits, signed): Width) -> Value {
    match a {
        Value::Int(n) => Value::Int(arith::negate(*n, bits, signed).value),
        _ => match (a, bounds(bits, signed)) {
            (Value::Range(r), Some((low, high))) if signed && r.lo > low => {
                let excluded = r.excluded.iter().map(|n| -n);
                let lo = -r.hi.min(high);
                Value::range(lo, -r.lo, excluded).unwrap_or(Value::Top)
            }
            _ => Value::Top,
        },
    }
}

pub fn complement(a: &Value, (bits, signed): Width) -> Value {
    match a {
        Value::Int(n) => Value::Int(arith::complement(*n, bits, signed)),
        _ => match (a, bounds(bits, signed)) {
            (Value::Range(r), Some((low, high))) if signed => {
                Value::range(!r.hi.min(high), !r.lo.max(low), []).unwrap_or(Value::Top)
            }
            _ => Value::Top,
        },
    }
}

/// Conversion of an integer or pointer to an integer or pointer type.
pub fn to_int(a: &Value, from: Width, (bits, signed): Width) -> Value {
    match a {
        Value::Int(n) => Value::Int(arith::wrap(*n, bits, signed)),
        Value::Top => {
            // What fits keeps its bounds.
            match (bounds(from.0, from.1), bounds(bits, signed)) {
                (Some((lo, hi)), Some((low, high)))
                    if low <= lo && hi <= high && (lo, hi) != (low, high) =>
                {
                    Value::range(lo, hi, []).unwrap_or(Value::Top)
                }
                _ => Value::Top,
            }
        }
        Value::Range(r) => match (bounds(from.0, from.1), bounds(bits, signed)) {
            (Some((lo, hi)), Some((low, high))) => {
                let (lo, hi) = (r.lo.max(lo), r.hi.min(hi));
                let excluded = r.excluded.iter().copied();
                match low <= lo && hi <= high {
                    true => Value::range(lo, hi, excluded).unwrap_or(Value::Top),
                    // As many bits: other numbers, but not zero if it was not.
                    false if from.0 == bits && a.excludes(0) => {
                        Value::range(low, high, [0]).unwrap_or(Value::Top)
                    }
                    false => Value::Top,
                }
            }
            _ => Value::Top,
        },
        Value::Pointer(_) if from.0 == bits => a.clone(),
        Value::Pointer(_) | Value::List(_) => Value::Top,
    }
}

/// Is the number zero? None if it may or may not be.
pub fn is_zero(a: &Value) -> Option<bool> {
    match a.constant() {
        Some(n) => Some(n == 0),
        None => a.excludes(0).then_some(false),
    }
}

/// A truth that may be unknown, as C's `int`.
pub fn truth(known: Option<bool>) -> Value {
    match known {
        Some(known) => Value::Int(known as i128),
        None => Value::number(0, 1),
    }
}

/// `a op b` for a comparison of numbers.
pub fn compare(op: BinaryOp, a: &Value, b: &Value, (bits, signed): Width) -> Option<bool> {
    if let (Some(x), Some(y)) = (a.constant(), b.constant()) {
        return arith::binary(op, x, y, bits, signed).map(|r| r.value != 0);
    }
    let (low, high) = bounds(bits, signed)?;
    let ((al, ah), (bl, bh)) = (a.bounds(low, high), b.bounds(low, high));
    let apart = ah < bl
        || bh < al
        || b.constant().is_some_and(|n| a.excludes(n))
        || a.constant().is_some_and(|n| b.excludes(n));
    match op {
        BinaryOp::Eq => apart.then_some(false),
        BinaryOp::Ne => apart.then_some(true),
        BinaryOp::Lt if ah < bl => Some(true),
        BinaryOp::Lt if bh <= al => Some(false),
        BinaryOp::Le if ah <= bl => Some(true),
        BinaryOp::Le if bh < al => Some(false),
        _ => None,
    }
}

/// A floating-point operation, on the bits.
pub fn float_binary(op: BinaryOp, kind: FloatKind, a: &Value, b: &Value) -> Value {
    use BinaryOp::*;
    let (Value::Int(x), Value::Int(y)) = (a, b) else {
        return match op {
            Eq | Ne | Lt | Le => truth(None),
            _ => Value::Top,
        };
    };
    let (x, y) = (*x as u128, *y as u128);
    let order = float::compare(kind, x, y);
    Value::Int(match op {
        Eq => order.is_some_and(|o| o.is_eq()) as i128,
        Ne => order.is_none_or(|o| o.is_ne()) as i128,
        Lt => order.is_some_and(|o| o.is_lt()) as i128,
        Le => order.is_some_and(|o| o.is_le()) as i128,
        Add | Sub | Mul | Div | Rem | Shl | Shr | And | Or | Xor | PointerAdd | PointerDiff => {
            float::binary(kind, op, x, y).unwrap_or(0) as i128
        }
    })
}

/// What two numbers have in common; None if nothing.
pub fn meet(a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Top, other) | (other, Value::Top) => Some(other.clone()),
        (Value::Int(n), other) | (other, Value::Int(n)) => match other {
            Value::Int(m) => (n == m).then(|| a.clone()),
            Value::Range(_) => (!other.excludes(*n)).then_some(Value::Int(*n)),
            Value::Pointer(p) if *n == 0 => p.null.then_some(Value::ZERO),
            Value::Top | Value::Pointer(_) | Value::List(_) => Some(other.clone()),
        },
        (Value::Range(x), Value::Range(y)) => {
            let excluded = x.excluded.iter().chain(&y.excluded).copied();
            Value::range(x.lo.max(y.lo), x.hi.min(y.hi), excluded)
        }
        (p @ Value::Pointer(inner), r @ Value::Range(_))
        | (r @ Value::Range(_), p @ Value::Pointer(inner)) => match r.excludes(0) && inner.null {
            false => Some(p.clone()),
            true => {
                let mut rest = (**inner).clone();
                rest.null = false;
                let empty = rest.addresses.is_empty() && !rest.wild;
                (!empty).then(|| Value::pointer(rest))
            }
        },
        (Value::Pointer(_), Value::Pointer(_)) => Some(b.clone()),
        (Value::List(_), _) | (_, Value::List(_)) => Some(a.clone()),
    }
}

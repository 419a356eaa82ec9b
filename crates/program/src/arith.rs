//! Integer arithmetic of C on mathematical values: what constant folding and
//! the concrete machine both compute with.
//!
//! A value of an integer type is kept as an `i128` holding its mathematical
//! value; the one exception is `unsigned __int128`, whose values are kept as
//! the `i128` of the same bits.

use crate::expr::BinaryOp;
use std::cmp::Ordering;

/// The value of the type with `bits` and `signed` congruent to `value`.
#[inline]
pub fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    if signed {
        (value << shift) >> shift
    } else {
        (((value as u128) << shift) >> shift) as i128
    }
}

/// The result of an operation, wrapped, and whether wrapping changed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub value: i128,
    /// For signed types: the exact result is not a value of the type.
    pub overflow: bool,
}

/// `a op b` in the type with `bits` and `signed`, for operands of that type.
/// None where C leaves the result undefined altogether: division by zero, and
/// shift amounts that are negative or not less than the width.
///
/// Comparisons give 0 or 1. Pointer operations are not integer arithmetic.
#[inline]
pub fn binary(op: BinaryOp, a: i128, b: i128, bits: u32, signed: bool) -> Option<Outcome> {
    use BinaryOp::*;
    let wide_unsigned = bits == 128 && !signed;
    let exact = |exact: Option<i128>, wrapped: i128| {
        let value = wrap(wrapped, bits, signed);
        Outcome {
            value,
            overflow: signed && exact != Some(value),
        }
    };
    let truth = |b: bool| Outcome {
        value: b as i128,
        overflow: false,
    };
    let plain = |value: i128| Outcome {
        value: wrap(value, bits, signed),
        overflow: false,
    };
    Some(match op {
        Add => exact(a.checked_add(b), a.wrapping_add(b)),
        Sub => exact(a.checked_sub(b), a.wrapping_sub(b)),
        Mul => exact(a.checked_mul(b), a.wrapping_mul(b)),
        Div | Rem if b == 0 => return None,
        Div if wide_unsigned => plain((a as u128 / b as u128) as i128),
        Rem if wide_unsigned => plain((a as u128 % b as u128) as i128),
        Div => exact(a.checked_div(b), a.wrapping_div(b)),
        // INT_MIN % -1 overflows because INT_MIN / -1 does (C11 6.5.5).
        Rem => Outcome {
            value: a.wrapping_rem(b),
            overflow: binary(Div, a, b, bits, signed)?.overflow,
        },
        Shl | Shr if b < 0 || b >= i128::from(bits) => return None,
        Shl => {
            let shifted = a.wrapping_shl(b as u32);
            let fits = a >= 0 && shifted.wrapping_shr(b as u32) == a;
            exact(fits.then_some(shifted), shifted)
        }
        Shr if wide_unsigned => plain(((a as u128) >> b) as i128),
        Shr => plain(a >> b),
        And => plain(a & b),
        Or => plain(a | b),
        Xor => plain(a ^ b),
        Eq => truth(a == b),
        Ne => truth(a != b),
        Lt => truth(compare(a, b, bits, signed) == Ordering::Less),
        Le => truth(compare(a, b, bits, signed) != Ordering::Greater),
        PointerAdd | PointerDiff => return None,
    })
}

pub fn compare(a: i128, b: i128, bits: u32, signed: bool) -> Ordering {
    if bits == 128 && !signed {
        (a as u128).cmp(&(b as u128))
    } else {
        a.cmp(&b)
    }
}

/// `-a`; overflows on the least signed value.
pub fn negate(a: i128, bits: u32, signed: bool) -> Outcome {
    let value = wrap(a.wrapping_neg(), bits, signed);
    Outcome {
        value,
        overflow: signed && a.checked_neg() != Some(value),
    }
}

/// `~a`.
pub fn complement(a: i128, bits: u32, signed: bool) -> i128 {
    wrap(!a, bits, signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(op: BinaryOp, a: i128, b: i128) -> Option<(i128, bool)> {
        binary(op, a, b, 32, true).map(|o| (o.value, o.overflow))
    }

    #[test]
    fn signed_operations_wrap_and_tell() {
        let (min, max) = (i128::from(i32::MIN), i128::from(i32::MAX));
        assert_eq!(int(BinaryOp::Add, max, 1), Some((min, true)));
        assert_eq!(int(BinaryOp::Sub, 3, 5), Some((-2, false)));
        assert_eq!(int(BinaryOp::Mul, 1 << 20, 1 << 20), Some((0, true)));
        assert_eq!(int(BinaryOp::Div, -7, 2), Some((-3, false)));
        assert_eq!(int(BinaryOp::Rem, -7, 2), Some((-1, false)));
        assert_eq!(int(BinaryOp::Div, min, -1), Some((min, true)));
        assert_eq!(int(BinaryOp::Rem, min, -1), Some((0, true)));
        assert_eq!(int(BinaryOp::Div, 1, 0), None);
        assert_eq!(int(BinaryOp::Shl, 1, 31), Some((min, true)));
        assert_eq!(int(BinaryOp::Shl, 1, 32), None);
        assert_eq!(int(BinaryOp::Shr, -8, 1), Some((-4, false)));
        assert!(negate(min, 32, true).overflow);
    }

    #[test]
    fn unsigned_operations_never_overflow() {
        let u = |op, a, b| binary(op, a, b, 32, false).unwrap();
        let max = i128::from(u32::MAX);
        assert_eq!(u(BinaryOp::Add, max, 1).value, 0);
        assert_eq!(u(BinaryOp::Sub, 0, 1).value, max);
        assert_eq!(u(BinaryOp::Shl, max, 31).value, 1 << 31);
        assert!(!u(BinaryOp::Mul, max, max).overflow);
        assert_eq!(negate(1, 32, false).value, max);
        assert_eq!(complement(0, 32, false), max);
    }

    #[test]
    fn wide_unsigned_values_compare_by_their_bits() {
        let max = -1i128;
        assert_eq!(binary(BinaryOp::Lt, 1, max, 128, false).unwrap().value, 1);
        assert_eq!(
            binary(BinaryOp::Div, max, 2, 128, false).unwrap().value,
            i128::MAX
        );
        assert_eq!(
            binary(BinaryOp::Shr, max, 127, 128, false).unwrap().value,
            1
        );
        assert!(
            binary(BinaryOp::Mul, i128::MAX, 2, 128, true)
                .unwrap()
                .overflow
        );
    }
}

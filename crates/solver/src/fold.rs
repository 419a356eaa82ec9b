//! What operators mean on values: bit vectors as the `u128` of their bits.
//!
//! Constant folding and evaluation compute with these functions, and the
//! translation to the solver is tested against them. Division by zero and
//! shifts by the width or more are as SMT-LIB defines them.

use crate::term::{FloatCmp, FloatOp, mask};
use program::{BinaryOp, FloatKind, arith, float};

/// The value as a signed number.
#[inline]
pub fn signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The bits of a signed number.
#[inline]
pub fn unsigned(value: i128, width: u32) -> u128 {
    value as u128 & mask(width)
}

pub fn udiv(a: u128, b: u128, width: u32) -> u128 {
    a.checked_div(b).unwrap_or(mask(width))
}

pub fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

pub fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    match y {
        0 if x < 0 => 1,
        0 => mask(width),
        _ => unsigned(x.wrapping_div(y), width),
    }
}

pub fn srem(a: u128, b: u128, width: u32) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    match y {
        0 => a,
        _ => unsigned(x.wrapping_rem(y), width),
    }
}

pub fn shl(a: u128, b: u128, width: u32) -> u128 {
    if b >= u128::from(width) {
        0
    } else {
        a << b & mask(width)
    }
}

pub fn lshr(a: u128, b: u128, width: u32) -> u128 {
    if b >= u128::from(width) { 0 } else { a >> b }
}

pub fn ashr(a: u128, b: u128, width: u32) -> u128 {
    let by = b.min(u128::from(width - 1)) as u32;
    unsigned(signed(a, width) >> by, width)
}

/// The number of bits of a floating-point format; `long double` is the 80 bits
/// of x87, without padding.
pub fn float_width(kind: FloatKind) -> u32 {
    match kind.format() {
        FloatKind::Float16 => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::LongDouble => 80,
        _ => 128,
    }
}

/// The bits of the one NaN that operations give: positive, quiet, no payload.
pub fn nan(kind: FloatKind) -> u128 {
    match kind.format() {
        FloatKind::Float16 => 0x7e00,
        FloatKind::Float => 0x7fc0_0000,
        FloatKind::Double => 0x7ff8 << 48,
        FloatKind::LongDouble => 0x7fff_c000 << 48,
        _ => 0x7fff_8000 << 96,
    }
}

/// All NaNs as one: a processor's choice among them is nothing to rely on, and
/// the solver knows only one.
fn one_nan(kind: FloatKind, bits: u128) -> u128 {
    match is_nan(kind, bits) {
        true => nan(kind),
        false => bits,
    }
}

pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    float::compare(kind, bits, bits).is_none()
}

pub fn float(op: FloatOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    let op = match op {
        FloatOp::Add => BinaryOp::Add,
        FloatOp::Sub => BinaryOp::Sub,
        FloatOp::Mul => BinaryOp::Mul,
        FloatOp::Div => BinaryOp::Div,
    };
    let result = float::binary(kind, op, a, b).expect("an arithmetic operator");
    one_nan(kind, result)
}

pub fn float_compare(op: FloatCmp, kind: FloatKind, a: u128, b: u128) -> bool {
    let order = float::compare(kind, a, b);
    match op {
        FloatCmp::Eq => order.is_some_and(|o| o.is_eq()),
        FloatCmp::Lt => order.is_some_and(|o| o.is_lt()),
        FloatCmp::Le => order.is_some_and(|o| o.is_le()),
    }
}

pub fn float_convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    if from.format() == to.format() {
        return bits;
    }
    one_nan(to, float::convert(from, to, bits))
}

pub fn float_from_int(kind: FloatKind, is_signed: bool, value: u128, width: u32) -> u128 {
    match is_signed {
        true => float::from_int(kind, signed(value, width), false),
        false => float::from_int(kind, value as i128, true),
    }
}

/// The integer part. Where it is not a value of the integer type, C says
/// nothing; this is what x86 gives, which converts through a signed type of 32
/// or 64 bits, and gives the least value of that one if it does not fit.
pub fn float_to_int(kind: FloatKind, is_signed: bool, bits: u128, width: u32) -> u128 {
    let value = float::to_int(kind, bits, width, is_signed).unwrap_or_else(|| {
        let through = through_width(width, is_signed);
        float::to_int(kind, bits, through, true).unwrap_or(-1 << (through - 1))
    });
    unsigned(arith::wrap(value, width, is_signed), width)
}

/// The width of the signed type through which x86 converts.
pub(crate) fn through_width(width: u32, is_signed: bool) -> u32 {
    if width < 32 || width == 32 && is_signed {
        32
    } else {
        64
    }
}

//! Floating-point values as bit patterns of their C type, and their IEEE
//! arithmetic (round to nearest, ties to even).

use crate::arith;
use crate::expr::BinaryOp;
use crate::model::FloatKind;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};
use std::cmp::Ordering;

macro_rules! with_format {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind.format() {
            FloatKind::Float16 => {
                type $F = Half;
                $body
            }
            FloatKind::Float => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::LongDouble => {
                type $F = X87DoubleExtended;
                $body
            }
            _ => {
                type $F = Quad;
                $body
            }
        }
    };
}

/// Reads a C literal without its suffix, decimal or hexadecimal.
pub fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    match kind.format() {
        // The standard library is exact and much faster on decimal literals.
        FloatKind::Double if !text.starts_with("0x") && !text.starts_with("0X") => {
            text.parse::<f64>().ok().map(|v| u128::from(v.to_bits()))
        }
        FloatKind::Float if !text.starts_with("0x") && !text.starts_with("0X") => {
            text.parse::<f32>().ok().map(|v| u128::from(v.to_bits()))
        }
        _ => with_format!(kind, F => {
            F::from_str_r(text, Round::NearestTiesToEven).ok().map(|s| s.value.to_bits())
        }),
    }
}

/// The value nearest to an integer (`unsigned` says how to read 128 bits).
pub fn from_int(kind: FloatKind, value: i128, unsigned: bool) -> u128 {
    with_format!(kind, F => {
        let converted = if unsigned { F::from_u128(value as u128) } else { F::from_i128(value) };
        converted.value.to_bits()
    })
}

/// The integer part, if it is a value of the integer type.
pub fn to_int(kind: FloatKind, bits: u128, width: u32, signed: bool) -> Option<i128> {
    with_format!(kind, F => {
        let value = F::from_bits(bits);
        let mut exact = false;
        let invalid = rustc_apfloat::Status::INVALID_OP;
        if signed {
            let r = value.to_i128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(invalid)).then_some(r.value)
        } else {
            let r = value.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(invalid)).then_some(r.value as i128)
        }
    })
}

/// The integer part, whatever the value. Where it is not a value of the integer
/// type C says nothing; x86 gives the least value of the signed type that it
/// converts through: 32 bits for small types, else 64.
pub fn to_int_anyway(kind: FloatKind, bits: u128, width: u32, signed: bool) -> i128 {
    if let Some(value) = to_int(kind, bits, width, signed) {
        return value;
    }
    let through = if width < 32 || width == 32 && signed {
        32
    } else {
        64
    };
    let value = to_int(kind, bits, through, true).unwrap_or(-1i128 << (through - 1));
    arith::wrap(value, width, signed)
}

pub fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    fn go<A: Float + FloatConvert<B>, B: Float>(bits: u128) -> u128 {
        let mut lossy = false;
        let StatusAnd { value, .. } = A::from_bits(bits).convert(&mut lossy);
        value.to_bits()
    }
    if from.format() == to.format() {
        return bits;
    }
    with_format!(from, A => with_format!(to, B => go::<A, B>(bits)))
}

/// `a op b` for the four arithmetic operators.
pub fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            _ => return None,
        };
        Some(result.value.to_bits())
    })
}

pub fn negate(kind: FloatKind, a: u128) -> u128 {
    with_format!(kind, F => (-F::from_bits(a)).to_bits())
}

/// None if one of them is not a number.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

pub fn is_zero(kind: FloatKind, a: u128) -> bool {
    with_format!(kind, F => F::from_bits(a).is_zero())
}

/// A decimal text that reads back as the same value.
pub fn to_text(kind: FloatKind, bits: u128) -> String {
    match kind.format() {
        FloatKind::Float => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::Double => format!("{:?}", f64::from_bits(bits as u64)),
        _ => with_format!(kind, F => F::from_bits(bits).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_convert_and_compare() {
        let d = |t: &str| parse(FloatKind::Double, t).unwrap();
        assert_eq!(d("1.5"), u128::from(1.5f64.to_bits()));
        assert_eq!(d("0x1.8p3"), u128::from(12f64.to_bits()));
        assert_eq!(
            convert(FloatKind::Double, FloatKind::Float, d("0.1")),
            u128::from(0.1f32.to_bits())
        );
        assert_eq!(to_int(FloatKind::Double, d("-3.9"), 32, true), Some(-3));
        assert_eq!(to_int(FloatKind::Double, d("1e30"), 32, true), None);
        assert_eq!(from_int(FloatKind::Double, -2, false), d("-2.0"));
        let sum = binary(FloatKind::Double, BinaryOp::Add, d("0.1"), d("0.2")).unwrap();
        assert_eq!(sum, u128::from((0.1f64 + 0.2).to_bits()));
        assert_eq!(compare(FloatKind::Double, d("nan"), d("1")), None);
        let tenth = parse(FloatKind::LongDouble, "0.1").unwrap();
        assert_eq!(tenth, 0x3ffb_cccc_cccc_cccc_cccd);
    }
}

//! The meaning of expressions, bit by bit where that is simplest; nothing here
//! is shared with what is tested, but the formats that no hardware type has.

use super::{Expression, Operator};
use program::FloatKind;
use solver::*;

/// The values of all expressions of a pool.
pub fn evaluate(expressions: &[Expression], assignment: &Assignment) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::new();
    for expression in expressions {
        let operands: Vec<_> = expression.operands.iter().map(|&o| values[o]).collect();
        let widths: Vec<_> = expression
            .operands
            .iter()
            .map(|&o| bits(expressions[o].sort))
            .collect();
        values.push(apply(expression, &operands, &widths, assignment));
    }
    values
}

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Array { .. } => panic!("an array is no operand"),
    }
}

fn cut(value: u128, width: u32) -> u128 {
    if width == 128 {
        value
    } else {
        value % (1 << width)
    }
}

fn sign(value: u128, width: u32) -> bool {
    value >> (width - 1) == 1
}

fn neg(value: u128, width: u32) -> u128 {
    cut((!value).wrapping_add(1), width)
}

fn abs(value: u128, width: u32) -> u128 {
    if sign(value, width) {
        neg(value, width)
    } else {
        value
    }
}

fn udiv(a: u128, b: u128, width: u32) -> u128 {
    a.checked_div(b).unwrap_or(cut(u128::MAX, width))
}

fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

/// As SMT-LIB defines it, by the unsigned one.
fn sdiv(a: u128, b: u128, width: u32) -> u128 {
    let quotient = udiv(abs(a, width), abs(b, width), width);
    match sign(a, width) != sign(b, width) {
        true => neg(quotient, width),
        false => quotient,
    }
}

fn srem(a: u128, b: u128, width: u32) -> u128 {
    let rest = urem(abs(a, width), abs(b, width));
    match sign(a, width) {
        true => neg(rest, width),
        false => rest,
    }
}

fn shift(a: u128, by: u128, width: u32, left: bool, fill: bool) -> u128 {
    let mut value = a;
    for _ in 0..by.min(width.into()) {
        value = match left {
            true => cut(value << 1, width),
            false => value >> 1 | u128::from(fill) << (width - 1),
        };
    }
    value
}

/// Signed comparison: unsigned with the sign bit turned over.
fn flip(value: u128, width: u32) -> u128 {
    value ^ 1 << (width - 1)
}

fn apply(e: &Expression, operands: &[u128], widths: &[u32], assignment: &Assignment) -> u128 {
    use Operator::*;
    let a = || operands[0];
    let b = || operands[1];
    let of = || widths[0];
    let width = bits(e.sort);
    match e.operator {
        Bool(value) => value as u128,
        Bits(value) => value,
        Symbol(symbol) => assignment.bits(symbol),
        Not => 1 - a(),
        And => a() * b(),
        Or => a().max(b()),
        Eq => (a() == b()) as u128,
        Ult => (a() < b()) as u128,
        Ule => (a() <= b()) as u128,
        Slt => (flip(a(), of()) < flip(b(), of())) as u128,
        Sle => (flip(a(), of()) <= flip(b(), of())) as u128,
        Ite if a() == 1 => b(),
        Ite => operands[2],
        Complement => cut(!a(), width),
        Neg => neg(a(), width),
        Add => cut(a().wrapping_add(b()), width),
        Sub => cut(a().wrapping_sub(b()), width),
        Mul => cut(a().wrapping_mul(b()), width),
        UDiv => udiv(a(), b(), width),
        SDiv => sdiv(a(), b(), width),
        URem => urem(a(), b()),
        SRem => srem(a(), b(), width),
        BitAnd => a() & b(),
        BitOr => a() | b(),
        BitXor => a() ^ b(),
        Shl => shift(a(), b(), width, true, false),
        LShr => shift(a(), b(), width, false, false),
        AShr => shift(a(), b(), width, false, sign(a(), width)),
        Concat => a() << widths[1] | b(),
        Extract(low) => cut(a() >> low, width),
        ZeroExtend => a(),
        SignExtend if sign(a(), of()) => neg(neg(a(), of()), width),
        SignExtend => a(),
        Float(op, kind) => float(op, kind, a(), b()),
        FloatCompare(op, kind) => compare(op, kind, a(), b()) as u128,
        FloatConvert(from, to) => convert(from, to, a()),
        FloatFromInt(kind, signed) => from_int(kind, signed, a(), of()),
        FloatToInt(kind, signed) => to_int(kind, signed, a(), width),
        Read(symbol, stores) => {
            let found = (0..stores).rev().find(|at| operands[1 + 2 * at] == a());
            match (found, assignment.get(symbol)) {
                (Some(at), _) => operands[2 + 2 * at],
                (None, Some(Value::Array(array))) => array.get(a()),
                (None, _) => 0,
            }
        }
    }
}

fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

fn of_single(value: f32) -> u128 {
    match value.is_nan() {
        true => 0x7fc0_0000,
        false => value.to_bits().into(),
    }
}

fn of_double(value: f64) -> u128 {
    match value.is_nan() {
        true => 0x7ff8_0000_0000_0000,
        false => value.to_bits().into(),
    }
}

fn float(op: FloatOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    macro_rules! calculate {
        ($a:expr, $b:expr) => {
            match op {
                FloatOp::Add => $a + $b,
                FloatOp::Sub => $a - $b,
                FloatOp::Mul => $a * $b,
                FloatOp::Div => $a / $b,
            }
        };
    }
    match kind {
        FloatKind::Float => of_single(calculate!(single(a), single(b))),
        FloatKind::Double => of_double(calculate!(double(a), double(b))),
        _ => fold::float(op, kind, a, b),
    }
}

fn compare(op: FloatCmp, kind: FloatKind, a: u128, b: u128) -> bool {
    macro_rules! calculate {
        ($a:expr, $b:expr) => {
            match op {
                FloatCmp::Eq => $a == $b,
                FloatCmp::Lt => $a < $b,
                FloatCmp::Le => $a <= $b,
            }
        };
    }
    match kind {
        FloatKind::Float => calculate!(single(a), single(b)),
        FloatKind::Double => calculate!(double(a), double(b)),
        _ => fold::float_compare(op, kind, a, b),
    }
}

fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    match (from, to) {
        (FloatKind::Float, FloatKind::Double) => of_double(single(a).into()),
        (FloatKind::Double, FloatKind::Float) => of_single(double(a) as f32),
        _ => fold::float_convert(from, to, a),
    }
}

fn signed(value: u128, width: u32) -> i128 {
    match sign(value, width) {
        true => -(neg(value, width) as i128 - 1) - 1,
        false => value as i128,
    }
}

fn from_int(kind: FloatKind, is_signed: bool, a: u128, width: u32) -> u128 {
    match (kind, is_signed) {
        (_, true) if width == 128 => fold::float_from_int(kind, true, a, width),
        (FloatKind::Float, true) => of_single(signed(a, width) as f32),
        (FloatKind::Float, false) => of_single(a as f32),
        (FloatKind::Double, true) => of_double(signed(a, width) as f64),
        (FloatKind::Double, false) => of_double(a as f64),
        _ => fold::float_from_int(kind, is_signed, a, width),
    }
}

fn to_int(kind: FloatKind, is_signed: bool, a: u128, width: u32) -> u128 {
    let value = match kind {
        FloatKind::Float => f64::from(single(a)),
        FloatKind::Double => double(a),
        _ => return fold::float_to_int(kind, is_signed, a, width),
    };
    let value = value.trunc();
    let power = |n: u32| 2f64.powi(n as i32);
    let fits = match is_signed {
        true => -power(width - 1) <= value && value < power(width - 1),
        false => 0.0 <= value && value < power(width),
    };
    if fits {
        return match value < 0.0 {
            true => neg(cut(-value as u128, width), width),
            false => value as u128,
        };
    }
    // As x86 does it, through a signed type.
    let through = match width {
        32 if is_signed => 32,
        8 | 16 => 32,
        _ => 64,
    };
    let fits = -power(through - 1) <= value && value < power(through - 1);
    let value = match fits {
        true => value as i64,
        false if through == 32 => i64::from(i32::MIN),
        false => i64::MIN,
    };
    cut(i128::from(value) as u128, width)
}

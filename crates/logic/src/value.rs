//! What C operations do to values: numbers as [`program::arith`] keeps them, or
//! the bits of floats. None where there is no value: division by zero.

use program::{BinaryOp, IntKind, Program, Type, TypeId, UnaryOp, arith, float};

fn int_type(program: &Program, ty: TypeId) -> (u32, bool) {
    program.types.bits(ty).unwrap_or((128, true))
}

pub fn unary(program: &Program, op: UnaryOp, ty: TypeId, a: i128) -> Option<i128> {
    let (bits, signed) = int_type(program, ty);
    Some(match (op, program.types.float_kind(ty)) {
        (UnaryOp::Neg, Some(kind)) => float::negate(kind, a as u128) as i128,
        (UnaryOp::Neg, None) => arith::negate(a, bits, signed).value,
        (UnaryOp::Not, None) => arith::complement(a, bits, signed),
        (UnaryOp::Not, Some(_)) => return None,
    })
}

/// `ty` is the type of the first operand.
pub fn binary(program: &Program, op: BinaryOp, ty: TypeId, a: i128, b: i128) -> Option<i128> {
    use BinaryOp::*;
    if let Some(kind) = program.types.float_kind(ty) {
        let (x, y) = (a as u128, b as u128);
        let order = || float::compare(kind, x, y);
        return match op {
            Eq => Some(order().is_some_and(|o| o.is_eq()).into()),
            Ne => Some(order().is_none_or(|o| o.is_ne()).into()),
            Lt => Some(order().is_some_and(|o| o.is_lt()).into()),
            Le => Some(order().is_some_and(|o| o.is_le()).into()),
            _ => float::binary(kind, op, x, y).map(|bits| bits as i128),
        };
    }
    let (bits, signed) = int_type(program, ty);
    let stride = || {
        let to = program.types.pointee(ty);
        let stride = to.and_then(|t| program.types.stride_of(t.ty));
        i128::from(stride.unwrap_or(1))
    };
    match op {
        PointerAdd => {
            let moved = a.wrapping_add(b.wrapping_mul(stride()));
            Some(arith::wrap(moved, bits, false))
        }
        PointerDiff => Some(arith::wrap(a.wrapping_sub(b), bits, true) / stride().max(1)),
        _ => match arith::binary(op, a, b, bits, signed) {
            Some(result) => Some(result.value),
            // Too far: all bits are shifted out, and the sign is left.
            None if matches!(op, Shl | Shr) => Some(-i128::from(op == Shr && signed && a < 0)),
            None => None,
        },
    }
}

pub fn cast(program: &Program, from: TypeId, to: TypeId, a: i128) -> Option<i128> {
    let types = &program.types;
    let (bits, signed) = int_type(program, to);
    Some(match (types.get(from), types.get(to)) {
        (Type::Float(kind), Type::Int(IntKind::Bool)) => (!float::is_zero(kind, a as u128)).into(),
        (_, Type::Int(IntKind::Bool)) => (a != 0).into(),
        (Type::Float(from), Type::Float(to)) => float::convert(from, to, a as u128) as i128,
        (Type::Float(kind), Type::Int(_)) => float::to_int_anyway(kind, a as u128, bits, signed),
        (_, Type::Float(kind)) => {
            let wide = types.int_kind(from) == Some(IntKind::UInt128);
            float::from_int(kind, a, wide) as i128
        }
        (Type::Int(_) | Type::Pointer(_), Type::Int(_) | Type::Pointer(_)) => {
            arith::wrap(a, bits, signed)
        }
        _ => return None,
    })
}

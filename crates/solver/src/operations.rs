//! C's operations as terms: one meaning with the machine.
//!
//! Values are as [`crate::access`] has them. Arithmetic wraps; a shift by too much
//! shifts all bits out; a float that does not fit an integer type becomes what x86
//! makes of it. Division by zero is what SMT-LIB says: who divides makes sure that
//! it does not happen.

use crate::access::{self, Access};
use crate::term::{FloatCmp, FloatOp, Term, Terms};
use program::{BinaryOp, IntKind, Type, TypeId, Types, UnaryOp};

/// The width of a scalar type's values.
pub fn width(types: &Types, ty: TypeId) -> u32 {
    access::of_scalar(types, ty).map_or(32, Access::width)
}

fn is_signed(types: &Types, ty: TypeId) -> bool {
    types.bits(ty).is_some_and(|(_, signed)| signed)
}

fn stride(types: &Types, pointer: TypeId) -> u128 {
    let to = types.pointee(pointer);
    to.and_then(|t| types.stride_of(t.ty)).unwrap_or(1).into()
}

impl Terms {
    /// 0 or 1 of a type.
    pub fn c_truth(&mut self, types: &Types, truth: Term, ty: TypeId) -> Term {
        let width = width(types, ty);
        let (one, zero) = (self.bits(1, width), self.bits(0, width));
        self.ite(truth, one, zero)
    }

    /// Whether a value of a type is not zero.
    pub fn c_is_true(&mut self, types: &Types, ty: TypeId, a: Term) -> Term {
        let zero = self.bits(0, self.width(a));
        let is_zero = match types.float_kind(ty) {
            Some(kind) => self.float_compare(FloatCmp::Eq, kind, a, zero),
            None => self.eq(a, zero),
        };
        self.not(is_zero)
    }

    pub fn c_unary(&mut self, types: &Types, op: UnaryOp, ty: TypeId, a: Term) -> Term {
        match (op, types.float_kind(ty)) {
            (UnaryOp::Neg, Some(kind)) => self.float_neg(kind, a),
            (UnaryOp::Neg, None) => self.neg(a),
            (UnaryOp::Not, _) => self.complement(a),
        }
    }

    /// The truth of a comparison of values of type `ty`.
    pub fn c_compare(&mut self, types: &Types, op: BinaryOp, ty: TypeId, a: Term, b: Term) -> Term {
        use BinaryOp::*;
        if op == Ne {
            let equal = self.c_compare(types, Eq, ty, a, b);
            return self.not(equal);
        }
        if let Some(kind) = types.float_kind(ty) {
            let op = match op {
                Eq => FloatCmp::Eq,
                Lt => FloatCmp::Lt,
                _ => FloatCmp::Le,
            };
            return self.float_compare(op, kind, a, b);
        }
        match (op, is_signed(types, ty)) {
            (Eq, _) => self.eq(a, b),
            (Lt, true) => self.slt(a, b),
            (Lt, false) => self.ult(a, b),
            (_, true) => self.sle(a, b),
            (_, false) => self.ule(a, b),
        }
    }

    /// `a op b` for operands of the types `ty` and `right`; a comparison is an `int`.
    pub fn c_binary(
        &mut self,
        types: &Types,
        op: BinaryOp,
        (ty, right): (TypeId, TypeId),
        a: Term,
        b: Term,
    ) -> Term {
        use BinaryOp::*;
        if op.is_comparison() {
            let truth = self.c_compare(types, op, ty, a, b);
            return self.c_truth(types, truth, types.common.int);
        }
        if let Some(kind) = types.float_kind(ty) {
            let op = match op {
                Add => FloatOp::Add,
                Sub => FloatOp::Sub,
                Mul => FloatOp::Mul,
                _ => FloatOp::Div,
            };
            return self.float(op, kind, a, b);
        }
        let signed = is_signed(types, ty);
        match (op, signed) {
            (Add, _) => self.add(a, b),
            (Sub, _) => self.sub(a, b),
            (Mul, _) => self.mul(a, b),
            (Div, true) => self.sdiv(a, b),
            (Div, false) => self.udiv(a, b),
            (Rem, true) => self.srem(a, b),
            (Rem, false) => self.urem(a, b),
            (And, _) => self.bit_and(a, b),
            (Or, _) => self.bit_or(a, b),
            (Xor, _) => self.bit_xor(a, b),
            (Shl | Shr, _) => {
                let bits = self.width(a);
                let wide = self.width(b).max(bits);
                // A negative amount is a huge one.
                let amount = self.resize(b, wide, is_signed(types, right));
                let value = self.resize(a, wide, signed);
                let shifted = match (op, signed) {
                    (Shl, _) => self.shl(value, amount),
                    (_, true) => self.ashr(value, amount),
                    (_, false) => self.lshr(value, amount),
                };
                self.extract(shifted, 0, bits)
            }
            (PointerAdd, _) => {
                let bits = self.width(a);
                let count = self.resize(b, bits, is_signed(types, right));
                let stride = self.bits(stride(types, ty), bits);
                let bytes = self.mul(count, stride);
                self.add(a, bytes)
            }
            (PointerDiff, _) => {
                let bytes = self.sub(a, b);
                let stride = self.bits(stride(types, ty).max(1), self.width(a));
                self.sdiv(bytes, stride)
            }
            (Eq | Ne | Lt | Le, _) => unreachable!("comparisons are done above"),
        }
    }

    pub fn c_cast(&mut self, types: &Types, from: TypeId, to: TypeId, a: Term) -> Term {
        let signed = is_signed(types, from);
        match (types.get(from), types.get(to)) {
            (_, Type::Int(IntKind::Bool)) => {
                let truth = self.c_is_true(types, from, a);
                self.c_truth(types, truth, to)
            }
            (Type::Float(from), Type::Float(to)) => self.float_convert(from, to, a),
            (Type::Float(kind), _) => {
                let (bits, signed) = types.bits(to).unwrap_or((32, true));
                self.float_to_int(kind, signed, a, bits)
            }
            (_, Type::Float(kind)) => self.float_from_int(kind, signed, a),
            _ => self.resize(a, width(types, to), signed),
        }
    }

    /// A value that is handed over where caller and callee disagree about its
    /// type (old code without prototypes).
    pub fn c_handed(&mut self, value: Term, from: Access, to: Access) -> Term {
        if from == to {
            return value;
        }
        match (from, to) {
            (Access::Float { kind: a, .. }, Access::Float { kind: b, .. }) => {
                self.float_convert(a, b, value)
            }
            _ => {
                let signed = matches!(from, Access::Int { signed: true, .. });
                let value = self.resize(value, to.width(), signed);
                match to {
                    Access::Int { bits: 1, .. } => {
                        let bit = self.extract(value, 0, 1);
                        self.zero_extend(bit, 8)
                    }
                    _ => value,
                }
            }
        }
    }

    /// Bytes in which a bit-field is replaced.
    pub fn c_insert(&mut self, old: Term, field: program::BitField, value: Term) -> Term {
        let total = self.width(old);
        let (shift, width) = (u32::from(field.shift), u32::from(field.width));
        let mut new = self.extract(value, 0, width);
        if shift > 0 {
            let low = self.extract(old, 0, shift);
            new = self.concat(new, low);
        }
        if shift + width < total {
            let high = self.extract(old, shift + width, total - shift - width);
            new = self.concat(high, new);
        }
        new
    }
}

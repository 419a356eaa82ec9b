//! C's binary operators, and its conversions of operands.

use super::{Parsed, Parser, Read};
use crate::print::precedence;
use program::{BinaryOp, ExprId, FloatKind, Fold, IntKind, Program, Type, TypeId, UnaryOp};

impl Parser<'_> {
    /// The operator that comes next, and whether its operands are exchanged.
    fn operator(&mut self, level: u8) -> Option<(BinaryOp, bool)> {
        use BinaryOp::*;
        let signs: &[(&str, &[&str], BinaryOp, bool)] = &[
            ("|", &["||"], Or, false),
            ("^", &[], Xor, false),
            ("&", &["&&"], And, false),
            ("==", &["==>"], Eq, false),
            ("!=", &[], Ne, false),
            ("<<", &[], Shl, false),
            (">>", &[], Shr, false),
            ("<=", &["<=>", "<==>"], Le, false),
            (">=", &[], Le, true),
            ("<", &["<<", "<="], Lt, false),
            (">", &[">>", ">="], Lt, true),
            ("+", &[], Add, false),
            ("-", &[], Sub, false),
            ("*", &[], Mul, false),
            ("/", &[], Div, false),
            ("%", &[], Rem, false),
        ];
        for &(sign, longer, op, exchanged) in signs {
            if precedence(op) == level && self.eat_alone(sign, longer) {
                return Some((op, exchanged));
            }
        }
        None
    }

    pub(super) fn binary(&mut self, level: u8) -> Parsed<Read> {
        if level > precedence(BinaryOp::Mul) {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some((op, exchanged)) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = match exchanged {
                false => self.operation(op, left, right)?,
                true => self.operation(op, right, left)?,
            };
        }
        Ok(left)
    }

    fn operation(&mut self, op: BinaryOp, a: Read, b: Read) -> Parsed<Read> {
        use BinaryOp::*;
        let (op, a, b, ty) = match op {
            Add | Sub if self.is_pointer(a) || self.is_pointer(b) => {
                return self.pointer_operation(op, a, b);
            }
            Shl | Shr => {
                let (a, b) = (self.promote(a)?, self.promote(b)?);
                (op, a, b, self.ty(a))
            }
            _ => {
                let (a, b) = self.balance(a, b)?;
                let ty = match op.is_comparison() {
                    true => self.program.types.common.int,
                    false => self.ty(a),
                };
                (op, a, b, ty)
            }
        };
        let operand = self.ty(a);
        let types = &self.program.types;
        let fits = match op {
            Rem | And | Or | Xor | Shl | Shr => types.is_integer(operand),
            _ if op.is_comparison() => types.is_scalar(operand),
            _ => types.is_arithmetic(operand),
        };
        match fits {
            true => self.make(op, a, b, ty),
            false => self.fail("this operator has no meaning for these types"),
        }
    }

    pub(super) fn pointer_operation(&mut self, op: BinaryOp, a: Read, b: Read) -> Parsed<Read> {
        let ptrdiff = self.program.types.common.ptrdiff;
        match (op, self.is_pointer(a), self.is_pointer(b)) {
            (BinaryOp::Sub, true, true) if self.ty(a) == self.ty(b) => {
                self.make(BinaryOp::PointerDiff, a, b, ptrdiff)
            }
            (BinaryOp::Add, false, true) => self.pointer_operation(op, b, a),
            (_, true, false) => {
                let ty = self.ty(a);
                let mut count = self.cast(b, ptrdiff)?;
                if op == BinaryOp::Sub {
                    count = self.negate(count)?;
                }
                // As the front end says it: constants go into the index.
                if let (Read::Plain(pointer), Read::Plain(count)) = (a, count) {
                    let Program { exprs, types, .. } = &mut *self.program;
                    return Ok(Read::Plain(exprs.pointer_add(types, pointer, count)));
                }
                self.make(BinaryOp::PointerAdd, a, count, ty)
            }
            _ => self.fail("this operator has no meaning for these types"),
        }
    }

    fn make(&mut self, op: BinaryOp, a: Read, b: Read, ty: TypeId) -> Parsed<Read> {
        if let (Read::Plain(a), Read::Plain(b)) = (a, b) {
            let Program { exprs, types, .. } = &mut *self.program;
            let made = exprs.binary(types, op, a, b, ty, Fold::Exact);
            return self.plain(made);
        }
        let (a, b) = (self.term(a)?, self.term(b)?);
        Ok(Read::Timed(self.logic.binary(self.program, op, a, b, ty)))
    }

    pub(super) fn plain(&self, expr: ExprId) -> Parsed<Read> {
        match self.program.exprs.depth(expr) > program::Exprs::MAX_DEPTH {
            true => self.fail("this expression is too deep"),
            false => Ok(Read::Plain(expr)),
        }
    }

    pub(super) fn is_pointer(&self, read: Read) -> bool {
        self.program.types.is_pointer(self.ty(read))
    }

    pub(super) fn cast(&mut self, read: Read, ty: TypeId) -> Parsed<Read> {
        match read {
            Read::Plain(expr) => {
                let Program { exprs, types, .. } = &mut *self.program;
                let made = exprs.cast(types, expr, ty);
                self.plain(made)
            }
            _ => {
                let term = self.term(read)?;
                Ok(Read::Timed(self.logic.cast(self.program, term, ty)))
            }
        }
    }

    pub(super) fn negate(&mut self, read: Read) -> Parsed<Read> {
        self.apply(UnaryOp::Neg, read)
    }

    pub(super) fn apply(&mut self, op: UnaryOp, read: Read) -> Parsed<Read> {
        match read {
            Read::Plain(expr) => {
                let Program { exprs, types, .. } = &mut *self.program;
                let made = exprs.unary(types, op, expr, Fold::Exact);
                self.plain(made)
            }
            _ => {
                let term = self.term(read)?;
                Ok(Read::Timed(self.logic.unary(self.program, op, term)))
            }
        }
    }

    fn promote(&mut self, read: Read) -> Parsed<Read> {
        match self.program.types.int_kind(self.ty(read)) {
            Some(kind) if kind.rank() < IntKind::Int.rank() => {
                self.cast(read, self.program.types.common.int)
            }
            _ => Ok(read),
        }
    }

    /// C's usual arithmetic conversions; operands of one type stay as they are.
    fn balance(&mut self, a: Read, b: Read) -> Parsed<(Read, Read)> {
        let (x, y) = (self.ty(a), self.ty(b));
        if x == y {
            return Ok((a, b));
        }
        let types = &self.program.types;
        let common = match (types.get(x), types.get(y)) {
            (Type::Pointer(_), Type::Pointer(_)) if self.constant(a) == Some(0) => y,
            (Type::Pointer(_), Type::Pointer(_)) => x,
            (Type::Pointer(_), _) if self.constant(b) == Some(0) => x,
            (_, Type::Pointer(_)) if self.constant(a) == Some(0) => y,
            (Type::Float(k), Type::Float(l)) => {
                let rank = |k: FloatKind| match k.format() {
                    FloatKind::Float16 => 0,
                    FloatKind::Float => 1,
                    FloatKind::Double => 2,
                    FloatKind::LongDouble => 3,
                    _ => 4,
                };
                if rank(k) >= rank(l) { x } else { y }
            }
            (Type::Float(_), Type::Int(_)) => x,
            (Type::Int(_), Type::Float(_)) => y,
            (Type::Int(k), Type::Int(l)) => types.int_type(common_kind(self.program, k, l)),
            _ => return self.fail("these types cannot be combined"),
        };
        Ok((self.cast(a, common)?, self.cast(b, common)?))
    }
}

/// The type that C converts operands of two integer types to.
fn common_kind(program: &Program, a: IntKind, b: IntKind) -> IntKind {
    let promote = |k: IntKind| match k.rank() < IntKind::Int.rank() {
        true => IntKind::Int,
        false => k,
    };
    let (a, b) = (promote(a), promote(b));
    if a.is_signed() == b.is_signed() {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    let bits = |k| program.model().int_bits(k);
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if bits(signed) > bits(unsigned) {
        signed
    } else {
        signed.to_unsigned()
    }
}

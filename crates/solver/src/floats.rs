//! Floating-point numbers, as the bits of their format.
//!
//! Formats are those of [`FloatKind::format`]; `long double` has 80 bits here.
//! Rounding is to nearest, ties to even. A NaN that an operation gives is always
//! the same ([`fold::nan`]). Negation and tests for special values need no
//! operators of their own: they are questions about bits.

use crate::fold;
use crate::term::{FALSE, FORMATS, FloatCmp, FloatOp, Op, PackedSort, Term, Terms, mask};
use program::FloatKind;

fn format(kind: FloatKind) -> u8 {
    let kind = kind.format();
    let at = FORMATS.iter().position(|&format| format == kind);
    at.expect("all formats are listed") as u8
}

impl Terms {
    pub fn float(&mut self, op: FloatOp, kind: FloatKind, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), fold::float_width(kind));
        debug_assert_eq!(self.sort(a), self.sort(b));
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            let value = fold::float(op, kind, x, y);
            return self.bits(value, fold::float_width(kind));
        }
        let (a, b) = match op {
            FloatOp::Add | FloatOp::Mul => (a.min(b), a.max(b)),
            FloatOp::Sub | FloatOp::Div => (a, b),
        };
        let sort = self.repr(a).sort;
        let aux = op as u8 | format(kind) << 2;
        self.intern_with(Op::Float, aux, sort, [a.0, b.0, 0])
    }

    pub fn float_compare(&mut self, op: FloatCmp, kind: FloatKind, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), fold::float_width(kind));
        debug_assert_eq!(self.sort(a), self.sort(b));
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.bool(fold::float_compare(op, kind, x, y));
        }
        if a == b && op == FloatCmp::Lt {
            return FALSE;
        }
        // x <= x asks the same as x == x: whether it is a number.
        let (op, a, b) = match op {
            FloatCmp::Eq => (op, a.min(b), a.max(b)),
            FloatCmp::Le if a == b => (FloatCmp::Eq, a, b),
            FloatCmp::Le | FloatCmp::Lt => (op, a, b),
        };
        let aux = op as u8 | format(kind) << 2;
        self.intern_with(Op::FloatCompare, aux, PackedSort::BOOL, [a.0, b.0, 0])
    }

    pub fn float_neg(&mut self, kind: FloatKind, a: Term) -> Term {
        let width = fold::float_width(kind);
        let sign = self.bits(1 << (width - 1), width);
        self.bit_xor(a, sign)
    }

    pub fn float_abs(&mut self, kind: FloatKind, a: Term) -> Term {
        let width = fold::float_width(kind);
        let rest = self.bits(mask(width) >> 1, width);
        self.bit_and(a, rest)
    }

    pub fn float_is_nan(&mut self, kind: FloatKind, a: Term) -> Term {
        let number = self.float_compare(FloatCmp::Eq, kind, a, a);
        self.not(number)
    }

    pub fn float_convert(&mut self, from: FloatKind, to: FloatKind, a: Term) -> Term {
        debug_assert_eq!(self.width(a), fold::float_width(from));
        if from.format() == to.format() {
            return a;
        }
        let width = fold::float_width(to);
        if let Some(value) = self.as_bits(a) {
            return self.bits(fold::float_convert(from, to, value), width);
        }
        let aux = format(from) << 4 | format(to);
        self.intern_with(Op::FloatConvert, aux, PackedSort::bits(width), [a.0, 0, 0])
    }

    /// The number nearest to an integer.
    pub fn float_from_int(&mut self, kind: FloatKind, signed: bool, a: Term) -> Term {
        let width = fold::float_width(kind);
        if let Some(value) = self.as_bits(a) {
            let value = fold::float_from_int(kind, signed, value, self.width(a));
            return self.bits(value, width);
        }
        let repr = self.repr(a);
        match repr.op {
            Op::ZeroExtend => return self.float_from_int(kind, false, Term(repr.a)),
            Op::SignExtend if signed => return self.float_from_int(kind, true, Term(repr.a)),
            _ => {}
        }
        let aux = format(kind) << 1 | u8::from(signed);
        self.intern_with(Op::FloatFromInt, aux, PackedSort::bits(width), [a.0, 0, 0])
    }

    /// The integer part; see [`fold::float_to_int`] for what is out of range.
    pub fn float_to_int(&mut self, kind: FloatKind, signed: bool, a: Term, width: u32) -> Term {
        debug_assert_eq!(self.width(a), fold::float_width(kind));
        if let Some(value) = self.as_bits(a) {
            return self.bits(fold::float_to_int(kind, signed, value, width), width);
        }
        // As x86 does it: narrow types are what is left of wide ones.
        let through = fold::through_width(width, signed);
        if width < through {
            let wide = self.float_to_int(kind, true, a, through);
            return self.extract(wide, 0, width);
        }
        let aux = format(kind) << 1 | u8::from(signed);
        self.intern_with(Op::FloatToInt, aux, PackedSort::bits(width), [a.0, 0, 0])
    }
}

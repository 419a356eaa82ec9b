//! Terms as formulae of the logic.
//!
//! A bit vector has no sign and any width; C's types have both. So a term is said in
//! one of two ways: *low*, as a C value of at least its width with the right low
//! bits, which is all that sums, products and bitwise operations need; or
//! *extended*, with the upper bits copies of its highest bit, or zero. Where the
//! term's width is that of the C type both are the same.

use crate::fold;
use crate::term::{FloatCmp, FloatOp, Node, SymbolId, Term, Terms};
use logic::{FormulaId, Logic, TermId};
use program::{BinaryOp, FloatKind, IntKind, Program, Type, TypeId, UnaryOp};
use rustc_hash::FxHashMap;

/// Larger terms are not said: nobody would want to read them.
const MOST: u32 = 20_000;
const DEEPEST: u32 = 200;

/// Translates terms whose symbols stand for terms of the logic.
pub struct ToLogic<'a> {
    pub logic: &'a mut Logic,
    pub program: &'a Program,
    pub terms: &'a Terms,
    /// What the symbols stand for: values as [`crate::access`] has them.
    pub symbols: &'a FxHashMap<SymbolId, TermId>,
    work: u32,
    depth: u32,
}

impl<'a> ToLogic<'a> {
    pub fn new(
        logic: &'a mut Logic,
        program: &'a Program,
        terms: &'a Terms,
        symbols: &'a FxHashMap<SymbolId, TermId>,
    ) -> ToLogic<'a> {
        ToLogic {
            logic,
            program,
            terms,
            symbols,
            work: 0,
            depth: 0,
        }
    }

    /// Counts work; None if it is too much.
    fn enter(&mut self) -> Option<()> {
        self.work += 1;
        self.depth += 1;
        (self.work < MOST && self.depth < DEEPEST).then_some(())
    }

    /// A truth value as a formula.
    pub fn formula(&mut self, term: Term) -> Option<FormulaId> {
        self.enter()?;
        let formula = self.formula_inside(term);
        self.depth -= 1;
        formula
    }

    fn formula_inside(&mut self, term: Term) -> Option<FormulaId> {
        let program = self.program;
        Some(match self.terms.node(term) {
            Node::Bool(value) => self.logic.bool(value),
            Node::Not(a) => {
                let a = self.formula(a)?;
                self.logic.not(program, a)
            }
            Node::And(a, b) => {
                let both = [self.formula(a)?, self.formula(b)?];
                self.logic.and(program, both)
            }
            Node::Or(a, b) => {
                let both = [self.formula(a)?, self.formula(b)?];
                self.logic.or(program, both)
            }
            Node::Eq(a, b) if self.terms.sort(a) == crate::Sort::Bool => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                self.logic.iff(program, a, b)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.formula(a)?, self.formula(b)?);
                let yes = self.logic.and(program, [c, a]);
                let not = self.logic.not(program, c);
                let no = self.logic.and(program, [not, b]);
                self.logic.or(program, [yes, no])
            }
            Node::Eq(..)
            | Node::Ult(..)
            | Node::Ule(..)
            | Node::Slt(..)
            | Node::Sle(..)
            | Node::FloatCompare(..) => {
                let (op, a, b) = self.comparison(term)?;
                self.logic.compare(program, op, a, b)
            }
            _ => return None,
        })
    }

    /// The operands of a comparison, as C values of one type.
    fn comparison(&mut self, term: Term) -> Option<(BinaryOp, TermId, TermId)> {
        let (op, signed, a, b) = match self.terms.node(term) {
            Node::Eq(a, b) => (BinaryOp::Eq, None, a, b),
            Node::Ult(a, b) => (BinaryOp::Lt, Some(false), a, b),
            Node::Ule(a, b) => (BinaryOp::Le, Some(false), a, b),
            Node::Slt(a, b) => (BinaryOp::Lt, Some(true), a, b),
            Node::Sle(a, b) => (BinaryOp::Le, Some(true), a, b),
            Node::FloatCompare(op, kind, a, b) => {
                let op = match op {
                    FloatCmp::Eq => BinaryOp::Eq,
                    FloatCmp::Lt => BinaryOp::Lt,
                    FloatCmp::Le => BinaryOp::Le,
                };
                return Some((op, self.float(a, kind)?, self.float(b, kind)?));
            }
            _ => return None,
        };
        let natural = self.natural(a).or_else(|| self.natural(b));
        // Pointers are compared as pointers.
        if let Some(ty) = natural
            && self.program.types.is_pointer(ty)
            && signed != Some(true)
            && let (Some(x), Some(y)) = (self.pointer(a, ty), self.pointer(b, ty))
        {
            return Some((op, x, y));
        }
        let signed = signed.unwrap_or_else(|| {
            let bits = natural.and_then(|ty| self.program.types.bits(ty));
            bits.is_some_and(|(_, signed)| signed)
        });
        let ty = match natural {
            Some(ty) if self.holds(ty, self.terms.width(a), signed) => ty,
            _ => self.int_type(self.terms.width(a).max(32), signed),
        };
        Some((
            op,
            self.extended(a, signed, ty)?,
            self.extended(b, signed, ty)?,
        ))
    }

    /// Is it an integer type of exactly this width and sign, fit for arithmetic?
    fn holds(&self, ty: TypeId, width: u32, signed: bool) -> bool {
        let types = &self.program.types;
        types.is_integer(ty) && types.bits(ty) == Some((width, signed)) && width >= 32
    }

    /// The type that a term would have in C: that of the first symbol in it.
    fn natural(&self, term: Term) -> Option<TypeId> {
        let mut pending = vec![term];
        let mut seen = 0;
        while let Some(t) = pending.pop() {
            seen += 1;
            match self.terms.node(t) {
                Node::Symbol(symbol) => {
                    if let Some(&known) = self.symbols.get(&symbol) {
                        return Some(self.logic.ty(known));
                    }
                }
                Node::Add(..)
                | Node::Mul(..)
                | Node::BitAnd(..)
                | Node::BitOr(..)
                | Node::BitXor(..)
                | Node::Complement(_)
                | Node::SignExtend(_)
                | Node::ZeroExtend(_)
                    if seen < 16 =>
                {
                    let operands: Vec<_> = self.terms.operands(t).collect();
                    pending.extend(operands.into_iter().rev());
                }
                _ => {}
            }
        }
        None
    }

    /// The narrowest integer type of at least so many bits.
    fn int_type(&self, width: u32, signed: bool) -> TypeId {
        let model = self.program.model();
        let kinds = [
            IntKind::UChar,
            IntKind::UShort,
            IntKind::UInt,
            IntKind::ULong,
            IntKind::ULongLong,
        ];
        let kind = kinds.into_iter().find(|&k| model.int_bits(k) >= width);
        let kind = kind.unwrap_or(IntKind::UInt128);
        let kind = if signed { kind.to_signed() } else { kind };
        self.program.types.int_type(kind)
    }

    fn bits_of(&self, ty: TypeId) -> u32 {
        self.program.types.bits(ty).map_or(0, |(bits, _)| bits)
    }

    fn cast(&mut self, term: TermId, ty: TypeId) -> TermId {
        // There and back again.
        if let logic::Term::Cast(inner) = self.logic.term(term)
            && self.logic.ty(inner) == ty
            && self.program.types.float_kind(ty).is_none()
            && self.bits_of(self.logic.ty(term)) >= self.bits_of(ty)
        {
            return inner;
        }
        self.logic.cast(self.program, term, ty)
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let ty = match op.is_comparison() {
            true => self.program.types.common.int,
            false => self.logic.ty(a),
        };
        self.logic.binary(self.program, op, a, b, ty)
    }

    fn constant(&mut self, value: i128, ty: TypeId) -> TermId {
        self.logic.int(self.program, value, ty)
    }

    /// A pointer of a type, without a detour through numbers.
    fn pointer(&mut self, term: Term, ty: TypeId) -> Option<TermId> {
        match self.terms.node(term) {
            Node::Symbol(symbol) => {
                let known = *self.symbols.get(&symbol)?;
                let pointer = self.program.types.is_pointer(self.logic.ty(known));
                pointer.then(|| self.cast(known, ty))
            }
            Node::Bits(value) => Some(self.constant(value as i128, ty)),
            Node::Add(a, b) => {
                let bytes = fold::signed(self.terms.as_bits(b)?, self.terms.width(b));
                let to = self.program.types.pointee(ty)?;
                let stride = i128::from(self.program.types.stride_of(to.ty)?);
                if stride == 0 || bytes % stride != 0 {
                    return None;
                }
                let base = self.pointer(a, ty)?;
                let ptrdiff = self.program.types.common.ptrdiff;
                let count = self.constant(bytes / stride, ptrdiff);
                Some(self.binary(BinaryOp::PointerAdd, base, count))
            }
            _ => None,
        }
    }

    /// A C value of the integer type `ty`, at least as wide as the term and `int`,
    /// whose low bits are the term's.
    fn low(&mut self, term: Term, ty: TypeId) -> Option<TermId> {
        self.enter()?;
        let result = self.low_inside(term, ty);
        self.depth -= 1;
        result
    }

    fn low_inside(&mut self, term: Term, ty: TypeId) -> Option<TermId> {
        let op = match self.terms.node(term) {
            Node::Add(a, b) => {
                // Minus a constant, or minus something, reads better so.
                let width = self.terms.width(b);
                if let Some(c) = self.terms.as_bits(b)
                    && fold::signed(c, width) < 0
                    && c != 1 << (width - 1)
                {
                    let a = self.low(a, ty)?;
                    let b = self.constant(-fold::signed(c, width), ty);
                    return Some(self.binary(BinaryOp::Sub, a, b));
                }
                if let Some(negated) = self.negated(b) {
                    let (a, b) = (self.low(a, ty)?, self.low(negated, ty)?);
                    return Some(self.binary(BinaryOp::Sub, a, b));
                }
                (BinaryOp::Add, a, b)
            }
            Node::Mul(..) if self.negated(term).is_some() => {
                let of = self.negated(term)?;
                let of = self.low(of, ty)?;
                return Some(self.logic.unary(self.program, UnaryOp::Neg, of));
            }
            Node::Mul(a, b) => (BinaryOp::Mul, a, b),
            Node::BitAnd(a, b) => (BinaryOp::And, a, b),
            Node::BitOr(a, b) => (BinaryOp::Or, a, b),
            Node::BitXor(a, b) => (BinaryOp::Xor, a, b),
            Node::Complement(a) => {
                let a = self.low(a, ty)?;
                return Some(self.logic.unary(self.program, UnaryOp::Not, a));
            }
            Node::Extract { of, low: 0 } if self.bits_of(ty) >= self.terms.width(of) => {
                return self.low(of, ty);
            }
            _ => return self.exact(term, false, ty),
        };
        let (op, a, b) = op;
        let (a, b) = (self.low(a, ty)?, self.low(b, ty)?);
        Some(self.binary(op, a, b))
    }

    /// `x` if the term is `-x`.
    fn negated(&self, term: Term) -> Option<Term> {
        let Node::Mul(a, b) = self.terms.node(term) else {
            return None;
        };
        let minus = fold::unsigned(-1, self.terms.width(b));
        (self.terms.as_bits(b) == Some(minus)).then_some(a)
    }

    /// The term as a value of the integer type `ty`, at least as wide as `int` and
    /// the term: its number with or without a sign.
    fn extended(&mut self, term: Term, signed: bool, ty: TypeId) -> Option<TermId> {
        self.enter()?;
        let result = match self.terms.node(term) {
            Node::Add(..)
            | Node::Mul(..)
            | Node::BitAnd(..)
            | Node::BitOr(..)
            | Node::BitXor(..)
            | Node::Complement(_) => {
                let low = self.low(term, ty)?;
                Some(self.truncated(low, self.terms.width(term), signed))
            }
            _ => self.exact(term, signed, ty),
        };
        self.depth -= 1;
        result
    }

    /// The low bits of a value, as a number with or without a sign.
    fn truncated(&mut self, value: TermId, width: u32, signed: bool) -> TermId {
        let ty = self.logic.ty(value);
        let bits = self.bits_of(ty);
        if width == bits {
            return value;
        }
        let narrow = self.int_type(width, signed);
        if self.bits_of(narrow) == width {
            let narrow = self.cast(value, narrow);
            return self.cast(narrow, ty);
        }
        if !signed {
            let mask = self.constant((u128::MAX >> (128 - width)) as i128, ty);
            return self.binary(BinaryOp::And, value, mask);
        }
        // Up to the sign's place, and down again.
        let wide = self.int_type(bits, true);
        let value = self.cast(value, wide);
        let by = self.constant((bits - width).into(), self.program.types.common.int);
        let value = self.binary(BinaryOp::Shl, value, by);
        let value = self.binary(BinaryOp::Shr, value, by);
        self.cast(value, ty)
    }

    /// Like `extended`, for terms that are not sums, products or bitwise.
    fn exact(&mut self, term: Term, signed: bool, ty: TypeId) -> Option<TermId> {
        let width = self.terms.width(term);
        // Where a result has all the type's bits, either sign will do for it.
        let operand = |of: &Self, signed| of.int_type(of.bits_of(ty), signed);
        let wide = self.bits_of(ty) > width;
        Some(match self.terms.node(term) {
            Node::Bits(value) => {
                let value = if signed {
                    fold::signed(value, width)
                } else {
                    value as i128
                };
                self.constant(value, ty)
            }
            Node::Symbol(symbol) => {
                let known = *self.symbols.get(&symbol)?;
                let own = self.logic.ty(known);
                let (own_bits, own_signed) = match self.program.types.get(own) {
                    // Its value has one bit, whatever the width of the term.
                    Type::Int(IntKind::Bool) => (width, false),
                    _ => self.program.types.bits(own)?,
                };
                if own_bits != width {
                    return None;
                }
                let fits = own_signed == signed || !wide;
                let known = match fits || own == self.program.types.common.bool {
                    true => known,
                    false => {
                        let other = self.int_type(width, signed);
                        self.cast(known, other)
                    }
                };
                self.cast(known, ty)
            }
            Node::ZeroExtend(a) => self.extended(a, false, ty)?,
            Node::SignExtend(a) => {
                let value = self.extended(a, true, ty)?;
                match signed {
                    true => value,
                    false => self.truncated(value, width, false),
                }
            }
            Node::Extract { of, low } => {
                let whole = self.int_type(self.terms.width(of).max(self.bits_of(ty)), false);
                let mut value = self.low(of, whole)?;
                if low > 0 {
                    // What comes down from above is cut off, or zero.
                    value = self.extended(of, false, whole)?;
                    let by = self.constant(low.into(), self.program.types.common.int);
                    value = self.binary(BinaryOp::Shr, value, by);
                }
                let value = self.truncated(value, width, signed);
                self.cast(value, ty)
            }
            Node::Concat(high, low) => {
                let unsigned = operand(self, false);
                let by = self.terms.width(low);
                let high = self.extended(high, signed, ty)?;
                let high = self.cast(high, unsigned);
                let by = self.constant(by.into(), self.program.types.common.int);
                let high = self.binary(BinaryOp::Shl, high, by);
                let low = self.extended(low, false, unsigned)?;
                let value = self.binary(BinaryOp::Or, high, low);
                self.cast(value, ty)
            }
            Node::UDiv(a, b) => self.divide(BinaryOp::Div, false, (a, b), signed, ty)?,
            Node::URem(a, b) => self.divide(BinaryOp::Rem, false, (a, b), signed, ty)?,
            Node::SDiv(a, b) => self.divide(BinaryOp::Div, true, (a, b), signed, ty)?,
            Node::SRem(a, b) => self.divide(BinaryOp::Rem, true, (a, b), signed, ty)?,
            Node::Shl(a, b) | Node::LShr(a, b) | Node::AShr(a, b) => {
                let arithmetic = matches!(self.terms.node(term), Node::AShr(..));
                let op = match self.terms.node(term) {
                    Node::Shl(..) => BinaryOp::Shl,
                    _ => BinaryOp::Shr,
                };
                // An amount beyond the width shifts all out in the wider type, too,
                // unless it is to the left.
                if op == BinaryOp::Shl && wide && self.terms.as_bits(b).is_none() {
                    return None;
                }
                let shifted = operand(self, arithmetic);
                let a = self.extended(a, arithmetic, shifted)?;
                let amount = operand(self, false);
                let b = self.extended(b, false, amount)?;
                let value = self.binary(op, a, b);
                let value = self.truncated(value, width, signed);
                self.cast(value, ty)
            }
            Node::Ite(c, a, b) => self.choice(c, a, b, signed, ty)?,
            Node::FloatToInt {
                kind,
                signed: s,
                of,
                ..
            } => {
                let to = self.int_type(width, s);
                if self.bits_of(to) != width {
                    return None;
                }
                let of = self.float(of, kind)?;
                let value = self.cast(of, to);
                let other = self.int_type(width, signed);
                let value = self.cast(value, other);
                self.cast(value, ty)
            }
            Node::Add(..)
            | Node::Mul(..)
            | Node::BitAnd(..)
            | Node::BitOr(..)
            | Node::BitXor(..)
            | Node::Complement(_) => return self.extended(term, signed, ty),
            _ => return None,
        })
    }

    /// Division. By zero C says nothing, and SMT-LIB something else: the meaning is
    /// kept where no divisor is zero.
    fn divide(
        &mut self,
        op: BinaryOp,
        of_signed: bool,
        (a, b): (Term, Term),
        signed: bool,
        ty: TypeId,
    ) -> Option<TermId> {
        let operand = self.int_type(self.bits_of(ty), of_signed);
        let (x, y) = (
            self.extended(a, of_signed, operand)?,
            self.extended(b, of_signed, operand)?,
        );
        let value = self.binary(op, x, y);
        let value = self.truncated(value, self.terms.width(a), signed);
        Some(self.cast(value, ty))
    }

    /// `c ? a : b`, which the program's expressions do not have: `c * a + !c * b`.
    fn choice(&mut self, c: Term, a: Term, b: Term, signed: bool, ty: TypeId) -> Option<TermId> {
        let truth = self.truth(c)?;
        let yes = self.cast(truth, ty);
        let is = |t: Term, v: u128| self.terms.as_bits(t) == Some(v);
        if is(a, 1) && is(b, 0) && (!signed || self.terms.width(a) > 1) {
            return Some(yes);
        }
        let zero = self.constant(0, self.program.types.common.int);
        let no = self.binary(BinaryOp::Eq, truth, zero);
        let no = self.cast(no, ty);
        let (a, b) = (self.extended(a, signed, ty)?, self.extended(b, signed, ty)?);
        let (a, b) = (
            self.binary(BinaryOp::Mul, yes, a),
            self.binary(BinaryOp::Mul, no, b),
        );
        Some(self.binary(BinaryOp::Add, a, b))
    }

    /// A truth value as an `int`, 0 or 1.
    fn truth(&mut self, term: Term) -> Option<TermId> {
        self.enter()?;
        let int = self.program.types.common.int;
        let result = match self.terms.node(term) {
            Node::Bool(value) => self.constant(value.into(), int),
            Node::Not(a) => {
                let a = self.truth(a)?;
                let zero = self.constant(0, int);
                self.binary(BinaryOp::Eq, a, zero)
            }
            Node::And(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                self.binary(BinaryOp::And, a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                self.binary(BinaryOp::Or, a, b)
            }
            Node::Eq(a, b) if self.terms.sort(a) == crate::Sort::Bool => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                self.binary(BinaryOp::Eq, a, b)
            }
            _ => {
                let (op, a, b) = self.comparison(term)?;
                self.binary(op, a, b)
            }
        };
        self.depth -= 1;
        Some(result)
    }

    /// The bits of a float as that float.
    fn float(&mut self, term: Term, kind: FloatKind) -> Option<TermId> {
        self.enter()?;
        let result = self.float_inside(term, kind);
        self.depth -= 1;
        result
    }

    fn float_inside(&mut self, term: Term, kind: FloatKind) -> Option<TermId> {
        let types = &self.program.types;
        let ty = types.float_type(kind.format())?;
        Some(match self.terms.node(term) {
            Node::Symbol(symbol) => {
                let known = *self.symbols.get(&symbol)?;
                let own = types.float_kind(self.logic.ty(known))?;
                return (own.format() == kind.format()).then_some(known);
            }
            Node::Bits(bits) => self.logic.float(bits, ty),
            Node::Float(op, _, a, b) => {
                let op = match op {
                    FloatOp::Add => BinaryOp::Add,
                    FloatOp::Sub => BinaryOp::Sub,
                    FloatOp::Mul => BinaryOp::Mul,
                    FloatOp::Div => BinaryOp::Div,
                };
                let (a, b) = (self.float(a, kind)?, self.float(b, kind)?);
                self.binary(op, a, b)
            }
            Node::FloatConvert { from, of, .. } => {
                let of = self.float(of, from)?;
                self.logic.cast(self.program, of, ty)
            }
            Node::FloatFromInt { signed, of, .. } => {
                let int = self.int_type(self.terms.width(of).max(32), signed);
                let of = self.extended(of, signed, int)?;
                self.logic.cast(self.program, of, ty)
            }
            Node::BitXor(a, b) => {
                let sign = 1 << (self.terms.width(term) - 1);
                if self.terms.as_bits(b) != Some(sign) {
                    return None;
                }
                let a = self.float(a, kind)?;
                self.logic.unary(self.program, UnaryOp::Neg, a)
            }
            _ => return None,
        })
    }
}

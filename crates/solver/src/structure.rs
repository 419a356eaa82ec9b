//! Taking bit vectors apart and putting them together.
//!
//! Concatenations are nested to the right: the high operand is none. What was
//! taken apart in any way and is put together again gives the term it came from,
//! so that values survive their way through memory as bytes.

use crate::fold;
use crate::term::{Op, PackedSort, Term, Terms, mask};

impl Terms {
    /// `width` bits of `term`, from bit `low` up.
    pub fn extract(&mut self, term: Term, low: u32, width: u32) -> Term {
        let full = self.width(term);
        debug_assert!(width >= 1 && low + width <= full, "{low}+{width} of {full}");
        if width == full {
            return term;
        }
        if let Some(value) = self.as_bits(term) {
            return self.bits(value >> low, width);
        }
        if self.descend() {
            let simpler = self.extract_inside(term, low, width);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern(Op::Extract, PackedSort::bits(width), [term.0, low, 0])
    }

    fn extract_inside(&mut self, term: Term, low: u32, width: u32) -> Option<Term> {
        let repr = self.repr(term);
        let (a, b, c) = (Term(repr.a), Term(repr.b), Term(repr.c));
        let end = low + width;
        Some(match repr.op {
            Op::Extract => self.extract(a, low + repr.b, width),
            Op::Concat => {
                let seam = self.width(b);
                if end <= seam {
                    self.extract(b, low, width)
                } else if low >= seam {
                    self.extract(a, low - seam, width)
                } else {
                    let high = self.extract(a, 0, end - seam);
                    let low = self.extract(b, low, seam - low);
                    self.concat(high, low)
                }
            }
            Op::ZeroExtend => {
                let inner = self.width(a);
                if end <= inner {
                    self.extract(a, low, width)
                } else if low >= inner {
                    self.bits(0, width)
                } else {
                    let part = self.extract(a, low, inner - low);
                    self.zero_extend(part, width)
                }
            }
            Op::SignExtend => {
                let inner = self.width(a);
                if end <= inner {
                    self.extract(a, low, width)
                } else {
                    let low = low.min(inner - 1);
                    let part = self.extract(a, low, inner - low);
                    self.sign_extend(part, width)
                }
            }
            Op::Ite if self.is_constant(b) && self.is_constant(c) => {
                let (b, c) = (self.extract(b, low, width), self.extract(c, low, width));
                self.ite(a, b, c)
            }
            Op::Symbol if end <= self.trailing_zeros(term) => self.bits(0, width),
            Op::Mul | Op::Add | Op::Complement => return self.extract_sum(term, low, width),
            Op::BitAnd | Op::BitOr | Op::BitXor => {
                let part = self.as_bits(b)? >> low & mask(width);
                match (repr.op, part) {
                    (Op::BitAnd, 0) => self.bits(0, width),
                    (Op::BitOr | Op::BitXor, 0) => self.extract(a, low, width),
                    (Op::BitAnd, ones) if ones == mask(width) => self.extract(a, low, width),
                    (Op::BitOr, ones) if ones == mask(width) => self.bits(ones, width),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Low bits of a sum or product depend on the low bits of its operands only.
    fn extract_sum(&mut self, term: Term, low: u32, width: u32) -> Option<Term> {
        let (monomials, constant) = self.monomials(term);
        if let [(atom, coefficient)] = monomials[..]
            && constant == 0
            && coefficient.is_power_of_two()
            && coefficient > 1
        {
            let shift = coefficient.trailing_zeros();
            if low + width <= shift {
                return Some(self.bits(0, width));
            }
            if low >= shift {
                return Some(self.extract(atom, low - shift, width));
            }
        }
        if low > 0 {
            return None;
        }
        let all = mask(width);
        if let [(product, 1)] = monomials[..]
            && constant == 0
        {
            let repr = self.repr(product);
            let (a, b) = (Term(repr.a), Term(repr.b));
            if repr.op != Op::Mul || !self.narrows(a) || !self.narrows(b) {
                return None;
            }
            let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
            return Some(self.mul(a, b));
        }
        // Otherwise one extraction would become several.
        let stay = monomials
            .iter()
            .filter(|&&(atom, coefficient)| coefficient & all != 0 && !self.narrows(atom))
            .count();
        if stay > 1 {
            return None;
        }
        let mut sum = self.bits(constant, width);
        for (atom, coefficient) in monomials {
            if coefficient & all != 0 {
                let part = self.extract(atom, 0, width);
                let coefficient = self.bits(coefficient, width);
                let part = self.mul(part, coefficient);
                sum = self.add(sum, part);
            }
        }
        Some(sum)
    }

    /// Whether taking low bits of a term makes no new term, or a smaller one.
    fn narrows(&self, term: Term) -> bool {
        let op = self.repr(term).op;
        matches!(
            op,
            Op::Bits | Op::Wide | Op::ZeroExtend | Op::SignExtend | Op::Concat | Op::Extract
        )
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (h, l) = (self.width(high), self.width(low));
        let width = h + l;
        if let Some(x) = self.as_bits(high) {
            if let Some(y) = self.as_bits(low) {
                return self.bits(x << l | y, width);
            }
            if x == 0 {
                return self.zero_extend(low, width);
            }
        }
        let repr = self.repr(high);
        match repr.op {
            Op::Concat => {
                let rest = self.concat(Term(repr.b), low);
                return self.concat(Term(repr.a), rest);
            }
            Op::ZeroExtend => {
                let inner = self.concat(Term(repr.a), low);
                return self.zero_extend(inner, width);
            }
            _ => {}
        }
        let below = self.repr(low);
        if below.op == Op::Concat {
            if let Some(joined) = self.join(high, Term(below.a)) {
                return self.concat(joined, Term(below.b));
            }
        } else if let Some(joined) = self.join(high, low) {
            return joined;
        }
        if self.is_sign_of(high, low) {
            return self.sign_extend(low, width);
        }
        self.intern(Op::Concat, PackedSort::bits(width), [high.0, low.0, 0])
    }

    /// Two neighbours as one term that is no concatenation.
    fn join(&mut self, high: Term, low: Term) -> Option<Term> {
        let (h, l) = (self.width(high), self.width(low));
        if let (Some(x), Some(y)) = (self.as_bits(high), self.as_bits(low)) {
            return Some(self.bits(x << l | y, h + l));
        }
        let (above, below) = (self.repr(high), self.repr(low));
        // Bits of one word, even if one of them was simplified on the way.
        if above.op == Op::Extract {
            let (of, at) = (Term(above.a), above.b);
            if at >= l && self.extract(of, at - l, l) == low {
                return Some(self.extract(of, at - l, h + l));
            }
        }
        if below.op == Op::Extract {
            let (of, at) = (Term(below.a), below.b);
            if at + l + h <= self.width(of) && self.extract(of, at + l, h) == high {
                return Some(self.extract(of, at, h + l));
            }
        }
        if above.op == Op::Ite && below.op == Op::Ite && above.a == below.a && self.descend() {
            let a = self.concat(Term(above.b), Term(below.b));
            let b = self.concat(Term(above.c), Term(below.c));
            let joined = self.ite(Term(above.a), a, b);
            self.ascend();
            return Some(joined);
        }
        None
    }

    /// Whether all bits of `high` are the highest bit of `low`.
    fn is_sign_of(&mut self, high: Term, low: Term) -> bool {
        let repr = self.repr(high);
        let sign = match repr.op {
            Op::SignExtend => Term(repr.a),
            _ => high,
        };
        self.width(sign) == 1
            && self.repr(sign).op == Op::Extract
            && self.extract(low, self.width(low) - 1, 1) == sign
    }

    pub fn zero_extend(&mut self, term: Term, width: u32) -> Term {
        let from = self.width(term);
        debug_assert!(from <= width, "{from} to {width}");
        if from == width {
            return term;
        }
        if let Some(value) = self.as_bits(term) {
            return self.bits(value, width);
        }
        let repr = self.repr(term);
        let (a, b, c) = (Term(repr.a), Term(repr.b), Term(repr.c));
        match repr.op {
            Op::ZeroExtend => return self.zero_extend(a, width),
            Op::Ite if self.is_constant(b) && self.is_constant(c) => {
                let (b, c) = (self.zero_extend(b, width), self.zero_extend(c, width));
                return self.ite(a, b, c);
            }
            // The bits that were cut off are zero anyway.
            Op::Extract if repr.b == 0 && self.length(a) <= from => {
                return match self.width(a) {
                    whole if whole <= width => self.zero_extend(a, width),
                    _ => self.extract(a, 0, width),
                };
            }
            _ => {}
        }
        self.intern(Op::ZeroExtend, PackedSort::bits(width), [term.0, 0, 0])
    }

    pub fn sign_extend(&mut self, term: Term, width: u32) -> Term {
        let from = self.width(term);
        debug_assert!(from <= width, "{from} to {width}");
        if from == width {
            return term;
        }
        if let Some(value) = self.as_bits(term) {
            return self.bits(fold::signed(value, from) as u128, width);
        }
        let repr = self.repr(term);
        let (a, b, c) = (Term(repr.a), Term(repr.b), Term(repr.c));
        match repr.op {
            Op::SignExtend => return self.sign_extend(a, width),
            Op::ZeroExtend => return self.zero_extend(a, width),
            Op::Ite if self.is_constant(b) && self.is_constant(c) => {
                let (b, c) = (self.sign_extend(b, width), self.sign_extend(c, width));
                return self.ite(a, b, c);
            }
            Op::Extract if repr.b == 0 && self.length(a) < from => {
                return self.zero_extend(term, width);
            }
            _ => {}
        }
        self.intern(Op::SignExtend, PackedSort::bits(width), [term.0, 0, 0])
    }

    /// The low bits, or the term extended with zeros or its sign.
    pub fn resize(&mut self, term: Term, width: u32, signed: bool) -> Term {
        match self.width(term) {
            from if from > width => self.extract(term, 0, width),
            _ if signed => self.sign_extend(term, width),
            _ => self.zero_extend(term, width),
        }
    }
}

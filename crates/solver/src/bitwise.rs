//! Bitwise operators, shifts and division.
//!
//! What only moves bits becomes a matter of `structure.rs`: shifts by constants,
//! masks of low bits, division by powers of two, disjunction of parts that do
//! not overlap. A shift to the left by a constant is a product.

use crate::fold;
use crate::term::{Op, Term, Terms, mask};

impl Terms {
    pub fn complement(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_bits(a) {
            return self.bits(!value, width);
        }
        let repr = self.repr(a);
        let (x, y, z) = (Term(repr.a), Term(repr.b), Term(repr.c));
        match repr.op {
            Op::Complement => return x,
            Op::Ite if self.is_constant(y) && self.is_constant(z) => {
                let (y, z) = (self.complement(y), self.complement(z));
                return self.ite(x, y, z);
            }
            // -a - 1
            Op::Add => {
                let ones = self.bits(mask(width), width);
                return self.sub(ones, a);
            }
            Op::Mul if self.is_constant(y) => {
                let ones = self.bits(mask(width), width);
                return self.sub(ones, a);
            }
            _ => {}
        }
        self.intern(Op::Complement, repr.sort, [a.0, 0, 0])
    }

    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Op::BitAnd, a, b)
    }

    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Op::BitOr, a, b)
    }

    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        self.bitwise(Op::BitXor, a, b)
    }

    fn bitwise(&mut self, op: Op, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        let (a, b) = match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bits(apply(op, x, y), width),
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            (None, None) => (a.min(b), a.max(b)),
        };
        if a == b {
            return match op {
                Op::BitXor => self.bits(0, width),
                _ => a,
            };
        }
        let settled = match self.as_bits(b) {
            Some(value) => self.bitwise_constant(op, a, value),
            None => self.bitwise_related(op, a, b),
        };
        if let Some(settled) = settled {
            return settled;
        }
        if self.descend() {
            let simpler = self.bitwise_inside(op, a, b);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern_binary(op, a, b)
    }

    fn bitwise_constant(&mut self, op: Op, a: Term, value: u128) -> Option<Term> {
        let width = self.width(a);
        let repr = self.repr(a);
        Some(match op {
            Op::BitAnd if value == 0 => self.bits(0, width),
            Op::BitAnd if value == mask(width) => a,
            Op::BitOr | Op::BitXor if value == 0 => a,
            Op::BitOr if value == mask(width) => self.bits(value, width),
            Op::BitXor if value == mask(width) => self.complement(a),
            _ if repr.op == op => {
                let inner = self.as_bits(Term(repr.b))?;
                let value = self.bits(apply(op, inner, value), width);
                self.bitwise(op, Term(repr.a), value)
            }
            Op::BitAnd | Op::BitOr if runs(value) <= MOST_RUNS => self.masked(op, a, value),
            _ => return None,
        })
    }

    /// A mask is a matter of cutting and joining: `x & 0xff0` has eight bits of
    /// `x` between zeros.
    fn masked(&mut self, op: Op, a: Term, value: u128) -> Term {
        let width = self.width(a);
        let mut whole: Option<Term> = None;
        let mut low = 0;
        while low < width {
            let ones = value >> low & 1 != 0;
            let run = match ones {
                true => (value >> low).trailing_ones(),
                false => (value >> low).trailing_zeros(),
            };
            let run = run.min(width - low);
            let part = match (op, ones) {
                (Op::BitAnd, false) => self.bits(0, run),
                (Op::BitOr, true) => self.bits(mask(run), run),
                _ => self.extract(a, low, run),
            };
            whole = Some(whole.map_or(part, |whole| self.concat(part, whole)));
            low += run;
        }
        whole.expect("a width is not zero")
    }

    /// One operand is the other's complement.
    fn bitwise_related(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let is_complement = |x: Term, y: Term| {
            let repr = self.repr(x);
            repr.op == Op::Complement && repr.a == y.0
        };
        if !is_complement(a, b) && !is_complement(b, a) {
            return None;
        }
        let width = self.width(a);
        Some(match op {
            Op::BitAnd => self.bits(0, width),
            _ => self.bits(mask(width), width),
        })
    }

    fn bitwise_inside(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (left, right) = (self.repr(a), self.repr(b));
        let (x, y) = (Term(left.a), Term(right.a));
        let constant = self.as_bits(b);
        match (left.op, right.op) {
            (Op::ZeroExtend, Op::ZeroExtend) | (Op::SignExtend, Op::SignExtend) => {
                let (x, y) = self.level(x, y, left.op);
                let inner = self.bitwise(op, x, y);
                return Some(self.resize(inner, width, left.op == Op::SignExtend));
            }
            (Op::ZeroExtend | Op::SignExtend, Op::Bits | Op::Wide) => {
                let value = constant?;
                let inner = self.width(x);
                let signed = left.op == Op::SignExtend;
                let narrow = self.bits(value, inner);
                // Masking removes what does not fit.
                let fits = self.resize(narrow, width, signed) == b;
                if fits || op == Op::BitAnd && !signed {
                    let inner = self.bitwise(op, x, narrow);
                    return Some(self.resize(inner, width, signed));
                }
            }
            (Op::Ite, _) if self.is_choice(a) && constant.is_some() => {
                let yes = self.bitwise(op, Term(left.b), b);
                let no = self.bitwise(op, Term(left.c), b);
                return Some(self.ite(x, yes, no));
            }
            (Op::Ite, Op::Ite) if self.is_choice(a) && self.is_choice(b) => {
                return self.bitwise_choices(op, left, right);
            }
            _ => {}
        }
        if op != Op::BitAnd {
            for (high, low) in [(a, b), (b, a)] {
                let seam = self.length(low);
                if seam > 0 && seam < width && self.trailing_zeros(high) >= seam {
                    let high = self.extract(high, seam, width - seam);
                    let low = self.extract(low, 0, seam);
                    return Some(self.concat(high, low));
                }
            }
        }
        None
    }

    /// Of one condition, or truth values as numbers: both choose between a
    /// constant and zero.
    fn bitwise_choices(
        &mut self,
        op: Op,
        left: crate::term::Repr,
        right: crate::term::Repr,
    ) -> Option<Term> {
        let (c, d) = (Term(left.a), Term(right.a));
        if c == d {
            let yes = self.bitwise(op, Term(left.b), Term(right.b));
            let no = self.bitwise(op, Term(left.c), Term(right.c));
            return Some(self.ite(c, yes, no));
        }
        if (left.b, left.c) != (right.b, right.c) || self.as_bits(Term(left.c)) != Some(0) {
            return None;
        }
        let condition = match op {
            Op::BitAnd => self.and(c, d),
            Op::BitOr => self.or(c, d),
            _ => self.ne(c, d),
        };
        Some(self.ite(condition, Term(left.b), Term(left.c)))
    }

    /// A choice between two constants.
    fn is_choice(&self, term: Term) -> bool {
        let repr = self.repr(term);
        repr.op == Op::Ite && self.is_constant(Term(repr.b)) && self.is_constant(Term(repr.c))
    }

    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => self.bits(fold::shl(x, y, width), width),
            (None, Some(y)) if y >= width.into() => self.bits(0, width),
            (None, Some(_)) if self.is_choice(a) => {
                let repr = self.repr(a);
                let (yes, no) = (self.shl(Term(repr.b), b), self.shl(Term(repr.c), b));
                self.ite(Term(repr.a), yes, no)
            }
            (None, Some(y)) => {
                let factor = self.bits(1 << y, width);
                self.mul(a, factor)
            }
            (Some(0), None) => a,
            _ => self.intern_binary(Op::Shl, a, b),
        }
    }

    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => self.bits(fold::lshr(x, y, width), width),
            (None, Some(y)) if y >= width.into() => self.bits(0, width),
            (None, Some(y)) => {
                let high = self.extract(a, y as u32, width - y as u32);
                self.zero_extend(high, width)
            }
            (Some(0), None) => a,
            _ => self.intern_binary(Op::LShr, a, b),
        }
    }

    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => self.bits(fold::ashr(x, y, width), width),
            (None, Some(y)) => {
                let low = y.min(u128::from(width - 1)) as u32;
                let high = self.extract(a, low, width - low);
                self.sign_extend(high, width)
            }
            (Some(0), None) => a,
            (Some(ones), None) if ones == mask(width) => a,
            _ if self.is_nonnegative(a) => self.lshr(a, b),
            _ => self.intern_binary(Op::AShr, a, b),
        }
    }

    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bits(fold::udiv(x, y, width), width),
            (_, Some(0)) => return self.bits(mask(width), width),
            (_, Some(y)) if y.is_power_of_two() => {
                let shift = self.bits(y.trailing_zeros().into(), width);
                return self.lshr(a, shift);
            }
            (_, Some(y)) => {
                if self.range(a).1 < y {
                    return self.bits(0, width);
                }
                let repr = self.repr(a);
                if repr.op == Op::ZeroExtend && self.descend() {
                    let inner = Term(repr.a);
                    let y = self.bits(y, self.width(inner));
                    let quotient = self.udiv(inner, y);
                    self.ascend();
                    return self.zero_extend(quotient, width);
                }
            }
            _ => {}
        }
        self.intern_binary(Op::UDiv, a, b)
    }

    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.bits(0, width);
        }
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bits(fold::urem(x, y), width),
            (_, Some(0)) => return a,
            (_, Some(1)) => return self.bits(0, width),
            (_, Some(y)) if y.is_power_of_two() => {
                let rest = self.extract(a, 0, y.trailing_zeros());
                return self.zero_extend(rest, width);
            }
            (_, Some(y)) => {
                if self.range(a).1 < y {
                    return a;
                }
                let repr = self.repr(a);
                if repr.op == Op::ZeroExtend && self.descend() {
                    let inner = Term(repr.a);
                    let y = self.bits(y, self.width(inner));
                    let rest = self.urem(inner, y);
                    self.ascend();
                    return self.zero_extend(rest, width);
                }
            }
            _ => {}
        }
        self.intern_binary(Op::URem, a, b)
    }

    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bits(fold::sdiv(x, y, width), width),
            (None, Some(0)) => {
                let zero = self.bits(0, width);
                let negative = self.slt(a, zero);
                let (one, ones) = (self.bits(1, width), self.bits(mask(width), width));
                return self.ite(negative, one, ones);
            }
            (None, Some(y)) if y == mask(width) => return self.neg(a),
            (None, Some(1)) => return a,
            _ => {}
        }
        // A divisor that may be zero is no matter: the dividend has no sign.
        match self.is_nonnegative(a) && self.is_nonnegative(b) {
            true => self.udiv(a, b),
            false => self.intern_binary(Op::SDiv, a, b),
        }
    }

    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.bits(0, width);
        }
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bits(fold::srem(x, y, width), width),
            (None, Some(0)) => return a,
            (None, Some(1)) => return self.bits(0, width),
            (None, Some(y)) if y == mask(width) => return self.bits(0, width),
            _ => {}
        }
        match self.is_nonnegative(a) && self.is_nonnegative(b) {
            true => self.urem(a, b),
            false => self.intern_binary(Op::SRem, a, b),
        }
    }
}

/// A mask with more runs of ones than this stays a mask.
const MOST_RUNS: u32 = 4;

fn runs(value: u128) -> u32 {
    (value & !(value << 1)).count_ones()
}

fn apply(op: Op, a: u128, b: u128) -> u128 {
    match op {
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        _ => a ^ b,
    }
}

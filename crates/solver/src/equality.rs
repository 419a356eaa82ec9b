//! Equality.
//!
//! Equations between sums are solved: monomials that occur on both sides go, the
//! first one that stays is on the left with a positive coefficient, and the
//! constant is on the right.

use crate::fold;
use crate::linear::{Monomial, inverse};
use crate::term::{FALSE, Op, PackedSort, TRUE, Term, Terms, mask};

impl Terms {
    /// `a == b`, of any one sort but arrays.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return TRUE;
        }
        if self.repr(a).sort == PackedSort::BOOL {
            return self.eq_bool(a, b);
        }
        let (a, b) = match self.is_constant(a) {
            true if self.is_constant(b) => return FALSE,
            true => (b, a),
            false => (a, b),
        };
        if self.is_sum(a) || self.is_sum(b) {
            self.eq_sums(a, b)
        } else if self.is_constant(b) {
            self.eq_constant(a, b)
        } else {
            self.eq_atoms(a.min(b), a.max(b))
        }
    }

    fn is_sum(&self, term: Term) -> bool {
        let repr = self.repr(term);
        match repr.op {
            Op::Add | Op::Complement => true,
            Op::Mul => self.is_constant(Term(repr.b)),
            _ => false,
        }
    }

    fn eq_bool(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.max(b), a.min(b));
        match b {
            TRUE => return a,
            FALSE => return self.not(a),
            _ => {}
        }
        let (not_a, not_b) = (self.not(a), self.not(b));
        if not_a == b {
            return FALSE;
        }
        // Of a comparison and its negation, one.
        let negative = |terms: &Terms, term, negation: Term| {
            let strict = |term| matches!(terms.repr(term).op, Op::Ult | Op::Slt);
            matches!(terms.repr(term).op, Op::Not | Op::Ule | Op::Sle)
                || strict(term) && strict(negation) && negation < term
        };
        let (x, y) = (negative(self, a, not_a), negative(self, b, not_b));
        let (a, b) = (if x { not_a } else { a }, if y { not_b } else { b });
        let equal = self.intern_predicate(Op::Eq, a.min(b), a.max(b));
        if x != y { self.not(equal) } else { equal }
    }

    fn eq_sums(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let all = mask(width);
        let (mut monomials, mut constant) = self.difference(a, b);
        match monomials[..] {
            [] => return self.bool(constant == 0),
            [(atom, coefficient)] => {
                return self.solve(atom, coefficient, constant.wrapping_neg() & all);
            }
            [(x, 1), (y, minus)] | [(y, minus), (x, 1)]
                if minus == all && self.bases_apart(x, y, constant.wrapping_neg() & all) =>
            {
                return FALSE;
            }
            _ => {}
        }
        // 4*i + 2 is no multiple of four.
        let zeros = |&(atom, coefficient): &Monomial| {
            coefficient.trailing_zeros() + self.trailing_zeros(atom)
        };
        let common = monomials.iter().map(zeros).min().unwrap_or(0);
        if constant & mask(width.min(common).max(1)) != 0 && common > 0 {
            return FALSE;
        }
        if monomials[0].1 > all >> 1 {
            for (_, coefficient) in &mut monomials {
                *coefficient = coefficient.wrapping_neg() & all;
            }
            constant = constant.wrapping_neg() & all;
        }
        let (left, mut right): (Vec<_>, Vec<_>) = monomials
            .into_iter()
            .partition(|&(_, coefficient)| coefficient <= all >> 1 || width == 1);
        for (_, coefficient) in &mut right {
            *coefficient = coefficient.wrapping_neg() & all;
        }
        let left = self.sum(&left, 0, width);
        let right = self.sum(&right, constant.wrapping_neg() & all, width);
        if self.is_constant(right) {
            self.eq_constant(left, right)
        } else {
            self.eq_atoms(left, right)
        }
    }

    /// `coefficient * x == value`
    fn solve(&mut self, x: Term, coefficient: u128, value: u128) -> Term {
        let width = self.width(x);
        let zeros = coefficient.trailing_zeros();
        if value & (mask(128) >> 1 >> (127 - zeros)) != 0 {
            return FALSE;
        }
        let value = (value >> zeros).wrapping_mul(inverse(coefficient >> zeros));
        let value = self.bits(value, width - zeros);
        let x = self.extract(x, 0, width - zeros);
        if zeros > 0 {
            self.eq(x, value)
        } else if self.is_constant(x) {
            self.bool(x == value)
        } else {
            self.eq_constant(x, value)
        }
    }

    /// `a == constant`
    fn eq_constant(&mut self, a: Term, constant: Term) -> Term {
        if self.descend() {
            let simpler = self.eq_constant_inside(a, constant);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern_predicate(Op::Eq, a, constant)
    }

    fn eq_constant_inside(&mut self, a: Term, constant: Term) -> Option<Term> {
        let value = self.as_bits(constant)?;
        let repr = self.repr(a);
        let (x, y, z) = (Term(repr.a), Term(repr.b), Term(repr.c));
        let width = self.width(a);
        if self.is_not_address(a, value) {
            return Some(FALSE);
        }
        let (least, greatest) = self.range(a);
        if value < least || value > greatest {
            return Some(FALSE);
        }
        Some(match repr.op {
            Op::Ite => match (self.as_bits(y), self.as_bits(z)) {
                (Some(y), Some(z)) if y == value && z != value => x,
                (Some(y), Some(z)) if y != value && z == value => self.not(x),
                (Some(_), Some(_)) => FALSE,
                (Some(y), None) => {
                    let rest = self.eq(z, constant);
                    match y == value {
                        true => self.or(x, rest),
                        false => {
                            let not = self.not(x);
                            self.and(not, rest)
                        }
                    }
                }
                (None, Some(z)) => {
                    let rest = self.eq(y, constant);
                    match z == value {
                        true => {
                            let not = self.not(x);
                            self.or(not, rest)
                        }
                        false => self.and(x, rest),
                    }
                }
                (None, None) => return None,
            },
            // The range has told that the value fits.
            Op::ZeroExtend => {
                let value = self.bits(value, self.width(x));
                self.eq(x, value)
            }
            Op::SignExtend => {
                let inner = self.width(x);
                let narrow = fold::signed(value & mask(inner), inner);
                if fold::unsigned(narrow, width) != value {
                    return Some(FALSE);
                }
                let value = self.bits(value, inner);
                self.eq(x, value)
            }
            Op::Concat => {
                let seam = self.width(y);
                let high = self.bits(value >> seam, width - seam);
                let low = self.bits(value, seam);
                let (high, low) = (self.eq(x, high), self.eq(y, low));
                self.and(high, low)
            }
            Op::BitXor => {
                let value = self.bits(self.as_bits(y)? ^ value, width);
                self.eq(x, value)
            }
            Op::BitAnd if value & !self.as_bits(y)? != 0 => FALSE,
            Op::BitOr if self.as_bits(y)? & !value != 0 => FALSE,
            _ if width == 1 && value == 0 => {
                let one = self.bits(1, 1);
                let equal = self.eq(a, one);
                self.not(equal)
            }
            _ => return None,
        })
    }

    /// `a == b` where neither is a constant and nothing is left to solve.
    fn eq_atoms(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return TRUE;
        }
        if self.descend() {
            let simpler = self.eq_atoms_inside(a, b);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern_predicate(Op::Eq, a, b)
    }

    fn eq_atoms_inside(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.bases_apart(a, b, 0) {
            return Some(FALSE);
        }
        let ((low, high), (least, greatest)) = (self.range(a), self.range(b));
        if high < least || greatest < low {
            return Some(FALSE);
        }
        let (left, right) = (self.repr(a), self.repr(b));
        match (left.op, right.op) {
            (Op::ZeroExtend, Op::ZeroExtend) | (Op::SignExtend, Op::SignExtend) => {
                let (x, y) = self.level(Term(left.a), Term(right.a), left.op);
                Some(self.eq(x, y))
            }
            (Op::Concat, Op::Concat) => {
                let (low, other) = (Term(left.b), Term(right.b));
                if self.width(low) != self.width(other) {
                    return None;
                }
                let high = self.eq(Term(left.a), Term(right.a));
                let low = self.eq(low, other);
                Some(self.and(high, low))
            }
            (Op::Ite, _) | (_, Op::Ite) => self.eq_choice(a, b),
            _ => None,
        }
    }

    /// Two terms extended to the width of the wider one.
    pub(crate) fn level(&mut self, a: Term, b: Term, how: Op) -> (Term, Term) {
        let width = self.width(a).max(self.width(b));
        let signed = how == Op::SignExtend;
        (self.resize(a, width, signed), self.resize(b, width, signed))
    }

    fn eq_choice(&mut self, a: Term, b: Term) -> Option<Term> {
        let (left, right) = (self.repr(a), self.repr(b));
        if left.op == Op::Ite && right.op == Op::Ite {
            let ((c, x, y), (d, v, w)) = (parts(left), parts(right));
            let constants = [x, y, v, w].iter().all(|&t| self.is_constant(t));
            if c == d {
                let (yes, no) = (self.eq(x, v), self.eq(y, w));
                return Some(self.ite(c, yes, no));
            }
            // Of constants no two comparisons stay.
            if constants {
                let when = self.eq_constant_choice(v, w, d, x);
                let otherwise = self.eq_constant_choice(v, w, d, y);
                return Some(self.ite(c, when, otherwise));
            }
        }
        for (choice, other) in [(left, b), (right, a)] {
            if choice.op == Op::Ite {
                let (c, x, y) = parts(choice);
                if x == other {
                    let rest = self.eq(y, other);
                    return Some(self.or(c, rest));
                }
                if y == other {
                    let rest = self.eq(x, other);
                    let not = self.not(c);
                    return Some(self.or(not, rest));
                }
            }
        }
        None
    }

    /// `(condition ? a : b) == value` for constants.
    fn eq_constant_choice(&mut self, a: Term, b: Term, condition: Term, value: Term) -> Term {
        let (a, b) = (self.bool(a == value), self.bool(b == value));
        self.ite(condition, a, b)
    }
}

fn parts(repr: crate::term::Repr) -> (Term, Term, Term) {
    (Term(repr.a), Term(repr.b), Term(repr.c))
}

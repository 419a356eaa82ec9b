//! What can be seen of a term's value at a glance: bounds, and low bits that
//! are zero. Looks only a few levels deep.

use crate::term::{Op, Term, Terms, mask};

/// How many levels down one looks.
const LEVELS: u32 = 4;

impl Terms {
    /// The least and the greatest value that a bit vector may have, unsigned.
    pub fn range(&self, term: Term) -> (u128, u128) {
        self.range_within(term, LEVELS)
    }

    fn range_within(&self, term: Term, levels: u32) -> (u128, u128) {
        let repr = self.repr(term);
        let all = mask(self.width(term));
        let (a, b, c) = (Term(repr.a), Term(repr.b), Term(repr.c));
        if let Some(value) = self.as_bits(term) {
            return (value, value);
        }
        if let Some(base) = self.base_of(term) {
            let align = u128::from(base.align);
            let last = all - u128::from(base.extent()).min(all);
            return (align.min(last), last & align.wrapping_neg());
        }
        let Some(levels) = levels.checked_sub(1) else {
            return (0, all);
        };
        let range = |term| self.range_within(term, levels);
        match repr.op {
            Op::ZeroExtend => range(a),
            Op::URem => match self.as_bits(b) {
                Some(n) if n > 0 => (0, range(a).1.min(n - 1)),
                _ => (0, range(a).1),
            },
            Op::UDiv => match self.as_bits(b) {
                Some(n) if n > 0 => {
                    let (low, high) = range(a);
                    (low / n, high / n)
                }
                _ => (0, all),
            },
            Op::BitAnd => (0, range(a).1.min(range(b).1)),
            Op::BitOr => {
                let ((a, x), (b, y)) = (range(a), range(b));
                (a.max(b), ones_up_to(x.max(y)))
            }
            Op::BitXor => (0, ones_up_to(range(a).1.max(range(b).1))),
            Op::Ite => {
                let ((a, x), (b, y)) = (range(b), range(c));
                (a.min(b), x.max(y))
            }
            Op::Add => {
                let ((a, x), (b, y)) = (range(a), range(b));
                match x.checked_add(y) {
                    Some(high) if high <= all => (a + b, high),
                    _ => (0, all),
                }
            }
            Op::Mul => {
                let ((a, x), (b, y)) = (range(a), range(b));
                match x.checked_mul(y) {
                    Some(high) if high <= all => (a * b, high),
                    _ => (0, all),
                }
            }
            Op::Concat => {
                let ((a, x), (b, y)) = (range(a), range(b));
                let shift = self.width(Term(repr.b));
                (a << shift | b, x << shift | y)
            }
            Op::LShr => (0, range(a).1),
            _ => (0, all),
        }
    }

    /// The number of bits that can be other than zero, counted from the lowest.
    pub(crate) fn length(&self, term: Term) -> u32 {
        128 - self.range(term).1.leading_zeros()
    }

    /// The sign bit is certainly zero.
    pub(crate) fn is_nonnegative(&self, term: Term) -> bool {
        self.length(term) < self.width(term)
    }

    /// How many of the lowest bits are certainly zero.
    pub(crate) fn trailing_zeros(&self, term: Term) -> u32 {
        self.trailing_zeros_within(term, LEVELS)
    }

    fn trailing_zeros_within(&self, term: Term, levels: u32) -> u32 {
        let width = self.width(term);
        if let Some(value) = self.as_bits(term) {
            return value.trailing_zeros().min(width);
        }
        if let Some(base) = self.base_of(term) {
            return base.align.trailing_zeros().min(width);
        }
        let Some(levels) = levels.checked_sub(1) else {
            return 0;
        };
        let repr = self.repr(term);
        let (a, b, c) = (Term(repr.a), Term(repr.b), Term(repr.c));
        let zeros = |term| self.trailing_zeros_within(term, levels);
        match repr.op {
            Op::Add | Op::BitOr | Op::BitXor => zeros(a).min(zeros(b)),
            Op::Ite => zeros(b).min(zeros(c)),
            Op::BitAnd => zeros(a).max(zeros(b)),
            Op::Mul => (zeros(a) + zeros(b)).min(width),
            Op::Concat => match zeros(b) {
                all if all == self.width(b) => all + zeros(a),
                some => some,
            },
            Op::ZeroExtend => match zeros(a) {
                all if all == self.width(a) => width,
                some => some,
            },
            Op::SignExtend | Op::Shl => zeros(a),
            _ => 0,
        }
    }
}

/// All bits up to the highest of `value`.
fn ones_up_to(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => u128::MAX >> value.leading_zeros(),
    }
}

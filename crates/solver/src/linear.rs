//! Sums and products, in a linear normal form.
//!
//! A sum is `((m1 + m2) + m3) + c`: monomials in the order of their atoms, and a
//! constant, if it is not zero, last. A monomial is an atom or an atom times a
//! constant; negation is multiplication by -1. So `base + 4*i + 8 - base` is
//! `4*i + 8` whatever way it was computed.
//!
//! A sum has at most [`LIMIT`] monomials; where it would have more, its operands
//! become atoms. A sum knows how many monomials it has (the `aux` of its
//! representation), so an operand that is a sum is told from an atom that is one.

use crate::term::{Op, Term, Terms, mask};

/// The most monomials that a sum has.
const LIMIT: usize = 16;

/// An atom and its coefficient.
pub(crate) type Monomial = (Term, u128);

/// Room for sums under construction.
#[derive(Default)]
pub(crate) struct Scratch {
    left: Vec<Monomial>,
    right: Vec<Monomial>,
    merged: Vec<Monomial>,
}

impl Terms {
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => {
                let width = self.width(a);
                self.bits(x.wrapping_add(y), width)
            }
            (None, Some(y)) => self.add_constant(a, y),
            (Some(x), None) => self.add_constant(b, x),
            (None, None) => self.combine(a, b, 1),
        }
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        match self.as_bits(b) {
            Some(y) => {
                let y = self.bits(y.wrapping_neg(), width);
                self.add(a, y)
            }
            None if a == b => self.bits(0, width),
            None => self.combine(a, b, mask(width)),
        }
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.scale(a, mask(width))
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => {
                let width = self.width(a);
                self.bits(x.wrapping_mul(y), width)
            }
            (None, Some(y)) => self.scale(a, y),
            (Some(x), None) => self.scale(b, x),
            (None, None) => {
                let ((a, x), (b, y)) = (self.monomial(a), self.monomial(b));
                let product = self.intern_binary(Op::Mul, a.min(b), a.max(b));
                self.scale(product, x.wrapping_mul(y))
            }
        }
    }

    /// `a + constant` for an `a` that is none.
    fn add_constant(&mut self, a: Term, constant: u128) -> Term {
        let width = self.width(a);
        if self.repr(a).op == Op::Complement {
            let zero = self.bits(0, width);
            return self.combine_plus(a, zero, 1, constant);
        }
        let (body, offset) = self.split_constant(a);
        self.sum_with_constant(body, offset.wrapping_add(constant) & mask(width))
    }

    fn sum_with_constant(&mut self, body: Term, constant: u128) -> Term {
        if constant == 0 {
            return body;
        }
        let width = self.width(body);
        // -x - 1 is ~x.
        if constant == mask(width)
            && self.repr(body).op != Op::Add
            && let (x, coefficient) = self.monomial(body)
            && coefficient == mask(width)
        {
            return self.complement(x);
        }
        let constant = self.bits(constant, width);
        self.intern_binary(Op::Add, body, constant)
    }

    /// A term without and its constant summand.
    #[inline]
    pub(crate) fn split_constant(&self, term: Term) -> (Term, u128) {
        let repr = self.repr(term);
        if repr.op == Op::Add && repr.aux == 0 {
            let constant = self.as_bits(Term(repr.b)).unwrap_or_default();
            (Term(repr.a), constant)
        } else {
            (term, 0)
        }
    }

    /// An atom and its coefficient; anything but a product with a constant is
    /// taken as an atom.
    #[inline]
    pub(crate) fn monomial(&self, term: Term) -> Monomial {
        let repr = self.repr(term);
        if repr.op == Op::Mul
            && let Some(coefficient) = self.as_bits(Term(repr.b))
        {
            (Term(repr.a), coefficient)
        } else {
            (term, 1)
        }
    }

    /// `a * coefficient` for an `a` that is no constant.
    fn scale(&mut self, a: Term, coefficient: u128) -> Term {
        let width = self.width(a);
        let coefficient = coefficient & mask(width);
        match coefficient {
            0 => return self.bits(0, width),
            1 => return a,
            _ => {}
        }
        if let Some(value) = self.as_bits(a) {
            return self.bits(value.wrapping_mul(coefficient), width);
        }
        let repr = self.repr(a);
        if matches!(repr.op, Op::Add | Op::Complement) {
            let zero = self.bits(0, width);
            return self.combine(zero, a, coefficient);
        }
        let (atom, inner) = self.monomial(a);
        self.product(atom, inner.wrapping_mul(coefficient) & mask(width))
    }

    fn product(&mut self, atom: Term, coefficient: u128) -> Term {
        match coefficient {
            1 => atom,
            0 => {
                let width = self.width(atom);
                self.bits(0, width)
            }
            _ => {
                let width = self.width(atom);
                let coefficient = self.bits(coefficient, width);
                self.intern_binary(Op::Mul, atom, coefficient)
            }
        }
    }

    /// `a + factor * b`
    fn combine(&mut self, a: Term, b: Term, factor: u128) -> Term {
        self.combine_plus(a, b, factor, 0)
    }

    /// `a + factor * b + constant`
    fn combine_plus(&mut self, a: Term, b: Term, factor: u128, constant: u128) -> Term {
        let width = self.width(a);
        let mut scratch = std::mem::take(&mut self.scratch);
        let sum = self.merge(&mut scratch, a, b, factor);
        let result = if scratch.merged.len() <= LIMIT {
            let constant = sum.wrapping_add(constant) & mask(width);
            self.sum(&scratch.merged, constant, width)
        } else {
            let ((a, x), (b, y)) = (self.split_constant(a), self.split_constant(b));
            let constant = x
                .wrapping_add(y.wrapping_mul(factor))
                .wrapping_add(constant);
            self.sum_of_atoms(a, b, factor, constant & mask(width))
        };
        self.scratch = scratch;
        result
    }

    /// `a + factor * b + constant` with `a` and `b` as atoms, whatever they are.
    fn sum_of_atoms(&mut self, a: Term, b: Term, factor: u128, constant: u128) -> Term {
        let width = self.width(a);
        let ((a, x), (b, y)) = (self.monomial(a), self.monomial(b));
        let y = y.wrapping_mul(factor) & mask(width);
        let mut summands = match a == b {
            true => vec![(a, x.wrapping_add(y) & mask(width))],
            false => vec![(a, x), (b, y)],
        };
        summands.sort_unstable();
        summands.retain(|&(_, coefficient)| coefficient != 0);
        self.sum(&summands, constant, width)
    }

    /// The monomials of `a + factor * b` in `scratch.merged`, and the constant.
    fn merge(&self, scratch: &mut Scratch, a: Term, b: Term, factor: u128) -> u128 {
        let all = mask(self.width(a));
        let (left, right, merged) = (&mut scratch.left, &mut scratch.right, &mut scratch.merged);
        let constant = self
            .summands(a, 1, left)
            .wrapping_add(self.summands(b, factor, right));
        merged.clear();
        let (mut left, mut right) = (left.iter().rev().peekable(), right.iter().rev().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => *left.next().expect("peeked"),
                (None, Some(_)) => *right.next().expect("peeked"),
                (Some((x, _)), Some((y, _))) if x < y => *left.next().expect("peeked"),
                (Some((x, _)), Some((y, _))) if x > y => *right.next().expect("peeked"),
                (Some(&&(atom, x)), Some(&&(_, y))) => {
                    left.next();
                    right.next();
                    (atom, x.wrapping_add(y) & all)
                }
            };
            if next.1 != 0 {
                merged.push(next);
            }
        }
        constant & all
    }

    /// Puts the monomials of `factor * term`, last first, and returns its
    /// constant.
    fn summands(&self, term: Term, factor: u128, into: &mut Vec<Monomial>) -> u128 {
        into.clear();
        let all = mask(self.width(term));
        if let Some(value) = self.as_bits(term) {
            return value.wrapping_mul(factor);
        }
        let (body, constant) = self.split_constant(term);
        let constant = constant.wrapping_mul(factor);
        let mut push = |term: Term, factor: u128| {
            let (atom, coefficient) = self.monomial(term);
            into.push((atom, coefficient.wrapping_mul(factor) & all));
        };
        let repr = self.repr(body);
        if repr.op == Op::Complement {
            push(Term(repr.a), factor.wrapping_neg());
            return constant.wrapping_sub(factor);
        }
        let mut rest = body;
        let count = if repr.op == Op::Add { repr.aux } else { 1 };
        for _ in 1..count {
            let repr = self.repr(rest);
            push(Term(repr.b), factor);
            rest = Term(repr.a);
        }
        push(rest, factor);
        constant
    }

    /// The sum of monomials in order and a constant.
    pub(crate) fn sum(&mut self, monomials: &[Monomial], constant: u128, width: u32) -> Term {
        let Some((&(atom, coefficient), rest)) = monomials.split_first() else {
            return self.bits(constant, width);
        };
        let mut sum = self.product(atom, coefficient);
        let sort = self.repr(sum).sort;
        for (at, &(atom, coefficient)) in rest.iter().enumerate() {
            let summand = self.product(atom, coefficient);
            let count = at as u8 + 2;
            sum = self.intern_with(Op::Add, count, sort, [sum.0, summand.0, 0]);
        }
        self.sum_with_constant(sum, constant)
    }

    /// The monomials of `a - b` in order, and the constant.
    pub(crate) fn difference(&mut self, a: Term, b: Term) -> (Vec<Monomial>, u128) {
        let width = self.width(a);
        let mut scratch = std::mem::take(&mut self.scratch);
        let constant = self.merge(&mut scratch, a, b, mask(width));
        let monomials = scratch.merged.clone();
        self.scratch = scratch;
        (monomials, constant)
    }

    /// The monomials of a term in order, and its constant.
    pub(crate) fn monomials(&self, term: Term) -> (Vec<Monomial>, u128) {
        let mut monomials = Vec::new();
        let constant = self.summands(term, 1, &mut monomials);
        monomials.reverse();
        (monomials, constant & mask(self.width(term)))
    }
}

/// The inverse of an odd number modulo 2^128, hence modulo every lower power.
pub(crate) fn inverse(odd: u128) -> u128 {
    // Newton's iteration doubles the number of right bits; odd is right for 3.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

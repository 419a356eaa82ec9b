//! Linear formulae over integers as formulae over bit vectors that mean the same.

use crate::fold;
use crate::term::{Term, Terms};
use std::collections::BTreeMap;

/// A sum of bit vectors, as signed numbers, with coefficients; it does not wrap.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    /// None of them zero.
    coefficients: BTreeMap<Term, i128>,
    constant: i128,
}

impl Linear {
    pub fn constant(value: i128) -> Linear {
        Linear {
            constant: value,
            ..Linear::default()
        }
    }

    pub fn variable(of: Term) -> Linear {
        Linear {
            coefficients: BTreeMap::from([(of, 1)]),
            constant: 0,
        }
    }

    pub fn add(mut self, other: &Linear) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant)?;
        for (&variable, &more) in &other.coefficients {
            let coefficient = self.coefficients.entry(variable).or_default();
            *coefficient = coefficient.checked_add(more)?;
        }
        self.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(self)
    }

    pub fn scale(mut self, by: i128) -> Option<Linear> {
        self.constant = self.constant.checked_mul(by)?;
        for coefficient in self.coefficients.values_mut() {
            *coefficient = coefficient.checked_mul(by)?;
        }
        self.coefficients.retain(|_, coefficient| *coefficient != 0);
        Some(self)
    }

    pub fn sub(self, other: &Linear) -> Option<Linear> {
        self.add(&other.clone().scale(-1)?)
    }

    /// Its value, if it has but one.
    pub fn as_constant(&self) -> Option<i128> {
        self.coefficients.is_empty().then_some(self.constant)
    }

    /// As near to zero as it can be without being so in other cases if it is to be
    /// zero or less: divided by what divides all coefficients.
    pub fn tightened(&self) -> Option<Linear> {
        let divisor = self.divisor()?.max(1);
        let divided = |(&v, &c): (&Term, &i128)| (v, c / divisor);
        Some(Linear {
            coefficients: self.coefficients.iter().map(divided).collect(),
            constant: self
                .constant
                .checked_neg()?
                .div_euclid(divisor)
                .checked_neg()?,
        })
    }

    /// What divides all coefficients; 0 if there are none.
    fn divisor(&self) -> Option<i128> {
        self.coefficients.values().try_fold(0, |divisor, c| {
            let size = i128::try_from(c.unsigned_abs()).ok()?;
            Some(gcd(divisor, size))
        })
    }

    /// That it is zero or less; None if that takes more than 128 bits.
    pub fn is_at_most_zero(&self, terms: &mut Terms) -> Option<Term> {
        self.compare(terms, false)
    }

    /// That it is zero; None if that takes more than 128 bits.
    pub fn is_zero(&self, terms: &mut Terms) -> Option<Term> {
        self.compare(terms, true)
    }

    fn compare(&self, terms: &mut Terms, equal: bool) -> Option<Term> {
        let divisor = self.divisor()?;
        if divisor == 0 {
            let holds = match equal {
                true => self.constant == 0,
                false => self.constant <= 0,
            };
            return Some(terms.bool(holds));
        }
        // sum <= limit
        if equal && self.constant % divisor != 0 {
            return Some(terms.bool(false));
        }
        let tight = self.tightened()?;
        let limit = tight.constant.checked_neg()?;
        let sum: Vec<_> = tight.coefficients.into_iter().collect();
        match (&sum[..], limit) {
            (&[(x, sign)], _) => Some(compare_with_constant(terms, x, sign, limit, equal)),
            (&[(x, 1), (y, -1)] | &[(y, -1), (x, 1)], 0 | -1) if !equal || limit == 0 => {
                let width = terms.width(x).max(terms.width(y));
                let (x, y) = (terms.sign_extend(x, width), terms.sign_extend(y, width));
                Some(match (equal, limit) {
                    (true, _) => terms.eq(x, y),
                    (false, 0) => terms.sle(x, y),
                    (false, _) => terms.slt(x, y),
                })
            }
            _ => compare_sums(terms, &sum, limit, equal),
        }
    }
}

/// `x <= limit`, or `-x <= limit`, or `==`.
fn compare_with_constant(terms: &mut Terms, x: Term, sign: i128, limit: i128, equal: bool) -> Term {
    let width = terms.width(x);
    let (least, greatest) = bounds(width);
    // limit <= x, or x <= limit
    let limit = limit.saturating_mul(sign);
    let (above, below) = (limit > greatest, limit < least);
    if above || below {
        let holds = !equal && if sign > 0 { above } else { below };
        return terms.bool(holds);
    }
    let limit = terms.bits(fold::unsigned(limit, width), width);
    match (equal, sign > 0) {
        (true, _) => terms.eq(x, limit),
        (false, true) => terms.sle(x, limit),
        (false, false) => terms.sle(limit, x),
    }
}

/// `sum <= limit`, or `==`, with enough bits, and without minus signs.
fn compare_sums(terms: &mut Terms, sum: &[(Term, i128)], limit: i128, equal: bool) -> Option<Term> {
    let mut size = limit.checked_abs()?;
    for &(variable, coefficient) in sum {
        let (least, _) = bounds(terms.width(variable));
        let most = coefficient
            .checked_abs()?
            .checked_mul(least.checked_neg()?)?;
        size = size.checked_add(most)?;
    }
    let fits = |&width: &u32| size <= bounds(width).1;
    let width = [8, 16, 32, 64, 128].into_iter().find(fits)?;
    let number = |terms: &mut Terms, value: i128| terms.bits(fold::unsigned(value, width), width);
    let (mut left, mut right) = (number(terms, 0), number(terms, 0));
    for &(variable, coefficient) in sum {
        let wide = terms.sign_extend(variable, width);
        let factor = number(terms, coefficient.abs());
        let product = terms.mul(wide, factor);
        let side = if coefficient > 0 {
            &mut left
        } else {
            &mut right
        };
        *side = terms.add(*side, product);
    }
    let size = number(terms, limit.abs());
    let side = if limit < 0 { &mut left } else { &mut right };
    *side = terms.add(*side, size);
    Some(match equal {
        true => terms.eq(left, right),
        false => terms.sle(left, right),
    })
}

/// The least and the greatest signed number of this width.
pub fn bounds(width: u32) -> (i128, i128) {
    let greatest = i128::MAX >> (128 - width);
    (-greatest - 1, greatest)
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Assignment;
    use crate::term::Sort;

    /// All values of three variables of a few bits, against arithmetic.
    #[test]
    fn comparisons_mean_what_they_say() {
        let mut t = Terms::new();
        let [x, y, z] = [2, 3, 3].map(|width| t.symbol("v", Sort::Bits(width)));
        let numbers = [-90, -7, -2, -1, 0, 1, 2, 5, 64];
        let mut sums = Vec::new();
        for a in numbers {
            for b in numbers {
                for (c, d) in [(0, 0), (0, -1), (0, 3), (1, -4), (-1, 0), (3, 60)] {
                    sums.push([a, b, c, d]);
                }
            }
        }
        for [a, b, c, d] in sums {
            let mut sum = Linear::constant(d);
            for (variable, coefficient) in [(x, a), (y, b), (z, c)] {
                let product = Linear::variable(variable).scale(coefficient);
                sum = product.and_then(|p| sum.add(&p)).expect("small numbers");
            }
            let at_most = sum.is_at_most_zero(&mut t).expect("few bits");
            let zero = sum.is_zero(&mut t).expect("few bits");
            for bits in 0..256u128 {
                let values = [(x, bits >> 6, 2), (y, bits >> 3 & 7, 3), (z, bits & 7, 3)];
                let mut assignment = Assignment::new();
                let mut value = d;
                for ((variable, bits, width), coefficient) in values.into_iter().zip([a, b, c]) {
                    let symbol = t.as_symbol(variable).expect("a symbol");
                    assignment.set(symbol, bits);
                    value += coefficient * fold::signed(bits, width);
                }
                let [at_most, zero] = [at_most, zero].map(|f| t.evaluate(f, &assignment) == 1);
                assert_eq!((at_most, zero), (value <= 0, value == 0), "{a} {b} {c} {d}");
            }
        }
    }

    #[test]
    fn plain_where_possible() {
        let mut t = Terms::new();
        let [x, y] = ["x", "y"].map(|name| t.symbol(name, Sort::Bits(32)));
        let (five, ten) = (t.bits(5, 32), Linear::constant(-10));
        // 2 * x - 10 <= 0
        let twice = Linear::variable(x).scale(2).and_then(|sum| sum.add(&ten));
        let found = twice.and_then(|sum| sum.is_at_most_zero(&mut t));
        assert_eq!(found, Some(t.sle(x, five)));
        // x - y + 1 <= 0
        let less = Linear::variable(x).sub(&Linear::variable(y));
        let less = less.and_then(|sum| sum.add(&Linear::constant(1)));
        let found = less.and_then(|sum| sum.is_at_most_zero(&mut t));
        assert_eq!(found, Some(t.slt(x, y)));
    }
}

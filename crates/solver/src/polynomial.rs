//! Polynomials over the integers, and what follows from inequalities between them: the
//! arithmetic of tables, in which rows times columns are compared with sizes. Numbers have no
//! width here; who asks has to know that nothing wraps.

use crate::backend::follows;
use std::collections::BTreeMap;

/// The number of an unknown.
pub type Unknown = u32;

/// A sum of products; no coefficient is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Polynomial {
    /// By the unknowns that are multiplied, in order.
    terms: BTreeMap<Vec<Unknown>, i128>,
}

/// Products of more unknowns are not made.
const MOST_FACTORS: usize = 6;

impl Polynomial {
    pub fn constant(value: i128) -> Polynomial {
        let mut sum = Polynomial::default();
        if value != 0 {
            sum.terms.insert(Vec::new(), value);
        }
        sum
    }

    pub fn unknown(unknown: Unknown) -> Polynomial {
        Polynomial {
            terms: BTreeMap::from([(vec![unknown], 1)]),
        }
    }

    pub fn terms(&self) -> impl Iterator<Item = (&[Unknown], i128)> {
        self.terms.iter().map(|(product, &n)| (&product[..], n))
    }

    pub fn mentions(&self, unknown: Unknown) -> bool {
        self.terms.keys().any(|product| product.contains(&unknown))
    }

    /// Are all its unknowns in another one?
    pub fn is_about(&self, other: &Polynomial) -> bool {
        let mut unknowns = self.terms.keys().flatten();
        unknowns.all(|&unknown| other.mentions(unknown))
    }

    /// What is added to the products.
    pub fn constant_term(&self) -> i128 {
        self.terms.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// The only unknown, if it is nothing else.
    pub fn as_unknown(&self) -> Option<Unknown> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (Some((&[unknown], 1)), None) => Some(unknown),
            _ => None,
        }
    }

    fn add_term(&mut self, product: Vec<Unknown>, by: i128) -> Option<()> {
        let sum = self.terms.get(&product).copied().unwrap_or(0);
        match sum.checked_add(by)? {
            0 => self.terms.remove(&product),
            sum => self.terms.insert(product, sum),
        };
        Some(())
    }

    // These are None where coefficients or products become too large.

    pub fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (product, n) in other.terms() {
            sum.add_term(product.to_vec(), n)?;
        }
        Some(sum)
    }

    pub fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.times(&Polynomial::constant(-1))?)
    }

    pub fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut result = Polynomial::default();
        for (a, m) in self.terms() {
            for (b, n) in other.terms() {
                let mut product = [a, b].concat();
                if product.len() > MOST_FACTORS {
                    return None;
                }
                product.sort_unstable();
                result.add_term(product, m.checked_mul(n)?)?;
            }
        }
        Some(result)
    }

    /// With polynomials for its unknowns; None if one has none.
    pub fn with(&self, of: &dyn Fn(Unknown) -> Option<Polynomial>) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (product, n) in self.terms() {
            let mut term = Polynomial::constant(n);
            for &unknown in product {
                term = term.times(&of(unknown)?)?;
            }
            sum = sum.plus(&term)?;
        }
        Some(sum)
    }

    /// Its value; None if that of an unknown is not known.
    pub fn value(&self, of: &mut dyn FnMut(Unknown) -> Option<i128>) -> Option<i128> {
        let mut sum = 0i128;
        for (product, n) in self.terms() {
            let mut term = n;
            for &unknown in product {
                term = term.checked_mul(of(unknown)?)?;
            }
            sum = sum.checked_add(term)?;
        }
        Some(sum)
    }
}

/// Is the goal at least zero wherever the premises are? False if that is not found out with
/// so much of the solver's work.
pub fn is_natural(premises: &[Polynomial], goal: &Polynomial, resource: u64) -> bool {
    follows(premises, goal, resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let gap = b.minus(a).expect("small numbers");
        gap.minus(&Polynomial::constant(1)).expect("small numbers")
    }

    /// HECTOR's T7: a row and a column below the size lead into a square table.
    #[test]
    fn tables() {
        let [size, row, column] = [0, 1, 2].map(Polynomial::unknown);
        let premises = [
            row.clone(),
            column.clone(),
            below(&row, &size),
            below(&column, &size),
        ];
        let index = row
            .times(&size)
            .and_then(|rows| rows.plus(&column))
            .expect("small numbers");
        let square = size.times(&size).expect("small numbers");
        let inside = below(&index, &square);
        assert!(is_natural(&premises, &inside, 1_000_000));
        assert!(is_natural(&premises, &index, 1_000_000));
        // Not without the bound of the row.
        let others = [&premises[..2], &premises[3..]].concat();
        assert!(!is_natural(&others, &inside, 1_000_000));
    }
}

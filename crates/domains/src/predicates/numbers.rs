//! Products of variables are hard questions for a solver. Where the path says which
//! number a factor is, there are two easy predicates instead: that it is this number, and
//! what is left. The same goes for operands of bitwise connectives, and for what is divided
//! or shifted by.

use super::Inner;
use super::interpolate::Segment;
use rustc_hash::FxHashSet;
use solver::block::Meaning;
use solver::{Node, Substitution, Term};

/// Variables of one predicate that are looked up.
const MAX_VARIABLES: usize = 8;

impl Inner {
    /// A predicate behind the segments, with the numbers that they give to what makes it
    /// hard; and that the variables are these numbers.
    pub(super) fn with_numbers(&mut self, segments: &[Segment], atom: Term) -> (Term, Vec<Term>) {
        let mut numbers = Vec::new();
        for variable in self.hard_variables(atom) {
            let number = self.number(segments, variable);
            numbers.extend(number.map(|number| (variable, number)));
        }
        if numbers.is_empty() {
            return (atom, Vec::new());
        }
        let terms = &mut self.encoder.terms;
        let mut put = Substitution::new(terms, numbers.iter().copied());
        let rest = put.apply(terms, atom);
        let numbers = numbers.into_iter();
        let equal = numbers.map(|(variable, number)| terms.eq(variable, number));
        (rest, equal.collect())
    }

    /// The variables in products and connectives, divisors and amounts of shifts.
    fn hard_variables(&self, atom: Term) -> Vec<Term> {
        let terms = &self.encoder.terms;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![(atom, false)];
        while let Some((term, hard)) = open.pop() {
            if !seen.insert((term, hard)) {
                continue;
            }
            let is_variable = |t| {
                let meaning = terms.as_symbol(t).and_then(|s| self.encoder.meaning(s));
                matches!(meaning, Some(Meaning::Var(_)))
            };
            if hard && is_variable(term) && !found.contains(&term) && found.len() < MAX_VARIABLES {
                found.push(term);
            }
            match terms.node(term) {
                Node::Mul(a, b) | Node::BitAnd(a, b) | Node::BitOr(a, b) | Node::BitXor(a, b)
                    if !terms.is_constant(a) && !terms.is_constant(b) =>
                {
                    open.extend([(b, true), (a, true)]);
                }
                Node::UDiv(a, b)
                | Node::SDiv(a, b)
                | Node::URem(a, b)
                | Node::SRem(a, b)
                | Node::Shl(a, b)
                | Node::LShr(a, b)
                | Node::AShr(a, b) => open.extend([(b, true), (a, hard)]),
                _ => open.extend(terms.operands(term).map(|t| (t, hard))),
            }
        }
        found
    }

    /// The number that a variable is behind the segments, if they say.
    fn number(&mut self, segments: &[Segment], variable: Term) -> Option<Term> {
        let mut value = variable;
        for segment in segments.iter().rev() {
            value = self.encoder.at_end(&segment.block, value);
            if self.encoder.terms.is_constant(value) {
                return Some(value);
            }
            if !self.encoder.is_predicate(value) {
                return None;
            }
        }
        None
    }
}

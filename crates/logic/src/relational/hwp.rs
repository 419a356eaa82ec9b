//! Weakest preconditions of heap predicates (seed 004, Proposition 2).
//!
//! A *heap formula* is a formula with free variables over objects; what it denotes is a
//! *heap predicate*. A command gives predicates new values, each by a formula over the old
//! ones. So `hwp` is a substitution: the formula that says of the state before what the
//! heap predicate says of the state after. It introduces no quantifiers of its own.
//!
//! What a command does may be open, and its formulae have the literal `1/2` where it is.
//! [`Formula::sure`] is true only if the formula is whatever that turns out to be.

use super::{Formula, PredicateId, Variable};

/// The new value of a predicate: a formula over its parameters and the old values.
#[derive(Clone, Copy)]
pub struct Assigned<'a> {
    pub parameters: &'a [Variable],
    pub value: &'a Formula,
}

impl Formula {
    /// The weakest precondition of this heap formula under the simultaneous assignment of
    /// some predicates, where `require` holds.
    pub fn hwp<'a>(
        &self,
        require: &Formula,
        assigned: &dyn Fn(PredicateId) -> Option<Assigned<'a>>,
    ) -> Formula {
        Formula::implies(require.clone(), self.substitute(assigned))
    }

    /// This formula with other formulae in place of predicates.
    pub fn substitute<'a>(
        &self,
        assigned: &dyn Fn(PredicateId) -> Option<Assigned<'a>>,
    ) -> Formula {
        let atom = |p: PredicateId, arguments: &[Variable]| match assigned(p) {
            None => self.clone(),
            Some(Assigned { parameters, value }) => {
                let pairs = parameters.iter().copied().zip(arguments.iter().copied());
                value.rename(&|p| p, &pairs.collect::<Vec<_>>())
            }
        };
        match self {
            Formula::True | Formula::False | Formula::Unknown | Formula::Equal(..) => self.clone(),
            Formula::Nullary(p) => atom(*p, &[]),
            Formula::Unary(p, v) => atom(*p, &[*v]),
            Formula::Binary(p, v, u) => atom(*p, &[*v, *u]),
            Formula::Not(f) => Formula::not(f.substitute(assigned)),
            Formula::And(parts) => Formula::and(parts.iter().map(|f| f.substitute(assigned))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|f| f.substitute(assigned))),
            Formula::Exists(v, f) => Formula::exists(*v, f.substitute(assigned)),
            Formula::Forall(v, f) => Formula::forall(*v, f.substitute(assigned)),
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => Formula::Closure {
                a: *a,
                b: *b,
                step: Box::new(step.substitute(assigned)),
                from: *from,
                to: *to,
            },
        }
    }

    /// True only where this formula is, whatever its `1/2` turn out to be.
    pub fn sure(&self) -> Formula {
        self.decided(false)
    }

    /// True wherever this formula may be.
    pub fn possible(&self) -> Formula {
        self.decided(true)
    }

    fn decided(&self, unknown: bool) -> Formula {
        match self {
            Formula::Unknown if unknown => Formula::True,
            Formula::Unknown => Formula::False,
            Formula::Not(f) => Formula::not(f.decided(!unknown)),
            Formula::And(parts) => Formula::and(parts.iter().map(|f| f.decided(unknown))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|f| f.decided(unknown))),
            Formula::Exists(v, f) => Formula::exists(*v, f.decided(unknown)),
            Formula::Forall(v, f) => Formula::forall(*v, f.decided(unknown)),
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => Formula::Closure {
                a: *a,
                b: *b,
                step: Box::new(step.decided(unknown)),
                from: *from,
                to: *to,
            },
            Formula::True
            | Formula::False
            | Formula::Nullary(_)
            | Formula::Unary(..)
            | Formula::Binary(..)
            | Formula::Equal(..) => self.clone(),
        }
    }
}

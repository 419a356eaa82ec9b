//! What every solver can do.

use crate::evaluate::Assignment;
use crate::interpolate::{Arithmetic, Chain};
use crate::term::{Term, Terms};
use std::time::Duration;

/// Values that make all assertions true.
pub type Model = Assignment;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All assertions are true under this model, which has a value for every
    /// symbol that occurs in them.
    Sat(Model),
    Unsat,
    /// Neither was found, and why.
    Unknown(String),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// What a query may cost before it is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Units of work of the solver's own; the same query always needs the same.
    /// 0: no limit.
    pub resource: u64,
    /// The last resort.
    pub wall: Option<Duration>,
    /// In bytes, of all that the solver holds.
    pub memory: Option<u64>,
}

impl Budget {
    pub const UNLIMITED: Budget = Budget {
        resource: 0,
        wall: None,
        memory: None,
    };
}

/// Assertions of which not all can be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// The positions of assertions that cannot be true together.
    Unsat(Vec<usize>),
    Sat(Model),
    Unknown(String),
}

/// Numbers about the work done, with their names.
pub type Statistics = Vec<(&'static str, u64)>;

pub trait Solver {
    /// Whether all assertions can be true, addresses of objects being as
    /// [`crate::BaseInfo`] says.
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer;

    /// Like `check`, and if not, which of them cannot.
    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core;

    /// Formulae for the cuts between the steps of a chain that cannot be taken to
    /// its end ([`crate::is_interpolant_chain`] holds); None if there are none, or
    /// none were found.
    fn interpolants(
        &mut self,
        _terms: &mut Terms,
        _chain: &Chain,
        _arithmetic: Arithmetic,
        _budget: &Budget,
    ) -> Option<Vec<Term>> {
        None
    }

    fn statistics(&self) -> Statistics;

    /// Whether `goal` is true wherever the assertions are; None if that is not
    /// known.
    fn entails(
        &mut self,
        terms: &mut Terms,
        assertions: &[Term],
        goal: Term,
        budget: &Budget,
    ) -> Option<bool> {
        let mut query = assertions.to_vec();
        query.push(terms.not(goal));
        match self.check(terms, &query, budget) {
            Answer::Unsat => Some(true),
            Answer::Sat(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }
}

impl<S: Solver + ?Sized> Solver for &mut S {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        (**self).check(terms, assertions, budget)
    }

    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        (**self).unsat_core(terms, assertions, budget)
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        chain: &Chain,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        (**self).interpolants(terms, chain, arithmetic, budget)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}

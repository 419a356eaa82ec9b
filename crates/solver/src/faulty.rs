//! A solver that fails on purpose, to test what uses solvers.

use crate::interpolate::{Arithmetic, Chain};
use crate::session::{Answer, Budget, Core, Solver, Statistics};
use crate::term::{Term, Terms};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Answers, but late.
    Slow(Duration),
    Unknown,
    Panic,
}

/// Answers like the solver within, but for some queries.
pub struct Faulty<S> {
    inner: S,
    queries: u64,
    faults: Vec<(u64, Fault)>,
}

impl<S: Solver> Faulty<S> {
    /// Each fault happens at the query with its number, counted from 0.
    pub fn new(inner: S, faults: impl IntoIterator<Item = (u64, Fault)>) -> Faulty<S> {
        Faulty {
            inner,
            queries: 0,
            faults: faults.into_iter().collect(),
        }
    }

    /// The reason to answer nothing, if there is one.
    fn fail(&mut self) -> Option<String> {
        let number = self.queries;
        self.queries += 1;
        let &(_, fault) = self.faults.iter().find(|&&(at, _)| at == number)?;
        match fault {
            Fault::Slow(time) => {
                std::thread::sleep(time);
                None
            }
            Fault::Unknown => Some(format!("query {number} is to be unknown")),
            Fault::Panic => panic!("query {number} is to crash"),
        }
    }
}

impl<S: Solver> Solver for Faulty<S> {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        match self.fail() {
            Some(why) => Answer::Unknown(why),
            None => self.inner.check(terms, assertions, budget),
        }
    }

    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        match self.fail() {
            Some(why) => Core::Unknown(why),
            None => self.inner.unsat_core(terms, assertions, budget),
        }
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        chain: &Chain,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        match self.fail() {
            Some(_) => None,
            None => self.inner.interpolants(terms, chain, arithmetic, budget),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

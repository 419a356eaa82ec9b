//! The solver Z3.
//!
//! A query goes to a living session first, one of a few, which keeps what it was
//! asked before as far as the query has it too. What that one gives up on, and
//! floats, go to a solver made for the occasion, which can simplify all it is told
//! before it searches.
//!
//! Which of Z3's solvers, was measured, once and on a busy machine, so only great
//! differences count: searches through generated programs that add and compare
//! (first number, mean milliseconds of a query) or also mask, divide and narrow
//! (second), up to 40 conjuncts. A run that took 25 s in all was ended ("-").
//! `benches/queries.rs` has programs like these.
//!
//! | solver | kept, with push and pop | new (or reset) for each query |
//! |---|---|---|
//! | `QF_AUFBV` | 1.5, 2.7 | |
//! | `QF_ABV` | 1.9, 2.3 | |
//! | the default | 2.6, 6.8 | 28, - |
//! | `QF_BV` | 8.2, - | 18, 46 |
//! | `QF_FD` | 8.5, - | 14, - |
//!
//! Six queries about floats took the default solver about ten times as long after
//! a push, which turns it incremental, as without. The tactics `fpa2bv` and `qfbv`
//! by themselves looked faster still, but failed on some terms.

mod floats;
mod horn;
mod integers;
mod interrupt;
mod model;
mod polynomials;
mod propositions;
mod read;
mod session;
mod translate;
mod work;

pub use interrupt::interruptible;
pub use polynomials::follows;
pub use propositions::{Found, Propositions};
pub use work::work_done;

use crate::evaluate::Evaluator;
use crate::interpolate::{Arithmetic, Chain};
use crate::occurrences::Occurrences;
use crate::session::{Answer, Budget, Core, Model, Solver, Statistics};
use crate::term::{FALSE, SymbolId, TRUE, Term, Terms};
use rustc_hash::FxHashSet;
use session::{Session, Theories};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use translate::Translator;
use z3::SatResult;

/// Z3, in the context of the thread it is used on.
///
/// It makes nothing before the first query. Z3 recurses on terms: give the
/// thread 64 MB of stack.
#[derive(Default)]
pub struct Z3 {
    state: Option<State>,
    counts: Counts,
}

/// What is lost when something goes wrong.
struct State {
    /// Whose terms are translated.
    identity: u64,
    translator: Translator,
    occurrences: Occurrences,
    /// The last one used is the last.
    sessions: Vec<Session>,
}

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    SessionFirst,
    /// Only a solver made for the occasion.
    AtOnce,
}

#[derive(Default)]
struct Counts {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    second_attempts: u64,
    interpolations: u64,
    interpolants_discarded: u64,
    time: Duration,
}

/// Translations beyond this are forgotten, with Z3's own terms.
const MOST_TRANSLATIONS: usize = 2_000_000;

/// Queries about different parts of a path take turns. One was half as fast; three,
/// six and twelve did not differ beyond noise.
const MOST_SESSIONS: usize = 6;

impl Z3 {
    pub fn new() -> Z3 {
        Z3::default()
    }

    fn state(&mut self, terms: &Terms) -> &mut State {
        let stale = |state: &State| {
            state.identity != terms.identity() || state.translator.len() > MOST_TRANSLATIONS
        };
        if self.state.as_ref().is_some_and(stale) {
            self.state = None;
        }
        self.state.get_or_insert_with(|| State {
            identity: terms.identity(),
            translator: Translator::default(),
            occurrences: Occurrences::default(),
            sessions: Vec::new(),
        })
    }

    /// Does something that can panic within the bindings. What was there before
    /// is not used again then.
    fn guard<T>(&mut self, terms: &Terms, what: impl FnOnce(&mut State) -> T) -> Result<T, String> {
        let state = self.state(terms);
        let result = catch_unwind(AssertUnwindSafe(|| what(state)));
        result.map_err(|panic| {
            // Even dropping it could panic.
            std::mem::forget(self.state.take());
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied());
            format!("Z3 failed: {}", message.unwrap_or("no message"))
        })
    }
}

impl Z3 {
    fn ask(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget, way: Way) -> Answer {
        let start = Instant::now();
        self.counts.queries += 1;
        let assertions: Vec<_> = assertions.iter().copied().filter(|&a| a != TRUE).collect();
        let answer = if assertions.contains(&FALSE) {
            Answer::Unsat
        } else if assertions.is_empty() {
            Answer::Sat(Model::new())
        } else {
            let mut second = 0;
            let result = self.guard(terms, |state| {
                state.check(terms, &assertions, budget, way, &mut second)
            });
            self.counts.second_attempts += second;
            result.unwrap_or_else(Answer::Unknown)
        };
        *match answer {
            Answer::Sat(_) => &mut self.counts.sat,
            Answer::Unsat => &mut self.counts.unsat,
            Answer::Unknown(_) => &mut self.counts.unknown,
        } += 1;
        self.counts.time += start.elapsed();
        answer
    }
}

impl Solver for Z3 {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.ask(terms, assertions, budget, Way::SessionFirst)
    }

    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        self.counts.queries += 1;
        let result = self.guard(terms, |state| state.core(terms, assertions, budget));
        result.unwrap_or_else(Core::Unknown)
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        chain: &Chain,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        self.counts.interpolations += 1;
        self.interpolate(terms, chain, arithmetic, budget)
    }

    fn statistics(&self) -> Statistics {
        vec![
            ("z3 queries", self.counts.queries),
            ("z3 sat", self.counts.sat),
            ("z3 unsat", self.counts.unsat),
            ("z3 unknown", self.counts.unknown),
            ("z3 second attempts", self.counts.second_attempts),
            ("z3 interpolations", self.counts.interpolations),
            ("interpolants discarded", self.counts.interpolants_discarded),
            ("z3 microseconds", self.counts.time.as_micros() as u64),
        ]
    }
}

impl State {
    fn check(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        way: Way,
        second_attempts: &mut u64,
    ) -> Answer {
        let theories = self.theories(terms, assertions);
        let mut reason = String::new();
        if way == Way::SessionFirst && !theories.floats {
            let half = Budget {
                resource: budget.resource.div_ceil(2),
                wall: budget.wall.map(|wall| wall / 2),
                ..*budget
            };
            match self.check_incremental(terms, assertions, &half) {
                Answer::Unknown(why) => reason = why,
                answer => return answer,
            }
            *second_attempts += 1;
        }
        match self.check_at_once(terms, assertions, theories, budget) {
            Answer::Unknown(why) if !reason.is_empty() => {
                Answer::Unknown(format!("{reason}; at once: {why}"))
            }
            answer => answer,
        }
    }

    fn check_incremental(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        let mut session = self.session_for(assertions);
        session.limit(budget);
        session.assert(
            terms,
            assertions,
            &mut self.translator,
            &mut self.occurrences,
        );
        let answer = self.answer(terms, assertions, &session);
        // What was interrupted is not used again.
        if !matches!(answer, Answer::Unknown(_)) {
            self.sessions.push(session);
        }
        answer
    }

    /// The session that shares most, taken out; or a new one, if that is little.
    fn session_for(&mut self, assertions: &[Term]) -> Session {
        let query: FxHashSet<_> = assertions.iter().copied().collect();
        let best = (0..self.sessions.len()).max_by_key(|&at| self.sessions[at].common(&query));
        let Some(best) = best else {
            return Session::incremental();
        };
        let common = self.sessions[best].common(&query);
        if 2 * common >= self.sessions[best].height().min(query.len()) {
            return self.sessions.remove(best);
        }
        match self.sessions.len() < MOST_SESSIONS {
            true => Session::incremental(),
            false => self.sessions.remove(0),
        }
    }

    fn check_at_once(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        theories: Theories,
        budget: &Budget,
    ) -> Answer {
        let mut session = Session::at_once(theories);
        session.limit(budget);
        session.assert_all(
            terms,
            assertions,
            &mut self.translator,
            &mut self.occurrences,
        );
        self.answer(terms, assertions, &session)
    }

    fn answer(&mut self, terms: &Terms, assertions: &[Term], session: &Session) -> Answer {
        match session.solver.check() {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown(session.reason()),
            SatResult::Sat => match self.model(terms, assertions, session) {
                Some(model) => Answer::Sat(model),
                None => Answer::Unknown("Z3's model is none".into()),
            },
        }
    }

    /// The model that Z3 found, if it is one.
    fn model(&mut self, terms: &Terms, assertions: &[Term], session: &Session) -> Option<Model> {
        let found = session.solver.get_model()?;
        let symbols = self.symbols(terms, assertions);
        let model = model::extract(terms, &self.translator, &symbols, &found)?;
        let mut evaluator = Evaluator::new(terms, &model);
        let holds = assertions.iter().all(|&a| evaluator.holds(a));
        holds.then_some(model)
    }

    fn theories(&mut self, terms: &Terms, assertions: &[Term]) -> Theories {
        let mut theories = Theories::default();
        for &assertion in assertions {
            let contents = self.occurrences.of(terms, assertion);
            theories.floats |= contents.floats;
            theories.arrays |= contents.arrays;
        }
        theories
    }

    fn symbols(&mut self, terms: &Terms, assertions: &[Term]) -> Vec<SymbolId> {
        let mut symbols = Vec::new();
        for &assertion in assertions {
            let contents = self.occurrences.of(terms, assertion);
            symbols.extend_from_slice(&contents.symbols);
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    fn core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        let mut session = Session::for_cores(self.theories(terms, assertions));
        session.limit(budget);
        let (translator, occurrences) = (&mut self.translator, &mut self.occurrences);
        let labels = session.assert_labelled(terms, assertions, translator, occurrences);
        match session.solver.check_assumptions(&labels) {
            SatResult::Unsat => Core::Unsat(session.core(&labels)),
            SatResult::Unknown => Core::Unknown(session.reason()),
            SatResult::Sat => match self.model(terms, assertions, &session) {
                Some(model) => Core::Sat(model),
                None => Core::Unknown("Z3's model is none".into()),
            },
        }
    }
}

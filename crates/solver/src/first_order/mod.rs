//! Entailments of first-order formulae about memory: quantifiers, closures, several times.
//!
//! Pointers and integers are Z3's integers, and memory is a function for each kind of
//! scalar in elements of one size: `value(x)` is what lies at the offset behind the address
//! `x`, whatever `x` is. Which elements live is a predicate; a closure is a binary
//! predicate of which only its first step is known. What a formula says beyond that (floats,
//! bit-fields, operations on bits) is a symbol of which nothing is known. So a formula that
//! follows here follows in C; one that does not may still do.
//!
//! Z3 instantiates quantifiers by patterns only: it answers soon, and where a proof needs an
//! instance that no term suggests it has none.

mod axioms;
mod symbols;
mod translate;

pub use symbols::{Cell, Root, Symbol, cell, mentions, mentions_of, resolve};

use crate::session::Statistics;
use logic::{FormulaId, Logic, TermId, Time};
use program::{ExprId, Program, VarId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use translate::Translation;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

/// What a step does to memory, between `@1` and `@C`. Only symbols whose versions differ
/// at the two times are touched.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Nothing, or it is not known what.
    Any,
    /// Bytes behind a pointer get a value; both are terms over `@1`. No object that they may
    /// lie in has more bytes than `largest`. Of each closure in `links` they are one link,
    /// found from this pointer, or have nothing in common with any.
    Write {
        pointer: TermId,
        cell: Cell,
        value: TermId,
        largest: Option<u64>,
        links: Vec<FormulaId>,
    },
    /// Objects of at most so many bytes are written.
    Objects(u64),
    /// A new block of so many bytes (`@1`); its address (`@C`) is null if there is none, and
    /// then objects of at most so many bytes are written.
    Allocate {
        block: TermId,
        bytes: TermId,
        may_fail: bool,
        largest: Option<u64>,
    },
    /// What lives afterwards lived before.
    Free,
    /// What lived before lives afterwards.
    More,
    /// Variables that are memory begin to live.
    Begin(Vec<VarId>),
}

/// Bytes of objects: at an offset, and at every multiple of `step` from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    pub first: i64,
    /// 0: there is one place.
    pub step: u64,
    pub size: u64,
}

impl Stretch {
    /// Has it nothing in common with a kind of scalar in any element of an object?
    fn spares(&self, cell: Cell) -> bool {
        if !self.step.is_multiple_of(cell.stride) || cell.end() > cell.stride {
            return false;
        }
        let from = self.first.rem_euclid(cell.stride as i64) as u64;
        let to = from + self.size;
        to <= cell.stride && (to <= cell.offset || cell.end() <= from)
    }
}

/// Which version of a symbol a time sees: equal versions are equal functions.
pub type Versions<'a> = &'a dyn Fn(Time, &Symbol) -> u32;

/// A formula, and a variable that something else stands for in it, but for the beginnings of
/// functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Said {
    pub formula: FormulaId,
    pub instead: Option<(VarId, ExprId)>,
}

impl From<FormulaId> for Said {
    fn from(formula: FormulaId) -> Said {
        Said {
            formula,
            instead: None,
        }
    }
}

/// What follows from facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Follows {
    /// The facts contradict each other.
    Impossible,
    /// Of each goal: it follows, its negation does, or neither is known.
    Truths(Vec<Option<bool>>),
}

/// A question about one step.
pub struct Step<'a> {
    pub program: &'a Program,
    pub logic: &'a mut Logic,
    pub versions: Versions<'a>,
    pub effect: &'a Effect,
    /// All that is written in objects that live before and afterwards; None if that is not
    /// known.
    pub written: Option<&'a [Stretch]>,
}

#[derive(Default)]
pub struct FirstOrder {
    /// What one check may cost, in units of Z3's work.
    resource: u32,
    checks: u64,
    given_up: u64,
    time: Duration,
}

impl FirstOrder {
    pub fn new(resource: u32) -> FirstOrder {
        FirstOrder {
            resource,
            ..FirstOrder::default()
        }
    }

    /// Whether each goal is true, false or open where the facts hold.
    pub fn follows(&mut self, step: Step<'_>, facts: &[Said], goals: &[Said]) -> Follows {
        let start = Instant::now();
        // The bindings panic where Z3 fails; nothing is known then.
        let answer = catch_unwind(AssertUnwindSafe(|| self.ask(step, facts, goals)));
        self.time += start.elapsed();
        answer.unwrap_or_else(|_| Follows::Truths(vec![None; goals.len()]))
    }

    /// Do so many bytes behind a pointer lie in something that lives, where the facts hold?
    pub fn lives(&mut self, step: Step<'_>, facts: &[Said], at: (TermId, Cell)) -> bool {
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let mut translation = Translation::new(step);
            let facts: Vec<_> = facts.iter().map(|&f| translation.said(f)).collect();
            // What closures need of their ends is spoken of by then.
            let axioms = translation.axioms();
            let goal = translation.lives(at);
            let solver = self.solver(&mut translation, &facts);
            axioms.iter().for_each(|axiom| solver.assert(axiom));
            solver.assert(goal.not());
            self.check(&solver) == SatResult::Unsat
        }));
        self.time += start.elapsed();
        answer.unwrap_or(false)
    }

    /// A solver that knows the facts, and what is true of all that occurs.
    fn solver(&self, translation: &mut Translation<'_>, facts: &[Bool]) -> Solver {
        let solver = Solver::new();
        let mut parameters = Params::new();
        parameters.set_bool("auto_config", false);
        parameters.set_bool("mbqi", false);
        parameters.set_u32("random_seed", 0);
        parameters.set_u32("rlimit", self.resource);
        solver.set_params(&parameters);
        // Where there is a level, Z3 goes about it step by step.
        solver.push();
        for axiom in translation.axioms() {
            solver.assert(axiom);
        }
        for fact in facts {
            solver.assert(fact);
        }
        solver
    }

    fn ask(&mut self, step: Step<'_>, facts: &[Said], goals: &[Said]) -> Follows {
        let mut translation = Translation::new(step);
        let facts: Vec<_> = facts.iter().map(|&f| translation.said(f)).collect();
        let goals: Vec<_> = goals.iter().map(|&g| translation.said(g)).collect();
        let solver = self.solver(&mut translation, &facts);
        if self.check(&solver) == SatResult::Unsat {
            return Follows::Impossible;
        }
        let mut truths = Vec::new();
        for goal in goals {
            let mut truth = None;
            for value in [true, false] {
                solver.push();
                solver.assert(match value {
                    true => goal.not(),
                    false => goal.clone(),
                });
                let found = self.check(&solver);
                solver.pop(1);
                if found == SatResult::Unsat {
                    truth = Some(value);
                    break;
                }
            }
            truths.push(truth);
        }
        Follows::Truths(truths)
    }

    fn check(&mut self, solver: &Solver) -> SatResult {
        self.checks += 1;
        let found = solver.check();
        self.given_up += u64::from(found == SatResult::Unknown);
        found
    }

    pub fn statistics(&self) -> Statistics {
        vec![
            ("first-order checks", self.checks),
            ("first-order checks open", self.given_up),
            ("first-order microseconds", self.time.as_micros() as u64),
        ]
    }
}

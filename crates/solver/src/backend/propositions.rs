//! Questions about one set of propositions, many of them: what is asserted stays, and what
//! is assumed has a label, so that nothing is told twice and what was learnt is kept.

use super::session::clamp;
use super::translate::Translator;
use crate::term::{Term, Terms};
use rustc_hash::FxHashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

pub struct Propositions {
    solver: Solver,
    translator: Translator,
    labels: FxHashMap<Term, Bool>,
    pub time: Duration,
}

/// Whether some propositions can be true.
pub enum Found {
    No,
    Unknown,
    /// And which others are, then.
    Yes(Vec<bool>),
}

impl Propositions {
    /// `resource` is what one check may cost.
    pub fn new(resource: u64) -> Propositions {
        let solver = Solver::new_for_logic("QF_FD").expect("Z3 knows the logic");
        let mut parameters = Params::new();
        parameters.set_u32("rlimit", clamp(resource));
        solver.set_params(&parameters);
        Propositions {
            solver,
            translator: Translator::default(),
            labels: FxHashMap::default(),
            time: Duration::ZERO,
        }
    }

    pub fn assert(&mut self, terms: &Terms, proposition: Term) {
        let formula = self.translator.formula(terms, proposition);
        self.solver.assert(formula);
    }

    fn label(&mut self, terms: &Terms, proposition: Term) -> Bool {
        if let Some(label) = self.labels.get(&proposition) {
            return label.clone();
        }
        let label = Bool::fresh_const("label");
        let formula = self.translator.formula(terms, proposition);
        self.solver.assert(label.implies(formula));
        self.labels.insert(proposition, label.clone());
        label
    }

    /// Can all of these be true, with what is asserted? Which of `watched` are, then?
    pub fn check(&mut self, terms: &Terms, assumed: &[Term], watched: &[Term]) -> Found {
        let start = Instant::now();
        // The bindings panic where Z3 fails.
        let found = catch_unwind(AssertUnwindSafe(|| {
            let labels = assumed.iter().map(|&a| self.label(terms, a));
            let labels: Vec<Bool> = labels.collect();
            match self.solver.check_assumptions(&labels) {
                SatResult::Unsat => Found::No,
                SatResult::Unknown => Found::Unknown,
                SatResult::Sat => {
                    let Some(model) = self.solver.get_model() else {
                        return Found::Unknown;
                    };
                    let truth = watched.iter().map(|&w| {
                        let formula = self.translator.formula(terms, w);
                        model.eval(&formula, true).and_then(|value| value.as_bool())
                    });
                    match truth.collect() {
                        Some(truths) => Found::Yes(truths),
                        None => Found::Unknown,
                    }
                }
            }
        }));
        self.time += start.elapsed();
        found.unwrap_or(Found::Unknown)
    }
}

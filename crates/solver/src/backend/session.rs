//! A living solver of Z3: what is asserted, and what it may cost.

use super::translate::{Translator, constant};
use crate::occurrences::Occurrences;
use crate::session::Budget;
use crate::term::{SymbolId, Term, Terms, mask};
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, BV, Bool};
use z3::{Params, Solver};

pub struct Session {
    pub solver: Solver,
    /// What is asserted, each on a level of its own.
    levels: Vec<Level>,
    /// Base addresses of which it is asserted what they are.
    bases: Vec<SymbolId>,
    budget: Option<Budget>,
}

/// What a query speaks of, beside bit vectors.
#[derive(Clone, Copy, Default)]
pub struct Theories {
    pub floats: bool,
    pub arrays: bool,
}

struct Level {
    assertion: Term,
    /// How many bases there were below.
    bases: usize,
}

impl Session {
    fn new(solver: Solver) -> Session {
        Session {
            solver,
            levels: Vec::new(),
            bases: Vec::new(),
            budget: None,
        }
    }

    /// For a search in which queries share most of their assertions.
    pub fn incremental() -> Session {
        Session::new(for_logic("QF_AUFBV"))
    }

    /// For one query.
    pub fn at_once(theories: Theories) -> Session {
        Session::new(match theories {
            Theories {
                floats: true,
                arrays: true,
            } => Solver::new(),
            Theories { floats: true, .. } => for_logic("QF_FPBV"),
            Theories { arrays: true, .. } => for_logic("QF_AUFBV"),
            _ => for_logic("QF_BV"),
        })
    }

    /// For one query, and which assertions are to blame.
    pub fn for_cores(theories: Theories) -> Session {
        let solver = match theories.floats {
            true => Solver::new(),
            false => for_logic("QF_AUFBV"),
        };
        let mut parameters = Params::new();
        parameters.set_bool("core.minimize", true);
        solver.set_params(&parameters);
        Session::new(solver)
    }

    /// Sets what the next check may cost.
    pub fn limit(&mut self, budget: &Budget) {
        if self.budget.as_ref() == Some(budget) {
            return;
        }
        self.budget = Some(*budget);
        let mut parameters = Params::new();
        parameters.set_u32("rlimit", clamp(budget.resource));
        let wall = budget
            .wall
            .map(|wall| clamp(wall.as_millis() as u64).max(1));
        parameters.set_u32("timeout", wall.unwrap_or(u32::MAX));
        if let Some(memory) = budget.memory {
            parameters.set_u32("max_memory", clamp(memory >> 20).max(1));
        }
        self.solver.set_params(&parameters);
    }

    /// How many levels, from the lowest up, a query shares.
    pub fn common(&self, query: &FxHashSet<Term>) -> usize {
        self.levels
            .iter()
            .take_while(|level| query.contains(&level.assertion))
            .count()
    }

    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// Makes these the assertions, in an order that keeps as many of those that
    /// are there as possible.
    pub fn assert(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        translator: &mut Translator,
        occurrences: &mut Occurrences,
    ) {
        let mut missing: FxHashSet<Term> = assertions.iter().copied().collect();
        let common = self.common(&missing);
        let surplus = self.levels.len() - common;
        if surplus > 0 {
            self.solver.pop(surplus as u32);
            self.bases.truncate(self.levels[common].bases);
            self.levels.truncate(common);
        }
        for level in &self.levels {
            missing.remove(&level.assertion);
        }
        for &assertion in assertions {
            if missing.remove(&assertion) {
                self.solver.push();
                self.levels.push(Level {
                    assertion,
                    bases: self.bases.len(),
                });
                self.assert_one(terms, assertion, translator, occurrences);
            }
        }
    }

    /// Asserts all for good.
    pub fn assert_all(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        translator: &mut Translator,
        occurrences: &mut Occurrences,
    ) {
        for &assertion in assertions {
            self.assert_one(terms, assertion, translator, occurrences);
        }
    }

    fn assert_one(
        &mut self,
        terms: &Terms,
        assertion: Term,
        translator: &mut Translator,
        occurrences: &mut Occurrences,
    ) {
        self.assert_bases(terms, assertion, translator, occurrences);
        self.solver.assert(translator.formula(terms, assertion));
    }

    /// Asserts each as implied by a label.
    pub fn assert_labelled(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        translator: &mut Translator,
        occurrences: &mut Occurrences,
    ) -> Vec<Bool> {
        let mut labels = Vec::new();
        for &assertion in assertions {
            self.assert_bases(terms, assertion, translator, occurrences);
            let label = Bool::fresh_const("label");
            let formula = translator.formula(terms, assertion);
            self.solver.assert(label.implies(formula));
            labels.push(label);
        }
        labels
    }

    /// The positions of the labels in the core of the last check.
    pub fn core(&self, labels: &[Bool]) -> Vec<usize> {
        let position = |label: &Bool| label.decl().name();
        let positions: FxHashMap<_, _> = labels
            .iter()
            .enumerate()
            .map(|(at, label)| (position(label), at))
            .collect();
        let core = self.solver.get_unsat_core();
        let mut core: Vec<_> = core
            .iter()
            .map(|label| positions[&position(label)])
            .collect();
        core.sort_unstable();
        core
    }

    pub fn reason(&self) -> String {
        let reason = self.solver.get_reason_unknown();
        reason.unwrap_or_else(|| "no reason given".into())
    }

    /// Asserts what is true of the base addresses that are new here: aligned,
    /// not null, not wrapping, and apart from all others.
    fn assert_bases(
        &mut self,
        terms: &Terms,
        assertion: Term,
        translator: &mut Translator,
        occurrences: &mut Occurrences,
    ) {
        for &symbol in occurrences.of(terms, assertion).symbols.iter() {
            let Some(base) = terms.as_base(symbol) else {
                continue;
            };
            if self.bases.contains(&symbol) {
                continue;
            }
            let info = terms.base_info(base);
            let term = terms.symbol_term(symbol);
            let width = terms.width(term);
            let address = translator.bit_vector(terms, term);
            let zeros = info.align.trailing_zeros().min(width);
            if zeros > 0 {
                let low = address.extract(zeros - 1, 0);
                self.solver.assert(low.eq(BV::from_u64(0, zeros)));
            }
            self.solver.assert(address.ne(BV::from_u64(0, width)));
            let extent = u128::from(info.extent());
            let last = constant(mask(width).saturating_sub(extent), width);
            self.solver.assert(address.bvule(last));
            let end = address.bvadd(constant(extent & mask(width), width));
            for &other in &self.bases {
                let info = terms.as_base(other).map(|base| terms.base_info(base));
                let extent = info.expect("bases are bases").extent();
                let term = terms.symbol_term(other);
                if terms.width(term) != width {
                    continue;
                }
                let other = translator.bit_vector(terms, term);
                let other_end = other.bvadd(constant(extent.into(), width));
                let apart = [end.bvule(other), other_end.bvule(address.clone())];
                self.solver.assert(Bool::or(&apart));
            }
            self.bases.push(symbol);
        }
    }
}

fn for_logic(logic: &str) -> Solver {
    Solver::new_for_logic(logic).expect("Z3 knows the logic")
}

pub fn clamp(number: u64) -> u32 {
    number.min(u32::MAX.into()) as u32
}

//! Can a path be taken? Cheap answers first: the model that the path has already,
//! then guesses, and only then the solver.

use super::executor::Executor;
use super::state::State;
use rustc_hash::FxHashSet;
use solver::{Answer, Assignment, Budget, Node, Solver, SymbolId, Term, work_done};
use std::rc::Rc;

/// Guesses are tried for conditions over at most so many symbols.
const MAX_GUESSED: usize = 2;

/// What is known about a condition on a path.
pub enum Feasibility {
    Yes(Rc<Assignment>),
    No,
    /// The solver did not answer.
    Unknown,
}

/// Counts of how questions were answered.
#[derive(Clone, Copy, Default, Debug)]
pub struct Questions {
    pub by_model: u64,
    pub by_guess: u64,
    pub by_solver: u64,
    pub unanswered: u64,
    /// What the solver did, in its units.
    pub work: u64,
}

pub struct Oracle<'s> {
    pub solver: &'s mut dyn Solver,
    pub budget: Budget,
    pub questions: Questions,
}

impl Oracle<'_> {
    /// Can the condition hold on the state's path?
    pub fn feasible(
        &mut self,
        executor: &mut Executor<'_>,
        state: &State,
        condition: Term,
    ) -> Feasibility {
        if executor.terms.as_bool(condition) == Some(false) {
            return Feasibility::No;
        }
        // A model need not know where objects lie that its path said nothing of.
        let symbols = executor.terms.symbols(condition);
        if executor.terms.are_addresses(&symbols, &state.model)
            && executor.terms.evaluate(condition, &state.model) == 1
        {
            self.questions.by_model += 1;
            return Feasibility::Yes(Rc::clone(&state.model));
        }
        let negated = executor.terms.not(condition);
        if state.path.contains(&negated) {
            return Feasibility::No;
        }
        if let Some(model) = self.guess(executor, state, condition) {
            self.questions.by_guess += 1;
            return Feasibility::Yes(Rc::new(model));
        }
        let relevant = relevant(executor, &state.path, condition);
        self.questions.by_solver += 1;
        let before = work_done();
        let answer = self.solver.check(&executor.terms, &relevant, &self.budget);
        self.questions.work += u64::from(work_done().wrapping_sub(before));
        match answer {
            Answer::Sat(found) => {
                // What is not relevant keeps its values.
                let mut model = (*state.model).clone();
                model.extend(&found);
                Feasibility::Yes(Rc::new(model))
            }
            Answer::Unsat => Feasibility::No,
            Answer::Unknown(_) => {
                self.questions.unanswered += 1;
                Feasibility::Unknown
            }
        }
    }

    /// Tries the path's model with other values for the symbols of the condition.
    fn guess(
        &mut self,
        executor: &mut Executor<'_>,
        state: &State,
        condition: Term,
    ) -> Option<Assignment> {
        let symbols: Vec<SymbolId> = executor.terms.symbols(condition).to_vec();
        if symbols.len() > MAX_GUESSED
            || symbols.iter().any(|&s| executor.terms.as_base(s).is_some())
        {
            return None;
        }
        let concerned: Vec<Term> = state
            .path
            .iter()
            .copied()
            .filter(|&t| {
                let occurring = executor.terms.symbols(t);
                symbols.iter().any(|s| occurring.contains(s))
            })
            .collect();
        let constants = constants_in(executor, condition);
        let mut model = (*state.model).clone();
        for &symbol in &symbols {
            let width = match executor.terms.symbol_sort(symbol) {
                solver::Sort::Bits(width) => width,
                solver::Sort::Bool | solver::Sort::Array { .. } => return None,
            };
            let before = model.bits(symbol);
            for &value in &constants {
                let value = match width {
                    128 => value,
                    _ => value & ((1 << width) - 1),
                };
                model.set(symbol, value);
                if executor.terms.evaluate(condition, &model) == 1
                    && concerned
                        .iter()
                        .all(|&t| executor.terms.evaluate(t, &model) == 1)
                {
                    return Some(model);
                }
            }
            model.set(symbol, before);
        }
        None
    }
}

/// The constants of a term and their neighbours, and the usual suspects.
fn constants_in(executor: &Executor<'_>, term: Term) -> Vec<u128> {
    let mut found: Vec<u128> = vec![0, 1, 2, u128::MAX];
    let mut pending = vec![term];
    let mut looked = 0;
    while let Some(t) = pending.pop() {
        looked += 1;
        if looked > 32 {
            break;
        }
        match executor.terms.node(t) {
            Node::Bits(value) => {
                for v in [value, value.wrapping_add(1), value.wrapping_sub(1)] {
                    if !found.contains(&v) {
                        found.push(v);
                    }
                }
            }
            _ => pending.extend(executor.terms.operands(t)),
        }
    }
    found
}

/// The conjuncts that share symbols with the condition, directly or through
/// others, and the condition itself at the end. The rest of a path condition that
/// can be satisfied cannot matter.
fn relevant(executor: &mut Executor<'_>, path: &[Term], condition: Term) -> Vec<Term> {
    let mut symbols: FxHashSet<SymbolId> =
        executor.terms.symbols(condition).iter().copied().collect();
    let mut taken = vec![false; path.len()];
    // Bases are related through disjointness, but that is always satisfiable.
    loop {
        let mut changed = false;
        for (i, &t) in path.iter().enumerate() {
            if taken[i] {
                continue;
            }
            let occurring = executor.terms.symbols(t);
            if occurring.iter().any(|s| symbols.contains(s)) {
                symbols.extend(occurring.iter().copied());
                taken[i] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut list: Vec<Term> = path
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| **taken)
        .map(|(t, _)| *t)
        .collect();
    list.push(condition);
    list
}

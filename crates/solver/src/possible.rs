//! Whether formulae can be true together, as far as a solver can tell.
//!
//! What a formula looks up in a state is any number of its type: two places may always hold
//! different ones. Operations mean what they mean in C. What has no meaning here is left
//! out. So an answer "no" can be relied on, and no answer is "yes".

use crate::operations::width;
use crate::translate::to_term;
use crate::{Answer, Budget, Solver, Sort, Term, Terms};
use logic::{FormulaId, Logic, Time};
use program::{ExprId, Program};
use rustc_hash::FxHashMap;

pub struct Possibility {
    terms: Terms,
    solver: Box<dyn Solver>,
    budget: Budget,
    symbols: FxHashMap<(Time, ExprId), Term>,
    /// Of formulae in order: can they be true together?
    known: FxHashMap<Vec<FormulaId>, bool>,
    contradictions: u64,
}

impl Possibility {
    /// Each question may cost as much as the budget says.
    pub fn new(solver: Box<dyn Solver>, budget: Budget) -> Possibility {
        Possibility {
            terms: Terms::new(),
            solver,
            budget,
            symbols: FxHashMap::default(),
            known: FxHashMap::default(),
            contradictions: 0,
        }
    }

    /// Can the formulae be true together?
    pub fn is_possible(
        &mut self,
        program: &Program,
        logic: &Logic,
        mut formulae: Vec<FormulaId>,
    ) -> bool {
        formulae.sort_unstable();
        formulae.dedup();
        if let Some(&known) = self.known.get(&formulae) {
            return known;
        }
        let (symbols, types) = (&mut self.symbols, &program.types);
        let mut meaning = |terms: &mut Terms, time: Time, expr: ExprId| {
            let ty = program.exprs.ty(expr);
            if !types.is_scalar(ty) {
                return None;
            }
            let symbol = symbols.entry((time, expr));
            Some(*symbol.or_insert_with(|| {
                let name = format!("{}{time}", program.show(expr));
                terms.symbol(name, Sort::Bits(width(types, ty)))
            }))
        };
        let terms = &mut self.terms;
        let assertions: Vec<Term> = formulae
            .iter()
            .filter_map(|&f| to_term(logic, program, terms, f, &mut meaning))
            .collect();
        let possible = match assertions.len() {
            0 => true,
            _ => self.solver.check(terms, &assertions, &self.budget) != Answer::Unsat,
        };
        self.contradictions += u64::from(!possible);
        self.known.insert(formulae, possible);
        possible
    }

    /// Different questions so far.
    pub fn questions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Those that were answered "no".
    pub fn contradictions(&self) -> u64 {
        self.contradictions
    }
}

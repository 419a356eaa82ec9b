//! Precisions from elsewhere, and for another time.

use super::atoms::atoms;
use super::{Inner, world};
use engine::{Cx, Fact, Known, Lesson};
use logic::FormulaId;
use program::ExprId;
use rustc_hash::FxHashMap;
use solver::block::Block;
use solver::translate::to_term;
use solver::{Term, Terms};

impl Inner {
    /// Begins with what was given.
    pub(super) fn give(&mut self, cx: &Cx<'_>) {
        for known in cx.precision {
            match known.fact {
                Fact::Holds(formula) => {
                    let mut found = Vec::new();
                    if let Some(term) = self.term_of(cx, formula) {
                        atoms(&mut self.encoder.terms, term, &mut found);
                    }
                    for atom in found {
                        self.track(cx, known.place, atom, &mut Lesson::default());
                    }
                }
                Fact::Values(expr) => {
                    let cell = self.encoder.term(world(cx), &Block::default(), expr);
                    if let Some(cell) = cell.filter(|&c| self.encoder.is_cell(c)) {
                        self.precision.split(known.place, cell);
                    }
                }
                Fact::Apart | Fact::Followed(..) => {}
            }
        }
    }

    /// A formula as a term over the state; None if it has no meaning in blocks.
    fn term_of(&mut self, cx: &Cx<'_>, formula: FormulaId) -> Option<Term> {
        let logic = cx.logic.borrow();
        let mut values: FxHashMap<ExprId, Term> = FxHashMap::default();
        for (_, expr) in logic.expressions(formula) {
            let value = self.encoder.term(world(cx), &Block::default(), expr)?;
            values.insert(expr, value);
        }
        let mut meaning = |_: &mut Terms, _, expr| values.get(&expr).copied();
        let terms = &mut self.encoder.terms;
        to_term(&logic, cx.program, terms, formula, &mut meaning)
    }

    /// What is tracked, as far as C has words for it.
    pub(super) fn known(&mut self, cx: &Cx<'_>) -> Vec<Known> {
        let mut all = Vec::new();
        for (place, predicates) in self.precision.places() {
            for &predicate in predicates.iter() {
                let formula = self.formula(cx, self.precision.term(predicate));
                all.extend(formula.map(|formula| Known {
                    place,
                    fact: Fact::Holds(formula),
                }));
            }
        }
        for (place, cells) in self.precision.cells() {
            for &cell in cells.iter() {
                let expr = self.expression(cx, cell);
                all.extend(expr.map(|expr| Known {
                    place,
                    fact: Fact::Values(expr),
                }));
            }
        }
        all
    }
}

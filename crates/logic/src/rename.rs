//! Substitution, renaming of times, other values for variables, and what a formula speaks
//! about.

use crate::Logic;
use crate::formula::{Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use indexmap::IndexSet;
use program::{ExprId, Program};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Replaces the expressions of formulae by terms.
struct Substitution<'a> {
    logic: &'a mut Logic,
    program: &'a Program,
    leaf: &'a mut dyn FnMut(&mut Logic, Time, ExprId) -> Option<TermId>,
    terms: FxHashMap<TermId, TermId>,
}

impl Logic {
    /// The formula with every expression at a time replaced by the term that
    /// `leaf` gives for it, if any. An expression inside a quantifier may have variables.
    pub fn substitute(
        &mut self,
        program: &Program,
        formula: FormulaId,
        leaf: &mut dyn FnMut(&mut Logic, Time, ExprId) -> Option<TermId>,
    ) -> FormulaId {
        let mut substitution = Substitution {
            logic: self,
            program,
            leaf,
            terms: FxHashMap::default(),
        };
        substitution.formula(formula)
    }

    /// The same of a term.
    pub fn substitute_term(
        &mut self,
        program: &Program,
        term: TermId,
        leaf: &mut dyn FnMut(&mut Logic, Time, ExprId) -> Option<TermId>,
    ) -> TermId {
        let mut substitution = Substitution {
            logic: self,
            program,
            leaf,
            terms: FxHashMap::default(),
        };
        substitution.term(term)
    }

    /// HECTOR's `Φ[j\k]`: the same about other times.
    pub fn rename(
        &mut self,
        program: &Program,
        formula: FormulaId,
        times: impl Fn(Time) -> Time,
    ) -> FormulaId {
        self.substitute(program, formula, &mut |logic, time, expr| {
            Some(logic.at(program, times(time), expr))
        })
    }

    /// The expressions that a formula speaks about, with their times: in order of
    /// their first occurrence, without repetition. Those inside quantifiers may have
    /// variables ([`program::Exprs::free`]).
    pub fn expressions(&self, formula: FormulaId) -> Vec<(Time, ExprId)> {
        let mut found = IndexSet::default();
        let mut seen = FxHashSet::default();
        let mut formulae = vec![formula];
        while let Some(id) = formulae.pop() {
            match self.formula(id) {
                Formula::True | Formula::False => {}
                Formula::Compare(_, a, b) => {
                    self.expressions_of([*b, *a], &mut seen, &mut found, &mut formulae);
                }
                Formula::Closure { step, from, to } => {
                    self.expressions_of([*to, *from], &mut seen, &mut found, &mut formulae);
                    formulae.push(*step);
                }
                Formula::Not(a) | Formula::Quantified(_, _, a) => formulae.push(*a),
                Formula::And(parts) | Formula::Or(parts) => formulae.extend(parts.iter().rev()),
                Formula::Iff(a, b) => formulae.extend([*b, *a]),
            }
        }
        found.into_iter().collect()
    }

    fn expressions_of(
        &self,
        terms: [TermId; 2],
        seen: &mut FxHashSet<TermId>,
        found: &mut IndexSet<(Time, ExprId), FxBuildHasher>,
        formulae: &mut Vec<FormulaId>,
    ) {
        let mut terms = terms.to_vec();
        while let Some(term) = terms.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.term(term) {
                Term::At(time, expr) => {
                    found.insert((time, expr));
                }
                Term::Truth(formula) => formulae.push(formula),
                _ => {}
            }
            let mut operands: Vec<_> = self.operands(term).collect();
            operands.reverse();
            terms.extend(operands);
        }
    }
}

impl Substitution<'_> {
    fn term(&mut self, id: TermId) -> TermId {
        if let Some(&known) = self.terms.get(&id) {
            return known;
        }
        let ty = self.logic.ty(id);
        let new = match self.logic.term(id) {
            Term::At(time, expr) => (self.leaf)(self.logic, time, expr).unwrap_or(id),
            Term::Int(_) | Term::Float(_) | Term::Function(_) | Term::Bound(_) => id,
            Term::Truth(formula) => {
                let formula = self.formula(formula);
                self.logic.truth_value(self.program, formula)
            }
            Term::Unary(op, a) => {
                let a = self.term(a);
                self.logic.unary(self.program, op, a)
            }
            Term::Binary(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                self.logic.binary(self.program, op, a, b, ty)
            }
            Term::Cast(a) => {
                let a = self.term(a);
                self.logic.cast(self.program, a, ty)
            }
        };
        self.terms.insert(id, new);
        new
    }

    fn formula(&mut self, id: FormulaId) -> FormulaId {
        match self.logic.formula(id).clone() {
            Formula::True | Formula::False => id,
            Formula::Compare(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                self.logic.compare(self.program, op.operator(), a, b)
            }
            Formula::Not(a) => {
                let a = self.formula(a);
                self.logic.not(self.program, a)
            }
            Formula::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|&p| self.formula(p)).collect();
                self.logic.and(self.program, parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|&p| self.formula(p)).collect();
                self.logic.or(self.program, parts)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.logic.iff(self.program, a, b)
            }
            Formula::Quantified(quantifier, ty, body) => {
                let body = self.formula(body);
                self.logic.quantified(self.program, quantifier, ty, body)
            }
            Formula::Closure { step, from, to } => {
                let step = self.formula(step);
                let (from, to) = (self.term(from), self.term(to));
                self.logic.closure(self.program, step, from, to)
            }
        }
    }
}

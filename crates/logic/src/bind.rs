//! Variables of formulae: which are free, and giving them values.

use crate::Logic;
use crate::formula::{Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use program::{ExprId, Program};
use rustc_hash::FxHashMap;

impl Logic {
    /// How many binders there must be around a formula: none, if it is closed.
    pub fn free(&self, program: &Program, id: FormulaId) -> u32 {
        let mut free = Free {
            logic: self,
            program,
            formulae: FxHashMap::default(),
        };
        free.formula(id)
    }

    /// The body of binders with values for their variables, the innermost first. A value
    /// has no time: it is meant at the time at which the body uses it, and now where the
    /// body says nothing. None if that is too long.
    pub fn instantiate(
        &mut self,
        program: &mut Program,
        body: FormulaId,
        values: &[ExprId],
    ) -> Option<FormulaId> {
        let mut instance = Instance {
            logic: self,
            program,
            values,
            left: MAX_SIZE,
        };
        let formula = instance.formula(body, 0);
        (instance.left > 0).then_some(formula)
    }
}

/// Longer formulae are not made of shorthands.
const MAX_SIZE: u32 = 1 << 13;

struct Free<'a> {
    logic: &'a Logic,
    program: &'a Program,
    formulae: FxHashMap<FormulaId, u32>,
}

impl Free<'_> {
    fn formula(&mut self, id: FormulaId) -> u32 {
        if let Some(&known) = self.formulae.get(&id) {
            return known;
        }
        let free = match self.logic.formula(id) {
            Formula::True | Formula::False => 0,
            Formula::Compare(_, a, b) => self.term(*a).max(self.term(*b)),
            Formula::Not(a) => self.formula(*a),
            Formula::And(parts) | Formula::Or(parts) => {
                let parts = parts.iter().map(|&p| self.formula(p));
                parts.max().unwrap_or(0)
            }
            Formula::Iff(a, b) => self.formula(*a).max(self.formula(*b)),
            Formula::Quantified(_, _, body) => self.formula(*body).saturating_sub(1),
            Formula::Closure { step, from, to } => {
                let step = self.formula(*step).saturating_sub(2);
                step.max(self.term(*from)).max(self.term(*to))
            }
        };
        self.formulae.insert(id, free);
        free
    }

    fn term(&mut self, id: TermId) -> u32 {
        match self.logic.term(id) {
            Term::At(_, expr) => u32::from(self.program.exprs.free(expr)),
            Term::Bound(n) => n + 1,
            Term::Truth(formula) => self.formula(formula),
            Term::Int(_) | Term::Float(_) | Term::Function(_) => 0,
            Term::Unary(_, a) | Term::Cast(a) => self.term(a),
            Term::Binary(_, a, b) => self.term(a).max(self.term(b)),
        }
    }
}

struct Instance<'a> {
    logic: &'a mut Logic,
    program: &'a mut Program,
    /// The innermost first.
    values: &'a [ExprId],
    /// So many parts more.
    left: u32,
}

impl Instance<'_> {
    /// Inside of so many binders of the body.
    fn formula(&mut self, id: FormulaId, inside: u32) -> FormulaId {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return id;
        }
        match self.logic.formula(id).clone() {
            Formula::True | Formula::False => id,
            Formula::Compare(op, a, b) => {
                let (a, b) = (self.term(a, inside), self.term(b, inside));
                self.logic.compare(self.program, op.operator(), a, b)
            }
            Formula::Not(a) => {
                let a = self.formula(a, inside);
                self.logic.not(self.program, a)
            }
            Formula::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|&p| self.formula(p, inside)).collect();
                self.logic.and(self.program, parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|&p| self.formula(p, inside)).collect();
                self.logic.or(self.program, parts)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a, inside), self.formula(b, inside));
                self.logic.iff(self.program, a, b)
            }
            Formula::Quantified(quantifier, ty, body) => {
                let body = self.formula(body, inside + 1);
                self.logic.quantified(self.program, quantifier, ty, body)
            }
            Formula::Closure { step, from, to } => {
                let step = self.formula(step, inside + 2);
                let (from, to) = (self.term(from, inside), self.term(to, inside));
                self.logic.closure(self.program, step, from, to)
            }
        }
    }

    fn term(&mut self, id: TermId, inside: u32) -> TermId {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return id;
        }
        let ty = self.logic.ty(id);
        match self.logic.term(id) {
            Term::At(time, expr) => {
                let expr = self.expr(expr, inside);
                // What depends on variables is copied.
                let is_small = self.program.exprs.is_smaller(expr, self.left);
                self.left = if is_small { self.left } else { 0 };
                self.logic.at(self.program, time, expr)
            }
            Term::Bound(n) => {
                let Some(index) = n.checked_sub(inside) else {
                    return id;
                };
                match self.values.get(index as usize) {
                    Some(&value) => {
                        let value = self.program.exprs.lifted(value, inside);
                        self.logic.at(self.program, Time::After, value)
                    }
                    None => self.logic.bound(n - self.values.len() as u32, ty),
                }
            }
            Term::Truth(formula) => {
                let formula = self.formula(formula, inside);
                self.logic.truth_value(self.program, formula)
            }
            Term::Int(_) | Term::Float(_) | Term::Function(_) => id,
            Term::Unary(op, a) => {
                let a = self.term(a, inside);
                self.logic.unary(self.program, op, a)
            }
            Term::Binary(op, a, b) => {
                let (a, b) = (self.term(a, inside), self.term(b, inside));
                self.logic.binary(self.program, op, a, b, ty)
            }
            Term::Cast(a) => {
                let a = self.term(a, inside);
                self.logic.cast(self.program, a, ty)
            }
        }
    }

    fn expr(&mut self, expr: ExprId, inside: u32) -> ExprId {
        let values = self.values;
        let exprs = &mut self.program.exprs;
        exprs.rebind(
            expr,
            inside,
            &mut |exprs, index, around, ty| match values.get(index as usize) {
                Some(&value) => exprs.lifted(value, around),
                None => {
                    let n = index - values.len() as u32 + around;
                    exprs.intern(program::Expr::Logical(program::Logical::Bound(n)), ty)
                }
            },
        )
    }
}

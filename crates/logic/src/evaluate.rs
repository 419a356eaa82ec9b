//! The value of terms and formulae in given states: three-valued, because not
//! every expression has a value in every state.

use crate::formula::{Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use crate::{Logic, value};
use program::{ExprId, FunctionId, Program};

/// Looks things up in states. Values are numbers as [`program::arith`] keeps them,
/// or the bits of floats; None is for what has no value there.
pub trait Valuation {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128>;

    /// The address of a function.
    fn function(&mut self, function: FunctionId) -> Option<i128> {
        let _ = function;
        None
    }
}

impl<F: FnMut(Time, ExprId) -> Option<i128>> Valuation for F {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        self(time, expr)
    }
}

impl Logic {
    pub fn evaluate_term(
        &self,
        program: &Program,
        id: TermId,
        states: &mut dyn Valuation,
    ) -> Option<i128> {
        match self.term(id) {
            Term::At(time, expr) => states.value(time, expr),
            Term::Int(value) => Some(value),
            Term::Float(bits) => Some(bits as i128),
            Term::Function(f) => states.function(f),
            Term::Unary(op, a) => {
                let value = self.evaluate_term(program, a, states)?;
                value::unary(program, op, self.ty(id), value)
            }
            Term::Binary(op, a, b) => {
                let x = self.evaluate_term(program, a, states)?;
                let y = self.evaluate_term(program, b, states)?;
                value::binary(program, op, self.ty(a), x, y)
            }
            Term::Cast(a) => {
                let value = self.evaluate_term(program, a, states)?;
                value::cast(program, self.ty(a), self.ty(id), value)
            }
        }
    }

    /// Kleene's logic: None if the truth depends on what has no value.
    pub fn evaluate(
        &self,
        program: &Program,
        id: FormulaId,
        states: &mut dyn Valuation,
    ) -> Option<bool> {
        match self.formula(id) {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Compare(op, a, b) => {
                let x = self.evaluate_term(program, *a, states)?;
                let y = self.evaluate_term(program, *b, states)?;
                let truth = value::binary(program, op.operator(), self.ty(*a), x, y)?;
                Some(truth != 0)
            }
            Formula::Not(a) => self.evaluate(program, *a, states).map(|truth| !truth),
            Formula::And(parts) => self.evaluate_all(program, parts, states, true),
            Formula::Or(parts) => self.evaluate_all(program, parts, states, false),
            Formula::Iff(a, b) => {
                let x = self.evaluate(program, *a, states)?;
                let y = self.evaluate(program, *b, states)?;
                Some(x == y)
            }
        }
    }

    fn evaluate_all(
        &self,
        program: &Program,
        parts: &[FormulaId],
        states: &mut dyn Valuation,
        unit: bool,
    ) -> Option<bool> {
        let mut result = Some(unit);
        for &part in parts {
            match self.evaluate(program, part, states) {
                Some(truth) if truth == unit => {}
                Some(truth) => return Some(truth),
                None => result = None,
            }
        }
        result
    }
}

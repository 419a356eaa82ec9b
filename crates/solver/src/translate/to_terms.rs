//! Formulae of the logic as terms.

use crate::operations;
use crate::term::{Term, Terms};
use logic::{Formula, FormulaId, Logic, TermId, Time};
use program::{ExprId, FunctionId, Program};

/// What expressions mean as terms: values as [`crate::access`] has them.
pub trait Meaning {
    fn value(&mut self, terms: &mut Terms, time: Time, expr: ExprId) -> Option<Term>;

    /// The address of a function.
    fn function(&mut self, terms: &mut Terms, function: FunctionId) -> Option<Term> {
        let _ = (terms, function);
        None
    }
}

impl<F: FnMut(&mut Terms, Time, ExprId) -> Option<Term>> Meaning for F {
    fn value(&mut self, terms: &mut Terms, time: Time, expr: ExprId) -> Option<Term> {
        self(terms, time, expr)
    }
}

/// A formula as a term; None if something in it has no meaning.
pub fn to_term(
    logic: &Logic,
    program: &Program,
    terms: &mut Terms,
    formula: FormulaId,
    meaning: &mut dyn Meaning,
) -> Option<Term> {
    let mut all = |terms: &mut Terms, parts: &[FormulaId]| {
        let parts = parts.iter();
        let translated = parts.map(|&part| to_term(logic, program, terms, part, meaning));
        translated.collect::<Option<Vec<Term>>>()
    };
    Some(match logic.formula(formula) {
        Formula::True => terms.bool(true),
        Formula::False => terms.bool(false),
        Formula::Compare(op, a, b) => {
            let ty = logic.ty(*a);
            let a = value_to_term(logic, program, terms, *a, meaning)?;
            let b = value_to_term(logic, program, terms, *b, meaning)?;
            terms.c_compare(&program.types, op.operator(), ty, a, b)
        }
        Formula::Not(of) => {
            let of = to_term(logic, program, terms, *of, meaning)?;
            terms.not(of)
        }
        Formula::And(parts) => {
            let parts = all(terms, parts)?;
            terms.all(parts)
        }
        Formula::Or(parts) => {
            let parts = all(terms, parts)?;
            terms.any(parts)
        }
        Formula::Iff(a, b) => {
            let both = all(terms, &[*a, *b])?;
            terms.eq(both[0], both[1])
        }
        // Terms have no quantifiers.
        Formula::Quantified(..) | Formula::Closure { .. } => return None,
    })
}

/// A term of the logic as a term: the bits of its value.
pub fn value_to_term(
    logic: &Logic,
    program: &Program,
    terms: &mut Terms,
    id: TermId,
    meaning: &mut dyn Meaning,
) -> Option<Term> {
    let types = &program.types;
    let ty = logic.ty(id);
    if let logic::Term::Truth(formula) = logic.term(id) {
        let truth = to_term(logic, program, terms, formula, meaning)?;
        return Some(terms.c_truth(types, truth, ty));
    }
    let mut operand = |terms: &mut Terms, id| value_to_term(logic, program, terms, id, meaning);
    Some(match logic.term(id) {
        logic::Term::At(time, expr) => meaning.value(terms, time, expr)?,
        logic::Term::Bound(_) | logic::Term::Truth(_) => return None,
        logic::Term::Function(function) => meaning.function(terms, function)?,
        logic::Term::Int(value) => terms.bits(value as u128, operations::width(types, ty)),
        logic::Term::Float(bits) => terms.bits(bits, operations::width(types, ty)),
        logic::Term::Unary(op, a) => {
            let a = operand(terms, a)?;
            terms.c_unary(types, op, ty, a)
        }
        logic::Term::Binary(op, a, b) => {
            let operands = (logic.ty(a), logic.ty(b));
            let (a, b) = (operand(terms, a)?, operand(terms, b)?);
            terms.c_binary(types, op, operands, a, b)
        }
        logic::Term::Cast(a) => {
            let from = logic.ty(a);
            let a = operand(terms, a)?;
            terms.c_cast(types, from, ty, a)
        }
    })
}

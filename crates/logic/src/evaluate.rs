//! The value of terms and formulae in given states: three-valued, because not
//! every expression has a value in every state, and not every quantifier has bounds.

use crate::formula::{Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use crate::{Logic, value};
use program::truth::{self, View, World};
use program::{BinaryOp, Expr, ExprId, FunctionId, Program, Query, TypeId};
use std::convert::Infallible;

/// Looks things up in states. Values are numbers as [`program::arith`] keeps them,
/// or the bits of floats; None is for what has no value there.
pub trait Valuation {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128>;

    /// The value of an expression that has variables, given theirs, the outermost first:
    /// None for one that has no value yet.
    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        let _ = (time, expr, bound);
        None
    }

    /// All pointers of a type that are allocated at a time.
    fn elements(&mut self, time: Time, pointer: TypeId) -> Option<Vec<i128>> {
        let _ = (time, pointer);
        None
    }

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
        States::new(self, program, states).term(id, &[])
    }

    /// Kleene's logic: None if the truth depends on what has no value, or on a quantifier
    /// whose variable nothing bounds.
    pub fn evaluate(
        &self,
        program: &Program,
        id: FormulaId,
        states: &mut dyn Valuation,
    ) -> Option<bool> {
        States::new(self, program, states).truth(id, &[])
    }
}

/// Formulae of the logic in states.
struct States<'a> {
    logic: &'a Logic,
    program: &'a Program,
    states: &'a mut dyn Valuation,
}

#[derive(Clone, Copy)]
enum Part {
    Formula(FormulaId),
    Term(TermId),
    Expr(Time, ExprId),
}

impl<'a> States<'a> {
    fn new(logic: &'a Logic, program: &'a Program, states: &'a mut dyn Valuation) -> States<'a> {
        States {
            logic,
            program,
            states,
        }
    }

    fn truth(&mut self, id: FormulaId, bound: &[Option<i128>]) -> Option<bool> {
        let Ok(truth) = truth::truth(self, Part::Formula(id), &mut bound.to_vec());
        truth
    }

    fn at(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        match self.program.exprs.free(expr) {
            0 => self.states.value(time, expr),
            _ => self.states.value_inside(time, expr, bound),
        }
    }

    fn term(&mut self, id: TermId, bound: &[Option<i128>]) -> Option<i128> {
        let (logic, program) = (self.logic, self.program);
        match logic.term(id) {
            Term::At(time, expr) => self.at(time, expr, bound),
            Term::Int(value) => Some(value),
            Term::Float(bits) => Some(bits as i128),
            Term::Function(f) => self.states.function(f),
            Term::Bound(n) => {
                let index = bound.len().checked_sub(n as usize + 1)?;
                bound[index]
            }
            Term::Truth(formula) => self.truth(formula, bound).map(i128::from),
            Term::Unary(op, a) => {
                let value = self.term(a, bound)?;
                value::unary(program, op, logic.ty(id), value)
            }
            Term::Binary(op, a, b) => {
                let x = self.term(a, bound)?;
                let y = self.term(b, bound)?;
                value::binary(program, op, logic.ty(a), x, y)
            }
            Term::Cast(a) => {
                let value = self.term(a, bound)?;
                value::cast(program, logic.ty(a), logic.ty(id), value)
            }
        }
    }

    /// The pointer that a term asks about, if it is the question what is allocated.
    fn allocated(&self, id: TermId) -> Option<(Time, ExprId)> {
        let Term::At(time, expr) = self.logic.term(id) else {
            return None;
        };
        match self.program.exprs.get(expr) {
            Expr::Query(Query::Allocated(pointer)) => Some((time, pointer)),
            _ => None,
        }
    }
}

impl World for States<'_> {
    type Id = Part;
    type Value = i128;
    type Stop = Infallible;

    fn view(&self, id: Part) -> View<Part> {
        let parts = |list: &[FormulaId]| list.iter().map(|&f| Part::Formula(f)).collect();
        let id = match id {
            Part::Formula(id) => id,
            Part::Term(term) => {
                return match (self.logic.term(term), self.allocated(term)) {
                    (Term::Truth(formula), _) => View::And(vec![Part::Formula(formula)]),
                    (_, Some((time, pointer))) => View::Allocated(Part::Expr(time, pointer)),
                    _ => View::Atom,
                };
            }
            Part::Expr(..) => return View::Atom,
        };
        match self.logic.formula(id) {
            Formula::True => View::And(Vec::new()),
            Formula::False => View::Or(Vec::new()),
            Formula::And(list) => View::And(parts(list)),
            Formula::Or(list) => View::Or(parts(list)),
            Formula::Not(a) => View::Not(Part::Formula(*a)),
            Formula::Iff(a, b) => View::Iff(Part::Formula(*a), Part::Formula(*b)),
            Formula::Compare(op, a, b) => {
                let is_question = self.allocated(*a).is_some();
                if is_question && op.operator() == BinaryOp::Eq {
                    match self.logic.constant(*b) {
                        Some(0) => return View::Not(Part::Term(*a)),
                        Some(1) => return View::And(vec![Part::Term(*a)]),
                        _ => {}
                    }
                }
                match self.program.has_order(self.logic.ty(*a)) {
                    true => View::Compare(op.operator(), Part::Term(*a), Part::Term(*b)),
                    false => View::Atom,
                }
            }
            Formula::Quantified(quantifier, ty, body) => {
                View::Quantified(*quantifier, *ty, Part::Formula(*body))
            }
            Formula::Closure { step, from, to } => View::Closure {
                step: Part::Formula(*step),
                from: Part::Term(*from),
                to: Part::Term(*to),
            },
        }
    }

    fn variable(&self, id: Part) -> Option<u32> {
        match id {
            Part::Formula(_) => None,
            Part::Expr(_, expr) => self.program.bound_variable(expr),
            Part::Term(term) => match self.logic.term(term) {
                Term::Bound(n) => Some(n),
                Term::Cast(a) => {
                    let (from, to) = (self.logic.ty(a), self.logic.ty(term));
                    let keeps = self.program.keeps_values(from, to);
                    keeps.then(|| self.variable(Part::Term(a))).flatten()
                }
                _ => None,
            },
        }
    }

    fn value(&mut self, id: Part, bound: &[Option<i128>]) -> Result<Option<i128>, Infallible> {
        Ok(match id {
            Part::Term(term) => self.term(term, bound),
            Part::Expr(time, expr) => self.at(time, expr, bound),
            Part::Formula(formula) => match *self.logic.formula(formula) {
                Formula::Compare(op, a, b) => {
                    let ty = self.logic.ty(a);
                    let both = self.term(a, bound).zip(self.term(b, bound));
                    both.and_then(|(x, y)| value::binary(self.program, op.operator(), ty, x, y))
                }
                _ => self.truth(formula, bound).map(i128::from),
            },
        })
    }

    fn number(&self, value: i128) -> i128 {
        value
    }

    fn of_number(&mut self, number: i128, _: TypeId) -> i128 {
        number
    }

    fn extremes(&self, ty: TypeId) -> (i128, i128) {
        self.program.extremes(ty)
    }

    /// Times are said where they matter.
    fn travel(&mut self, _: bool) -> bool {
        false
    }

    fn elements(&mut self, id: Part) -> Result<Option<Vec<i128>>, Infallible> {
        let Part::Term(term) = id else {
            return Ok(None);
        };
        Ok(self.allocated(term).and_then(|(time, pointer)| {
            let ty = self.program.exprs.ty(pointer);
            self.states.elements(time, ty)
        }))
    }
}

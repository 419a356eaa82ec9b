//! Terms: expressions at a time, constants, and C operations over them.
//!
//! *Invariant*: `At` holds what must be looked up in a state (the value of a place,
//! an address, a question about memory); operations of an expression are operations
//! of the term. So `(x + 1)@C` and `x@C + 1` are one term.

use crate::formula::{Comparison, Formula, FormulaId};
use crate::{Logic, value};
use program::{BinaryOp, Expr, ExprId, FunctionId, Id, Logical, Program, TypeId, UnaryOp};
use std::fmt;

/// A moment that a formula can speak about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Time {
    /// `@0`: the function was entered.
    Entry,
    /// `@1`: before the step.
    Before,
    /// `@2`: at a return, when the callee was entered.
    CalleeEntry,
    /// `@3`: at a return, when the callee returned.
    CalleeExit,
    /// `@C`: after the step.
    After,
}

impl Time {
    pub const ALL: [Time; 5] = [
        Time::Entry,
        Time::Before,
        Time::CalleeEntry,
        Time::CalleeExit,
        Time::After,
    ];

    pub fn symbol(self) -> char {
        match self {
            Time::Entry => '0',
            Time::Before => '1',
            Time::CalleeEntry => '2',
            Time::CalleeExit => '3',
            Time::After => 'C',
        }
    }

    /// When the function was entered that is executed at the time.
    pub fn entry(self) -> Time {
        match self {
            Time::Entry | Time::Before | Time::After => Time::Entry,
            Time::CalleeEntry | Time::CalleeExit => Time::CalleeEntry,
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.symbol())
    }
}

/// A term of one [`Logic`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A load, an address, a question about memory, or an aggregate's zero.
    At(Time, ExprId),
    /// A constant of integer or pointer type, as [`program::arith`] keeps values.
    Int(i128),
    /// A constant of floating type: the bits of its format.
    Float(u128),
    Function(FunctionId),
    Unary(UnaryOp, TermId),
    /// A comparison is 0 or 1, an `int`.
    Binary(BinaryOp, TermId, TermId),
    /// Conversion to the term's type.
    Cast(TermId),
    /// The variable of the binder with so many binders between.
    Bound(u32),
    /// 1 if the formula is true, else 0: an `int`. No comparison, and no constant.
    Truth(FormulaId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TermNode {
    term: Term,
    ty: TypeId,
}

impl Logic {
    pub fn term(&self, id: TermId) -> Term {
        self.terms[id.0 as usize].term
    }

    pub fn ty(&self, id: TermId) -> TypeId {
        self.terms[id.0 as usize].ty
    }

    fn intern_term(&mut self, term: Term, ty: TypeId) -> TermId {
        TermId(self.terms.insert_full(TermNode { term, ty }).0 as u32)
    }

    /// The value of an expression at a time.
    pub fn at(&mut self, program: &Program, time: Time, expr: ExprId) -> TermId {
        let ty = program.exprs.ty(expr);
        match program.exprs.get(expr) {
            Expr::Int(value) => self.intern_term(Term::Int(value), ty),
            Expr::Float(bits) => self.intern_term(Term::Float(bits), ty),
            Expr::Function(f) => self.intern_term(Term::Function(f), ty),
            Expr::Unary(op, a) => {
                let a = self.at(program, time, a);
                self.unary(program, op, a)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.at(program, time, a), self.at(program, time, b));
                self.binary(program, op, a, b, ty)
            }
            Expr::Cast(a) => {
                let a = self.at(program, time, a);
                self.cast(program, a, ty)
            }
            Expr::Zero | Expr::Load(_) | Expr::Address(_) | Expr::Query(_) => {
                self.intern_term(Term::At(time, expr), ty)
            }
            Expr::Logical(logical) => match logical {
                Logical::Bound(n) => self.bound(n, ty),
                Logical::Quantified(quantifier, of, body) => {
                    let body = self.truth_at(program, time, body);
                    let formula = self.quantified(program, quantifier, of, body);
                    self.truth_value(program, formula)
                }
                Logical::Closure { step, from, to } => {
                    let step = self.truth_at(program, time, step);
                    let (from, to) = (self.at(program, time, from), self.at(program, time, to));
                    let formula = self.closure(program, step, from, to);
                    self.truth_value(program, formula)
                }
                Logical::AtEntry(e) => self.at(program, time.entry(), e),
            },
        }
    }

    /// Whether an expression is not zero at a time.
    pub fn truth_at(&mut self, program: &Program, time: Time, expr: ExprId) -> FormulaId {
        let term = self.at(program, time, expr);
        self.truth(program, term)
    }

    /// The variable of a binder, counted from inside.
    pub fn bound(&mut self, n: u32, ty: TypeId) -> TermId {
        self.intern_term(Term::Bound(n), ty)
    }

    /// The value of a formula: 1 or 0.
    pub fn truth_value(&mut self, program: &Program, formula: FormulaId) -> TermId {
        let int = program.types.common.int;
        let (op, a, b) = match *self.formula(formula) {
            Formula::True => return self.int(program, 1, int),
            Formula::False => return self.int(program, 0, int),
            Formula::Compare(op, a, b) => (op.operator(), a, b),
            Formula::Not(of) => match *self.formula(of) {
                Formula::Compare(Comparison::Eq, a, b) => (BinaryOp::Ne, a, b),
                _ => return self.intern_term(Term::Truth(formula), int),
            },
            Formula::And(_)
            | Formula::Or(_)
            | Formula::Iff(..)
            | Formula::Quantified(..)
            | Formula::Closure { .. } => {
                return self.intern_term(Term::Truth(formula), int);
            }
        };
        self.binary(program, op, a, b, int)
    }

    /// Is the term 0 or 1 by its form?
    pub(crate) fn is_truth(&self, program: &Program, id: TermId) -> bool {
        match self.term(id) {
            Term::Truth(_) => true,
            Term::Binary(op, ..) if op.is_comparison() => true,
            Term::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.is_truth(program, a) && self.is_truth(program, b)
            }
            Term::At(_, expr) => matches!(program.exprs.get(expr), Expr::Query(_)),
            Term::Int(value) => value == 0 || value == 1,
            Term::Float(_)
            | Term::Function(_)
            | Term::Unary(..)
            | Term::Binary(..)
            | Term::Cast(_)
            | Term::Bound(_) => false,
        }
    }

    /// A constant of integer or pointer type; `value` is wrapped to the type.
    pub fn int(&mut self, program: &Program, value: i128, ty: TypeId) -> TermId {
        let (bits, signed) = program.types.bits(ty).unwrap_or((128, true));
        let value = program::arith::wrap(value, bits, signed);
        self.intern_term(Term::Int(value), ty)
    }

    pub fn float(&mut self, bits: u128, ty: TypeId) -> TermId {
        self.intern_term(Term::Float(bits), ty)
    }

    pub fn function(&mut self, function: FunctionId, ty: TypeId) -> TermId {
        self.intern_term(Term::Function(function), ty)
    }

    pub fn unary(&mut self, program: &Program, op: UnaryOp, a: TermId) -> TermId {
        let ty = self.ty(a);
        let folded = self
            .constant(a)
            .and_then(|v| value::unary(program, op, ty, v));
        match folded {
            Some(value) => self.of_value(program, value, ty),
            None => self.intern_term(Term::Unary(op, a), ty),
        }
    }

    /// `a op b` of type `ty`.
    pub fn binary(
        &mut self,
        program: &Program,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        ty: TypeId,
    ) -> TermId {
        // As the program's own expressions are made.
        if op == BinaryOp::PointerAdd && self.constant(b) == Some(0) {
            return a;
        }
        let operand = self.ty(a);
        let folded = match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => value::binary(program, op, operand, x, y),
            _ => None,
        };
        match folded {
            Some(value) => self.of_value(program, value, ty),
            None => self.intern_term(Term::Binary(op, a, b), ty),
        }
    }

    pub fn cast(&mut self, program: &Program, a: TermId, ty: TypeId) -> TermId {
        let from = self.ty(a);
        if from == ty {
            return a;
        }
        let folded = self
            .constant(a)
            .and_then(|v| value::cast(program, from, ty, v));
        match folded {
            Some(value) => self.of_value(program, value, ty),
            None => self.intern_term(Term::Cast(a), ty),
        }
    }

    /// The value of a constant: a number, or the bits of a float.
    pub fn constant(&self, id: TermId) -> Option<i128> {
        match self.term(id) {
            Term::Int(value) => Some(value),
            Term::Float(bits) => Some(bits as i128),
            _ => None,
        }
    }

    fn of_value(&mut self, program: &Program, value: i128, ty: TypeId) -> TermId {
        match program.types.float_kind(ty) {
            Some(_) => self.intern_term(Term::Float(value as u128), ty),
            None => self.intern_term(Term::Int(value), ty),
        }
    }
}

impl Logic {
    /// How many terms there are.
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// The operands of a term, in order.
    pub(crate) fn operands(&self, id: TermId) -> impl Iterator<Item = TermId> + use<> {
        let (a, b) = match self.term(id) {
            Term::At(..)
            | Term::Int(_)
            | Term::Float(_)
            | Term::Function(_)
            | Term::Bound(_)
            | Term::Truth(_) => (None, None),
            Term::Unary(_, a) | Term::Cast(a) => (Some(a), None),
            Term::Binary(_, a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }
}

/// Types with an index, for tables.
pub(crate) fn type_ids(program: &Program) -> impl Iterator<Item = TypeId> {
    (0..program.types.len()).map(TypeId::new)
}

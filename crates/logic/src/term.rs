//! Terms: expressions at a time, constants, and C operations over them.
//!
//! *Invariant*: `At` holds what must be looked up in a state (the value of a place,
//! an address, a question about memory); operations of an expression are operations
//! of the term. So `(x + 1)@C` and `x@C + 1` are one term.

use crate::{Logic, value};
use program::{BinaryOp, Expr, ExprId, FunctionId, Id, Program, TypeId, UnaryOp};
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
            Term::At(..) | Term::Int(_) | Term::Float(_) | Term::Function(_) => (None, None),
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

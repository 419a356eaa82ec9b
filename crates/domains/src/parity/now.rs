//! One state while a step changes it: what expressions are in it, what is learned from
//! assumptions, what writes do.

use super::number::{self, Parity};
use super::{State, is_global, is_tracked};
use engine::{Cx, Facts, Question, Reply};
use logic::{Comparison, Formula, Term, Time};
use program::{BinaryOp, Expr, ExprId, IntKind, Place, PlaceId, Program, UnaryOp, VarId};

pub struct Now<'a> {
    pub cx: &'a Cx<'a>,
    facts: Option<&'a Facts<'a>>,
    pub state: State,
}

impl<'a> Now<'a> {
    pub fn new(cx: &'a Cx<'_>, state: State, facts: Option<&'a Facts<'_>>) -> Now<'a> {
        Now { cx, facts, state }
    }

    // Reading.

    /// The parity of an integer expression, if it is known here or somebody else can say.
    pub fn parity(&self, expr: ExprId) -> Option<Parity> {
        let program = self.cx.program;
        program.types.int_kind(program.exprs.ty(expr))?;
        self.computed(expr)
            .or_else(|| match self.facts?.ask(&Question::Value(expr)) {
                Reply::Int(value) => Some(Parity::of(value)),
                Reply::Unknown | Reply::Address(..) | Reply::Functions(_) => None,
            })
    }

    fn computed(&self, expr: ExprId) -> Option<Parity> {
        let program = self.cx.program;
        match program.exprs.get(expr) {
            Expr::Int(value) => Some(Parity::of(value)),
            Expr::Load(place) => self.state.parity(place),
            Expr::Unary(UnaryOp::Neg, a) => self.parity(a),
            Expr::Unary(UnaryOp::Not, a) => self.parity(a).map(Parity::other),
            Expr::Binary(BinaryOp::Shl, a, b) => match program.exprs.int_value(b) {
                Some(0) => self.parity(a),
                Some(_) => Some(Parity::Even),
                None => number::binary(BinaryOp::Shl, self.parity(a), None),
            },
            Expr::Binary(op, a, b) => number::binary(op, self.parity(a), self.parity(b)),
            Expr::Cast(a) if is_bool(program, expr) && !is_bit(program, a) => {
                // Odd numbers are not zero; of the others nobody knows.
                self.parity(a).filter(|&parity| parity == Parity::Odd)
            }
            Expr::Cast(a) => self.parity(a),
            Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => None,
        }
    }

    // Learning. All of these are false if what is learned cannot be.

    /// What the others share: of all formulae, those that give a place a value.
    pub fn is_told(&mut self) -> bool {
        let mut told = Vec::new();
        let formulae = self.facts.map_or(Vec::new(), Facts::formulae);
        let logic = self.cx.logic.borrow();
        for formula in formulae {
            for &conjunct in logic.conjuncts(&formula) {
                if let Formula::Compare(Comparison::Eq, a, b) = *logic.formula(conjunct)
                    && let (Term::At(Time::Before, e), Term::Int(v)) =
                        (logic.term(a), logic.term(b))
                {
                    told.push((e, Parity::of(v)));
                }
            }
        }
        drop(logic);
        told.into_iter()
            .all(|(expr, parity)| self.learn(expr, parity))
    }

    /// A comparison yields true, or does not.
    pub fn assume(&mut self, condition: ExprId, taken: bool) -> bool {
        if self.parity(condition) == Some(parity_of(!taken)) {
            return false;
        }
        let program = self.cx.program;
        let Expr::Binary(op, a, b) = program.exprs.get(condition) else {
            return true;
        };
        let equal = match op {
            BinaryOp::Eq => taken,
            BinaryOp::Ne => !taken,
            _ => return true,
        };
        let known = match (equal, self.parity(a), self.parity(b)) {
            (true, a, b) => (b, a),
            // One of two bits that differ is odd.
            (false, p, q) if is_bit(program, a) && is_bit(program, b) => {
                (q.map(Parity::other), p.map(Parity::other))
            }
            // Of other numbers, only a remainder that is not zero says something.
            (false, ..) if is_half(program, a) && program.exprs.int_value(b) == Some(0) => {
                (Some(Parity::Odd), None)
            }
            (false, ..) => (None, None),
        };
        known.0.is_none_or(|parity| self.learn(a, parity))
            && known.1.is_none_or(|parity| self.learn(b, parity))
    }

    /// An expression has a parity: then so have the places that it is made of.
    pub fn learn(&mut self, expr: ExprId, parity: Parity) -> bool {
        let program = self.cx.program;
        if program.types.int_kind(program.exprs.ty(expr)).is_none() {
            return true;
        }
        if let Some(known) = self.computed(expr) {
            return known == parity;
        }
        match program.exprs.get(expr) {
            Expr::Load(place) => {
                if is_tracked(program, place) {
                    self.state.set(place, Some(parity));
                }
                true
            }
            Expr::Unary(UnaryOp::Neg, a) => self.learn(a, parity),
            Expr::Unary(UnaryOp::Not, a) => self.learn(a, parity.other()),
            Expr::Cast(a) if is_bool(program, expr) && !is_bit(program, a) => true,
            Expr::Cast(a) => self.learn(a, parity),
            Expr::Binary(op, ..) if op.is_comparison() => self.assume(expr, parity == Parity::Odd),
            // `x % 2` and `x & 1` are like `x`.
            Expr::Binary(BinaryOp::Rem, a, b) if self.parity(b) == Some(Parity::Even) => {
                self.learn(a, parity)
            }
            Expr::Binary(BinaryOp::And, a, b) if self.parity(b) == Some(Parity::Odd) => {
                self.learn(a, parity)
            }
            Expr::Binary(..)
            | Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => true,
        }
    }

    // Writing.

    /// A place gets a new value. What may overlap it is not known any more.
    pub fn write(&mut self, to: PlaceId, parity: Option<Parity>) {
        let Cx {
            program, pointers, ..
        } = self.cx;
        let known = &mut self.state.known;
        known.retain(|&place, _| !pointers.may_alias(program, place, to));
        let parity = parity.filter(|_| is_tracked(program, to));
        self.state.set(to, parity);
    }

    /// Variables begin or cease to live.
    pub fn forget(&mut self, variables: &[VarId]) {
        let exprs = &self.cx.program.exprs;
        let known = &mut self.state.known;
        known.retain(|&place, _| {
            exprs
                .root(place)
                .is_none_or(|var| !variables.contains(&var))
        });
    }

    /// All that has an address may have changed.
    pub fn forget_memory(&mut self) {
        let program = self.cx.program;
        self.state.known.retain(|&place, _| {
            let is_register = match program.exprs.place(place) {
                Place::Var(var) => !program.vars[var].addressed,
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
            };
            is_register && !is_global(program, place)
        });
    }
}

fn parity_of(bit: bool) -> Parity {
    Parity::of(bit.into())
}

fn is_bool(program: &Program, expr: ExprId) -> bool {
    program.types.int_kind(program.exprs.ty(expr)) == Some(IntKind::Bool)
}

/// Is the value one of 0 and 1?
pub fn is_bit(program: &Program, expr: ExprId) -> bool {
    let is_one = |e| program.exprs.int_value(e) == Some(1);
    match program.exprs.get(expr) {
        Expr::Int(value) => matches!(value, 0 | 1),
        Expr::Binary(BinaryOp::And, a, b) => is_one(a) || is_one(b),
        Expr::Binary(op, ..) if op.is_comparison() => true,
        Expr::Binary(BinaryOp::Rem, ..) => is_half(program, expr) && !is_signed(program, expr),
        Expr::Cast(a) if program.types.int_kind(program.exprs.ty(expr)).is_some() => {
            is_bool(program, expr) || is_bit(program, a)
        }
        Expr::Query(_) => true,
        Expr::Logical(_) => program.exprs.is_truth(expr),
        Expr::Load(_) => is_bool(program, expr),
        Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Cast(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_) => false,
    }
}

/// Is the value the remainder of a division by two? It is -1 for negative odd numbers.
fn is_half(program: &Program, expr: ExprId) -> bool {
    let expr = program.exprs.get(expr);
    matches!(expr, Expr::Binary(BinaryOp::Rem, _, b) if program.exprs.int_value(b) == Some(2))
}

fn is_signed(program: &Program, expr: ExprId) -> bool {
    let kind = program.types.int_kind(program.exprs.ty(expr));
    kind.is_none_or(|kind| kind.is_signed())
}

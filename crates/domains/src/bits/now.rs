//! One state while a step changes it: what expressions are in it, what is learned from
//! assumptions, what writes do.

use super::number::{self, Bits, Width};
use super::{State, anything, is_global, width};
use engine::{Cx, Facts, Question, Reply};
use program::{BinaryOp, Expr, ExprId, IntKind, Place, PlaceId, Program, TypeId, UnaryOp, VarId};

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

    /// What is known of an expression: of one that is no integer, nothing.
    pub fn bits(&self, expr: ExprId) -> Bits {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        if width(program, ty).is_none() {
            return Bits::ANY;
        }
        match program.exprs.get(expr) {
            Expr::Int(value) => Bits::exact(value),
            Expr::Load(place) => match self.state.bits(place) {
                Some(bits) if bits.as_exact().is_some() => bits,
                bits => self.told(expr).or(bits).unwrap_or(anything(program, ty)),
            },
            Expr::Unary(op, a) => self.converted(ty, || match op {
                UnaryOp::Neg => self.bits(a).negate(),
                UnaryOp::Not => self.bits(a).complement(),
            }),
            Expr::Binary(op, a, b) => match width(program, program.exprs.ty(a)) {
                Some(of) if is_int(program, b) => {
                    number::binary(op, self.bits(a), self.bits(b), of)
                }
                _ => anything(program, ty),
            },
            Expr::Cast(a) if is_bool(program, ty) => match self.bits(a).is_nonzero() {
                Some(truth) if is_int(program, a) => Bits::exact(truth.into()),
                _ => Bits::new(!1, 0),
            },
            Expr::Cast(a) if is_int(program, a) => self.converted(ty, || self.bits(a)),
            Expr::Query(_) => Bits::new(!1, 0),
            Expr::Logical(_) => anything(program, ty),
            Expr::Cast(_) | Expr::Float(_) | Expr::Zero | Expr::Address(_) | Expr::Function(_) => {
                anything(program, ty)
            }
        }
    }

    fn converted(&self, ty: TypeId, bits: impl FnOnce() -> Bits) -> Bits {
        let to = width(self.cx.program, ty);
        to.map_or(Bits::ANY, |to| bits().wrap(to))
    }

    /// What others say.
    fn told(&self, expr: ExprId) -> Option<Bits> {
        match self.facts?.ask(&Question::Value(expr)) {
            Reply::Int(value) => Some(Bits::exact(value)),
            Reply::Unknown | Reply::Address(..) | Reply::Functions(_) => None,
        }
    }

    // Learning. All of these are false if what is learned cannot be.

    pub fn assume(&mut self, condition: ExprId, taken: bool) -> bool {
        let program = self.cx.program;
        if !is_int(program, condition) {
            return true;
        }
        let bits = self.bits(condition);
        if bits.is_nonzero() == Some(!taken) {
            return false;
        }
        match program.exprs.get(condition) {
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b)
                if is_int(program, a) && is_int(program, b) =>
            {
                match (op == BinaryOp::Eq) == taken {
                    true => {
                        let (x, y) = (self.bits(a), self.bits(b));
                        self.learn(a, y) && self.learn(b, x)
                    }
                    // Of two possible numbers it is the other.
                    false => match (self.bits(a), self.bits(b).as_exact()) {
                        (x, Some(n)) => x.without(n).is_none_or(|x| self.learn(a, x)),
                        _ => true,
                    },
                }
            }
            Expr::Binary(op, ..) if op.is_comparison() => true,
            _ if !taken => self.learn(condition, Bits::exact(0)),
            _ => bits.without(0).is_none_or(|x| self.learn(condition, x)),
        }
    }

    /// Bits of an integer expression are as it says: then so are those of the variables
    /// that they come from.
    fn learn(&mut self, expr: ExprId, bits: Bits) -> bool {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        let Some(all) = self.bits(expr).meet(bits) else {
            return false;
        };
        match program.exprs.get(expr) {
            Expr::Load(place) => {
                self.state.set(program, place, all);
                true
            }
            Expr::Cast(a) if is_bool(program, ty) => match all.as_exact() {
                Some(truth) => self.assume(a, truth != 0),
                None => true,
            },
            // The lower bits are those that were converted.
            Expr::Cast(a) => match (width(program, ty), self.width(a)) {
                (Some((to, _)), Some((from, _))) => self.learn(a, all.below(to.min(from))),
                _ => true,
            },
            Expr::Binary(op, ..) if op.is_comparison() => match all.as_exact() {
                Some(truth) => self.assume(expr, truth != 0),
                None => true,
            },
            Expr::Binary(BinaryOp::And, a, b) => {
                // Where the mask has ones, the bits are the other's.
                let mask = self.bits(b).value();
                self.learn(a, Bits::new(all.known() & mask, all.value()))
            }
            // The remainder is as far from a multiple of `n` as the number.
            Expr::Binary(BinaryOp::Rem, a, n) => match self.bits(n).as_exact() {
                Some(n) if n > 0 && n & (n - 1) == 0 => {
                    self.learn(a, all.below(n.trailing_zeros()))
                }
                _ => true,
            },
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => true,
        }
    }

    fn width(&self, expr: ExprId) -> Option<Width> {
        width(self.cx.program, self.cx.program.exprs.ty(expr))
    }

    // Writing.

    /// A place gets a new value. What may overlap it is not known any more.
    pub fn write(&mut self, to: PlaceId, bits: Bits) {
        let Cx {
            program, pointers, ..
        } = self.cx;
        let known = &mut self.state.known;
        known.retain(|&place, _| !pointers.may_alias(program, place, to));
        self.state.set(program, to, bits);
    }

    /// Variables begin or cease to live.
    pub fn forget(&mut self, variables: &[VarId]) {
        let exprs = &self.cx.program.exprs;
        let known = &mut self.state.known;
        known.retain(|&place, _| {
            let root = exprs.root(place);
            root.is_none_or(|var| !variables.contains(&var))
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

fn is_int(program: &Program, expr: ExprId) -> bool {
    width(program, program.exprs.ty(expr)).is_some()
}

fn is_bool(program: &Program, ty: TypeId) -> bool {
    program.types.int_kind(ty) == Some(IntKind::Bool)
}

//! What annotations say beyond C: quantifiers, closure, and the past.
//!
//! The forms are expressions like any other, of type `int` and 0 or 1 (but for variables
//! and the past), so that one thing goes through the house. Connectives inside them are
//! `&`, `|` and `== 0` over truth values. Variables have no names: a number counts the
//! quantifiers between a variable and its own (de Bruijn), so that what differs in names
//! only is one expression.
//!
//! Evaluating a form does not end a run: what cannot be read has no value, and a truth
//! that depends on it is unknown.

use crate::expr::{BinaryOp, Expr, Exprs, Place, Query};
use crate::ids::{ExprId, PlaceId, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantifier {
    All,
    Some,
}

impl Quantifier {
    pub fn keyword(self) -> &'static str {
        match self {
            Quantifier::All => "\\forall",
            Quantifier::Some => "\\exists",
        }
    }

    /// Of the negation of what is quantified.
    pub fn opposite(self) -> Quantifier {
        match self {
            Quantifier::All => Quantifier::Some,
            Quantifier::Some => Quantifier::All,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Logical {
    /// The variable of the binder with so many binders between.
    Bound(u32),
    /// Do all values of the type make the body true, or some?
    Quantified(Quantifier, TypeId, ExprId),
    /// Is there a chain from one value to another, of any length (none, if they are
    /// equal), in which each and its next make the step true? The step binds two
    /// variables of the type of `from`: 1 is the former, 0 the latter.
    Closure {
        step: ExprId,
        from: ExprId,
        to: ExprId,
    },
    /// The value that the expression had when the function was entered.
    AtEntry(ExprId),
}

impl Logical {
    /// The expressions that it is made of, and how many variables are bound there.
    pub fn parts(self) -> impl Iterator<Item = (ExprId, u32)> {
        let parts = match self {
            Logical::Bound(_) => [None, None, None],
            Logical::Quantified(_, _, body) => [Some((body, 1)), None, None],
            Logical::Closure { step, from, to } => {
                [Some((step, 2)), Some((from, 0)), Some((to, 0))]
            }
            Logical::AtEntry(e) => [Some((e, 0)), None, None],
        };
        parts.into_iter().flatten()
    }
}

/// The name of a variable in texts, by the number of binders around its own. No
/// identifier of C looks like it.
pub fn bound_name(is_pointer: bool, binders: usize) -> String {
    let letters = match is_pointer {
        true => b"pqrstuvw",
        false => b"ijklmnxy",
    };
    let letter = char::from(letters[binders % letters.len()]);
    match binders / letters.len() {
        0 => format!("{letter}'"),
        more => format!("{letter}'{more}"),
    }
}

impl Exprs {
    /// Is it 0 or 1 by its form: a comparison, a question, or a connective of such?
    pub fn is_truth(&self, id: ExprId) -> bool {
        match self.get(id) {
            Expr::Int(v) => v == 0 || v == 1,
            Expr::Binary(op, ..) if op.is_comparison() => true,
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.is_truth(a) && self.is_truth(b)
            }
            Expr::Query(_) => true,
            Expr::Logical(logical) => match logical {
                Logical::Quantified(..) | Logical::Closure { .. } => true,
                Logical::AtEntry(e) => self.is_truth(e),
                Logical::Bound(_) => false,
            },
            Expr::Binary(..)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Load(_)
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Cast(_) => false,
        }
    }

    /// Is the expression made of fewer parts than that, each counted as often as it occurs?
    pub fn is_smaller(&self, id: ExprId, limit: u32) -> bool {
        let mut left = limit;
        self.count(id, &mut left);
        left > 0
    }

    fn count(&self, id: ExprId, left: &mut u32) {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return;
        }
        match self.get(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
            Expr::Load(p) | Expr::Address(p) => self.count_place(p, left),
            Expr::Unary(_, a) | Expr::Cast(a) => self.count(a, left),
            Expr::Binary(_, a, b) => {
                self.count(a, left);
                self.count(b, left);
            }
            Expr::Query(query) => match query {
                Query::Readable(p) | Query::Writable(p) => self.count_place(p, left),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => {
                    self.count(e, left);
                }
                Query::Tracked | Query::Released => {}
            },
            Expr::Logical(logical) => {
                for (part, _) in logical.parts() {
                    self.count(part, left);
                }
            }
        }
    }

    fn count_place(&self, id: PlaceId, left: &mut u32) {
        match self.place(id) {
            Place::Var(_) => {}
            Place::Deref(e) => self.count(e, left),
            Place::Field(base, _) => self.count_place(base, left),
            Place::Index(base, i) => {
                self.count_place(base, left);
                self.count(i, left);
            }
        }
    }

    /// The body of binders with values for their variables, the innermost first; other
    /// variables are counted from outside of the binders.
    pub fn instantiate(&mut self, body: ExprId, values: &[ExprId]) -> ExprId {
        self.rebind(
            body,
            0,
            &mut |exprs, index, inside, ty| match values.get(index as usize) {
                Some(&value) => exprs.lifted(value, inside),
                None => {
                    let index = index - values.len() as u32 + inside;
                    exprs.intern(Expr::Logical(Logical::Bound(index)), ty)
                }
            },
        )
    }

    /// The expression as it reads with so many binders more around it.
    pub fn lifted(&mut self, expr: ExprId, binders: u32) -> ExprId {
        if binders == 0 {
            return expr;
        }
        self.rebind(expr, 0, &mut |exprs, index, inside, ty| {
            let bound = Logical::Bound(index + binders + inside);
            exprs.intern(Expr::Logical(bound), ty)
        })
    }

    /// Replaces the variables that are not bound inside: `new` is given the number of one
    /// as seen from outside, the binders around its place, and its type.
    pub fn rebind(
        &mut self,
        id: ExprId,
        inside: u32,
        new: &mut dyn FnMut(&mut Exprs, u32, u32, TypeId) -> ExprId,
    ) -> ExprId {
        if u32::from(self.free(id)) <= inside {
            return id;
        }
        let ty = self.ty(id);
        let expr = match self.get(id) {
            Expr::Logical(Logical::Bound(n)) => return new(self, n - inside, inside, ty),
            Expr::Logical(Logical::Quantified(quantifier, of, body)) => {
                let body = self.rebind(body, inside + 1, new);
                Expr::Logical(Logical::Quantified(quantifier, of, body))
            }
            Expr::Logical(Logical::Closure { step, from, to }) => {
                let step = self.rebind(step, inside + 2, new);
                let from = self.rebind(from, inside, new);
                let to = self.rebind(to, inside, new);
                Expr::Logical(Logical::Closure { step, from, to })
            }
            Expr::Logical(Logical::AtEntry(e)) => {
                Expr::Logical(Logical::AtEntry(self.rebind(e, inside, new)))
            }
            Expr::Load(p) => Expr::Load(self.rebind_place(p, inside, new)),
            Expr::Address(p) => {
                let place = self.rebind_place(p, inside, new);
                return self.address(place, ty);
            }
            Expr::Unary(op, a) => Expr::Unary(op, self.rebind(a, inside, new)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.rebind(a, inside, new), self.rebind(b, inside, new));
                Expr::Binary(op, a, b)
            }
            Expr::Cast(a) => Expr::Cast(self.rebind(a, inside, new)),
            Expr::Query(query) => Expr::Query(match query {
                Query::Readable(p) => Query::Readable(self.rebind_place(p, inside, new)),
                Query::Writable(p) => Query::Writable(self.rebind_place(p, inside, new)),
                Query::Freeable(e) => Query::Freeable(self.rebind(e, inside, new)),
                Query::Callable(e) => Query::Callable(self.rebind(e, inside, new)),
                Query::Allocated(e) => Query::Allocated(self.rebind(e, inside, new)),
                Query::Tracked | Query::Released => query,
            }),
            constant @ (Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_)) => constant,
        };
        self.intern(expr, ty)
    }

    fn rebind_place(
        &mut self,
        id: PlaceId,
        inside: u32,
        new: &mut dyn FnMut(&mut Exprs, u32, u32, TypeId) -> ExprId,
    ) -> PlaceId {
        if u32::from(self.place_free(id)) <= inside {
            return id;
        }
        let ty = self.place_ty(id);
        let place = match self.place(id) {
            Place::Var(v) => Place::Var(v),
            Place::Deref(e) => {
                let pointer = self.rebind(e, inside, new);
                return self.deref(pointer, ty);
            }
            Place::Field(base, i) => Place::Field(self.rebind_place(base, inside, new), i),
            Place::Index(base, i) => {
                let base = self.rebind_place(base, inside, new);
                Place::Index(base, self.rebind(i, inside, new))
            }
        };
        self.intern_place(place, ty)
    }
}

//! What an expression is to the value that is followed: one of the four numbers.

use crate::plan::Plan;
use pointers::{Object, Target};
use program::{Expr, ExprId, FunctionId, Op, Place, VarId};
use std::rc::Rc;

/// Null.
pub(crate) const NULL: i128 = 0;
/// The value that is watched.
pub(crate) const WATCHED: i128 = 1;
/// What another slice answers for, where one number has to stand for it.
pub(crate) const FOREIGN: i128 = 3;

/// The number of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Null,
    Watched,
    /// Another value, not null: any number but 0, 1 and 3.
    Other,
    /// What another slice answers for: any number but 0 and 1. That it is not one number
    /// lets domains of constants keep what it has in common with others.
    Foreign,
    /// Anything but the value that is watched: any number but 1.
    Unwatched,
    /// What this variable of the program has, or this cell.
    Of(VarId),
    Any,
}

impl Plan<'_> {
    /// Is the variable one of those that the slice follows?
    pub(crate) fn follows(&self, focus: Option<usize>, var: VarId) -> bool {
        match focus {
            None => self.handles.contains(&var),
            Some(value) => self.holds.get(&var).is_some_and(|h| h.contains(&value)),
        }
    }

    /// May the expression be the value of the slice?
    pub(crate) fn may_be(&self, focus: Option<usize>, expr: ExprId) -> bool {
        focus.is_some_and(|value| self.values_of(expr).contains(&value))
    }

    /// Are the blocks of the value allocated, so that no constant is one?
    pub(crate) fn is_heap(&self, value: usize) -> bool {
        let object = self.input.pointers.object(self.created[value].object);
        matches!(object, Object::Heap { .. })
    }

    /// The created values that an expression may be.
    fn values_of(&self, expr: ExprId) -> Rc<[usize]> {
        if let Some(known) = self.known.borrow().get(&expr) {
            return Rc::clone(known);
        }
        let targets = self.input.pointers.points_to(self.input.program, expr);
        let created = |t: &Target| self.created_in(t.object);
        let values: Rc<[usize]> = targets.iter().flat_map(created).collect();
        self.known.borrow_mut().insert(expr, Rc::clone(&values));
        values
    }

    pub(crate) fn number(&self, focus: Option<usize>, expr: ExprId) -> Number {
        let program = self.input.program;
        match program.exprs.get(self.converted(expr)) {
            Expr::Int(0) => Number::Null,
            Expr::Int(_) if self.members.is_some() && focus.is_none() => Number::Watched,
            Expr::Function(f) if program.functions[f].is_absent() => Number::Null,
            Expr::Int(_) | Expr::Function(_) => Number::Other,
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(v) if self.follows(focus, v) => Number::Of(v),
                _ => self.unknown(focus, expr),
            },
            // A variable's address is not null.
            Expr::Address(place) if program.exprs.root(place).is_some() => {
                match self.may_be(focus, expr) {
                    // Of members there is one each.
                    true if self.members.is_some() => Number::Watched,
                    true => Number::Any,
                    false => Number::Other,
                }
            }
            _ => self.unknown(focus, expr),
        }
    }

    /// Of something that came from where the slice does not look.
    pub(crate) fn unknown(&self, focus: Option<usize>, expr: ExprId) -> Number {
        let own = match focus {
            Some(_) => self.may_be(focus, expr),
            None => self.members.is_some() || self.values_of(expr).is_empty(),
        };
        match own {
            true => Number::Any,
            false => Number::Foreign,
        }
    }

    /// Of a variable to which something comes from where the slice does not look.
    pub(crate) fn unknown_in(&self, focus: Option<usize>, var: VarId) -> Number {
        let held = self.holds.get(&var).map_or(&[][..], |h| h);
        let own = match focus {
            Some(value) => held.contains(&value),
            None => self.members.is_some() || held.is_empty(),
        };
        match own {
            true => Number::Any,
            false => Number::Foreign,
        }
    }

    /// May the function return created values?
    pub(crate) fn may_return_values(&self, function: FunctionId) -> bool {
        let body = self.input.program.functions[function].body.as_ref();
        let mut edges = body.into_iter().flat_map(|b| b.edges());
        edges.any(|(_, edge)| match edge.op {
            Op::Return { value: Some(value) } => !self.values_of(value).is_empty(),
            _ => false,
        })
    }

    /// The expression without conversions that keep an address.
    pub(crate) fn converted(&self, mut expr: ExprId) -> ExprId {
        let program = self.input.program;
        let width = |e: ExprId| {
            let ty = program.exprs.ty(e);
            let scalar = program.types.is_pointer(ty) || program.types.is_integer(ty);
            scalar.then(|| program.types.size_of(ty)).flatten()
        };
        let wide = program.model().pointer_size();
        while let Expr::Cast(inner) = program.exprs.get(expr)
            && width(expr).is_some_and(|w| w >= wide)
            && width(inner).is_some_and(|w| w >= wide)
        {
            expr = inner;
        }
        expr
    }
}

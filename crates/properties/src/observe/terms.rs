//! Expressions of the program for what automata ask and compute.

use super::ghost::GhostVariable;
use super::matching::{Literal, Sight};
use super::{Made, Problem, Scribe, problem};
use crate::automaton::{Action, CastType, Int, Node, Term};
use program::{BinaryOp, Expr, ExprId, Fold, Place, PlaceId, Type, TypeId, UnaryOp, VarKind};
use std::collections::BTreeMap;

/// The values that assumptions speak of: those after the actions.
#[derive(Default)]
pub(super) struct After {
    /// Automaton variables that were assigned.
    integers: BTreeMap<usize, ExprId>,
    /// What was put into sets or taken out of them, in order.
    members: Vec<(usize, ExprId, bool)>,
}

/// An action with its values.
pub(super) enum Deed {
    Assign(program::VarId, ExprId),
    Add(GhostVariable, ExprId),
    Remove(GhostVariable, ExprId),
}

impl Scribe<'_> {
    // Integers of triggers and actions.

    pub(super) fn integer(
        &mut self,
        at: Sight<'_>,
        value: &Int,
        bound: &BTreeMap<u32, ExprId>,
    ) -> Made<ExprId> {
        let int = self.program.types.common.int;
        Ok(match value {
            Int::Constant(value) => self.int(*value, int),
            Int::Variable(index) => self.own_integer(at.automaton, *index),
            Int::Bound(number, span) => {
                let value = self.bound_value(at, bound, *number, *span)?;
                self.cast(value, int)
            }
            Int::Sum(a, b) | Int::Difference(a, b) => {
                let a = self.integer(at, a, bound)?;
                let b = self.integer(at, b, bound)?;
                let op = match value {
                    Int::Sum(..) => BinaryOp::Add,
                    _ => BinaryOp::Sub,
                };
                self.wrapping(op, a, b)
            }
            Int::Line => {
                let place = self.program.sources.position(at.moment.span());
                let line = place.map_or(0, |p| i128::from(p.line));
                self.int(line, int)
            }
        })
    }

    /// Automaton integers wrap around, whatever the program's do.
    fn wrapping(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let int = self.program.types.common.int;
        let unsigned = self.program.types.common.unsigned;
        let (a, b) = (self.cast(a, unsigned), self.cast(b, unsigned));
        let result = self.binary(op, a, b);
        self.cast(result, int)
    }

    fn own_integer(&mut self, automaton: usize, index: usize) -> ExprId {
        match self.ghosts[automaton].variables[index] {
            GhostVariable::Int(var) => self.load(var),
            GhostVariable::Set { .. } => self.int(0, self.program.types.common.int),
        }
    }

    fn bound_value(
        &mut self,
        at: Sight<'_>,
        bound: &BTreeMap<u32, ExprId>,
        number: u32,
        span: program::Span,
    ) -> Made<ExprId> {
        let Some(&value) = bound.get(&number) else {
            let message = format!("`${number}` is not bound here");
            return Err(problem(&self.program, span, at.moment.span(), &message));
        };
        match self.as_value(value) {
            Some(_) => Ok(value),
            None => {
                let message = format!("`${number}` is neither an integer nor a pointer");
                Err(problem(&self.program, span, at.moment.span(), &message))
            }
        }
    }

    /// The value as sets and instances keep it; None if it is none.
    pub(super) fn as_value(&mut self, e: ExprId) -> Option<ExprId> {
        let ty = self.program.exprs.ty(e);
        let fits = match self.program.types.get(ty) {
            Type::Int(kind) => self.program.model().int_bits(kind) <= 64,
            Type::Pointer(_) => true,
            _ => false,
        };
        fits.then(|| self.cast(e, self.value_type()))
    }

    fn cast(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        self.program.exprs.cast(&self.program.types, e, ty)
    }

    // Actions.

    /// The actions with their values, and what is so after them.
    pub(super) fn deeds(
        &mut self,
        at: Sight<'_>,
        actions: &[Action],
        bound: &BTreeMap<u32, ExprId>,
    ) -> Made<(Vec<Deed>, After)> {
        let mut deeds = Vec::new();
        let mut after = After::default();
        for action in actions {
            match action {
                Action::Assign { variable, value } => {
                    let now = self.integer(at, value, bound)?;
                    // Actions before it are done by then, but assumptions are looked
                    // at before all of them.
                    let then = self.substituted(at.automaton, now, &after);
                    after.integers.insert(*variable, then);
                    if let GhostVariable::Int(var) = self.ghosts[at.automaton].variables[*variable]
                    {
                        deeds.push(Deed::Assign(var, now));
                    }
                }
                Action::Member {
                    set,
                    element,
                    holds,
                } => {
                    let ghost = self.ghosts[at.automaton].variables[*set];
                    let now = match element {
                        Int::Bound(number, span) => self.bound_value(at, bound, *number, *span)?,
                        element => self.integer(at, element, bound)?,
                    };
                    let now = self.as_value(now).unwrap_or(now);
                    let then = self.substituted(at.automaton, now, &after);
                    after.members.push((*set, then, *holds));
                    deeds.push(match holds {
                        true => Deed::Add(ghost, now),
                        false => Deed::Remove(ghost, now),
                    });
                }
            }
        }
        Ok((deeds, after))
    }

    /// The expression with the values that variables have after the actions.
    fn substituted(&mut self, automaton: usize, e: ExprId, after: &After) -> ExprId {
        let ty = self.program.exprs.ty(e);
        match self.program.exprs.get(e) {
            Expr::Load(place) => {
                let found = after.integers.iter().find(|(index, _)| {
                    let variable = self.ghosts[automaton].variables[**index];
                    let GhostVariable::Int(var) = variable else {
                        return false;
                    };
                    self.program.exprs.place(place) == Place::Var(var)
                });
                found.map_or(e, |(_, value)| *value)
            }
            Expr::Cast(a) => {
                let a = self.substituted(automaton, a, after);
                self.cast(a, ty)
            }
            Expr::Binary(op, a, b) => {
                let a = self.substituted(automaton, a, after);
                let b = self.substituted(automaton, b, after);
                self.binary(op, a, b)
            }
            _ => e,
        }
    }

    // Terms of C.

    /// What must hold for the term to be true.
    pub(super) fn conditions(
        &mut self,
        at: Sight<'_>,
        node: &Node,
        bound: &BTreeMap<u32, ExprId>,
        after: &After,
        truth: bool,
        found: &mut Vec<Literal>,
    ) -> Made<()> {
        match &node.term {
            Term::Not(a) => self.conditions(at, a, bound, after, !truth, found),
            Term::And(a, b) if truth => {
                self.conditions(at, a, bound, after, truth, found)?;
                self.conditions(at, b, bound, after, truth, found)
            }
            Term::Or(a, b) if !truth => {
                self.conditions(at, a, bound, after, truth, found)?;
                self.conditions(at, b, bound, after, truth, found)
            }
            _ => {
                let condition = self.truth(at, node, bound, after)?;
                found.push(self.normal((condition, truth)));
                Ok(())
            }
        }
    }

    /// The term as a comparison.
    fn truth(
        &mut self,
        at: Sight<'_>,
        node: &Node,
        bound: &BTreeMap<u32, ExprId>,
        after: &After,
    ) -> Made<ExprId> {
        let value = self.term(at, node, bound, after)?;
        if let Expr::Binary(op, ..) = self.program.exprs.get(value)
            && op.is_comparison()
        {
            return Ok(value);
        }
        let zero = self.int(0, self.program.exprs.ty(value));
        Ok(self.binary(BinaryOp::Ne, value, zero))
    }

    /// `!=` and `<=` as the opposites of `==` and `<`, so that opposites are seen.
    fn normal(&mut self, (condition, truth): Literal) -> Literal {
        match self.program.exprs.get(condition) {
            Expr::Binary(BinaryOp::Ne, a, b) => (self.binary(BinaryOp::Eq, a, b), !truth),
            Expr::Binary(BinaryOp::Le, a, b) => (self.binary(BinaryOp::Lt, b, a), !truth),
            _ => (condition, truth),
        }
    }

    fn term(
        &mut self,
        at: Sight<'_>,
        node: &Node,
        bound: &BTreeMap<u32, ExprId>,
        after: &After,
    ) -> Made<ExprId> {
        let int = self.program.types.common.int;
        let no = |scribe: &Self, message: &str| -> Problem {
            problem(&scribe.program, node.span, at.moment.span(), message)
        };
        Ok(match &node.term {
            Term::Any => return Err(no(self, "`$?` has no value")),
            Term::Bound(number) => self.bound_value(at, bound, *number, node.span)?,
            Term::Variable(index) => match after.integers.get(index) {
                Some(&value) => value,
                None => self.own_integer(at.automaton, *index),
            },
            Term::Contains(set, element) => {
                let element = self.term(at, element, bound, after)?;
                let Some(element) = self.as_value(element) else {
                    return Err(no(self, "this cannot be an element of a set"));
                };
                self.contains_after(at.automaton, *set, element, after)
            }
            Term::Empty(set) => self.empty_after(at.automaton, *set, after),
            Term::Int(value) => {
                let kind = match *value <= i128::from(i32::MAX) {
                    true => program::IntKind::Int,
                    false => program::IntKind::LongLong,
                };
                let ty = self.program.types.int_type(kind);
                self.int(*value, ty)
            }
            Term::Name(_) | Term::Field(..) => {
                let place = self.variable_place(at, node)?;
                let value = self.program.exprs.load(place);
                match self.as_value(value) {
                    Some(_) => value,
                    None => return Err(no(self, "this is neither an integer nor a pointer")),
                }
            }
            Term::Address(a) => {
                let place = self.variable_place(at, a)?;
                let ty = self.program.exprs.place_ty(place);
                let ty = self.program.types.pointer_to(ty);
                self.program.exprs.address(place, ty)
            }
            Term::Deref(_) | Term::Index(..) => {
                return Err(no(self, "automata do not look into memory"));
            }
            Term::Not(a) => {
                let truth = self.truth(at, a, bound, after)?;
                let zero = self.int(0, int);
                self.binary(BinaryOp::Eq, truth, zero)
            }
            Term::And(a, b) | Term::Or(a, b) => {
                let a = self.truth(at, a, bound, after)?;
                let b = self.truth(at, b, bound, after)?;
                let op = match node.term {
                    Term::And(..) => BinaryOp::And,
                    _ => BinaryOp::Or,
                };
                self.binary(op, a, b)
            }
            Term::Negated(a) | Term::Complement(a) => {
                let a = self.term(at, a, bound, after)?;
                let ty = self.program.exprs.ty(a);
                if !self.program.types.is_integer(ty) {
                    return Err(no(self, "this is no integer"));
                }
                let ty = self.promoted(ty);
                let a = self.cast(a, ty);
                let op = match node.term {
                    Term::Negated(_) => UnaryOp::Neg,
                    _ => UnaryOp::Not,
                };
                let types = &self.program.types;
                self.program.exprs.unary(types, op, a, Fold::Wrap)
            }
            Term::Cast(ty, a) => {
                let a = self.term(at, a, bound, after)?;
                let ty = match ty {
                    CastType::Int(kind) => self.program.types.int_type(*kind),
                    CastType::Pointer => self.program.types.common.void_ptr,
                };
                self.cast(a, ty)
            }
            Term::Binary(op, a, b) => {
                let a = self.term(at, a, bound, after)?;
                let b = self.term(at, b, bound, after)?;
                let (a, b) = self.converted(a, b);
                let pointers = self.program.types.is_pointer(self.program.exprs.ty(a));
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                    return Err(no(self, "automata do not divide"));
                }
                if pointers && !op.is_comparison() {
                    return Err(no(self, "automata do not compute with pointers"));
                }
                self.binary(*op, a, b)
            }
        })
    }

    /// Operands in one type, as C converts them.
    fn converted(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let (x, y) = (self.program.exprs.ty(a), self.program.exprs.ty(b));
        let pointer = |scribe: &Self, ty| scribe.program.types.is_pointer(ty);
        let ty = if pointer(self, x) {
            x
        } else if pointer(self, y) {
            y
        } else {
            let (x, y) = (self.promoted(x), self.promoted(y));
            let (width, signed) = self.program.types.bits(x).unwrap_or((32, true));
            let (other, _) = self.program.types.bits(y).unwrap_or((32, true));
            match width.cmp(&other) {
                std::cmp::Ordering::Greater => x,
                std::cmp::Ordering::Less => y,
                // Of the same width, the unsigned type wins.
                std::cmp::Ordering::Equal if signed => y,
                std::cmp::Ordering::Equal => x,
            }
        };
        (self.cast(a, ty), self.cast(b, ty))
    }

    fn promoted(&self, ty: TypeId) -> TypeId {
        match self.program.types.bits(ty) {
            Some((bits, _)) if bits < 32 => self.program.types.common.int,
            _ => ty,
        }
    }

    fn contains_after(
        &mut self,
        automaton: usize,
        set: usize,
        element: ExprId,
        after: &After,
    ) -> ExprId {
        let ghost = self.ghosts[automaton].variables[set];
        let mut found = self.contains(ghost, element);
        for &(of, changed, holds) in &after.members {
            if of != set {
                continue;
            }
            let (compare, join) = match holds {
                true => (BinaryOp::Eq, BinaryOp::Or),
                false => (BinaryOp::Ne, BinaryOp::And),
            };
            let compared = self.binary(compare, element, changed);
            found = self.binary(join, found, compared);
        }
        found
    }

    fn empty_after(&mut self, automaton: usize, set: usize, after: &After) -> ExprId {
        let int = self.program.types.common.int;
        let ghost = self.ghosts[automaton].variables[set];
        let members: Vec<_> = after.members.iter().filter(|m| m.0 == set).collect();
        let removed = |from: usize| -> Vec<ExprId> {
            let later = members[from..].iter().filter(|m| !m.2);
            later.map(|m| m.1).collect()
        };
        let mut others = self.has_others(ghost, &removed(0));
        for (i, (_, element, holds)) in members.iter().enumerate() {
            if !holds {
                continue;
            }
            // What was added is there, unless it was taken out again.
            let mut stays = self.int(1, int);
            for gone in removed(i + 1) {
                let differs = self.binary(BinaryOp::Ne, *element, gone);
                stays = self.binary(BinaryOp::And, stays, differs);
            }
            others = self.binary(BinaryOp::Or, others, stays);
        }
        let zero = self.int(0, int);
        self.binary(BinaryOp::Eq, others, zero)
    }

    /// A variable of the program that lives at every moment of the function.
    fn variable_place(&mut self, at: Sight<'_>, node: &Node) -> Made<PlaceId> {
        let message = match &node.term {
            Term::Name(name) => {
                let program = &self.program;
                let here = Some(at.function);
                let named = program.vars.enumerate();
                let named = named.filter(|(_, v)| program.names[v.name] == **name && !v.ghost);
                let named: Vec<_> = named.collect();
                let of_kind = |is: &dyn Fn(&program::Var) -> bool| -> Vec<program::VarId> {
                    let some = named.iter().filter(|(_, v)| is(v));
                    some.map(|(id, _)| *id).collect()
                };
                let local = of_kind(&|v| v.kind == VarKind::Local && v.function == here);
                let hidden = !local.is_empty();
                let mut found = of_kind(&|v| v.kind == VarKind::Parameter && v.function == here);
                if found.is_empty() {
                    found = of_kind(&|v| matches!(v.kind, VarKind::Global(_) | VarKind::Static));
                }
                match found[..] {
                    _ if hidden => {
                        format!("`{name}` is a local variable, which need not live here")
                    }
                    [var] => return Ok(self.place(var)),
                    [] => format!("there is no variable `{name}` here"),
                    _ => format!("there are several variables `{name}`"),
                }
            }
            Term::Field(base, name) => {
                let base = self.variable_place(at, base)?;
                let fields = self.program.types.fields(self.program.exprs.place_ty(base));
                let names = &self.program.names;
                let is = |f: &program::Field| f.name.is_some_and(|n| names[n] == **name);
                match fields.iter().position(is) {
                    Some(index) => {
                        let ty = self.program.types.canonical(fields[index].ty);
                        let place = Place::Field(base, index as u32);
                        return Ok(self.program.exprs.intern_place(place, ty));
                    }
                    None => format!("there is no member `{name}` here"),
                }
            }
            _ => "only variables and their members can be looked at".into(),
        };
        Err(problem(
            &self.program,
            node.span,
            at.moment.span(),
            &message,
        ))
    }
}

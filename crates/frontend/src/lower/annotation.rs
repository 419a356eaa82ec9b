//! Formulae of annotations (docs/annotations.md) become expressions.
//!
//! A formula is lowered like any expression, in a mode in which nothing is emitted: all of
//! it is one expression, with connectives as `&` and `|`. [`super::check`] makes checks of
//! them.

use super::scope::Entity;
use super::value::{Lvalue, Operand, Value};
use super::{Lowerer, Mode};
use crate::ast::{self, Binder, Formal};
use program::{
    BinaryOp, Diagnostic, Expr, ExprId, Exprs, Logical, Name, Place, PlaceId, QualType, Query,
    Span, TypeId,
};

/// The most that a predicate may say, with all that it uses.
const MAX_SIZE: u32 = 4096;

/// A formula with a name. It binds its parameters, the first outermost.
pub(super) struct Predicate {
    parameters: Vec<TypeId>,
    body: ExprId,
    span: Span,
}

impl Lowerer<'_> {
    pub(super) fn define_predicates(&mut self, predicates: &[ast::Predicate<'_>]) {
        for predicate in predicates {
            let name = predicate.name;
            let outer = self.binders;
            self.names.enter();
            let types = self.bind(predicate.parameters);
            let body = self.formula(predicate.body, false);
            self.names.leave();
            self.binders = outer;
            let (Some(types), Some(body)) = (types, body) else {
                continue;
            };
            let definition = Predicate {
                parameters: types,
                body,
                span: name.span,
            };
            if let Some(first) = self.predicates.get(&name.name).map(|p| p.span) {
                let message = format!("redefinition of predicate '{}'", self.name(name.name));
                let diagnostic = Diagnostic::error(name.span, message);
                self.diagnose(diagnostic.with_related(first, "first defined here"));
                continue;
            }
            self.predicates.insert(name.name, definition);
        }
    }

    // Formulae as expressions.

    /// The truth of a formula; None after an error.
    pub(super) fn formula(&mut self, e: &ast::Expr<'_>, at_end: bool) -> Option<ExprId> {
        let errors = self.error_count();
        let outer = std::mem::replace(&mut self.at_end, at_end);
        let (value, _) = self.in_mode(Mode::Formula, |s| s.truth_of(e));
        self.at_end = outer;
        (self.error_count() == errors && !self.is_error(value.ty)).then_some(value.expr)
    }

    fn truth_of(&mut self, e: &ast::Expr<'_>) -> Value {
        let value = self.value(e);
        if self.is_error(value.ty) {
            return value;
        }
        if !self.p.types.is_scalar(value.ty) {
            let message = format!(
                "a formula is true or not, but this is {}",
                self.quoted(value.ty)
            );
            self.error(e.span, message);
            return self.error_value();
        }
        self.truth(value, e.span)
    }

    /// `a && b && …` in a formula, or the same with `||`.
    pub(super) fn connective(&mut self, parts: &[&ast::Expr<'_>], op: BinaryOp) -> Value {
        let mut result: Option<Value> = None;
        for part in parts {
            let value = self.truth_of(part);
            if self.is_error(value.ty) {
                return value;
            }
            result = Some(match result {
                None => value,
                Some(left) => self.binary(op, left, value, self.int_ty(), part.span),
            });
        }
        match result {
            Some(value) => value,
            None => self.error_value(),
        }
    }

    pub(super) fn formal(&mut self, formal: &Formal<'_>, span: Span) -> Value {
        let int = self.int_ty();
        match *formal {
            Formal::Null => {
                let ty = self.p.types.common.void_ptr;
                self.int_value(0, ty)
            }
            Formal::Bool(truth) => self.int_value(truth.into(), int),
            Formal::Implies(a, b) => {
                let (left, right) = (self.truth_of(a), self.truth_of(b));
                if self.is_error(left.ty) || self.is_error(right.ty) {
                    return self.error_value();
                }
                let left = self.negated(left, a.span);
                self.binary(BinaryOp::Or, left, right, int, span)
            }
            Formal::Equivalent(a, b) => {
                let (left, right) = (self.truth_of(a), self.truth_of(b));
                if self.is_error(left.ty) || self.is_error(right.ty) {
                    return self.error_value();
                }
                self.binary(BinaryOp::Eq, left, right, int, span)
            }
            Formal::Quantified(quantifier, binders, body) => {
                let outer = self.binders;
                self.names.enter();
                let types = self.bind(binders);
                let body = self.truth_of(body);
                self.names.leave();
                self.binders = outer;
                let Some(types) = types.filter(|_| !self.is_error(body.ty)) else {
                    return self.error_value();
                };
                let mut expr = body.expr;
                for ty in types.into_iter().rev() {
                    let made = Logical::Quantified(quantifier, ty, expr);
                    expr = self.p.exprs.intern(Expr::Logical(made), int);
                }
                self.flatten(Value::new(expr, int))
            }
            Formal::Closure {
                binders,
                step,
                from,
                to,
            } => {
                let outer = self.binders;
                self.names.enter();
                let types = self.bind(binders);
                let step = self.truth_of(step);
                self.names.leave();
                self.binders = outer;
                let (from, to) = (self.value(from), self.value(to));
                let wrong = [step, from, to].iter().any(|v| self.is_error(v.ty));
                let Some(types) = types.filter(|_| !wrong) else {
                    return self.error_value();
                };
                let &[ty, other] = &types[..] else {
                    self.error(span, "the step of a closure has two variables");
                    return self.error_value();
                };
                if ty != other {
                    self.error(span, "both ends of a step have one type");
                    return self.error_value();
                }
                self.closed(step.expr, ty, from, to, span)
            }
            Formal::Reach(from, to, field) => self.reach(from, to, field, span),
            Formal::Allocated(e) => {
                let pointer = self.value(e);
                match self.p.types.is_pointer(pointer.ty) {
                    true => self.question(Query::Allocated(pointer.expr)),
                    false => self.no_pointer(pointer, e.span),
                }
            }
            Formal::Valid(e, write) => {
                let pointer = self.value(e);
                let Some(to) = self.p.types.pointee(pointer.ty) else {
                    return self.no_pointer(pointer, e.span);
                };
                let place = self.deref_place(pointer, to.ty, e.span);
                self.question(match write {
                    true => Query::Writable(place),
                    false => Query::Readable(place),
                })
            }
            Formal::AtEntry(e) => self.past(e, span),
            Formal::Result => {
                let result = self.body.as_ref().map(|b| b.result);
                let Some(result) = result.filter(|_| self.at_end) else {
                    self.error(
                        span,
                        "a result is what 'ensures' of a function speaks about",
                    );
                    return self.error_value();
                };
                if result.ty == self.p.types.common.void {
                    self.error(span, "the function has no result");
                    return self.error_value();
                }
                let place = self.result_place();
                Value::new(self.p.exprs.load(place), result.ty)
            }
        }
    }

    fn no_pointer(&mut self, value: Value, span: Span) -> Value {
        if !self.is_error(value.ty) {
            let message = format!("this is no pointer but {}", self.quoted(value.ty));
            self.error(span, message);
        }
        self.error_value()
    }

    fn question(&mut self, query: Query) -> Value {
        let int = self.int_ty();
        let expr = self.p.exprs.intern(Expr::Query(query), int);
        self.flatten(Value::new(expr, int))
    }

    /// Declares the variables of a quantifier; None after an error.
    fn bind(&mut self, binders: &[Binder<'_>]) -> Option<Vec<TypeId>> {
        let mut types = Some(Vec::new());
        for binder in binders {
            let base = self.specified(binder.specifiers);
            let ty = self.declarator(base.ty, binder.declarator, self.context());
            let canonical = self.p.types.canonical(ty.ty);
            if self.p.types.bits(canonical).is_none() {
                if !self.is_error(ty.ty) {
                    let message = "variables of formulae are integers and pointers";
                    self.error(binder.name.span, message);
                }
                types = None;
            }
            let bound = Entity::Bound {
                level: self.binders,
                ty,
                span: binder.name.span,
            };
            self.binders += 1;
            self.names.set(binder.name.name, bound);
            if let Some(types) = &mut types {
                types.push(canonical);
            }
        }
        types
    }

    /// The variable that was bound inside of so many others.
    pub(super) fn bound(&mut self, level: u32, ty: QualType) -> Value {
        let index = self.binders.saturating_sub(level + 1);
        let canonical = self.p.types.canonical(ty.ty);
        let bound = Expr::Logical(Logical::Bound(index));
        Value::new(self.p.exprs.intern(bound, canonical), ty.ty)
    }

    fn closed(&mut self, step: ExprId, ty: TypeId, from: Value, to: Value, span: Span) -> Value {
        let int = self.int_ty();
        let from = self.convert(from, ty, span);
        let to = self.convert(to, ty, span);
        let made = Logical::Closure {
            step,
            from: from.expr,
            to: to.expr,
        };
        let expr = self.p.exprs.intern(Expr::Logical(made), int);
        self.flatten(Value::new(expr, int))
    }

    /// Each is valid, and its field is the next.
    fn reach(
        &mut self,
        from: &ast::Expr<'_>,
        to: &ast::Expr<'_>,
        field: ast::Ident,
        span: Span,
    ) -> Value {
        let int = self.int_ty();
        let (start, end) = (self.value(from), self.value(to));
        if self.is_error(start.ty) || self.is_error(end.ty) {
            return self.error_value();
        }
        if !self.p.types.is_pointer(start.ty) {
            return self.no_pointer(start, from.span);
        }
        let ty = QualType::plain(start.ty);
        let outer = self.binders;
        self.binders += 2;
        let former = self.bound(outer, ty);
        let latter = self.bound(outer + 1, ty);
        let node = self.deref(former, span);
        let valid = match node {
            Operand::Place(Lvalue { place, .. }) => self.question(Query::Readable(place)),
            _ => self.error_value(),
        };
        let next = self.member_of(node, field, span);
        let next = self.rvalue(next, span);
        let step = match self.is_error(next.ty) || self.is_error(valid.ty) {
            true => None,
            false => {
                let next = self.convert(next, start.ty, field.span);
                let leads = self.compare(BinaryOp::Eq, next, latter, span);
                Some(self.binary(BinaryOp::And, valid, leads, int, span))
            }
        };
        self.binders = outer;
        match step {
            Some(step) => {
                let canonical = self.p.types.canonical(start.ty);
                self.closed(step.expr, canonical, start, end, span)
            }
            None => self.error_value(),
        }
    }

    /// The value when the function was entered: saved there, unless a variable of a
    /// quantifier is in it.
    fn past(&mut self, e: &ast::Expr<'_>, span: Span) -> Value {
        let at_end = std::mem::replace(&mut self.at_end, false);
        let value = self.value(e);
        self.at_end = at_end;
        if self.is_error(value.ty) {
            return value;
        }
        if self.body.is_none() {
            self.error(
                span,
                "a predicate has no past: say it where the predicate is used",
            );
            return self.error_value();
        }
        if !self.p.types.is_scalar(value.ty) {
            self.error(span, "only scalars can be kept: say which part");
            return self.error_value();
        }
        if let Some(name) = self.local_of(value.expr) {
            let message = format!("'{}' has no value before it is declared", self.name(name));
            self.error(span, message);
            return self.error_value();
        }
        let expr = match self.p.exprs.free(value.expr) {
            0 => self.saved(value.expr, span),
            _ => {
                let ty = self.p.exprs.ty(value.expr);
                let past = Expr::Logical(Logical::AtEntry(value.expr));
                self.p.exprs.intern(past, ty)
            }
        };
        Value {
            expr,
            bit_width: None,
            ..value
        }
    }

    /// The value of a closed expression at entry, from where it is kept.
    pub(super) fn saved(&mut self, expr: ExprId, span: Span) -> ExprId {
        let saved = self.body.iter().flat_map(|b| &b.saved);
        let mut known = saved.filter(|(e, ..)| *e == expr).map(|(_, var, _)| *var);
        let var = match known.next() {
            Some(var) => var,
            None => {
                let ty = self.p.exprs.ty(expr);
                let (var, _) = self.in_mode(Mode::Evaluate, |s| s.temporary(ty));
                self.p.vars[var].ghost = true;
                if let Some(body) = &mut self.body {
                    body.saved.push((expr, var, span));
                }
                var
            }
        };
        let place = self.var_place(var);
        self.p.exprs.load(place)
    }

    /// A local variable that the expression speaks about.
    fn local_of(&self, expr: ExprId) -> Option<Name> {
        let in_place = |place| self.local_of_place(place);
        match self.p.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => None,
            Expr::Load(p) | Expr::Address(p) => in_place(p),
            Expr::Unary(_, a) | Expr::Cast(a) => self.local_of(a),
            Expr::Binary(_, a, b) => self.local_of(a).or_else(|| self.local_of(b)),
            Expr::Query(query) => match query {
                Query::Readable(p) | Query::Writable(p) => in_place(p),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.local_of(e),
                Query::Tracked | Query::Released => None,
            },
            Expr::Logical(logical) => logical.parts().find_map(|(part, _)| self.local_of(part)),
        }
    }

    fn local_of_place(&self, place: PlaceId) -> Option<Name> {
        match self.p.exprs.place(place) {
            Place::Var(v) => {
                let var = &self.p.vars[v];
                let is_local = matches!(
                    var.kind,
                    program::VarKind::Local | program::VarKind::Temporary
                );
                (is_local && !var.ghost).then_some(var.name)
            }
            Place::Deref(e) => self.local_of(e),
            Place::Field(base, _) => self.local_of_place(base),
            Place::Index(base, i) => self.local_of_place(base).or_else(|| self.local_of(i)),
        }
    }

    /// A use of a predicate, if the name is one's.
    pub(super) fn predicate_use(
        &mut self,
        callee: &ast::Expr<'_>,
        arguments: &[&ast::Expr<'_>],
        span: Span,
    ) -> Option<Value> {
        let ast::ExprKind::Ident(name) = callee.kind else {
            return None;
        };
        let predicate = self.predicates.get(&name)?;
        let (parameters, body) = (predicate.parameters.clone(), predicate.body);
        if arguments.len() != parameters.len() {
            let message = format!(
                "predicate '{}' has {} parameters, not {}",
                self.name(name),
                parameters.len(),
                arguments.len()
            );
            self.error(span, message);
            return Some(self.error_value());
        }
        let mut values = Vec::new();
        for (argument, ty) in arguments.iter().zip(parameters) {
            let value = self.value(argument);
            if self.is_error(value.ty) {
                return Some(value);
            }
            values.push(self.convert(value, ty, argument.span).expr);
        }
        values.reverse();
        let expr = self.p.exprs.instantiate(body, &values);
        // Predicates in predicates grow fast.
        if !self.p.exprs.is_smaller(expr, MAX_SIZE) {
            self.error(span, "what this predicate says is too long");
            return Some(self.error_value());
        }
        let int = self.int_ty();
        Some(self.flatten(Value::new(expr, int)))
    }

    /// What an annotation cannot say.
    pub(super) fn not_formal(&mut self, span: Span) {
        let span = match span.is_none() {
            true => self.statement_span,
            false => span,
        };
        self.error(
            span,
            "this has effects or choices, and no place in an annotation",
        );
    }

    /// Reports a formula that is too deep.
    pub(super) fn too_deep(&mut self) -> Value {
        let message = format!("the annotation is deeper than {}", Exprs::MAX_DEPTH);
        self.error(self.statement_span, message);
        self.error_value()
    }
}

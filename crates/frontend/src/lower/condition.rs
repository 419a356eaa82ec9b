//! Truth and choice: `!`, `&&`, `||`, `?:` and the branches they become.

use super::expression::comma_parts;
use super::value::Value;
use super::{Lowerer, Mode, deep};
use crate::ast::{self, BinaryOp as Ast, ExprKind, UnaryOp as AstUnary};
use program::{BinaryOp, Expr, Id, Location, Op, QualType, Span, Type, TypeId};

impl Lowerer<'_> {
    /// The value as a comparison that yields 1 if it is not zero.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Value {
        if self.is_comparison(value) || self.p.exprs.is_truth(value.expr) && self.is_formal() {
            return value;
        }
        // `(long)(a < b)`, as `__builtin_expect` makes it.
        if let Some(inner) = self.cast_comparison(value) {
            return inner;
        }
        let zero = self.zero_like(value);
        self.compare(BinaryOp::Ne, value, zero, span)
    }

    /// The value as a comparison that yields 1 if it is zero.
    pub(super) fn negated(&mut self, value: Value, span: Span) -> Value {
        let value = self.cast_comparison(value).unwrap_or(value);
        if let Expr::Binary(op, a, b) = self.p.exprs.get(value.expr) {
            let float = self.p.types.float_kind(self.p.exprs.ty(a)).is_some();
            let opposite = match op {
                BinaryOp::Eq => Some((BinaryOp::Ne, a, b)),
                BinaryOp::Ne => Some((BinaryOp::Eq, a, b)),
                BinaryOp::Lt if !float => Some((BinaryOp::Le, b, a)),
                BinaryOp::Le if !float => Some((BinaryOp::Lt, b, a)),
                _ => None,
            };
            if let Some((op, a, b)) = opposite {
                let expr = self.p.exprs.intern(Expr::Binary(op, a, b), self.int_ty());
                return Value {
                    expr,
                    ty: self.int_ty(),
                    ..value
                };
            }
        }
        let zero = self.zero_like(value);
        self.compare(BinaryOp::Eq, value, zero, span)
    }

    pub(super) fn is_comparison(&self, value: Value) -> bool {
        matches!(self.p.exprs.get(value.expr), Expr::Binary(op, ..) if op.is_comparison())
    }

    fn cast_comparison(&self, value: Value) -> Option<Value> {
        let Expr::Cast(inner) = self.p.exprs.get(value.expr) else {
            return None;
        };
        let inner = Value {
            expr: inner,
            ty: self.int_ty(),
            bit_width: None,
            access: value.access,
        };
        (self.p.types.is_integer(value.ty) && self.is_comparison(inner)).then_some(inner)
    }

    fn zero_like(&mut self, value: Value) -> Value {
        let ty = self.p.exprs.ty(value.expr);
        match self.ty(ty) {
            Type::Float(_) => self.float_value(0, ty),
            _ => self.int_value(0, ty),
        }
    }

    /// Branches on an expression: to `yes` if it is true, to `no` if not.
    pub(super) fn branch(&mut self, e: &ast::Expr<'_>, yes: Location, no: Location) {
        deep(|| match e.kind {
            ExprKind::Unary(AstUnary::LogicalNot, a) => self.branch(a, no, yes),
            ExprKind::Binary(op @ (Ast::LogicalAnd | Ast::LogicalOr), ..) => {
                let parts = logical_parts(e, op);
                let last = parts.len() - 1;
                for (i, part) in parts.into_iter().enumerate() {
                    if i == last {
                        self.branch(part, yes, no);
                        continue;
                    }
                    let Some(next) = self.new_location() else {
                        return;
                    };
                    match op {
                        Ast::LogicalAnd => self.branch(part, next, no),
                        _ => self.branch(part, yes, next),
                    }
                    self.go_on_at(next);
                }
            }
            ExprKind::Comma(..) => {
                let parts = comma_parts(e);
                for part in &parts[..parts.len() - 1] {
                    self.effects(part);
                }
                self.branch(parts[parts.len() - 1], yes, no);
            }
            _ => {
                let value = self.value(e);
                self.branch_on(value, yes, no, e.span);
            }
        })
    }

    pub(super) fn branch_on(&mut self, value: Value, yes: Location, no: Location, span: Span) {
        if self.is_error(value.ty) || !self.check_condition(value, span) {
            return;
        }
        let value = self.complex_truth(value, span);
        let condition = self.truth(value, span);
        let constant = self.constant_of(condition);
        let Some(body) = &mut self.body else { return };
        let at = body.at;
        match constant {
            Some(c) => body
                .builder
                .edge(at, if c != 0 { yes } else { no }, Op::Skip, span),
            None => {
                for (to, taken) in [(yes, true), (no, false)] {
                    let condition = condition.expr;
                    body.builder
                        .edge(at, to, Op::Assume { condition, taken }, span);
                }
            }
        }
        body.dead_end();
    }

    fn check_condition(&mut self, value: Value, span: Span) -> bool {
        let fine = self.p.types.is_scalar(value.ty);
        if !fine {
            let message = format!(
                "condition has type {}, which is not scalar",
                self.quoted(value.ty)
            );
            self.error(span, message);
        }
        fine
    }

    pub(super) fn here(&self) -> Location {
        self.body.as_ref().map_or(Location::new(0), |b| b.at)
    }

    pub(super) fn new_location(&mut self) -> Option<Location> {
        self.body.as_mut().map(|b| b.builder.location())
    }

    pub(super) fn go_on_at(&mut self, at: Location) {
        if let Some(body) = &mut self.body {
            body.at = at;
        }
    }

    /// Joins the current path with `at`.
    pub(super) fn go_to(&mut self, at: Location, span: Span) {
        if let Some(body) = &mut self.body {
            let from = body.at;
            body.builder.edge(from, at, Op::Skip, span);
            body.dead_end();
        }
    }

    /// Are edges being made?
    pub(super) fn emitting(&self) -> bool {
        self.mode == Mode::Evaluate && self.body.is_some()
    }

    /// Is it an annotation that is lowered?
    pub(super) fn is_formal(&self) -> bool {
        self.mode == Mode::Formula
    }

    /// A value that cannot be had without branching, where branching is not
    /// possible.
    fn not_constant(&mut self, ty: TypeId, span: Span) -> Value {
        self.emit(Op::Skip, span);
        let place = self.temporary_place(ty);
        Value::new(self.p.exprs.load(place), ty)
    }

    /// `a && b` and `a || b` as values.
    pub(super) fn logical(&mut self, e: &ast::Expr<'_>) -> Value {
        let ExprKind::Binary(op, ..) = e.kind else {
            return self.error_value();
        };
        let int = self.int_ty();
        if self.is_formal() {
            let formal = match op {
                Ast::LogicalAnd => BinaryOp::And,
                _ => BinaryOp::Or,
            };
            return self.connective(&logical_parts(e, op), formal);
        }
        if !self.emitting() {
            return self.logical_constant(&logical_parts(e, op), op == Ast::LogicalOr, e.span);
        }
        let result = self.temporary_place(int);
        let (Some(yes), Some(no), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return self.error_value();
        };
        self.branch(e, yes, no);
        for (at, truth) in [(yes, 1), (no, 0)] {
            self.go_on_at(at);
            let value = self.int_value(truth, int);
            self.assign(result, value, e.span);
            self.go_to(end, e.span);
        }
        self.go_on_at(end);
        Value::new(self.p.exprs.load(result), int)
    }

    /// A chain of `&&` (or `||`, which 1 is `deciding`) where nothing is emitted.
    fn logical_constant(&mut self, parts: &[&ast::Expr<'_>], deciding: bool, span: Span) -> Value {
        let int = self.int_ty();
        let mut open = false;
        let mut decided = false;
        for part in parts {
            if decided {
                self.unevaluated(|s| s.value(part));
                continue;
            }
            let value = self.value(part);
            if self.is_error(value.ty) {
                return value;
            }
            if !self.check_condition(value, part.span) {
                return self.error_value();
            }
            let truth = self.truth(value, part.span);
            match self.constant_of(truth) {
                Some(c) => decided = (c != 0) == deciding && !open,
                None => open = true,
            }
        }
        match open {
            true => self.not_constant(int, span),
            false => self.int_value((decided == deciding) as i128, int),
        }
    }

    // The conditional operator.

    pub(super) fn conditional(
        &mut self,
        c: &ast::Expr<'_>,
        yes: Option<&ast::Expr<'_>>,
        no: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        if !self.emitting() {
            return self.conditional_constant(c, yes, no, span);
        }
        // A constant condition chooses. Only small ones are tried: what is
        // lowered twice must not nest.
        if looks_constant(c, &mut 40) {
            let (condition, constant) = self.constant_value(c);
            if constant && let Some(truth) = self.constant_of(condition) {
                return self.choose(truth != 0, yes.unwrap_or(c), no, span);
            }
        }
        let (Some(then), Some(other), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return self.error_value();
        };
        // `c ?: no` evaluates `c` once.
        let a = match yes {
            Some(yes) => {
                self.branch(c, then, other);
                self.go_on_at(then);
                self.value(yes)
            }
            None => {
                let value = self.value(c);
                let value = self.spill(value, c.span);
                self.branch_on(value, then, other, c.span);
                self.go_on_at(then);
                value
            }
        };
        let then_end = self.here();
        self.go_on_at(other);
        let b = self.value(no);
        let other_end = self.here();
        let Some(ty) = self.conditional_type(a, b, span) else {
            return self.error_value();
        };
        let is_void = self.ty(ty) == Type::Void;
        let result = if is_void {
            None
        } else {
            Some(self.temporary_place(ty))
        };
        for (side, value) in [(then_end, a), (other_end, b)] {
            self.go_on_at(side);
            if let Some(place) = result {
                let value = self.cast(value, ty);
                self.assign(place, value, span);
            } else if value.access {
                self.spill(value, span);
            }
            self.go_to(end, span);
        }
        self.go_on_at(end);
        match result {
            Some(place) => Value::new(self.p.exprs.load(place), ty),
            None => self.void_value(),
        }
    }

    /// The chosen side of a conditional; the other only lends its type.
    fn choose(
        &mut self,
        truth: bool,
        yes: &ast::Expr<'_>,
        no: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        let (a, b) = if truth {
            let a = self.value(yes);
            (a, self.unevaluated(|s| s.value(no)))
        } else {
            let a = self.unevaluated(|s| s.value(yes));
            (a, self.value(no))
        };
        match self.conditional_type(a, b, span) {
            Some(ty) if self.ty(ty) == Type::Void => self.void_value(),
            Some(ty) => self.cast(if truth { a } else { b }, ty),
            None => self.error_value(),
        }
    }

    fn conditional_constant(
        &mut self,
        c: &ast::Expr<'_>,
        yes: Option<&ast::Expr<'_>>,
        no: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        let condition = self.value(c);
        if self.is_error(condition.ty) || !self.check_condition(condition, c.span) {
            return self.error_value();
        }
        let truth = self.truth(condition, c.span);
        match (self.constant_of(truth), yes) {
            (Some(t), Some(yes)) => self.choose(t != 0, yes, no, span),
            (Some(t), None) if t != 0 => condition,
            (Some(_), None) => self.value(no),
            (None, _) => {
                let a = yes.map_or(condition, |y| self.value(y));
                let b = self.value(no);
                match self.conditional_type(a, b, span) {
                    Some(ty) if self.ty(ty) == Type::Void => {
                        self.emit(Op::Skip, span);
                        self.void_value()
                    }
                    Some(ty) => self.not_constant(ty, span),
                    None => self.error_value(),
                }
            }
        }
    }

    /// `c ? a : b;` as a statement.
    pub(super) fn conditional_effects(
        &mut self,
        c: &ast::Expr<'_>,
        yes: Option<&ast::Expr<'_>>,
        no: &ast::Expr<'_>,
    ) {
        let (Some(then), Some(other), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return;
        };
        self.branch(c, then, other);
        self.go_on_at(then);
        if let Some(yes) = yes {
            self.effects(yes);
        }
        self.go_to(end, c.span);
        self.go_on_at(other);
        self.effects(no);
        self.go_to(end, c.span);
        self.go_on_at(end);
    }

    /// The type of `c ? a : b` (C11 6.5.15); None after an error.
    fn conditional_type(&mut self, a: Value, b: Value, span: Span) -> Option<TypeId> {
        if self.is_error(a.ty) || self.is_error(b.ty) {
            return None;
        }
        let void = self.p.types.common.void;
        if a.ty == void || b.ty == void {
            return Some(void);
        }
        if self.p.types.is_arithmetic(a.ty) && self.p.types.is_arithmetic(b.ty) {
            let a = self.promoted(a.ty, a.bit_width);
            let b = self.promoted(b.ty, b.bit_width);
            return Some(self.common_type(a, b));
        }
        match (self.p.types.pointee(a.ty), self.p.types.pointee(b.ty)) {
            (Some(_), _) if self.is_null_constant(b) => Some(a.ty),
            (_, Some(_)) if self.is_null_constant(a) => Some(b.ty),
            (Some(x), Some(y)) => {
                let quals = x.quals.union(y.quals);
                let to = if x.ty == void || y.ty == void {
                    void
                } else if self.compatible(x.ty, y.ty) {
                    self.composite(x.ty, y.ty)
                } else {
                    // gcc warns and goes on with a pointer to void.
                    void
                };
                let to = QualType { ty: to, quals };
                Some(self.p.types.intern(Type::Pointer(to)))
            }
            (Some(_), None) if self.p.types.is_integer(b.ty) => Some(a.ty),
            (None, Some(_)) if self.p.types.is_integer(a.ty) => Some(b.ty),
            _ if a.ty == b.ty => Some(a.ty),
            _ => {
                let message = format!(
                    "incompatible types in conditional: {} and {}",
                    self.quoted(a.ty),
                    self.quoted(b.ty)
                );
                self.error(span, message);
                None
            }
        }
    }
}

/// Could the expression be constant, judged by its first few nodes?
fn looks_constant(e: &ast::Expr<'_>, budget: &mut u32) -> bool {
    if *budget == 0 {
        return false;
    }
    *budget -= 1;
    match e.kind {
        ExprKind::Int(..)
        | ExprKind::Float { .. }
        | ExprKind::Ident(_)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::TypesCompatible(..)
        | ExprKind::Offsetof(..) => true,
        ExprKind::Unary(op, a) => {
            matches!(
                op,
                AstUnary::Plus | AstUnary::Neg | AstUnary::Not | AstUnary::LogicalNot
            ) && looks_constant(a, budget)
        }
        ExprKind::Binary(_, a, b) => looks_constant(a, budget) && looks_constant(b, budget),
        ExprKind::Cast(_, a) => looks_constant(a, budget),
        // `__builtin_constant_p` and the like; all others have effects.
        ExprKind::Call(_, arguments) => {
            !e.effects && arguments.iter().all(|a| looks_constant(a, budget))
        }
        _ => false,
    }
}

/// The operands of a chain of one logical operator, in order.
fn logical_parts<'a>(e: &'a ast::Expr<'a>, op: Ast) -> Vec<&'a ast::Expr<'a>> {
    let mut parts = Vec::new();
    let mut first = e;
    while let ExprKind::Binary(o, a, b) = first.kind
        && o == op
    {
        parts.push(b);
        first = a;
    }
    parts.push(first);
    parts.reverse();
    parts
}

//! Operators: arithmetic, pointers, increments and assignments (C11 6.5).

use super::Lowerer;
use super::call::Target;
use super::convert::Purpose;
use super::expression::comma_parts;
use super::value::{Lvalue, Operand, Value};
use crate::ast::{self, BinaryOp as Ast, ExprKind, UnaryOp as AstUnary};
use program::{BinaryOp, Expr, Qualifiers, Span, Type, TypeId, UnaryOp};

impl Lowerer<'_> {
    pub(super) fn unary_operator(&mut self, op: AstUnary, a: &ast::Expr<'_>, span: Span) -> Value {
        let value = self.value(a);
        if self.is_error(value.ty) {
            return value;
        }
        let int = self.int_ty();
        match (op, self.ty(value.ty)) {
            (AstUnary::LogicalNot, _) if self.p.types.is_scalar(value.ty) => {
                self.negated(value, span)
            }
            (AstUnary::Plus | AstUnary::Neg, Type::Complex(_)) => {
                self.complex_sign(op, value, span)
            }
            (AstUnary::Plus, _) if self.p.types.is_arithmetic(value.ty) => Value {
                bit_width: self.wide(value),
                ..self.promote(value)
            },
            (AstUnary::Neg, _) if self.p.types.is_arithmetic(value.ty) => {
                let width = self.wide(value);
                let value = self.promote(value);
                let value = self.unary(UnaryOp::Neg, value);
                self.narrow(value, width, span)
            }
            (AstUnary::Not, Type::Int(_) | Type::Enum(_)) => {
                let width = self.wide(value);
                let value = self.promote(value);
                let value = self.unary(UnaryOp::Not, value);
                self.narrow(value, width, span)
            }
            (AstUnary::Plus | AstUnary::Neg | AstUnary::Not, Type::Vector { .. }) => {
                self.unsupported("vector arithmetic", span);
                value
            }
            (AstUnary::Not, Type::Complex(_)) => {
                self.unsupported("complex conjugate", span);
                value
            }
            _ => {
                let message = format!("invalid operand of type {}", self.quoted(value.ty));
                self.error(span, message);
                let expr = self.p.exprs.int(&self.p.types, 0, int);
                Value::new(expr, self.p.types.common.error)
            }
        }
    }

    /// Chains of left-associative operators, without recursion on the left.
    pub(super) fn binary_chain(&mut self, e: &ast::Expr<'_>) -> Value {
        let mut rest = Vec::new();
        let mut first = e;
        while let ExprKind::Binary(op, a, b) = first.kind
            && !matches!(op, Ast::LogicalAnd | Ast::LogicalOr)
        {
            rest.push((op, b, first.span));
            first = a;
        }
        let mut left = self.value(first);
        for (op, b, span) in rest.into_iter().rev() {
            if b.effects {
                left = self.stabilize(left, span);
            }
            let right = self.value(b);
            left = self.binary_operator(op, left, right, span);
        }
        left
    }

    pub(super) fn binary_operator(&mut self, op: Ast, a: Value, b: Value, span: Span) -> Value {
        if self.is_error(a.ty) || self.is_error(b.ty) {
            return self.error_value();
        }
        let types = &self.p.types;
        let arithmetic = types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty);
        let integers = types.is_integer(a.ty) && types.is_integer(b.ty);
        let pointers = (types.is_pointer(a.ty), types.is_pointer(b.ty));
        match (op, pointers) {
            (Ast::Add, (true, false)) if types.is_integer(b.ty) => {
                return self.pointer_sum(a, b, false, span);
            }
            (Ast::Add, (false, true)) if types.is_integer(a.ty) => {
                return self.pointer_sum(b, a, false, span);
            }
            (Ast::Sub, (true, false)) if types.is_integer(b.ty) => {
                return self.pointer_sum(a, b, true, span);
            }
            (Ast::Sub, (true, true)) => return self.pointer_difference(a, b, span),
            _ => {}
        }
        let valid = match op {
            Ast::Mul | Ast::Div | Ast::Add | Ast::Sub => arithmetic,
            Ast::Rem | Ast::Shl | Ast::Shr | Ast::And | Ast::Xor | Ast::Or => integers,
            Ast::Lt | Ast::Gt | Ast::Le | Ast::Ge | Ast::Eq | Ast::Ne => {
                let scalars = types.is_scalar(a.ty) && types.is_scalar(b.ty);
                let floats = types.float_kind(a.ty).is_some() || types.float_kind(b.ty).is_some();
                scalars && (arithmetic || !floats)
            }
            Ast::LogicalAnd | Ast::LogicalOr => types.is_scalar(a.ty) && types.is_scalar(b.ty),
        };
        let is_vector = |t: TypeId| matches!(types.get(t), Type::Vector { .. });
        if is_vector(a.ty) || is_vector(b.ty) {
            let ty = if is_vector(a.ty) { a.ty } else { b.ty };
            self.unsupported("vector arithmetic", span);
            let place = self.temporary_place(ty);
            return Value::new(self.p.exprs.load(place), ty);
        }
        if !valid {
            let message = format!(
                "invalid operands: {} and {}",
                self.quoted(a.ty),
                self.quoted(b.ty)
            );
            self.error(span, message);
            return self.error_value();
        }
        let is_complex = |t: TypeId| matches!(types.get(t), Type::Complex(_));
        if is_complex(a.ty) || is_complex(b.ty) {
            return self.complex_operator(op, a, b, span);
        }
        let (op, a, b) = match op {
            Ast::Gt => (BinaryOp::Lt, b, a),
            Ast::Ge => (BinaryOp::Le, b, a),
            Ast::Mul => (BinaryOp::Mul, a, b),
            Ast::Div => (BinaryOp::Div, a, b),
            Ast::Rem => (BinaryOp::Rem, a, b),
            Ast::Add => (BinaryOp::Add, a, b),
            Ast::Sub => (BinaryOp::Sub, a, b),
            Ast::Shl => (BinaryOp::Shl, a, b),
            Ast::Shr => (BinaryOp::Shr, a, b),
            Ast::Lt => (BinaryOp::Lt, a, b),
            Ast::Le => (BinaryOp::Le, a, b),
            Ast::Eq => (BinaryOp::Eq, a, b),
            Ast::Ne => (BinaryOp::Ne, a, b),
            Ast::And => (BinaryOp::And, a, b),
            Ast::Xor => (BinaryOp::Xor, a, b),
            Ast::Or => (BinaryOp::Or, a, b),
            Ast::LogicalAnd | Ast::LogicalOr => {
                // Both operands have been evaluated already: combine truths.
                let (a, b) = (self.truth(a, span), self.truth(b, span));
                let both = op == Ast::LogicalAnd;
                let int = self.int_ty();
                let op = if both { BinaryOp::And } else { BinaryOp::Or };
                return self.binary(op, a, b, int, span);
            }
        };
        if integers && (self.wide(a).is_some() || self.wide(b).is_some()) {
            return self.wide_operator(op, a, b, span);
        }
        if op.is_comparison() {
            let (a, b) = self.comparable(a, b);
            return self.compare(op, a, b, span);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (a, b) = (self.promote(a), self.promote(b));
            return self.binary(op, a, b, a.ty, span);
        }
        let (a, b) = self.usual_conversions(a, b);
        self.binary(op, a, b, a.ty, span)
    }

    /// An operator with a wide bit-field among its operands.
    fn wide_operator(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let width = self.wide(a);
            let (a, b) = (self.promote(a), self.promote(b));
            let value = self.binary(op, a, b, a.ty, span);
            return self.narrow(value, width, span);
        }
        let (ty, width) = self.wide_common_type(a, b);
        let (a, b) = (self.cast(a, ty), self.cast(b, ty));
        let (a, b) = (self.narrow(a, width, span), self.narrow(b, width, span));
        if op.is_comparison() {
            return self.compare(op, a, b, span);
        }
        let value = self.binary(op, a, b, ty, span);
        self.narrow(value, width, span)
    }

    /// Two scalars brought to one type for comparison.
    pub(super) fn comparable(&mut self, a: Value, b: Value) -> (Value, Value) {
        let types = &self.p.types;
        match (types.is_pointer(a.ty), types.is_pointer(b.ty)) {
            (false, false) => self.usual_conversions(a, b),
            // The null constant takes the other's type; else the first decides.
            (true, _) if self.constant_of(a).is_none() || !types.is_pointer(b.ty) => {
                let b = if types.is_pointer(b.ty) {
                    b
                } else {
                    self.promote(b)
                };
                (a, self.cast(b, a.ty))
            }
            _ => {
                let a = if self.p.types.is_pointer(a.ty) {
                    a
                } else {
                    self.promote(a)
                };
                (self.cast(a, b.ty), b)
            }
        }
    }

    /// `pointer + count` or `pointer - count`, in elements.
    pub(super) fn pointer_sum(
        &mut self,
        pointer: Value,
        count: Value,
        minus: bool,
        span: Span,
    ) -> Value {
        let ptrdiff = self.p.types.common.ptrdiff;
        let count = self.promote(count);
        let mut count = self.cast(count, ptrdiff);
        if minus {
            count = self.unary(UnaryOp::Neg, count);
        }
        let ty = pointer.ty;
        let Some(to) = self.p.types.pointee(ty) else {
            return self.error_value();
        };
        let (pointer, count) = if pointer.access && count.access {
            (pointer, self.spill(count, span))
        } else {
            (pointer, count)
        };
        let (pointer, count) = (self.flatten(pointer), self.flatten(count));
        let access = pointer.access || count.access;
        if self.p.types.is_variable(to.ty) {
            // Elements of variable size: count in bytes.
            let size = self.sizeof(to.ty, span);
            let size = self.cast(size, ptrdiff);
            let bytes = self.binary(BinaryOp::Mul, count, size, ptrdiff, span);
            let char_ptr = self.p.types.common.char_ptr;
            let base = self.cast(pointer, char_ptr);
            let sum = self.pointer_sum(base, bytes, false, span);
            return self.cast(sum, ty);
        }
        if self.p.types.stride_of(to.ty).is_none() {
            let message = format!(
                "arithmetic on a pointer to incomplete type {}",
                self.quoted(to.ty)
            );
            self.error(span, message);
            return self.error_value();
        }
        Value {
            expr: self
                .p
                .exprs
                .pointer_add(&self.p.types, pointer.expr, count.expr),
            ty,
            bit_width: None,
            access,
        }
    }

    fn pointer_difference(&mut self, a: Value, b: Value, span: Span) -> Value {
        let ptrdiff = self.p.types.common.ptrdiff;
        let Some(to) = self.p.types.pointee(a.ty) else {
            return self.error_value();
        };
        let char_ptr = self.p.types.common.char_ptr;
        if self.p.types.is_variable(to.ty) {
            let (a, b) = (self.cast(a, char_ptr), self.cast(b, char_ptr));
            let bytes = self.binary(BinaryOp::PointerDiff, a, b, ptrdiff, span);
            let size = self.sizeof(to.ty, span);
            let size = self.cast(size, ptrdiff);
            return self.binary(BinaryOp::Div, bytes, size, ptrdiff, span);
        }
        let stride = match self.p.types.stride_of(to.ty) {
            Some(0) | None => {
                let message = format!(
                    "difference of pointers to {}, which has no size",
                    self.quoted(to.ty)
                );
                self.error(span, message);
                return self.error_value();
            }
            Some(n) => i128::from(n),
        };
        let b = self.cast(b, a.ty);
        let offsets = match (self.constant_of(a), self.constant_of(b)) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => match (self.static_address(a.expr), self.static_address(b.expr)) {
                (Some((v, x)), Some((w, y))) if v == w => Some((x, y)),
                _ => None,
            },
        };
        match offsets {
            Some((x, y)) => self.int_value((x - y) / stride, ptrdiff),
            None => self.binary(BinaryOp::PointerDiff, a, b, ptrdiff, span),
        }
    }

    pub(super) fn increment(&mut self, op: AstUnary, a: &ast::Expr<'_>, span: Span) -> Value {
        let Some(lvalue) = self.lvalue(a, "as operand of '++' or '--'") else {
            return self.error_value();
        };
        self.check_assignable(lvalue, span);
        let minus = matches!(op, AstUnary::PreDecrement | AstUnary::PostDecrement);
        let int = self.int_ty();
        let one = self.int_value(1, int);
        let sum = if minus { Ast::Sub } else { Ast::Add };
        if !self.p.types.is_scalar(lvalue.ty.ty) {
            let message = format!("cannot increment {}", self.quoted(lvalue.ty.ty));
            self.error(span, message);
            return self.error_value();
        }
        let old = self.rvalue(Operand::Place(lvalue), span);
        let post = matches!(op, AstUnary::PostIncrement | AstUnary::PostDecrement);
        let old = if post { self.spill(old, span) } else { old };
        let new = self.binary_operator(sum, old, one, span);
        let new = self.convert(new, lvalue.ty.ty, span);
        if post {
            self.assign(lvalue.place, new, span);
            old
        } else {
            self.store(lvalue, new, span)
        }
    }

    /// Stores a converted value; the result is the value then held.
    pub(super) fn store(&mut self, lvalue: Lvalue, value: Value, span: Span) -> Value {
        if self.is_error(value.ty) {
            return value;
        }
        if lvalue.bit_width.is_some() {
            self.assign(lvalue.place, value, span);
            return self.rvalue(Operand::Place(lvalue), span);
        }
        if self.is_static(lvalue.place) {
            self.assign(lvalue.place, value, span);
            return match self.p.exprs.get(value.expr) {
                Expr::Int(_) | Expr::Float(_) => value,
                _ => Value::new(self.p.exprs.load(lvalue.place), lvalue.ty.ty),
            };
        }
        let value = self.stabilize(value, span);
        self.assign(lvalue.place, value, span);
        value
    }

    fn check_assignable(&mut self, lvalue: Lvalue, span: Span) {
        match self.ty(lvalue.ty.ty) {
            Type::Array { .. } => {
                let message = format!(
                    "lvalue required: cannot assign to array type {}",
                    self.quoted(lvalue.ty.ty)
                );
                self.error(span, message);
            }
            _ if !self.p.types.is_complete(lvalue.ty.ty) => {
                let message = format!(
                    "cannot assign to incomplete type {}",
                    self.quoted(lvalue.ty.ty)
                );
                self.error(span, message);
            }
            _ if lvalue.ty.quals.contains(Qualifiers::CONST) => {
                self.error(
                    span,
                    "assignment to a const object: not a modifiable lvalue",
                );
            }
            _ => {}
        }
    }

    pub(super) fn assignment(
        &mut self,
        op: Option<Ast>,
        a: &ast::Expr<'_>,
        b: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        let Some(mut lvalue) = self.lvalue(a, "as left operand of assignment") else {
            self.value(b);
            return self.error_value();
        };
        self.check_assignable(lvalue, a.span);
        if b.effects {
            lvalue.place = self.stabilize_place(lvalue.place, a.span);
        }
        let Some(op) = op else {
            return self.assign_expression(Purpose::Assigning, lvalue, b, span);
        };
        // The right side comes first: to a call in it, reading and writing the
        // left side is one evaluation (C11 6.5.16.2).
        let right = self.value(b);
        let old = self.rvalue(Operand::Place(lvalue), a.span);
        let new = self.binary_operator(op, old, right, span);
        let new = self.convert(new, lvalue.ty.ty, span);
        self.store(lvalue, new, span)
    }

    /// Stores the value of an expression; the result is what is then held.
    pub(super) fn assign_expression(
        &mut self,
        purpose: Purpose,
        lvalue: Lvalue,
        b: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        // A call can leave its result right there.
        let value = match b.kind {
            ExprKind::Call(callee, arguments)
                if lvalue.bit_width.is_none() && self.is_static(lvalue.place) =>
            {
                let value = self.call(callee, arguments, span, Target::Place(lvalue));
                if let Expr::Load(place) = self.p.exprs.get(value.expr)
                    && place == lvalue.place
                {
                    return value;
                }
                value
            }
            _ => self.value(b),
        };
        let value = self.convert_for(purpose, value, lvalue.ty.ty, b.span);
        self.store(lvalue, value, span)
    }

    pub(super) fn comma(&mut self, e: &ast::Expr<'_>) -> Operand {
        let parts = comma_parts(e);
        let (last, before) = match parts.split_last() {
            Some(split) => split,
            None => return Operand::Value(self.error_value()),
        };
        for part in before {
            self.effects(part);
        }
        // The result of a comma is no lvalue.
        let value = self.value(last);
        Operand::Value(value)
    }
}

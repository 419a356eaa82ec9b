//! Complex numbers: copied, taken apart, added; the rest is not modelled.

use super::Lowerer;
use super::value::{Operand, Value};
use crate::ast::{self, BinaryOp as Ast};
use program::{BinaryOp, Expr, FloatKind, IntKind, PlaceId, QualType, Span, Type, TypeId, UnaryOp};

impl Lowerer<'_> {
    fn complex_place(&mut self, value: Value, span: Span) -> PlaceId {
        match self.p.exprs.get(value.expr) {
            Expr::Load(place) if self.is_static(place) => place,
            _ => {
                let place = self.temporary_place(value.ty);
                self.assign(place, value, span);
                place
            }
        }
    }

    pub(super) fn part(&mut self, place: PlaceId, index: u32) -> (PlaceId, TypeId) {
        let kind = match self.ty(self.p.exprs.place_ty(place)) {
            Type::Complex(kind) => kind,
            _ => FloatKind::Double,
        };
        let ty = self.p.types.float(kind);
        let part = self
            .p
            .exprs
            .intern_place(program::Place::Field(place, index), ty);
        (part, ty)
    }

    fn complex_parts(&mut self, value: Value, span: Span) -> (Value, Value) {
        match self.ty(value.ty) {
            Type::Complex(_) => {
                let place = self.complex_place(value, span);
                let ((re, ty), (im, _)) = (self.part(place, 0), self.part(place, 1));
                (
                    Value::new(self.p.exprs.load(re), ty),
                    Value::new(self.p.exprs.load(im), ty),
                )
            }
            _ => {
                let ty = match self.ty(value.ty) {
                    Type::Float(_) => value.ty,
                    _ => self.p.types.common.double,
                };
                let zero = self.float_value(0, ty);
                (self.cast(value, ty), zero)
            }
        }
    }

    pub(super) fn complex_from(&mut self, re: Value, im: Value, span: Span) -> Value {
        if self.is_error(re.ty) || self.is_error(im.ty) {
            return self.error_value();
        }
        let common = self.common_type(re.ty, im.ty);
        let kind = self.p.types.float_kind(common).unwrap_or(FloatKind::Double);
        let float = self.p.types.float(kind);
        let ty = self.p.types.intern(Type::Complex(kind));
        let place = self.temporary_place(ty);
        for (index, value) in [(0, re), (1, im)] {
            let value = self.cast(value, float);
            let (part, _) = self.part(place, index);
            self.assign(part, value, span);
        }
        Value::new(self.p.exprs.load(place), ty)
    }

    pub(super) fn imaginary(&mut self, value: Value, span: Span) -> Value {
        let zero = self.float_value(0, value.ty);
        self.complex_from(zero, value, span)
    }

    /// `__real__ a` and `__imag__ a`
    pub(super) fn complex_part(&mut self, op: ast::UnaryOp, a: &ast::Expr<'_>) -> Operand {
        let index = (op == ast::UnaryOp::Imag) as u32;
        let operand = self.operand(a);
        if let Operand::Place(l) = operand
            && let Type::Complex(_) = self.ty(l.ty.ty)
        {
            let (place, ty) = self.part(l.place, index);
            return Operand::Place(super::value::Lvalue {
                place,
                ty: QualType::plain(ty).with(l.ty.quals),
                bit_width: None,
            });
        }
        let value = self.rvalue(operand, a.span);
        if self.is_error(value.ty) {
            return Operand::Value(value);
        }
        if !self.p.types.is_arithmetic(value.ty) {
            self.error(
                a.span,
                "operand of '__real__' or '__imag__' is not a number",
            );
            return Operand::Value(self.error_value());
        }
        if !matches!(self.ty(value.ty), Type::Complex(_)) && index == 0 {
            return Operand::Value(value);
        }
        let (re, im) = self.complex_parts(value, a.span);
        Operand::Value(if index == 0 { re } else { im })
    }

    pub(super) fn complex_sign(&mut self, op: ast::UnaryOp, value: Value, span: Span) -> Value {
        if op == ast::UnaryOp::Plus {
            return value;
        }
        let (re, im) = self.complex_parts(value, span);
        let (re, im) = (self.unary(UnaryOp::Neg, re), self.unary(UnaryOp::Neg, im));
        self.complex_from(re, im, span)
    }

    pub(super) fn complex_operator(&mut self, op: Ast, a: Value, b: Value, span: Span) -> Value {
        let ty = self.common_type(a.ty, b.ty);
        let ((ar, ai), (br, bi)) = (self.complex_parts(a, span), self.complex_parts(b, span));
        let int = self.int_ty();
        match op {
            Ast::Add | Ast::Sub => {
                let re = self.binary_operator(op, ar, br, span);
                let im = self.binary_operator(op, ai, bi, span);
                let sum = self.complex_from(re, im, span);
                self.cast(sum, ty)
            }
            Ast::Eq | Ast::Ne => {
                let re = self.binary_operator(op, ar, br, span);
                let im = self.binary_operator(op, ai, bi, span);
                let combine = if op == Ast::Eq {
                    BinaryOp::And
                } else {
                    BinaryOp::Or
                };
                self.binary(combine, re, im, int, span)
            }
            Ast::Mul | Ast::Div => {
                self.unsupported("complex multiplication or division", span);
                let place = self.temporary_place(ty);
                Value::new(self.p.exprs.load(place), ty)
            }
            _ => {
                self.error(span, "invalid operands: complex numbers have no order");
                self.error_value()
            }
        }
    }

    /// A complex number is true if one of its parts is.
    pub(super) fn complex_truth(&mut self, value: Value, span: Span) -> Value {
        if !matches!(self.ty(value.ty), Type::Complex(_)) {
            return value;
        }
        let (re, im) = self.complex_parts(value, span);
        let (re, im) = (self.truth(re, span), self.truth(im, span));
        let int = self.int_ty();
        self.binary(BinaryOp::Or, re, im, int, span)
    }

    /// Conversions from and to complex numbers and vectors.
    pub(super) fn cast_complex(&mut self, value: Value, ty: TypeId) -> Value {
        let span = Span::NONE;
        match (self.ty(value.ty), self.ty(ty)) {
            (_, Type::Complex(kind)) => {
                let float = self.p.types.float(kind);
                let (re, im) = self.complex_parts(value, span);
                let (re, im) = (self.cast(re, float), self.cast(im, float));
                self.complex_from(re, im, span)
            }
            (Type::Complex(_), Type::Int(IntKind::Bool)) => {
                let truth = self.complex_truth(value, span);
                self.cast(truth, ty)
            }
            (Type::Complex(_), _) => {
                let (re, _) = self.complex_parts(value, span);
                self.cast(re, ty)
            }
            // Vectors keep their bytes.
            _ => {
                let from = self.temporary_place(value.ty);
                self.assign(from, value, span);
                let pointer_ty = self.p.types.pointer_to(ty);
                let address = self.address_of(from, pointer_ty);
                match self.deref(address, span) {
                    Operand::Place(l) => {
                        let value = self.rvalue(Operand::Place(l), span);
                        self.spill(value, span)
                    }
                    _ => self.error_value(),
                }
            }
        }
    }
}

//! Casts, `sizeof`, `_Alignof` and `offsetof`.

use super::Lowerer;
use super::value::{Operand, Value};
use crate::ast::{self};
use program::{ArrayLength, BinaryOp, Place, Span, Type, TypeId};

impl Lowerer<'_> {
    pub(super) fn cast_expression(
        &mut self,
        name: &ast::TypeName<'_>,
        a: &ast::Expr<'_>,
        span: Span,
    ) -> Value {
        let ty = self.type_name(name).ty.ty;
        if ty == self.p.types.common.void {
            self.effects(a);
            return self.void_value();
        }
        let value = self.value(a);
        if self.is_error(value.ty) || self.is_error(ty) {
            return self.error_value();
        }
        let types = &self.p.types;
        let float_and_pointer = |x: TypeId, y: TypeId| {
            matches!(types.get(x), Type::Float(_) | Type::Complex(_)) && types.is_pointer(y)
        };
        if float_and_pointer(value.ty, ty) || float_and_pointer(ty, value.ty) {
            let message = format!(
                "cannot cast {} to {}",
                self.quoted(value.ty),
                self.quoted(ty)
            );
            self.error(span, message);
            return self.error_value();
        }
        if types.is_scalar(value.ty) && types.is_scalar(ty) || value.ty == ty {
            let value = if value.bit_width.is_some() {
                self.promote(value)
            } else {
                value
            };
            return self.cast(value, ty);
        }
        let vectors = matches!(types.get(value.ty), Type::Vector { .. })
            || matches!(types.get(ty), Type::Vector { .. });
        if vectors && types.size_of(value.ty) == types.size_of(ty) {
            return self.cast(value, ty);
        }
        if let Some((_, record)) = types.record_of(ty)
            && record.kind == program::RecordKind::Union
        {
            // GNU: a union made from one of its members.
            let fields = types.fields(ty);
            if let Some(index) = fields
                .iter()
                .position(|f| self.compatible(f.declared.ty, value.ty))
            {
                let place = self.temporary_place(ty);
                let member = self.field_place(place, index as u32);
                self.assign(member, value, span);
                return Value::new(self.p.exprs.load(place), ty);
            }
        }
        if value.ty == self.p.types.common.void {
            self.error(span, "void value not ignored as it ought to be");
        } else {
            let message = format!(
                "cannot cast {} to {}",
                self.quoted(value.ty),
                self.quoted(ty)
            );
            self.error(span, message);
        }
        self.error_value()
    }

    /// The size of a type as a value of type `size_t`.
    pub(super) fn sizeof(&mut self, ty: TypeId, span: Span) -> Value {
        let size_ty = self.size_ty();
        if let Type::Array { element, length } = self.ty(ty)
            && self.p.types.is_variable(ty)
        {
            let element = self.sizeof(element.ty, span);
            let count = match length {
                ArrayLength::Variable(var) => {
                    let place = self.var_place(var);
                    Value::new(self.p.exprs.load(place), size_ty)
                }
                ArrayLength::Fixed(n) => self.int_value(i128::from(n), size_ty),
                ArrayLength::Unknown => self.int_value(0, size_ty),
            };
            return self.binary(BinaryOp::Mul, count, element, size_ty, span);
        }
        if self.is_error(ty) {
            return self.error_value();
        }
        match self.p.types.stride_of(ty) {
            Some(n) => self.int_value(i128::from(n), size_ty),
            None => {
                let message = format!("size of incomplete type {}", self.quoted(ty));
                self.error(span, message);
                self.error_value()
            }
        }
    }

    pub(super) fn sizeof_expression(&mut self, a: &ast::Expr<'_>, span: Span) -> Value {
        let (ty, width) = self.type_of(a);
        if width.is_some() {
            self.error(span, "size of a bit-field");
            return self.error_value();
        }
        self.sizeof(ty.ty, span)
    }

    pub(super) fn align_of(&self, ty: TypeId, preferred: bool) -> u64 {
        if preferred {
            self.p.types.preferred_align_of(ty)
        } else {
            self.p.types.align_of(ty)
        }
    }

    pub(super) fn align_of_expression(&mut self, e: &ast::Expr<'_>, preferred: bool) -> u64 {
        let operand = self.unevaluated(|s| s.operand(e));
        if let Operand::Place(l) = operand {
            if let Place::Var(v) = self.p.exprs.place(l.place)
                && let Some(align) = self.p.vars[v].align
            {
                return align.max(self.align_of(l.ty.ty, preferred));
            }
            // A field is aligned as its structure aligns it.
            if let Place::Field(..) = self.p.exprs.place(l.place) {
                return self.p.types.align_of(l.ty.ty);
            }
        }
        let (ty, _) = self.operand_type(operand);
        self.align_of(ty.ty, preferred)
    }

    pub(super) fn offsetof(
        &mut self,
        name: &ast::TypeName<'_>,
        path: &[ast::Designator<'_>],
        span: Span,
    ) -> Value {
        let mut ty = self.type_name(name).ty.ty;
        let size_ty = self.size_ty();
        let mut offset = self.int_value(0, size_ty);
        for step in path {
            if self.is_error(ty) {
                return self.error_value();
            }
            match *step {
                ast::Designator::Field(field) => {
                    let Some(members) = self.find_member(ty, field.name) else {
                        self.report_no_member(ty, field);
                        return self.error_value();
                    };
                    for index in members {
                        let f = &self.p.types.fields(ty)[index as usize];
                        let bytes = i128::from(f.offset);
                        ty = f.declared.ty;
                        let bytes = self.int_value(bytes, size_ty);
                        offset = self.binary(BinaryOp::Add, offset, bytes, size_ty, span);
                    }
                }
                ast::Designator::Index(e) => {
                    let Type::Array { element, .. } = self.ty(ty) else {
                        self.error(e.span, "'offsetof' subscripts what is not an array");
                        return self.error_value();
                    };
                    ty = element.ty;
                    let index = self.value(e);
                    let index = self.cast(index, size_ty);
                    let size = self.sizeof(ty, span);
                    let bytes = self.binary(BinaryOp::Mul, index, size, size_ty, span);
                    offset = self.binary(BinaryOp::Add, offset, bytes, size_ty, span);
                }
                ast::Designator::Range(e, _) => {
                    self.error(e.span, "'offsetof' of a range");
                    return self.error_value();
                }
            }
        }
        offset
    }
}

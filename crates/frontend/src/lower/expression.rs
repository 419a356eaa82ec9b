//! Expressions (C11 6.5). Operands are evaluated from left to right.

use super::call::Target;
use super::convert::Purpose;
use super::scope::Entity;
use super::value::{Lvalue, Operand, Value};
use super::{Lowerer, Mode, deep};
use crate::ast::{self, BinaryOp as Ast, ExprKind, UnaryOp as AstUnary};
use program::{
    ArrayLength, BinaryOp, Expr, Id, IntKind, Location, Name, Op, Place, PlaceId, QualType,
    Qualifiers, Span, Type, TypeId, UnaryOp, VarKind,
};

impl Lowerer<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, e: &ast::Expr<'_>) -> Value {
        let operand = self.operand(e);
        self.rvalue(operand, e.span)
    }

    /// What an expression denotes.
    pub(super) fn operand(&mut self, e: &ast::Expr<'_>) -> Operand {
        deep(|| self.operand_inner(e))
    }

    fn operand_inner(&mut self, e: &ast::Expr<'_>) -> Operand {
        let span = e.span;
        let value = match e.kind {
            ExprKind::Ident(name) => return self.identifier(name, span),
            ExprKind::String(s) => return self.string(s),
            ExprKind::Unary(AstUnary::Deref, a) => {
                let pointer = self.value(a);
                return self.deref(pointer, span);
            }
            ExprKind::Unary(op @ (AstUnary::Real | AstUnary::Imag), a) => {
                return self.complex_part(op, a);
            }
            ExprKind::Index(a, b) => return self.index(a, b, span),
            ExprKind::Member(a, field) => {
                let base = self.operand(a);
                return self.member_of(base, field, span);
            }
            ExprKind::Arrow(a, field) => {
                let pointer = self.value(a);
                if !self.is_error(pointer.ty) && !self.p.types.is_pointer(pointer.ty) {
                    self.report_no_pointer(pointer.ty, a.span);
                    return Operand::Value(self.error_value());
                }
                let base = self.deref(pointer, a.span);
                return self.member_of(base, field, span);
            }
            ExprKind::CompoundLiteral(name, list) => {
                return self.compound_literal(name, list, span);
            }
            ExprKind::Generic(controlling, associations) => {
                return match self.select(controlling, associations, span) {
                    Some(chosen) => self.operand(chosen),
                    None => Operand::Value(self.error_value()),
                };
            }
            ExprKind::ChooseExpr(condition, yes, no) => {
                let chosen = match self.constant_int(condition) {
                    Some(0) => no,
                    _ => yes,
                };
                return self.operand(chosen);
            }
            ExprKind::Comma(..) => return self.comma(e),
            ExprKind::Int(value, kind) => {
                let ty = self.p.types.int(kind);
                self.int_value(value, ty)
            }
            ExprKind::Float {
                bits,
                kind,
                imaginary,
            } => {
                let ty = self.p.types.float(kind);
                let value = Value::new(self.p.exprs.intern(Expr::Float(bits), ty), ty);
                if imaginary {
                    self.imaginary(value, span)
                } else {
                    value
                }
            }
            ExprKind::Error => self.error_value(),
            ExprKind::Unary(AstUnary::Address, a) => self.address(a, span),
            ExprKind::Unary(
                op @ (AstUnary::PreIncrement
                | AstUnary::PreDecrement
                | AstUnary::PostIncrement
                | AstUnary::PostDecrement),
                a,
            ) => self.increment(op, a, span),
            ExprKind::Unary(op, a) => self.unary_operator(op, a, span),
            ExprKind::Binary(Ast::LogicalAnd | Ast::LogicalOr, ..) => self.logical(e),
            ExprKind::Binary(..) => self.binary_chain(e),
            ExprKind::Assign(op, a, b) => self.assignment(op, a, b, span),
            ExprKind::Conditional(c, yes, no) => self.conditional(c, yes, no, span),
            ExprKind::Cast(name, a) => self.cast_expression(name, a, span),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, span, Target::Value),
            ExprKind::SizeofExpr(a) => self.sizeof_expression(a, span),
            ExprKind::SizeofType(name) => {
                let ty = self.type_name(name).ty.ty;
                self.sizeof(ty, span)
            }
            ExprKind::AlignofExpr { operand, preferred } => {
                let align = self.align_of_expression(operand, preferred);
                let ty = self.size_ty();
                self.int_value(i128::from(align), ty)
            }
            ExprKind::AlignofType { operand, preferred } => {
                let declared = self.type_name(operand);
                let align = declared
                    .align
                    .unwrap_or_else(|| self.align_of(declared.ty.ty, preferred));
                let ty = self.size_ty();
                self.int_value(i128::from(align), ty)
            }
            ExprKind::Statement(block) => self.statement_expression(block, span),
            ExprKind::LabelAddress(label) => match &mut self.body {
                Some(body) => {
                    let number = body.label_address(label);
                    let ty = self.p.types.common.void_ptr;
                    self.int_value(i128::from(number), ty)
                }
                None => {
                    self.error(span, "address of a label outside of any function");
                    self.error_value()
                }
            },
            ExprKind::VaArg(list, name) => self.va_arg(list, name, span),
            ExprKind::Offsetof(name, path) => self.offsetof(name, path, span),
            ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.type_name(a).ty.ty, self.type_name(b).ty.ty);
                let compatible = self.compatible(a, b);
                let int = self.int_ty();
                self.int_value(compatible as i128, int)
            }
            ExprKind::ConvertVector(a, name) => {
                self.value(a);
                let ty = self.type_name(name).ty.ty;
                self.unsupported("vector conversion", span);
                let place = self.temporary_place(ty);
                Value::new(self.p.exprs.load(place), ty)
            }
        };
        Operand::Value(value)
    }

    /// Evaluates an expression for its effects only.
    pub(super) fn effects(&mut self, e: &ast::Expr<'_>) {
        deep(|| match e.kind {
            ExprKind::Unary(AstUnary::PostIncrement, a) => {
                self.increment(AstUnary::PreIncrement, a, e.span);
            }
            ExprKind::Unary(AstUnary::PostDecrement, a) => {
                self.increment(AstUnary::PreDecrement, a, e.span);
            }
            ExprKind::Assign(op, a, b) => {
                self.assignment(op, a, b, e.span);
            }
            ExprKind::Call(callee, arguments) => {
                self.call(callee, arguments, e.span, Target::Nothing);
            }
            ExprKind::Comma(..) => {
                for part in comma_parts(e) {
                    self.effects(part);
                }
            }
            ExprKind::Conditional(c, yes, no)
                if self.mode == Mode::Evaluate && self.body.is_some() =>
            {
                self.conditional_effects(c, yes, no);
            }
            ExprKind::Cast(name, a)
                if matches!(name.specifiers.ty, ast::TypeSpecifier::Void)
                    && name.declarator.derived.is_empty() =>
            {
                self.effects(a);
            }
            _ => {
                let operand = self.operand(e);
                // A struct or array that is not used is not read either.
                if let Operand::Place(l) = operand
                    && !self.p.types.is_scalar(l.ty.ty)
                {
                    return;
                }
                let value = self.rvalue(operand, e.span);
                if value.access {
                    self.spill(value, e.span);
                }
            }
        })
    }

    // Names and literals.

    fn identifier(&mut self, name: Name, span: Span) -> Operand {
        match self.names.get(name) {
            Some(Entity::Var(var)) => {
                let v = &self.p.vars[var];
                let ty = v.declared;
                if let (VarKind::Local | VarKind::Parameter, Some(body)) = (v.kind, &mut self.body)
                    && v.function != Some(body.function)
                {
                    body.captures = true;
                }
                let place = self.var_place(var);
                match self.variable_arrays.get(&var) {
                    Some(&array) => Operand::Variable {
                        pointer: Value::new(self.p.exprs.load(place), ty.ty),
                        ty: array,
                    },
                    None => Operand::Place(Lvalue {
                        place,
                        ty,
                        bit_width: None,
                    }),
                }
            }
            Some(Entity::Function(f)) => Operand::Function(f),
            Some(Entity::Enumerator { value, ty, .. }) => Operand::Value(self.int_value(value, ty)),
            Some(Entity::Typedef { .. }) => {
                let message = format!("expected expression, found type name '{}'", self.name(name));
                self.error(span, message);
                Operand::Value(self.error_value())
            }
            None if self.known.func.contains(&name) => self.function_name(span),
            None => {
                let message = format!("'{}' undeclared", self.name(name));
                self.error(span, message);
                // One message a name is enough.
                let var = self.add_var(
                    name,
                    QualType::plain(self.p.types.common.error),
                    VarKind::Temporary,
                    span,
                );
                self.names.set(name, Entity::Var(var));
                Operand::Value(self.error_value())
            }
        }
    }

    /// `__func__`
    fn function_name(&mut self, span: Span) -> Operand {
        let known = self.body.as_ref().map(|b| (b.function, b.function_name));
        let var = match known {
            Some((_, Some(var))) => var,
            _ => {
                let mut bytes = match known {
                    Some((f, _)) => self.name(self.p.functions[f].name).as_bytes().to_vec(),
                    None => Vec::new(),
                };
                bytes.push(0);
                let element = QualType::plain(self.p.types.common.char).with(Qualifiers::CONST);
                let ty = self.p.types.array_of(element, bytes.len() as u64);
                let var = self.literal(&bytes, ty, span);
                if self.mode == Mode::Evaluate
                    && let Some(body) = &mut self.body
                {
                    body.function_name = Some(var);
                }
                var
            }
        };
        Operand::Place(Lvalue {
            place: self.var_place(var),
            ty: self.p.vars[var].declared,
            bit_width: None,
        })
    }

    fn string(&mut self, s: ast::StringLiteral<'_>) -> Operand {
        let (element, width) = self.string_element(s.kind);
        let mut bytes = s.bytes.to_vec();
        bytes.resize(bytes.len() + width, 0);
        let ty = self
            .p
            .types
            .array_of(QualType::plain(element), (bytes.len() / width) as u64);
        let var = self.literal(&bytes, ty, s.span);
        Operand::Place(Lvalue {
            place: self.var_place(var),
            ty: QualType::plain(ty),
            bit_width: None,
        })
    }

    /// Element type of a string literal, and its size.
    pub(super) fn string_element(&mut self, kind: ast::StringKind) -> (TypeId, usize) {
        let kind = match kind {
            ast::StringKind::Narrow => IntKind::Char,
            ast::StringKind::Wide => self.p.model().wchar_kind(),
            ast::StringKind::Utf16 => IntKind::UShort,
            ast::StringKind::Utf32 => IntKind::UInt,
        };
        let size = self.p.model().int_size(kind) as usize;
        (self.p.types.int(kind), size)
    }

    fn select<'a>(
        &mut self,
        controlling: &ast::Expr<'_>,
        associations: &[ast::GenericAssociation<'a>],
        span: Span,
    ) -> Option<&'a ast::Expr<'a>> {
        let value = self.unevaluated(|s| s.value(controlling));
        if self.is_error(value.ty) {
            return None;
        }
        let mut found = None;
        let mut fallback = None;
        let mut seen: Vec<QualType> = Vec::new();
        for association in associations {
            let Some(name) = association.ty else {
                if fallback.is_some() {
                    self.error(association.span, "duplicate default in '_Generic'");
                }
                fallback = Some(association.value);
                continue;
            };
            let ty = self.type_name(name).ty;
            if seen
                .iter()
                .any(|s| s.quals == ty.quals && self.compatible(s.ty, ty.ty))
            {
                self.error(
                    association.span,
                    "duplicate type in '_Generic': two compatible associations",
                );
            }
            seen.push(ty);
            // The controlling value has lost its qualifiers.
            if ty.quals == Qualifiers::NONE && found.is_none() && self.compatible(ty.ty, value.ty) {
                found = Some(association.value);
            }
        }
        let chosen = found.or(fallback);
        if chosen.is_none() {
            let message = format!("no '_Generic' association for {}", self.quoted(value.ty));
            self.error(span, message);
        }
        chosen
    }

    // Places.

    /// `*pointer`
    pub(super) fn deref(&mut self, pointer: Value, span: Span) -> Operand {
        if self.is_error(pointer.ty) {
            return Operand::Value(pointer);
        }
        let Some(to) = self.p.types.pointee(pointer.ty) else {
            let message = format!(
                "cannot dereference {}, which is not a pointer",
                self.quoted(pointer.ty)
            );
            self.error(span, message);
            return Operand::Value(self.error_value());
        };
        match self.ty(to.ty) {
            Type::Function(_) => Operand::FunctionPointer { pointer, ty: to.ty },
            Type::Void => Operand::Value(self.void_value()),
            _ if self.p.types.is_variable(to.ty) => Operand::Variable { pointer, ty: to },
            _ => Operand::Place(Lvalue {
                place: self.deref_place(pointer, to.ty, span),
                ty: to,
                bit_width: None,
            }),
        }
    }

    fn index(&mut self, a: &ast::Expr<'_>, b: &ast::Expr<'_>, span: Span) -> Operand {
        let mut base = self.operand(a);
        if b.effects {
            base = self.stabilize_operand(base, a.span);
        }
        let index = self.value(b);
        if let Operand::Place(lvalue) = base {
            let element = match self.ty(lvalue.ty.ty) {
                Type::Array { element, .. } => Some(element.with(lvalue.ty.quals)),
                Type::Vector { element, .. } => {
                    Some(QualType::plain(element).with(lvalue.ty.quals))
                }
                _ => None,
            };
            if let Some(element) = element
                && self.p.types.is_integer(index.ty)
            {
                let place = self.element(lvalue.place, element.ty, index, span);
                return Operand::Place(Lvalue {
                    place,
                    ty: element,
                    bit_width: None,
                });
            }
        }
        let base = self.rvalue(base, a.span);
        if self.is_error(base.ty) || self.is_error(index.ty) {
            return Operand::Value(self.error_value());
        }
        let sum = match (
            self.p.types.pointee(base.ty),
            self.p.types.pointee(index.ty),
        ) {
            (Some(_), None) if self.p.types.is_integer(index.ty) => {
                self.pointer_sum(base, index, false, span)
            }
            (None, Some(_)) if self.p.types.is_integer(base.ty) => {
                self.pointer_sum(index, base, false, span)
            }
            _ => {
                let is_pointer = self.p.types.is_pointer(base.ty);
                let message = match is_pointer {
                    true => format!(
                        "array subscript of type {} is not an integer",
                        self.quoted(index.ty)
                    ),
                    false => format!(
                        "subscripted value of type {} is not an array or pointer",
                        self.quoted(base.ty)
                    ),
                };
                self.error(if is_pointer { b.span } else { span }, message);
                return Operand::Value(self.error_value());
            }
        };
        self.deref(sum, span)
    }

    /// `array[index]` for an array in a place.
    pub(super) fn element(
        &mut self,
        array: PlaceId,
        ty: TypeId,
        index: Value,
        span: Span,
    ) -> PlaceId {
        let ptrdiff = self.p.types.common.ptrdiff;
        let index = self.promote(index);
        let index = self.cast(index, ptrdiff);
        let index = if index.access {
            self.spill(index, span)
        } else {
            self.flatten(index)
        };
        let canonical = self.p.types.canonical(ty);
        if let Some(var) = self.p.exprs.root(array)
            && self.p.exprs.int_value(index.expr).is_none()
        {
            self.p.vars[var].addressed = true;
        }
        self.p
            .exprs
            .intern_place(Place::Index(array, index.expr), canonical)
    }

    fn stabilize_operand(&mut self, operand: Operand, span: Span) -> Operand {
        match operand {
            Operand::Value(v) => Operand::Value(self.stabilize(v, span)),
            Operand::Place(l) => match self.ty(l.ty.ty) {
                // Its address stays, not its elements.
                Type::Array { .. } => Operand::Place(Lvalue {
                    place: self.stabilize_place(l.place, span),
                    ..l
                }),
                _ => {
                    let value = self.rvalue(operand, span);
                    Operand::Value(self.stabilize(value, span))
                }
            },
            Operand::Variable { pointer, ty } => Operand::Variable {
                pointer: self.stabilize(pointer, span),
                ty,
            },
            Operand::Function(_) => operand,
            Operand::FunctionPointer { pointer, ty } => Operand::FunctionPointer {
                pointer: self.stabilize(pointer, span),
                ty,
            },
        }
    }

    fn member_of(&mut self, base: Operand, field: ast::Ident, span: Span) -> Operand {
        let (place, ty) = match base {
            Operand::Place(l) => (l.place, l.ty),
            Operand::Value(v) if self.is_error(v.ty) => return base,
            // A structure that a function returned lies in a temporary.
            Operand::Value(v) => match self.p.exprs.get(v.expr) {
                Expr::Load(place) => (place, QualType::plain(v.ty)),
                _ if self.p.types.record_of(v.ty).is_some() => {
                    let place = self.temporary_place(v.ty);
                    self.assign(place, v, span);
                    (place, QualType::plain(v.ty))
                }
                _ => {
                    self.report_no_member(v.ty, field);
                    return Operand::Value(self.error_value());
                }
            },
            Operand::Variable { ty, .. } => {
                self.report_no_member(ty.ty, field);
                return Operand::Value(self.error_value());
            }
            Operand::Function(_) | Operand::FunctionPointer { .. } => {
                self.error(span, "a function has no members");
                return Operand::Value(self.error_value());
            }
        };
        if self.is_error(ty.ty) {
            return Operand::Value(self.error_value());
        }
        match self.member_place(place, ty, field) {
            Some(lvalue) => Operand::Place(lvalue),
            None => Operand::Value(self.error_value()),
        }
    }

    /// The member of a record in a place; None after an error.
    pub(super) fn member_place(
        &mut self,
        place: PlaceId,
        ty: QualType,
        field: ast::Ident,
    ) -> Option<Lvalue> {
        let Some(path) = self.find_member(ty.ty, field.name) else {
            self.report_no_member(ty.ty, field);
            return None;
        };
        let mut lvalue = Lvalue {
            place,
            ty,
            bit_width: None,
        };
        for index in path {
            let f = &self.p.types.fields(lvalue.ty.ty)[index as usize];
            let (declared, bits) = (f.declared, f.bits);
            lvalue = Lvalue {
                place: self.field_place(lvalue.place, index),
                ty: declared.with(lvalue.ty.quals),
                bit_width: bits.map(|b| b.width),
            };
        }
        Some(lvalue)
    }

    pub(super) fn report_no_member(&mut self, ty: TypeId, field: ast::Ident) {
        let name = self.name(field.name);
        let message = match self.p.types.record_of(ty) {
            Some((_, r)) if r.body.is_none() => {
                format!(
                    "no member '{name}': {} is an incomplete type",
                    self.quoted(ty)
                )
            }
            Some(_) => format!("no member '{name}' in {}", self.quoted(ty)),
            None if self
                .p
                .types
                .pointee(ty)
                .is_some_and(|to| self.p.types.record_of(to.ty).is_some()) =>
            {
                format!(
                    "'.{name}' on {}, which is a pointer (did you mean '->'?)",
                    self.quoted(ty)
                )
            }
            None => format!(
                "no member '{name}': {} is not a structure or union",
                self.quoted(ty)
            ),
        };
        self.error(field.span, message);
    }

    /// `->` needs a pointer.
    fn report_no_pointer(&mut self, ty: TypeId, span: Span) {
        let hint = match self.p.types.record_of(ty) {
            Some(_) => " (did you mean '.'?)",
            None => "",
        };
        let message = format!("'->' on {}, which is not a pointer{hint}", self.quoted(ty));
        self.error(span, message);
    }

    /// The place of an operand that must be one; None after an error.
    pub(super) fn lvalue(&mut self, e: &ast::Expr<'_>, what: &str) -> Option<Lvalue> {
        match self.operand(e) {
            Operand::Place(l) if self.is_error(l.ty.ty) => None,
            Operand::Place(l) => Some(l),
            Operand::Value(v) if self.is_error(v.ty) => None,
            _ => {
                self.error(e.span, format!("lvalue required {what}"));
                None
            }
        }
    }

    fn address(&mut self, a: &ast::Expr<'_>, span: Span) -> Value {
        match self.operand(a) {
            Operand::Place(l) if self.is_error(l.ty.ty) => self.error_value(),
            Operand::Place(l) if l.bit_width.is_some() => {
                self.error(span, "cannot take the address of a bit-field");
                self.error_value()
            }
            Operand::Place(l) => {
                if let Some(var) = self.p.exprs.root(l.place)
                    && self.registers.contains(&var)
                {
                    let name = self.name(self.p.vars[var].name);
                    self.error(
                        span,
                        format!("cannot take the address of register variable '{name}'"),
                    );
                    return self.error_value();
                }
                let pointer = self.p.types.intern(Type::Pointer(l.ty));
                self.address_of(l.place, pointer)
            }
            Operand::Variable { pointer, ty } => {
                let to = self.p.types.intern(Type::Pointer(ty));
                self.cast(pointer, to)
            }
            operand @ (Operand::Function(_) | Operand::FunctionPointer { .. }) => {
                self.rvalue(operand, span)
            }
            Operand::Value(v) if self.is_error(v.ty) => v,
            // `&*p` for a pointer to void.
            Operand::Value(v) if v.ty == self.p.types.common.void => match a.kind {
                ExprKind::Unary(AstUnary::Deref, p) => self.value(p),
                _ => {
                    self.error(span, "lvalue required as operand of '&'");
                    self.error_value()
                }
            },
            Operand::Value(_) => {
                self.error(span, "lvalue required as operand of '&'");
                self.error_value()
            }
        }
    }

    // Operators.

    fn unary_operator(&mut self, op: AstUnary, a: &ast::Expr<'_>, span: Span) -> Value {
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
            (AstUnary::Plus, _) if self.p.types.is_arithmetic(value.ty) => self.promote(value),
            (AstUnary::Neg, _) if self.p.types.is_arithmetic(value.ty) => {
                let value = self.promote(value);
                self.unary(UnaryOp::Neg, value)
            }
            (AstUnary::Not, Type::Int(_) | Type::Enum(_)) => {
                let value = self.promote(value);
                self.unary(UnaryOp::Not, value)
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
    fn binary_chain(&mut self, e: &ast::Expr<'_>) -> Value {
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

    /// Two scalars brought to one type for comparison.
    fn comparable(&mut self, a: Value, b: Value) -> (Value, Value) {
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

    fn increment(&mut self, op: AstUnary, a: &ast::Expr<'_>, span: Span) -> Value {
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
    fn store(&mut self, lvalue: Lvalue, value: Value, span: Span) -> Value {
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

    pub(super) fn check_assignable(&mut self, lvalue: Lvalue, span: Span) {
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

    fn assignment(
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

    fn comma(&mut self, e: &ast::Expr<'_>) -> Operand {
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

    // Truth.

    /// The value as a comparison that yields 1 if it is not zero.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Value {
        if self.is_comparison(value) {
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
    fn negated(&mut self, value: Value, span: Span) -> Value {
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

    fn is_comparison(&self, value: Value) -> bool {
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
            Type::Float(_) => Value::new(self.p.exprs.intern(Expr::Float(0), ty), ty),
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

    fn here(&self) -> Location {
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
    fn emitting(&self) -> bool {
        self.mode == Mode::Evaluate && self.body.is_some()
    }

    /// A value that cannot be had without branching, where branching is not
    /// possible.
    fn not_constant(&mut self, ty: TypeId, span: Span) -> Value {
        self.emit(Op::Skip, span);
        let place = self.temporary_place(ty);
        Value::new(self.p.exprs.load(place), ty)
    }

    /// `a && b` and `a || b` as values.
    fn logical(&mut self, e: &ast::Expr<'_>) -> Value {
        let ExprKind::Binary(op, ..) = e.kind else {
            return self.error_value();
        };
        let int = self.int_ty();
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

    fn conditional(
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
    fn conditional_effects(
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

    // Casts, sizes, offsets.

    fn cast_expression(
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

    fn sizeof_expression(&mut self, a: &ast::Expr<'_>, span: Span) -> Value {
        let (ty, width) = self.type_of(a);
        if width.is_some() {
            self.error(span, "size of a bit-field");
            return self.error_value();
        }
        self.sizeof(ty.ty, span)
    }

    fn align_of(&self, ty: TypeId, preferred: bool) -> u64 {
        if preferred {
            self.p.types.preferred_align_of(ty)
        } else {
            self.p.types.align_of(ty)
        }
    }

    fn align_of_expression(&mut self, e: &ast::Expr<'_>, preferred: bool) -> u64 {
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

    fn offsetof(
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

    fn statement_expression(&mut self, block: &ast::Block<'_>, span: Span) -> Value {
        if self.body.is_none() {
            self.error(span, "statement expression outside of any function");
            return self.error_value();
        }
        if self.emitting() {
            return self.block_value(block);
        }
        // Only the type matters: lower into an automaton that is thrown away.
        self.emit(Op::Skip, span);
        let outer = self.body.take();
        if let Some(b) = &outer {
            let mut scratch = super::body::Body::new(b.function, b.result, &[]);
            scratch.addressed.clone_from(&b.addressed);
            self.body = Some(scratch);
        }
        let (value, _) = self.in_mode(Mode::Evaluate, |s| s.block_value(block));
        self.body = outer;
        if value.ty == self.p.types.common.void || self.is_error(value.ty) {
            return value;
        }
        let place = self.temporary_place(value.ty);
        Value {
            expr: self.p.exprs.load(place),
            access: false,
            ..value
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

/// The parts of a comma expression, in order.
fn comma_parts<'a>(e: &'a ast::Expr<'a>) -> Vec<&'a ast::Expr<'a>> {
    let mut parts = Vec::new();
    let mut first = e;
    while let ExprKind::Comma(a, b) = first.kind {
        parts.push(b);
        first = a;
    }
    parts.push(first);
    parts.reverse();
    parts
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

//! Expressions (C11 6.5). Operands are evaluated from left to right.

use super::call::Target;
use super::scope::Entity;
use super::value::{Lvalue, Operand, Value};
use super::{Lowerer, Mode, deep};
use crate::ast::{self, BinaryOp as Ast, ExprKind, UnaryOp as AstUnary};
use program::{
    Expr, ExprId, IntKind, Name, Op, Place, PlaceId, QualType, Qualifiers, Span, Type, TypeId,
    UnaryOp, VarKind,
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
                let value = self.float_value(bits, ty);
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
            ExprKind::Formal(formal) => self.formal(formal, span),
            ExprKind::Call(callee, arguments) => {
                let predicate = match self.is_formal() {
                    true => self.predicate_use(callee, arguments, span),
                    false => None,
                };
                match predicate {
                    Some(value) => value,
                    None => self.call(callee, arguments, span, Target::Value),
                }
            }
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
            ExprKind::Call(callee, &[argument])
                if self.mode == Mode::Evaluate
                    && self.body.is_some()
                    && self.call_on_truth(callee, argument, e.span) => {}
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
                if value.access || self.can_go_wrong(value.expr) {
                    self.spill(value, e.span);
                }
            }
        })
    }

    /// Is there arithmetic whose result need not exist?
    fn can_go_wrong(&self, expr: ExprId) -> bool {
        use program::BinaryOp::{Add, Div, Mul, Rem, Shl, Sub};
        let exprs = &self.p.exprs;
        let can = |e| self.can_go_wrong(e);
        let (is_integer, is_signed) = match self.p.types.get(exprs.ty(expr)) {
            Type::Int(kind) => (true, kind.is_signed()),
            _ => (false, false),
        };
        match exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => false,
            Expr::Query(_) | Expr::Logical(_) => false,
            Expr::Load(place) | Expr::Address(place) => self.finding_can_go_wrong(place),
            Expr::Unary(UnaryOp::Neg, a) => is_signed || can(a),
            Expr::Cast(a) | Expr::Unary(UnaryOp::Not, a) => can(a),
            Expr::Binary(Add | Sub | Mul | Shl, a, b) => is_signed || can(a) || can(b),
            Expr::Binary(Div | Rem, a, b) => is_integer || can(a) || can(b),
            Expr::Binary(_, a, b) => can(a) || can(b),
        }
    }

    fn finding_can_go_wrong(&self, place: PlaceId) -> bool {
        match self.p.exprs.place(place) {
            Place::Var(_) => false,
            Place::Deref(e) => self.can_go_wrong(e),
            Place::Field(base, _) => self.finding_can_go_wrong(base),
            Place::Index(base, i) => self.can_go_wrong(i) || self.finding_can_go_wrong(base),
        }
    }

    // Names and literals.

    /// An alias whose type is not that of the variable.
    fn other_view(&mut self, span: Span) {
        match self.body {
            Some(_) => self.unsupported("an alias of another type", span),
            None => self.error(span, "an alias of another type has no address here"),
        }
    }

    pub(super) fn identifier(&mut self, name: Name, span: Span) -> Operand {
        match self.names.get(name) {
            Some(Entity::Var(var)) => {
                if self.other_views.contains(&var) {
                    self.other_view(span);
                }
                let v = &self.p.vars[var];
                let ty = v.declared;
                if let (VarKind::Local | VarKind::Parameter, Some(body)) = (v.kind, &mut self.body)
                    && v.function != Some(body.function)
                {
                    body.captures = true;
                }
                let is_parameter = v.kind == VarKind::Parameter;
                let place = self.var_place(var);
                // As in ACSL, what is ensured is about the arguments.
                if self.at_end && is_parameter && self.p.types.is_scalar(ty.ty) {
                    let load = self.p.exprs.load(place);
                    return Operand::Value(Value::new(self.saved(load, span), ty.ty));
                }
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
            Some(Entity::Bound { level, ty, .. }) => Operand::Value(self.bound(level, ty)),
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
    pub(super) fn function_name(&mut self, span: Span) -> Operand {
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

    pub(super) fn string(&mut self, s: ast::StringLiteral<'_>) -> Operand {
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

    pub(super) fn index(&mut self, a: &ast::Expr<'_>, b: &ast::Expr<'_>, span: Span) -> Operand {
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

    pub(super) fn member_of(&mut self, base: Operand, field: ast::Ident, span: Span) -> Operand {
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
    fn member_place(&mut self, place: PlaceId, ty: QualType, field: ast::Ident) -> Option<Lvalue> {
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

    pub(super) fn address(&mut self, a: &ast::Expr<'_>, span: Span) -> Value {
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

/// The parts of a comma expression, in order.
pub(super) fn comma_parts<'a>(e: &'a ast::Expr<'a>) -> Vec<&'a ast::Expr<'a>> {
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

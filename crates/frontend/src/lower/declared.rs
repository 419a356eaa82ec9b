//! From specifiers and declarators to types (C11 6.7.2, 6.7.6).

use super::scope::Entity;
use super::value::{Operand, Value};
use super::{Lowerer, deep};
use crate::ast::{
    self, Attribute, Attributes, Declarator, Derived, Parameters, Specifiers, TypeName,
    TypeSpecifier,
};
use program::{
    ArrayLength, FloatKind, IntKind, QualType, Qualifiers, Signature, Span, Type, TypeId,
};

/// A type together with the alignment that a typedef attaches to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub ty: QualType,
    pub align: Option<u64>,
}

/// Where a declarator stands, which decides about its array lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// At file scope and in structures: lengths are constant.
    Constant,
    /// In a block: a length may be computed.
    Block,
    /// In a prototype: a length that is not constant says nothing.
    Prototype,
}

impl Lowerer<'_> {
    pub(super) fn context(&self) -> Context {
        match self.body {
            Some(_) => Context::Block,
            None => Context::Constant,
        }
    }

    // Attributes.

    pub(super) fn attribute<'a>(
        &self,
        attributes: Attributes<'a>,
        name: &str,
    ) -> Option<&'a Attribute<'a>> {
        attributes
            .list
            .iter()
            .find(|a| self.name(a.name.name).trim_matches('_') == name)
    }

    pub(super) fn has_attribute(&self, attributes: Attributes<'_>, name: &str) -> bool {
        self.attribute(attributes, name).is_some()
    }

    /// The strictest of all `aligned` attributes in the lists.
    pub(super) fn aligned(&mut self, lists: &[Attributes<'_>]) -> Option<u64> {
        let mut strictest = None;
        for list in lists {
            for attribute in list.list {
                if self.name(attribute.name.name).trim_matches('_') != "aligned" {
                    continue;
                }
                let align = match attribute.arguments.first() {
                    // Without a number: the largest alignment of the machine.
                    None => 16,
                    Some(e) => self.constant_int(e).map_or(1, |v| v as u64),
                };
                if !align.is_power_of_two() || align > 1 << 28 {
                    self.error(attribute.name.span, "alignment is not a power of two");
                    continue;
                }
                strictest = strictest.max(Some(align));
            }
        }
        strictest
    }

    /// The alignment that `_Alignas` demands.
    pub(super) fn alignas(&mut self, specifiers: &Specifiers<'_>) -> Option<u64> {
        let mut strictest = None;
        for demand in specifiers.alignas {
            let align = match demand {
                ast::AlignAs::Type(t) => {
                    let ty = self.type_name(t).ty.ty;
                    self.p.types.align_of(ty)
                }
                ast::AlignAs::Expr(e) => match self.constant_int(e) {
                    Some(0) | None => continue,
                    Some(v) if v > 0 && (v as u64).is_power_of_two() && v < 1 << 28 => v as u64,
                    Some(_) => {
                        self.error(e.span, "alignment is not a power of two");
                        continue;
                    }
                },
            };
            strictest = strictest.max(Some(align));
        }
        strictest
    }

    /// `_Alignas` can only make the alignment of a type stricter.
    pub(super) fn check_alignas(
        &mut self,
        alignas: Option<u64>,
        ty: TypeId,
        align: Option<u64>,
        span: Span,
    ) {
        let natural = align.unwrap_or_else(|| self.p.types.align_of(ty));
        if let Some(alignas) = alignas
            && alignas < natural
        {
            let message = format!(
                "'_Alignas' cannot reduce the alignment of {} from {natural} to {alignas}",
                self.quoted(ty)
            );
            self.error(span, message);
        }
    }

    // Specifiers.

    pub(super) fn specified(&mut self, specifiers: &Specifiers<'_>) -> Declared {
        let mut declared = self.type_specifier(specifiers);
        if !specifiers.attributes.list.is_empty() {
            declared = self.apply_type_attributes(declared, specifiers.attributes);
        }
        declared.ty = declared.ty.with(specifiers.quals);
        if specifiers.quals.contains(Qualifiers::RESTRICT) {
            self.check_restrict(declared.ty.ty, specifiers.span);
        }
        if specifiers.quals.contains(Qualifiers::ATOMIC) {
            declared.align = self.atomic_align(declared);
        }
        declared
    }

    /// Only pointers to objects can be `restrict`.
    fn check_restrict(&mut self, ty: TypeId, span: Span) {
        let mut ty = ty;
        while let Type::Array { element, .. } = self.ty(ty) {
            ty = element.ty;
        }
        let fine = match self.ty(ty) {
            Type::Error => true,
            Type::Pointer(to) => !matches!(self.ty(to.ty), Type::Function(_)),
            _ => false,
        };
        if !fine {
            let message = format!(
                "'restrict' on {}, which is not a pointer to an object",
                self.quoted(ty)
            );
            self.error(span, message);
        }
    }

    /// Atomic objects of the size of a machine word pair are aligned to it.
    fn atomic_align(&self, declared: Declared) -> Option<u64> {
        match self.p.types.size_of(declared.ty.ty) {
            Some(n @ (2 | 4 | 8 | 16)) => declared.align.max(Some(n)),
            _ => declared.align,
        }
    }

    fn type_specifier(&mut self, specifiers: &Specifiers<'_>) -> Declared {
        let types = &mut self.p.types;
        let ty = match specifiers.ty {
            TypeSpecifier::Missing => types.common.int,
            TypeSpecifier::Void => types.common.void,
            TypeSpecifier::Int(kind) => types.int(kind),
            TypeSpecifier::Float(kind) => types.float(kind),
            TypeSpecifier::Complex(kind) => types.intern(Type::Complex(kind)),
            TypeSpecifier::ComplexInt => {
                self.error(specifiers.span, "complex integers are not supported");
                self.p.types.common.error
            }
            TypeSpecifier::Typedef(name) => match self.names.get(name.name) {
                Some(Entity::Typedef { ty, align, .. }) => return Declared { ty, align },
                _ => {
                    let message = format!("unknown type name '{}'", self.name(name.name));
                    self.error(name.span, message);
                    self.p.types.common.error
                }
            },
            TypeSpecifier::Record(record) => deep(|| self.record_specifier(record)),
            TypeSpecifier::Enum(e) => self.enum_specifier(e),
            TypeSpecifier::TypeofExpr(e) => {
                let (ty, _) = self.type_of(e);
                return Declared { ty, align: None };
            }
            TypeSpecifier::TypeofType(name) => return self.type_name(name),
            TypeSpecifier::Atomic(name) => {
                let mut declared = self.type_name(name);
                declared.ty = declared.ty.with(Qualifiers::ATOMIC);
                declared.align = self.atomic_align(declared);
                return declared;
            }
            TypeSpecifier::Auto => {
                self.error(specifiers.span, "'__auto_type' needs an initializer");
                self.p.types.common.error
            }
            TypeSpecifier::Error => types.common.error,
        };
        Declared {
            ty: QualType::plain(ty),
            align: None,
        }
    }

    /// The type of an expression that is not evaluated, with its qualifiers,
    /// and the width if it is a bit-field.
    pub(super) fn type_of(&mut self, e: &ast::Expr<'_>) -> (QualType, Option<u8>) {
        let operand = self.unevaluated(|s| s.operand(e));
        let (ty, width) = self.operand_type(operand);
        if self.p.types.is_variable(ty.ty) && self.body.is_some() {
            // Then the operand is evaluated after all (C11 6.5.3.4).
            let operand = self.operand(e);
            return self.operand_type(operand);
        }
        (ty, width)
    }

    pub(super) fn operand_type(&self, operand: Operand) -> (QualType, Option<u8>) {
        match operand {
            // What was computed with a wide bit-field is none itself.
            Operand::Value(v) => {
                let width = v.bit_width.filter(|_| self.wide(v).is_none());
                (QualType::plain(v.ty), width)
            }
            Operand::Place(l) => (l.ty, l.bit_width),
            Operand::Variable { ty, .. } => (ty, None),
            Operand::Function(f) => (QualType::plain(self.p.functions[f].declared), None),
            Operand::FunctionPointer { ty, .. } => (QualType::plain(ty), None),
        }
    }

    /// `mode` and `vector_size` change the type itself.
    pub(super) fn apply_type_attributes(
        &mut self,
        declared: Declared,
        attributes: Attributes<'_>,
    ) -> Declared {
        let mut declared = declared;
        if let Some(mode) = self.attribute(attributes, "mode")
            && let Some(ast::ExprKind::Ident(name)) = mode.arguments.first().map(|e| e.kind)
        {
            let signed = self
                .p
                .types
                .int_kind(declared.ty.ty)
                .is_none_or(IntKind::is_signed);
            let word = self.p.model().ptrdiff_kind();
            let kind = match self.name(name).trim_matches('_') {
                "QI" | "byte" => IntKind::SChar,
                "HI" => IntKind::Short,
                "SI" => IntKind::Int,
                "DI" => IntKind::LongLong,
                "TI" => IntKind::Int128,
                "word" | "pointer" | "unwind_word" => word,
                "SF" => return self.with_type(declared, Type::Float(FloatKind::Float)),
                "DF" => return self.with_type(declared, Type::Float(FloatKind::Double)),
                "XF" => return self.with_type(declared, Type::Float(FloatKind::LongDouble)),
                "TF" => return self.with_type(declared, Type::Float(FloatKind::Float128)),
                "SC" => return self.with_type(declared, Type::Complex(FloatKind::Float)),
                "DC" => return self.with_type(declared, Type::Complex(FloatKind::Double)),
                "XC" => return self.with_type(declared, Type::Complex(FloatKind::LongDouble)),
                "TC" => return self.with_type(declared, Type::Complex(FloatKind::Float128)),
                _ => {
                    self.error(mode.name.span, "unknown machine mode");
                    return declared;
                }
            };
            // On LP64 the 8-byte mode is `long`.
            let kind = match kind {
                IntKind::LongLong if word == IntKind::Long => IntKind::Long,
                k => k,
            };
            let kind = if signed { kind } else { kind.to_unsigned() };
            declared = self.with_type(declared, Type::Int(kind));
        }
        if let Some(attribute) = self.attribute(attributes, "vector_size")
            && let Some(e) = attribute.arguments.first()
        {
            let bytes = self.constant_int(e).unwrap_or(0);
            let size = self.p.types.size_of(declared.ty.ty).unwrap_or(0);
            if size == 0 || bytes <= 0 || bytes % i128::from(size) != 0 || bytes > 1 << 20 {
                self.error(attribute.name.span, "invalid vector size");
                return declared;
            }
            let vector = Type::Vector {
                element: self.p.types.canonical(declared.ty.ty),
                length: bytes as u64 / size,
            };
            declared = self.with_type(declared, vector);
        }
        declared
    }

    fn with_type(&mut self, declared: Declared, ty: Type) -> Declared {
        Declared {
            ty: QualType {
                ty: self.p.types.intern(ty),
                quals: declared.ty.quals,
            },
            align: declared.align,
        }
    }

    pub(super) fn type_name(&mut self, name: &TypeName<'_>) -> Declared {
        let base = self.specified(&name.specifiers);
        let context = self.context();
        let ty = self.declarator(base.ty, &name.declarator, context);
        Declared {
            ty,
            align: self.carried_align(base, &name.declarator),
        }
    }

    /// The alignment of a typedef carries over to arrays of it, not to pointers.
    pub(super) fn carried_align(&self, base: Declared, declarator: &Declarator<'_>) -> Option<u64> {
        let all_arrays = declarator
            .derived
            .iter()
            .all(|d| matches!(d, Derived::Array { .. }));
        base.align.filter(|_| all_arrays)
    }

    // Declarators.

    pub(super) fn declarator(
        &mut self,
        base: QualType,
        declarator: &Declarator<'_>,
        context: Context,
    ) -> QualType {
        let mut ty = base;
        for derived in declarator.derived.iter().rev() {
            ty = match *derived {
                Derived::Pointer { quals, attributes } => {
                    let pointer =
                        QualType::plain(self.p.types.intern(Type::Pointer(ty))).with(quals);
                    if quals.contains(Qualifiers::RESTRICT) {
                        self.check_restrict(pointer.ty, declarator.span);
                    }
                    if attributes.list.is_empty() {
                        pointer
                    } else {
                        let plain = Declared {
                            ty: pointer,
                            align: None,
                        };
                        self.apply_type_attributes(plain, attributes).ty
                    }
                }
                Derived::Array { length, span, .. } => self.array(ty, length, span, context),
                Derived::Function(parameters) => {
                    self.function_type(ty, parameters, declarator.span)
                }
                Derived::Error => QualType::plain(self.p.types.common.error),
            };
        }
        if declarator.attributes.list.is_empty() {
            return ty;
        }
        let plain = Declared { ty, align: None };
        self.apply_type_attributes(plain, declarator.attributes).ty
    }

    pub(super) fn array(
        &mut self,
        element: QualType,
        length: ast::ArrayLength<'_>,
        span: Span,
        context: Context,
    ) -> QualType {
        let error = QualType::plain(self.p.types.common.error);
        match self.ty(element.ty) {
            Type::Error => return error,
            Type::Void => {
                self.error(span, "array of void");
                return error;
            }
            Type::Function(_) => {
                self.error(span, "array of functions");
                return error;
            }
            _ if !self.p.types.is_complete(element.ty) => {
                let message = format!("array of incomplete type {}", self.quoted(element.ty));
                self.error(span, message);
                return error;
            }
            _ => {}
        }
        let length = match length {
            ast::ArrayLength::Unknown => ArrayLength::Unknown,
            ast::ArrayLength::Star => self.some_length(),
            ast::ArrayLength::Expr(e) => match self.array_length(e, context) {
                Some(l) => l,
                None => return error,
            },
        };
        if let ArrayLength::Fixed(n) = length {
            let size = self.p.types.size_of(element.ty).unwrap_or(0);
            let limit = 1u64 << (8 * self.p.model().pointer_size() - 1).min(62);
            if size.checked_mul(n).is_none_or(|s| s >= limit) {
                self.error(span, "array is too large");
                return error;
            }
        }
        QualType::plain(self.p.types.intern(Type::Array { element, length }))
    }

    /// The length of an array in a prototype: variable, and of no concern.
    fn some_length(&mut self) -> ArrayLength {
        let size = self.size_ty();
        ArrayLength::Variable(self.unevaluated(|s| s.temporary(size)))
    }

    fn array_length(&mut self, e: &ast::Expr<'_>, context: Context) -> Option<ArrayLength> {
        match self.probe_constant(e)? {
            Some(n) if n < 0 => {
                self.error(e.span, "array size is negative");
                None
            }
            Some(n) => Some(ArrayLength::Fixed(n as u64)),
            None if context == Context::Prototype => {
                self.unevaluated(|s| s.value(e));
                Some(self.some_length())
            }
            None if self.mode != super::Mode::Evaluate => {
                self.emit(program::Op::Skip, e.span);
                Some(self.some_length())
            }
            None if context == Context::Constant => {
                let value = self.unevaluated(|s| s.value(e));
                if self.check_array_size(value, e.span) {
                    self.error(
                        e.span,
                        match self.body {
                            Some(_) => {
                                "array size of a member is not constant (which is not supported)"
                            }
                            None => "array size at file scope is not constant",
                        },
                    );
                }
                None
            }
            None => {
                let value = self.value(e);
                if !self.check_array_size(value, e.span) {
                    return None;
                }
                let size = self.size_ty();
                let value = self.cast(value, size);
                let count = self.temporary(size);
                let place = self.var_place(count);
                self.assign(place, value, e.span);
                Some(ArrayLength::Variable(count))
            }
        }
    }

    /// Reports an array size that is not an integer; true if it is one.
    fn check_array_size(&mut self, size: Value, span: Span) -> bool {
        if self.is_error(size.ty) {
            return false;
        }
        if !self.p.types.is_integer(size.ty) {
            let message = format!(
                "array size has type {}, which is not an integer type",
                self.quoted(size.ty)
            );
            self.error(span, message);
            return false;
        }
        true
    }

    fn function_type(
        &mut self,
        result: QualType,
        parameters: Parameters<'_>,
        span: Span,
    ) -> QualType {
        match self.ty(result.ty) {
            Type::Array { .. } => {
                let message = format!(
                    "function cannot return array type {}",
                    self.quoted(result.ty)
                );
                self.error(span, message);
                return QualType::plain(self.p.types.common.error);
            }
            Type::Function(_) => {
                let message = format!(
                    "function cannot return function type {}",
                    self.quoted(result.ty)
                );
                self.error(span, message);
                return QualType::plain(self.p.types.common.error);
            }
            _ => {}
        }
        let signature = match parameters {
            Parameters::Names(_) => Signature {
                result: QualType::plain(result.ty),
                parameters: Box::new([]),
                variadic: false,
                prototype: false,
            },
            Parameters::Prototype { list, variadic } => {
                self.names.enter();
                let mut types = Vec::with_capacity(list.len());
                for (i, parameter) in list.iter().enumerate() {
                    let ty = self.parameter_type(parameter, Context::Prototype);
                    if ty.ty == self.p.types.common.void {
                        let lone =
                            list.len() == 1 && parameter.declarator.name.is_none() && !variadic;
                        if i > 0 || !lone {
                            self.error(parameter.span, "parameter has type void");
                        }
                        break;
                    }
                    if let Some(name) = parameter.declarator.name {
                        // Later array lengths may mention it.
                        if self.names.get_here(name.name).is_some() {
                            let message =
                                format!("redefinition of parameter '{}'", self.name(name.name));
                            self.error(name.span, message);
                        }
                        let var = self.unevaluated(|s| s.temporary(ty.ty));
                        self.names.set(name.name, Entity::Var(var));
                    }
                    types.push(ty);
                }
                self.names.leave();
                Signature {
                    result: QualType::plain(result.ty),
                    parameters: types.into(),
                    variadic,
                    prototype: true,
                }
            }
        };
        QualType::plain(self.p.types.function(signature))
    }

    /// The type of a parameter, arrays and functions adjusted to pointers.
    pub(super) fn parameter_type(
        &mut self,
        parameter: &ast::Parameter<'_>,
        context: Context,
    ) -> QualType {
        let base = self.specified(&parameter.specifiers);
        let ty = self.declarator(base.ty, &parameter.declarator, context);
        self.adjusted(ty, &parameter.declarator)
    }

    pub(super) fn adjusted(&mut self, ty: QualType, declarator: &Declarator<'_>) -> QualType {
        match self.ty(ty.ty) {
            Type::Array { element, .. } => {
                let quals = match declarator.derived.first() {
                    Some(Derived::Array { quals, .. }) => *quals,
                    _ => Qualifiers::NONE,
                };
                let element = element.with(ty.quals);
                QualType::plain(self.p.types.intern(Type::Pointer(element))).with(quals)
            }
            Type::Function(_) => QualType::plain(self.p.types.pointer_to(ty.ty)),
            _ => ty,
        }
    }
}

//! Declarations of variables, functions and typedefs (C11 6.7, 6.9).

use super::body::Body;
use super::convert::Purpose;
use super::declared::{Context, Declared};
use super::scope::Entity;
use super::value::Lvalue;
use super::{Lowerer, Tag};
use crate::ast::{
    self, Declaration, Declarator, Ident, InitDeclarator, Specifiers, StorageClass, StringLiteral,
    TypeSpecifier,
};
use program::{
    ArrayLength, Diagnostic, Initial, Linkage, Op, QualType, Qualifiers, Span, Storage, Type,
    TypeId, VarId, VarKind,
};

/// A name being declared, with all that its declaration says.
pub(super) struct Declaring<'x, 'a> {
    pub name: Ident,
    pub ty: QualType,
    pub specifiers: &'x Specifiers<'a>,
    pub declarator: &'x Declarator<'a>,
    pub align: Option<u64>,
}

impl Lowerer<'_> {
    // At file scope.

    pub(super) fn file_declaration(&mut self, d: &Declaration<'_>) {
        if let TypeSpecifier::Auto = d.specifiers.ty {
            self.error(d.span, "'__auto_type' at file scope");
            return;
        }
        let base = self.specified(&d.specifiers);
        for init in d.declarators {
            let Some(declaring) = self.declaring(base, &d.specifiers, init, Context::Constant)
            else {
                continue;
            };
            if d.specifiers.storage == StorageClass::Typedef {
                self.reject_initializer(init, "a typedef");
                self.declare_typedef(&declaring);
            } else if let Type::Function(_) = self.ty(declaring.ty.ty) {
                self.reject_initializer(init, "a function");
                self.declare_function(&declaring, false);
            } else {
                self.declare_global(&declaring, init.initializer);
            }
        }
    }

    pub(super) fn declaring<'x, 'a>(
        &mut self,
        base: Declared,
        specifiers: &'x Specifiers<'a>,
        init: &'x InitDeclarator<'a>,
        context: Context,
    ) -> Option<Declaring<'x, 'a>> {
        let declarator = &init.declarator;
        let name = declarator.name?;
        let ty = self.declarator(base.ty, declarator, context);
        Some(Declaring {
            name,
            ty,
            specifiers,
            declarator,
            align: self.carried_align(base, declarator),
        })
    }

    fn reject_initializer(&mut self, init: &InitDeclarator<'_>, what: &str) {
        if init.initializer.is_some() {
            self.error(
                init.declarator.span,
                format!("{what} cannot have an initializer"),
            );
        }
    }

    fn declared_align(&mut self, d: &Declaring<'_, '_>) -> Option<u64> {
        let attributes = [d.specifiers.attributes, d.declarator.attributes];
        let aligned = self.aligned(&attributes);
        let alignas = self.alignas(d.specifiers);
        self.check_alignas(alignas, d.ty.ty, d.align, d.name.span);
        aligned.max(alignas).max(d.align)
    }

    pub(super) fn redeclared(&mut self, name: Ident, what: &str, first: Span) {
        let message = format!("redefinition of {what} '{}'", self.name(name.name));
        let diagnostic = Diagnostic::error(name.span, message);
        self.diagnose(diagnostic.with_related(first, "first declared here"));
    }

    /// Reports a name that stands for something else in this scope already.
    pub(super) fn check_redeclared(&mut self, name: Ident, what: &str) -> bool {
        let Some(first) = self.names.get_here(name.name) else {
            return false;
        };
        let alike = match first {
            Entity::Var(_) => what != "enumerator",
            Entity::Enumerator { .. } => what == "enumerator",
            Entity::Bound { .. } => false,
            Entity::Function(_) | Entity::Typedef { .. } => false,
        };
        if alike {
            let first = self.entity_span(first);
            self.redeclared(name, what, first);
        } else {
            self.different_kind(name, first);
        }
        true
    }

    pub(super) fn different_kind(&mut self, name: Ident, first: Entity) {
        // Nothing more about a name that is wrong already.
        if let Entity::Var(v) = first
            && self.is_error(self.p.vars[v].ty)
        {
            return;
        }
        let message = format!(
            "redefinition of '{}' as a different kind of symbol",
            self.name(name.name)
        );
        let first = self.entity_span(first);
        self.diagnose(
            Diagnostic::error(name.span, message).with_related(first, "first declared here"),
        );
    }

    pub(super) fn conflicting(
        &mut self,
        name: Ident,
        ty: TypeId,
        earlier: TypeId,
        first: Span,
    ) -> Diagnostic {
        let message = format!(
            "conflicting types for '{}': declared as {}, earlier as {}",
            self.name(name.name),
            self.quoted(ty),
            self.quoted(earlier)
        );
        Diagnostic::error(name.span, message).with_related(first, "first declared here")
    }

    fn entity_span(&self, entity: Entity) -> Span {
        match entity {
            Entity::Var(v) => self.p.vars[v].span,
            Entity::Function(f) => self.p.functions[f].span,
            Entity::Typedef { span, .. }
            | Entity::Enumerator { span, .. }
            | Entity::Bound { span, .. } => span,
        }
    }

    fn declare_typedef(&mut self, d: &Declaring<'_, '_>) {
        match self.names.get_here(d.name.name) {
            // The same again is allowed.
            Some(Entity::Typedef { ty, span, .. }) => {
                if !self.compatible(ty.ty, d.ty.ty) {
                    let diagnostic = self.conflicting(d.name, d.ty.ty, ty.ty, span);
                    self.diagnose(diagnostic);
                }
                return;
            }
            Some(other) => return self.different_kind(d.name, other),
            None => {}
        }
        let attributes = [d.specifiers.attributes, d.declarator.attributes];
        let align = self.aligned(&attributes).or(d.align);
        // A record that a typedef names is known by that name if it has no tag.
        if let Type::Record(id) = self.ty(d.ty.ty) {
            if self.has_attribute(d.declarator.attributes, "transparent_union") {
                self.p.types.record_mut(id).transparent = true;
            }
            let record = self.p.types.record_mut(id);
            record.tag = record.tag.or(Some(d.name.name));
            record.aliases.push(d.name.name);
        }
        let typedef = Entity::Typedef {
            ty: d.ty,
            align,
            span: d.name.span,
        };
        self.names.set(d.name.name, typedef);
    }

    // Variables with linkage.

    /// Reports a type that no variable can have; true if it is fine.
    fn check_variable_type(&mut self, d: &Declaring<'_, '_>) -> bool {
        if self.is_error(d.ty.ty) {
            return false;
        }
        // `extern void x;` has an address and nothing else.
        let is_extern = d.specifiers.storage == StorageClass::Extern;
        if d.ty.ty == self.p.types.common.void && !is_extern {
            let message = format!("variable '{}' has type void", self.name(d.name.name));
            self.error(d.name.span, message);
            return false;
        }
        true
    }

    fn declare_global(&mut self, d: &Declaring<'_, '_>, initializer: Option<ast::Initializer<'_>>) {
        let fine = self.check_variable_type(d);
        if !fine {
            self.declare_erroneous(d.name);
            return;
        }
        let Some(var) = self.linked_var(d) else {
            return;
        };
        let is_extern = d.specifiers.storage == StorageClass::Extern;
        self.names.set(d.name.name, Entity::Var(var));
        if let Some(initializer) = initializer {
            if self.p.vars[var].initial != Initial::Indeterminate {
                let first = self.p.vars[var].span;
                self.redeclared(d.name, "variable", first);
                return;
            }
            if !self.check_complete(d, true) {
                return self.declare_erroneous(d.name);
            }
            self.p.vars[var].defined = true;
            self.p.vars[var].span = d.name.span;
            // Seen by its own initialiser as not yet initialised.
            self.p.vars[var].initial = Initial::Zero;
            self.initialize_var(var, initializer, false, d.name.span);
        } else if !is_extern {
            if self.p.vars[var].kind == VarKind::Global(Linkage::Internal)
                && !self.check_complete(d, true)
            {
                return self.declare_erroneous(d.name);
            }
            self.p.vars[var].defined = true;
        }
    }

    /// A name with an error in its declaration; uses of it are not reported.
    pub(super) fn declare_erroneous(&mut self, name: Ident) {
        let error = QualType::plain(self.p.types.common.error);
        let var = self.add_var(name.name, error, VarKind::Temporary, name.span);
        self.names.set(name.name, Entity::Var(var));
    }

    /// Reports an object of incomplete type; true if it is fine.
    fn check_complete(&mut self, d: &Declaring<'_, '_>, open_array: bool) -> bool {
        let is_open = matches!(
            self.ty(d.ty.ty),
            Type::Array {
                length: ArrayLength::Unknown,
                ..
            }
        );
        let fine = self.p.types.is_complete(d.ty.ty) || is_open && open_array;
        if !fine {
            let name = self.name(d.name.name);
            let message = match is_open {
                true => format!("array size of '{name}' is missing"),
                false => format!(
                    "variable '{name}' has incomplete type {}",
                    self.quoted(d.ty.ty)
                ),
            };
            self.error(d.name.span, message);
        }
        fine
    }

    /// The variable with linkage that a declaration speaks of; None after an error.
    fn linked_var(&mut self, d: &Declaring<'_, '_>) -> Option<VarId> {
        let name = d.name.name;
        let is_static = d.specifiers.storage == StorageClass::Static;
        if let Some(entity @ (Entity::Typedef { .. } | Entity::Enumerator { .. })) =
            self.names.get_here(name)
        {
            self.different_kind(d.name, entity);
            return None;
        }
        // The linker's name decides which variable it is, or that of which it is an alias.
        let (name, is_other_view) = match (d.declarator.asm_label, self.alias(d)) {
            (Some(label), _) => (self.label(label), false),
            (None, Some(target)) => {
                let target = self.label(target);
                match self.linked.get(&target) {
                    Some(&Entity::Var(var))
                        if !self.compatible(self.p.vars[var].declared.ty, d.ty.ty) =>
                    {
                        (name, true)
                    }
                    _ => (target, false),
                }
            }
            (None, None) => (name, false),
        };
        let align = self.declared_align(d);
        let weak = [d.specifiers.attributes, d.declarator.attributes]
            .into_iter()
            .any(|a| self.has_attribute(a, "weak"));
        match self.linked.get(&name).copied() {
            Some(Entity::Var(var)) => {
                let old = self.p.vars[var].declared;
                if !self.compatible(old.ty, d.ty.ty) {
                    let first = self.p.vars[var].span;
                    let diagnostic = self.conflicting(d.name, d.ty.ty, old.ty, first);
                    self.diagnose(diagnostic);
                    return None;
                }
                let first = self.p.vars[var].span;
                let was_static = self.p.vars[var].kind == VarKind::Global(Linkage::Internal);
                if is_static && !was_static {
                    let diagnostic = self.late_static(d.name, first);
                    self.diagnose(diagnostic);
                } else if was_static
                    && d.specifiers.storage == StorageClass::None
                    && self.body.is_none()
                {
                    let message = format!(
                        "non-static declaration of '{}' follows a static one",
                        self.name(name)
                    );
                    self.diagnose(
                        Diagnostic::error(d.name.span, message)
                            .with_related(first, "first declared here"),
                    );
                }
                let ty = self.composite(old.ty, d.ty.ty);
                let canonical = self.p.types.canonical(ty);
                let v = &mut self.p.vars[var];
                if v.ty != canonical {
                    // Places made so far carry the old type: link anew.
                    self.retyped = true;
                    v.ty = canonical;
                }
                v.declared.ty = ty;
                v.align = v.align.max(align);
                v.thread_local |= d.specifiers.thread_local;
                v.weak |= weak;
                Some(var)
            }
            Some(other) => {
                self.different_kind(d.name, other);
                None
            }
            None => {
                let linkage = if is_static {
                    Linkage::Internal
                } else {
                    Linkage::External
                };
                let var = self.add_var(name, d.ty, VarKind::Global(linkage), d.name.span);
                let v = &mut self.p.vars[var];
                v.defined = false;
                v.align = align;
                v.thread_local = d.specifiers.thread_local;
                v.weak = weak;
                self.linked.insert(name, Entity::Var(var));
                if is_other_view {
                    self.other_views.insert(var);
                }
                Some(var)
            }
        }
    }

    fn label(&mut self, text: StringLiteral<'_>) -> program::Name {
        self.p.names.intern(&String::from_utf8_lossy(text.bytes))
    }

    /// Of which other variable it is an alias.
    fn alias<'a>(&self, d: &Declaring<'_, 'a>) -> Option<StringLiteral<'a>> {
        let lists = [d.specifiers.attributes, d.declarator.attributes];
        let mut found = lists.into_iter().filter_map(|a| self.attribute(a, "alias"));
        let name = found.next()?.arguments.first()?;
        self.as_string(name)
    }

    /// Tentative definitions become definitions (C11 6.9.2).
    pub(super) fn complete_tentative(&mut self) {
        for var in self.p.vars.ids() {
            let v = &self.p.vars[var];
            if !matches!(v.kind, VarKind::Global(_)) || !v.defined {
                continue;
            }
            let (declared, span) = (v.declared, v.span);
            if v.initial == Initial::Indeterminate {
                self.p.vars[var].initial = Initial::Zero;
            }
            if let Type::Array {
                element,
                length: ArrayLength::Unknown,
            } = self.ty(declared.ty)
            {
                let ty = self.p.types.array_of(element, 1);
                let canonical = self.p.types.canonical(ty);
                let v = &mut self.p.vars[var];
                v.declared.ty = ty;
                v.ty = canonical;
                self.retyped = true;
            } else if !self.p.types.is_complete(declared.ty) {
                let message = format!(
                    "variable '{}' has incomplete type {}",
                    self.name(self.p.vars[var].name),
                    self.quoted(declared.ty)
                );
                self.error(span, message);
            }
        }
    }

    // In blocks.

    pub(super) fn block_declaration(&mut self, d: &Declaration<'_>) {
        if let TypeSpecifier::Auto = d.specifiers.ty {
            return self.auto_declaration(d);
        }
        // `struct tag;` declares a tag of this block, whatever it means outside.
        if let TypeSpecifier::Record(r) = d.specifiers.ty
            && let (Some(tag), None, []) = (r.tag, r.members, d.declarators)
            && self.tags.get_here(tag.name).is_none()
        {
            let id = self.p.types.add_record(r.kind, Some(tag.name), r.span);
            self.tags.set(tag.name, Tag::Record(id));
            return;
        }
        let base = self.specified(&d.specifiers);
        for init in d.declarators {
            let Some(declaring) = self.declaring(base, &d.specifiers, init, Context::Block) else {
                continue;
            };
            match d.specifiers.storage {
                StorageClass::Typedef => {
                    self.reject_initializer(init, "a typedef");
                    self.declare_typedef(&declaring);
                }
                _ if matches!(self.ty(declaring.ty.ty), Type::Function(_)) => {
                    self.reject_initializer(init, "a function");
                    if let StorageClass::Static | StorageClass::Register = d.specifiers.storage {
                        let message = "a function declared in a block can only be 'extern'";
                        self.error(declaring.name.span, message);
                    }
                    self.declare_function(&declaring, false);
                }
                StorageClass::Extern => {
                    if init.initializer.is_some() {
                        self.error(
                            declaring.name.span,
                            "'extern' variable in a block has an initializer",
                        );
                    }
                    if self.p.types.is_variably_modified(declaring.ty.ty) {
                        self.error(
                            declaring.name.span,
                            "'extern' variable has a variably modified type",
                        );
                        self.declare_erroneous(declaring.name);
                    } else if !self.check_variable_type(&declaring) {
                        self.declare_erroneous(declaring.name);
                    } else if let Some(var) = self.linked_var(&declaring) {
                        self.names.set(declaring.name.name, Entity::Var(var));
                    }
                }
                StorageClass::Static => self.declare_static(&declaring, init.initializer),
                StorageClass::None | StorageClass::Auto | StorageClass::Register => {
                    self.declare_local(&declaring, init.initializer);
                }
            }
        }
    }

    /// `__auto_type x = e;`
    fn auto_declaration(&mut self, d: &Declaration<'_>) {
        for init in d.declarators {
            let (Some(name), Some(ast::Initializer::Expr(e)), true) = (
                init.declarator.name,
                init.initializer,
                init.declarator.derived.is_empty(),
            ) else {
                self.error(
                    d.span,
                    "'__auto_type' needs a plain name and an initializer",
                );
                continue;
            };
            let value = self.value(e);
            if self.is_error(value.ty) || value.ty == self.p.types.common.void {
                if !self.is_error(value.ty) {
                    self.error(e.span, "void value not ignored as it ought to be");
                }
                self.declare_erroneous(name);
                continue;
            }
            let value = if value.bit_width.is_some() {
                self.promote(value)
            } else {
                value
            };
            if self.check_redeclared(name, "variable") {
                continue;
            }
            let ty = QualType::plain(value.ty).with(d.specifiers.quals);
            let var = self.new_local(name, ty, false);
            let place = self.var_place(var);
            self.assign(place, value, e.span);
        }
    }

    fn declare_static(&mut self, d: &Declaring<'_, '_>, initializer: Option<ast::Initializer<'_>>) {
        if !self.check_variable_type(d) {
            return self.declare_erroneous(d.name);
        }
        if self.check_redeclared(d.name, "variable") {
            return;
        }
        if !self.check_complete(d, initializer.is_some()) {
            return self.declare_erroneous(d.name);
        }
        if self.p.types.is_variable(d.ty.ty) {
            self.error(d.name.span, "static array size is not constant");
            return self.declare_erroneous(d.name);
        }
        let var = self.add_var(d.name.name, d.ty, VarKind::Static, d.name.span);
        self.shadow_number(var);
        let align = self.declared_align(d);
        let v = &mut self.p.vars[var];
        v.align = align;
        v.thread_local = d.specifiers.thread_local;
        v.initial = Initial::Zero;
        self.names.set(d.name.name, Entity::Var(var));
        if let Some(initializer) = initializer {
            self.initialize_var(var, initializer, false, d.name.span);
        }
    }

    fn new_local(&mut self, name: Ident, ty: QualType, is_variable_array: bool) -> VarId {
        let var = self.add_var(name.name, ty, VarKind::Local, name.span);
        self.shadow_number(var);
        if let Some(body) = &mut self.body {
            body.declare(var, is_variable_array);
        }
        self.names.set(name.name, Entity::Var(var));
        var
    }

    /// Remembers that the address of a variable cannot be taken.
    pub(super) fn note_register(&mut self, var: VarId, specifiers: &Specifiers<'_>) {
        if specifiers.storage == StorageClass::Register {
            self.registers.insert(var);
        }
    }

    fn declare_local(&mut self, d: &Declaring<'_, '_>, initializer: Option<ast::Initializer<'_>>) {
        if !self.check_variable_type(d) {
            if let Some(ast::Initializer::Expr(e)) = initializer {
                self.value(e);
            }
            return self.declare_erroneous(d.name);
        }
        if self.check_redeclared(d.name, "variable") {
            return;
        }
        if !self.check_complete(d, initializer.is_some()) {
            return self.declare_erroneous(d.name);
        }
        for attributes in [d.specifiers.attributes, d.declarator.attributes] {
            if self.has_attribute(attributes, "cleanup") {
                self.unsupported("cleanup attribute", d.name.span);
            }
        }
        let span = d.name.span;
        if self.p.types.is_variable(d.ty.ty) {
            return self.declare_variable_array(d, initializer);
        }
        let align = self.declared_align(d);
        let var = self.new_local(d.name, d.ty, false);
        self.note_register(var, d.specifiers);
        self.p.vars[var].align = align;
        match initializer {
            Some(ast::Initializer::Expr(e)) if !matches!(self.ty(d.ty.ty), Type::Array { .. }) => {
                let lvalue = Lvalue {
                    place: self.var_place(var),
                    ty: d.ty,
                    bit_width: None,
                };
                self.assign_expression(Purpose::Initializing, lvalue, e, span);
            }
            Some(initializer) => self.initialize_var(var, initializer, false, span),
            // A jump back over the declaration makes it indeterminate again.
            None if self.body.as_ref().is_some_and(Body::may_repeat) => {
                let place = self.var_place(var);
                self.emit(Op::Havoc { place }, span);
            }
            None => {}
        }
    }

    /// The variable holds the address of storage as long as its scope.
    fn declare_variable_array(
        &mut self,
        d: &Declaring<'_, '_>,
        initializer: Option<ast::Initializer<'_>>,
    ) {
        let span = d.name.span;
        if initializer.is_some() {
            self.error(span, "variable-length array has an initializer");
        }
        let size = self.sizeof(d.ty.ty, span);
        let mut element = d.ty.ty;
        while let Type::Array { element: e, .. } = self.ty(element)
            && self.p.types.is_variable(element)
        {
            element = e.ty;
        }
        let pointer = self.p.types.pointer_to(element);
        let var = self.new_local(
            d.name,
            QualType::plain(pointer).with(Qualifiers::CONST),
            true,
        );
        self.variable_arrays.insert(var, d.ty);
        let to = self.var_place(var);
        let size = self.flatten(size);
        self.emit(
            Op::Alloc {
                to,
                size: size.expr,
                storage: Storage::Scope(var),
            },
            span,
        );
    }
}

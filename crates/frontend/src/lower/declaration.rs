//! Declarations of variables, functions and typedefs (C11 6.7, 6.9).

use super::body::Body;
use super::convert::Purpose;
use super::declared::{Context, Declared};
use super::scope::Entity;
use super::value::{Lvalue, Value};
use super::{Lowerer, Mode, Tag};
use crate::ast::{
    self, Attributes, Declaration, Declarator, Derived, FunctionDefinition, Ident, InitDeclarator,
    Parameters, Specifiers, StorageClass, TypeSpecifier,
};
use program::{
    ArrayLength, Call, Callee, CfaBuilder, Diagnostic, FunctionId, Initial, Linkage, Op, QualType,
    Qualifiers, Severity, Signature, Span, Storage, Type, TypeId, VarId, VarKind,
};

/// A name being declared, with all that its declaration says.
struct Declaring<'x, 'a> {
    name: Ident,
    ty: QualType,
    specifiers: &'x Specifiers<'a>,
    declarator: &'x Declarator<'a>,
    align: Option<u64>,
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

    fn declaring<'x, 'a>(
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

    fn redeclared(&mut self, name: Ident, what: &str, first: Span) {
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

    fn different_kind(&mut self, name: Ident, first: Entity) {
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

    fn conflicting(&mut self, name: Ident, ty: TypeId, earlier: TypeId, first: Span) -> Diagnostic {
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
            Entity::Typedef { span, .. } | Entity::Enumerator { span, .. } => span,
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
        }
        let typedef = Entity::Typedef {
            ty: d.ty,
            align,
            span: d.name.span,
        };
        self.names.set(d.name.name, typedef);
    }

    // Functions.

    fn declare_function(
        &mut self,
        d: &Declaring<'_, '_>,
        is_definition: bool,
    ) -> Option<FunctionId> {
        let name = d.name.name;
        if self.is_error(d.ty.ty) {
            return None;
        }
        if let Some(entity @ (Entity::Typedef { .. } | Entity::Enumerator { .. })) =
            self.names.get_here(name)
        {
            self.different_kind(d.name, entity);
            return None;
        }
        let is_static = d.specifiers.storage == StorageClass::Static;
        if self.body.is_some() && (is_definition || d.specifiers.storage == StorageClass::Auto) {
            return Some(self.declare_nested(d));
        }
        let f = match self.linked.get(&name).copied() {
            Some(Entity::Function(f)) => {
                self.merge_function(f, d, is_static);
                f
            }
            Some(other) => {
                self.different_kind(d.name, other);
                return None;
            }
            None => {
                let f = self.add_function(name, d.ty.ty, d.name.span);
                if is_static {
                    self.p.functions[f].linkage = Linkage::Internal;
                }
                f
            }
        };
        self.names.set(name, Entity::Function(f));
        let no_return = d.specifiers.no_return;
        for attributes in [d.specifiers.attributes, d.declarator.attributes] {
            self.function_attributes(f, attributes);
        }
        self.p.functions[f].no_return |= no_return;
        Some(f)
    }

    /// A nested function (GNU): known in its block only. `auto` announces it.
    fn declare_nested(&mut self, d: &Declaring<'_, '_>) -> FunctionId {
        let name = d.name.name;
        if let Some(Entity::Function(f)) = self.names.get_here(name)
            && self.p.functions[f].linkage == Linkage::Internal
            && self.p.functions[f].body.is_none()
        {
            self.set_function_type(f, d.ty.ty);
            return f;
        }
        let f = self.new_function(name, d.ty.ty, Linkage::Internal, d.name.span);
        self.names.set(name, Entity::Function(f));
        f
    }

    fn merge_function(&mut self, f: FunctionId, d: &Declaring<'_, '_>, is_static: bool) {
        let old = self.p.functions[f].declared;
        let first = self.p.functions[f].span;
        if !self.compatible(old, d.ty.ty) {
            let mut diagnostic = self.conflicting(d.name, d.ty.ty, old, first);
            let prototype =
                |s: &Self, t: TypeId| s.p.types.signature_of(t).is_some_and(|s| s.prototype);
            let same_result = match (
                self.p.types.signature_of(old),
                self.p.types.signature_of(d.ty.ty),
            ) {
                (Some(a), Some(b)) => self.compatible(a.result.ty, b.result.ty),
                _ => true,
            };
            let lenient = same_result && !(prototype(self, old) && prototype(self, d.ty.ty))
                || first.is_none();
            if lenient {
                diagnostic.severity = Severity::Warning;
            }
            self.diagnose(diagnostic);
            self.set_function_type(f, d.ty.ty);
            return;
        }
        if is_static && self.p.functions[f].linkage == Linkage::External && !first.is_none() {
            let mut diagnostic = self.late_static(d.name, first);
            // Old code calls such functions before it declares them.
            if self.implicit.contains(&f) {
                diagnostic.severity = Severity::Warning;
            }
            self.diagnose(diagnostic);
        }
        if is_static {
            self.p.functions[f].linkage = Linkage::Internal;
        }
        let composite = self.composite(old, d.ty.ty);
        self.set_function_type(f, composite);
    }

    fn late_static(&self, name: Ident, first: Span) -> Diagnostic {
        let message = format!(
            "static declaration of '{}' follows a non-static one",
            self.name(name.name)
        );
        Diagnostic::error(name.span, message).with_related(first, "first declared here")
    }

    fn set_function_type(&mut self, f: FunctionId, declared: TypeId) {
        let canonical = self.p.types.canonical(declared);
        let function = &mut self.p.functions[f];
        function.declared = declared;
        function.ty = canonical;
    }

    fn function_attributes(&mut self, f: FunctionId, attributes: Attributes<'_>) {
        for attribute in attributes.list {
            let name = self.name(attribute.name.name).trim_matches('_').to_owned();
            match name.as_str() {
                "noreturn" => self.p.functions[f].no_return = true,
                "weak" => self.p.functions[f].weak = true,
                "constructor" => self.p.functions[f].constructor = true,
                "destructor" => self.p.functions[f].destructor = true,
                "alias" => {
                    if let Some(s) = attribute.arguments.first().and_then(|e| self.as_string(e)) {
                        let target = String::from_utf8_lossy(s.bytes).into_owned();
                        let target = self.p.names.intern(&target);
                        self.aliases.push((f, target, attribute.name.span));
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn function_definition(&mut self, d: &FunctionDefinition<'_>) {
        let base = self.specified(&d.specifiers);
        let Some(name) = d.declarator.name else {
            self.error(d.span, "function definition without a name");
            return;
        };
        let Some(Derived::Function(parameters)) = d.declarator.derived.first().copied() else {
            self.error(d.span, "function definition without a parameter list");
            return;
        };
        let ty = self.declarator(base.ty, &d.declarator, self.context());
        let Some(signature) = self.p.types.signature_of(ty.ty).cloned() else {
            return self.declare_erroneous(name);
        };
        if d.specifiers.storage == StorageClass::Register {
            self.error(name.span, "a function cannot be 'register'");
        }
        // K&R: what the declarations say becomes part of the type.
        let old_style = match parameters {
            Parameters::Names(names) => {
                self.names.enter();
                let list = self.old_parameters(names, d, Context::Prototype);
                self.names.leave();
                Some(list)
            }
            Parameters::Prototype { .. } => None,
        };
        let ty = match &old_style {
            None => ty,
            Some(declared) => {
                let signature = Signature {
                    parameters: declared
                        .iter()
                        .map(|(_, t)| QualType::plain(self.promoted_parameter(t.ty)))
                        .collect(),
                    ..signature.clone()
                };
                QualType::plain(self.p.types.function(signature))
            }
        };
        let declaring = Declaring {
            name,
            ty,
            specifiers: &d.specifiers,
            declarator: &d.declarator,
            align: None,
        };
        let Some(f) = self.declare_function(&declaring, true) else {
            return;
        };
        if let Some(result) = self.p.types.signature_of(ty.ty).map(|s| s.result.ty)
            && result != self.p.types.common.void
            && !self.p.types.is_complete(result)
        {
            let message = format!("function returns incomplete type {}", self.quoted(result));
            self.error(name.span, message);
            return;
        }
        let function = &mut self.p.functions[f];
        if function.body.is_some() && !function.weak {
            let first = function.span;
            self.redeclared(name, "function", first);
            return;
        }
        let is_static = d.specifiers.storage == StorageClass::Static;
        function.weak |=
            d.specifiers.inline && !is_static && d.specifiers.storage != StorageClass::Extern
                || d.specifiers.inline && d.specifiers.storage == StorageClass::Extern;
        function.span = name.span;
        self.function_body(f, &signature, parameters, old_style, d);
    }

    /// The types of K&R parameters, in the order of their names.
    fn old_parameters(
        &mut self,
        names: &[Ident],
        d: &FunctionDefinition<'_>,
        context: Context,
    ) -> Vec<(Ident, QualType)> {
        let int = QualType::plain(self.int_ty());
        let mut list: Vec<(Ident, Option<QualType>)> = names.iter().map(|&n| (n, None)).collect();
        for declaration in d.parameter_declarations {
            let base = self.specified(&declaration.specifiers);
            for init in declaration.declarators {
                let Some(name) = init.declarator.name else {
                    continue;
                };
                let ty = self.declarator(base.ty, &init.declarator, context);
                let ty = self.adjusted(ty, &init.declarator);
                if context == Context::Prototype {
                    let var = self.unevaluated(|s| s.temporary(ty.ty));
                    self.names.set(name.name, Entity::Var(var));
                }
                match list.iter_mut().find(|(n, _)| n.name == name.name) {
                    Some((_, slot @ None)) => *slot = Some(ty),
                    Some((first, Some(_))) => {
                        let first = first.span;
                        self.redeclared(name, "parameter", first);
                    }
                    None => {
                        let message = format!(
                            "'{}' is not a parameter of the function",
                            self.name(name.name)
                        );
                        self.error(name.span, message);
                    }
                }
            }
        }
        list.into_iter()
            .map(|(n, t)| (n, t.unwrap_or(int)))
            .collect()
    }

    /// As what type an argument for a K&R parameter arrives.
    fn promoted_parameter(&mut self, ty: TypeId) -> TypeId {
        match self.ty(ty) {
            Type::Float(program::FloatKind::Float) => self.p.types.common.double,
            _ if self.p.types.is_integer(ty) => self.promoted(ty, None),
            _ => ty,
        }
    }

    fn function_body(
        &mut self,
        f: FunctionId,
        signature: &Signature,
        parameters: Parameters<'_>,
        old_style: Option<Vec<(Ident, QualType)>>,
        d: &FunctionDefinition<'_>,
    ) {
        let result = signature.result;
        let outer = self.body.take();
        let (outer_mode, is_nested) = (self.mode, outer.is_some());
        self.mode = Mode::Evaluate;
        let mut body = Body::new(f, result, d.addressed);
        if let Some(outer) = &outer {
            body.outer_labels = outer.local_label_names();
        }
        self.body = Some(body);
        self.names.enter();
        self.tags.enter();
        // A nested function may turn out to need its enclosing function's frame.
        let start = self.new_location();
        let entry = self.body.as_ref().map(|b| b.at);
        if let Some(start) = start {
            self.go_on_at(start);
        }
        let list = match old_style {
            Some(list) => {
                let list = self.declare_old_parameters(list, d);
                for declaration in d.parameter_declarations {
                    for name in declaration
                        .declarators
                        .iter()
                        .filter_map(|i| i.declarator.name)
                    {
                        if let Some(Entity::Var(var)) = self.names.get_here(name.name) {
                            self.note_register(var, &declaration.specifiers);
                        }
                    }
                }
                list
            }
            None => self.declare_parameters(parameters, signature),
        };
        if let Some(body) = &mut self.body {
            body.open(d.body.span.start());
        }
        self.statements(d.body.statements);
        let is_main = self.name(self.p.functions[f].name) == "main";
        let value = if is_main && self.p.types.is_integer(result.ty) {
            let int = self.p.types.canonical(result.ty);
            Some(self.p.exprs.int(&self.p.types, 0, int))
        } else {
            None
        };
        let end = Span::new(d.body.span.hi.saturating_sub(1), d.body.span.hi);
        self.return_value(value, end);
        self.names.leave();
        self.tags.leave();
        if let Some(mut body) = self.body.take() {
            if let (Some(entry), Some(start)) = (entry, start) {
                let op = if is_nested && body.captures {
                    let what = self
                        .p
                        .names
                        .intern("nested function that uses its enclosing function's variables");
                    Op::Unsupported { what }
                } else {
                    Op::Skip
                };
                body.builder.edge(entry, start, op, d.span);
            }
            body.close(end);
            let (cfa, locals) = body.finish(&mut self.p, self.diagnostics);
            let function = &mut self.p.functions[f];
            function.parameters = list;
            function.locals = locals;
            function.body = Some(cfa);
        }
        self.body = outer;
        self.mode = outer_mode;
    }

    pub(super) fn return_value(&mut self, value: Option<program::ExprId>, span: Span) {
        if let Some(body) = &mut self.body {
            let (at, exit) = (body.at, body.exit);
            body.builder.edge(at, exit, Op::Return { value }, span);
            body.dead_end();
        }
    }

    fn declare_parameters(
        &mut self,
        parameters: Parameters<'_>,
        signature: &Signature,
    ) -> Vec<VarId> {
        let Parameters::Prototype { list, .. } = parameters else {
            return Vec::new();
        };
        let mut vars = Vec::with_capacity(list.len());
        for (parameter, &ty) in list.iter().zip(&signature.parameters) {
            // Array lengths are evaluated now, where they are used (`int a[n][m]`).
            let mut ty = match self.p.types.is_variably_modified(ty.ty) {
                true => self.parameter_type(parameter, Context::Block),
                false => ty,
            };
            if !self.p.types.is_complete(ty.ty) {
                let message = format!("parameter has incomplete type {}", self.quoted(ty.ty));
                self.error(parameter.span, message);
                ty = QualType::plain(self.p.types.common.error);
            }
            let name = parameter.declarator.name;
            let var = self.parameter(
                name.map(|n| n.name),
                ty,
                name.map_or(parameter.span, |n| n.span),
            );
            self.note_register(var, &parameter.specifiers);
            vars.push(var);
        }
        vars
    }

    fn parameter(&mut self, name: Option<program::Name>, ty: QualType, span: Span) -> VarId {
        let var = self.add_var(
            name.unwrap_or(self.known.anonymous),
            ty,
            VarKind::Parameter,
            span,
        );
        self.shadow_number(var);
        if let Some(name) = name {
            self.names.set(name, Entity::Var(var));
        }
        var
    }

    /// K&R parameters arrive promoted; a narrower one is converted on entry.
    fn declare_old_parameters(
        &mut self,
        list: Vec<(Ident, QualType)>,
        d: &FunctionDefinition<'_>,
    ) -> Vec<VarId> {
        let mut vars = Vec::with_capacity(list.len());
        for &(name, ty) in &list {
            if self.names.get_here(name.name).is_some() {
                self.check_redeclared(name, "parameter");
            }
            let promoted = self.promoted_parameter(ty.ty);
            if promoted == ty.ty
                || self.p.types.canonical(promoted) == self.p.types.canonical(ty.ty)
            {
                vars.push(self.parameter(Some(name.name), ty, name.span));
                continue;
            }
            let arrived = self.parameter(Some(name.name), QualType::plain(promoted), name.span);
            vars.push(arrived);
            let var = self.add_var(name.name, ty, VarKind::Local, name.span);
            self.shadow_number(var);
            if let Some(body) = &mut self.body {
                body.locals.push(var);
            }
            let variables = [var].into();
            self.emit(Op::Enter { variables }, name.span);
            self.names.set(name.name, Entity::Var(var));
            let (from, to) = (self.var_place(arrived), self.var_place(var));
            let value = Value::new(self.p.exprs.load(from), promoted);
            let value = self.cast(value, ty.ty);
            self.assign(to, value, name.span);
        }
        // Array lengths that mention parameters are evaluated now.
        if list
            .iter()
            .any(|(_, t)| self.p.types.is_variably_modified(t.ty))
        {
            let names: Vec<Ident> = list.iter().map(|(n, _)| *n).collect();
            let again = self.old_parameters(&names, d, Context::Block);
            for (&var, (_, ty)) in vars.iter().zip(again) {
                if self.p.types.is_variably_modified(ty.ty) {
                    self.p.vars[var].declared = ty;
                }
            }
        }
        vars
    }

    /// Functions that are other names of functions: they call them.
    pub(super) fn resolve_aliases(&mut self) {
        for (f, target, span) in std::mem::take(&mut self.aliases) {
            let Some(Entity::Function(g)) = self.linked.get(&target).copied() else {
                let message = format!(
                    "alias of '{}', which is not defined here",
                    self.name(target)
                );
                self.error(span, message);
                continue;
            };
            if self.p.functions[f].body.is_some() || f == g {
                continue;
            }
            let Some(signature) = self.p.types.signature_of(self.p.functions[g].ty).cloned() else {
                continue;
            };
            let mut builder = CfaBuilder::new();
            let (entry, called, exit) =
                (builder.location(), builder.location(), builder.location());
            let mut parameters = Vec::new();
            let mut arguments = Vec::new();
            for (i, ty) in signature.parameters.iter().enumerate() {
                let name = self.p.names.intern(&format!("argument{i}"));
                let var = self.add_var(name, *ty, VarKind::Parameter, span);
                self.p.vars[var].function = Some(f);
                let place = self.var_place(var);
                arguments.push(self.p.exprs.load(place));
                parameters.push(var);
            }
            let mut locals = Vec::new();
            let result = (signature.result.ty != self.p.types.common.void).then(|| {
                let name = self.temporary_name(0);
                let var = self.add_var(name, signature.result, VarKind::Temporary, span);
                self.p.vars[var].function = Some(f);
                locals.push(var);
                self.var_place(var)
            });
            let call = Call {
                callee: Callee::Direct(g),
                arguments: arguments.into(),
                result,
            };
            builder.edge(entry, called, Op::Call(Box::new(call)), span);
            let value = result.map(|place| self.p.exprs.load(place));
            builder.edge(called, exit, Op::Return { value }, span);
            let function = &mut self.p.functions[f];
            function.parameters = parameters;
            function.locals = locals;
            function.body = Some(builder.finish(entry, exit));
        }
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
                Some(var)
            }
        }
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
    fn note_register(&mut self, var: VarId, specifiers: &Specifiers<'_>) {
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

//! Functions: declarations, definitions, parameters, aliases (C11 6.9.1).

use super::body::Body;
use super::declaration::Declaring;
use super::declared::Context;
use super::scope::Entity;
use super::value::Value;
use super::{Lowerer, Mode};
use crate::ast::{self, Attributes, Derived, FunctionDefinition, Ident, Parameters, StorageClass};
use program::{
    Call, Callee, CfaBuilder, Diagnostic, FunctionId, Linkage, Op, QualType, Severity, Signature,
    Span, Type, TypeId, VarId, VarKind,
};

impl Lowerer<'_> {
    pub(super) fn declare_function(
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
        if let Some(label) = d.declarator.asm_label {
            let target = self.p.names.intern(&String::from_utf8_lossy(label.bytes));
            if target != name {
                self.asm_aliases.push((f, target, label.span));
            }
        }
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

    pub(super) fn late_static(&self, name: Ident, first: Span) -> Diagnostic {
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
                "constructor" => {
                    let given = attribute.arguments.first();
                    let priority = given.and_then(|e| self.constant_int(e));
                    let priority = priority.and_then(|p| u16::try_from(p).ok());
                    // Those without a priority come last.
                    self.p.functions[f].constructor = Some(priority.unwrap_or(u16::MAX));
                }
                "destructor" => self.p.functions[f].destructor = true,
                "weakref" => {
                    if let Some(s) = attribute.arguments.first().and_then(|e| self.as_string(e)) {
                        let target = String::from_utf8_lossy(s.bytes).into_owned();
                        let target = self.p.names.intern(&target);
                        self.p.functions[f].linkage = Linkage::External;
                        self.asm_aliases.push((f, target, attribute.name.span));
                    }
                }
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
        self.contract(d.contract);
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
        if let Some(entry) = entry {
            self.go_on_at(entry);
        }
        self.save_past();
        let entry = self.body.as_ref().map(|b| b.at);
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
            // Nothing leads to the end of the block but what returned there.
            body.dead_end();
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
        let value = self.ensured(value, span);
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
            let effects = match parameter.declarator.derived.first() {
                Some(Derived::Array {
                    length: ast::ArrayLength::Expr(e),
                    ..
                }) => e.effects,
                _ => false,
            };
            let mut ty = match effects || self.p.types.is_variably_modified(ty.ty) {
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

    pub(super) fn parameter(
        &mut self,
        name: Option<program::Name>,
        ty: QualType,
        span: Span,
    ) -> VarId {
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
        // A linker's name that no function of the file has becomes its name, if it is not a version of
        // it.
        let labelled = std::mem::take(&mut self.asm_aliases);
        for &(f, label, _) in &labelled {
            if self.p.functions[f].body.is_some() {
                self.linked.entry(label).or_insert(Entity::Function(f));
            }
        }
        for alias in labelled {
            let (f, label, _) = alias;
            let is_defined = self.p.functions[f].body.is_some();
            if let (false, Some(Entity::Function(_))) = (is_defined, self.linked.get(&label)) {
                self.p.functions[f].weak = true;
                self.aliases.push(alias);
            } else if !is_version(self.name(label), self.name(self.p.functions[f].name)) {
                self.p.functions[f].name = label;
            }
        }
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
}

/// Is a linker's name that of a version of the function, as `__isoc99_scanf` is of `scanf`?
fn is_version(label: &str, name: &str) -> bool {
    let kind = label.strip_suffix(name);
    kind.is_some_and(|kind| kind.starts_with("__")) || label.strip_prefix(name) == Some("64")
}

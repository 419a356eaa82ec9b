//! Linking: the units of several files become one program.
//!
//! Each unit has tables of its own. Their variables, functions and types are
//! matched first (external names; records of one tag and one shape are one
//! type); then every expression and automaton is imported into the program's
//! tables, where the final types of the variables are known.

use program::{
    ArrayLength, Callee, Diagnostic, EnumId, Expr, ExprId, Function, FunctionId, Id, Initial,
    Linkage, Logical, Name, Op, Place, PlaceId, Program, QualType, Query, RecordId, Signature,
    Storage, Type, TypeId, Var, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What one file became.
pub struct Unit {
    pub program: Program,
    /// Only what other units need of it is taken, and only where they do not
    /// define it themselves.
    pub library: bool,
    /// Variables were completed after places with their old types were made, so
    /// the unit must be imported even if it is the only one.
    pub retyped: bool,
}

/// Links units into one program. Clashes are reported in `diagnostics`.
pub fn link(mut units: Vec<Unit>, diagnostics: &mut Vec<Diagnostic>) -> Option<Program> {
    match units.as_slice() {
        [] => return None,
        [only] if !only.retyped => return units.pop().map(|u| u.program),
        _ => {}
    }
    let mut linker = Linker {
        p: Program::new(units[0].program.model()),
        symbols: FxHashMap::default(),
        records_by_tag: FxHashMap::default(),
        enums_by_tag: FxHashMap::default(),
        defined: FxHashSet::default(),
        diagnostics,
    };
    let (libraries, units): (Vec<_>, Vec<_>) = units.into_iter().partition(|u| u.library);
    let needed = needed_names(&units);
    let maps: Vec<Maps> = units.iter().map(|u| linker.declare(&u.program)).collect();
    for (unit, mut maps) in units.into_iter().zip(maps) {
        linker.import(unit.program, &mut maps);
    }
    linker.import_needed(&libraries, needed);
    Some(linker.p)
}

/// What the units mention but do not define.
fn needed_names(units: &[Unit]) -> Vec<String> {
    let mut names = Vec::new();
    for Unit { program: u, .. } in units {
        let mentioned = u.mentioned_functions();
        let functions = u
            .functions
            .enumerate()
            .filter(|(id, f)| f.body.is_none() && mentioned.contains(id));
        names.extend(functions.map(|(_, f)| u.names[f.name].to_owned()));
        let mentioned = u.exprs.mentioned_vars();
        let vars = u
            .vars
            .enumerate()
            .filter(|(id, v)| !v.defined && mentioned.contains(id));
        names.extend(vars.map(|(_, v)| u.names[v.name].to_owned()));
    }
    names
}

#[derive(Clone, Copy)]
enum Symbol {
    Var(VarId),
    Function(FunctionId),
}

struct Linker<'d> {
    p: Program,
    symbols: FxHashMap<Name, Symbol>,
    records_by_tag: FxHashMap<Name, Vec<RecordId>>,
    enums_by_tag: FxHashMap<Name, Vec<EnumId>>,
    /// Functions that some unit defines, while their bodies are not imported.
    defined: FxHashSet<FunctionId>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Where a unit's things are in the program.
#[derive(Default)]
struct Maps {
    names: Vec<Option<Name>>,
    types: Vec<Option<TypeId>>,
    records: Vec<Option<RecordId>>,
    enums: Vec<EnumId>,
    vars: Vec<Option<VarId>>,
    functions: Vec<Option<FunctionId>>,
    /// Of a library: what has been declared but not imported yet.
    pending_vars: Vec<VarId>,
    pending_functions: Vec<FunctionId>,
    exprs: Vec<Option<ExprId>>,
    places: Vec<Option<PlaceId>>,
}

impl Maps {
    fn new(u: &Program) -> Maps {
        Maps {
            names: vec![None; u.names.len()],
            types: vec![None; u.types.len()],
            records: vec![None; u.types.records().count()],
            vars: vec![None; u.vars.len()],
            functions: vec![None; u.functions.len()],
            exprs: vec![None; u.exprs.len()],
            places: vec![None; u.exprs.place_count()],
            ..Maps::default()
        }
    }
}

impl Linker<'_> {
    fn name(&mut self, u: &Program, maps: &mut Maps, name: Name) -> Name {
        match maps.names[name.index()] {
            Some(n) => n,
            None => {
                let n = self.p.names.intern(&u.names[name]);
                maps.names[name.index()] = Some(n);
                n
            }
        }
    }

    // First: types, variables and functions, without what they contain.

    fn declare(&mut self, u: &Program) -> Maps {
        let mut maps = Maps::new(u);
        // Ids first: types of variable-length arrays mention variables.
        for id in u.vars.ids() {
            self.new_var(u, &mut maps, id);
        }
        self.declare_enums(u, &mut maps);
        self.declare_records(u, &mut maps);
        for id in u.functions.ids() {
            let function = self.declare_function(u, &mut maps, &u.functions[id]);
            maps.functions[id.index()] = Some(function);
        }
        for (id, var) in u.vars.enumerate() {
            self.declare_var(u, &mut maps, id, var);
        }
        maps
    }

    /// A place in the program for a unit's variable; what is known of it comes later.
    fn new_var(&mut self, u: &Program, maps: &mut Maps, id: VarId) -> VarId {
        let var = &u.vars[id];
        let name = self.name(u, maps, var.name);
        let target = match (var.kind, self.symbols.get(&name)) {
            (VarKind::Global(Linkage::External), Some(Symbol::Var(v))) => *v,
            _ => {
                let v = self.p.vars.push(Var {
                    name,
                    defined: false,
                    ty: self.p.types.common.error,
                    declared: QualType::plain(self.p.types.common.error),
                    initial: Initial::Indeterminate,
                    ..*var
                });
                if var.kind == VarKind::Global(Linkage::External) {
                    self.symbols.entry(name).or_insert(Symbol::Var(v));
                }
                v
            }
        };
        maps.vars[id.index()] = Some(target);
        target
    }

    /// Where a unit's variable is; a library's is declared when first mentioned.
    fn var(&mut self, u: &Program, maps: &mut Maps, id: VarId) -> VarId {
        match maps.vars[id.index()] {
            Some(v) => v,
            None => {
                let v = self.new_var(u, maps, id);
                self.declare_var(u, maps, id, &u.vars[id]);
                maps.pending_vars.push(id);
                v
            }
        }
    }

    fn function(&mut self, u: &Program, maps: &mut Maps, id: FunctionId) -> FunctionId {
        match maps.functions[id.index()] {
            Some(f) => f,
            None => {
                let name = self.name(u, maps, u.functions[id].name);
                let known = match (u.functions[id].linkage, self.symbols.get(&name)) {
                    (Linkage::External, Some(Symbol::Function(f))) if self.defined.contains(f) => {
                        Some(*f)
                    }
                    _ => None,
                };
                let f = match known {
                    Some(f) => f,
                    None => {
                        let f = self.declare_function(u, maps, &u.functions[id]);
                        maps.pending_functions.push(id);
                        f
                    }
                };
                maps.functions[id.index()] = Some(f);
                f
            }
        }
    }

    /// Takes from libraries what is needed, and what that needs in turn.
    fn import_needed(&mut self, libraries: &[Unit], mut needed: Vec<String>) {
        let mut maps: Vec<Maps> = Vec::new();
        for library in libraries {
            let mut map = Maps::new(&library.program);
            self.declare_enums(&library.program, &mut map);
            self.declare_records(&library.program, &mut map);
            maps.push(map);
        }
        let quiet = self.diagnostics.len();
        while let Some(name) = needed.pop() {
            for (library, maps) in libraries.iter().zip(&mut maps) {
                let u = &library.program;
                let Some(name) = u.names.get(&name) else {
                    continue;
                };
                let function = u.functions.enumerate().find(|(_, f)| {
                    f.name == name && f.body.is_some() && f.linkage == Linkage::External
                });
                if let Some((id, _)) = function {
                    self.function(u, maps, id);
                }
                let var = u.vars.enumerate().find(|(_, v)| {
                    v.name == name && v.defined && v.kind == VarKind::Global(Linkage::External)
                });
                if let Some((id, _)) = var {
                    self.var(u, maps, id);
                }
                self.import_pending(u, maps, &mut needed);
            }
        }
        // A user's declarations may differ from a model's; that is no news.
        self.diagnostics.truncate(quiet);
    }

    fn import_pending(&mut self, u: &Program, maps: &mut Maps, needed: &mut Vec<String>) {
        loop {
            if let Some(id) = maps.pending_vars.pop() {
                if u.vars[id].defined
                    || !matches!(u.vars[id].kind, VarKind::Global(Linkage::External))
                {
                    self.import_var(u, maps, id);
                } else {
                    needed.push(u.names[u.vars[id].name].to_owned());
                }
            } else if let Some(id) = maps.pending_functions.pop() {
                match u.functions[id].body.clone() {
                    Some(body) => self.import_function(u, maps, id, body),
                    None => needed.push(u.names[u.functions[id].name].to_owned()),
                }
            } else {
                return;
            }
        }
    }

    fn declare_enums(&mut self, u: &Program, maps: &mut Maps) {
        for (_, e) in u.types.enums() {
            let tag = e.tag.map(|t| self.name(u, maps, t));
            let enumerators: Vec<_> = e
                .enumerators
                .iter()
                .map(|(n, v)| (self.name(u, maps, *n), *v))
                .collect();
            let candidates = tag.and_then(|t| self.enums_by_tag.get(&t));
            let same = candidates.and_then(|list| {
                list.iter().copied().find(|&c| {
                    let c = self.p.types.enumeration(c);
                    !e.complete || !c.complete || (c.kind == e.kind && c.enumerators == enumerators)
                })
            });
            let id = same.unwrap_or_else(|| {
                let id = self.p.types.add_enum(tag, e.span);
                if let Some(tag) = tag {
                    self.enums_by_tag.entry(tag).or_default().push(id);
                }
                id
            });
            let target = self.p.types.enum_mut(id);
            if e.complete && !target.complete {
                target.kind = e.kind;
                target.complete = true;
                target.enumerators = enumerators;
                target.span = e.span;
            }
            maps.enums.push(id);
        }
    }

    fn declare_records(&mut self, u: &Program, maps: &mut Maps) {
        let mut new = Vec::new();
        for (id, record) in u.types.records() {
            if maps.records[id.index()].is_some() {
                continue;
            }
            let tag = record.tag.map(|t| self.name(u, maps, t));
            let candidates = tag
                .and_then(|t| self.records_by_tag.get(&t))
                .cloned()
                .unwrap_or_default();
            let mut same = None;
            for candidate in candidates {
                let mut assumed = FxHashMap::default();
                if self.same_record(u, maps, id, candidate, &mut assumed) {
                    same = Some(candidate);
                    for (a, b) in assumed {
                        maps.records[a.index()] = Some(b);
                    }
                    break;
                }
            }
            if same.is_none() {
                let copy = self.p.types.add_record(record.kind, tag, record.span);
                if let Some(tag) = tag {
                    self.records_by_tag.entry(tag).or_default().push(copy);
                }
                maps.records[id.index()] = Some(copy);
            }
            new.push(id);
        }
        // Bodies, now that every record has its place.
        for id in new {
            let Some(target) = maps.records[id.index()] else {
                continue;
            };
            let record = u.types.record(id);
            self.p.types.record_mut(target).transparent |= record.transparent;
            if self.p.types.record(target).body.is_some() {
                continue;
            }
            if let Some(body) = &record.body {
                let mut body = body.clone();
                for field in &mut body.fields {
                    field.name = field.name.map(|n| self.name(u, maps, n));
                    field.ty = self.ty(u, maps, field.ty);
                    field.declared.ty = self.ty(u, maps, field.declared.ty);
                }
                self.p.types.record_mut(target).body = Some(body);
                self.p.types.record_mut(target).span = record.span;
            }
        }
        for (id, record) in u.types.records() {
            let Some(target) = maps.records[id.index()] else {
                continue;
            };
            for &alias in &record.aliases {
                let alias = self.name(u, maps, alias);
                let known = &mut self.p.types.record_mut(target).aliases;
                if !known.contains(&alias) {
                    known.push(alias);
                }
            }
        }
    }

    /// Is the unit's record the same type as the program's? Pairs under
    /// comparison are assumed to be, so recursive types are compared once.
    fn same_record(
        &self,
        u: &Program,
        maps: &Maps,
        a: RecordId,
        b: RecordId,
        assumed: &mut FxHashMap<RecordId, RecordId>,
    ) -> bool {
        if let Some(&known) = maps.records[a.index()].as_ref().or_else(|| assumed.get(&a)) {
            return known == b;
        }
        let (x, y) = (u.types.record(a), self.p.types.record(b));
        let same_tag = match (x.tag, y.tag) {
            (Some(s), Some(t)) => u.names[s] == self.p.names[t],
            (None, None) => true,
            _ => false,
        };
        if x.kind != y.kind || !same_tag {
            return false;
        }
        assumed.insert(a, b);
        let (Some(p), Some(q)) = (&x.body, &y.body) else {
            return true;
        };
        p.size == q.size
            && p.align == q.align
            && p.fields.len() == q.fields.len()
            && p.fields.iter().zip(&q.fields).all(|(f, g)| {
                let names = match (f.name, g.name) {
                    (Some(s), Some(t)) => u.names[s] == self.p.names[t],
                    (None, None) => true,
                    _ => false,
                };
                names
                    && f.offset == g.offset
                    && f.bits == g.bits
                    && self.same_type(u, maps, f.ty, g.ty, assumed)
            })
    }

    fn same_type(
        &self,
        u: &Program,
        maps: &Maps,
        a: TypeId,
        b: TypeId,
        assumed: &mut FxHashMap<RecordId, RecordId>,
    ) -> bool {
        match (u.types.get(a), self.p.types.get(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.same_type(u, maps, x.ty, y.ty, assumed),
            (
                Type::Array {
                    element: x,
                    length: m,
                },
                Type::Array {
                    element: y,
                    length: n,
                },
            ) => m == n && self.same_type(u, maps, x.ty, y.ty, assumed),
            (
                Type::Vector {
                    element: x,
                    length: m,
                },
                Type::Vector {
                    element: y,
                    length: n,
                },
            ) => m == n && self.same_type(u, maps, x, y, assumed),
            (Type::Record(x), Type::Record(y)) => self.same_record(u, maps, x, y, assumed),
            (Type::Function(x), Type::Function(y)) => {
                let (s, t) = (u.types.signature(x), self.p.types.signature(y));
                // `f()` may be any function of the result.
                let loose = !s.prototype || !t.prototype;
                self.same_type(u, maps, s.result.ty, t.result.ty, assumed)
                    && (loose
                        || s.variadic == t.variadic
                            && s.parameters.len() == t.parameters.len()
                            && s.parameters
                                .iter()
                                .zip(&t.parameters)
                                .all(|(x, y)| self.same_type(u, maps, x.ty, y.ty, assumed)))
            }
            (x, y) => x == y,
        }
    }

    fn ty(&mut self, u: &Program, maps: &mut Maps, id: TypeId) -> TypeId {
        if let Some(t) = maps.types[id.index()] {
            return t;
        }
        let ty = match u.types.get(id) {
            Type::Pointer(to) => Type::Pointer(self.qual(u, maps, to)),
            Type::Array { element, length } => Type::Array {
                element: self.qual(u, maps, element),
                length: match length {
                    ArrayLength::Variable(v) => ArrayLength::Variable(self.var(u, maps, v)),
                    ArrayLength::Fixed(_) | ArrayLength::Unknown => length,
                },
            },
            Type::Vector { element, length } => Type::Vector {
                element: self.ty(u, maps, element),
                length,
            },
            Type::Record(r) => match maps.records[r.index()] {
                Some(r) => Type::Record(r),
                None => Type::Error,
            },
            Type::Enum(e) => Type::Enum(maps.enums[e.index()]),
            Type::Function(s) => {
                let Signature {
                    result,
                    parameters,
                    variadic,
                    prototype,
                } = u.types.signature(s);
                let signature = Signature {
                    result: self.qual(u, maps, *result),
                    parameters: parameters.iter().map(|t| self.qual(u, maps, *t)).collect(),
                    variadic: *variadic,
                    prototype: *prototype,
                };
                let t = self.p.types.function(signature);
                maps.types[id.index()] = Some(t);
                return t;
            }
            simple @ (Type::Error
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Complex(_)) => simple,
        };
        let t = self.p.types.intern(ty);
        maps.types[id.index()] = Some(t);
        t
    }

    fn qual(&mut self, u: &Program, maps: &mut Maps, ty: QualType) -> QualType {
        QualType {
            ty: self.ty(u, maps, ty.ty),
            quals: ty.quals,
        }
    }

    fn clash(&mut self, what: &str, name: Name, at: program::Span, first: program::Span) {
        let message = format!(
            "redefinition of {what} '{}' in another file",
            &self.p.names[name]
        );
        let diagnostic = Diagnostic::error(at, message);
        self.diagnostics
            .push(diagnostic.with_related(first, "first defined here"));
    }

    fn mismatch(&mut self, name: Name, at: program::Span, first: program::Span) {
        let message = format!(
            "'{}' is declared with different types in different files",
            &self.p.names[name]
        );
        let diagnostic = Diagnostic::warning(at, message);
        self.diagnostics
            .push(diagnostic.with_related(first, "also declared here"));
    }

    fn declare_function(&mut self, u: &Program, maps: &mut Maps, f: &Function) -> FunctionId {
        let name = self.name(u, maps, f.name);
        let declared = self.ty(u, maps, f.declared);
        let ty = self.p.types.canonical(declared);
        let existing = match f.linkage {
            Linkage::Internal => None,
            Linkage::External => self.symbols.get(&name).copied(),
        };
        match existing {
            Some(Symbol::Function(id)) => {
                self.merge_function(id, f, declared, ty);
                id
            }
            other => {
                if let Some(Symbol::Var(v)) = other {
                    let first = self.p.vars[v].span;
                    self.clash("variable as function", name, f.span, first);
                }
                let id = self.p.functions.push(Function {
                    name,
                    ty,
                    declared,
                    parameters: Vec::new(),
                    locals: Vec::new(),
                    body: None,
                    ..*f
                });
                if f.body.is_some() {
                    self.defined.insert(id);
                }
                if f.linkage == Linkage::External {
                    self.symbols.entry(name).or_insert(Symbol::Function(id));
                }
                id
            }
        }
    }

    fn merge_function(&mut self, id: FunctionId, f: &Function, declared: TypeId, ty: TypeId) {
        let old = &self.p.functions[id];
        let (name, first) = (old.name, old.span);
        let defines = f.body.is_some();
        let defined = self.defined.contains(&id);
        let both = defined && defines;
        if both && !old.weak && !f.weak {
            self.clash("function", name, f.span, first);
            return;
        }
        let old_ty = old.ty;
        let implicit = !defined && self.is_implicit(old_ty) || !defines && self.is_implicit(ty);
        if old_ty != ty && !implicit && !self.loosely_same(old_ty, ty) {
            self.mismatch(name, f.span, first);
        }
        let takes_over = defines && (!defined || self.p.functions[id].weak && !f.weak);
        let prototyped = self.p.types.signature_of(ty).is_some_and(|s| s.prototype);
        let function = &mut self.p.functions[id];
        if takes_over {
            self.defined.insert(id);
            function.span = f.span;
            function.weak = f.weak;
        }
        if takes_over || !defined && prototyped {
            function.declared = declared;
            function.ty = ty;
        }
        function.no_return |= f.no_return;
        function.constructor = function.constructor.or(f.constructor);
        function.destructor |= f.destructor;
    }

    /// The type of a function that was called without a declaration.
    fn is_implicit(&self, ty: TypeId) -> bool {
        self.p.types.signature_of(ty).is_some_and(|s| {
            !s.prototype && s.parameters.is_empty() && s.result.ty == self.p.types.common.int
        })
    }

    /// Function types that differ only by a missing prototype.
    fn loosely_same(&self, a: TypeId, b: TypeId) -> bool {
        match (self.p.types.signature_of(a), self.p.types.signature_of(b)) {
            (Some(s), Some(t)) => s.result.ty == t.result.ty && !(s.prototype && t.prototype),
            _ => false,
        }
    }

    fn declare_var(&mut self, u: &Program, maps: &mut Maps, id: VarId, var: &Var) {
        let Some(target) = maps.vars[id.index()] else {
            return;
        };
        let declared = self.qual(u, maps, var.declared);
        let ty = self.p.types.canonical(declared.ty);
        if let VarKind::Global(Linkage::External) = var.kind
            && let Some(Symbol::Function(f)) = self.symbols.get(&self.p.vars[target].name)
        {
            let (name, first) = (self.p.vars[target].name, self.p.functions[*f].span);
            self.clash("function as variable", name, var.span, first);
        }
        let v = &self.p.vars[target];
        let (name, first) = (v.name, v.span);
        if v.ty == self.p.types.common.error {
            let v = &mut self.p.vars[target];
            v.ty = ty;
            v.declared = declared;
            v.defined = var.defined;
            v.initial = placeholder(&var.initial);
            return;
        }
        let has_value = |i: &Initial| matches!(i, Initial::Bytes(_) | Initial::Items(_));
        let strong = |weak: bool, i: &Initial| has_value(i) && !weak;
        if strong(v.weak, &v.initial) && strong(var.weak, &var.initial) {
            self.clash("variable", name, var.span, first);
            return;
        }
        let takes_over = has_value(&var.initial)
            && (v.weak || !(has_value(&v.initial) || var.weak && v.defined))
            || var.defined && !v.defined;
        let longer = self.p.types.size_of(v.ty) < self.p.types.size_of(ty);
        if v.ty != ty && !self.same_array(v.ty, ty) {
            self.mismatch(name, var.span, first);
        }
        let v = &mut self.p.vars[target];
        if longer || takes_over && !has_value(&v.initial) && var.defined && !v.defined {
            v.ty = ty;
            v.declared = declared;
        }
        if takes_over {
            v.initial = placeholder(&var.initial);
            v.extra_bytes = var.extra_bytes;
            v.weak = var.weak;
            v.span = var.span;
        }
        v.defined |= var.defined;
        v.addressed |= var.addressed;
        v.thread_local |= var.thread_local;
        v.align = v.align.max(var.align);
    }

    /// Arrays of which one has no length.
    fn same_array(&self, a: TypeId, b: TypeId) -> bool {
        match (self.p.types.get(a), self.p.types.get(b)) {
            (
                Type::Array {
                    element: x,
                    length: m,
                },
                Type::Array {
                    element: y,
                    length: n,
                },
            ) => x == y && (m == ArrayLength::Unknown || n == ArrayLength::Unknown),
            _ => false,
        }
    }

    // Second: expressions and automata.

    fn import(&mut self, mut u: Program, maps: &mut Maps) {
        for id in u.vars.ids() {
            self.import_var(&u, maps, id);
        }
        for id in u.functions.ids() {
            if let Some(body) = u.functions[id].body.take() {
                self.import_function(&u, maps, id, body);
            }
        }
    }

    fn import_var(&mut self, u: &Program, maps: &mut Maps, id: VarId) {
        let target = self.var(u, maps, id);
        let var = &u.vars[id];
        // Only the unit whose definition was taken fills it in.
        if self.p.vars[target].span != var.span {
            return;
        }
        if let Initial::Items(items) = &var.initial {
            let items = items
                .iter()
                .map(|&(p, e)| (self.place(u, maps, p), self.expr(u, maps, e)))
                .collect();
            self.p.vars[target].initial = Initial::Items(items);
        }
        self.p.vars[target].function = var.function.map(|f| self.function(u, maps, f));
    }

    fn import_function(
        &mut self,
        u: &Program,
        maps: &mut Maps,
        id: FunctionId,
        mut body: program::Cfa,
    ) {
        let target = self.function(u, maps, id);
        let f = &u.functions[id];
        if self.p.functions[target].span != f.span {
            return;
        }
        body.map_ops(|op| self.op(u, maps, op));
        body.map_labels(|name| self.name(u, maps, name));
        let parameters = f.parameters.iter().map(|&v| self.var(u, maps, v)).collect();
        let locals = f.locals.iter().map(|&v| self.var(u, maps, v)).collect();
        let function = &mut self.p.functions[target];
        function.parameters = parameters;
        function.locals = locals;
        function.body = Some(body);
    }

    fn op(&mut self, u: &Program, maps: &mut Maps, op: &mut Op) {
        match op {
            Op::Skip => {}
            Op::Assume { condition, .. } => *condition = self.expr(u, maps, *condition),
            Op::Assign { to, value } => {
                *to = self.place(u, maps, *to);
                *value = self.expr(u, maps, *value);
            }
            Op::Havoc { place } => *place = self.place(u, maps, *place),
            Op::Call(call) => {
                call.callee = match call.callee {
                    Callee::Direct(f) => Callee::Direct(self.function(u, maps, f)),
                    Callee::Indirect(e) => Callee::Indirect(self.expr(u, maps, e)),
                };
                for argument in &mut call.arguments {
                    *argument = self.expr(u, maps, *argument);
                }
                call.result = call.result.map(|p| self.place(u, maps, p));
            }
            Op::Return { value } => *value = value.map(|e| self.expr(u, maps, e)),
            Op::Alloc { to, size, storage } => {
                *to = self.place(u, maps, *to);
                *size = self.expr(u, maps, *size);
                if let Storage::Scope(v) = storage {
                    *v = self.var(u, maps, *v);
                }
            }
            Op::Free { pointer } => *pointer = self.expr(u, maps, *pointer),
            Op::Enter { variables } | Op::Exit { variables } => {
                for v in variables {
                    *v = self.var(u, maps, *v);
                }
            }
            Op::VaStart { list } | Op::VaEnd { list } => *list = self.place(u, maps, *list),
            Op::VaArg { to, list } => {
                *to = self.place(u, maps, *to);
                *list = self.place(u, maps, *list);
            }
            Op::VaCopy { to, from } => {
                *to = self.place(u, maps, *to);
                *from = self.place(u, maps, *from);
            }
            Op::Unsupported { what } => *what = self.name(u, maps, *what),
        }
    }

    fn expr(&mut self, u: &Program, maps: &mut Maps, id: ExprId) -> ExprId {
        if let Some(e) = maps.exprs[id.index()] {
            return e;
        }
        let ty = self.ty(u, maps, u.exprs.ty(id));
        let expr = match u.exprs.get(id) {
            constant @ (Expr::Int(_) | Expr::Float(_) | Expr::Zero) => constant,
            Expr::Load(p) => Expr::Load(self.place(u, maps, p)),
            Expr::Address(p) => Expr::Address(self.place(u, maps, p)),
            Expr::Function(f) => Expr::Function(self.function(u, maps, f)),
            Expr::Unary(op, a) => Expr::Unary(op, self.expr(u, maps, a)),
            Expr::Binary(op, a, b) => {
                Expr::Binary(op, self.expr(u, maps, a), self.expr(u, maps, b))
            }
            Expr::Cast(a) => Expr::Cast(self.expr(u, maps, a)),
            Expr::Query(q) => Expr::Query(match q {
                Query::Readable(p) => Query::Readable(self.place(u, maps, p)),
                Query::Writable(p) => Query::Writable(self.place(u, maps, p)),
                Query::Freeable(e) => Query::Freeable(self.expr(u, maps, e)),
                Query::Callable(e) => Query::Callable(self.expr(u, maps, e)),
                Query::Allocated(e) => Query::Allocated(self.expr(u, maps, e)),
                Query::Tracked | Query::Released => q,
            }),
            Expr::Logical(logical) => Expr::Logical(match logical {
                Logical::Bound(_) => logical,
                Logical::Quantified(quantifier, of, body) => {
                    let of = self.ty(u, maps, of);
                    Logical::Quantified(quantifier, of, self.expr(u, maps, body))
                }
                Logical::Closure { step, from, to } => Logical::Closure {
                    step: self.expr(u, maps, step),
                    from: self.expr(u, maps, from),
                    to: self.expr(u, maps, to),
                },
                Logical::AtEntry(e) => Logical::AtEntry(self.expr(u, maps, e)),
            }),
        };
        let e = self.p.exprs.intern(expr, ty);
        maps.exprs[id.index()] = Some(e);
        e
    }

    fn place(&mut self, u: &Program, maps: &mut Maps, id: PlaceId) -> PlaceId {
        if let Some(p) = maps.places[id.index()] {
            return p;
        }
        let ty = self.ty(u, maps, u.exprs.place_ty(id));
        let p = match u.exprs.place(id) {
            Place::Var(v) => {
                let v = self.var(u, maps, v);
                self.var_place(v, ty)
            }
            Place::Deref(e) => {
                let e = self.expr(u, maps, e);
                self.p.exprs.intern_place(Place::Deref(e), ty)
            }
            Place::Field(base, i) => {
                let base = self.place(u, maps, base);
                self.p.exprs.intern_place(Place::Field(base, i), ty)
            }
            Place::Index(base, i) => {
                let (base, i) = (self.place(u, maps, base), self.expr(u, maps, i));
                self.p.exprs.intern_place(Place::Index(base, i), ty)
            }
        };
        maps.places[id.index()] = Some(p);
        p
    }

    /// The variable as a unit sees it. Where the unit declared another type
    /// than the definition has, it reads the same bytes as that type.
    fn var_place(&mut self, var: VarId, seen: TypeId) -> PlaceId {
        let ty = self.p.vars[var].ty;
        let place = self.p.exprs.var(var, ty);
        if ty == seen || self.same_array(ty, seen) {
            return place;
        }
        let own = self.p.types.pointer_to(ty);
        let other = self.p.types.pointer_to(seen);
        let address = self.p.exprs.intern(Expr::Address(place), own);
        let address = self.p.exprs.cast(&self.p.types, address, other);
        self.p.exprs.intern_place(Place::Deref(address), seen)
    }
}

/// Says what kind of value there is; the items are imported later.
fn placeholder(initial: &Initial) -> Initial {
    match initial {
        Initial::Items(_) => Initial::Items(Box::new([])),
        other => other.clone(),
    }
}

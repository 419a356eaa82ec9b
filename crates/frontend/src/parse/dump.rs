//! Trees as S-expressions, for tests.

use crate::ast::*;
use program::{Names, Qualifiers, RecordKind};

struct Dump<'n> {
    names: &'n Names,
    out: String,
}

pub fn external(external: &External<'_>, names: &Names) -> String {
    let mut dump = Dump {
        names,
        out: String::new(),
    };
    match external {
        External::Declaration(d) => dump.declaration(d),
        External::Function(f) => dump.function(f),
        External::StaticAssert(s) => dump.static_assert(s),
        External::Nothing => dump.put("nothing"),
        External::Predicates(list) => {
            for predicate in *list {
                dump.list("predicate", |s| s.expr(predicate.body));
            }
        }
    }
    dump.out
}

impl Dump<'_> {
    /// Adds a word, with a space before it where one is needed.
    fn put(&mut self, word: impl AsRef<str>) {
        if !(self.out.is_empty() || self.out.ends_with(['(', '{', '[', '<', ' '])) {
            self.out.push(' ');
        }
        self.out.push_str(word.as_ref());
    }

    fn list(&mut self, head: impl AsRef<str>, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        self.put(head);
        inside(self);
        self.out.push(')');
    }

    fn ident(&mut self, ident: Ident) {
        let text = self.names[ident.name].to_owned();
        self.put(text);
    }

    fn declaration(&mut self, d: &Declaration<'_>) {
        self.list("decl", |s| {
            s.specifiers(&d.specifiers);
            for item in d.declarators {
                s.declarator(&item.declarator);
                if let Some(init) = &item.initializer {
                    s.put("=");
                    s.initializer(init);
                }
            }
        });
    }

    fn function(&mut self, f: &FunctionDefinition<'_>) {
        self.list("fn", |s| {
            s.specifiers(&f.specifiers);
            s.declarator(&f.declarator);
            for d in f.parameter_declarations {
                s.declaration(d);
            }
            s.block(&f.body);
            if !f.addressed.is_empty() {
                let mut names: Vec<_> = f.addressed.iter().map(|n| &s.names[*n]).collect();
                names.sort_unstable();
                let names = format!("&[{}]", names.join(" "));
                s.put(names);
            }
        });
    }

    fn static_assert(&mut self, assertion: &StaticAssert<'_>) {
        self.list("assert", |s| s.expr(assertion.condition));
    }

    fn quals(&mut self, quals: Qualifiers) {
        for name in quals.names() {
            self.put(name);
        }
    }

    fn attributes(&mut self, attributes: &Attributes<'_>) {
        for attribute in attributes.list {
            self.put("@");
            let name = self.names[attribute.name.name].to_owned();
            self.out.push_str(&name);
            if !attribute.arguments.is_empty() {
                self.out.push('(');
                attribute.arguments.iter().for_each(|a| self.expr(a));
                self.out.push(')');
            }
        }
    }

    fn specifiers(&mut self, s: &Specifiers<'_>) {
        if s.storage != StorageClass::None {
            self.put(format!("{:?}", s.storage).to_lowercase());
        }
        for (flag, name) in [
            (s.thread_local, "thread"),
            (s.inline, "inline"),
            (s.no_return, "noreturn"),
        ] {
            if flag {
                self.put(name);
            }
        }
        self.quals(s.quals);
        self.attributes(&s.attributes);
        for align in s.alignas {
            self.list("alignas", |d| match align {
                AlignAs::Type(t) => d.type_name(t),
                AlignAs::Expr(e) => d.expr(e),
            });
        }
        match &s.ty {
            TypeSpecifier::Missing => self.put("?"),
            TypeSpecifier::Void => self.put("void"),
            TypeSpecifier::Int(kind) => self.put(format!("{kind:?}")),
            TypeSpecifier::Float(kind) => self.put(format!("{kind:?}")),
            TypeSpecifier::Complex(kind) => self.put(format!("Complex{kind:?}")),
            TypeSpecifier::ComplexInt => self.put("ComplexInt"),
            TypeSpecifier::Typedef(name) => {
                self.put("'");
                let text = self.names[name.name].to_owned();
                self.out.push_str(&text);
            }
            TypeSpecifier::Record(r) => self.record(r),
            TypeSpecifier::Enum(e) => self.enumeration(e),
            TypeSpecifier::TypeofExpr(e) => self.list("typeof", |s| s.expr(e)),
            TypeSpecifier::TypeofType(t) => self.list("typeof", |s| s.type_name(t)),
            TypeSpecifier::Atomic(t) => self.list("atomic", |s| s.type_name(t)),
            TypeSpecifier::Auto => self.put("auto"),
            TypeSpecifier::Error => self.put("error"),
        }
    }

    fn record(&mut self, r: &RecordSpecifier<'_>) {
        let head = match r.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        self.list(head, |s| {
            if let Some(pack) = r.pragma_pack {
                s.put(format!("pack{pack}"));
            }
            s.attributes(&r.attributes);
            if let Some(tag) = r.tag {
                s.ident(tag);
            }
            let Some(members) = r.members else { return };
            s.put("{");
            for member in members {
                match member {
                    Member::StaticAssert(a) => s.static_assert(a),
                    Member::Fields {
                        specifiers,
                        declarators,
                    } => {
                        s.specifiers(specifiers);
                        for field in *declarators {
                            s.declarator(&field.declarator);
                            if let Some(width) = field.width {
                                s.put(":");
                                s.expr(width);
                            }
                        }
                        s.out.push(';');
                    }
                }
            }
            s.out.push('}');
        });
    }

    fn enumeration(&mut self, e: &EnumSpecifier<'_>) {
        self.list("enum", |s| {
            s.attributes(&e.attributes);
            if let Some(tag) = e.tag {
                s.ident(tag);
            }
            let Some(enumerators) = e.enumerators else {
                return;
            };
            s.put("{");
            for enumerator in enumerators {
                s.ident(enumerator.name);
                if let Some(value) = enumerator.value {
                    s.put("=");
                    s.expr(value);
                }
            }
            s.out.push('}');
        });
    }

    fn declarator(&mut self, d: &Declarator<'_>) {
        match d.name {
            Some(name) => self.ident(name),
            None if !d.derived.is_empty() => self.put("_"),
            None => {}
        }
        for derived in d.derived {
            match derived {
                Derived::Pointer { quals, attributes } => {
                    self.put("*");
                    self.quals(*quals);
                    self.attributes(attributes);
                }
                Derived::Array { length, quals, .. } => {
                    self.put("[");
                    self.quals(*quals);
                    match length {
                        ArrayLength::Unknown => {}
                        ArrayLength::Expr(e) => self.expr(e),
                        ArrayLength::Star => self.put("*"),
                    }
                    self.out.push(']');
                }
                Derived::Error => self.put("error"),
                Derived::Function(Parameters::Names(names)) => {
                    self.list("names", |s| names.iter().for_each(|n| s.ident(*n)));
                }
                Derived::Function(Parameters::Prototype { list, variadic }) => {
                    self.list("params", |s| {
                        for (i, parameter) in list.iter().enumerate() {
                            if i > 0 {
                                s.out.push(',');
                            }
                            s.specifiers(&parameter.specifiers);
                            s.declarator(&parameter.declarator);
                        }
                        if *variadic {
                            s.put("...");
                        }
                    });
                }
            }
        }
        self.attributes(&d.attributes);
    }

    fn type_name(&mut self, t: &TypeName<'_>) {
        self.put("<");
        self.specifiers(&t.specifiers);
        self.declarator(&t.declarator);
        self.out.push('>');
    }

    fn initializer(&mut self, init: &Initializer<'_>) {
        match init {
            Initializer::Expr(e) => self.expr(e),
            Initializer::List(list) => self.initializer_list(list),
        }
    }

    fn initializer_list(&mut self, list: &InitializerList<'_>) {
        self.put("{");
        for item in list.items {
            if !item.designators.is_empty() {
                self.designators(item.designators);
                self.put("=");
            }
            self.initializer(&item.value);
        }
        self.out.push('}');
    }

    fn designators(&mut self, path: &[Designator<'_>]) {
        for designator in path {
            match designator {
                Designator::Field(name) => {
                    let text = format!(".{}", &self.names[name.name]);
                    self.put(text);
                }
                Designator::Index(e) => {
                    self.put("[");
                    self.expr(e);
                    self.out.push(']');
                }
                Designator::Range(a, b) => {
                    self.put("[");
                    self.expr(a);
                    self.put("...");
                    self.expr(b);
                    self.out.push(']');
                }
            }
        }
    }

    fn expr(&mut self, e: &Expr<'_>) {
        match &e.kind {
            ExprKind::Int(value, program::IntKind::Int) => self.put(value.to_string()),
            ExprKind::Int(value, kind) => self.put(format!("{value}{kind:?}")),
            ExprKind::Float { bits, kind, .. } => self.put(program::float::to_text(*kind, *bits)),
            ExprKind::String(s) => self.put(format!("\"{}\"", s.bytes.escape_ascii())),
            ExprKind::Ident(name) => self.put(&self.names[*name]),
            ExprKind::Unary(op, a) => self.list(format!("{op:?}"), |s| s.expr(a)),
            ExprKind::Binary(op, a, b) => self.exprs(format!("{op:?}"), [*a, *b]),
            ExprKind::Assign(None, a, b) => self.exprs("=", [*a, *b]),
            ExprKind::Assign(Some(op), a, b) => self.exprs(format!("{op:?}="), [*a, *b]),
            ExprKind::Conditional(a, None, c) => self.exprs("?:", [*a, *c]),
            ExprKind::Conditional(a, Some(b), c) => self.exprs("?", [*a, *b, *c]),
            ExprKind::Comma(a, b) => self.exprs(",", [*a, *b]),
            ExprKind::Cast(t, a) => self.list("cast", |s| {
                s.type_name(t);
                s.expr(a);
            }),
            ExprKind::CompoundLiteral(t, list) => self.list("literal", |s| {
                s.type_name(t);
                s.initializer_list(list);
            }),
            ExprKind::Call(f, arguments) => self.list("call", |s| {
                s.expr(f);
                arguments.iter().for_each(|a| s.expr(a));
            }),
            ExprKind::Member(a, field) => self.list(".", |s| {
                s.expr(a);
                s.ident(*field);
            }),
            ExprKind::Arrow(a, field) => self.list("->", |s| {
                s.expr(a);
                s.ident(*field);
            }),
            ExprKind::Index(a, b) => self.exprs("index", [*a, *b]),
            ExprKind::SizeofExpr(a) => self.exprs("sizeof", [*a]),
            ExprKind::SizeofType(t) => self.list("sizeof", |s| s.type_name(t)),
            ExprKind::AlignofExpr { operand, preferred } => {
                self.exprs(if *preferred { "alignof'" } else { "alignof" }, [*operand]);
            }
            ExprKind::AlignofType { operand, preferred } => {
                let head = if *preferred { "alignof'" } else { "alignof" };
                self.list(head, |s| s.type_name(operand));
            }
            ExprKind::Statement(block) => self.list("do", |s| s.block(block)),
            ExprKind::LabelAddress(label) => self.list("&&", |s| s.ident(*label)),
            ExprKind::Generic(control, list) => self.list("generic", |s| {
                s.expr(control);
                for association in *list {
                    match association.ty {
                        Some(t) => s.type_name(t),
                        None => s.put("default"),
                    }
                    s.expr(association.value);
                }
            }),
            ExprKind::VaArg(a, t) => self.list("va_arg", |s| {
                s.expr(a);
                s.type_name(t);
            }),
            ExprKind::Offsetof(t, path) => self.list("offsetof", |s| {
                s.type_name(t);
                s.designators(path);
            }),
            ExprKind::TypesCompatible(a, b) => self.list("compatible", |s| {
                s.type_name(a);
                s.type_name(b);
            }),
            ExprKind::ChooseExpr(a, b, c) => self.exprs("choose", [*a, *b, *c]),
            ExprKind::ConvertVector(a, t) => self.list("convert", |s| {
                s.expr(a);
                s.type_name(t);
            }),
            ExprKind::Error => self.put("error"),
            ExprKind::Formal(_) => self.put("formal"),
        }
        if e.effects {
            self.out.push('!');
        }
    }

    fn exprs<'a, const N: usize>(&mut self, head: impl AsRef<str>, operands: [&'a Expr<'a>; N]) {
        self.list(head, |s| operands.iter().for_each(|e| s.expr(e)));
    }

    fn block(&mut self, block: &Block<'_>) {
        self.put("{");
        for statement in block.statements {
            self.statement(statement);
        }
        self.out.push('}');
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        match &statement.kind {
            StatementKind::Empty => self.put(";"),
            StatementKind::Expr(e) => self.expr(e),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Declaration(d) => self.declaration(d),
            StatementKind::StaticAssert(a) => self.static_assert(a),
            StatementKind::Function(f) => self.function(f),
            StatementKind::LocalLabels(labels) => {
                self.list("labels", |s| labels.iter().for_each(|l| s.ident(*l)));
            }
            StatementKind::Label(name) => {
                self.ident(*name);
                self.out.push(':');
            }
            StatementKind::Case(first, last) => {
                self.put("case");
                self.expr(first);
                if let Some(last) = last {
                    self.put("...");
                    self.expr(last);
                }
                self.out.push(':');
            }
            StatementKind::Default => self.put("default:"),
            StatementKind::If(condition, then, other) => self.list("if", |s| {
                s.expr(condition);
                s.statement(then);
                if let Some(other) = other {
                    s.statement(other);
                }
            }),
            StatementKind::Switch(value, body) => self.list("switch", |s| {
                s.expr(value);
                s.statement(body);
            }),
            StatementKind::While(condition, body) => self.list("while", |s| {
                s.expr(condition);
                s.statement(body);
            }),
            StatementKind::DoWhile(body, condition) => self.list("do-while", |s| {
                s.statement(body);
                s.expr(condition);
            }),
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => self.list("for", |s| {
                s.statement(init);
                for part in [condition, step] {
                    match part {
                        Some(e) => s.expr(e),
                        None => s.put("-"),
                    }
                }
                s.statement(body);
            }),
            StatementKind::Annotated(invariants, inner) => self.list("annotated", |s| {
                invariants.iter().for_each(|i| s.expr(i.condition));
                s.statement(inner);
            }),
            StatementKind::Assertions(clauses) => {
                for clause in *clauses {
                    self.list("assert", |s| s.expr(clause.condition));
                }
            }
            StatementKind::Invariant(i) => self.list("invariant", |s| s.expr(i.condition)),
            StatementKind::Goto(label) => self.list("goto", |s| s.ident(*label)),
            StatementKind::ComputedGoto(e) => self.list("goto", |s| s.expr(e)),
            StatementKind::Continue => self.put("continue"),
            StatementKind::Break => self.put("break"),
            StatementKind::Return(None) => self.put("return"),
            StatementKind::Return(Some(e)) => self.list("return", |s| s.expr(e)),
            StatementKind::Asm(asm) => self.list("asm", |s| {
                if asm.template.is_empty() {
                    s.put("barrier");
                }
                let operands = asm.outputs.iter().chain(asm.inputs);
                operands.for_each(|operand| s.expr(operand.value));
                asm.labels.iter().for_each(|l| s.ident(*l));
            }),
        }
    }
}

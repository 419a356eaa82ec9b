//! Text forms of types, expressions, places, operations and automata.
//!
//! Expressions print as C, with casts spelled out; the text is for people and
//! for expectation tests.

use crate::cfa::{Callee, Cfa, Edge, Op, Storage};
use crate::expr::{BinaryOp, Expr, Place, Query, UnaryOp};
use crate::float;
use crate::ids::{ExprId, FunctionId, PlaceId, TypeId, VarId};
use crate::logical::{Logical, bound_name};
use crate::program::{Function, Initial, Program, VarKind};
use crate::source::Span;
use crate::types::{ArrayLength, QualType, Type};
use std::fmt::{self, Display, Write};

/// Something of a program, ready to be printed.
pub struct Shown<'a, T> {
    program: &'a Program,
    item: T,
}

impl Program {
    pub fn show<T>(&self, item: T) -> Shown<'_, T>
    where
        for<'a> Shown<'a, T>: Display,
    {
        Shown {
            program: self,
            item,
        }
    }

    /// A declaration of `name` (which may be empty) with the given type, in C.
    pub fn declaration(&self, ty: QualType, name: &str) -> String {
        declaration(self, ty, name.to_owned())
    }
}

// Types.

fn declaration(p: &Program, ty: QualType, inner: String) -> String {
    // C declarators read inside out: pointers bind looser than what follows.
    let mut quals = String::new();
    for q in ty.quals.names() {
        quals.push_str(q);
        quals.push(' ');
    }
    let base = |name: &str| {
        let mut text = quals.clone();
        text.push_str(name);
        if !inner.is_empty() {
            text.push(' ');
            text.push_str(&inner);
        }
        text
    };
    match p.types.get(ty.ty) {
        Type::Error => base("<error>"),
        Type::Void => base("void"),
        Type::Int(k) => base(k.name()),
        Type::Float(k) => base(k.name()),
        Type::Complex(k) => base(&format!("_Complex {}", k.name())),
        Type::Vector { element, length } => {
            base(&format!("{} __vector({length})", p.show(element)))
        }
        Type::Record(id) => {
            let r = p.types.record(id);
            let tag = r.tag.map_or("<anonymous>", |t| &p.names[t]);
            base(&format!("{} {tag}", r.kind.keyword()))
        }
        Type::Enum(id) => {
            let tag = p.types.enumeration(id).tag;
            base(&format!(
                "enum {}",
                tag.map_or("<anonymous>", |t| &p.names[t])
            ))
        }
        Type::Pointer(to) => {
            let needs_parens = matches!(p.types.get(to.ty), Type::Array { .. } | Type::Function(_));
            let star = format!("*{quals}{inner}");
            let star = if needs_parens {
                format!("({star})")
            } else {
                star
            };
            declaration(p, to, star)
        }
        Type::Array { element, length } => {
            let length = match length {
                ArrayLength::Fixed(n) => n.to_string(),
                ArrayLength::Unknown => String::new(),
                ArrayLength::Variable(v) => p.show(v).to_string(),
            };
            declaration(p, element.with(ty.quals), format!("{inner}[{length}]"))
        }
        Type::Function(id) => {
            let s = p.types.signature(id);
            let mut list: Vec<String> = s
                .parameters
                .iter()
                .map(|t| declaration(p, *t, String::new()))
                .collect();
            if s.variadic {
                list.push("...".into());
            } else if s.prototype && list.is_empty() {
                list.push("void".into());
            }
            declaration(p, s.result, format!("{inner}({})", list.join(", ")))
        }
    }
}

impl Display for Shown<'_, TypeId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.declaration(QualType::plain(self.item), ""))
    }
}

impl Display for Shown<'_, QualType> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.declaration(self.item, ""))
    }
}

// Expressions. A number tells how tightly the context binds.

const LOOSE: u8 = 0;
const UNARY: u8 = 11;
const POSTFIX: u8 = 12;

fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Or => 1,
        Xor => 2,
        And => 3,
        Eq | Ne => 4,
        Lt | Le => 5,
        Shl | Shr => 6,
        Add | Sub | PointerAdd | PointerDiff => 7,
        Mul | Div | Rem => 8,
    }
}

struct Printer<'a, 'f, 'b> {
    p: &'a Program,
    f: &'f mut fmt::Formatter<'b>,
    /// Variables of other functions are told apart from this one's.
    home: Option<FunctionId>,
    /// The types of the variables bound around, the outermost first.
    binders: Vec<TypeId>,
}

impl<'a, 'f, 'b> Printer<'a, 'f, 'b> {
    fn new(p: &'a Program, f: &'f mut fmt::Formatter<'b>, home: Option<FunctionId>) -> Self {
        Printer {
            p,
            f,
            home,
            binders: Vec::new(),
        }
    }

    fn expr(&mut self, id: ExprId, context: u8) -> fmt::Result {
        let exprs = &self.p.exprs;
        let ty = exprs.ty(id);
        let own = match exprs.get(id) {
            Expr::Binary(op, ..) => precedence(op),
            Expr::Unary(..) | Expr::Address(_) | Expr::Cast(_) => UNARY,
            Expr::Int(v) if v < 0 || self.p.types.is_pointer(ty) => UNARY,
            Expr::Load(place) => return self.place(place, context),
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) | Expr::Query(_) => {
                POSTFIX
            }
            Expr::Logical(Logical::Quantified(..)) => LOOSE,
            Expr::Logical(_) => POSTFIX,
        };
        if own < context {
            self.f.write_char('(')?;
        }
        match exprs.get(id) {
            Expr::Int(v) => self.int(v, ty)?,
            Expr::Float(bits) => match self.p.types.float_kind(ty) {
                Some(k) => self.f.write_str(&float::to_text(k, bits))?,
                None => write!(self.f, "{bits:#x}")?,
            },
            Expr::Zero => self.f.write_str("{0}")?,
            Expr::Function(function) => write!(self.f, "{}", self.p.show(function))?,
            Expr::Load(_) => {}
            Expr::Query(query) => self.query(query)?,
            Expr::Logical(logical) => self.logical(logical)?,
            Expr::Address(place) => {
                self.f.write_char('&')?;
                self.place(place, UNARY)?;
            }
            Expr::Unary(op, a) => {
                self.f.write_str(match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                })?;
                self.expr(a, POSTFIX)?;
            }
            Expr::Cast(a) => {
                write!(self.f, "({})", self.p.show(ty))?;
                self.expr(a, UNARY)?;
            }
            Expr::Binary(op, a, b) => {
                self.expr(a, own)?;
                write!(self.f, " {} ", op.symbol())?;
                match op {
                    BinaryOp::PointerAdd => self.count(b, own + 1)?,
                    _ => self.expr(b, own + 1)?,
                }
            }
        }
        if own < context {
            self.f.write_char(')')?;
        }
        Ok(())
    }

    fn query(&mut self, query: Query) -> fmt::Result {
        let (name, place, expr) = match query {
            Query::Readable(p) => ("readable", Some(p), None),
            Query::Writable(p) => ("writable", Some(p), None),
            Query::Freeable(e) => ("freeable", None, Some(e)),
            Query::Callable(e) => ("callable", None, Some(e)),
            Query::Allocated(e) => ("allocated", None, Some(e)),
            Query::Tracked => ("tracked", None, None),
            Query::Released => ("released", None, None),
        };
        write!(self.f, "{name}(")?;
        if let Some(place) = place {
            self.place(place, 0)?;
        }
        if let Some(expr) = expr {
            self.expr(expr, 0)?;
        }
        self.f.write_char(')')
    }

    fn logical(&mut self, logical: Logical) -> fmt::Result {
        match logical {
            Logical::Bound(n) => {
                let outside = self.binders.len().checked_sub(n as usize + 1);
                match outside {
                    Some(i) => {
                        let is_pointer = self.p.types.is_pointer(self.binders[i]);
                        self.f.write_str(&bound_name(is_pointer, i))
                    }
                    None => write!(self.f, "\\bound({n})"),
                }
            }
            Logical::Quantified(quantifier, ty, body) => {
                self.f.write_str(quantifier.keyword())?;
                self.f.write_char(' ')?;
                self.bind(ty)?;
                self.f.write_str("; ")?;
                self.expr(body, LOOSE)?;
                self.binders.pop();
                Ok(())
            }
            Logical::Closure { step, from, to } => {
                let ty = self.p.exprs.ty(from);
                self.f.write_str("\\closure(")?;
                self.bind(ty)?;
                self.f.write_str(", ")?;
                self.bind(ty)?;
                self.f.write_str("; ")?;
                self.expr(step, LOOSE)?;
                self.binders.truncate(self.binders.len() - 2);
                self.f.write_str(")(")?;
                self.expr(from, LOOSE)?;
                self.f.write_str(", ")?;
                self.expr(to, LOOSE)?;
                self.f.write_char(')')
            }
            Logical::AtEntry(e) => {
                self.f.write_str("\\old(")?;
                self.expr(e, LOOSE)?;
                self.f.write_char(')')
            }
        }
    }

    /// The declaration of a variable that is bound from here on.
    fn bind(&mut self, ty: TypeId) -> fmt::Result {
        let name = bound_name(self.p.types.is_pointer(ty), self.binders.len());
        self.binders.push(ty);
        let declared = self.p.declaration(QualType::plain(ty), &name);
        self.f.write_str(&declared)
    }

    /// A number of elements, whose type is always the same.
    fn count(&mut self, id: ExprId, context: u8) -> fmt::Result {
        match self.p.exprs.int_value(id) {
            Some(n) if n >= 0 => write!(self.f, "{n}"),
            _ => self.expr(id, context),
        }
    }

    fn int(&mut self, value: i128, ty: TypeId) -> fmt::Result {
        use crate::model::IntKind::*;
        if self.p.types.is_pointer(ty) {
            return match value {
                0 => self.f.write_str("NULL"),
                _ => write!(self.f, "({}){value:#x}", self.p.show(ty)),
            };
        }
        let suffix = match self.p.types.int_kind(ty) {
            Some(UInt) => "u",
            Some(Long) => "l",
            Some(ULong) => "ul",
            Some(LongLong) => "ll",
            Some(ULongLong) => "ull",
            Some(UInt128) => return write!(self.f, "{}", value as u128),
            _ => "",
        };
        write!(self.f, "{value}{suffix}")
    }

    fn place(&mut self, id: PlaceId, context: u8) -> fmt::Result {
        let exprs = &self.p.exprs;
        match exprs.place(id) {
            Place::Var(v) => {
                let owner = self.p.vars[v].function;
                match self.home.and(owner).filter(|_| owner != self.home) {
                    Some(owner) => write!(self.f, "{}::{}", self.p.show(owner), self.p.show(v)),
                    None => write!(self.f, "{}", self.p.show(v)),
                }
            }
            Place::Deref(e) => {
                if context > UNARY {
                    self.f.write_char('(')?;
                }
                self.f.write_char('*')?;
                self.expr(e, UNARY)?;
                if context > UNARY {
                    self.f.write_char(')')?;
                }
                Ok(())
            }
            Place::Field(base, index) => {
                let ty = exprs.place_ty(base);
                match exprs.place(base) {
                    Place::Deref(e) => {
                        self.expr(e, POSTFIX)?;
                        self.f.write_str("->")?;
                    }
                    _ => {
                        self.place(base, POSTFIX)?;
                        self.f.write_char('.')?;
                    }
                }
                match self.p.types.fields(ty).get(index as usize) {
                    Some(field) => match field.name {
                        Some(n) => self.f.write_str(&self.p.names[n]),
                        None => write!(self.f, "<{index}>"),
                    },
                    None => self
                        .f
                        .write_str(if index == 0 { "__real__" } else { "__imag__" }),
                }
            }
            Place::Index(base, index) => {
                self.place(base, POSTFIX)?;
                self.f.write_char('[')?;
                self.count(index, LOOSE)?;
                self.f.write_char(']')
            }
        }
    }
}

impl Display for Shown<'_, ExprId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(self.program, f, None).expr(self.item, LOOSE)
    }
}

/// As seen from a function: `x` is its own or the program's, `g::x` another one's.
impl Display for Shown<'_, (FunctionId, ExprId)> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (home, expr) = self.item;
        Printer::new(self.program, f, Some(home)).expr(expr, LOOSE)
    }
}

/// An expression inside of binders of variables of these types, the outermost first.
pub struct Inside<'a> {
    pub home: Option<FunctionId>,
    pub binders: &'a [TypeId],
    pub expr: ExprId,
}

impl Display for Shown<'_, Inside<'_>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(self.program, f, self.item.home);
        printer.binders.extend_from_slice(self.item.binders);
        printer.expr(self.item.expr, LOOSE)
    }
}

impl Display for Shown<'_, PlaceId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(self.program, f, None).place(self.item, LOOSE)
    }
}

impl Display for Shown<'_, VarId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let var = &self.program.vars[self.item];
        match (&var.kind, &var.initial) {
            (VarKind::Literal, Initial::Bytes(bytes)) => {
                let text = bytes.strip_suffix(b"\0").unwrap_or(bytes);
                write!(f, "\"{}\"", text.escape_ascii())
            }
            _ => {
                f.write_str(&self.program.names[var.name])?;
                match var.shadow {
                    0 => Ok(()),
                    // No C identifier contains a dot.
                    n => write!(f, ".{n}"),
                }
            }
        }
    }
}

impl Display for Shown<'_, FunctionId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = &self.program.functions[self.item];
        f.write_str(&self.program.names[function.name])
    }
}

// Operations and automata.

impl Display for Shown<'_, &Op> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.program;
        let variables = |f: &mut fmt::Formatter<'_>, list: &[VarId]| {
            for (i, &v) in list.iter().enumerate() {
                let separator = if i == 0 { " " } else { ", " };
                write!(f, "{separator}{}", p.show(v))?;
            }
            Ok(())
        };
        match self.item {
            Op::Skip => f.write_str("skip"),
            Op::Assume {
                condition,
                taken: true,
            } => write!(f, "assume {}", p.show(*condition)),
            Op::Assume {
                condition,
                taken: false,
            } => write!(f, "assume !({})", p.show(*condition)),
            Op::Assign { to, value } => write!(f, "{} = {}", p.show(*to), p.show(*value)),
            Op::Havoc { place } => write!(f, "havoc {}", p.show(*place)),
            Op::Call(call) => {
                if let Some(result) = call.result {
                    write!(f, "{} = ", p.show(result))?;
                }
                match call.callee {
                    Callee::Direct(function) => write!(f, "{}", p.show(function))?,
                    Callee::Indirect(pointer) => write!(f, "(*{})", p.show(pointer))?,
                }
                f.write_char('(')?;
                for (i, &a) in call.arguments.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}{}", p.show(a))?;
                }
                f.write_char(')')
            }
            Op::Return { value: None } => f.write_str("return"),
            Op::Return { value: Some(e) } => write!(f, "return {}", p.show(*e)),
            Op::Alloc { to, size, storage } => {
                let kind = match storage {
                    Storage::Heap => "heap",
                    Storage::Frame => "frame",
                    Storage::Scope(_) => "scope",
                };
                write!(f, "{} = alloc {kind} {}", p.show(*to), p.show(*size))
            }
            Op::Free { pointer } => write!(f, "free {}", p.show(*pointer)),
            Op::Enter { variables: list } => {
                f.write_str("enter")?;
                variables(f, list)
            }
            Op::Exit { variables: list } => {
                f.write_str("exit")?;
                variables(f, list)
            }
            Op::VaStart { list } => write!(f, "va_start {}", p.show(*list)),
            Op::VaArg { to, list } => write!(f, "{} = va_arg {}", p.show(*to), p.show(*list)),
            Op::VaCopy { to, from } => write!(f, "va_copy {}, {}", p.show(*to), p.show(*from)),
            Op::VaEnd { list } => write!(f, "va_end {}", p.show(*list)),
            Op::Unsupported { what } => write!(f, "unsupported {}", &p.names[*what]),
        }
    }
}

/// `file:line` of a span, or nothing.
impl Display for Shown<'_, Span> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.program.sources.position(self.item) {
            Some(at) => write!(f, "{}:{}", at.file, at.line),
            None => Ok(()),
        }
    }
}

impl Display for Shown<'_, &Function> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p, function) = (self.program, self.item);
        let head = match p.types.signature_of(function.declared) {
            Some(s)
                if s.parameters.len() == function.parameters.len() && function.body.is_some() =>
            {
                let list: Vec<_> = function
                    .parameters
                    .iter()
                    .map(|&v| p.declaration(p.vars[v].declared, &p.names[p.vars[v].name]))
                    .chain(s.variadic.then(|| "...".to_owned()))
                    .collect();
                let list = if list.is_empty() {
                    "void".into()
                } else {
                    list.join(", ")
                };
                p.declaration(s.result, &format!("{}({list})", &p.names[function.name]))
            }
            _ => p.declaration(QualType::plain(function.declared), &p.names[function.name]),
        };
        match &function.body {
            None => writeln!(f, "function {head};"),
            Some(cfa) => {
                writeln!(f, "function {head}  // {}", p.show(function.span))?;
                fmt_cfa(p, cfa, f)
            }
        }
    }
}

fn fmt_cfa(p: &Program, cfa: &Cfa, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut labels = cfa.labels().iter().peekable();
    for at in cfa.locations() {
        write!(f, "{at:?}:")?;
        while let Some((_, name)) = labels.next_if(|(l, _)| *l == at) {
            write!(f, " {}:", &p.names[*name])?;
        }
        if cfa.is_loop_head(at) {
            f.write_str(" (loop)")?;
        }
        if cfa.exit() == Some(at) {
            f.write_str(" (exit)")?;
        }
        writeln!(f)?;
        for Edge { to, op, span, .. } in cfa.leaving(at) {
            write!(f, "  {} -> {to:?}", p.show(op))?;
            match p.sources.position(*span) {
                Some(position) => writeln!(f, "  // {}", position.line)?,
                None => writeln!(f)?,
            }
        }
    }
    Ok(())
}

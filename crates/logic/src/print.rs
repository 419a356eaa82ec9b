//! Formulae as text. [`Logic::parse`](crate::Logic::parse) reads the same text.
//!
//! Casts are spelled out, as everywhere in the house, and constants carry their
//! type where the digits alone would be read with another one.

use crate::Logic;
use crate::formula::{Comparison, Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use program::display::Inside;
use program::logical::bound_name;
use program::{
    BinaryOp, Expr, ExprId, FloatKind, FunctionId, IntKind, Place, Program, QualType, TypeId,
    UnaryOp, float,
};
use std::fmt::{self, Write};

/// Something of a logic, ready to be printed.
pub struct Shown<'a, T> {
    logic: &'a Logic,
    program: &'a Program,
    item: T,
    plain: Option<Plain>,
}

/// What need not be said.
#[derive(Clone, Copy)]
struct Plain {
    /// When it is.
    time: Time,
    /// Whose variables are meant.
    home: Option<FunctionId>,
}

impl Logic {
    pub fn show<'a>(&'a self, program: &'a Program, item: FormulaId) -> Shown<'a, FormulaId> {
        Shown {
            logic: self,
            program,
            item,
            plain: None,
        }
    }

    /// The formula as it reads at a time, in the words of C. With a function, it can be
    /// read again in that function's scope, as being about the time of what has none.
    pub fn show_plain<'a>(
        &'a self,
        program: &'a Program,
        item: FormulaId,
        time: Time,
        home: Option<FunctionId>,
    ) -> Shown<'a, FormulaId> {
        Shown {
            logic: self,
            program,
            item,
            plain: Some(Plain { time, home }),
        }
    }

    pub fn show_term<'a>(&'a self, program: &'a Program, item: TermId) -> Shown<'a, TermId> {
        Shown {
            logic: self,
            program,
            item,
            plain: None,
        }
    }
}

// How tightly a context binds. Connectives bind looser than all of C's operators.

pub(crate) const IFF: u8 = 0;
pub(crate) const OR: u8 = 1;
pub(crate) const AND: u8 = 2;
pub(crate) const COMPARED: u8 = 7;
pub(crate) const UNARY: u8 = 14;

pub(crate) fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::*;
    match op {
        Or => 3,
        Xor => 4,
        And => 5,
        Eq | Ne => 6,
        Lt | Le => COMPARED,
        Shl | Shr => 8,
        Add | Sub | PointerAdd | PointerDiff => 9,
        Mul | Div | Rem => 10,
    }
}

impl fmt::Display for Shown<'_, FormulaId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            logic: self.logic,
            program: self.program,
            plain: self.plain,
            binders: Vec::new(),
            f,
        };
        printer.formula(self.item, IFF)
    }
}

impl fmt::Display for Shown<'_, TermId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            logic: self.logic,
            program: self.program,
            plain: self.plain,
            binders: Vec::new(),
            f,
        };
        printer.term(self.item, IFF)
    }
}

struct Printer<'a, 'f, 'b> {
    logic: &'a Logic,
    program: &'a Program,
    plain: Option<Plain>,
    /// The types of the variables bound around, the outermost first.
    binders: Vec<TypeId>,
    f: &'f mut fmt::Formatter<'b>,
}

impl Printer<'_, '_, '_> {
    fn inside(
        &mut self,
        own: u8,
        context: u8,
        body: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        if own < context {
            self.f.write_char('(')?;
        }
        body(self)?;
        if own < context {
            self.f.write_char(')')?;
        }
        Ok(())
    }

    fn formula(&mut self, id: FormulaId, context: u8) -> fmt::Result {
        match self.logic.formula(id).clone() {
            Formula::True => self.f.write_str("true"),
            Formula::False => self.f.write_str("false"),
            Formula::Compare(op, a, b) => self.comparison(op.operator(), a, b, context),
            Formula::Not(of) => match *self.logic.formula(of) {
                Formula::Compare(Comparison::Eq, a, b) => {
                    self.comparison(BinaryOp::Ne, a, b, context)
                }
                _ => {
                    self.f.write_char('!')?;
                    self.formula(of, UNARY)
                }
            },
            Formula::And(parts) => self.list(&parts, " && ", AND, context),
            Formula::Or(parts) => self.list(&parts, " || ", OR, context),
            Formula::Iff(a, b) => self.inside(IFF, context, |p| {
                p.formula(a, OR)?;
                p.f.write_str(" <=> ")?;
                p.formula(b, OR)
            }),
            Formula::Quantified(quantifier, ty, body) => self.inside(IFF, context, |p| {
                write!(p.f, "{} ", quantifier.keyword())?;
                p.bind(ty)?;
                p.f.write_str("; ")?;
                p.formula(body, IFF)?;
                p.binders.pop();
                Ok(())
            }),
            Formula::Closure { step, from, to } => {
                let ty = self.logic.ty(from);
                self.f.write_str("\\closure(")?;
                self.bind(ty)?;
                self.f.write_str(", ")?;
                self.bind(ty)?;
                self.f.write_str("; ")?;
                self.formula(step, IFF)?;
                self.binders.truncate(self.binders.len() - 2);
                self.f.write_str(")(")?;
                self.term(from, IFF)?;
                self.f.write_str(", ")?;
                self.term(to, IFF)?;
                self.f.write_char(')')
            }
        }
    }

    /// The declaration of a variable that is bound from here on.
    fn bind(&mut self, ty: TypeId) -> fmt::Result {
        let name = bound_name(self.program.types.is_pointer(ty), self.binders.len());
        self.binders.push(ty);
        let declared = self.program.declaration(QualType::plain(ty), &name);
        self.f.write_str(&declared)
    }

    fn list(&mut self, parts: &[FormulaId], sign: &str, own: u8, context: u8) -> fmt::Result {
        self.inside(own, context, |p| {
            for (i, &part) in parts.iter().enumerate() {
                if i > 0 {
                    p.f.write_str(sign)?;
                }
                p.formula(part, own + 1)?;
            }
            Ok(())
        })
    }

    fn comparison(&mut self, op: BinaryOp, a: TermId, b: TermId, context: u8) -> fmt::Result {
        let own = precedence(op);
        // The constant on the right, as people write it.
        let constant = |t| self.logic.constant(t).is_some();
        let exchanged = self.plain.is_some() && constant(a) && !constant(b);
        let (a, sign, b) = match (exchanged, op) {
            (true, BinaryOp::Lt) => (b, ">", a),
            (true, BinaryOp::Le) => (b, ">=", a),
            _ => (a, op.symbol(), b),
        };
        // A pointer that is compared says what kind of null is meant.
        let is_pointer = self.program.types.is_pointer(self.logic.ty(b));
        let is_null = is_pointer && self.logic.constant(b) == Some(0);
        let untyped = self.plain.is_some() && matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        self.inside(own, context, |p| {
            p.term(a, own + 1)?;
            write!(p.f, " {sign} ")?;
            match is_null && untyped {
                true => p.f.write_str("NULL"),
                false => p.term(b, own + 1),
            }
        })
    }

    /// An expression of the program, with its time if that has to be said.
    fn at(&mut self, time: Time, expr: ExprId, context: u8) -> fmt::Result {
        let simple = match self.program.exprs.get(expr) {
            Expr::Load(place) => !matches!(self.program.exprs.place(place), Place::Deref(_)),
            Expr::Query(_) => true,
            _ => false,
        };
        let plain = self.plain.filter(|plain| plain.time == time);
        let shown = Inside {
            home: plain.and_then(|plain| plain.home),
            binders: &self.binders,
            expr,
        };
        let text = self.program.show(shown).to_string();
        match (simple, plain) {
            (true, Some(_)) => self.f.write_str(&text),
            (true, None) => write!(self.f, "{text}{time}"),
            (false, Some(_)) => self.inside(UNARY, context, |p| p.f.write_str(&text)),
            (false, None) => write!(self.f, "({text}){time}"),
        }
    }

    fn term(&mut self, id: TermId, context: u8) -> fmt::Result {
        let ty = self.logic.ty(id);
        match self.logic.term(id) {
            Term::Int(value) => self.int(value, ty, context),
            Term::Float(bits) => self.float(bits, ty),
            Term::Function(function) => write!(self.f, "{}", self.program.show(function)),
            Term::At(time, expr) => self.at(time, expr, context),
            Term::Bound(n) => match self.binders.len().checked_sub(n as usize + 1) {
                Some(i) => {
                    let is_pointer = self.program.types.is_pointer(self.binders[i]);
                    self.f.write_str(&bound_name(is_pointer, i))
                }
                None => write!(self.f, "\\bound({n})"),
            },
            Term::Truth(formula) => {
                self.f.write_char('(')?;
                self.formula(formula, IFF)?;
                self.f.write_char(')')
            }
            Term::Unary(op, a) => self.inside(UNARY, context, |p| {
                p.f.write_str(match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                })?;
                // A minus before digits would be part of the number.
                match p.logic.constant(a) {
                    Some(_) => p.parenthesised(a),
                    None => p.term(a, UNARY + 1),
                }
            }),
            Term::Cast(a) => self.inside(UNARY, context, |p| {
                write!(p.f, "({})", p.program.show(ty))?;
                p.term(a, UNARY)
            }),
            Term::Binary(op, a, b) if op.is_comparison() => self.comparison(op, a, b, context),
            Term::Binary(op, a, b) => {
                let own = precedence(op);
                self.inside(own, context, |p| {
                    p.term(a, own)?;
                    write!(p.f, " {} ", op.symbol())?;
                    p.term(b, own + 1)
                })
            }
        }
    }

    fn parenthesised(&mut self, id: TermId) -> fmt::Result {
        self.f.write_char('(')?;
        self.term(id, IFF)?;
        self.f.write_char(')')
    }

    fn int(&mut self, value: i128, ty: TypeId, context: u8) -> fmt::Result {
        let types = &self.program.types;
        let Some(kind) = types.int_kind(ty) else {
            return match value == 0 && ty == types.common.void_ptr {
                true => self.f.write_str("NULL"),
                false => self.inside(UNARY, context, |p| {
                    write!(p.f, "({}){}", p.program.show(ty), value as u128)
                }),
            };
        };
        let suffix = match kind {
            IntKind::UInt => "u",
            IntKind::Long => "l",
            IntKind::ULong => "ul",
            IntKind::LongLong => "ll",
            IntKind::ULongLong => "ull",
            _ => "",
        };
        let plain = kind == IntKind::Int || !suffix.is_empty();
        self.inside(if plain { UNARY + 1 } else { UNARY }, context, |p| {
            if !plain {
                write!(p.f, "({})", p.program.show(ty))?;
            }
            match kind {
                IntKind::UInt128 => write!(p.f, "{}", value as u128),
                _ => write!(p.f, "{value}{suffix}"),
            }
        })
    }

    fn float(&mut self, bits: u128, ty: TypeId) -> fmt::Result {
        let kind = self.program.types.float_kind(ty);
        let kind = kind.map_or(FloatKind::Double, FloatKind::format);
        let suffix = match kind {
            FloatKind::Double => Some(""),
            FloatKind::Float => Some("f"),
            FloatKind::LongDouble => Some("l"),
            _ => None,
        };
        // Only what is read back to the bit is written in decimals.
        let text = float::to_text(kind, bits);
        let decimal = text.starts_with(|c: char| c.is_ascii_digit())
            && text.contains(['.', 'e', 'E'])
            && float::parse(kind, &text) == Some(bits);
        match (suffix, decimal) {
            (Some(suffix), true) => write!(self.f, "{text}{suffix}"),
            _ => write!(self.f, "__bits({}, {bits:#x})", self.program.show(ty)),
        }
    }
}

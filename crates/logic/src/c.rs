//! Formulae as C expressions, as far as C can say them: over one time, and so that
//! C's own promotions give every operation the type that it has here.

use crate::Logic;
use crate::formula::{Comparison, Formula, FormulaId};
use crate::term::{Term, TermId, Time};
use program::{
    BinaryOp, Expr, FloatKind, IntKind, Place, PlaceId, Program, Type, TypeId, UnaryOp, VarId,
    float,
};

impl Logic {
    /// The formula over the state at a time; None if C, or `name`, cannot say it.
    /// What is behind pointers is not said.
    pub fn to_c(
        &self,
        program: &Program,
        id: FormulaId,
        time: Time,
        name: &dyn Fn(VarId) -> Option<String>,
    ) -> Option<String> {
        let writer = Writer {
            logic: self,
            program,
            time,
            name,
        };
        writer.formula(id)
    }
}

struct Writer<'a> {
    logic: &'a Logic,
    program: &'a Program,
    time: Time,
    name: &'a dyn Fn(VarId) -> Option<String>,
}

impl Writer<'_> {
    fn formula(&self, id: FormulaId) -> Option<String> {
        Some(match self.logic.formula(id) {
            Formula::True => "1".into(),
            Formula::False => "0".into(),
            Formula::Compare(op, a, b) => self.comparison(op.operator(), *a, *b)?,
            Formula::Not(of) => match *self.logic.formula(*of) {
                Formula::Compare(Comparison::Eq, a, b) => self.comparison(BinaryOp::Ne, a, b)?,
                _ => format!("!({})", self.formula(*of)?),
            },
            Formula::And(parts) => self.list(parts, " && ")?,
            Formula::Or(parts) => self.list(parts, " || ")?,
            Formula::Iff(a, b) => {
                format!("!({}) == !({})", self.formula(*a)?, self.formula(*b)?)
            }
            Formula::Quantified(..) | Formula::Closure { .. } => return None,
        })
    }

    fn list(&self, parts: &[FormulaId], sign: &str) -> Option<String> {
        let parts = parts.iter().map(|&part| {
            let text = self.formula(part)?;
            Some(format!("({text})"))
        });
        Some(parts.collect::<Option<Vec<_>>>()?.join(sign))
    }

    fn comparison(&self, op: BinaryOp, a: TermId, b: TermId) -> Option<String> {
        let (x, y) = (self.term(a)?, self.term(b)?);
        // The constant on the right, as people write it.
        let exchanged = match op {
            BinaryOp::Lt => ">",
            BinaryOp::Le => ">=",
            _ => op.symbol(),
        };
        let constant = |t| self.logic.constant(t).is_some();
        Some(match constant(a) && !constant(b) {
            true => format!("{y} {exchanged} {x}"),
            false => format!("{x} {} {y}", op.symbol()),
        })
    }

    /// Text of the term's type, or of a type that it is promoted to, with its value.
    fn term(&self, id: TermId) -> Option<String> {
        let ty = self.logic.ty(id);
        match self.logic.term(id) {
            Term::Int(value) => self.int(value, ty),
            Term::Float(bits) => self.float(bits, ty),
            Term::Function(_) | Term::Bound(_) => None,
            Term::Truth(formula) => Some(format!("({})", self.formula(formula)?)),
            Term::At(time, expr) if time == self.time => match self.program.exprs.get(expr) {
                Expr::Load(place) => self.load(place),
                _ => None,
            },
            Term::At(..) => None,
            Term::Unary(op, a) => {
                let sign = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                };
                self.narrowed(format!("({sign}{})", self.term(a)?), ty)
            }
            Term::Binary(op, a, b) if op.is_comparison() => {
                Some(format!("({})", self.comparison(op, a, b)?))
            }
            Term::Binary(BinaryOp::PointerAdd | BinaryOp::PointerDiff, ..) => None,
            Term::Binary(op, a, b) => {
                let text = format!("({} {} {})", self.term(a)?, op.symbol(), self.term(b)?);
                self.narrowed(text, ty)
            }
            Term::Cast(a) => {
                let from = self.logic.ty(a);
                if !self.program.types.is_arithmetic(from) {
                    return None;
                }
                let text = self.term(a)?;
                Some(format!("(({}){text})", self.keyword(ty)?))
            }
        }
    }

    /// What C computes with `int` where the operation here is on a smaller type.
    fn narrowed(&self, text: String, ty: TypeId) -> Option<String> {
        match self.program.types.get(ty) {
            Type::Int(kind) if kind.rank() < IntKind::Int.rank() => {
                Some(format!("(({}){text})", self.keyword(ty)?))
            }
            Type::Int(_) | Type::Float(_) => Some(text),
            _ => None,
        }
    }

    /// A type that has a name everywhere.
    fn keyword(&self, ty: TypeId) -> Option<String> {
        match self.program.types.get(ty) {
            Type::Int(IntKind::Int128 | IntKind::UInt128) => None,
            Type::Int(_) => Some(self.program.show(ty).to_string()),
            Type::Float(FloatKind::Float | FloatKind::Double | FloatKind::LongDouble) => {
                Some(self.program.show(ty).to_string())
            }
            _ => None,
        }
    }

    fn int(&self, value: i128, ty: TypeId) -> Option<String> {
        let types = &self.program.types;
        let Some(kind) = types.int_kind(ty) else {
            return (value == 0 && types.is_pointer(ty)).then(|| "0".to_owned());
        };
        let suffix = match kind {
            IntKind::UInt => "U",
            IntKind::Long => "L",
            IntKind::ULong => "UL",
            IntKind::LongLong => "LL",
            IntKind::ULongLong => "ULL",
            IntKind::Int128 | IntKind::UInt128 => return None,
            IntKind::Bool
            | IntKind::Char
            | IntKind::SChar
            | IntKind::UChar
            | IntKind::Short
            | IntKind::UShort
            | IntKind::Int => "",
        };
        let (bits, signed) = (self.program.model().int_bits(kind), kind.is_signed());
        // The least number is no constant.
        let least = signed && kind.rank() >= IntKind::Int.rank() && value == -1i128 << (bits - 1);
        Some(match (least, value < 0) {
            (true, _) => format!("({}{suffix} - 1)", value + 1),
            (false, true) => format!("({value}{suffix})"),
            (false, false) => format!("{value}{suffix}"),
        })
    }

    fn float(&self, bits: u128, ty: TypeId) -> Option<String> {
        let kind = self.program.types.float_kind(ty)?;
        let suffix = match kind {
            FloatKind::Double => "",
            FloatKind::Float => "f",
            FloatKind::LongDouble => "L",
            _ => return None,
        };
        let text = float::to_text(kind, bits);
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.as_str()),
        };
        let mut read = float::parse(kind, digits)?;
        if !sign.is_empty() {
            read = float::negate(kind, read);
        }
        let decimal =
            digits.starts_with(|c: char| c.is_ascii_digit()) && digits.contains(['.', 'e', 'E']);
        (decimal && read == bits).then(|| format!("({sign}{digits}{suffix})"))
    }

    fn load(&self, place: PlaceId) -> Option<String> {
        let ty = self.program.exprs.place_ty(place);
        let text = self.place(place)?;
        if !self.program.types.is_scalar(ty) {
            return None;
        }
        // A bit-field is promoted by its width, not by its type.
        if let Place::Field(base, i) = self.program.exprs.place(place) {
            let base = self.program.exprs.place_ty(base);
            let field = self.program.types.fields(base).get(i as usize)?;
            if field.bits.is_some() {
                return Some(format!("(({}){text})", self.keyword(ty)?));
            }
        }
        Some(text)
    }

    fn place(&self, place: PlaceId) -> Option<String> {
        let exprs = &self.program.exprs;
        match exprs.place(place) {
            Place::Var(var) => (self.name)(var),
            Place::Deref(_) => None,
            Place::Field(base, i) => {
                let text = self.place(base)?;
                let fields = self.program.types.fields(exprs.place_ty(base));
                // The members of an anonymous structure are those of the outer one.
                Some(match fields.get(i as usize)?.name {
                    Some(name) => format!("{text}.{}", &self.program.names[name]),
                    None => text,
                })
            }
            Place::Index(base, index) => {
                let text = self.place(base)?;
                let index = exprs.int_value(index)?;
                let array = matches!(
                    self.program.types.get(exprs.place_ty(base)),
                    Type::Array { .. }
                );
                (array && exprs.is_static(&self.program.types, place))
                    .then(|| format!("{text}[{index}]"))
            }
        }
    }
}

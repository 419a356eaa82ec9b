//! Terms to Z3's own.
//!
//! A float that an operation gives is kept as Z3's kind of float for as long as
//! only floating-point operations use it, and turned into bits only where bits
//! are asked for: so a term has two translations.

use super::floats;
use crate::fold;
use crate::term::{FloatCmp, FloatOp, Node, Sort, SymbolId, Term, Terms, mask};
use program::FloatKind;
use rustc_hash::FxHashMap;
use z3::ast::{Array, BV, Bool, Float};

#[derive(Clone)]
pub enum Translated {
    Bool(Bool),
    Bits(BV),
    Array(Array),
}

/// What is already translated.
#[derive(Default)]
pub struct Translator {
    plain: FxHashMap<Term, Translated>,
    floats: FxHashMap<Term, Float>,
}

/// A term to be translated.
#[derive(Clone, Copy)]
enum Open {
    Plain(Term),
    Float(Term, FloatKind),
}

pub fn constant(value: u128, width: u32) -> BV {
    match u64::try_from(value) {
        Ok(value) => BV::from_u64(value, width),
        Err(_) => BV::from_str(width, &value.to_string()).expect("a number in decimal"),
    }
}

impl Translator {
    /// How many translations are kept.
    pub fn len(&self) -> usize {
        self.plain.len() + self.floats.len()
    }

    /// The translation of a symbol that occurred.
    pub fn symbol(&self, terms: &Terms, symbol: SymbolId) -> Option<&Translated> {
        self.plain.get(&terms.symbol_term(symbol))
    }

    pub fn formula(&mut self, terms: &Terms, term: Term) -> Bool {
        self.translate(terms, term);
        self.bool(term)
    }

    pub fn bit_vector(&mut self, terms: &Terms, term: Term) -> BV {
        self.translate(terms, term);
        self.bits(term)
    }

    fn translate(&mut self, terms: &Terms, term: Term) {
        let mut open = vec![Open::Plain(term)];
        while let Some(&next) = open.last() {
            let before = open.len();
            match next {
                Open::Plain(term) => {
                    if !self.plain.contains_key(&term) {
                        self.need_for_plain(terms, term, &mut open);
                        if open.len() > before {
                            continue;
                        }
                        let translated = self.plain(terms, term);
                        self.plain.insert(term, translated);
                    }
                }
                Open::Float(term, kind) => {
                    if !self.floats.contains_key(&term) {
                        self.need_for_float(terms, term, kind, &mut open);
                        if open.len() > before {
                            continue;
                        }
                        let translated = self.float(terms, term, kind);
                        self.floats.insert(term, translated);
                    }
                }
            }
            open.pop();
        }
    }

    fn need(&self, wanted: Open, open: &mut Vec<Open>) {
        let known = match wanted {
            Open::Plain(term) => self.plain.contains_key(&term),
            Open::Float(term, _) => self.floats.contains_key(&term),
        };
        if !known {
            open.push(wanted);
        }
    }

    /// What has to be translated before a term is.
    fn need_for_plain(&self, terms: &Terms, term: Term, open: &mut Vec<Open>) {
        match terms.node(term) {
            Node::Float(_, kind, ..) | Node::FloatFromInt { kind, .. } => {
                self.need(Open::Float(term, kind), open);
            }
            Node::FloatConvert { to, .. } => self.need(Open::Float(term, to), open),
            Node::FloatCompare(_, kind, a, b) => {
                self.need(Open::Float(a, kind), open);
                self.need(Open::Float(b, kind), open);
            }
            Node::FloatToInt { kind, of, .. } => self.need(Open::Float(of, kind), open),
            _ => {
                for operand in terms.operands(term) {
                    self.need(Open::Plain(operand), open);
                }
            }
        }
    }

    fn need_for_float(&self, terms: &Terms, term: Term, kind: FloatKind, open: &mut Vec<Open>) {
        match float_form(terms, term, kind) {
            FloatForm::Operation(_, a, b) => {
                self.need(Open::Float(a, kind), open);
                self.need(Open::Float(b, kind), open);
            }
            FloatForm::Negation(a) | FloatForm::Absolute(a) => {
                self.need(Open::Float(a, kind), open);
            }
            FloatForm::Choice(c, a, b) => {
                self.need(Open::Plain(c), open);
                self.need(Open::Float(a, kind), open);
                self.need(Open::Float(b, kind), open);
            }
            FloatForm::Conversion(from, of) => self.need(Open::Float(of, from), open),
            FloatForm::Integer(_, of) => self.need(Open::Plain(of), open),
            FloatForm::Bits => self.need(Open::Plain(term), open),
        }
    }

    fn bool(&self, term: Term) -> Bool {
        match &self.plain[&term] {
            Translated::Bool(translated) => translated.clone(),
            _ => unreachable!("not a truth value: {term:?}"),
        }
    }

    fn bits(&self, term: Term) -> BV {
        match &self.plain[&term] {
            Translated::Bits(translated) => translated.clone(),
            _ => unreachable!("not a bit vector: {term:?}"),
        }
    }

    fn array(&self, term: Term) -> Array {
        match &self.plain[&term] {
            Translated::Array(translated) => translated.clone(),
            _ => unreachable!("not an array: {term:?}"),
        }
    }

    fn plain(&self, terms: &Terms, term: Term) -> Translated {
        let bool = |term| self.bool(term);
        let bits = |term| self.bits(term);
        let width = || terms.width(term);
        let float = |term: Term| &self.floats[&term];
        use Translated::{Bits as B, Bool as P};
        match terms.node(term) {
            Node::Bool(value) => P(Bool::from_bool(value)),
            Node::Bits(value) => B(constant(value, width())),
            Node::Symbol(symbol) => new_symbol(terms, symbol),
            Node::Not(a) => P(bool(a).not()),
            Node::And(a, b) => P(Bool::and(&[bool(a), bool(b)])),
            Node::Or(a, b) => P(Bool::or(&[bool(a), bool(b)])),
            Node::Eq(a, b) => P(match terms.sort(a) {
                Sort::Bool => bool(a).iff(bool(b)),
                _ => bits(a).eq(bits(b)),
            }),
            Node::Ult(a, b) => P(bits(a).bvult(bits(b))),
            Node::Ule(a, b) => P(bits(a).bvule(bits(b))),
            Node::Slt(a, b) => P(bits(a).bvslt(bits(b))),
            Node::Sle(a, b) => P(bits(a).bvsle(bits(b))),
            Node::Ite(c, a, b) => match terms.sort(term) {
                Sort::Bool => P(bool(c).ite(&bool(a), &bool(b))),
                Sort::Bits(_) => B(bool(c).ite(&bits(a), &bits(b))),
                Sort::Array { .. } => {
                    Translated::Array(bool(c).ite(&self.array(a), &self.array(b)))
                }
            },
            Node::Complement(a) => B(bits(a).bvnot()),
            Node::Add(a, b) => B(bits(a).bvadd(bits(b))),
            Node::Mul(a, b) => B(match terms.as_bits(b) {
                Some(minus) if minus == mask(width()) => bits(a).bvneg(),
                _ => bits(a).bvmul(bits(b)),
            }),
            Node::UDiv(a, b) => B(bits(a).bvudiv(bits(b))),
            Node::SDiv(a, b) => B(bits(a).bvsdiv(bits(b))),
            Node::URem(a, b) => B(bits(a).bvurem(bits(b))),
            Node::SRem(a, b) => B(bits(a).bvsrem(bits(b))),
            Node::BitAnd(a, b) => B(bits(a).bvand(bits(b))),
            Node::BitOr(a, b) => B(bits(a).bvor(bits(b))),
            Node::BitXor(a, b) => B(bits(a).bvxor(bits(b))),
            Node::Shl(a, b) => B(bits(a).bvshl(bits(b))),
            Node::LShr(a, b) => B(bits(a).bvlshr(bits(b))),
            Node::AShr(a, b) => B(bits(a).bvashr(bits(b))),
            Node::Concat(a, b) => B(bits(a).concat(bits(b))),
            Node::Extract { of, low } => B(bits(of).extract(low + width() - 1, low)),
            Node::ZeroExtend(a) => B(bits(a).zero_ext(width() - terms.width(a))),
            Node::SignExtend(a) => B(bits(a).sign_ext(width() - terms.width(a))),
            Node::Float(_, kind, ..) | Node::FloatFromInt { kind, .. } => {
                B(floats::to_bits(float(term), kind))
            }
            Node::FloatConvert { to, .. } => B(floats::to_bits(float(term), to)),
            Node::FloatCompare(op, _, a, b) => P(match op {
                FloatCmp::Eq => float(a).eq_fpa(float(b).clone()),
                FloatCmp::Lt => float(a).lt(float(b).clone()),
                FloatCmp::Le => float(a).le(float(b).clone()),
            }),
            Node::FloatToInt { kind, signed, of } => {
                B(floats::to_int(float(of), kind, signed, width()))
            }
            Node::Select(a, i) => {
                let element = self.array(a).select(&bits(i));
                B(element.as_bv().expect("arrays have bit vectors"))
            }
            Node::Store(a, i, v) => Translated::Array(self.array(a).store(&bits(i), &bits(v))),
            Node::ConstArray(v) => {
                let Sort::Array { index, .. } = terms.sort(term) else {
                    unreachable!("an array has the sort of one")
                };
                Translated::Array(Array::const_array(&z3::Sort::bitvector(index), &bits(v)))
            }
        }
    }

    fn float(&self, terms: &Terms, term: Term, kind: FloatKind) -> Float {
        let float = |term: Term| &self.floats[&term];
        let nearest = floats::nearest();
        match float_form(terms, term, kind) {
            FloatForm::Operation(op, a, b) => {
                let (a, b) = (float(a), float(b).clone());
                match op {
                    FloatOp::Add => a.add_with_rounding_mode(b, &nearest),
                    FloatOp::Sub => a.sub_with_rounding_mode(b, &nearest),
                    FloatOp::Mul => a.mul_with_rounding_mode(b, &nearest),
                    FloatOp::Div => a.div_with_rounding_mode(b, &nearest),
                }
            }
            FloatForm::Negation(a) => float(a).unary_neg(),
            FloatForm::Absolute(a) => float(a).unary_abs(),
            FloatForm::Choice(c, a, b) => self.bool(c).ite(float(a), float(b)),
            FloatForm::Conversion(_, of) => {
                float(of).to_fp_with_rounding_mode(&nearest, &floats::sort(kind))
            }
            FloatForm::Integer(signed, of) => floats::of_int(&self.bits(of), signed, kind),
            FloatForm::Bits => floats::of_bits(&self.bits(term), kind),
        }
    }
}

/// What a term is if its bits are read as a float.
enum FloatForm {
    Operation(FloatOp, Term, Term),
    Negation(Term),
    Absolute(Term),
    Choice(Term, Term, Term),
    Conversion(FloatKind, Term),
    Integer(bool, Term),
    Bits,
}

fn float_form(terms: &Terms, term: Term, kind: FloatKind) -> FloatForm {
    let width = fold::float_width(kind);
    let node = terms.node(term);
    match node {
        Node::Float(op, of, a, b) if of == kind.format() => FloatForm::Operation(op, a, b),
        Node::FloatConvert { from, to, of } if to == kind.format() => {
            FloatForm::Conversion(from, of)
        }
        Node::FloatFromInt {
            kind: of,
            signed,
            of: value,
        } if of == kind.format() => FloatForm::Integer(signed, value),
        Node::Ite(c, a, b) => FloatForm::Choice(c, a, b),
        Node::BitXor(a, b) if terms.as_bits(b) == Some(1 << (width - 1)) => FloatForm::Negation(a),
        // Without the sign bit.
        Node::ZeroExtend(a) if terms.width(a) == width - 1 => match terms.node(a) {
            Node::Extract { of, low: 0 } if terms.width(of) == width => FloatForm::Absolute(of),
            _ => FloatForm::Bits,
        },
        _ => FloatForm::Bits,
    }
}

fn new_symbol(terms: &Terms, symbol: SymbolId) -> Translated {
    // Names need not be distinct, numbers are.
    let name = symbol.index() as u32;
    match terms.symbol_sort(symbol) {
        Sort::Bool => Translated::Bool(Bool::new_const(name)),
        Sort::Bits(width) => Translated::Bits(BV::new_const(name, width)),
        Sort::Array { index, element } => {
            let (index, element) = (z3::Sort::bitvector(index), z3::Sort::bitvector(element));
            Translated::Array(Array::new_const(name, &index, &element))
        }
    }
}

//! The value of a term under an assignment of its symbols.
//!
//! Total: a symbol without a value is zero, an array without one holds zeros.

use crate::fold;
use crate::term::{Node, Sort, SymbolId, Term, Terms, mask};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An array that has the same element nearly everywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    pub default: u128,
    pub entries: BTreeMap<u128, u128>,
}

impl ArrayValue {
    pub fn get(&self, index: u128) -> u128 {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A bit vector, or 0 or 1 for a truth value.
    Bits(u128),
    Array(Arc<ArrayValue>),
}

/// Values of symbols.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    values: FxHashMap<SymbolId, Value>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    pub fn set(&mut self, symbol: SymbolId, value: u128) {
        self.values.insert(symbol, Value::Bits(value));
    }

    pub fn put(&mut self, symbol: SymbolId, value: Value) {
        self.values.insert(symbol, value);
    }

    pub fn set_array(&mut self, symbol: SymbolId, value: ArrayValue) {
        self.values.insert(symbol, Value::Array(value.into()));
    }

    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// The value of a symbol that is no array; zero if it has none.
    pub fn bits(&self, symbol: SymbolId) -> u128 {
        match self.values.get(&symbol) {
            Some(Value::Bits(value)) => *value,
            _ => 0,
        }
    }

    fn element(&self, symbol: SymbolId, index: u128) -> u128 {
        match self.values.get(&symbol) {
            Some(Value::Array(array)) => array.get(index),
            _ => 0,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of these symbols only; where there was none, zero.
    pub fn restricted_to(&self, terms: &Terms, symbols: &[SymbolId]) -> Assignment {
        let value = |symbol: SymbolId| match (self.values.get(&symbol), terms.symbol_sort(symbol)) {
            (Some(value), _) => value.clone(),
            (None, Sort::Array { .. }) => Value::Array(Arc::default()),
            (None, Sort::Bool | Sort::Bits(_)) => Value::Bits(0),
        };
        let values = symbols.iter().map(|&symbol| (symbol, value(symbol)));
        Assignment {
            values: values.collect(),
        }
    }

    /// Takes the values of `other` where it has some.
    pub fn extend(&mut self, other: &Assignment) {
        let values = other.values.iter();
        self.values.extend(values.map(|(&s, v)| (s, v.clone())));
    }
}

impl Terms {
    /// The value of a term that is no array; 0 or 1 for a truth value.
    pub fn evaluate(&self, term: Term, assignment: &Assignment) -> u128 {
        Evaluator::new(self, assignment).value(term)
    }
}

/// Evaluates several terms under one assignment.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    known: FxHashMap<Term, u128>,
    open: Vec<Open>,
}

/// A term whose value is wanted.
enum Open {
    Term(Term),
    /// A read that has come as far as this array.
    Read {
        select: Term,
        array: Term,
    },
}

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator {
            terms,
            assignment,
            known: FxHashMap::default(),
            open: Vec::new(),
        }
    }

    /// Whether a formula is true.
    pub fn holds(&mut self, term: Term) -> bool {
        self.value(term) != 0
    }

    pub fn value(&mut self, term: Term) -> u128 {
        self.open.push(Open::Term(term));
        while let Some(open) = self.open.pop() {
            let (term, result) = match open {
                Open::Term(term) if self.known(term).is_some() => continue,
                Open::Term(term) => (term, self.step(term)),
                Open::Read { select, array } => (select, self.read(select, array)),
            };
            if let Some(value) = result {
                self.known.insert(term, value);
            }
        }
        self.known(term).expect("just computed")
    }

    fn known(&self, term: Term) -> Option<u128> {
        match self.terms.as_bits(term) {
            None => self.known.get(&term).copied(),
            value => value,
        }
    }

    /// The value of an operand; if it is not known yet, it is put in front, and
    /// `again` behind it.
    fn need(&mut self, again: Term, operand: Term) -> Option<u128> {
        let value = self.known(operand);
        if value.is_none() {
            self.open.push(Open::Term(again));
            self.open.push(Open::Term(operand));
        }
        value
    }

    /// The value of a term; None if operands have to be evaluated first.
    fn step(&mut self, term: Term) -> Option<u128> {
        let terms = self.terms;
        let node = terms.node(term);
        // Which operands matter can depend on the first.
        match node {
            Node::And(a, b) | Node::Or(a, b) => {
                let a = self.need(term, a)?;
                return match (node, a) {
                    (Node::And(..), 0) | (Node::Or(..), 1) => Some(a),
                    _ => self.need(term, b),
                };
            }
            Node::Ite(c, a, b) => {
                return match self.need(term, c)? {
                    0 => self.need(term, b),
                    _ => self.need(term, a),
                };
            }
            Node::Select(array, index) => {
                self.need(term, index)?;
                return self.read(term, array);
            }
            _ => {}
        }
        let mut operands = [0; 2];
        let mut missing = false;
        for (at, operand) in terms.operands(term).enumerate().take(2) {
            match self.known(operand) {
                Some(value) => operands[at] = value,
                None => {
                    if !missing {
                        self.open.push(Open::Term(term));
                    }
                    missing = true;
                    self.open.push(Open::Term(operand));
                }
            }
        }
        match missing {
            true => None,
            false => Some(self.apply(term, node, operands)),
        }
    }

    /// The value of a term whose first two operands have these.
    fn apply(&self, term: Term, node: Node, [a, b]: [u128; 2]) -> u128 {
        // The operands of a predicate or conversion have widths of their own.
        let of = |operand| self.terms.width(operand);
        let width = || self.terms.width(term);
        let signed = |value: u128, operand| fold::signed(value, of(operand));
        match node {
            Node::Bool(value) => value.into(),
            Node::Bits(value) => value,
            Node::Symbol(symbol) => self.assignment.bits(symbol),
            Node::Not(_) => 1 - a,
            Node::Eq(..) => (a == b).into(),
            Node::Ult(..) => (a < b).into(),
            Node::Ule(..) => (a <= b).into(),
            Node::Slt(x, y) => (signed(a, x) < signed(b, y)).into(),
            Node::Sle(x, y) => (signed(a, x) <= signed(b, y)).into(),
            Node::Complement(_) => !a & mask(width()),
            Node::Add(..) => a.wrapping_add(b) & mask(width()),
            Node::Mul(..) => a.wrapping_mul(b) & mask(width()),
            Node::UDiv(..) => fold::udiv(a, b, width()),
            Node::SDiv(..) => fold::sdiv(a, b, width()),
            Node::URem(..) => fold::urem(a, b),
            Node::SRem(..) => fold::srem(a, b, width()),
            Node::BitAnd(..) => a & b,
            Node::BitOr(..) => a | b,
            Node::BitXor(..) => a ^ b,
            Node::Shl(..) => fold::shl(a, b, width()),
            Node::LShr(..) => fold::lshr(a, b, width()),
            Node::AShr(..) => fold::ashr(a, b, width()),
            Node::Concat(_, low) => a << of(low) | b,
            Node::Extract { low, .. } => a >> low & mask(width()),
            Node::ZeroExtend(_) => a,
            Node::SignExtend(x) => fold::unsigned(signed(a, x), width()),
            Node::Float(op, kind, ..) => fold::float(op, kind, a, b),
            Node::FloatCompare(op, kind, ..) => fold::float_compare(op, kind, a, b).into(),
            Node::FloatConvert { from, to, .. } => fold::float_convert(from, to, a),
            Node::FloatFromInt {
                kind,
                signed,
                of: x,
            } => fold::float_from_int(kind, signed, a, of(x)),
            Node::FloatToInt { kind, signed, .. } => fold::float_to_int(kind, signed, a, width()),
            Node::And(..)
            | Node::Or(..)
            | Node::Ite(..)
            | Node::Select(..)
            | Node::Store(..)
            | Node::ConstArray(_) => unreachable!("evaluated by step, or an array"),
        }
    }

    /// The element that `select` reads, found from `array` on.
    fn read(&mut self, select: Term, mut array: Term) -> Option<u128> {
        let Node::Select(_, index) = self.terms.node(select) else {
            unreachable!("only a select reads")
        };
        let index = self.known(index).expect("evaluated before");
        loop {
            let needed = match self.terms.node(array) {
                Node::Symbol(symbol) => return Some(self.assignment.element(symbol, index)),
                Node::ConstArray(value) => value,
                Node::Store(below, at, value) => match self.known(at) {
                    Some(at) if at == index => value,
                    Some(_) => {
                        array = below;
                        continue;
                    }
                    None => at,
                },
                Node::Ite(c, a, b) => match self.known(c) {
                    Some(0) => {
                        array = b;
                        continue;
                    }
                    Some(_) => {
                        array = a;
                        continue;
                    }
                    None => c,
                },
                other => unreachable!("no array: {other:?}"),
            };
            // What it gives is the element, or else tells where to go on.
            let value = self.known(needed);
            if value.is_none() {
                self.open.push(Open::Read { select, array });
                self.open.push(Open::Term(needed));
            }
            return value;
        }
    }
}

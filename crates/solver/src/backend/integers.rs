//! Terms as Z3's integers: a bit vector is the signed number that its bits are.
//!
//! What has no integer meaning here (bitwise operators, products of variables,
//! divisions, floats, reads of arrays) becomes an input, of which only bounds are
//! known. There are two ways to read sums:
//!
//! - [`Sums::Unbounded`]: as if they never wrapped, which is neither weaker nor
//!   stronger than the truth, but simple;
//! - [`Sums::Wrapping`]: one that is out of range is anything in range, and symbols
//!   are in range, so that all is at least as weak as the truth.

use crate::fold;
use crate::interpolate::linear::bounds;
use crate::term::{Node, Sort, Term, Terms};
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Dynamic, Int};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    Unbounded,
    Wrapping,
}

/// The terms of one step.
pub struct Integers<'a> {
    terms: &'a Terms,
    sums: Sums,
    truths: FxHashMap<Term, Bool>,
    numbers: FxHashMap<Term, Number>,
    /// What is true of the inputs.
    pub facts: Vec<Bool>,
    /// Symbols and inputs that occur.
    pub symbols: Vec<Dynamic>,
}

#[derive(Clone)]
struct Number {
    value: Int,
    low: i128,
    high: i128,
}

impl<'a> Integers<'a> {
    pub fn new(terms: &'a Terms, sums: Sums) -> Integers<'a> {
        Integers {
            terms,
            sums,
            truths: FxHashMap::default(),
            numbers: FxHashMap::default(),
            facts: Vec::new(),
            symbols: Vec::new(),
        }
    }

    pub fn formula(&mut self, term: Term) -> Bool {
        self.translate(term);
        self.truths[&term].clone()
    }

    pub fn number(&mut self, term: Term) -> Int {
        self.translate(term);
        self.numbers[&term].value.clone()
    }

    fn is_known(&self, term: Term) -> bool {
        self.truths.contains_key(&term) || self.numbers.contains_key(&term)
    }

    fn translate(&mut self, term: Term) {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if !self.is_known(term) {
                let before = open.len();
                let needed = self.operands(term).into_iter();
                open.extend(needed.filter(|&operand| !self.is_known(operand)));
                if open.len() > before {
                    continue;
                }
                if self.terms.sort(term) == Sort::Bool {
                    let truth = self.truth(term);
                    self.truths.insert(term, truth);
                } else {
                    let number = self.value(term);
                    self.numbers.insert(term, number);
                }
            }
            open.pop();
        }
    }

    /// The terms that the meaning of a term is made of; none if it has no meaning.
    fn operands(&self, term: Term) -> Vec<Term> {
        match self.terms.node(term) {
            Node::Add(..) | Node::Mul(..) => {
                let (monomials, _) = self.terms.monomials(term);
                let atoms = monomials.into_iter().map(|(atom, _)| atom);
                atoms.filter(|&atom| atom != term).collect()
            }
            Node::Extract { of, low: 0 } => vec![of],
            Node::Not(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Eq(..)
            | Node::Ult(..)
            | Node::Ule(..)
            | Node::Slt(..)
            | Node::Sle(..)
            | Node::Ite(..)
            | Node::Complement(_)
            | Node::ZeroExtend(_)
            | Node::SignExtend(_) => {
                let is_array = |&o: &Term| matches!(self.terms.sort(o), Sort::Array { .. });
                let operands: Vec<_> = self.terms.operands(term).collect();
                match operands.iter().any(is_array) {
                    true => Vec::new(),
                    false => operands,
                }
            }
            Node::Bool(_)
            | Node::Bits(_)
            | Node::Symbol(_)
            | Node::UDiv(..)
            | Node::SDiv(..)
            | Node::URem(..)
            | Node::SRem(..)
            | Node::BitAnd(..)
            | Node::BitOr(..)
            | Node::BitXor(..)
            | Node::Shl(..)
            | Node::LShr(..)
            | Node::AShr(..)
            | Node::Concat(..)
            | Node::Extract { .. }
            | Node::Float(..)
            | Node::FloatCompare(..)
            | Node::FloatConvert { .. }
            | Node::FloatFromInt { .. }
            | Node::FloatToInt { .. }
            | Node::Select(..)
            | Node::Store(..)
            | Node::ConstArray(_) => Vec::new(),
        }
    }

    fn truth(&mut self, term: Term) -> Bool {
        let bool = |term: Term| &self.truths[&term];
        let int = |term: Term| &self.numbers[&term].value;
        match self.terms.node(term) {
            Node::Bool(value) => Bool::from_bool(value),
            Node::Symbol(symbol) => {
                let truth = Bool::new_const(symbol.index() as u32);
                self.symbols.push(Dynamic::from_ast(&truth));
                truth
            }
            Node::Not(a) => bool(a).not(),
            Node::And(a, b) => Bool::and(&[bool(a), bool(b)]),
            Node::Or(a, b) => Bool::or(&[bool(a), bool(b)]),
            Node::Eq(a, b) => match self.terms.sort(a) {
                Sort::Bool => bool(a).iff(bool(b)),
                _ => int(a).eq(int(b)),
            },
            Node::Ite(c, a, b) => bool(c).ite(bool(a), bool(b)),
            Node::Slt(a, b) => int(a).lt(int(b)),
            Node::Sle(a, b) => int(a).le(int(b)),
            Node::Ult(a, b) => self.unsigned_less(a, b, false),
            Node::Ule(a, b) => self.unsigned_less(a, b, true),
            _ => {
                let truth = Bool::fresh_const("input");
                self.symbols.push(Dynamic::from_ast(&truth));
                truth
            }
        }
    }

    /// Negative numbers are greater than all others, unsigned.
    fn unsigned_less(&self, a: Term, b: Term, or_equal: bool) -> Bool {
        let (a, b) = (&self.numbers[&a], &self.numbers[&b]);
        let less = match or_equal {
            true => a.value.le(&b.value),
            false => a.value.lt(&b.value),
        };
        let negative = |number: &Number| number.value.lt(Int::from_i64(0));
        let not_negative = |number: &Number| number.value.ge(Int::from_i64(0));
        match (a.low >= 0, b.low >= 0) {
            (true, true) => less,
            (false, true) => Bool::and(&[not_negative(a), less]),
            (true, false) => Bool::or(&[negative(b), less]),
            (false, false) => {
                let apart = Bool::and(&[not_negative(a), negative(b)]);
                let same = negative(a).iff(negative(b));
                Bool::or(&[apart, Bool::and(&[same, less])])
            }
        }
    }

    fn value(&mut self, term: Term) -> Number {
        let known = |term: Term| self.numbers[&term].clone();
        let terms = self.terms;
        let width = match terms.sort(term) {
            Sort::Bits(width) => width,
            // Nothing reads it.
            Sort::Bool | Sort::Array { .. } => return constant(0),
        };
        match terms.node(term) {
            Node::Bits(value) => constant(fold::signed(value, width)),
            Node::Symbol(symbol) => {
                let value = Int::new_const(symbol.index() as u32);
                self.in_range(value, width)
            }
            Node::Add(..) | Node::Mul(..) => self.sum(term, width),
            Node::Complement(a) => {
                let Number { value, low, high } = known(a);
                Number {
                    value: Int::from_i64(-1) - value,
                    low: -1 - high,
                    high: -1 - low,
                }
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (known(a), known(b));
                Number {
                    value: self.truths[&c].ite(&a.value, &b.value),
                    low: a.low.min(b.low),
                    high: a.high.max(b.high),
                }
            }
            Node::SignExtend(a) => known(a),
            Node::ZeroExtend(a) if terms.width(a) < 127 => self.unsigned(a),
            Node::Extract { of, low: 0 } => {
                let whole = known(of);
                self.within(whole, width)
            }
            _ => self.input(term, width),
        }
    }

    /// A sum of products with constants; anything, if it is a product of others.
    fn sum(&mut self, term: Term, width: u32) -> Number {
        let (monomials, summand) = self.terms.monomials(term);
        if monomials.iter().any(|&(atom, _)| atom == term) {
            return self.input(term, width);
        }
        let mut sum = constant(fold::signed(summand, width));
        for (atom, coefficient) in monomials {
            let atom = &self.numbers[&atom];
            let coefficient = fold::signed(coefficient, width);
            let ends = [atom.low, atom.high].map(|end| end.saturating_mul(coefficient));
            let product = match coefficient {
                1 => atom.value.clone(),
                _ => Int::from_i128(coefficient) * &atom.value,
            };
            sum = Number {
                value: sum.value + product,
                low: sum.low.saturating_add(ends[0].min(ends[1])),
                high: sum.high.saturating_add(ends[0].max(ends[1])),
            };
        }
        match self.sums {
            Sums::Unbounded => Number {
                low: bounds(width).0,
                high: bounds(width).1,
                ..sum
            },
            Sums::Wrapping => self.within(sum, width),
        }
    }

    /// The number, if it is in range; else any that is.
    fn within(&mut self, number: Number, width: u32) -> Number {
        let (least, greatest) = bounds(width);
        if least <= number.low && number.high <= greatest {
            return number;
        }
        let result = self.fresh(least, greatest);
        let (low, high) = (Int::from_i128(least), Int::from_i128(greatest));
        let fits = Bool::and(&[number.value.ge(low), number.value.le(high)]);
        self.facts.push(fits.implies(result.value.eq(number.value)));
        result
    }

    /// The number of the same bits, unsigned.
    fn unsigned(&self, of: Term) -> Number {
        let number = self.numbers[&of].clone();
        if number.low >= 0 {
            return number;
        }
        let modulus = 1i128 << self.terms.width(of);
        let negative = number.value.lt(Int::from_i64(0));
        let wrapped = &number.value + Int::from_i128(modulus);
        Number {
            value: negative.ite(&wrapped, &number.value),
            low: 0,
            high: modulus - 1,
        }
    }

    /// Anything, within the bounds that the term is seen to have.
    fn input(&mut self, term: Term, width: u32) -> Number {
        let (least, greatest) = bounds(width);
        match self.terms.range(term) {
            (low, high) if high <= greatest as u128 => self.fresh(low as i128, high as i128),
            _ => self.fresh(least, greatest),
        }
    }

    fn fresh(&mut self, low: i128, high: i128) -> Number {
        let value = Int::fresh_const("input");
        self.symbols.push(Dynamic::from_ast(&value));
        self.facts.push(value.ge(Int::from_i128(low)));
        self.facts.push(value.le(Int::from_i128(high)));
        Number { value, low, high }
    }

    fn in_range(&mut self, value: Int, width: u32) -> Number {
        let (low, high) = bounds(width);
        self.symbols.push(Dynamic::from_ast(&value));
        if self.sums == Sums::Wrapping {
            self.facts.push(value.ge(Int::from_i128(low)));
            self.facts.push(value.le(Int::from_i128(high)));
        }
        Number { value, low, high }
    }
}

fn constant(value: i128) -> Number {
    Number {
        value: Int::from_i128(value),
        low: value,
        high: value,
    }
}

//! Terms for symbols, all at once.
//!
//! What changes is made again by the constructors, and so simplified; what does
//! not stays the term it is.

use crate::term::{Node, Sort, SymbolId, Term, Terms};
use rustc_hash::FxHashMap;

/// Terms to put in the place of symbols, of the same sorts. It remembers what
/// became of the terms it met: keep one for all terms of one [`Terms`].
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    /// Symbols among them, from the beginning.
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Replaces symbols, given as terms. What is put in their place is not
    /// searched for symbols again.
    pub fn new(terms: &Terms, replacements: impl IntoIterator<Item = (Term, Term)>) -> Self {
        let done: FxHashMap<_, _> = replacements.into_iter().collect();
        for (&symbol, &by) in &done {
            debug_assert!(terms.as_symbol(symbol).is_some(), "not a symbol");
            debug_assert_eq!(terms.sort(symbol), terms.sort(by), "of another sort");
        }
        Substitution { done }
    }

    /// The term, with all symbols replaced.
    pub fn apply(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if !self.done.contains_key(&term) {
                let before = open.len();
                let unknown = |operand: &Term| !self.done.contains_key(operand);
                open.extend(terms.operands(term).filter(unknown));
                if open.len() > before {
                    continue;
                }
                let changed = terms.operands(term).any(|o| self.done[&o] != o);
                let result = match changed {
                    true => terms.rebuild(term, |operand| self.done[&operand]),
                    false => term,
                };
                self.done.insert(term, result);
            }
            open.pop();
        }
        self.done[&term]
    }
}

impl Terms {
    /// The term, with symbols replaced by terms of their sorts.
    pub fn substitute(&mut self, term: Term, replacements: &FxHashMap<SymbolId, Term>) -> Term {
        let pairs = replacements
            .iter()
            .map(|(&symbol, &by)| (self.symbol_term(symbol), by));
        Substitution::new(self, pairs).apply(self, term)
    }

    /// The same operation on other operands, of the same sorts.
    fn rebuild(&mut self, term: Term, new: impl Fn(Term) -> Term) -> Term {
        match self.node(term) {
            Node::Bool(_) | Node::Bits(_) | Node::Symbol(_) => term,
            Node::Not(a) => self.not(new(a)),
            Node::And(a, b) => self.and(new(a), new(b)),
            Node::Or(a, b) => self.or(new(a), new(b)),
            Node::Eq(a, b) => self.eq(new(a), new(b)),
            Node::Ult(a, b) => self.ult(new(a), new(b)),
            Node::Ule(a, b) => self.ule(new(a), new(b)),
            Node::Slt(a, b) => self.slt(new(a), new(b)),
            Node::Sle(a, b) => self.sle(new(a), new(b)),
            Node::Ite(c, a, b) => self.ite(new(c), new(a), new(b)),
            Node::Complement(a) => self.complement(new(a)),
            Node::Add(a, b) => self.add(new(a), new(b)),
            Node::Mul(a, b) => self.mul(new(a), new(b)),
            Node::UDiv(a, b) => self.udiv(new(a), new(b)),
            Node::SDiv(a, b) => self.sdiv(new(a), new(b)),
            Node::URem(a, b) => self.urem(new(a), new(b)),
            Node::SRem(a, b) => self.srem(new(a), new(b)),
            Node::BitAnd(a, b) => self.bit_and(new(a), new(b)),
            Node::BitOr(a, b) => self.bit_or(new(a), new(b)),
            Node::BitXor(a, b) => self.bit_xor(new(a), new(b)),
            Node::Shl(a, b) => self.shl(new(a), new(b)),
            Node::LShr(a, b) => self.lshr(new(a), new(b)),
            Node::AShr(a, b) => self.ashr(new(a), new(b)),
            Node::Concat(a, b) => self.concat(new(a), new(b)),
            Node::Extract { of, low } => self.extract(new(of), low, self.width(term)),
            Node::ZeroExtend(a) => self.zero_extend(new(a), self.width(term)),
            Node::SignExtend(a) => self.sign_extend(new(a), self.width(term)),
            Node::Float(op, kind, a, b) => self.float(op, kind, new(a), new(b)),
            Node::FloatCompare(op, kind, a, b) => self.float_compare(op, kind, new(a), new(b)),
            Node::FloatConvert { from, to, of } => self.float_convert(from, to, new(of)),
            Node::FloatFromInt { kind, signed, of } => self.float_from_int(kind, signed, new(of)),
            Node::FloatToInt { kind, signed, of } => {
                self.float_to_int(kind, signed, new(of), self.width(term))
            }
            Node::Select(a, i) => self.select(new(a), new(i)),
            Node::Store(a, i, v) => self.store(new(a), new(i), new(v)),
            Node::ConstArray(v) => match self.sort(term) {
                Sort::Array { index, .. } => self.const_array(new(v), index),
                _ => unreachable!("an array has the sort of one"),
            },
        }
    }
}

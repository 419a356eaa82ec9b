//! Formulae: comparisons of terms, and connectives.
//!
//! One form for what is often written in several: `!=` is the negation of `==`, the
//! negation of `<` on numbers is `<=` with its operands exchanged, an implication is
//! a disjunction; conjunctions and disjunctions are flat, ordered and without
//! repetition; the negation of a quantified formula is the other quantifier over the
//! negation; what follows from the form alone is `true` or `false`. Variables are counted,
//! not named (de Bruijn), so formulae that differ in names only are one.

use crate::Logic;
use crate::term::{Term, TermId};
use program::{BinaryOp, Program, Quantifier, TypeId};

/// A formula of one [`Logic`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormulaId(u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    Eq,
    Lt,
    Le,
}

impl Comparison {
    pub fn operator(self) -> BinaryOp {
        match self {
            Comparison::Eq => BinaryOp::Eq,
            Comparison::Lt => BinaryOp::Lt,
            Comparison::Le => BinaryOp::Le,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    True,
    False,
    /// Both terms have one type.
    Compare(Comparison, TermId, TermId),
    Not(FormulaId),
    /// At least two, in order, no conjunctions.
    And(Box<[FormulaId]>),
    /// At least two, in order, no disjunctions.
    Or(Box<[FormulaId]>),
    Iff(FormulaId, FormulaId),
    /// For all values of the type, or for some.
    Quantified(Quantifier, TypeId, FormulaId),
    /// There is a chain from one value to another, of any length (none, if they are
    /// equal), in which each and its next make the step true. The step binds two
    /// variables of the type of `from`: 1 is the former, 0 the latter.
    Closure {
        step: FormulaId,
        from: TermId,
        to: TermId,
    },
}

pub(crate) type FormulaNode = Formula;

impl FormulaId {
    pub const TRUE: FormulaId = FormulaId(0);
    pub const FALSE: FormulaId = FormulaId(1);
}

impl Logic {
    pub fn new() -> Logic {
        let mut logic = Logic {
            terms: Default::default(),
            formulae: Default::default(),
        };
        logic.intern(Formula::True);
        logic.intern(Formula::False);
        logic
    }

    pub fn formula(&self, id: FormulaId) -> &Formula {
        &self.formulae[id.0 as usize]
    }

    fn intern(&mut self, formula: Formula) -> FormulaId {
        FormulaId(self.formulae.insert_full(formula).0 as u32)
    }

    pub fn bool(&self, value: bool) -> FormulaId {
        match value {
            true => FormulaId::TRUE,
            false => FormulaId::FALSE,
        }
    }

    /// `a op b` for a comparison of terms of one type.
    pub fn compare(&mut self, program: &Program, op: BinaryOp, a: TermId, b: TermId) -> FormulaId {
        let comparison = match op {
            BinaryOp::Ne => {
                let equal = self.compare(program, BinaryOp::Eq, a, b);
                return self.not(program, equal);
            }
            BinaryOp::Lt => Comparison::Lt,
            BinaryOp::Le => Comparison::Le,
            _ => Comparison::Eq,
        };
        let ty = self.ty(a);
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && let Some(truth) = crate::value::binary(program, op, ty, x, y)
        {
            return self.bool(truth != 0);
        }
        // A float may be no number, and differs from itself then.
        if a == b && program.types.float_kind(ty).is_none() {
            return self.bool(comparison != Comparison::Lt);
        }
        let (mut a, mut b) = (a, b);
        if comparison == Comparison::Eq {
            // Places first, constants last.
            let rank = |t| match self.term(t) {
                Term::At(..) | Term::Bound(_) => 0,
                Term::Unary(..) | Term::Binary(..) | Term::Cast(_) | Term::Truth(_) => 1,
                Term::Int(_) | Term::Float(_) | Term::Function(_) => 2,
            };
            if (rank(a), a) > (rank(b), b) {
                std::mem::swap(&mut a, &mut b);
            }
            // A truth that is compared with what it yields, or with another.
            let is_question = matches!(self.term(a), Term::At(..));
            match self.constant(b) {
                Some(value @ 0..=1) if !is_question && self.is_truth(program, a) => {
                    let inner = self.truth(program, a);
                    return match value {
                        0 => self.not(program, inner),
                        _ => inner,
                    };
                }
                None if self.is_truth(program, a) && self.is_truth(program, b) => {
                    let (x, y) = (self.truth(program, a), self.truth(program, b));
                    return self.iff(program, x, y);
                }
                _ => {}
            }
        }
        self.intern(Formula::Compare(comparison, a, b))
    }

    /// Whether a scalar term is not zero.
    pub fn truth(&mut self, program: &Program, term: TermId) -> FormulaId {
        match self.term(term) {
            Term::Binary(op, a, b) if op.is_comparison() => {
                return self.compare(program, op, a, b);
            }
            Term::Binary(op, a, b) if self.is_truth(program, term) => {
                let parts = [self.truth(program, a), self.truth(program, b)];
                return self.join(program, parts, op == BinaryOp::And);
            }
            Term::Truth(formula) => return formula,
            _ => {}
        }
        let ty = self.ty(term);
        let zero = match program.types.float_kind(ty) {
            Some(_) => self.float(0, ty),
            None => self.int(program, 0, ty),
        };
        self.compare(program, BinaryOp::Ne, term, zero)
    }

    pub fn not(&mut self, program: &Program, of: FormulaId) -> FormulaId {
        match *self.formula(of) {
            Formula::True => FormulaId::FALSE,
            Formula::False => FormulaId::TRUE,
            Formula::Not(inner) => inner,
            Formula::Compare(op @ (Comparison::Lt | Comparison::Le), a, b)
                if program.types.float_kind(self.ty(a)).is_none() =>
            {
                let op = match op {
                    Comparison::Lt => BinaryOp::Le,
                    _ => BinaryOp::Lt,
                };
                self.compare(program, op, b, a)
            }
            Formula::Quantified(quantifier, ty, body) => {
                let body = self.not(program, body);
                self.intern(Formula::Quantified(quantifier.opposite(), ty, body))
            }
            Formula::Compare(..)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Iff(..)
            | Formula::Closure { .. } => self.intern(Formula::Not(of)),
        }
    }

    pub fn and(&mut self, program: &Program, of: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.join(program, of, true)
    }

    pub fn or(&mut self, program: &Program, of: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.join(program, of, false)
    }

    /// A conjunction, or a disjunction: the same with true and false exchanged.
    fn join(
        &mut self,
        program: &Program,
        of: impl IntoIterator<Item = FormulaId>,
        conjunction: bool,
    ) -> FormulaId {
        let (unit, end) = (self.bool(conjunction), self.bool(!conjunction));
        let mut parts = Vec::new();
        for id in of {
            match (self.formula(id), conjunction) {
                (Formula::And(inner), true) | (Formula::Or(inner), false) => {
                    parts.extend_from_slice(inner);
                }
                _ if id == end => return end,
                _ if id == unit => {}
                _ => parts.push(id),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        for i in 0..parts.len() {
            let negated = self.not(program, parts[i]);
            if parts.binary_search(&negated).is_ok() {
                return end;
            }
        }
        match parts[..] {
            [] => unit,
            [only] => only,
            _ if conjunction => self.intern(Formula::And(parts.into())),
            _ => self.intern(Formula::Or(parts.into())),
        }
    }

    pub fn implies(&mut self, program: &Program, a: FormulaId, b: FormulaId) -> FormulaId {
        let not_a = self.not(program, a);
        self.or(program, [not_a, b])
    }

    pub fn iff(&mut self, program: &Program, a: FormulaId, b: FormulaId) -> FormulaId {
        let (not_a, not_b) = (self.not(program, a), self.not(program, b));
        if a == b || not_a == b {
            return self.bool(a == b);
        }
        for (x, y, not_y) in [(a, b, not_b), (b, a, not_a)] {
            match x {
                FormulaId::TRUE => return y,
                FormulaId::FALSE => return not_y,
                _ => {}
            }
        }
        // Of each operand and its negation the older one; an odd number of
        // exchanges is a negation of the whole.
        let (x, y) = (a.min(not_a), b.min(not_b));
        let same = self.intern(Formula::Iff(x.min(y), x.max(y)));
        match (x == a) == (y == b) {
            true => same,
            false => self.intern(Formula::Not(same)),
        }
    }

    /// The body for all values of a variable, or for some.
    pub fn quantified(
        &mut self,
        program: &Program,
        quantifier: Quantifier,
        ty: TypeId,
        body: FormulaId,
    ) -> FormulaId {
        // Every type has a value, so a body without variables stands alone.
        match self.free(program, body) {
            0 => body,
            _ => self.intern(Formula::Quantified(quantifier, ty, body)),
        }
    }

    /// The reflexive transitive closure of a step, between two values of one type.
    pub fn closure(
        &mut self,
        program: &Program,
        step: FormulaId,
        from: TermId,
        to: TermId,
    ) -> FormulaId {
        match step {
            _ if from == to => FormulaId::TRUE,
            FormulaId::TRUE => FormulaId::TRUE,
            FormulaId::FALSE => self.compare(program, BinaryOp::Eq, from, to),
            _ => self.intern(Formula::Closure { step, from, to }),
        }
    }

    /// The parts of a conjunction; the formula itself if it is none.
    pub fn conjuncts<'a>(&'a self, id: &'a FormulaId) -> &'a [FormulaId] {
        match self.formula(*id) {
            Formula::And(parts) => parts,
            Formula::True => &[],
            _ => std::slice::from_ref(id),
        }
    }
}

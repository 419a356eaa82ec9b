//! Truth: negation, conjunction, disjunction, choice.
//!
//! Comparisons have no negation: `!(a < b)` is `b <= a`. Conjunctions and
//! disjunctions look a few operands deep for one that settles them.

use crate::term::{FALSE, Op, PackedSort, TRUE, Term, Terms};

/// How far into a chain of conjuncts (or disjuncts) one looks for another.
const CHAIN: usize = 8;

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        let repr = self.repr(a);
        let (x, y) = (Term(repr.a), Term(repr.b));
        match repr.op {
            Op::Bool => self.bool(a == FALSE),
            Op::Not => x,
            Op::Ult => self.ule(y, x),
            Op::Ule => self.ult(y, x),
            Op::Slt => self.sle(y, x),
            Op::Sle => self.slt(y, x),
            _ => self.intern(Op::Not, PackedSort::BOOL, [a.0, 0, 0]),
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.junction(Op::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.junction(Op::Or, a, b)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// The conjunction of all.
    pub fn all(&mut self, of: impl IntoIterator<Item = Term>) -> Term {
        of.into_iter().fold(TRUE, |all, one| self.and(all, one))
    }

    /// The disjunction of all.
    pub fn any(&mut self, of: impl IntoIterator<Item = Term>) -> Term {
        of.into_iter().fold(FALSE, |any, one| self.or(any, one))
    }

    /// `a` and `b`, or their disjunction: the rules are the same with the
    /// constants, and the operators, exchanged.
    fn junction(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (unit, zero, dual) = match op {
            Op::And => (TRUE, FALSE, Op::Or),
            _ => (FALSE, TRUE, Op::And),
        };
        if a == zero || b == zero {
            return zero;
        }
        if a == unit || a == b {
            return b;
        }
        if b == unit {
            return a;
        }
        let (not_a, not_b) = (self.not(a), self.not(b));
        if not_a == b {
            return zero;
        }
        for (chain, one, not_one) in [(a, b, not_b), (b, a, not_a)] {
            match self.find_in_chain(op, chain, one, not_one) {
                Some(true) => return chain,
                Some(false) => return zero,
                None => {}
            }
            // a && (a || b) is a; a && (!a || b) is a && b.
            match self.find_in_chain(dual, chain, one, not_one) {
                Some(true) => return one,
                Some(false) => {
                    if let Some(rest) = self.without(dual, chain, not_one) {
                        return self.junction(op, one, rest);
                    }
                }
                None => {}
            }
        }
        if op == Op::And {
            if let Some(settled) = self.conjoin_with_value(a, b) {
                return settled;
            }
            if let Some(settled) = self.conjoin_with_value(b, a) {
                return settled;
            }
        }
        self.intern(op, PackedSort::BOOL, [a.min(b).0, a.max(b).0, 0])
    }

    /// Whether `one` (Some(true)) or its negation (Some(false)) is an operand of
    /// the chain.
    fn find_in_chain(&self, op: Op, chain: Term, one: Term, not_one: Term) -> Option<bool> {
        let mut rest = chain;
        for _ in 0..CHAIN {
            let repr = self.repr(rest);
            if repr.op != op {
                return None;
            }
            let (x, y) = (Term(repr.a), Term(repr.b));
            if x == one || y == one {
                return Some(true);
            }
            if x == not_one || y == not_one {
                return Some(false);
            }
            // The longer part is the older one as often as not.
            rest = match self.repr(x).op == op {
                true => x,
                false => y,
            };
        }
        None
    }

    /// The operands of `a op b` but one of the two.
    fn without(&self, op: Op, pair: Term, one: Term) -> Option<Term> {
        let repr = self.repr(pair);
        let (x, y) = (Term(repr.a), Term(repr.b));
        match repr.op == op {
            true if x == one => Some(y),
            true if y == one => Some(x),
            _ => None,
        }
    }

    /// `x == c && p` where `p` compares `x` with a constant.
    fn conjoin_with_value(&mut self, equality: Term, p: Term) -> Option<Term> {
        let repr = self.repr(equality);
        let (x, value) = (Term(repr.a), Term(repr.b));
        if repr.op != Op::Eq || !self.is_constant(value) {
            return None;
        }
        let mut inner = self.repr(p);
        let negated = inner.op == Op::Not;
        if negated {
            inner = self.repr(Term(inner.a));
        }
        let (a, b) = (Term(inner.a), Term(inner.b));
        let comparison = matches!(inner.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
        let (a, b) = match () {
            _ if !comparison => return None,
            _ if a == x && self.is_constant(b) => (value, b),
            _ if b == x && self.is_constant(a) => (a, value),
            _ => return None,
        };
        let holds = match inner.op {
            Op::Eq => self.eq(a, b),
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Slt => self.slt(a, b),
            _ => self.sle(a, b),
        };
        match (holds == TRUE) != negated {
            true => Some(equality),
            false => Some(FALSE),
        }
    }

    /// `if condition then a else b`, of any one sort.
    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match condition {
            TRUE => return a,
            FALSE => return b,
            _ if a == b => return a,
            _ => {}
        }
        let repr = self.repr(condition);
        let negative = match repr.op {
            Op::Not | Op::Ule | Op::Sle => true,
            Op::Ult | Op::Slt => self.is_constant(Term(repr.a)),
            _ => false,
        };
        let (condition, a, b) = match negative {
            true => (self.not(condition), b, a),
            false => (condition, a, b),
        };
        let (a, b) = (
            self.under(condition, true, a),
            self.under(condition, false, b),
        );
        if a == b {
            return a;
        }
        if self.repr(a).sort == PackedSort::BOOL
            && let Some(junction) = self.boolean_choice(condition, a, b)
        {
            return junction;
        }
        // x == y ? x : y
        let repr = self.repr(condition);
        if repr.op == Op::Eq && (a.min(b).0, a.max(b).0) == order(repr.a, repr.b) {
            return b;
        }
        let sort = self.repr(a).sort;
        self.intern(Op::Ite, sort, [condition.0, a.0, b.0])
    }

    /// A branch, knowing the condition.
    fn under(&self, condition: Term, holds: bool, branch: Term) -> Term {
        let repr = self.repr(branch);
        match repr.op == Op::Ite && repr.a == condition.0 {
            true if holds => Term(repr.b),
            true => Term(repr.c),
            false => branch,
        }
    }

    fn boolean_choice(&mut self, condition: Term, a: Term, b: Term) -> Option<Term> {
        let not_condition = self.not(condition);
        Some(if a == TRUE || a == condition {
            self.or(condition, b)
        } else if a == FALSE || a == not_condition {
            self.and(not_condition, b)
        } else if b == TRUE || b == not_condition {
            self.or(not_condition, a)
        } else if b == FALSE || b == condition {
            self.and(condition, a)
        } else if self.not(a) == b {
            self.eq(condition, a)
        } else {
            return None;
        })
    }
}

fn order(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

//! Order, unsigned and signed.
//!
//! With a constant, only the strict comparisons stay: `x <= 4` is `x < 5`.

use crate::fold;
use crate::term::{FALSE, Op, TRUE, Term, Terms, mask};

/// The order of numbers as unsigned or signed ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Unsigned,
    Signed,
}

impl Order {
    fn less(self) -> Op {
        match self {
            Order::Unsigned => Op::Ult,
            Order::Signed => Op::Slt,
        }
    }

    fn less_or_equal(self) -> Op {
        match self {
            Order::Unsigned => Op::Ule,
            Order::Signed => Op::Sle,
        }
    }

    fn least(self, width: u32) -> u128 {
        match self {
            Order::Unsigned => 0,
            Order::Signed => 1 << (width - 1),
        }
    }

    fn greatest(self, width: u32) -> u128 {
        match self {
            Order::Unsigned => mask(width),
            Order::Signed => mask(width) >> 1,
        }
    }

    fn is_less(self, a: u128, b: u128, width: u32) -> bool {
        match self {
            Order::Unsigned => a < b,
            Order::Signed => fold::signed(a, width) < fold::signed(b, width),
        }
    }
}

impl Terms {
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Unsigned, a, b)
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.less_or_equal(Order::Unsigned, a, b)
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Signed, a, b)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.less_or_equal(Order::Signed, a, b)
    }

    fn less(&mut self, order: Order, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => return self.bool(order.is_less(x, y, width)),
            _ if a == b => return FALSE,
            (None, Some(y)) => {
                if y == order.least(width) {
                    return FALSE;
                }
                if y == order.least(width).wrapping_add(1) & mask(width) {
                    let least = self.bits(order.least(width), width);
                    return self.eq(a, least);
                }
                if y == order.greatest(width) {
                    return self.ne(a, b);
                }
            }
            (Some(x), None) => {
                if x == order.greatest(width) {
                    return FALSE;
                }
                if x == order.greatest(width).wrapping_sub(1) & mask(width) {
                    let greatest = self.bits(order.greatest(width), width);
                    return self.eq(b, greatest);
                }
                if x == order.least(width) {
                    return self.ne(b, a);
                }
            }
            (None, None) => {}
        }
        if self.descend() {
            let simpler = self.order_inside(order, true, a, b);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern_predicate(order.less(), a, b)
    }

    fn less_or_equal(&mut self, order: Order, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let width = self.width(a);
        if a == b {
            return TRUE;
        }
        if let Some(y) = self.as_bits(b) {
            if y == order.greatest(width) {
                return TRUE;
            }
            let next = self.bits(y.wrapping_add(1), width);
            return self.less(order, a, next);
        }
        if let Some(x) = self.as_bits(a) {
            if x == order.least(width) {
                return TRUE;
            }
            let previous = self.bits(x.wrapping_sub(1), width);
            return self.less(order, previous, b);
        }
        if self.descend() {
            let simpler = self.order_inside(order, false, a, b);
            self.ascend();
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern_predicate(order.less_or_equal(), a, b)
    }

    fn compare(&mut self, order: Order, strict: bool, a: Term, b: Term) -> Term {
        match strict {
            true => self.less(order, a, b),
            false => self.less_or_equal(order, a, b),
        }
    }

    /// What the operands' own structure tells about their order.
    fn order_inside(&mut self, order: Order, strict: bool, a: Term, b: Term) -> Option<Term> {
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        let half = mask(self.width(a)) >> 1;
        if order == Order::Unsigned || a_high <= half && b_high <= half {
            if a_high < b_low || !strict && a_high <= b_low {
                return Some(TRUE);
            }
            if b_high < a_low || strict && b_high <= a_low {
                return Some(FALSE);
            }
            if order == Order::Signed {
                // Small numbers have one order, and one term for it.
                return Some(self.compare(Order::Unsigned, strict, a, b));
            }
        }
        if order == Order::Signed {
            if a_high <= half && b_low > half {
                return Some(FALSE);
            }
            if a_low > half && b_high <= half {
                return Some(TRUE);
            }
        }
        if order == Order::Unsigned
            && let Some((x, y)) = self.offsets_in_object(a, b)
        {
            return Some(self.bool(x < y || !strict && x == y));
        }
        let (left, right) = (self.repr(a), self.repr(b));
        match (left.op, right.op) {
            (Op::ZeroExtend, Op::ZeroExtend) => {
                let (x, y) = self.level(Term(left.a), Term(right.a), Op::ZeroExtend);
                Some(self.compare(Order::Unsigned, strict, x, y))
            }
            // Both orders survive sign extension.
            (Op::SignExtend, Op::SignExtend) => {
                let (x, y) = self.level(Term(left.a), Term(right.a), Op::SignExtend);
                Some(self.compare(order, strict, x, y))
            }
            (Op::ZeroExtend, Op::Bits | Op::Wide) => {
                let inner = self.width(Term(left.a));
                // A number out of the range was dealt with above.
                let y = self.as_bits(b).filter(|&y| y <= mask(inner))?;
                let y = self.bits(y, inner);
                Some(self.compare(Order::Unsigned, strict, Term(left.a), y))
            }
            (Op::Bits | Op::Wide, Op::ZeroExtend) => {
                let inner = self.width(Term(right.a));
                let x = self.as_bits(a).filter(|&x| x <= mask(inner))?;
                let x = self.bits(x, inner);
                Some(self.compare(Order::Unsigned, strict, x, Term(right.a)))
            }
            (Op::SignExtend, Op::Bits | Op::Wide) => {
                self.order_of_extended(order, strict, Term(left.a), b, false)
            }
            (Op::Bits | Op::Wide, Op::SignExtend) => {
                self.order_of_extended(order, strict, Term(right.a), a, true)
            }
            (Op::Ite, _) | (_, Op::Ite) => self.order_of_choices(order, strict, a, b),
            _ => None,
        }
    }

    /// `x`, sign extended, compared with a constant (or the constant with it).
    fn order_of_extended(
        &mut self,
        order: Order,
        strict: bool,
        x: Term,
        constant: Term,
        flipped: bool,
    ) -> Option<Term> {
        let (inner, width) = (self.width(x), self.width(constant));
        let value = self.as_bits(constant)?;
        let narrow = fold::signed(value & mask(inner), inner);
        if fold::unsigned(narrow, width) == value {
            let value = self.bits(value, inner);
            return Some(match flipped {
                false => self.compare(order, strict, x, value),
                true => self.compare(order, strict, value, x),
            });
        }
        // The constant is no value of the narrow type: greater than all, less
        // than all, or, unsigned, between those without and those with a sign.
        let below = match order {
            Order::Signed => self.bool(fold::signed(value, width) > 0),
            Order::Unsigned => {
                let zero = self.bits(0, inner);
                self.sle(zero, x)
            }
        };
        Some(match flipped {
            false => below,
            true => self.not(below),
        })
    }

    /// Comparisons of a choice between constants.
    fn order_of_choices(&mut self, order: Order, strict: bool, a: Term, b: Term) -> Option<Term> {
        let (left, right) = (self.repr(a), self.repr(b));
        let constant = |at: u32| self.is_constant(Term(at));
        let split = |choice: crate::term::Repr| (Term(choice.a), Term(choice.b), Term(choice.c));
        if left.op == Op::Ite && constant(left.b) && constant(left.c) && self.is_constant(b) {
            let (c, x, y) = split(left);
            let x = self.compare(order, strict, x, b);
            let y = self.compare(order, strict, y, b);
            return Some(self.ite(c, x, y));
        }
        if right.op == Op::Ite && constant(right.b) && constant(right.c) && self.is_constant(a) {
            let (c, x, y) = split(right);
            let x = self.compare(order, strict, a, x);
            let y = self.compare(order, strict, a, y);
            return Some(self.ite(c, x, y));
        }
        if left.op == Op::Ite && right.op == Op::Ite && left.a == right.a {
            let ((c, x, y), (_, v, w)) = (split(left), split(right));
            let yes = self.compare(order, strict, x, v);
            let no = self.compare(order, strict, y, w);
            return Some(self.ite(c, yes, no));
        }
        None
    }
}

//! Between which numbers integers lie (Cousot and Cousot 1976). Where bounds grow, they grow
//! to the next number that the program names.

use crate::pointwise::{Number, Pointwise, Width};
use logic::{FormulaId, Logic, TermId};
use machine::{Machine, Scalar};
use program::{BinaryOp, Program, TypeId, UnaryOp};

/// The analysis.
pub type Intervals = Pointwise<Interval>;

/// The numbers from `lo` to `hi`; there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    pub lo: i128,
    pub hi: i128,
}

fn between(lo: i128, hi: i128) -> Interval {
    Interval { lo, hi }
}

/// The least interval with all of some numbers.
fn hull<const N: usize>(numbers: [i128; N]) -> Interval {
    let least = numbers.iter().copied().fold(i128::MAX, i128::min);
    let greatest = numbers.iter().copied().fold(i128::MIN, i128::max);
    between(least, greatest)
}

impl Interval {
    /// The numbers of it that are in a type, if all are or the result is known to be.
    fn within(self, of: Width, exact: bool) -> Interval {
        let all = Interval::any(of);
        match self.meet(all) {
            Some(inside) if inside == self || exact => inside,
            _ => all,
        }
    }

    fn is_natural(self) -> bool {
        self.lo >= 0
    }

    /// The numbers with no more bits.
    fn bits_above(self) -> i128 {
        match u128::try_from(self.hi) {
            Ok(hi) => (hi + 1)
                .checked_next_power_of_two()
                .map_or(i128::MAX, |n| n as i128 - 1),
            Err(_) => 0,
        }
    }
}

impl Number for Interval {
    const NAME: &'static str = "intervals";

    /// Bounds of the widest numbers would not be numbers here.
    fn width(program: &Program, ty: TypeId) -> Option<Width> {
        program.types.int_kind(ty)?;
        program.types.bits(ty).filter(|(bits, _)| *bits <= 64)
    }

    fn any((bits, signed): Width) -> Interval {
        match signed {
            true => between(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => between(0, (1 << bits) - 1),
        }
    }

    fn exact(value: i128) -> Interval {
        between(value, value)
    }

    fn contains(self, value: Scalar, _: &Machine<'_>) -> bool {
        (self.lo..=self.hi).contains(&value.value)
    }

    fn only(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    // Order and join.

    fn join(self, other: Interval) -> Interval {
        between(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    fn widen(self, new: Interval, landmarks: &[i128]) -> Interval {
        let below = landmarks.iter().rev().find(|&&n| n <= new.lo);
        let above = landmarks.iter().find(|&&n| n >= new.hi);
        between(
            match new.lo < self.lo {
                true => below.copied().unwrap_or(i128::MIN),
                false => self.lo,
            },
            match new.hi > self.hi {
                true => above.copied().unwrap_or(i128::MAX),
                false => self.hi,
            },
        )
    }

    fn meet(self, other: Interval) -> Option<Interval> {
        let both = between(self.lo.max(other.lo), self.hi.min(other.hi));
        (both.lo <= both.hi).then_some(both)
    }

    // Arithmetic.

    fn unary(op: UnaryOp, a: Interval, of: Width, exact: bool) -> Interval {
        let result = match op {
            UnaryOp::Neg => between(-a.hi, -a.lo),
            UnaryOp::Not if of.1 => between(-a.hi - 1, -a.lo - 1),
            UnaryOp::Not => {
                let all = Interval::any(of).hi;
                between(all - a.hi, all - a.lo)
            }
        };
        result.within(of, exact)
    }

    fn binary(op: BinaryOp, a: Interval, b: Interval, of: Width, exact: bool) -> Interval {
        use BinaryOp::*;
        let all = Interval::any(of);
        let corners = |f: fn(i128, i128) -> i128| {
            hull([f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)])
        };
        let result = match op {
            Add => between(a.lo + b.lo, a.hi + b.hi),
            Sub => between(a.lo - b.hi, a.hi - b.lo),
            Mul => corners(i128::saturating_mul),
            Div if b.lo > 0 || b.hi < 0 => corners(|a, b| a / b),
            // By zero nothing is divided; by the others at most by one.
            Div => {
                let most = a.lo.abs().max(a.hi.abs());
                between(-most, most)
            }
            Rem => {
                let most = b.lo.abs().max(b.hi.abs()) - 1;
                let lo = if a.lo < 0 { -most.min(-a.lo) } else { 0 };
                let hi = if a.hi > 0 { most.min(a.hi) } else { 0 };
                between(lo.min(0), hi.max(0))
            }
            And if a.is_natural() && b.is_natural() => between(0, a.hi.min(b.hi)),
            And if a.is_natural() => between(0, a.hi),
            And if b.is_natural() => between(0, b.hi),
            Or | Xor if a.is_natural() && b.is_natural() => {
                let hi = a.bits_above().max(b.bits_above());
                between(if op == Or { a.lo.max(b.lo) } else { 0 }, hi)
            }
            Shl if b.is_natural() && b.hi < 64 => {
                let by = |n: i128| 1i128 << n;
                let corners = [
                    a.lo.saturating_mul(by(b.lo)),
                    a.lo.saturating_mul(by(b.hi)),
                    a.hi.saturating_mul(by(b.lo)),
                    a.hi.saturating_mul(by(b.hi)),
                ];
                hull(corners)
            }
            Shr if b.is_natural() => {
                let by = |n: i128| n.min(127) as u32;
                let (least, most) = (by(b.lo), by(b.hi));
                hull([a.lo >> least, a.lo >> most, a.hi >> least, a.hi >> most])
            }
            And | Or | Xor | Shl | Shr | PointerAdd | PointerDiff => all,
            Eq | Ne | Lt | Le => between(0, 1),
        };
        // Shifts to the left leave the type without a word.
        result.within(of, exact && op != Shl)
    }

    fn compare(op: BinaryOp, a: Interval, b: Interval) -> Option<bool> {
        let (apart, one) = (a.meet(b).is_none(), a.only().zip(b.only()));
        let equal = match one {
            Some((a, b)) => Some(a == b),
            None if apart => Some(false),
            None => None,
        };
        match op {
            BinaryOp::Eq => equal,
            BinaryOp::Ne => equal.map(|equal| !equal),
            BinaryOp::Lt if a.hi < b.lo => Some(true),
            BinaryOp::Lt if a.lo >= b.hi => Some(false),
            BinaryOp::Le if a.hi <= b.lo => Some(true),
            BinaryOp::Le if a.lo > b.hi => Some(false),
            _ => None,
        }
    }

    fn converted(self, _: Width, to: Width) -> Interval {
        self.within(to, false)
    }

    fn given(op: BinaryOp, a: Interval, b: Interval) -> Option<(Interval, Interval)> {
        match op {
            BinaryOp::Eq => a.meet(b).map(|both| (both, both)),
            BinaryOp::Ne => {
                let without = |a: Interval, b: Interval| match b.only() {
                    Some(n) if a.only() == Some(n) => None,
                    Some(n) if n == a.lo => Some(between(a.lo + 1, a.hi)),
                    Some(n) if n == a.hi => Some(between(a.lo, a.hi - 1)),
                    _ => Some(a),
                };
                Some((without(a, b)?, without(b, a)?))
            }
            _ => {
                let gap = i128::from(op == BinaryOp::Lt);
                let a_below = a.meet(between(i128::MIN, b.hi.saturating_sub(gap)))?;
                let b_above = b.meet(between(a.lo.saturating_add(gap), i128::MAX))?;
                Some((a_below, b_above))
            }
        }
    }

    fn unconverted(self, from: Width, to: Width) -> Interval {
        let all = Interval::any(from);
        match all.converted(from, to) == all {
            true => self,
            false => all,
        }
    }

    // Words.

    fn say(self, program: &Program, logic: &mut Logic, term: TermId) -> Option<FormulaId> {
        let ty = logic.ty(term);
        let all = Interval::any(Interval::width(program, ty)?);
        if let Some(value) = self.only() {
            let value = logic.int(program, value, ty);
            return Some(logic.compare(program, BinaryOp::Eq, term, value));
        }
        let mut known = Vec::new();
        if self.lo > all.lo {
            let lo = logic.int(program, self.lo, ty);
            known.push(logic.compare(program, BinaryOp::Le, lo, term));
        }
        if self.hi < all.hi {
            let hi = logic.int(program, self.hi, ty);
            known.push(logic.compare(program, BinaryOp::Le, term, hi));
        }
        (!known.is_empty()).then(|| logic.and(program, known))
    }

    fn show(self) -> String {
        match self.only() {
            Some(value) => format!("== {value}"),
            None => format!("in [{}, {}]", self.lo, self.hi),
        }
    }
}

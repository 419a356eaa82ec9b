//! The signs of integers: HECTOR's `compsigns` (thesis, section 4.2 and appendix A.2).
//!
//! Of each integer it is known which of negative, zero and positive it may be. With the
//! option `split` every result that may have several signs makes several states, as in the
//! thesis, where a state has one sign for each variable.

use crate::pointwise::{Number, Pointwise, Width};
use logic::{FormulaId, Logic, TermId};
use machine::{Machine, Scalar};
use program::{BinaryOp, Program, TypeId, UnaryOp};
use smallvec::SmallVec;

/// The analysis.
pub type Signs = Pointwise<Sign>;

/// A set of signs; not empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sign(u8);

impl Sign {
    pub const NEGATIVE: Sign = Sign(1);
    pub const ZERO: Sign = Sign(2);
    pub const POSITIVE: Sign = Sign(4);
    const ANY: Sign = Sign(7);
    const NATURAL: Sign = Sign(6);
    const NONZERO: Sign = Sign(5);

    fn each(self) -> impl Iterator<Item = Sign> {
        let all = [Sign::NEGATIVE, Sign::ZERO, Sign::POSITIVE].into_iter();
        all.filter(move |sign| self.0 & sign.0 != 0)
    }

    fn with(self, other: Sign) -> Sign {
        Sign(self.0 | other.0)
    }

    fn filtered(self, other: Sign) -> Option<Sign> {
        let both = self.0 & other.0;
        (both != 0).then_some(Sign(both))
    }

    /// The signs that a function of two has.
    fn of_two(a: Sign, b: Sign, f: impl Fn(Sign, Sign) -> Sign) -> Sign {
        let pairs = a.each().flat_map(|x| b.each().map(move |y| (x, y)));
        let signs = pairs.map(|(x, y)| f(x, y).0);
        Sign(signs.fold(0, |all, sign| all | sign))
    }

    fn negated(self) -> Sign {
        Sign(self.0 & 2 | self.0 >> 2 | (self.0 & 1) << 2)
    }
}

/// May the comparison hold of numbers with these signs?
fn is_possible(op: BinaryOp, a: Sign, b: Sign) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b || a != Sign::ZERO,
        BinaryOp::Lt => a.0 < b.0 || a == b && a != Sign::ZERO,
        _ => a.0 <= b.0,
    }
}

/// A sum of one sign each, if it does not leave its type.
fn sum(a: Sign, b: Sign) -> Sign {
    match (a, b) {
        (Sign::ZERO, x) | (x, Sign::ZERO) => x,
        (x, y) if x == y => x,
        _ => Sign::ANY,
    }
}

fn product(a: Sign, b: Sign) -> Sign {
    match (a, b) {
        (Sign::ZERO, _) | (_, Sign::ZERO) => Sign::ZERO,
        (x, y) if x == y => Sign::POSITIVE,
        _ => Sign::NEGATIVE,
    }
}

/// An operation on numbers of one sign each.
fn operation(op: BinaryOp, a: Sign, b: Sign, signed: bool, exact: bool) -> Sign {
    use BinaryOp::*;
    let (zero, positive) = (Sign::ZERO, Sign::POSITIVE);
    match op {
        Add if exact => sum(a, b),
        Sub if exact => sum(a, b.negated()),
        Mul if exact => product(a, b),
        Add if a == zero => b,
        Add | Sub if b == zero => a,
        // Half of the numbers are positive: two of them do not come round to zero.
        Add if signed && a == positive && b == positive => Sign::NONZERO,
        Sub if signed && a == zero && b == positive => Sign::NEGATIVE,
        Sub if a == zero || signed && a != b => Sign::NONZERO,
        Add | Sub => Sign::ANY,
        Mul if a == zero || b == zero => zero,
        Mul => Sign::ANY,
        Div if a == zero => zero,
        Div if a == Sign::NEGATIVE && b == Sign::NEGATIVE && !exact => Sign::ANY,
        Div => product(a, b).with(zero),
        Rem => a.with(zero),
        And if a == zero || b == zero => zero,
        And if a == b && a == Sign::NEGATIVE => a,
        And => Sign::NATURAL,
        Or | Xor if a == zero => b,
        Or | Xor if b == zero => a,
        Or if a == positive && b == positive => positive,
        Or => Sign::NEGATIVE,
        Xor if a == b => Sign::NATURAL,
        Xor => Sign::NEGATIVE,
        Shl if a == zero => zero,
        Shl if exact && a == positive => Sign::NATURAL,
        Shl => Sign::ANY,
        Shr if a == positive => Sign::NATURAL,
        Shr => a,
        Eq | Ne | Lt | Le => Sign::NATURAL,
        PointerAdd | PointerDiff => Sign::ANY,
    }
}

/// Is every number of a type one of another?
fn fits((from, from_signed): Width, (to, to_signed): Width) -> bool {
    match (from_signed, to_signed) {
        (false, true) => from < to,
        (true, false) => false,
        (true, true) | (false, false) => from <= to,
    }
}

impl Number for Sign {
    const NAME: &'static str = "signs";

    /// The widest numbers have no sign that could be told from their bits.
    fn width(program: &Program, ty: TypeId) -> Option<Width> {
        program.types.int_kind(ty)?;
        program.types.bits(ty).filter(|(bits, _)| *bits <= 64)
    }

    fn any((_, signed): Width) -> Sign {
        match signed {
            true => Sign::ANY,
            false => Sign::NATURAL,
        }
    }

    fn exact(value: i128) -> Sign {
        match value.signum() {
            -1 => Sign::NEGATIVE,
            0 => Sign::ZERO,
            _ => Sign::POSITIVE,
        }
    }

    fn contains(self, value: Scalar, _: &Machine<'_>) -> bool {
        Sign::exact(value.value).is_below(self)
    }

    fn only(self) -> Option<i128> {
        (self == Sign::ZERO).then_some(0)
    }

    // Order and join.

    fn join(self, other: Sign) -> Sign {
        self.with(other)
    }

    fn meet(self, other: Sign) -> Option<Sign> {
        self.filtered(other)
    }

    fn cases(self) -> SmallVec<[Sign; 3]> {
        self.each().collect()
    }

    // Arithmetic.

    fn unary(op: UnaryOp, a: Sign, of: Width, exact: bool) -> Sign {
        let result = Sign::of_two(a, Sign::ZERO, |a, _| match (op, a, of.1) {
            (UnaryOp::Neg, Sign::ZERO, _) => Sign::ZERO,
            (UnaryOp::Neg, a, false) => a,
            // The least number is its own negative.
            (UnaryOp::Neg, Sign::NEGATIVE, true) if !exact => Sign::NONZERO,
            (UnaryOp::Neg, a, true) => a.negated(),
            (UnaryOp::Not, Sign::NEGATIVE, true) => Sign::NATURAL,
            (UnaryOp::Not, _, true) => Sign::NEGATIVE,
            (UnaryOp::Not, Sign::ZERO, false) => Sign::POSITIVE,
            (UnaryOp::Not, _, false) => Sign::NATURAL,
        });
        result.filtered(Sign::any(of)).unwrap_or(Sign::any(of))
    }

    fn binary(op: BinaryOp, a: Sign, b: Sign, of: Width, exact: bool) -> Sign {
        let result = Sign::of_two(a, b, |a, b| operation(op, a, b, of.1, exact));
        result.filtered(Sign::any(of)).unwrap_or(Sign::any(of))
    }

    fn compare(op: BinaryOp, a: Sign, b: Sign) -> Option<bool> {
        let (not, exchanged) = crate::pointwise::opposite(op);
        let holds = Sign::given(op, a, b).is_some();
        let fails = match exchanged {
            false => Sign::given(not, a, b).is_some(),
            true => Sign::given(not, b, a).is_some(),
        };
        (holds != fails).then_some(holds)
    }

    fn converted(self, from: Width, to: Width) -> Sign {
        match fits(from, to) || self == Sign::ZERO {
            true => self,
            false => Sign::any(to),
        }
    }

    fn given(op: BinaryOp, a: Sign, b: Sign) -> Option<(Sign, Sign)> {
        let (mut x, mut y) = (0, 0);
        for s in a.each() {
            for t in b.each().filter(|&t| is_possible(op, s, t)) {
                x |= s.0;
                y |= t.0;
            }
        }
        (x != 0).then_some((Sign(x), Sign(y)))
    }

    fn unconverted(self, from: Width, to: Width) -> Sign {
        match fits(from, to) {
            true => self,
            // What is not zero in a part is not zero.
            false if self.0 & 2 == 0 => Sign::NONZERO,
            false => Sign::any(from),
        }
    }

    // Words.

    fn say(self, program: &Program, logic: &mut Logic, term: TermId) -> Option<FormulaId> {
        let zero = logic.int(program, 0, logic.ty(term));
        let mut compare = |op, a, b| logic.compare(program, op, a, b);
        Some(match self {
            Sign::NEGATIVE => compare(BinaryOp::Lt, term, zero),
            Sign::ZERO => compare(BinaryOp::Eq, term, zero),
            Sign::POSITIVE => compare(BinaryOp::Lt, zero, term),
            Sign::NATURAL => compare(BinaryOp::Le, zero, term),
            Sign::NONZERO => compare(BinaryOp::Ne, term, zero),
            Sign(3) => compare(BinaryOp::Le, term, zero),
            Sign(_) => return None,
        })
    }

    fn show(self) -> String {
        match self {
            Sign::NEGATIVE => "< 0",
            Sign::ZERO => "== 0",
            Sign::POSITIVE => "> 0",
            Sign::NATURAL => ">= 0",
            Sign::NONZERO => "!= 0",
            Sign(3) => "<= 0",
            Sign(_) => "any",
        }
        .into()
    }
}

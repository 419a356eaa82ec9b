//! Which bits of integers are known: that a sum of multiples of four is one, that a mask
//! leaves nothing above it, that a flag is set. `number.rs` has the arithmetic.

mod number;

pub use number::Bits;

use crate::pointwise::{self, Number, Pointwise, Width};
use logic::{FormulaId, Logic, TermId};
use machine::{Machine, Scalar};
use program::{BinaryOp, Program, TypeId, UnaryOp};

/// The analysis.
pub type KnownBits = Pointwise<Bits>;
pub type State = pointwise::State<Bits>;

impl Number for Bits {
    const NAME: &'static str = "bits";

    /// The widest numbers are kept as if they had a sign.
    fn width(program: &Program, ty: TypeId) -> Option<Width> {
        program.types.int_kind(ty)?;
        program.types.bits(ty).filter(|(bits, _)| *bits <= 64)
    }

    fn any(of: Width) -> Bits {
        Bits::ANY.wrap(of)
    }

    fn exact(value: i128) -> Bits {
        Bits::exact(value)
    }

    fn contains(self, value: Scalar, _: &Machine<'_>) -> bool {
        Bits::contains(self, value.value)
    }

    fn only(self) -> Option<i128> {
        self.as_exact()
    }

    // Order and join.

    fn join(self, other: Bits) -> Bits {
        Bits::join(self, other)
    }

    /// Chains are short anyway, but a counter need not lose one bit after the other.
    fn widen(self, new: Bits, _: &[i128]) -> Bits {
        let both = Bits::join(self, new);
        if both == self { both } else { both.lowest() }
    }

    fn meet(self, other: Bits) -> Option<Bits> {
        Bits::meet(self, other)
    }

    fn is_below(self, other: Bits) -> bool {
        Bits::is_below(self, other)
    }

    // Arithmetic.

    fn unary(op: UnaryOp, a: Bits, of: Width, _: bool) -> Bits {
        match op {
            UnaryOp::Neg => a.negate(),
            UnaryOp::Not => a.complement(),
        }
        .wrap(of)
    }

    fn binary(op: BinaryOp, a: Bits, b: Bits, of: Width, _: bool) -> Bits {
        number::binary(op, a, b, of)
    }

    fn compare(op: BinaryOp, a: Bits, b: Bits) -> Option<bool> {
        // Numbers of both signs fit into the widest type.
        let truth = number::binary(op, a, b, (128, true));
        truth.as_exact().map(|truth| truth != 0)
    }

    fn converted(self, _: Width, to: Width) -> Bits {
        self.wrap(to)
    }

    fn given(op: BinaryOp, a: Bits, b: Bits) -> Option<(Bits, Bits)> {
        match op {
            BinaryOp::Eq => a.meet(b).map(|both| (both, both)),
            // Of two possible numbers it is the other.
            BinaryOp::Ne => {
                let without = |a: Bits, b: Bits| match b.as_exact() {
                    Some(n) if a.as_exact() == Some(n) => None,
                    Some(n) => Some(a.without(n).unwrap_or(a)),
                    None => Some(a),
                };
                Some((without(a, b)?, without(b, a)?))
            }
            _ => (Bits::compare(op, a, b) != Some(false)).then_some((a, b)),
        }
    }

    fn operands(op: BinaryOp, a: Bits, b: Bits, result: Bits) -> (Bits, Bits) {
        let more = |a: Bits, known: Bits| a.meet(known).unwrap_or(a);
        match op {
            // Where the mask has ones, the bits are the other's.
            BinaryOp::And => {
                let through = |mask: Bits| Bits::new(result.known() & mask.value(), result.value());
                (more(a, through(b)), more(b, through(a)))
            }
            // The remainder is as far from a multiple of `n` as the number.
            BinaryOp::Rem => match b.as_exact() {
                Some(n) if n > 0 && n & (n - 1) == 0 => {
                    (more(a, result.below(n.trailing_zeros())), b)
                }
                _ => (a, b),
            },
            _ => (a, b),
        }
    }

    /// The lower bits are those that were converted.
    fn unconverted(self, from: Width, to: Width) -> Bits {
        self.below(to.0.min(from.0))
    }

    // Words.

    /// `(x & mask) == value`.
    fn say(self, program: &Program, logic: &mut Logic, term: TermId) -> Option<FormulaId> {
        let ty = logic.ty(term);
        let (width, signed) = Bits::width(program, ty)?;
        let within = |bits: u128| program::arith::wrap(bits as i128, width, signed);
        let value = logic.int(program, within(self.value()), ty);
        if self.as_exact().is_some() {
            return Some(logic.compare(program, BinaryOp::Eq, term, value));
        }
        // Smaller ones are not computed with in C.
        if width < 32 {
            return None;
        }
        let mask = logic.int(program, within(self.known()), ty);
        let masked = logic.binary(program, BinaryOp::And, term, mask, ty);
        Some(logic.compare(program, BinaryOp::Eq, masked, value))
    }

    /// The number, or its bits from the highest that is not like those above it: `...0??1`.
    fn show(self) -> String {
        if let Some(number) = self.as_exact() {
            return number.to_string();
        }
        let digit = |at: u32| match (self.known() >> at & 1, self.value() >> at & 1) {
            (0, _) => '?',
            (_, 0) => '0',
            _ => '1',
        };
        let top = digit(127);
        let length = (0..128).rev().find(|&at| digit(at) != top);
        let digits = (0..length.map_or(0, |at| at + 1)).rev().map(digit);
        format!("...{top}{}", digits.collect::<String>())
    }
}

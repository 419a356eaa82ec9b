//! Even and odd numbers.

use program::BinaryOp;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    Even,
    Odd,
}

use Parity::{Even, Odd};

impl Parity {
    pub fn of(number: i128) -> Parity {
        match number & 1 {
            0 => Even,
            _ => Odd,
        }
    }

    pub fn other(self) -> Parity {
        match self {
            Even => Odd,
            Odd => Even,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Even => "even",
            Odd => "odd",
        }
    }

    fn plus(self, other: Parity) -> Parity {
        match self {
            Even => other,
            Odd => other.other(),
        }
    }
}

/// The parity of `a op b`. None is not known, for operands and result.
///
/// That arithmetic wraps does not matter: all types have an even number of values. A
/// division by zero has no successors, and a shift by too much leaves zero.
pub fn binary(op: BinaryOp, a: Option<Parity>, b: Option<Parity>) -> Option<Parity> {
    use BinaryOp::*;
    match op {
        Add | Sub | Xor => Some(a?.plus(b?)),
        Mul | And => match (a, b) {
            (Some(Even), _) | (_, Some(Even)) => Some(Even),
            _ => a.and(b),
        },
        Or => match (a, b) {
            (Some(Odd), _) | (_, Some(Odd)) => Some(Odd),
            _ => a.and(b),
        },
        // What is subtracted from `a` is a multiple of an even number.
        Rem => a.filter(|_| b == Some(Even)),
        Shl => a.filter(|&a| a == Even),
        // Numbers of different parities differ.
        Eq => (a? != b?).then_some(Even),
        Ne => (a? != b?).then_some(Odd),
        Div | Shr | Lt | Le | PointerAdd | PointerDiff => None,
    }
}

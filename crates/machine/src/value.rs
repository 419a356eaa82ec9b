//! Values of the machine: numbers that may carry a pointer's provenance.

use program::FunctionId;

/// Which object a pointer (or an integer made from one) belongs to: a slot of
/// the memory and the generation of the object in it, so that a pointer to an
/// object that ended is never taken for one to its successor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Origin(u64);

impl Origin {
    /// No object: a plain number, or a null pointer.
    pub const NONE: Origin = Origin(0);
    /// Not a value at all yet: indeterminate.
    pub(crate) const INDETERMINATE: Origin = Origin(u64::MAX);

    pub(crate) fn new(slot: usize, generation: u32) -> Origin {
        Origin((slot as u64 + 1) | u64::from(generation) << 32)
    }

    /// A number that stands for it; none is zero.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> Origin {
        Origin(bits)
    }

    pub fn is_none(self) -> bool {
        self == Origin::NONE
    }

    pub(crate) fn slot(self) -> Option<usize> {
        match self {
            Origin::NONE | Origin::INDETERMINATE => None,
            Origin(bits) => Some((bits as u32 - 1) as usize),
        }
    }

    pub(crate) fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A scalar. Integers are kept as [`program::arith`] keeps them, pointers as
/// their address, floats as their bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub value: i128,
    pub origin: Origin,
}

impl Scalar {
    pub(crate) const INDETERMINATE: Scalar = Scalar {
        value: 0,
        origin: Origin::INDETERMINATE,
    };

    pub const fn int(value: i128) -> Scalar {
        Scalar {
            value,
            origin: Origin::NONE,
        }
    }

    pub(crate) fn is_indeterminate(self) -> bool {
        self.origin == Origin::INDETERMINATE
    }
}

/// What an object is, as far as a report wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Static(program::VarId),
    /// A local variable or parameter.
    Local(program::VarId),
    Heap,
    /// `alloca` or a variable-length array.
    Frame,
    Function(FunctionId),
    /// What an indeterminate pointer was taken to point to.
    Environment,
}

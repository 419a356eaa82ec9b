//! What places hold: nothing known, a number, the address of an object, and addresses
//! that lead nowhere any more.

use program::FunctionId;

/// An object of a graph, by its number.
pub type ObjectId = u32;

/// Which node of a segment an address is that of. All others have one node, the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// Of an empty segment: what its last link leads to.
    First,
    /// Of an empty segment: what its first back link leads to.
    Last,
    /// The one that what holds the address belongs to: only nodes of a segment and what
    /// they own can say so.
    Own,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    pub object: ObjectId,
    pub end: End,
    /// In bytes, from the beginning of the node.
    pub offset: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Anything: bytes never written, numbers that nobody counts, addresses of objects
    /// that are not followed.
    Any,
    /// A number, as its type has it; null is zero.
    Int(i128),
    To(Address),
    /// Somewhere in an object that is no segment, or beyond it.
    Within(ObjectId),
    /// The address of an object that ended, inside it. It is not null.
    Gone,
    Function(FunctionId),
}

impl Value {
    pub const ZERO: Value = Value::Int(0);

    /// The beginning of an object.
    pub fn to(object: ObjectId) -> Value {
        Value::at(object, End::First, 0)
    }

    pub fn at(object: ObjectId, end: End, offset: i64) -> Value {
        Value::To(Address {
            object,
            end,
            offset,
        })
    }

    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::To(a) => Some(a.object),
            Value::Within(object) => Some(object),
            Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => None,
        }
    }

    /// An address moved by some bytes.
    pub fn moved(self, by: i64, pointer_bits: u32) -> Value {
        match self {
            _ if by == 0 => self,
            Value::Int(n) => Value::Int(program::arith::wrap(
                n + i128::from(by),
                pointer_bits,
                false,
            )),
            Value::To(a) => match a.offset.checked_add(by) {
                Some(offset) => Value::To(Address { offset, ..a }),
                None => Value::Any,
            },
            Value::Within(_) => self,
            Value::Any | Value::Gone | Value::Function(_) => Value::Any,
        }
    }
}

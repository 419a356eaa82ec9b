//! What the machine is asked for when a scalar is indeterminate.

use machine::Request;
pub use solver::access::{Access, aggregate_source, of_place, of_type};

/// What can be drawn as an input.
pub trait Drawn {
    fn request(self) -> Request;
}

impl Drawn for Access {
    fn request(self) -> Request {
        match self {
            Access::Int { bits, signed, .. } => Request::Int { bits, signed },
            Access::Bits { field, signed, .. } => Request::Int {
                bits: u32::from(field.width),
                signed,
            },
            Access::Float { kind, .. } => Request::Float(kind),
            Access::Pointer { .. } => Request::Pointer,
        }
    }
}

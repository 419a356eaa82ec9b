//! How scalars lie in memory and what terms stand for them.
//!
//! A scalar's term has the bits of its value: an integer or pointer as many as
//! its type, `_Bool` eight of which seven are zero, a float those of its format.

use crate::fold;
use crate::term::{Term, Terms};
use program::{BitField, Expr, FloatKind, Place, PlaceId, Program, Type, TypeId, Types};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `bits` is 1 for `_Bool`.
    Int {
        size: u32,
        bits: u32,
        signed: bool,
    },
    Float {
        size: u32,
        kind: FloatKind,
    },
    Pointer {
        size: u32,
    },
    Bits {
        field: BitField,
        signed: bool,
        bits: u32,
    },
}

/// How a scalar type is held; None for aggregates.
pub fn of_type(program: &Program, ty: TypeId) -> Option<Access> {
    of_scalar(&program.types, ty)
}

pub(crate) fn of_scalar(types: &Types, ty: TypeId) -> Option<Access> {
    let model = types.model();
    Some(match types.get(ty) {
        Type::Int(kind) => Access::Int {
            size: model.int_size(kind) as u32,
            bits: model.int_bits(kind),
            signed: kind.is_signed(),
        },
        Type::Float(kind) => Access::Float {
            size: model.float_size(kind) as u32,
            kind,
        },
        Type::Pointer(_) => Access::Pointer {
            size: model.pointer_size() as u32,
        },
        _ => return None,
    })
}

/// How a place is read and written; None for aggregates.
pub fn of_place(program: &Program, place: PlaceId) -> Option<Access> {
    let exprs = &program.exprs;
    let scalar = of_type(program, exprs.place_ty(place))?;
    if let Place::Field(base, i) = exprs.place(place)
        && let Some(field) = program.types.fields(exprs.place_ty(base)).get(i as usize)
        && let (Some(field), Access::Int { bits, signed, .. }) = (field.bits, scalar)
    {
        return Some(Access::Bits {
            field,
            signed,
            bits,
        });
    }
    Some(scalar)
}

/// The place that an aggregate is copied from; None if it is all zero.
pub fn aggregate_source(program: &Program, value: program::ExprId) -> Option<PlaceId> {
    match program.exprs.get(value) {
        Expr::Load(place) => Some(place),
        _ => None,
    }
}

impl Access {
    pub const BYTE: Access = Access::Int {
        size: 1,
        bits: 8,
        signed: false,
    };

    /// Bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Access::Int { size, .. } | Access::Float { size, .. } | Access::Pointer { size } => {
                u64::from(size)
            }
            Access::Bits { field, .. } => {
                (u64::from(field.shift) + u64::from(field.width)).div_ceil(8)
            }
        }
    }

    /// Bits of the term.
    pub fn width(self) -> u32 {
        match self {
            Access::Int { size, .. } | Access::Pointer { size } => 8 * size,
            Access::Float { kind, .. } => fold::float_width(kind),
            Access::Bits { bits, .. } => bits.max(8),
        }
    }

    /// The value in the bytes that were read.
    pub fn decode(self, terms: &mut Terms, raw: Term) -> Term {
        match self {
            Access::Int { bits: 1, .. } => {
                let bit = terms.extract(raw, 0, 1);
                terms.zero_extend(bit, 8)
            }
            Access::Int { .. } | Access::Pointer { .. } => raw,
            Access::Float { .. } => terms.extract(raw, 0, self.width()),
            Access::Bits {
                field,
                signed,
                bits,
            } => {
                let width = u32::from(field.width);
                let part = terms.extract(raw, u32::from(field.shift), width);
                let bits = bits.max(8);
                match signed {
                    true => terms.sign_extend(part, bits),
                    false => terms.zero_extend(part, bits),
                }
            }
        }
    }

    /// The bytes that hold a value. Not for bit-fields, which share their bytes.
    pub fn encode(self, terms: &mut Terms, value: Term) -> Term {
        match self {
            Access::Int { .. } | Access::Pointer { .. } | Access::Bits { .. } => value,
            Access::Float { size, .. } => terms.zero_extend(value, 8 * size),
        }
    }
}

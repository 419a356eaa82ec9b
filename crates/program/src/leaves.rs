//! The scalars that objects are made of. Who copies an object, or gives it another content, goes
//! along them.

use crate::ids::TypeId;
use crate::types::{ArrayLength, RecordKind, Type, Types};

/// A part of an object that is read and written as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Leaf {
    pub offset: u64,
    pub size: u64,
    /// None for a byte of padding, of bit-fields, or of members that overlap.
    pub scalar: Option<TypeId>,
}

impl Types {
    /// The parts of an object of a type, side by side from its first byte to `size`. An object of
    /// no known type is made of bytes.
    pub fn leaves(&self, ty: Option<TypeId>, size: u64) -> Vec<Leaf> {
        let mut scalars = Vec::new();
        if let Some(ty) = ty {
            self.add_scalars(ty, 0, size, &mut scalars);
        }
        scalars.sort_unstable();
        scalars.dedup();
        if scalars
            .windows(2)
            .any(|w| w[0].offset + w[0].size > w[1].offset)
        {
            scalars.clear();
        }
        let byte = |offset| Leaf {
            offset,
            size: 1,
            scalar: None,
        };
        let mut all = Vec::new();
        let mut at = 0;
        for leaf in scalars {
            all.extend((at..leaf.offset).map(byte));
            all.push(leaf);
            at = leaf.offset + leaf.size;
        }
        all.extend((at..size).map(byte));
        all
    }

    fn add_scalars(&self, ty: TypeId, at: u64, end: u64, scalars: &mut Vec<Leaf>) {
        match self.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                let size = self.size_of(ty).unwrap_or(0);
                if at + size <= end {
                    scalars.push(Leaf {
                        offset: at,
                        size,
                        scalar: Some(ty),
                    });
                }
            }
            Type::Array {
                element,
                length: ArrayLength::Fixed(n),
            } => {
                let stride = self.size_of(element.ty).unwrap_or(0);
                for i in 0..n {
                    self.add_scalars(element.ty, at + i * stride, end, scalars);
                }
            }
            Type::Record(_) => {
                let record = self.record_of(ty);
                let is_union = record.is_some_and(|(_, r)| r.kind == RecordKind::Union);
                let before = scalars.len();
                for field in self.fields(ty) {
                    match field.bits {
                        // Bit-fields share their bytes.
                        Some(_) => {}
                        // A union is what its first member is that fills it.
                        None if is_union && self.size_of(field.ty) != self.size_of(ty) => {}
                        None => self.add_scalars(field.ty, at + field.offset, end, scalars),
                    }
                    if is_union && scalars.len() > before {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
}

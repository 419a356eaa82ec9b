//! Aggregates: copied, zeroed and made indeterminate scalar by scalar.

use super::pristine::Fill;
use super::state::{Piece, Value};
use super::{Builder, Built, Spot};
use crate::access::{self, Access};
use crate::term::Sort;
use program::{Leaf, Program, TypeId};

/// So many bytes are copied or initialised one by one.
pub(super) const MAX_PIECES: u64 = 1 << 14;

impl Builder<'_> {
    pub(super) fn leaves(&self, ty: Option<TypeId>, size: u64) -> Vec<(u64, u64)> {
        leaves(self.program, ty, size)
    }

    /// The bytes of an aggregate. Who copies reads: what is indeterminate becomes inputs.
    pub(super) fn take(
        &mut self,
        spot: Spot,
        ty: TypeId,
        pointer: Value,
        size: u64,
    ) -> Built<Vec<Piece>> {
        if size > MAX_PIECES {
            return self.unsupported("a large aggregate");
        }
        let valid = self.valid(pointer, size, false);
        self.require(valid);
        let exact = self.exact(pointer, size);
        if exact.is_none() {
            self.settle(pointer.origin)?;
        }
        let mut pieces = Vec::new();
        for leaf in self.program.types.leaves(Some(ty), size) {
            let Leaf { offset, size, .. } = leaf;
            let access = leaf.scalar.and_then(|ty| access::of_type(self.program, ty));
            let region = self.regions.region(self.program, spot, offset, size);
            let at = self.moved(pointer, offset);
            let raw = self.load_raw(region, at, size, access.unwrap_or(Access::BYTE))?;
            let raw = Some(raw);
            pieces.push(Piece { offset, size, raw });
        }
        Ok(pieces)
    }

    /// Writes the bytes of an aggregate.
    pub(super) fn put(
        &mut self,
        spot: Spot,
        pointer: Value,
        size: u64,
        pieces: &[Piece],
    ) -> Built<()> {
        let valid = self.valid(pointer, size, true);
        self.require(valid);
        self.touch(pointer, size)?;
        let exact = self.exact(pointer, size);
        for piece in pieces.iter().filter(|p| p.offset + p.size <= size) {
            let raw = match piece.raw {
                Some(raw) => raw,
                None => {
                    if let Some((id, start)) = exact {
                        let pristine = &mut self.state.object_mut(id).pristine;
                        pristine.fill(start + piece.offset, piece.size, Fill::Blank);
                    }
                    let sort = Sort::Bits(8 * piece.size as u32);
                    self.terms.symbol("indeterminate", sort)
                }
            };
            let region = self
                .regions
                .region(self.program, spot, piece.offset, piece.size);
            let at = self.moved(pointer, piece.offset).term;
            self.write(region, at, raw)?;
        }
        Ok(())
    }

    /// Makes an aggregate zero, or indeterminate.
    pub(super) fn fill(
        &mut self,
        spot: Spot,
        ty: TypeId,
        pointer: Value,
        size: u64,
        blank: bool,
    ) -> Built<()> {
        if !blank
            && self.inlined()
            && let Some((id, offset)) = self.exact(pointer, size)
            && self.state.object(id).var.is_some()
        {
            let valid = self.valid(pointer, size, true);
            self.require(valid);
            let pristine = &mut self.state.object_mut(id).pristine;
            pristine.fill(offset, size, Fill::Zero);
            return Ok(());
        }
        if size > MAX_PIECES {
            return self.unsupported("a large aggregate");
        }
        let mut pieces = Vec::new();
        for (offset, size) in self.leaves(Some(ty), size) {
            let raw = match blank {
                true => None,
                false => Some(self.terms.bits(0, 8 * size as u32)),
            };
            pieces.push(Piece { offset, size, raw });
        }
        self.put(spot, pointer, size, &pieces)
    }
}

/// The scalars that an object of a type is made of, and padding byte by byte: offsets and sizes.
pub(crate) fn leaves(program: &Program, ty: Option<TypeId>, size: u64) -> Vec<(u64, u64)> {
    let leaves = program.types.leaves(ty, size).into_iter();
    leaves.map(|leaf| (leaf.offset, leaf.size)).collect()
}

//! Aggregates: copied, zeroed and made indeterminate scalar by scalar.

use super::pristine::{Fill, Held};
use super::state::{ObjectId, Piece, Value};
use super::{Builder, Built, Spot};
use crate::access;
use crate::term::{Sort, Term};
use program::{ArrayLength, Program, RecordKind, Type, TypeId};

/// So many bytes are copied or initialised one by one.
pub(super) const MAX_PIECES: u64 = 1 << 14;

impl Builder<'_> {
    pub(super) fn leaves(&self, ty: Option<TypeId>, size: u64) -> Vec<(u64, u64)> {
        leaves(self.program, ty, size)
    }

    /// The bytes of an aggregate.
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
        for (offset, length) in self.leaves(Some(ty), size) {
            self.take_leaf(spot, pointer, exact, offset, length, &mut pieces)?;
        }
        Ok(pieces)
    }

    fn take_leaf(
        &mut self,
        spot: Spot,
        pointer: Value,
        exact: Option<(ObjectId, u64)>,
        offset: u64,
        size: u64,
        pieces: &mut Vec<Piece>,
    ) -> Built<()> {
        let held = match exact {
            Some((id, start)) => {
                let pristine = &self.state.object(id).pristine;
                pristine.held(start + offset, size)
            }
            None => Held::Written,
        };
        let raw = match (held, exact) {
            (Held::Fill(fill), Some((_, start))) => fill
                .number(start + offset, size)
                .map(|value| self.terms.bits(value, 8 * size as u32)),
            (Held::PartlyBlank | Held::Mixed, _) if size > 1 => {
                for i in 0..size {
                    self.take_leaf(spot, pointer, exact, offset + i, 1, pieces)?;
                }
                return Ok(());
            }
            _ => {
                let region = self.regions.region(self.program, spot, offset, size);
                let at = self.moved(pointer, offset).term;
                Some(self.read(region, at, size)?)
            }
        };
        let (raw, known) = self.doubt(exact, offset, size, raw);
        pieces.push(Piece {
            offset,
            size,
            raw,
            known,
        });
        Ok(())
    }

    /// A copy of what is indeterminate is another indeterminate value: if it may be.
    fn doubt(
        &mut self,
        exact: Option<(ObjectId, u64)>,
        offset: u64,
        size: u64,
        raw: Option<Term>,
    ) -> (Option<Term>, Option<Term>) {
        let (Some((id, start)), Some(raw)) = (exact, raw) else {
            return (raw, None);
        };
        let (from, to) = (start + offset, start + offset + size);
        let doubtful = self.state.object(id).doubtful.iter();
        let touched = doubtful.filter(|&&(at, length, _)| at < to && from < at + length);
        let known: Vec<Term> = touched.map(|&(_, _, known)| known).collect();
        if known.is_empty() {
            return (Some(raw), None);
        }
        let known = self.terms.all(known);
        let sort = Sort::Bits(8 * size as u32);
        let other = self.terms.symbol("indeterminate", sort);
        (Some(self.terms.ite(known, raw, other)), Some(known))
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
            if let (Some((id, start)), Some(known)) = (exact, piece.known) {
                let doubtful = (start + piece.offset, piece.size, known);
                self.state.object_mut(id).doubtful.push(doubtful);
            }
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
            let known = None;
            pieces.push(Piece {
                offset,
                size,
                raw,
                known,
            });
        }
        self.put(spot, pointer, size, &pieces)
    }
}

/// The scalars that an object of a type is made of, and padding byte by byte.
pub(crate) fn leaves(program: &Program, ty: Option<TypeId>, size: u64) -> Vec<(u64, u64)> {
    let mut leaves = Vec::new();
    if let Some(ty) = ty {
        add_leaves(program, ty, 0, size, &mut leaves);
    }
    leaves.sort_unstable();
    leaves.dedup();
    let overlap = leaves.windows(2).any(|w| w[0].0 + w[0].1 > w[1].0);
    if overlap {
        leaves.clear();
    }
    let mut all = Vec::new();
    let mut at = 0;
    for (offset, length) in leaves {
        all.extend((at..offset).map(|padding| (padding, 1)));
        all.push((offset, length));
        at = offset + length;
    }
    all.extend((at..size).map(|padding| (padding, 1)));
    all
}

fn add_leaves(program: &Program, ty: TypeId, at: u64, end: u64, leaves: &mut Vec<(u64, u64)>) {
    let types = &program.types;
    if let Some(access) = access::of_type(program, ty) {
        if at + access.size() <= end {
            leaves.push((at, access.size()));
        }
        return;
    }
    match types.get(ty) {
        Type::Array {
            element,
            length: ArrayLength::Fixed(n),
        } => {
            let stride = types.size_of(element.ty).unwrap_or(0);
            for i in 0..n {
                add_leaves(program, element.ty, at + i * stride, end, leaves);
            }
        }
        Type::Record(_) => {
            let union = types
                .record_of(ty)
                .is_some_and(|(_, r)| r.kind == RecordKind::Union);
            for field in types.fields(ty) {
                match field.bits {
                    // Bit-fields share their bytes.
                    Some(_) => {}
                    None if union && types.size_of(field.ty) != types.size_of(ty) => {}
                    None => add_leaves(program, field.ty, at + field.offset, end, leaves),
                }
                if union && !leaves.is_empty() {
                    break;
                }
            }
        }
        _ => {}
    }
}

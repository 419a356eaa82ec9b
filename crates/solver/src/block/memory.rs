//! Memory at the end of a block: arrays, scalars in them, and aggregates.

use super::encode::{Meaning, Now};
use super::{Handed, Unsupported};
use crate::access::{self, Access};
use crate::path::{Region, Spot, leaves};
use crate::term::{Sort, Term};
use program::{ExprId, Initial, PlaceId, TypeId, VarId, VarKind};

type Built<T> = Result<T, Unsupported>;

/// So many scalars are copied or initialised one by one.
pub(super) const MAX_PIECES: u64 = 1 << 12;

impl Now<'_> {
    // Bytes.

    /// Bytes that lie `offset` behind the beginning of a spot, which is there where
    /// `pointer - offset` points.
    pub fn read(&mut self, spot: Spot, offset: u64, pointer: Term, size: u64) -> Term {
        let anything = Sort::Bits(8 * size as u32);
        if let Some(constant) = self.constant(pointer, size) {
            return constant;
        }
        let Some(region) = self.encoder.region(self.world, spot, offset, size) else {
            return self.input(anything);
        };
        let memory = self.get(Meaning::Memory(region));
        match region.word {
            Some(word) if u64::from(word) == size => self.terms().select(memory, pointer),
            // A part of a word, of which nothing is said.
            Some(_) => self.input(anything),
            None => {
                let mut raw = self.terms().select(memory, pointer);
                for i in 1..size {
                    let at = self.moved(pointer, i);
                    let byte = self.terms().select(memory, at);
                    raw = self.terms().concat(byte, raw);
                }
                raw
            }
        }
    }

    /// The bytes of a string literal, which nobody can change.
    fn constant(&mut self, pointer: Term, size: u64) -> Option<Term> {
        let (root, offset) = self.terms().split_pointer(pointer, |_| false)?;
        let symbol = self.terms().as_symbol(root)?;
        let offset = u64::try_from(self.terms().as_bits(offset)?).ok()?;
        let Some(Meaning::Address(var)) = self.encoder.meaning(symbol) else {
            return None;
        };
        let program = self.world.program;
        let v = &program.vars[var];
        let end = offset.checked_add(size)?;
        if v.kind != VarKind::Literal || end > program.object_size(var)? || size > 16 {
            return None;
        }
        let bytes: &[u8] = match &v.initial {
            Initial::Bytes(bytes) => bytes,
            Initial::Zero => &[],
            Initial::Indeterminate | Initial::Items(_) => return None,
        };
        let value = (offset..end).rev().fold(0u128, |n, i| {
            n << 8 | u128::from(bytes.get(i as usize).copied().unwrap_or(0))
        });
        Some(self.terms().bits(value, 8 * size as u32))
    }

    pub fn write(&mut self, spot: Spot, offset: u64, pointer: Term, raw: Term) {
        let size = self.terms().width(raw) / 8;
        let Some(region) = self.encoder.region(self.world, spot, offset, size.into()) else {
            return;
        };
        let mut memory = self.get(Meaning::Memory(region));
        match region.word {
            Some(word) if word == size => memory = self.terms().store(memory, pointer, raw),
            Some(_) => memory = self.anything(region),
            None => {
                for i in 0..size {
                    let at = self.moved(pointer, i.into());
                    let byte = self.terms().extract(raw, 8 * i, 8);
                    memory = self.terms().store(memory, at, byte);
                }
            }
        }
        self.set(Meaning::Memory(region), memory);
    }

    /// Any contents of a region.
    fn anything(&mut self, region: Region) -> Term {
        let element = 8 * region.word.unwrap_or(1);
        let index = self.encoder.pointer_bits;
        self.input(Sort::Array { index, element })
    }

    /// All of memory may hold anything now.
    pub fn forget_memory(&mut self) {
        for region in self.encoder.memory_regions() {
            let any = self.anything(region);
            self.set(Meaning::Memory(region), any);
        }
    }

    // Scalars.

    pub fn store(&mut self, to: PlaceId, access: Access, value: Term) -> Built<()> {
        if let Some(var) = self.register_place(to) {
            self.set(Meaning::Var(var), value);
            return Ok(());
        }
        self.require_pointer(to)?;
        let pointer = self.address(to)?;
        self.store_at(Spot::Place(to), pointer, access, value);
        Ok(())
    }

    pub fn store_at(&mut self, spot: Spot, pointer: Term, access: Access, value: Term) {
        let size = access.size();
        let raw = match access {
            Access::Bits { field, .. } => {
                let old = self.read(spot, 0, pointer, size);
                self.terms().c_insert(old, field, value)
            }
            _ => access.encode(self.terms(), value),
        };
        self.write(spot, 0, pointer, raw);
    }

    /// Any value of a scalar.
    pub fn any(&mut self, access: Access) -> Term {
        let width = match access {
            Access::Int { bits, .. } => bits,
            Access::Bits { field, .. } => u32::from(field.width),
            Access::Float { .. } | Access::Pointer { .. } => access.width(),
        };
        let drawn = self.input(Sort::Bits(width));
        self.terms().zero_extend(drawn, access.width().max(width))
    }

    // Aggregates.

    pub fn assign(&mut self, to: PlaceId, value: ExprId) -> Built<()> {
        let program = self.world.program;
        if let Some(access) = access::of_place(program, to) {
            let value = self.eval(value)?;
            return self.store(to, access, value);
        }
        let ty = program.exprs.place_ty(to);
        let known = program.types.size_of(ty);
        match access::aggregate_source(program, value) {
            Some(from) => {
                // A flexible array member is as large as the literal it holds.
                let from_ty = program.exprs.place_ty(from);
                let size = known.or_else(|| program.types.size_of(from_ty));
                let size = size.unwrap_or(0);
                self.require_pointer(from)?;
                let pointer = self.address(from)?;
                let parts = self.take(Spot::Place(from), from_ty, pointer, size)?;
                self.require_pointer(to)?;
                let pointer = self.address(to)?;
                self.put(Spot::Place(to), pointer, size, &parts);
                Ok(())
            }
            None => self.fill(to, Some(0)),
        }
    }

    pub fn take(
        &mut self,
        spot: Spot,
        ty: TypeId,
        pointer: Term,
        size: u64,
    ) -> Built<Vec<(u64, u64, Term)>> {
        let leaves = self.leaves(Some(ty), size)?;
        let mut parts = Vec::with_capacity(leaves.len());
        for (offset, length) in leaves {
            let at = self.moved(pointer, offset);
            parts.push((offset, length, self.read(spot, offset, at, length)));
        }
        Ok(parts)
    }

    pub fn put(&mut self, spot: Spot, pointer: Term, size: u64, parts: &[(u64, u64, Term)]) {
        for &(offset, _, raw) in parts.iter().filter(|p| p.0 + p.1 <= size) {
            let at = self.moved(pointer, offset);
            self.write(spot, offset, at, raw);
        }
    }

    /// Fills a place with a byte, or with anything.
    pub fn fill(&mut self, to: PlaceId, byte: Option<u8>) -> Built<()> {
        let program = self.world.program;
        if let Some(var) = self.register_place(to) {
            let width = crate::operations::width(&program.types, program.vars[var].ty);
            let value = match (byte, access::of_place(program, to)) {
                (None, Some(access)) => self.any(access),
                _ => self.terms().bits(0, width),
            };
            self.set(Meaning::Var(var), value);
            return Ok(());
        }
        if let (None, Some(access)) = (byte, access::of_place(program, to)) {
            let value = self.any(access);
            return self.store(to, access, value);
        }
        self.require_pointer(to)?;
        let pointer = self.address(to)?;
        let (ty, size) = (program.exprs.place_ty(to), self.place_size(to));
        for (offset, length) in self.leaves(Some(ty), size)? {
            let width = 8 * length as u32;
            let raw = match byte {
                Some(_) => self.terms().bits(0, width),
                None => self.input(Sort::Bits(width)),
            };
            let at = self.moved(pointer, offset);
            self.write(Spot::Place(to), offset, at, raw);
        }
        Ok(())
    }

    pub fn leaves(&self, ty: Option<TypeId>, size: u64) -> Built<Vec<(u64, u64)>> {
        if size > 8 * MAX_PIECES {
            return self.unsupported("a large aggregate");
        }
        let leaves = leaves(self.world.program, ty, size);
        if leaves.len() as u64 > MAX_PIECES {
            return self.unsupported("a large aggregate");
        }
        Ok(leaves)
    }

    // Values between functions.

    pub fn hand(&mut self, value: ExprId) -> Built<Handed> {
        let program = self.world.program;
        let ty = program.exprs.ty(value);
        if let Some(access) = access::of_type(program, ty) {
            return Ok(Handed::Scalar(self.eval(value)?, access));
        }
        let size = program.types.size_of(ty).unwrap_or(0);
        match access::aggregate_source(program, value) {
            Some(from) => {
                self.require_pointer(from)?;
                let pointer = self.address(from)?;
                let parts = self.take(Spot::Place(from), ty, pointer, size)?;
                Ok(Handed::Aggregate(parts, size))
            }
            None => self.unsupported("a zero aggregate as an argument"),
        }
    }

    /// Puts an argument into its parameter.
    pub fn give(&mut self, parameter: VarId, argument: &Handed) {
        let program = self.world.program;
        let wanted = access::of_type(program, program.vars[parameter].ty);
        match (argument, wanted) {
            (&Handed::Scalar(value, given), Some(access)) => {
                let value = self.terms().c_handed(value, given, access);
                match self.is_register(parameter) {
                    true => self.set(Meaning::Var(parameter), value),
                    false => {
                        let pointer = self.get(Meaning::Address(parameter));
                        self.store_at(Spot::Var(parameter), pointer, access, value);
                    }
                }
            }
            (Handed::Aggregate(parts, given), None) => {
                let size = program.object_size(parameter).unwrap_or(0);
                let pointer = self.get(Meaning::Address(parameter));
                self.put(Spot::Var(parameter), pointer, size.min(*given), parts);
            }
            (Handed::Scalar(..), None) | (Handed::Aggregate(..), Some(_)) => {}
        }
    }

    /// Hands a result to where it goes; none is any value.
    pub fn deliver(&mut self, to: PlaceId, value: Option<&Handed>) -> Built<()> {
        match (access::of_place(self.world.program, to), value) {
            (Some(access), Some(&Handed::Scalar(value, given))) => {
                let value = self.terms().c_handed(value, given, access);
                self.store(to, access, value)
            }
            (None, Some(Handed::Aggregate(parts, given))) => {
                let size = self.place_size(to).min(*given);
                self.require_pointer(to)?;
                let pointer = self.address(to)?;
                self.put(Spot::Place(to), pointer, size, parts);
                Ok(())
            }
            (_, None)
            | (Some(_), Some(Handed::Aggregate(..)))
            | (None, Some(Handed::Scalar(..))) => self.fill(to, None),
        }
    }
}

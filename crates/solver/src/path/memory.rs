//! Memory: arrays of terms, and what is known of objects.

use super::expressions::number;
use super::pristine::{Fill, Held, Pristine};
use super::regions::Region;
use super::state::{Class, Object, ObjectId, Origin, Piece, Value};
use super::{Builder, Built, Input, Read, Source, Spot};
use crate::access::{self, Access};
use crate::fold;
use crate::term::{Sort, Term};
use program::{ArrayLength, RecordKind, Type, TypeId, VarId};
use std::rc::Rc;

/// Larger objects do not exist on the machine.
pub(super) const MAX_OBJECT: u64 = 1 << 30;

/// The environment's objects are as large as they are used, up to this.
const ENVIRONMENT_SIZE: u64 = 1 << 16;

/// So many bytes are copied or initialised one by one.
const MAX_PIECES: u64 = 1 << 14;

const BYTE: Access = Access::Int {
    size: 1,
    bits: 8,
    signed: false,
};

impl Builder<'_> {
    // Objects.

    /// Makes an object of a known size.
    pub(super) fn create(
        &mut self,
        class: Class,
        var: Option<VarId>,
        size: u64,
        fill: Fill,
    ) -> ObjectId {
        if size > MAX_OBJECT {
            let never = self.terms.bool(false);
            self.require(never);
        }
        let base = self.terms.base(Some(size), 16, self.pointer_bits);
        let length = self.terms.bits(size.into(), self.pointer_bits);
        self.add(class, var, base, length, Pristine::new(size, fill))
    }

    /// Makes an object whose size is a term.
    pub(super) fn create_sized(&mut self, class: Class, size: Term) -> ObjectId {
        if let Some(bytes) = self.terms.as_bits(size) {
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            return self.create(class, None, bytes, Fill::Blank);
        }
        let base = self.terms.base(None, 16, self.pointer_bits);
        let most = self.terms.bits(MAX_OBJECT.into(), self.pointer_bits);
        let fits = self.terms.ule(size, most);
        self.require(fits);
        let id = self.add(class, None, base, size, Pristine::default());
        // It does not wrap, and lies apart from all others.
        let end = self.terms.add(base, size);
        let ahead = self.terms.ule(base, end);
        self.require(ahead);
        for other in 0..id.0 {
            self.keep_apart(ObjectId(other), id);
        }
        id
    }

    fn add(
        &mut self,
        class: Class,
        var: Option<VarId>,
        base: Term,
        size: Term,
        pristine: Pristine,
    ) -> ObjectId {
        let id = ObjectId(self.state.objects.len() as u32);
        let births = &mut self.births[class as usize];
        *births += 1;
        let birth = *births;
        if let Some(symbol) = self.terms.as_symbol(base) {
            self.owners.insert(symbol, id);
        }
        let object = Object {
            base,
            size,
            alive: self.terms.bool(true),
            class,
            birth,
            var,
            read_only: false,
            pristine,
        };
        Rc::make_mut(&mut self.state.objects).push(Rc::new(object));
        for other in 0..id.0 {
            let other = ObjectId(other);
            if !self.terms.is_constant(self.state.object(other).size) {
                self.keep_apart(other, id);
            }
        }
        id
    }

    fn keep_apart(&mut self, a: ObjectId, b: ObjectId) {
        let (a, b) = (self.state.object(a), self.state.object(b));
        let (a, m, b, n) = (a.base, a.size, b.base, b.size);
        let (a_end, b_end) = (self.terms.add(a, m), self.terms.add(b, n));
        let before = self.terms.ule(a_end, b);
        let after = self.terms.ule(b_end, a);
        let apart = self.terms.or(before, after);
        self.require(apart);
    }

    pub(super) fn end_object(&mut self, id: ObjectId) {
        let never = self.terms.bool(false);
        let object = self.state.object_mut(id);
        object.alive = never;
        object.pristine.clear();
    }

    /// The blocks of the heap, in order of their making.
    pub(super) fn blocks(&self) -> Vec<ObjectId> {
        let all = self.state.objects();
        let blocks = all.filter(|(_, o)| o.class == Class::Heap);
        blocks.map(|(id, _)| id).collect()
    }

    pub(super) fn is_null(&mut self, pointer: Value) -> Term {
        let zero = self.terms.bits(0, self.pointer_bits);
        match pointer.origin {
            Origin::Object(_) => self.terms.bool(false),
            Origin::None | Origin::Any | Origin::Wild => self.terms.eq(pointer.term, zero),
        }
    }

    /// Is the pointer the beginning of this object, which lives?
    pub(super) fn begins(&mut self, pointer: Value, id: ObjectId) -> Term {
        let Object { base, alive, .. } = *self.state.object(id);
        let here = self.terms.eq(pointer.term, base);
        self.terms.and(alive, here)
    }

    /// The blocks that a pointer may be the beginning of.
    pub(super) fn block_candidates(&self, pointer: Value) -> Vec<ObjectId> {
        let mut blocks = self.blocks();
        match pointer.origin {
            Origin::Object(id) => blocks.retain(|&block| block == id),
            Origin::Wild => blocks.clear(),
            Origin::None | Origin::Any => {}
        }
        blocks
    }

    /// Is the pointer the beginning of a block that lives?
    pub(super) fn is_block(&mut self, pointer: Value) -> Term {
        let mut found = self.terms.bool(false);
        for id in self.block_candidates(pointer) {
            let here = self.begins(pointer, id);
            found = self.terms.or(found, here);
        }
        found
    }

    /// May so many bytes be read or written there?
    pub(super) fn valid(&mut self, pointer: Value, size: u64, write: bool) -> Term {
        let size = self.terms.bits(size.into(), self.pointer_bits);
        self.valid_range(pointer, size, write)
    }

    pub(super) fn valid_range(&mut self, pointer: Value, size: Term, write: bool) -> Term {
        if pointer.origin == Origin::None && self.terms.as_bits(pointer.term) == Some(0) {
            return self.terms.bool(false);
        }
        let candidates: Vec<ObjectId> = match pointer.origin {
            Origin::Object(id) => vec![id],
            Origin::Wild => Vec::new(),
            Origin::None | Origin::Any => self.state.objects().map(|(id, _)| id).collect(),
        };
        let mut valid = self.terms.bool(false);
        for id in candidates {
            let object = self.state.object(id);
            let (base, room, alive) = (object.base, object.size, object.alive);
            if write && object.read_only || self.terms.as_bool(alive) == Some(false) {
                continue;
            }
            let offset = self.terms.sub(pointer.term, base);
            let small = self.terms.ule(size, room);
            let last = self.terms.sub(room, size);
            let inside = self.terms.ule(offset, last);
            let fits = self.terms.and(small, inside);
            let here = self.terms.and(alive, fits);
            valid = self.terms.or(valid, here);
        }
        valid
    }

    /// The object and offset of a pointer, where they are known exactly.
    fn exact(&mut self, pointer: Value, size: u64) -> Option<(ObjectId, u64)> {
        let Origin::Object(id) = pointer.origin else {
            return None;
        };
        let object = self.state.object(id);
        let (base, room) = (object.base, object.size);
        let offset = self.terms.sub(pointer.term, base);
        let offset = u64::try_from(self.terms.as_bits(offset)?).ok()?;
        let room = u64::try_from(self.terms.as_bits(room)?).ok()?;
        (offset.checked_add(size)? <= room).then_some((id, offset))
    }

    // Arrays.

    fn memory(&mut self, region: Region) -> Term {
        if let Some(&memory) = self.state.memory.get(&region) {
            return memory;
        }
        let sort = Sort::Array {
            index: self.pointer_bits,
            element: 8 * region.word.unwrap_or(1),
        };
        let terms = &mut *self.terms;
        let initial = self.initial_memory.entry(region);
        *initial.or_insert_with(|| terms.symbol(format!("memory{}", region.id), sort))
    }

    fn read(&mut self, region: Option<Region>, pointer: Term, size: u64) -> Built<Term> {
        let Some(region) = region else {
            let sort = Sort::Bits(8 * size as u32);
            return Ok(self.terms.symbol("nowhere", sort));
        };
        let memory = self.memory(region);
        match region.word {
            Some(word) if u64::from(word) == size => Ok(self.terms.select(memory, pointer)),
            Some(_) => self.unsupported("an access to a part of a word"),
            None => {
                let mut raw = self.terms.select(memory, pointer);
                for i in 1..size {
                    let at = self.terms.bits(i.into(), self.pointer_bits);
                    let at = self.terms.add(pointer, at);
                    let byte = self.terms.select(memory, at);
                    raw = self.terms.concat(byte, raw);
                }
                Ok(raw)
            }
        }
    }

    fn write(&mut self, region: Option<Region>, pointer: Term, raw: Term) -> Built<()> {
        let Some(region) = region else {
            return Ok(());
        };
        let mut memory = self.memory(region);
        let size = self.terms.width(raw) / 8;
        match region.word {
            Some(word) if word == size => memory = self.terms.store(memory, pointer, raw),
            Some(_) => return self.unsupported("an access to a part of a word"),
            None => {
                for i in 0..size {
                    let at = self.terms.bits(i.into(), self.pointer_bits);
                    let at = self.terms.add(pointer, at);
                    let byte = self.terms.extract(raw, 8 * i, 8);
                    memory = self.terms.store(memory, at, byte);
                }
            }
        }
        Rc::make_mut(&mut self.state.memory).insert(region, memory);
        Ok(())
    }

    /// Stores what untouched bytes hold, because something else may be touched
    /// that is not known exactly.
    pub(super) fn settle(&mut self, origin: Origin) -> Built<()> {
        let ids: Vec<ObjectId> = match origin {
            Origin::Object(id) => vec![id],
            Origin::Wild => Vec::new(),
            Origin::None | Origin::Any => self.state.objects().map(|(id, _)| id).collect(),
        };
        for id in ids {
            if !self.state.object(id).pristine.is_empty() {
                self.settle_object(id)?;
            }
        }
        Ok(())
    }

    fn settle_object(&mut self, id: ObjectId) -> Built<()> {
        let object = self.state.object_mut(id);
        let pristine = std::mem::take(&mut object.pristine);
        let (base, var) = (object.base, object.var);
        let spot = var.map_or(Spot::Environment, Spot::Var);
        let size = self.terms.as_bits(self.state.object(id).size).unwrap_or(0) as u64;
        let constants = pristine.ranges().iter().filter(|r| r.2 != Fill::Blank);
        if constants.clone().map(|r| r.1 - r.0).sum::<u64>() > MAX_PIECES {
            return self.unsupported("an unknown element of a large object");
        }
        if constants.count() == 0 {
            return Ok(());
        }
        let ty = var.map(|v| self.program.vars[v].ty);
        for (offset, size) in self.leaves(ty, size) {
            let numbers: Vec<_> = match pristine.held(offset, size) {
                Held::Fill(fill) => vec![(offset, size, fill.number(offset, size))],
                Held::Written => continue,
                Held::PartlyBlank | Held::Mixed => {
                    let bytes = (offset..offset + size).map(|at| {
                        let number = match pristine.held(at, 1) {
                            Held::Fill(fill) => fill.number(at, 1),
                            _ => None,
                        };
                        (at, 1, number)
                    });
                    bytes.collect()
                }
            };
            for (at, size, number) in numbers {
                if let Some(value) = number {
                    let region = self.regions.region(self.program, spot, at, size);
                    let raw = self.terms.bits(value, 8 * size as u32);
                    let at = self.terms.bits(at.into(), self.pointer_bits);
                    let at = self.terms.add(base, at);
                    self.write(region, at, raw)?;
                }
            }
        }
        Ok(())
    }

    /// The scalars that an object of a type is made of, and padding byte by byte.
    fn leaves(&self, ty: Option<TypeId>, size: u64) -> Vec<(u64, u64)> {
        let mut leaves = Vec::new();
        if let Some(ty) = ty {
            self.add_leaves(ty, 0, size, &mut leaves);
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

    fn add_leaves(&self, ty: TypeId, at: u64, end: u64, leaves: &mut Vec<(u64, u64)>) {
        let types = &self.program.types;
        if let Some(access) = access::of_type(self.program, ty) {
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
                    self.add_leaves(element.ty, at + i * stride, end, leaves);
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
                        None => self.add_leaves(field.ty, at + field.offset, end, leaves),
                    }
                    if union && !leaves.is_empty() {
                        break;
                    }
                }
            }
            _ => {}
        }
    }

    // Scalars.

    pub(super) fn load_at(&mut self, spot: Spot, pointer: Value, access: Access) -> Built<Value> {
        let size = access.size();
        let valid = self.valid(pointer, size, false);
        self.require(valid);
        let region = self.regions.region(self.program, spot, 0, size);
        let raw = self.load_raw(region, pointer, size, access)?;
        let term = access.decode(self.terms, raw);
        Ok(Value {
            term,
            origin: self.origin_of(term, access),
        })
    }

    /// The bytes at a pointer; indeterminate ones become inputs first.
    fn load_raw(
        &mut self,
        region: Option<Region>,
        pointer: Value,
        size: u64,
        access: Access,
    ) -> Built<Term> {
        let Some((id, offset)) = self.exact(pointer, size) else {
            self.settle(pointer.origin)?;
            return self.read_noted(region, pointer.term, size);
        };
        let whole = !matches!(access, Access::Bits { .. });
        match self.state.object(id).pristine.held(offset, size) {
            Held::Fill(Fill::Blank) if whole => {
                let source = Source::Cell { object: id, offset };
                let drawn = self.draw(access, source)?;
                let raw = access.encode(self.terms, drawn.term);
                self.write(region, pointer.term, raw)?;
                self.state.object_mut(id).pristine.remove(offset, size);
                Ok(raw)
            }
            Held::Fill(fill) if fill != Fill::Blank => {
                let value = fill.number(offset, size).unwrap_or(0);
                Ok(self.terms.bits(value, 8 * size as u32))
            }
            Held::Written => self.read_noted(region, pointer.term, size),
            Held::Fill(_) | Held::PartlyBlank | Held::Mixed => {
                for i in 0..size {
                    let held = self.state.object(id).pristine.held(offset + i, 1);
                    let byte = match held {
                        Held::Fill(Fill::Blank) => {
                            let source = Source::Cell {
                                object: id,
                                offset: offset + i,
                            };
                            self.draw(BYTE, source)?.term
                        }
                        Held::Fill(fill) => {
                            let value = fill.number(offset + i, 1).unwrap_or(0);
                            self.terms.bits(value, 8)
                        }
                        Held::Written | Held::PartlyBlank | Held::Mixed => continue,
                    };
                    let at = self.moved(pointer, i).term;
                    self.write(region, at, byte)?;
                }
                self.state.object_mut(id).pristine.remove(offset, size);
                self.read_noted(region, pointer.term, size)
            }
        }
    }

    /// Reads what may or may not be indeterminate.
    fn read_noted(&mut self, region: Option<Region>, pointer: Term, size: u64) -> Built<Term> {
        let raw = self.read(region, pointer, size)?;
        if !self.probing && !self.terms.is_constant(raw) {
            let step = self.step;
            self.reads.push(Read { step, pointer, raw });
        }
        Ok(raw)
    }

    /// What the machine knows of a value that it reads from memory.
    fn origin_of(&mut self, term: Term, access: Access) -> Origin {
        let carries = match access {
            Access::Pointer { .. } => true,
            Access::Int { size, .. } => 8 * size == self.pointer_bits,
            Access::Float { .. } | Access::Bits { .. } => false,
        };
        if !carries || self.terms.is_constant(term) {
            return Origin::None;
        }
        let split = self.terms.split_pointer(term, |_| false);
        let owner = split.and_then(|(root, _)| self.terms.as_symbol(root));
        match owner.and_then(|symbol| self.owners.get(&symbol)) {
            Some(&id) => Origin::Object(id),
            None => Origin::Any,
        }
    }

    pub(super) fn store_at(
        &mut self,
        spot: Spot,
        pointer: Value,
        access: Access,
        value: Term,
    ) -> Built<()> {
        let size = access.size();
        let valid = self.valid(pointer, size, true);
        self.require(valid);
        let region = self.regions.region(self.program, spot, 0, size);
        let raw = match access {
            Access::Bits { field, .. } => {
                let whole = field.shift == 0 && u64::from(field.width) == 8 * size;
                let old = match whole {
                    true => self.terms.bits(0, 8 * size as u32),
                    false => self.load_raw(region, pointer, size, access)?,
                };
                self.terms.c_insert(old, field, value)
            }
            _ => access.encode(self.terms, value),
        };
        self.touch(pointer, size)?;
        self.write(region, pointer.term, raw)
    }

    /// Bytes will be written: they are not what they were.
    fn touch(&mut self, pointer: Value, size: u64) -> Built<()> {
        match self.exact(pointer, size) {
            Some((id, offset)) => {
                if !self.state.object(id).pristine.is_empty() {
                    self.state.object_mut(id).pristine.remove(offset, size);
                }
                Ok(())
            }
            None => self.settle(pointer.origin),
        }
    }

    // Aggregates.

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
        pieces.push(Piece { offset, size, raw });
        Ok(())
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

    // Inputs.

    /// A new input.
    pub(super) fn draw(&mut self, access: Access, source: Source) -> Built<Value> {
        if self.probing {
            return self.unsupported("what is indeterminate");
        }
        let width = match access {
            Access::Int { bits, .. } => bits,
            Access::Bits { field, .. } => u32::from(field.width),
            Access::Float { kind, .. } => fold::float_width(kind),
            Access::Pointer { .. } => self.pointer_bits,
        };
        let symbol = self.terms.symbol("input", Sort::Bits(width));
        self.inputs.push(Input {
            step: self.step,
            access,
            symbol,
            source,
            environment: None,
        });
        let term = self.terms.zero_extend(symbol, access.width().max(width));
        if !matches!(access, Access::Pointer { .. }) {
            return Ok(number(term));
        }
        let given = match source {
            Source::Next => self.opening,
            Source::Cell { object, .. } => self.state.object(object).class == Class::Environment,
        };
        if self.options.strict_pointers && !given {
            return Ok(self.wild(term));
        }
        // Null, or an object of the environment: one already there, or a new one.
        let new = self.create(Class::Environment, None, ENVIRONMENT_SIZE, Fill::Blank);
        self.environment.push(new);
        if let Some(input) = self.inputs.last_mut() {
            input.environment = Some(new);
        }
        let zero = self.terms.bits(0, self.pointer_bits);
        let mut known = self.terms.eq(symbol, zero);
        for i in 0..self.environment.len() {
            let base = self.state.object(self.environment[i]).base;
            let here = self.terms.eq(symbol, base);
            known = self.terms.or(known, here);
        }
        self.require(known);
        Ok(Value {
            term,
            origin: Origin::Any,
        })
    }

    /// Null, or an address where nothing is: the machine has some between.
    fn wild(&mut self, term: Term) -> Value {
        const FIRST: u128 = 0x2000;
        const LAST: u128 = FIRST + (16 << 16);
        let zero = self.terms.bits(0, self.pointer_bits);
        let null = self.terms.eq(term, zero);
        let first = self.terms.bits(FIRST, self.pointer_bits);
        let last = self.terms.bits(LAST, self.pointer_bits);
        let (low, high) = (self.terms.ult(first, term), self.terms.ule(term, last));
        let between = self.terms.and(low, high);
        let digit = self.terms.extract(term, 0, 4);
        let zero = self.terms.bits(0, 4);
        let aligned = self.terms.eq(digit, zero);
        let nowhere = self.terms.and(between, aligned);
        let known = self.terms.or(null, nowhere);
        self.require(known);
        Value {
            term,
            origin: Origin::Wild,
        }
    }
}

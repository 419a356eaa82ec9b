//! Memory: arrays of terms, and scalars in them.

use super::aggregates::MAX_PIECES;
use super::pristine::{Fill, Held};
use super::regions::Region;
use super::state::{ObjectId, Origin, Value};
use super::{Builder, Built, Read, Source, Spot};
use crate::access::Access;
use crate::term::{Sort, Term};
use std::rc::Rc;

impl Builder<'_> {
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

    pub(super) fn read(&mut self, region: Option<Region>, pointer: Term, size: u64) -> Built<Term> {
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

    pub(super) fn write(&mut self, region: Option<Region>, pointer: Term, raw: Term) -> Built<()> {
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

    /// The objects that a pointer may mean.
    fn meant(&self, origin: Origin) -> Vec<ObjectId> {
        match origin {
            Origin::Object(id) => vec![id],
            Origin::Wild => Vec::new(),
            Origin::None | Origin::Any => self.state.objects().map(|(id, _)| id).collect(),
        }
    }

    /// These bytes of an object are determinate now.
    fn settled(&mut self, id: ObjectId, offset: u64, size: u64) {
        if !self.state.object(id).pristine.is_empty() {
            self.state.object_mut(id).pristine.remove(offset, size);
        }
    }

    /// Stores what untouched bytes hold, because something else may be touched
    /// that is not known exactly.
    pub(super) fn settle(&mut self, origin: Origin) -> Built<()> {
        for id in self.meant(origin) {
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
        let ty = var.map(|v| self.program.vars[v].ty);
        let constants = pristine.ranges().iter().filter(|r| r.2 != Fill::Blank);
        if constants.clone().map(|r| r.1 - r.0).sum::<u64>() > MAX_PIECES {
            return self.unsupported("an unknown element of a large object");
        }
        if constants.count() == 0 {
            return Ok(());
        }
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
    pub(super) fn load_raw(
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
                self.settled(id, offset, size);
                Ok(raw)
            }
            Held::Fill(fill) if fill != Fill::Blank => {
                let value = fill.number(offset, size).unwrap_or(0);
                Ok(self.terms.bits(value, 8 * size as u32))
            }
            Held::Written => {
                self.settled(id, offset, size);
                self.read_noted(region, pointer.term, size)
            }
            Held::Fill(_) | Held::PartlyBlank | Held::Mixed => {
                for i in 0..size {
                    let held = self.state.object(id).pristine.held(offset + i, 1);
                    let byte = match held {
                        Held::Fill(Fill::Blank) => {
                            let source = Source::Cell {
                                object: id,
                                offset: offset + i,
                            };
                            self.draw(Access::BYTE, source)?.term
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
                self.settled(id, offset, size);
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
    pub(super) fn touch(&mut self, pointer: Value, size: u64) -> Built<()> {
        match self.exact(pointer, size) {
            Some((id, offset)) => {
                self.settled(id, offset, size);
                Ok(())
            }
            None => self.settle(pointer.origin),
        }
    }
}

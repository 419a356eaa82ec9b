//! Objects: their making and end, and which accesses are inside of them.

use super::Builder;
use super::pristine::{Fill, Pristine};
use super::state::{Class, Object, ObjectId, Origin, Value};
use crate::term::Term;
use program::VarId;
use std::rc::Rc;

/// Larger objects do not exist on the machine.
const MAX_OBJECT: u64 = 1 << 30;

impl Builder<'_> {
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
    pub(super) fn exact(&mut self, pointer: Value, size: u64) -> Option<(ObjectId, u64)> {
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
}

//! Operations: what each does to the state.

use super::pristine::Fill;
use super::state::{Class, Frame, ObjectId, Origin, Value};
use super::{Builder, Built, PathStep, Source, Spot};
use crate::access::{self, Access};
use program::{Edge, ExprId, Op, Place, PlaceId, Storage, VarId};
use std::rc::Rc;

impl Builder<'_> {
    /// Executes the operation of an edge. `next` is the step that follows it.
    pub(super) fn execute(&mut self, edge: &Edge, next: Option<&PathStep>) -> Built<()> {
        match &edge.op {
            // What is assumed was required when the edge was chosen.
            Op::Skip | Op::Assume { .. } | Op::VaEnd { .. } => {}
            Op::Assign { to, value } => self.assign(*to, *value)?,
            Op::Havoc { place } => self.havoc(*place)?,
            Op::Call(call) => return self.call(call, edge, next),
            Op::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.hand(*value)?),
                    None => None,
                };
                return self.leave(value);
            }
            Op::Alloc { to, size, storage } => self.alloc(*to, *size, *storage)?,
            Op::Free { pointer } => self.free(*pointer)?,
            Op::Enter { variables } => {
                for &var in variables {
                    self.enter(var);
                }
            }
            Op::Exit { variables } => {
                for &var in variables {
                    self.exit(var);
                }
            }
            Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } => {
                return self.unsupported("variable arguments");
            }
            Op::Unsupported { what } => {
                let what = self.program.names[*what].to_owned();
                return self.unsupported(what);
            }
        }
        if let Some(frame) = self.state.frame_mut() {
            frame.at = edge.to;
        }
        Ok(())
    }

    /// Stores a value of any type in a place.
    pub(super) fn assign(&mut self, to: PlaceId, value: ExprId) -> Built<()> {
        if let Some(access) = access::of_place(self.program, to) {
            let value = self.eval(value)?;
            return self.store(to, access, value);
        }
        let ty = self.program.exprs.place_ty(to);
        let known = self.program.types.size_of(ty);
        match access::aggregate_source(self.program, value) {
            Some(from) => {
                // A flexible array member is as large as the literal it holds.
                let from_ty = self.program.exprs.place_ty(from);
                let size = known.or_else(|| self.program.types.size_of(from_ty));
                let size = size.unwrap_or(0);
                let pointer = self.address(from)?;
                let pieces = self.take(Spot::Place(from), from_ty, pointer, size)?;
                let pointer = self.address(to)?;
                self.put(Spot::Place(to), pointer, size, &pieces)
            }
            None => {
                let pointer = self.address(to)?;
                self.fill(Spot::Place(to), ty, pointer, known.unwrap_or(0), false)
            }
        }
    }

    /// Stores a scalar in a place.
    pub(super) fn store(&mut self, to: PlaceId, access: Access, value: Value) -> Built<()> {
        if let Some(var) = self.register_place(to) {
            self.set_register(var, Some(value));
            return Ok(());
        }
        let pointer = self.address(to)?;
        self.store_at(Spot::Place(to), pointer, access, value.term)
    }

    /// The variable with versions that a place is.
    pub(super) fn register_place(&self, place: PlaceId) -> Option<VarId> {
        match self.program.exprs.place(place) {
            Place::Var(var) if self.is_register(var) => Some(var),
            _ => None,
        }
    }

    /// None makes it indeterminate.
    pub(super) fn set_register(&mut self, var: VarId, value: Option<Value>) {
        let v = &self.program.vars[var];
        if v.kind.is_static() {
            if self.program.types.is_const(v.declared) {
                // The machine does not write to constants.
                let never = self.terms.bool(false);
                self.require(never);
            }
            let value = value.map(|value| self.version(var, value));
            self.set_global(var, value);
            return;
        }
        let value = value.map(|value| self.version(var, value));
        if let Some(frame) = self.state.frame_mut() {
            match value {
                Some(value) => frame.registers.insert(var, value),
                None => frame.registers.remove(&var),
            };
        }
    }

    /// The value of a variable with versions; indeterminate, it becomes an input.
    pub(super) fn register(&mut self, var: VarId) -> Built<Value> {
        if self.program.vars[var].kind.is_static() {
            return self.global(var);
        }
        let frame = self.state.frames.last();
        if let Some(&value) = frame.and_then(|f| f.registers.get(&var)) {
            return Ok(value);
        }
        let Some(access) = access::of_type(self.program, self.program.vars[var].ty) else {
            return self.unsupported("the value of an aggregate");
        };
        let drawn = self.draw(access, Source::Next)?;
        if let Some(frame) = self.state.frame_mut() {
            frame.registers.insert(var, drawn);
        }
        Ok(drawn)
    }

    fn havoc(&mut self, place: PlaceId) -> Built<()> {
        if let Some(var) = self.register_place(place) {
            self.set_register(var, None);
            return Ok(());
        }
        if let Some(access @ Access::Bits { .. }) = access::of_place(self.program, place) {
            let pointer = self.address(place)?;
            let drawn = self.draw(access, Source::Next)?;
            return self.store_at(Spot::Place(place), pointer, access, drawn.term);
        }
        let pointer = self.address(place)?;
        let size = self.place_size(place);
        let ty = self.program.exprs.place_ty(place);
        self.fill(Spot::Place(place), ty, pointer, size, true)
    }

    fn alloc(&mut self, to: PlaceId, size: ExprId, storage: Storage) -> Built<()> {
        let size = self.eval(size)?.term;
        let size = self.terms.resize(size, self.pointer_bits, false);
        let class = match storage {
            Storage::Heap => Class::Heap,
            Storage::Frame | Storage::Scope(_) => Class::Other,
        };
        let object = self.create_sized(class, size);
        match storage {
            Storage::Heap => {}
            Storage::Frame => self.own(None, object),
            Storage::Scope(var) => {
                self.end_scope_array(var);
                self.own(Some(var), object);
            }
        }
        let pointer = Value {
            term: self.state.object(object).base,
            origin: Origin::Object(object),
        };
        let size = self.pointer_bits / 8;
        self.store(to, Access::Pointer { size }, pointer)
    }

    /// Makes an object end with the frame, or with a variable of it.
    pub(super) fn own(&mut self, var: Option<VarId>, object: ObjectId) {
        if let Some(frame) = self.state.frame_mut() {
            frame.allocated.push((var, object));
        }
    }

    fn free(&mut self, pointer: ExprId) -> Built<()> {
        let pointer = self.eval(pointer)?;
        let null = self.is_null(pointer);
        let block = self.is_block(pointer);
        let freeable = self.terms.or(null, block);
        self.require(freeable);
        for id in self.block_candidates(pointer) {
            let ends = self.begins(pointer, id);
            let stays = self.terms.not(ends);
            let alive = self.terms.and(self.state.object(id).alive, stays);
            // The only one it can be, if the pointer is not null.
            let alone = matches!(pointer.origin, Origin::Object(_));
            match alone || self.terms.as_bool(alive) == Some(false) {
                true => self.end_object(id),
                false => self.state.object_mut(id).alive = alive,
            }
        }
        Ok(())
    }

    // Variables of the frame.

    pub(super) fn enter(&mut self, var: VarId) {
        if self.program.vars[var].kind.is_static() {
            return;
        }
        if self.is_register(var) {
            self.set_register(var, None);
            return;
        }
        self.end_slot(var);
        let size = self.program.object_size(var).unwrap_or(0);
        let object = self.create(Class::Other, Some(var), size, Fill::Blank);
        if let Some(frame) = self.state.frame_mut() {
            frame.slots.insert(var, object);
        }
    }

    fn exit(&mut self, var: VarId) {
        if self.program.vars[var].kind.is_static() {
            return;
        }
        match self.is_register(var) {
            true => self.set_register(var, None),
            false => self.end_slot(var),
        }
        self.end_scope_array(var);
    }

    /// A variable that ended keeps its address: pointers to it stay invalid.
    fn end_slot(&mut self, var: VarId) {
        let frame = self.state.frames.last();
        if let Some(&old) = frame.and_then(|f| f.slots.get(&var)) {
            self.end_object(old);
        }
    }

    /// A variable-length array goes with the variable that holds its address.
    fn end_scope_array(&mut self, var: VarId) {
        let owned = |owner: &Option<VarId>| *owner == Some(var);
        let Some(frame) = self.state.frames.last() else {
            return;
        };
        if !frame.allocated.iter().any(|(owner, _)| owned(owner)) {
            return;
        }
        let mut ended = Vec::new();
        if let Some(frame) = self.state.frame_mut() {
            let (gone, kept) = frame.allocated.drain(..).partition(|(o, _)| owned(o));
            frame.allocated = kept;
            ended = gone;
        }
        for (_, object) in ended {
            self.end_object(object);
        }
    }

    pub(super) fn drop_frame(&mut self, frame: &Rc<Frame>) {
        let mut slots: Vec<_> = frame.slots.values().copied().collect();
        slots.extend(frame.allocated.iter().map(|(_, object)| *object));
        for object in slots {
            self.end_object(object);
        }
    }
}

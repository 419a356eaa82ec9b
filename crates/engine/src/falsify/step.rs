//! Operations, calls and returns.

use super::access::{self, Access, Drawn};
use super::contents::Content;
use super::executor::{End, Executor, Home, Step, Stop, Target, invalid};
use super::primitive::Primitive;
use super::state::{Frame, Handed, JumpPoint, Kind, Life, NO_OBJECT, ObjectId, State, VaList};
use machine::UnknownCalls;
use program::{
    Call, Callee, Edge, ExprId, FunctionId, Id, Op, Place, PlaceId, Storage, VarId,
};
use rustc_hash::FxHashSet;
use solver::Term;
use std::rc::Rc;

/// More open calls are not followed.
const MAX_DEPTH: usize = 100_000;

impl Executor<'_> {
    /// Executes the operation that leaves the current location, which is not a
    /// choice. The state has moved on if the result is Ok.
    pub fn execute(&mut self, state: &mut State, edge: &Edge) -> Step<()> {
        match &edge.op {
            Op::Skip | Op::VaEnd { .. } => {}
            Op::Assume { .. } => unreachable!("choices are the search's"),
            Op::Assign { to, value } => self.assign(state, *to, *value)?,
            Op::Havoc { place } => self.havoc(state, *place)?,
            Op::Call(call) => return self.call(state, call, edge),
            Op::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.hand(state, *value)?),
                    None => None,
                };
                return self.leave(state, value);
            }
            Op::Alloc { to, size, storage } => self.alloc(state, *to, *size, *storage)?,
            Op::Free { pointer } => self.free(state, *pointer)?,
            Op::Enter { variables } => {
                for &var in variables {
                    self.enter(state, var)?;
                }
            }
            Op::Exit { variables } => {
                for &var in variables {
                    self.exit(state, var);
                }
            }
            Op::VaStart { list } => {
                let pointer = self.address(state, *list)?;
                let serial = state.frame().serial;
                self.set_va_list(state, pointer, VaList { serial, next: 0 })?;
            }
            Op::VaCopy { to, from } => {
                let from = self.address(state, *from)?;
                let list = self.va_list(state, from)?;
                let to = self.address(state, *to)?;
                let list = state.va_lists[list];
                self.set_va_list(state, to, list)?;
            }
            Op::VaArg { to, list } => self.va_arg(state, *to, *list)?,
            Op::Unsupported { what } => {
                let what = self.name(*what).to_owned();
                return self.span_unsupported(state, what);
            }
        }
        state.frame_mut().at = edge.to;
        Ok(())
    }

    /// Stores a value of any type in a place.
    pub fn assign(&mut self, state: &mut State, to: PlaceId, value: ExprId) -> Step<()> {
        match access::of_place(self.program, to) {
            Some(access) => {
                let value = self.eval(state, value)?;
                self.store(state, to, access, value)
            }
            None => {
                let size = self.place_size(to);
                let pieces = match access::aggregate_source(self.program, value) {
                    Some(from) => self.take(state, from, size)?,
                    None => vec![(0, Content::Zero)],
                };
                let pointer = self.address(state, to)?;
                self.put(state, pointer, size, pieces)
            }
        }
    }

    fn register(&self, place: PlaceId) -> Option<(usize, Access)> {
        match self.program.exprs.place(place) {
            Place::Var(var) => match self.homes[var.index()] {
                Home::Register(r, access) => Some((r as usize, access)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Stores a scalar in a place.
    fn store(&mut self, state: &mut State, to: PlaceId, access: Access, value: Term) -> Step<()> {
        if let Some((r, _)) = self.register(to) {
            state.frame_mut().registers[r] = Some(value);
            return Ok(());
        }
        let pointer = self.address(state, to)?;
        self.store_at(state, pointer, access, value)
    }

    fn havoc(&mut self, state: &mut State, place: PlaceId) -> Step<()> {
        if let Some((r, _)) = self.register(place) {
            state.frame_mut().registers[r] = None;
            return Ok(());
        }
        let pointer = self.address(state, place)?;
        if let Some(access @ Access::Bits { .. }) = access::of_place(self.program, place) {
            let size = access.size();
            self.locate(state, pointer, size, true)?;
            let drawn = self.draw(state, access.request());
            return self.store_at(state, pointer, access, drawn);
        }
        let size = self.place_size(place);
        self.put(state, pointer, size, vec![(0, Content::Blank)])
    }

    fn alloc(
        &mut self,
        state: &mut State,
        to: PlaceId,
        size: ExprId,
        storage: Storage,
    ) -> Step<()> {
        let size = self.eval(state, size)?;
        let bytes = self.number(state, size)?;
        let kind = match storage {
            Storage::Heap => Kind::Heap,
            Storage::Frame | Storage::Scope(_) => Kind::Frame,
        };
        if let Storage::Scope(var) = storage {
            self.end_scope_array(state, var);
        }
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let object = self.create(state, kind, bytes, Content::Blank)?;
        match storage {
            Storage::Heap => {}
            Storage::Frame => state.frame_mut().allocated.push((None, object)),
            Storage::Scope(var) => state.frame_mut().allocated.push((Some(var), object)),
        }
        let pointer = state.objects.get(object).base;
        let size = (self.pointer_bits / 8) as u32;
        self.store(state, to, Access::Pointer { size }, pointer)
    }

    fn free(&mut self, state: &mut State, pointer: ExprId) -> Step<()> {
        let pointer = self.eval(state, pointer)?;
        let pointer = self.under_assumptions(state, pointer);
        match self.resolve(state, pointer)? {
            Target::Null => Ok(()),
            Target::Object(id, offset) => {
                let object = state.objects.get(id);
                let zero = self.terms.bits(0, self.pointer_bits);
                let at_start = self.terms.eq(offset, zero);
                let block = object.kind == Kind::Heap && object.life == Life::Live;
                if !block || !self.holds(state, at_start)? {
                    return invalid("an invalid free");
                }
                self.end_object(state, id, Life::Freed);
                Ok(())
            }
            Target::Wild | Target::Function(..) => invalid("an invalid free"),
        }
    }

    // Variables of the frame.

    fn enter(&mut self, state: &mut State, var: VarId) -> Step<()> {
        match self.homes[var.index()] {
            Home::Register(r, _) => state.frame_mut().registers[r as usize] = None,
            Home::Slot(slot) => {
                let old = state.frame().slots[slot as usize];
                self.end_object(state, old, Life::Ended);
                let size = self.program.object_size(var).unwrap_or(0);
                let object = self.create(state, Kind::Local(var), size, Content::Blank)?;
                state.frame_mut().slots[slot as usize] = object;
            }
            Home::Static(_) => {}
        }
        Ok(())
    }

    fn exit(&mut self, state: &mut State, var: VarId) {
        match self.homes[var.index()] {
            Home::Register(r, _) => state.frame_mut().registers[r as usize] = None,
            Home::Slot(slot) => {
                let old = state.frame().slots[slot as usize];
                self.end_object(state, old, Life::Ended);
            }
            Home::Static(_) => {}
        }
        if !state.frame().allocated.is_empty() {
            self.end_scope_array(state, var);
        }
    }

    fn end_scope_array(&mut self, state: &mut State, var: VarId) {
        let owned = |owner: &Option<VarId>| *owner == Some(var);
        let frame = state.frame();
        let ended: Vec<ObjectId> = frame
            .allocated
            .iter()
            .filter(|(owner, _)| owned(owner))
            .map(|(_, object)| *object)
            .collect();
        if ended.is_empty() {
            return;
        }
        state.frame_mut().allocated.retain(|(owner, _)| !owned(owner));
        for object in ended {
            self.end_object(state, object, Life::Ended);
        }
    }

    // Calls.

    fn hand(&mut self, state: &mut State, value: ExprId) -> Step<Handed> {
        let ty = self.program.exprs.ty(value);
        if let Some(access) = access::of_type(self.program, ty) {
            return Ok(Handed::Scalar(self.eval(state, value)?, access));
        }
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let pieces = match access::aggregate_source(self.program, value) {
            Some(from) => self.take(state, from, size)?,
            None => vec![(0, Content::Zero)],
        };
        Ok(Handed::Aggregate(pieces, size))
    }

    fn call(&mut self, state: &mut State, call: &Call, edge: &Edge) -> Step<()> {
        let function = match call.callee {
            Callee::Direct(f) => f,
            Callee::Indirect(pointer) => self.callee(state, pointer)?,
        };
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for &argument in &call.arguments {
            arguments.push(self.hand(state, argument)?);
        }
        let name = self.name(self.program.functions[function].name);
        let primitive = Primitive::named(name);
        let defined = self.program.functions[function].body.is_some();
        if defined && primitive != Some(Primitive::ErrorCall) {
            return self.enter_function(state, function, arguments);
        }
        match primitive {
            Some(primitive) => self.primitive(state, primitive, call, edge, &arguments),
            None => self.unknown_call(state, function, call, edge, &arguments),
        }
    }

    fn callee(&mut self, state: &mut State, pointer: ExprId) -> Step<FunctionId> {
        let pointer = self.eval(state, pointer)?;
        let pointer = self.under_assumptions(state, pointer);
        match self.resolve(state, pointer)? {
            Target::Function(f, offset) => {
                let zero = self.terms.bits(0, self.pointer_bits);
                let at_start = self.terms.eq(offset, zero);
                match self.holds(state, at_start)? {
                    true => Ok(f),
                    false => invalid("a call of no function"),
                }
            }
            Target::Null => invalid("a call of no function"),
            Target::Object(id, _) if state.objects.get(id).kind == Kind::Environment => {
                self.span_unsupported(state, "a call of a function from the environment")
            }
            Target::Object(..) => invalid("a call of no function"),
            Target::Wild => match self.terms.as_bits(pointer) {
                Some(_) => invalid("a call of no function"),
                None => self.span_unsupported(state, "a call through an unknown number"),
            },
        }
    }

    pub fn enter_function(
        &mut self,
        state: &mut State,
        function: FunctionId,
        arguments: Vec<Handed>,
    ) -> Step<()> {
        if state.frames.len() >= MAX_DEPTH {
            return self.span_unsupported(state, "too many open calls");
        }
        let Some(body) = &self.program.functions[function].body else {
            return self.span_unsupported(state, "a function without a body");
        };
        // A recursion with choices is bounded as a loop is.
        let same = state.frames.iter().rev().take(8).find(|f| f.function == function);
        let recursion = same.map_or(0, |f| {
            f.recursion + (state.choices > f.choices_before) as u32
        });
        state.level = state.level.max(recursion);
        let layout = &self.layouts[function.index()];
        state.serial += 1;
        state.frames.push(Rc::new(Frame {
            function,
            at: body.entry(),
            registers: vec![None; layout.registers.len()],
            slots: vec![NO_OBJECT; layout.slots.len()],
            serial: state.serial,
            unnamed: Vec::new(),
            allocated: Vec::new(),
            rounds: Vec::new(),
            recursion,
            choices_before: state.choices,
        }));
        for i in 0..self.layouts[function.index()].temporaries.len() {
            let var = self.layouts[function.index()].temporaries[i];
            self.enter(state, var)?;
        }
        let mut arguments = arguments.into_iter();
        let program = self.program;
        for &parameter in &program.functions[function].parameters {
            self.enter(state, parameter)?;
            if let Some(argument) = arguments.next() {
                self.give(state, parameter, argument)?;
            }
        }
        state.frame_mut().unnamed.extend(arguments);
        Ok(())
    }

    /// Puts an argument into its parameter, converted where call and callee
    /// disagree.
    fn give(&mut self, state: &mut State, parameter: VarId, argument: Handed) -> Step<()> {
        match (self.homes[parameter.index()], argument) {
            (Home::Register(r, access), Handed::Scalar(value, given)) => {
                let value = self.terms.c_handed(value, given, access);
                state.frame_mut().registers[r as usize] = Some(value);
            }
            (Home::Slot(slot), argument) => {
                let object = state.frame().slots[slot as usize];
                match argument {
                    Handed::Scalar(value, given) => {
                        let ty = self.program.vars[parameter].ty;
                        if let Some(access) = access::of_type(self.program, ty) {
                            let value = self.terms.c_handed(value, given, access);
                            let raw = access.encode(&mut self.terms, value);
                            let contents = &mut state.objects.get_mut(object).contents;
                            contents.write(&mut self.terms, 0, raw);
                        }
                    }
                    Handed::Aggregate(pieces, given) => {
                        let contents = &mut state.objects.get_mut(object).contents;
                        let size = contents.size().min(given);
                        let pieces = truncated(pieces, size);
                        contents.put(&mut self.terms, 0, size, pieces);
                    }
                }
            }
            (Home::Register(..), Handed::Aggregate(..)) | (Home::Static(_), _) => {}
        }
        Ok(())
    }

    /// Returns from the current function.
    fn leave(&mut self, state: &mut State, value: Option<Handed>) -> Step<()> {
        let Some(frame) = state.frames.pop() else {
            return Err(Stop::End(End::Finished));
        };
        if state.frames.is_empty() {
            return Err(Stop::End(End::Finished));
        }
        let result = self.continue_after_call(state, value);
        match result {
            Ok(()) => self.drop_frame(state, &frame),
            // To be tried again.
            Err(_) => state.frames.push(frame),
        }
        result
    }

    fn drop_frame(&mut self, state: &mut State, frame: &Frame) {
        for &object in &frame.slots {
            self.end_object(state, object, Life::Ended);
        }
        for &(_, object) in &frame.allocated {
            self.end_object(state, object, Life::Ended);
        }
    }

    /// The call at the current location has this result.
    fn continue_after_call(&mut self, state: &mut State, value: Option<Handed>) -> Step<()> {
        let program = self.program;
        let frame = state.frame();
        let body = program.functions[frame.function].body.as_ref();
        let edge = body.and_then(|b| b.leaving(frame.at).first());
        let Some(Edge {
            op: Op::Call(call),
            to,
            span,
            ..
        }) = edge
        else {
            return self.span_unsupported(state, "a return to no call");
        };
        state.span = *span;
        self.finish_call(state, call, *to, value)
    }

    /// Hands over the result of a call and goes on after it.
    pub fn finish_call(
        &mut self,
        state: &mut State,
        call: &Call,
        to: program::Location,
        value: Option<Handed>,
    ) -> Step<()> {
        if let Some(result) = call.result {
            self.deliver(state, result, value)?;
        }
        state.frame_mut().at = to;
        Ok(())
    }

    /// Hands a result to where it goes; none is indeterminate.
    fn deliver(&mut self, state: &mut State, to: PlaceId, value: Option<Handed>) -> Step<()> {
        match (access::of_place(self.program, to), value) {
            (Some(access), Some(Handed::Scalar(value, given))) => {
                let value = self.terms.c_handed(value, given, access);
                self.store(state, to, access, value)
            }
            (None, Some(Handed::Aggregate(pieces, given))) => {
                let size = self.place_size(to).min(given);
                let pointer = self.address(state, to)?;
                self.put(state, pointer, size, truncated(pieces, size))
            }
            (Some(access), None) => {
                if let Some((r, _)) = self.register(to) {
                    state.frame_mut().registers[r] = None;
                    return Ok(());
                }
                // Where it goes is found first: finding it may need another try.
                let pointer = self.address(state, to)?;
                self.locate(state, pointer, access.size(), true)?;
                let drawn = self.draw(state, access.request());
                self.store_at(state, pointer, access, drawn)
            }
            (None, None) => {
                let size = self.place_size(to);
                let pointer = self.address(state, to)?;
                self.put(state, pointer, size, vec![(0, Content::Blank)])
            }
            (Some(_), Some(Handed::Aggregate(..))) | (None, Some(Handed::Scalar(..))) => Ok(()),
        }
    }

    /// A call of a function that is only declared.
    fn unknown_call(
        &mut self,
        state: &mut State,
        function: FunctionId,
        call: &Call,
        edge: &Edge,
        arguments: &[Handed],
    ) -> Step<()> {
        match self.settings.unknown_calls {
            UnknownCalls::Pure => {}
            // An error edge stands here if that was asked about.
            UnknownCalls::Error => return invalid("a call of an undefined function"),
            UnknownCalls::Havoc => self.havoc_reachable(state, arguments),
        }
        if self.program.functions[function].no_return {
            return Err(Stop::End(End::Finished));
        }
        self.finish_call(state, call, edge.to, None)
    }

    /// Everything that can be reached from the arguments becomes indeterminate.
    fn havoc_reachable(&mut self, state: &mut State, arguments: &[Handed]) {
        let mut pending: Vec<Term> = Vec::new();
        for argument in arguments {
            match argument {
                Handed::Scalar(term, _) => pending.push(*term),
                Handed::Aggregate(pieces, _) => pending.extend(values(pieces.iter().map(|p| &p.1))),
            }
        }
        for id in self.reachable(state, pending) {
            let object = state.objects.get(id);
            if object.life == Life::Live && !object.read_only && object.contents.size() > 0 {
                let size = object.contents.size();
                let contents = &mut state.objects.get_mut(id).contents;
                contents.fill(&mut self.terms, 0, size, Content::Blank);
            }
        }
    }

    /// The objects that terms lead to, directly or through others; sorted.
    pub fn reachable(&mut self, state: &State, terms: Vec<Term>) -> Vec<ObjectId> {
        let mut pending = terms;
        let mut seen = FxHashSet::default();
        while let Some(term) = pending.pop() {
            if self.terms.is_constant(term) {
                continue;
            }
            let symbols = self.terms.symbols(term).to_vec();
            for symbol in symbols {
                let known = state.resolved.iter().find(|(s, _)| *s == symbol);
                let owner = known.map(|(_, o)| *o).or_else(|| self.owner(symbol));
                let Some(id) = owner.filter(|&id| (id as usize) < state.objects.len()) else {
                    continue;
                };
                if seen.insert(id) {
                    let object = state.objects.get(id);
                    if object.life == Life::Live {
                        pending.extend(values(object.contents.pieces().map(|(p, _)| &p.content)));
                    }
                }
            }
        }
        let mut found: Vec<_> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// A block that no live variable leads to.
    pub fn find_leak(&mut self, state: &State) -> Option<ObjectId> {
        let is_block = |id: ObjectId| {
            let object = state.objects.get(id);
            object.kind == Kind::Heap && object.life == Life::Live
        };
        if !state.objects.iter().any(|(id, _)| is_block(id)) {
            return None;
        }
        let mut roots: Vec<Term> = Vec::new();
        for frame in &state.frames {
            roots.extend(frame.registers.iter().flatten());
            for handed in &frame.unnamed {
                match handed {
                    Handed::Scalar(term, _) => roots.push(*term),
                    Handed::Aggregate(pieces, _) => {
                        roots.extend(values(pieces.iter().map(|p| &p.1)));
                    }
                }
            }
        }
        for (_, object) in state.objects.iter() {
            if object.kind != Kind::Heap && object.life == Life::Live {
                roots.extend(values(object.contents.pieces().map(|(p, _)| &p.content)));
            }
        }
        let reached = self.reachable(state, roots);
        let mut blocks = state.objects.iter().map(|(id, _)| id).filter(|&id| is_block(id));
        blocks.find(|id| reached.binary_search(id).is_err())
    }

    // Variable arguments: the list holds the number of its state.

    fn set_va_list(&mut self, state: &mut State, at: Term, list: VaList) -> Step<()> {
        self.locate(state, at, 4, true)?;
        state.va_lists.push(list);
        let number = self.terms.bits(state.va_lists.len() as u128, 32);
        self.store_at(state, at, NUMBER, number)
    }

    fn va_list(&mut self, state: &mut State, at: Term) -> Step<usize> {
        let number = self.load_at(state, at, NUMBER)?;
        match self.number(state, number)? as usize {
            n if n >= 1 && n <= state.va_lists.len() => Ok(n - 1),
            _ => invalid("variable arguments that are not there"),
        }
    }

    fn va_arg(&mut self, state: &mut State, to: PlaceId, list: PlaceId) -> Step<()> {
        let at = self.address(state, list)?;
        let list = self.va_list(state, at)?;
        let VaList { serial, next } = state.va_lists[list];
        let frame = state.frames.iter().rev().find(|f| f.serial == serial);
        let Some(argument) = frame.and_then(|f| f.unnamed.get(next)).cloned() else {
            return invalid("variable arguments that are not there");
        };
        let wanted = access::of_place(self.program, to);
        let class = |a: Access| match a {
            Access::Float { size, .. } => (1, size),
            Access::Int { size, .. } | Access::Pointer { size } => (0, size),
            Access::Bits { .. } => (2, 0),
        };
        let fits = match (&argument, wanted) {
            (Handed::Scalar(_, given), Some(wanted)) => class(*given) == class(wanted),
            (Handed::Aggregate(_, given), None) => *given == self.place_size(to),
            _ => false,
        };
        if !fits {
            return invalid("variable arguments of another type");
        }
        // Delivered first: that may need another try.
        self.deliver(state, to, Some(argument))?;
        state.va_lists[list].next += 1;
        Ok(())
    }

    // Jumps out of functions.

    pub fn set_jump(
        &mut self,
        state: &mut State,
        call: &Call,
        edge: &Edge,
        buffer: Term,
    ) -> Step<()> {
        self.locate(state, buffer, 4, true)?;
        let frame = state.frame();
        let point = JumpPoint {
            depth: state.frames.len(),
            serial: frame.serial,
            at: frame.at,
        };
        state.jump_points.push(point);
        let number = self.terms.bits(state.jump_points.len() as u128, 32);
        self.store_at(state, buffer, NUMBER, number)?;
        let zero = self.terms.bits(0, 32);
        self.finish_call(state, call, edge.to, Some(Handed::Scalar(zero, INT)))
    }

    pub fn long_jump(&mut self, state: &mut State, buffer: Term, value: Term) -> Step<()> {
        let number = self.load_at(state, buffer, NUMBER)?;
        let number = self.number(state, number)?;
        let point = (number as usize)
            .checked_sub(1)
            .and_then(|n| state.jump_points.get(n).copied());
        let Some(point) = point else {
            return invalid("a jump to nowhere");
        };
        let frame = state.frames.get(point.depth - 1);
        if frame.is_none_or(|f| f.serial != point.serial) {
            return invalid("a jump into a function that has returned");
        }
        while state.frames.len() > point.depth {
            if let Some(frame) = state.frames.pop() {
                self.drop_frame(state, &frame);
            }
        }
        state.frame_mut().at = point.at;
        let value = self.terms.extract(value, 0, 32);
        let (zero, one) = (self.terms.bits(0, 32), self.terms.bits(1, 32));
        let is_zero = self.terms.eq(value, zero);
        let value = self.terms.ite(is_zero, one, value);
        // The calls left are closed already: there is no other try.
        match self.continue_after_call(state, Some(Handed::Scalar(value, INT))) {
            Err(Stop::Split(_) | Stop::Resolve(_) | Stop::Concretize(_)) => {
                self.span_unsupported(state, "a jump whose result goes to an unknown place")
            }
            other => other,
        }
    }
}

pub const NUMBER: Access = Access::Int {
    size: 4,
    bits: 32,
    signed: false,
};

pub const INT: Access = Access::Int {
    size: 4,
    bits: 32,
    signed: true,
};

/// The terms among pieces.
pub fn values<'a>(pieces: impl Iterator<Item = &'a Content>) -> impl Iterator<Item = Term> {
    pieces.filter_map(|content| match content {
        Content::Value(term) => Some(*term),
        Content::Blank | Content::Zero | Content::Bytes(..) => None,
    })
}

/// The pieces that begin before `size`. What is cut off is never longer than a
/// scalar's padding.
fn truncated(pieces: Vec<(u64, Content)>, size: u64) -> Vec<(u64, Content)> {
    pieces.into_iter().filter(|(at, _)| *at < size).collect()
}

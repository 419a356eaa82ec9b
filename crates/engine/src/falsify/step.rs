//! Operations, calls and returns.

use super::access::{self, Access, Drawn};
use super::contents::Content;
use super::executor::{
    End, Executor, Home, Step, Stop, Target, invalid, is_followed_temporary, unsupported,
};
use super::primitive::Primitive;
use super::state::{Frame, Handed, JumpPoint, Kind, Life, NO_OBJECT, ObjectId, State, VaList};
use machine::{Request, UnknownCalls};
use program::{
    Call, Callee, Edge, ExprId, FunctionId, INLINE_ASSEMBLY, Id, Op, Place, PlaceId, Storage, VarId,
};
use properties::Property;
use rustc_hash::FxHashSet;
use solver::{Node, SymbolId, Term};
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
        let size = self.pointer_bits / 8;
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
                    return invalid("an invalid free", Property::ValidFree);
                }
                self.end_object(state, id, Life::Freed);
                Ok(())
            }
            Target::Nowhere => {
                let zero = self.terms.bits(0, self.pointer_bits);
                let is_null = self.terms.eq(pointer, zero);
                match self.holds(state, is_null)? {
                    true => Ok(()),
                    false => invalid("an invalid free", Property::ValidFree),
                }
            }
            Target::Wild | Target::Function(..) => invalid("an invalid free", Property::ValidFree),
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
        state
            .frame_mut()
            .allocated
            .retain(|(owner, _)| !owned(owner));
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
                    false => invalid("a call of no function", Property::ValidDeref),
                }
            }
            Target::Null | Target::Nowhere => {
                invalid("a call of no function", Property::ValidDeref)
            }
            Target::Object(id, _) if state.objects.get(id).kind == Kind::Environment => {
                self.span_unsupported(state, "a call of a function from the environment")
            }
            Target::Object(..) => invalid("a call of no function", Property::ValidDeref),
            Target::Wild => match self.terms.as_bits(pointer) {
                Some(_) => invalid("a call of no function", Property::ValidDeref),
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
        let same = state
            .frames
            .iter()
            .rev()
            .take(8)
            .find(|f| f.function == function);
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
        if &self.program.names[self.program.functions[function].name] == INLINE_ASSEMBLY {
            return unsupported(INLINE_ASSEMBLY, edge.span);
        }
        match self.settings.unknown_calls {
            UnknownCalls::Pure => {}
            // An error edge stands here if that was asked about.
            UnknownCalls::Error => {
                return invalid("a call of an undefined function", Property::UnreachCall);
            }
            UnknownCalls::Havoc => self.havoc_reachable(state, arguments)?,
        }
        if self.program.functions[function].no_return {
            return Err(Stop::End(End::Exited));
        }
        self.finish_call(state, call, edge.to, None)
    }

    /// Everything that can be reached from the arguments becomes indeterminate.
    fn havoc_reachable(&mut self, state: &mut State, arguments: &[Handed]) -> Step<()> {
        let mut pending: Vec<Term> = Vec::new();
        for argument in arguments {
            match argument {
                Handed::Scalar(term, _) => pending.push(*term),
                Handed::Aggregate(pieces, _) => pending.extend(values(pieces.iter().map(|p| &p.1))),
            }
        }
        for id in self.reachable(state, pending)? {
            let object = state.objects.get(id);
            if object.life == Life::Live && !object.read_only && object.contents.size() > 0 {
                let size = object.contents.size();
                let contents = &mut state.objects.get_mut(id).contents;
                contents.fill(&mut self.terms, 0, size, Content::Blank);
            }
        }
        Ok(())
    }

    /// The objects that terms may lead to, directly or through others; sorted.
    fn reachable(&mut self, state: &State, terms: Vec<Term>) -> Step<Vec<ObjectId>> {
        let mut pending = terms;
        let mut seen = FxHashSet::default();
        while let Some(term) = pending.pop() {
            for symbol in self.terms.symbols(term).to_vec() {
                let input = self.inputs.get(&symbol) == Some(&Request::Pointer);
                let followed = input && !self.wild.contains(&symbol);
                if followed && !state.resolved.iter().any(|(s, _)| *s == symbol) {
                    // It may lead to an object that others lead to, too.
                    return Err(Stop::Resolve(symbol));
                }
                if let Some(id) = self.pointed(state, symbol)
                    && seen.insert(id)
                {
                    pending.extend(held(state, id));
                }
            }
        }
        let mut found: Vec<_> = seen.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The object whose address a symbol is.
    pub fn pointed(&self, state: &State, symbol: SymbolId) -> Option<ObjectId> {
        let known = state.resolved.iter().find(|(s, _)| *s == symbol);
        let owner = known.map(|(_, o)| *o).or_else(|| self.owner(symbol));
        owner.filter(|&id| (id as usize) < state.objects.len())
    }

    /// A block that no live variable leads to. What only keeps something computed
    /// from an address does not lead there; what is a choice between addresses
    /// leads to one of them, and the path splits where that matters.
    pub fn find_leak(&mut self, state: &State) -> Step<Option<ObjectId>> {
        let blocks: Vec<ObjectId> = state
            .objects
            .iter()
            .filter(|(_, o)| o.is_block())
            .map(|(id, _)| id)
            .collect();
        if blocks.is_empty() {
            return Ok(None);
        }
        let mut pending: Vec<Term> = Vec::new();
        // Temporaries that are never read again hold nothing.
        let mut dead: FxHashSet<ObjectId> = FxHashSet::default();
        for frame in &state.frames {
            let (registers, slots) = self.kept_by(state, frame);
            pending.extend(registers);
            dead.extend(slots);
            for handed in &frame.unnamed {
                match handed {
                    Handed::Scalar(term, _) => pending.push(*term),
                    Handed::Aggregate(pieces, _) => {
                        pending.extend(values(pieces.iter().map(|p| &p.1)));
                    }
                }
            }
        }
        for (id, object) in state.objects.iter() {
            let ghost = match object.kind {
                Kind::Static(v) | Kind::Local(v) => self.program.vars[v].ghost,
                Kind::Heap | Kind::Frame | Kind::Environment => false,
            };
            if object.kind != Kind::Heap && !ghost && !dead.contains(&id) {
                pending.extend(held(state, id));
            }
        }
        let mut reached = FxHashSet::default();
        let mut choices = Vec::new();
        while let Some(term) = pending.pop() {
            for symbol in self.addresses_in(state, term, &mut choices) {
                if let Some(id) = self.pointed(state, symbol)
                    && reached.insert(id)
                {
                    pending.extend(held(state, id));
                }
            }
        }
        let lost = blocks.into_iter().find(|id| !reached.contains(id));
        // What lies behind a choice was not looked at yet.
        match (lost, choices.first()) {
            (Some(_), Some(&condition)) => Err(Stop::Split(condition)),
            (lost, _) => Ok(lost),
        }
    }

    /// What the registers of a call hold that can still be read or has a name; and
    /// the objects of temporaries that cannot be read any more.
    fn kept_by(&mut self, state: &State, frame: &Frame) -> (Vec<Term>, Vec<ObjectId>) {
        let program = self.program;
        let live = self.live(frame.function);
        let layout = &self.layouts[frame.function.index()];
        let body = program.functions[frame.function].body.as_ref();
        let edge = body.and_then(|b| b.leaving(frame.at).first());
        // At a call, what matters is what is read after it.
        let at = match edge {
            Some(Edge {
                op: Op::Call(_),
                to,
                ..
            }) => *to,
            _ => frame.at,
        };
        // A jump may lead back to where more is read.
        let jumps = state.jump_points.iter().any(|p| p.serial == frame.serial);
        let gone = |var: VarId, number: usize| {
            !jumps && is_followed_temporary(program, var) && !live.is_live(at, number)
        };
        let registers = layout.registers.iter().zip(&frame.registers).enumerate();
        let kept = registers
            .filter(|(i, ((var, _), _))| !program.vars[*var].ghost && !gone(*var, *i))
            .filter_map(|(_, (_, value))| *value)
            .collect();
        let count = layout.registers.len();
        let slots = layout.slots.iter().zip(&frame.slots).enumerate();
        let dead = slots
            .filter(|(i, (var, _))| gone(**var, count + i))
            .map(|(_, (_, object))| *object)
            .collect();
        (kept, dead)
    }

    /// The symbols whose provenance a value has, as the machine carries it:
    /// through sums, masks and copies of bytes. The conditions of
    /// choices between addresses that the step has not made are added to a list.
    fn addresses_in(
        &mut self,
        state: &State,
        term: Term,
        choices: &mut Vec<Term>,
    ) -> Vec<SymbolId> {
        let mut found = Vec::new();
        let mut pending = vec![term];
        let mut looked = FxHashSet::default();
        while let Some(t) = pending.pop() {
            if self.terms.is_constant(t) || !looked.insert(t) {
                continue;
            }
            match self.terms.node(t) {
                Node::Symbol(symbol) => found.push(symbol),
                Node::Ite(condition, yes, no) => {
                    let symbols = self.terms.symbols(t).to_vec();
                    if symbols.iter().all(|&s| self.pointed(state, s).is_none()) {
                        continue;
                    }
                    let negated = self.terms.not(condition);
                    if state.assumed.contains(&condition) {
                        pending.push(yes);
                    } else if state.assumed.contains(&negated) {
                        pending.push(no);
                    } else {
                        choices.push(condition);
                    }
                }
                Node::Add(..)
                | Node::BitAnd(..)
                | Node::BitOr(..)
                | Node::Concat(..)
                | Node::Extract { .. }
                | Node::ZeroExtend(_)
                | Node::SignExtend(_) => pending.extend(self.terms.operands(t)),
                _ => {}
            }
        }
        found
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
            _ => invalid(
                "variable arguments that are not there",
                Property::ValidDeref,
            ),
        }
    }

    fn va_arg(&mut self, state: &mut State, to: PlaceId, list: PlaceId) -> Step<()> {
        let at = self.address(state, list)?;
        let list = self.va_list(state, at)?;
        let VaList { serial, next } = state.va_lists[list];
        let frame = state.frames.iter().rev().find(|f| f.serial == serial);
        let Some(argument) = frame.and_then(|f| f.unnamed.get(next)).cloned() else {
            return invalid(
                "variable arguments that are not there",
                Property::ValidDeref,
            );
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
            return invalid("variable arguments of another type", Property::ValidDeref);
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
            return invalid("a jump to nowhere", Property::ValidDeref);
        };
        let frame = state.frames.get(point.depth - 1);
        if frame.is_none_or(|f| f.serial != point.serial) {
            return invalid(
                "a jump into a function that has returned",
                Property::ValidDeref,
            );
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

/// The terms in a live object.
fn held(state: &State, id: ObjectId) -> impl Iterator<Item = Term> {
    let object = state.objects.get(id);
    let live = (object.life == Life::Live).then_some(object);
    values(
        live.into_iter()
            .flat_map(|o| o.contents.pieces().map(|(p, _)| &p.content)),
    )
}

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

//! Execution: operations, calls, and the end of a run.

use crate::code::{
    Access, CallCode, CalleeCode, Code, Extent, Home, Instr, Line, NodeId, Quick, Source, Target,
    access,
};
use crate::formula::Past;
use crate::input::Subject;
use crate::mathematics::Mathematics;
use crate::memory::{Chunk, Fill, State};
use crate::outcome::{Fault, Incident, Outcome};
use crate::primitive::Primitive;
use crate::value::{Kind, Origin, Scalar};
use crate::{Machine, UnknownCalls};
use program::{FunctionId, INLINE_ASSEMBLY, Id, Name, Span, Storage, VarId};
use std::rc::Rc;

/// Why execution cannot go on; small, for it is part of every result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    Outcome(Box<Outcome>),
    InputsExhausted,
    MemoryLimit,
}

pub(crate) type Step<T> = Result<T, Halt>;

impl Halt {
    pub fn ended(outcome: Outcome) -> Halt {
        Halt::Outcome(Box::new(outcome))
    }

    pub fn outcome(self) -> Outcome {
        match self {
            Halt::Outcome(outcome) => *outcome,
            Halt::InputsExhausted => Outcome::InputsExhausted,
            Halt::MemoryLimit => Outcome::MemoryLimit,
        }
    }
}

/// A value handed over at a call or return.
#[derive(Clone, Debug)]
pub(crate) enum Handed {
    Scalar(Scalar, Access),
    Aggregate(Box<Chunk>, u64),
}

#[derive(Clone)]
pub(crate) struct Frame {
    pub function: FunctionId,
    pub code: Rc<Code>,
    pub pc: u32,
    registers_base: usize,
    slots_base: usize,
    /// Tells this call from others at the same depth.
    pub serial: u64,
    unnamed: Vec<Handed>,
    allocated: Vec<(Option<VarId>, Origin)>,
    /// What there was at entry, if somebody will ask.
    pub past: Option<Box<Past>>,
}

impl Frame {
    /// Makes an object end with the frame.
    pub fn own(&mut self, origin: Origin) {
        self.allocated.push((None, origin));
    }

    /// Where its variables in memory begin among all.
    pub fn slots_base(&self) -> usize {
        self.slots_base
    }

    /// The same of its registers.
    pub fn registers_base(&self) -> usize {
        self.registers_base
    }
}

/// Where `longjmp` leads.
#[derive(Clone, Copy)]
pub(crate) struct JumpPoint {
    depth: usize,
    serial: u64,
    pc: u32,
}

/// A `va_list` in use.
#[derive(Clone, Copy)]
pub(crate) struct VaList {
    serial: u64,
    next: usize,
}

const MAX_DEPTH: usize = 200_000;

impl Machine<'_> {
    /// Runs the program to its end.
    pub fn run(&mut self) -> Outcome {
        let started = self.start();
        let halt = match started.and_then(|()| self.execute()) {
            Ok(()) => Halt::ended(Outcome::Exit(0)),
            Err(halt) => halt,
        };
        halt.outcome()
    }

    pub(crate) fn execute(&mut self) -> Step<()> {
        while let Some(frame) = self.frames.last() {
            let code = Rc::clone(&frame.code);
            let (depth, serial) = (self.frames.len(), frame.serial);
            let mut pc = frame.pc;
            // Stay in this function until it calls or returns.
            loop {
                if self.steps == 0 {
                    self.set_pc(pc);
                    return Err(Halt::ended(Outcome::StepLimit));
                }
                self.steps -= 1;
                let line = &code.lines[pc as usize];
                self.span = line.span;
                if self.options.trace {
                    self.record(pc);
                }
                if self.options.check_leaks {
                    self.check_loop_head(pc)?;
                }
                match &line.instr {
                    Instr::Set { register, value } => {
                        let value = self.eval(&code, *value)?;
                        self.registers[self.registers_base + *register as usize] = value;
                        pc = line.next;
                    }
                    Instr::Branch { condition, yes, no } => {
                        let quick = match code.quick[*condition as usize] {
                            Quick::Number => self.quick(&code, *condition),
                            Quick::Pointer | Quick::No => None,
                        };
                        let truth = match quick {
                            Some(value) => value != 0,
                            None => {
                                // A question about memory may ask where this is.
                                self.set_pc(pc);
                                self.eval(&code, *condition)?.value != 0
                            }
                        };
                        pc = if truth { *yes } else { *no };
                    }
                    Instr::Jump => pc = line.next,
                    Instr::Store { to, access, value } => {
                        let value = self.eval(&code, *value)?;
                        let pointer = self.address(&code, *to)?;
                        self.store(pointer, *access, value)?;
                        pc = line.next;
                    }
                    Instr::Call(call) => {
                        self.set_pc(pc);
                        self.call(&code, call)?;
                        let unchanged = self.frames.len() == depth
                            && self.frames.last().is_some_and(|f| f.serial == serial);
                        match self.frames.last() {
                            Some(f) if unchanged => pc = f.pc,
                            _ => break,
                        }
                    }
                    Instr::Return(value) => {
                        self.set_pc(pc);
                        let value = match value {
                            Some(source) => Some(self.hand(&code, *source)?),
                            None => None,
                        };
                        let value = match code.mathematics {
                            Some(function) => self.computed(function, &code, value)?,
                            None => value,
                        };
                        self.leave(value)?;
                        break;
                    }
                    _ => {
                        pc = self.rare(&code, line, pc)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What is lost stays lost, so a run that goes on for ever shows its leaks
    /// at the heads of its loops.
    #[cold]
    fn check_loop_head(&mut self, pc: u32) -> Step<()> {
        self.set_pc(pc);
        let body = self.frames.last().map(|f| f.function);
        let body = body.and_then(|f| self.program.functions[f].body.as_ref());
        let at = program::Location::new(pc as usize);
        match body
            .is_some_and(|b| b.is_loop_head(at))
            .then(|| self.find_leak())
        {
            Some(Some(span)) => Err(self.fault_at(Fault::Leak, span)),
            _ => Ok(()),
        }
    }

    /// Stores one item of a static object's initial value.
    pub(crate) fn initialize(&mut self, code: &Code, instr: Instr) -> Step<()> {
        match instr {
            Instr::Store { to, access, value } => {
                let value = self.eval(code, value)?;
                let pointer = self.address(code, to)?;
                self.store(pointer, access, value)
            }
            Instr::Copy { to, from, extent } => {
                let chunk = self.read_chunk(code, from, extent)?;
                let to = self.address(code, to)?;
                self.write_chunk(to, &chunk, extent.size)
            }
            Instr::Zero { to, size } => {
                let to = self.address(code, to)?;
                self.write_chunk(to, &Chunk::zero(size as usize), size)
            }
            _ => Ok(()),
        }
    }

    fn set_pc(&mut self, pc: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// The operations that need not be quick.
    fn rare(&mut self, code: &Rc<Code>, line: &Line, pc: u32) -> Step<u32> {
        match &line.instr {
            Instr::Copy { to, from, extent } => {
                let chunk = self.read_chunk(code, *from, *extent)?;
                let to = self.address(code, *to)?;
                self.write_chunk(to, &chunk, extent.size)?;
            }
            Instr::Zero { to, size } => {
                let to = self.address(code, *to)?;
                let (slot, offset) = self.check(to, *size, true)?;
                self.memory.zero(slot, offset, *size as usize);
            }
            Instr::Havoc(target) => match *target {
                Target::Register(r, _) => {
                    self.registers[self.registers_base + r as usize] = Scalar::INDETERMINATE;
                }
                Target::Memory(address, access) => {
                    let pointer = self.address(code, address)?;
                    let size = match access {
                        Access::Int { size, .. }
                        | Access::Float { size, .. }
                        | Access::Pointer { size } => u64::from(size),
                        Access::Bits { .. } => {
                            let drawn = self.draw(access.request(), Subject::Result)?;
                            self.store(pointer, access, drawn)?;
                            return Ok(line.next);
                        }
                    };
                    let (slot, offset) = self.check(pointer, size, true)?;
                    self.memory.blank(slot, offset, size as usize);
                }
                Target::Aggregate(address, size) => {
                    let pointer = self.address(code, address)?;
                    let (slot, offset) = self.check(pointer, size, true)?;
                    self.memory.blank(slot, offset, size as usize);
                }
            },
            Instr::Choose(ways) => {
                for &(condition, taken, to) in ways {
                    if (self.eval(code, condition)?.value != 0) == taken {
                        return Ok(to);
                    }
                }
                return Err(Halt::ended(Outcome::Stuck(line.span)));
            }
            Instr::Alloc { to, size, storage } => {
                let size = self.eval(code, *size)?.value as u64;
                let kind = match storage {
                    Storage::Heap => Kind::Heap,
                    Storage::Frame | Storage::Scope(_) => Kind::Frame,
                };
                let span = self.user_span();
                let made = self.memory.create(size, kind, Fill::Indeterminate, span);
                let origin = made.ok_or(Halt::MemoryLimit)?;
                let owner = match storage {
                    Storage::Heap => None,
                    Storage::Frame => Some(None),
                    Storage::Scope(var) => Some(Some(*var)),
                };
                if let Some(owner) = owner {
                    if let Some(var) = owner {
                        self.end_scope_array(var);
                    }
                    if let Some(frame) = self.frames.last_mut() {
                        frame.allocated.push((owner, origin));
                    }
                }
                let pointer = Scalar {
                    value: i128::from(self.memory.base(origin)),
                    origin,
                };
                self.put(code, *to, pointer)?;
            }
            Instr::Free(pointer) => {
                let pointer = self.eval(code, *pointer)?;
                self.free(pointer)?;
            }
            Instr::Enter(homes) => {
                for &home in homes {
                    self.enter(home)?;
                }
            }
            Instr::Exit(homes) => {
                for &home in homes {
                    self.exit_home(home);
                }
            }
            Instr::VaStart(list) => {
                let pointer = self.address(code, *list)?;
                let serial = self.frames.last().map_or(0, |f| f.serial);
                self.set_va_list(pointer, VaList { serial, next: 0 })?;
            }
            Instr::VaCopy { to, from } => {
                let from = self.address(code, *from)?;
                let list = self.va_list(from)?;
                let state = self.va_lists[list];
                let to = self.address(code, *to)?;
                self.set_va_list(to, state)?;
            }
            Instr::VaEnd => {}
            Instr::VaArg { to, list } => self.va_arg(code, *to, *list)?,
            Instr::Unsupported(what) => return Err(self.unsupported(*what)),
            Instr::Stuck => {
                // A function said not to return did.
                let span = self.user_span();
                return Err(Halt::ended(Outcome::Stuck(span)));
            }
            Instr::Set { .. }
            | Instr::Branch { .. }
            | Instr::Jump
            | Instr::Store { .. }
            | Instr::Call(_)
            | Instr::Return(_) => {
                return Ok(pc);
            }
        }
        Ok(line.next)
    }

    pub(crate) fn unsupported(&self, what: Name) -> Halt {
        Halt::ended(Outcome::Unsupported(what, self.user_span()))
    }

    // Variables of the frame.

    fn enter(&mut self, home: Home) -> Step<()> {
        match home {
            Home::Register(r, ..) => {
                self.registers[self.registers_base + r as usize] = Scalar::INDETERMINATE;
            }
            Home::Slot { slot, size, var } => {
                let index = self.slots_base + slot as usize;
                self.memory.end(self.slots[index], State::Ended);
                let made =
                    self.memory
                        .create(size, Kind::Local(var), Fill::Indeterminate, self.span);
                self.slots[index] = made.ok_or(Halt::MemoryLimit)?;
            }
        }
        Ok(())
    }

    fn exit_home(&mut self, home: Home) {
        match home {
            Home::Register(r, ..) => {
                self.registers[self.registers_base + r as usize] = Scalar::INDETERMINATE;
            }
            Home::Slot { slot, .. } => {
                let index = self.slots_base + slot as usize;
                self.memory.end(self.slots[index], State::Ended);
            }
        }
        // A variable-length array goes with the variable that holds its address.
        if let Some(frame) = self.frames.last()
            && !frame.allocated.is_empty()
        {
            let (Home::Register(_, _, var) | Home::Slot { var, .. }) = home;
            self.end_scope_array(var);
        }
    }

    fn end_scope_array(&mut self, var: VarId) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let mut ended = Vec::new();
        frame.allocated.retain(|(owner, origin)| {
            let ends = *owner == Some(var);
            if ends {
                ended.push(*origin);
            }
            !ends
        });
        for origin in ended {
            self.memory.end(origin, State::Ended);
        }
    }

    // Aggregates.

    /// Who copies reads: what is indeterminate becomes inputs, so that both have the same.
    fn read_chunk(&mut self, code: &Code, from: u32, extent: Extent) -> Step<Chunk> {
        let from = self.address(code, from)?;
        let size = extent.size as usize;
        let (slot, offset) = self.check(from, extent.size, false)?;
        if !self.memory.is_determined(slot, offset, size) {
            self.determine(slot, offset, extent)?;
        }
        Ok(self.memory.take(slot, offset, size))
    }

    #[cold]
    fn determine(&mut self, slot: usize, offset: usize, extent: Extent) -> Step<()> {
        let Extent { ty, size } = extent;
        let leaves = self.leaves.entry(extent);
        let leaves = leaves.or_insert_with(|| self.program.types.leaves(Some(ty), size).into());
        for leaf in Rc::clone(leaves).iter() {
            let (at, size) = (offset + leaf.offset as usize, leaf.size as usize);
            if !self.memory.is_determined(slot, at, size) {
                let scalar = leaf.scalar.and_then(|ty| access(self.program, ty));
                self.read_indeterminate(slot, at, size, scalar.unwrap_or(Access::BYTE))?;
            }
        }
        Ok(())
    }

    fn write_chunk(&mut self, to: Scalar, chunk: &Chunk, size: u64) -> Step<()> {
        let (slot, offset) = self.check(to, size, true)?;
        self.memory.put(slot, offset, chunk);
        Ok(())
    }

    fn hand(&mut self, code: &Code, source: Source) -> Step<Handed> {
        Ok(match source {
            Source::Scalar(node, access) => Handed::Scalar(self.eval(code, node)?, access),
            Source::Aggregate(address, extent) => {
                let chunk = self.read_chunk(code, address, extent)?;
                Handed::Aggregate(Box::new(chunk), extent.size)
            }
            Source::Zero(size) => Handed::Aggregate(Box::new(Chunk::zero(size as usize)), size),
        })
    }

    // Calls.

    fn call(&mut self, code: &Rc<Code>, call: &CallCode) -> Step<()> {
        let function = match call.callee {
            CalleeCode::Direct(f) => f,
            CalleeCode::Indirect(node) => self.callee(code, node)?,
        };
        if call.plain && self.primitives[program::Id::index(function)] == Primitive::Defined {
            let callee = self.code(function);
            if callee.plain && call.arguments.len() <= callee.parameters.len() {
                return self.enter_plainly(code, call, function, callee);
            }
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for &source in &call.arguments {
            arguments.push(self.hand(code, source)?);
        }
        self.primitive(code, call, function, arguments)
    }

    /// Opens a call whose arguments go from registers to registers.
    fn enter_plainly(
        &mut self,
        code: &Code,
        call: &CallCode,
        function: FunctionId,
        callee: Rc<Code>,
    ) -> Step<()> {
        let registers_base = self.registers.len();
        self.registers.resize(
            registers_base + callee.registers.len(),
            Scalar::INDETERMINATE,
        );
        // The base is still the caller's.
        for (&source, &home) in call.arguments.iter().zip(&callee.parameters) {
            if let (Source::Scalar(node, given), Home::Register(r, access, _)) = (source, home) {
                let value = self.eval(code, node)?;
                self.registers[registers_base + r as usize] = self.convert(value, given, access);
            }
        }
        self.push_frame(function, callee, registers_base)
    }

    fn callee(&mut self, code: &Code, node: NodeId) -> Step<FunctionId> {
        let pointer = self.eval(code, node)?;
        self.function_at(pointer)
    }

    /// The function that a pointer is the address of.
    pub(crate) fn function_at(&self, pointer: Scalar) -> Step<FunctionId> {
        let object = self.memory.object(pointer.origin);
        match object {
            Some(o) if o.base() as i128 == pointer.value => match o.kind {
                Kind::Function(f) => Ok(f),
                _ => Err(self.fault(Fault::InvalidCall)),
            },
            _ if pointer.value == 0 => Err(self.fault(Fault::NullDereference)),
            _ => {
                // A number that is a function's address.
                let found = self
                    .memory
                    .find(pointer.value as u64)
                    .filter(|_| pointer.origin.is_none());
                match found.and_then(|o| self.memory.object(o)) {
                    Some(o) if o.base() as i128 == pointer.value => match o.kind {
                        Kind::Function(f) => Ok(f),
                        _ => Err(self.fault(Fault::InvalidCall)),
                    },
                    _ => Err(self.fault(Fault::InvalidCall)),
                }
            }
        }
    }

    pub(crate) fn enter_function(
        &mut self,
        function: FunctionId,
        arguments: Vec<Handed>,
    ) -> Step<()> {
        let code = self.code(function);
        let registers_base = self.registers.len();
        self.registers
            .resize(registers_base + code.registers.len(), Scalar::INDETERMINATE);
        self.push_frame(function, Rc::clone(&code), registers_base)?;
        for &home in &code.temporaries {
            self.enter(home)?;
        }
        let mut arguments = arguments.into_iter();
        for &home in &code.parameters {
            self.enter(home)?;
            if let Some(argument) = arguments.next() {
                self.give(home, argument)?;
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.unnamed.extend(arguments);
        }
        if code.remembers {
            self.remember();
        }
        Ok(())
    }

    fn push_frame(
        &mut self,
        function: FunctionId,
        code: Rc<Code>,
        registers_base: usize,
    ) -> Step<()> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(Halt::MemoryLimit);
        }
        let slots_base = self.slots.len();
        self.slots
            .resize(slots_base + code.slots as usize, Origin::NONE);
        self.registers_base = registers_base;
        self.slots_base = slots_base;
        self.serial += 1;
        self.frames.push(Frame {
            function,
            code,
            pc: 0,
            registers_base,
            slots_base,
            serial: self.serial,
            unnamed: Vec::new(),
            allocated: Vec::new(),
            past: None,
        });
        Ok(())
    }

    /// Puts an argument into its parameter, converted where call and callee
    /// disagree.
    fn give(&mut self, home: Home, argument: Handed) -> Step<()> {
        match (home, argument) {
            (Home::Register(r, access, _), Handed::Scalar(value, given)) => {
                let value = self.convert(value, given, access);
                self.registers[self.registers_base + r as usize] = value;
            }
            (Home::Slot { slot, size, var }, argument) => {
                let origin = self.slots[self.slots_base + slot as usize];
                let to = Scalar {
                    value: i128::from(self.memory.base(origin)),
                    origin,
                };
                match argument {
                    Handed::Scalar(value, given) => {
                        if let Some(access) =
                            crate::code::access(self.program, self.program.vars[var].ty)
                        {
                            let value = self.convert(value, given, access);
                            self.store(to, access, value)?;
                        }
                    }
                    Handed::Aggregate(chunk, given) => {
                        let chunk = chunk.truncated(size.min(given) as usize);
                        self.write_chunk(to, &chunk, size.min(given))?;
                    }
                }
            }
            (Home::Register(..), Handed::Aggregate(..)) => {}
        }
        Ok(())
    }

    fn convert(&self, value: Scalar, from: Access, to: Access) -> Scalar {
        use program::{arith, float};
        if from == to {
            return value;
        }
        match (from, to) {
            (Access::Float { kind: a, .. }, Access::Float { kind: b, .. }) => {
                Scalar::int(float::convert(a, b, value.value as u128) as i128)
            }
            (_, Access::Int { bits, signed, .. }) => Scalar {
                value: arith::wrap(value.value, u32::from(bits), signed),
                origin: value.origin,
            },
            (_, Access::Pointer { .. }) => Scalar {
                value: arith::wrap(value.value, self.pointer_bits, false),
                origin: value.origin,
            },
            _ => value,
        }
    }

    /// What a function of the mathematics gives, in place of what its model chose.
    fn computed(
        &self,
        function: Mathematics,
        code: &Code,
        chosen: Option<Handed>,
    ) -> Step<Option<Handed>> {
        let Some(Handed::Scalar(_, access)) = chosen else {
            return Ok(chosen);
        };
        let argument = |home: &Home| match home {
            Home::Register(r, ..) => self.registers[self.registers_base + *r as usize].value,
            Home::Slot { .. } => 0,
        };
        let arguments: Vec<i128> = code.parameters.iter().map(argument).collect();
        let running = self.frames.last().map(|frame| frame.function);
        match (function.result(&arguments), running) {
            (Some(bits), _) => Ok(Some(Handed::Scalar(Scalar::int(bits), access))),
            (None, Some(f)) => Err(self.unsupported(self.program.functions[f].name)),
            (None, None) => Ok(chosen),
        }
    }

    /// Returns from the current function.
    fn leave(&mut self, value: Option<Handed>) -> Step<()> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        self.drop_frame(&frame);
        let Some(caller) = self.frames.last() else {
            return self.after_main(value);
        };
        let code = Rc::clone(&caller.code);
        self.registers_base = caller.registers_base;
        self.slots_base = caller.slots_base;
        let line = &code.lines[caller.pc as usize];
        self.span = line.span;
        if let Instr::Call(call) = &line.instr {
            self.deliver(&code, call.result, value)?;
            self.set_pc(line.next);
        }
        Ok(())
    }

    fn drop_frame(&mut self, frame: &Frame) {
        for i in frame.slots_base..self.slots.len() {
            self.memory.end(self.slots[i], State::Ended);
        }
        for (_, origin) in &frame.allocated {
            self.memory.end(*origin, State::Ended);
        }
        self.slots.truncate(frame.slots_base);
        self.registers.truncate(frame.registers_base);
    }

    /// Hands the result of a call to where it goes; nothing is indeterminate.
    pub(crate) fn deliver(
        &mut self,
        code: &Code,
        target: Option<Target>,
        value: Option<Handed>,
    ) -> Step<()> {
        match (target, value) {
            (None, _) => Ok(()),
            (Some(target), None) => {
                match target {
                    Target::Register(r, _) => {
                        self.registers[self.registers_base + r as usize] = Scalar::INDETERMINATE;
                    }
                    Target::Memory(address, access) => {
                        let drawn = self.draw(access.request(), Subject::Result)?;
                        let pointer = self.address(code, address)?;
                        self.store(pointer, access, drawn)?;
                    }
                    Target::Aggregate(address, size) => {
                        let pointer = self.address(code, address)?;
                        let (slot, offset) = self.check(pointer, size, true)?;
                        self.memory.blank(slot, offset, size as usize);
                    }
                }
                Ok(())
            }
            (Some(Target::Aggregate(address, size)), Some(Handed::Aggregate(chunk, given))) => {
                let to = self.address(code, address)?;
                let chunk = chunk.truncated(size.min(given) as usize);
                self.write_chunk(to, &chunk, size.min(given))
            }
            (
                Some(target @ (Target::Register(_, access) | Target::Memory(_, access))),
                Some(Handed::Scalar(value, given)),
            ) => {
                let value = self.convert(value, given, access);
                self.put(code, target, value)
            }
            _ => Ok(()),
        }
    }

    /// Finishes a call that was no function of the program.
    pub(crate) fn finish_call(
        &mut self,
        code: &Code,
        call: &CallCode,
        value: Option<Handed>,
    ) -> Step<()> {
        self.deliver(code, call.result, value)?;
        if let Some(frame) = self.frames.last() {
            let next = code.lines[frame.pc as usize].next;
            self.set_pc(next);
        }
        Ok(())
    }

    /// A call of a function that is only declared.
    pub(crate) fn unknown_call(
        &mut self,
        code: &Code,
        call: &CallCode,
        function: FunctionId,
        arguments: &[Handed],
    ) -> Step<()> {
        let name = self.program.functions[function].name;
        if &self.program.names[name] == INLINE_ASSEMBLY {
            return Err(self.unsupported(name));
        }
        match self.options.unknown_calls {
            UnknownCalls::Error => return Err(self.fault(Fault::UndefinedCall(function))),
            UnknownCalls::Pure => {}
            UnknownCalls::Havoc => self.havoc_reachable(arguments),
        }
        if self.program.functions[function].no_return {
            return Err(self.end_program(Outcome::Abort));
        }
        self.finish_call(code, call, None)
    }

    /// Everything that can be reached from the arguments becomes indeterminate.
    fn havoc_reachable(&mut self, arguments: &[Handed]) {
        let mut pending: Vec<Origin> = Vec::new();
        for argument in arguments {
            match argument {
                Handed::Scalar(s, _) => pending.push(s.origin),
                Handed::Aggregate(chunk, _) => pending.extend(chunk.origins()),
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(origin) = pending.pop() {
            let Some(object) = self.memory.object(origin) else {
                continue;
            };
            if object.state != State::Live || object.read_only || !seen.insert(origin) {
                continue;
            }
            pending.extend(object.stored_origins());
            let size = object.size() as usize;
            if let Some(slot) = origin.slot()
                && size > 0
                && !matches!(object.kind, Kind::Function(_))
            {
                self.memory.blank(slot, 0, size);
            }
        }
    }

    // Variable arguments: the list holds the number of its state.

    fn set_va_list(&mut self, at: Scalar, state: VaList) -> Step<()> {
        self.va_lists.push(state);
        let number = Scalar::int(self.va_lists.len() as i128);
        let access = Access::Int {
            size: 4,
            bits: 32,
            signed: false,
        };
        self.store(at, access, number)
    }

    fn va_list(&mut self, at: Scalar) -> Step<usize> {
        let access = Access::Int {
            size: 4,
            bits: 32,
            signed: false,
        };
        let number = self.load(at, access)?.value;
        match usize::try_from(number - 1) {
            Ok(n) if n < self.va_lists.len() => Ok(n),
            _ => Err(self.fault(Fault::VariableArguments)),
        }
    }

    fn va_arg(&mut self, code: &Rc<Code>, to: Target, list: u32) -> Step<()> {
        let at = self.address(code, list)?;
        let list = self.va_list(at)?;
        let VaList { serial, next } = self.va_lists[list];
        let frame = self.frames.iter().rev().find(|f| f.serial == serial);
        let Some(argument) = frame.and_then(|f| f.unnamed.get(next)).cloned() else {
            return Err(self.fault(Fault::VariableArguments));
        };
        self.va_lists[list].next += 1;
        let fits = match (&argument, to) {
            (Handed::Scalar(_, given), Target::Register(_, wanted) | Target::Memory(_, wanted)) => {
                let class = |a: Access| match a {
                    Access::Float { size, .. } => (1, size),
                    Access::Int { size, .. } | Access::Pointer { size } => (0, size),
                    Access::Bits { .. } => (2, 0),
                };
                class(*given) == class(wanted)
            }
            (Handed::Aggregate(_, given), Target::Aggregate(_, wanted)) => *given == wanted,
            _ => false,
        };
        if !fits {
            return Err(self.fault(Fault::VariableArguments));
        }
        self.deliver(code, Some(to), Some(argument))
    }

    // Jumps out of functions.

    /// `setjmp`: remembers where the current call returns to.
    pub(crate) fn set_jump(&mut self, code: &Code, call: &CallCode, buffer: Scalar) -> Step<()> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        self.jump_points.push(JumpPoint {
            depth: self.frames.len(),
            serial: frame.serial,
            pc: frame.pc,
        });
        let number = Scalar::int(self.jump_points.len() as i128);
        let access = Access::Int {
            size: 4,
            bits: 32,
            signed: false,
        };
        self.store(buffer, access, number)?;
        self.finish_call(code, call, Some(Handed::Scalar(Scalar::int(0), access)))
    }

    /// `longjmp`
    pub(crate) fn long_jump(&mut self, buffer: Scalar, value: i128) -> Step<()> {
        let access = Access::Int {
            size: 4,
            bits: 32,
            signed: true,
        };
        let number = self.load(buffer, access)?.value;
        let point = usize::try_from(number - 1)
            .ok()
            .and_then(|n| self.jump_points.get(n).copied());
        let Some(point) = point else {
            return Err(self.fault(Fault::InvalidJump));
        };
        let alive = self
            .frames
            .get(point.depth - 1)
            .is_some_and(|f| f.serial == point.serial);
        if !alive {
            return Err(self.fault(Fault::InvalidJump));
        }
        while self.frames.len() > point.depth {
            if let Some(frame) = self.frames.pop() {
                self.drop_frame(&frame);
            }
        }
        let Some(frame) = self.frames.last_mut() else {
            return Ok(());
        };
        frame.pc = point.pc;
        let code = Rc::clone(&frame.code);
        self.registers_base = frame.registers_base;
        self.slots_base = frame.slots_base;
        let line = &code.lines[point.pc as usize];
        if let Instr::Call(call) = &line.instr {
            let value = Scalar::int(if value == 0 { 1 } else { value });
            self.finish_call(&code, call, Some(Handed::Scalar(value, access)))?;
        }
        Ok(())
    }

    // Freeing, and the end.

    pub(crate) fn free(&mut self, pointer: Scalar) -> Step<()> {
        if pointer.value == 0 && pointer.origin.is_none() {
            return Ok(());
        }
        let origin = self.block(pointer)?;
        self.memory.end(origin, State::Freed);
        Ok(())
    }

    /// The live heap block that begins where the pointer points.
    pub(crate) fn block(&self, pointer: Scalar) -> Step<Origin> {
        let mut origin = pointer.origin;
        if origin.is_none()
            && let Some(found) = self.memory.find(pointer.value as u64)
        {
            origin = found;
        }
        let fault = match self.memory.object(origin) {
            // The slot was used again: the block was freed.
            None if self.memory.is_heap_slot(origin) => Fault::DoubleFree,
            None => Fault::InvalidFree,
            Some(o) => match (o.kind, o.state) {
                (Kind::Heap, State::Live) if o.base() as i128 == pointer.value => {
                    return Ok(origin);
                }
                (Kind::Heap, State::Freed) => Fault::DoubleFree,
                _ => Fault::InvalidFree,
            },
        };
        Err(self.fault(fault))
    }

    /// `main` has returned: `exit` is called with its result.
    fn after_main(&mut self, value: Option<Handed>) -> Step<()> {
        let status = match value {
            Some(Handed::Scalar(s, _)) => s,
            _ => Scalar::int(0),
        };
        if let Some(next) = self.pending.pop() {
            return self.enter_function(next.0, next.1);
        }
        let access = Access::Int {
            size: 4,
            bits: 32,
            signed: true,
        };
        if !self.exiting
            && let Some(exit) = self.program.function_named("exit")
        {
            self.exiting = true;
            return self.enter_function(exit, vec![Handed::Scalar(status, access)]);
        }
        Err(self.end_program(Outcome::Exit(status.value as i32)))
    }

    /// The program ends; what it leaves behind may be a fault.
    pub(crate) fn end_program(&mut self, outcome: Outcome) -> Halt {
        if self.options.check_cleanup
            && let Some(span) = self.find_block()
        {
            return self.fault_at(Fault::Cleanup, span);
        }
        if self.options.check_leaks
            && let Some(span) = self.find_leak()
        {
            return self.fault_at(Fault::Leak, span);
        }
        Halt::ended(outcome)
    }

    /// Where a block was allocated that is not freed.
    pub(crate) fn find_block(&self) -> Option<Span> {
        let mut blocks = self.memory.live().filter(|(_, o)| o.kind == Kind::Heap);
        blocks.next().map(|(_, o)| o.span)
    }

    /// What registers lead to, and the objects of temporaries in memory that are
    /// never read again. What such temporaries held is lost.
    fn kept_by_frames(&self) -> (Vec<Origin>, rustc_hash::FxHashSet<Origin>) {
        let mut kept = Vec::new();
        let mut dead = rustc_hash::FxHashSet::default();
        for frame in &self.frames {
            let code = &frame.code;
            // A jump may lead back to where more is read.
            let jumps = self.jump_points.iter().any(|p| p.serial == frame.serial);
            let gone =
                |home: Home| !jumps && code.is_dead(self.program, frame.function, frame.pc, home);
            for (i, (&var, &access)) in code.variables.iter().zip(&code.registers).enumerate() {
                let ghost = self.program.vars[var].ghost;
                if !ghost && !gone(Home::Register(i as u32, access, var)) {
                    kept.push(self.registers[frame.registers_base + i].origin);
                }
            }
            for &home in &code.temporaries {
                if let Home::Slot { slot, .. } = home
                    && gone(home)
                {
                    dead.insert(self.slots[frame.slots_base + slot as usize]);
                }
            }
        }
        (kept, dead)
    }

    /// Where a block was allocated that no live variable leads to.
    pub(crate) fn find_leak(&self) -> Option<Span> {
        let mut reached = rustc_hash::FxHashSet::default();
        let (mut pending, dead) = self.kept_by_frames();
        pending.extend(
            self.frames
                .iter()
                .flat_map(|f| &f.unnamed)
                .flat_map(|h| match h {
                    Handed::Scalar(s, _) => vec![s.origin],
                    Handed::Aggregate(chunk, _) => chunk.origins().collect(),
                }),
        );
        for (origin, object) in self.memory.live() {
            let ghost = match object.kind {
                Kind::Static(v) | Kind::Local(v) => self.program.vars[v].ghost,
                _ => false,
            };
            if object.kind != Kind::Heap && !ghost && !dead.contains(&origin) {
                pending.push(origin);
            }
        }
        while let Some(origin) = pending.pop() {
            if let Some(object) = self.memory.object(origin)
                && object.state == State::Live
                && reached.insert(origin)
            {
                pending.extend(object.stored_origins());
            }
        }
        let mut lost = self
            .memory
            .live()
            .filter(|(origin, o)| o.kind == Kind::Heap && !reached.contains(origin));
        lost.next().map(|(_, o)| o.span)
    }

    // Faults.

    pub(crate) fn fault(&self, fault: Fault) -> Halt {
        self.fault_at(fault, self.user_span())
    }

    fn fault_at(&self, fault: Fault, span: Span) -> Halt {
        Halt::ended(Outcome::Fault(Incident {
            fault,
            span,
            inner: self.span,
        }))
    }

    /// Something that need not end the run.
    #[cold]
    pub(crate) fn notice(&mut self, fault: Fault) -> Step<()> {
        if self.formal > 0 {
            return Ok(());
        }
        let fatal = match fault {
            Fault::SignedOverflow => self.options.overflow_is_fatal,
            Fault::ShiftRange => self.options.shift_is_fatal,
            Fault::Misaligned => self.options.misalignment_is_fatal,
            _ => true,
        };
        if fatal {
            return Err(self.fault(fault));
        }
        if self.notices.len() < 100 {
            let span = self.user_span();
            let inner = self.span;
            self.notices.push(Incident { fault, span, inner });
        }
        Ok(())
    }

    /// The current place in the user's own text: where it called the library,
    /// if that is where execution is.
    pub(crate) fn user_span(&self) -> Span {
        if self.is_user_text(self.span) {
            return self.span;
        }
        let callers = self.frames.iter().rev().skip(1);
        let spans = callers.map(|f| f.code.lines[f.pc as usize].span);
        spans
            .into_iter()
            .find(|s| self.is_user_text(*s))
            .unwrap_or(self.span)
    }

    pub(crate) fn is_user_text(&self, span: Span) -> bool {
        !span.is_none() && span.lo < self.library_from
    }

    fn record(&mut self, pc: u32) {
        if let Some(frame) = self.frames.last() {
            self.trace.push(crate::TraceStep {
                function: frame.function,
                at: pc,
                depth: self.frames.len() as u32,
            });
        }
    }
}

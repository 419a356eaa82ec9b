//! States: stopping between two operations to look, keep, compare, go back.
//!
//! Abstract domains are tested with this: run step by step, and ask of each
//! concrete state whether the abstract one at its location contains it.

use crate::Machine;
use crate::code::{self, Code, NodeId};
use crate::memory::{Memory, State};
use crate::outcome::Outcome;
use crate::run::{Frame, Halt, Handed, JumpPoint, VaList};
use crate::value::{Kind, Origin, Scalar};
use program::{ExprId, FunctionId, Id, Location, PlaceId, Span, TypeId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Everything that the rest of a run depends on, except its inputs.
#[derive(Clone)]
pub struct Snapshot {
    memory: Memory,
    functions: Vec<Origin>,
    environment: Vec<Origin>,
    registers: Vec<Scalar>,
    registers_base: usize,
    slots: Vec<Origin>,
    slots_base: usize,
    frames: Vec<Frame>,
    pending: Vec<(FunctionId, Vec<Handed>)>,
    exiting: bool,
    serial: u64,
    va_lists: Vec<VaList>,
    jump_points: Vec<JumpPoint>,
    span: Span,
    steps: u64,
}

/// What tests look at between two operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Probe {
    Value(ExprId),
    Contents(PlaceId),
}

/// The code of what was looked at.
pub(crate) type Probes = FxHashMap<(FunctionId, Probe), Option<(Rc<Code>, NodeId)>>;

/// The object that a pointer came from, and where in it the pointer points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointee {
    pub kind: Kind,
    pub offset: i64,
    /// Of the object.
    pub size: u64,
}

/// What holds a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// A register, and its value if that is not indeterminate.
    Register(Option<Scalar>),
    Object(Origin),
}

/// Two states are equal if they are at the same place of the same calls and
/// hold the same values; how they came there does not matter.
impl PartialEq for Snapshot {
    fn eq(&self, other: &Snapshot) -> bool {
        let places = |s: &Snapshot| -> Vec<_> {
            let frames = s.frames.iter();
            frames.map(|f| (f.function, f.pc)).collect()
        };
        places(self) == places(other)
            && self.registers == other.registers
            && self.slots == other.slots
            && self.memory.same_contents(&other.memory)
    }
}

impl Machine<'_> {
    /// Begins the run without executing anything; None if it can go on.
    pub fn begin(&mut self) -> Option<Outcome> {
        self.start().err().map(Halt::outcome)
    }

    /// Executes one operation; None if the run can go on.
    pub fn step(&mut self) -> Option<Outcome> {
        let left = self.steps;
        if left == 0 {
            return Some(Outcome::StepLimit);
        }
        self.steps = 1;
        let result = self.execute();
        self.steps = left - 1;
        match result {
            Ok(()) => Some(Outcome::Exit(0)),
            Err(halt) => Some(halt.outcome()).filter(|o| *o != Outcome::StepLimit),
        }
    }

    /// The function and location that the next operation leaves.
    pub fn position(&self) -> Option<(FunctionId, Location)> {
        let frame = self.frames.last()?;
        Some((frame.function, Location::new(frame.pc as usize)))
    }

    /// Number of open calls.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The value of a scalar expression of the current function, if it has one:
    /// None where it reads what is indeterminate, or cannot be evaluated.
    pub fn evaluate(&mut self, expr: ExprId) -> Option<Scalar> {
        self.probe(Probe::Value(expr))
    }

    /// The value of an expression with variables of quantifiers, given theirs, the
    /// outermost first. A number that is an address in an object is a pointer into it.
    pub fn evaluate_inside(&mut self, expr: ExprId, bound: &[Option<i128>]) -> Option<Scalar> {
        let pointer = |number: i128| Scalar {
            value: number,
            origin: self.memory.find(number as u64).unwrap_or(Origin::NONE),
        };
        self.bound = bound.iter().map(|n| n.map(pointer)).collect();
        let value = self.evaluate(expr);
        self.bound.clear();
        value
    }

    /// The addresses of all elements of living objects, as a pointer type has them; None
    /// if they are too many, or nobody knows how large an object is.
    pub fn elements(&self, pointer: TypeId) -> Option<Vec<i128>> {
        let found = self.allocated(pointer)?;
        Some(found.into_iter().map(|e| e.value).collect())
    }

    /// The value of a scalar place of the current function, in the same way.
    pub fn value_of(&mut self, place: PlaceId) -> Option<Scalar> {
        self.probe(Probe::Contents(place))
    }

    fn probe(&mut self, probe: Probe) -> Option<Scalar> {
        let function = self.frames.last()?.function;
        // The same is looked at again and again.
        let known = self.probes.entry((function, probe)).or_insert_with(|| {
            let made = match probe {
                Probe::Value(expr) => code::expression(self.program, function, expr),
                Probe::Contents(place) => code::loading(self.program, function, place),
            };
            made.map(|(code, node)| (Rc::new(code), node))
        });
        let (code, node) = known.clone()?;
        let (notices, span) = (self.notices.len(), self.span);
        self.probing = true;
        let value = self.eval(&code, node);
        self.probing = false;
        self.notices.truncate(notices);
        self.span = span;
        value.ok()
    }

    /// What an object is and where it begins, while it is there.
    pub fn object(&self, origin: Origin) -> Option<(Kind, u64)> {
        let object = self.memory.object(origin)?;
        Some((object.kind, object.base()))
    }

    /// The object that a value was made from a pointer to, if that is still there.
    pub fn pointee(&self, value: Scalar) -> Option<Pointee> {
        let object = self.memory.object(value.origin)?;
        Some(Pointee {
            kind: object.kind,
            offset: (value.value as u64).wrapping_sub(object.base()) as i64,
            size: object.size(),
        })
    }

    /// Does the object live?
    pub fn is_live(&self, origin: Origin) -> bool {
        let object = self.memory.object(origin);
        object.is_some_and(|o| o.state == State::Live)
    }

    /// The objects that live, with their sizes.
    pub fn live_objects(&self) -> impl Iterator<Item = (Origin, Kind, u64)> {
        let live = self.memory.live();
        live.map(|(origin, object)| (origin, object.kind, object.size()))
    }

    /// The bytes at an offset of an object as a number; None if some are
    /// indeterminate, or beyond its end.
    pub fn read_bytes(&self, origin: Origin, offset: i64, size: usize) -> Option<Scalar> {
        let object = self.memory.object(origin)?;
        let offset = usize::try_from(offset).ok()?;
        if offset.checked_add(size)? as u64 > object.size() {
            return None;
        }
        let (value, origin) = self.memory.read(origin.slot()?, offset, size)?;
        Some(Scalar {
            value: value as i128,
            origin,
        })
    }

    /// What holds a variable of the current call, or a static one.
    pub fn variable(&self, var: VarId) -> Option<Held> {
        self.variable_of(self.frames.len().checked_sub(1)?, var)
    }

    /// What holds a variable of an open call, the first being 0, or a static one.
    pub fn variable_of(&self, call: usize, var: VarId) -> Option<Held> {
        if self.program.vars[var].kind.is_static() {
            return Some(Held::Object(self.statics[var.index()]));
        }
        let frame = self.frames.get(call)?;
        match self.home(frame.function, var)? {
            (true, index) => {
                let scalar = self.registers[frame.registers_base() + index];
                let known = (!scalar.is_indeterminate()).then_some(scalar);
                Some(Held::Register(known))
            }
            (false, index) => Some(Held::Object(self.slots[frame.slots_base() + index])),
        }
    }

    /// The open calls, the first one first, and where each of them is: those that wait
    /// before the call that they made.
    pub fn calls(&self) -> Vec<(FunctionId, Location)> {
        let frames = self.frames.iter();
        frames
            .map(|f| (f.function, Location::new(f.pc as usize)))
            .collect()
    }

    /// The objects of a local variable in memory, one for each call of its function,
    /// the newest first; None where it does not live.
    pub fn activations(&self, var: VarId) -> Vec<Option<Origin>> {
        let Some(function) = self.program.vars[var].function else {
            return Vec::new();
        };
        let Some((false, index)) = self.home(function, var) else {
            return Vec::new();
        };
        let frames = self.frames.iter().rev().filter(|f| f.function == function);
        let origins = frames.map(|f| self.slots[f.slots_base() + index]);
        origins
            .map(|o| Some(o).filter(|o| self.is_live(*o)))
            .collect()
    }

    /// The living object that an address lies in.
    pub fn object_at(&self, address: u64) -> Option<Origin> {
        self.memory.find(address)
    }

    /// Whether a variable is a register of its frame, and its number among those that
    /// are or are not.
    fn home(&self, function: FunctionId, var: VarId) -> Option<(bool, usize)> {
        let program = self.program;
        let f = &program.functions[function];
        let is_register = |v: VarId| {
            let v = &program.vars[v];
            !v.addressed && code::access(program, v.ty).is_some()
        };
        let (mut registers, mut slots) = (0, 0);
        for &v in f.parameters.iter().chain(&f.locals) {
            let register = is_register(v);
            let count = if register { &mut registers } else { &mut slots };
            if v == var {
                return Some((register, *count));
            }
            *count += 1;
        }
        None
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            memory: self.memory.clone(),
            functions: self.functions.clone(),
            environment: self.environment.clone(),
            registers: self.registers.clone(),
            registers_base: self.registers_base,
            slots: self.slots.clone(),
            slots_base: self.slots_base,
            frames: self.frames.clone(),
            pending: self.pending.clone(),
            exiting: self.exiting,
            serial: self.serial,
            va_lists: self.va_lists.clone(),
            jump_points: self.jump_points.clone(),
            span: self.span,
            steps: self.steps,
        }
    }

    /// Goes back to a state of this machine. Inputs already drawn stay drawn.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let s = snapshot.clone();
        self.memory = s.memory;
        self.functions = s.functions;
        self.environment = s.environment;
        self.registers = s.registers;
        self.registers_base = s.registers_base;
        self.slots = s.slots;
        self.slots_base = s.slots_base;
        self.frames = s.frames;
        self.pending = s.pending;
        self.exiting = s.exiting;
        self.serial = s.serial;
        self.va_lists = s.va_lists;
        self.jump_points = s.jump_points;
        self.span = s.span;
        self.steps = s.steps;
    }
}

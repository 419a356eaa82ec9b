//! The truth of what annotations say with quantifiers and closures
//! ([`program::Logical`]): found out exactly, or the run ends as undecided.
//!
//! What cannot be read has no value, and neither overflow nor misalignment is noticed:
//! a formula is no part of the program.

use crate::Machine;
use crate::code::{Code, NodeId};
use crate::memory::Memory;
use crate::outcome::Outcome;
use crate::run::{Halt, Step};
use crate::value::{Kind, Scalar};
use program::truth::{self, View, World};
use program::{Expr, ExprId, Program, Query, TypeId};

/// More elements than that are not enumerated.
const MAX_ELEMENTS: usize = 1 << 16;

impl Machine<'_> {
    /// The truth of a quantified formula or a closure.
    pub(crate) fn formula(&mut self, code: &Code, id: ExprId) -> Step<Scalar> {
        let mut bound = self.bound.clone();
        let mut formal = Formal {
            machine: self,
            code,
        };
        match truth::truth(&mut formal, id, &mut bound)? {
            Some(truth) => Ok(Scalar::int(truth.into())),
            None => Err(self.undecided()),
        }
    }

    pub(crate) fn undecided(&self) -> Halt {
        Halt::ended(Outcome::Undecided(self.user_span()))
    }

    /// Keeps what there is at the beginning of a call.
    pub(crate) fn remember(&mut self) {
        let past = Past {
            memory: self.memory.clone(),
            registers: self.registers[self.registers_base..].to_vec(),
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.past = Some(Box::new(past));
        }
    }

    /// The value that a node had when the function was entered.
    pub(crate) fn at_entry(&mut self, code: &Code, node: NodeId) -> Step<Scalar> {
        if !self.travel(true) {
            return Err(self.undecided());
        }
        let value = self.eval(code, node);
        self.travel(false);
        value
    }

    /// Goes to the state at entry, or comes back from it; those who are there stay.
    fn travel(&mut self, back: bool) -> bool {
        if !back {
            self.journeys -= 1;
        }
        let is_moving = self.journeys == 0;
        if is_moving {
            let past = self.frames.last_mut().and_then(|f| f.past.take());
            let Some(mut past) = past else {
                return false;
            };
            self.exchange(&mut past);
            if let Some(frame) = self.frames.last_mut() {
                frame.past = Some(past);
            }
        }
        if back {
            self.journeys += 1;
        }
        true
    }

    fn exchange(&mut self, past: &mut Past) {
        std::mem::swap(&mut self.memory, &mut past.memory);
        let registers = self.registers[self.registers_base..].iter_mut();
        for (now, then) in registers.zip(&mut past.registers) {
            std::mem::swap(now, then);
        }
    }

    /// The value of a variable that a quantifier binds.
    pub(crate) fn bound_value(&self, n: u32) -> Step<Scalar> {
        let index = self.bound.len().checked_sub(n as usize + 1);
        let value = index.and_then(|i| self.bound[i]);
        value.ok_or_else(|| self.undecided())
    }

    /// All pointers of the type to elements of living objects; None if they are too many, or
    /// nobody knows how large an object is.
    pub(crate) fn allocated(&self, pointer: TypeId) -> Option<Vec<Scalar>> {
        let size = element_size(self.program, pointer).max(1);
        let mut found = Vec::new();
        for (origin, object) in self.memory.live() {
            // The environment's objects are as large as they are used.
            if object.kind == Kind::Environment {
                return None;
            }
            if matches!(object.kind, Kind::Function(_)) {
                continue;
            }
            let count = object.size() / size;
            if found.len() as u64 + count > MAX_ELEMENTS as u64 {
                return None;
            }
            for i in 0..count {
                let value = i128::from(object.base() + i * size);
                found.push(Scalar { value, origin });
            }
        }
        Some(found)
    }

    /// Does the pointer point to an element of a living object, seen as an array of
    /// elements of this size?
    pub(crate) fn is_element(&self, pointer: Scalar, size: u64) -> bool {
        let mut pointer = pointer;
        if pointer.origin.is_none()
            && let Some(origin) = self.memory.find(pointer.value as u64)
        {
            pointer.origin = origin;
        }
        match self.memory.check(pointer, size.max(1), false) {
            Ok((_, offset)) => (offset as u64).is_multiple_of(size.max(1)),
            Err(_) => false,
        }
    }
}

/// The size of what a pointer type says there is.
pub(crate) fn element_size(p: &Program, pointer: TypeId) -> u64 {
    let to = p.types.pointee(pointer);
    to.and_then(|t| p.types.stride_of(t.ty)).unwrap_or(1)
}

/// What there was when a function was entered.
#[derive(Clone)]
pub(crate) struct Past {
    memory: Memory,
    registers: Vec<Scalar>,
}

/// The machine at a place of a function.
struct Formal<'a, 'm> {
    machine: &'a mut Machine<'m>,
    code: &'a Code,
}

impl World for Formal<'_, '_> {
    type Id = ExprId;
    type Value = Scalar;
    type Stop = Halt;

    fn view(&self, id: ExprId) -> View<ExprId> {
        self.machine.program.formula_view(id)
    }

    fn variable(&self, id: ExprId) -> Option<u32> {
        self.machine.program.bound_variable(id)
    }

    fn value(&mut self, id: ExprId, bound: &[Option<Scalar>]) -> Step<Option<Scalar>> {
        let Some(&node) = self.code.terms.get(&id) else {
            return Ok(None);
        };
        let outer = std::mem::replace(&mut self.machine.bound, bound.to_vec());
        self.machine.formal += 1;
        let value = self.machine.eval(self.code, node);
        self.machine.formal -= 1;
        self.machine.bound = outer;
        match value {
            Ok(value) => Ok(Some(value)),
            // What was indeterminate then has no value.
            Err(Halt::InputsExhausted) if self.machine.journeys > 0 => Ok(None),
            Err(Halt::Outcome(outcome))
                if matches!(*outcome, Outcome::Fault(_) | Outcome::Undecided(_)) =>
            {
                Ok(None)
            }
            Err(halt) => Err(halt),
        }
    }

    fn number(&self, value: Scalar) -> i128 {
        value.value
    }

    fn of_number(&mut self, number: i128, ty: TypeId) -> Scalar {
        let mut value = Scalar::int(number);
        if self.machine.program.types.is_pointer(ty)
            && let Some(origin) = self.machine.memory.find(number as u64)
        {
            value.origin = origin;
        }
        value
    }

    fn extremes(&self, ty: TypeId) -> (i128, i128) {
        self.machine.program.extremes(ty)
    }

    fn travel(&mut self, back: bool) -> bool {
        self.machine.travel(back)
    }

    fn elements(&mut self, id: ExprId) -> Step<Option<Vec<Scalar>>> {
        let program = self.machine.program;
        let Expr::Query(Query::Allocated(pointer)) = program.exprs.get(id) else {
            return Ok(None);
        };
        Ok(self.machine.allocated(program.exprs.ty(pointer)))
    }
}

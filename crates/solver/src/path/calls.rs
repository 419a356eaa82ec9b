//! Calls and returns.

use super::state::{Class, Frame, Handed, Origin, Value};
use super::{Builder, Built, PathError, PathStep, Primitive, Source, Spot};
use crate::access::{self, Access};
use crate::term::Term;
use program::{Call, Callee, Edge, ExprId, FunctionId, Location, Op, PlaceId, VarId, VarKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Builder<'_> {
    pub(super) fn hand(&mut self, value: ExprId) -> Built<Handed> {
        let ty = self.program.exprs.ty(value);
        if let Some(access) = access::of_type(self.program, ty) {
            return Ok(Handed::Scalar(self.eval(value)?, access));
        }
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let pieces = match access::aggregate_source(self.program, value) {
            Some(from) => {
                let pointer = self.address(from)?;
                self.take(Spot::Place(from), ty, pointer, size)?
            }
            None => return self.unsupported("a zero aggregate as an argument"),
        };
        Ok(Handed::Aggregate(pieces, size))
    }

    pub(super) fn call(&mut self, call: &Call, edge: &Edge, next: Option<&PathStep>) -> Built<()> {
        let function = match call.callee {
            Callee::Direct(f) => f,
            Callee::Indirect(pointer) => {
                let pointer = self.eval(pointer)?;
                let Some(function) = self.callee(edge, next) else {
                    return match next {
                        // The path ends with the call.
                        None => Ok(()),
                        Some(_) => self.unsupported("an indirect call without a body"),
                    };
                };
                let base = self.function_base(function);
                let here = self.terms.eq(pointer.term, base);
                self.require(here);
                function
            }
        };
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for &argument in &call.arguments {
            arguments.push(self.hand(argument)?);
        }
        let f = &self.program.functions[function];
        let primitive = Primitive::named(&self.program.names[f.name]);
        if f.body.is_some() && primitive != Some(Primitive::ErrorCall) {
            return self.enter_function(function, arguments);
        }
        match primitive {
            Some(primitive) => self.primitive(primitive, call, edge.to, &arguments),
            None => self.finish_call(call, edge.to, None),
        }
    }

    /// The function that an indirect call leads to on this path.
    fn callee(&self, edge: &Edge, next: Option<&PathStep>) -> Option<FunctionId> {
        let next = next?;
        let body = self.program.functions[next.function].body.as_ref()?;
        let (function, _) = self.state.position()?;
        let stays = next.function == function && body.edge(next.edge).from == edge.to;
        (!stays).then_some(next.function)
    }

    /// Opens the call of a function without a caller: a constructor, the entry, or
    /// `exit` with what the entry returned.
    pub(super) fn open(&mut self, function: FunctionId) -> Built<()> {
        let arguments = if function == self.options.entry {
            std::mem::take(&mut self.entry_arguments)
        } else {
            self.status.take().into_iter().collect()
        };
        self.enter_function(function, arguments)
    }

    fn enter_function(&mut self, function: FunctionId, arguments: Vec<Handed>) -> Built<()> {
        let program = self.program;
        let f = &program.functions[function];
        let Some(body) = &f.body else {
            return self.unsupported("a function without a body");
        };
        self.state.frames.push(Rc::new(Frame {
            function,
            at: body.entry(),
            registers: FxHashMap::default(),
            slots: FxHashMap::default(),
            allocated: Vec::new(),
        }));
        for &var in &f.locals {
            if program.vars[var].kind == VarKind::Temporary && !self.is_register(var) {
                self.enter(var);
            }
        }
        let mut arguments = arguments.into_iter();
        for &parameter in &f.parameters {
            self.enter(parameter);
            if let Some(argument) = arguments.next() {
                self.give(parameter, argument)?;
            }
        }
        Ok(())
    }

    /// Puts an argument into its parameter, converted where call and callee
    /// disagree.
    fn give(&mut self, parameter: VarId, argument: Handed) -> Built<()> {
        let wanted = access::of_type(self.program, self.program.vars[parameter].ty);
        let slot = self
            .state
            .frames
            .last()
            .and_then(|f| f.slots.get(&parameter));
        let slot = slot.map(|&id| Value {
            term: self.state.object(id).base,
            origin: Origin::Object(id),
        });
        match (argument, wanted, slot) {
            (Handed::Scalar(value, given), Some(access), None) => {
                let value = self.converted(value, given, access);
                self.set_register(parameter, Some(value));
                Ok(())
            }
            (Handed::Scalar(value, given), Some(access), Some(slot)) => {
                let value = self.converted(value, given, access);
                self.store_at(Spot::Var(parameter), slot, access, value.term)
            }
            (Handed::Aggregate(pieces, given), _, Some(slot)) => {
                let size = self.program.object_size(parameter).unwrap_or(0);
                self.put(Spot::Var(parameter), slot, size.min(given), &pieces)
            }
            (Handed::Scalar(..), None, _) | (Handed::Aggregate(..), _, None) => Ok(()),
        }
    }

    fn converted(&mut self, value: Value, from: Access, to: Access) -> Value {
        Value {
            term: self.terms.c_handed(value.term, from, to),
            origin: value.origin,
        }
    }

    /// Returns from the current function.
    pub(super) fn leave(&mut self, value: Option<Handed>) -> Built<()> {
        let Some(frame) = self.state.frames.pop() else {
            return Err(PathError::Broken(self.step));
        };
        self.drop_frame(&frame);
        let program = self.program;
        let Some((function, at)) = self.state.position() else {
            self.status = value;
            return Ok(());
        };
        let body = program.functions[function].body.as_ref();
        match body.and_then(|b| b.leaving(at).first()) {
            Some(Edge {
                op: Op::Call(call),
                to,
                ..
            }) => self.finish_call(call, *to, value),
            _ => self.unsupported("a return to no call"),
        }
    }

    /// Hands over the result of a call and goes on after it.
    fn finish_call(&mut self, call: &Call, to: Location, value: Option<Handed>) -> Built<()> {
        if let Some(result) = call.result {
            self.deliver(result, value)?;
        }
        if let Some(frame) = self.state.frame_mut() {
            frame.at = to;
        }
        Ok(())
    }

    /// Hands a result to where it goes; none is indeterminate.
    fn deliver(&mut self, to: PlaceId, value: Option<Handed>) -> Built<()> {
        let ty = self.program.exprs.place_ty(to);
        match (access::of_place(self.program, to), value) {
            (Some(access), Some(Handed::Scalar(value, given))) => {
                let value = self.converted(value, given, access);
                self.store(to, access, value)
            }
            (None, Some(Handed::Aggregate(pieces, given))) => {
                let size = self.place_size(to).min(given);
                let pointer = self.address(to)?;
                self.put(Spot::Place(to), pointer, size, &pieces)
            }
            (Some(access), None) => {
                if let Some(var) = self.register_place(to) {
                    self.set_register(var, None);
                    return Ok(());
                }
                let drawn = self.draw(access, Source::Next)?;
                let pointer = self.address(to)?;
                self.store_at(Spot::Place(to), pointer, access, drawn.term)
            }
            (None, None) => {
                let size = self.place_size(to);
                let pointer = self.address(to)?;
                self.fill(Spot::Place(to), ty, pointer, size, true)
            }
            (Some(_), Some(Handed::Aggregate(..))) | (None, Some(Handed::Scalar(..))) => Ok(()),
        }
    }

    fn primitive(
        &mut self,
        primitive: Primitive,
        call: &Call,
        to: Location,
        arguments: &[Handed],
    ) -> Built<()> {
        let zero = Value {
            term: self.terms.bits(0, self.pointer_bits),
            origin: Origin::None,
        };
        let argument = |i: usize| match arguments.get(i) {
            Some(Handed::Scalar(value, _)) => *value,
            _ => zero,
        };
        let word = Access::Pointer {
            size: self.pointer_bits / 8,
        };
        match primitive {
            Primitive::End
            | Primitive::ErrorCall
            | Primitive::Assertion
            | Primitive::Unreachable
            | Primitive::Infeasible => {
                self.state.frames.clear();
                self.ended = true;
                Ok(())
            }
            Primitive::Output => {
                self.output(argument(1), argument(2).term)?;
                self.finish_call(call, to, None)
            }
            Primitive::Size => {
                let pointer = argument(0);
                let mut size = zero.term;
                let mut found = self.terms.bool(false);
                for id in self.block_candidates(pointer) {
                    let here = self.begins(pointer, id);
                    size = self.terms.ite(here, self.state.object(id).size, size);
                    found = self.terms.or(found, here);
                }
                self.require(found);
                let size = Value { term: size, ..zero };
                self.finish_call(call, to, Some(Handed::Scalar(size, word)))
            }
            Primitive::Alloca => {
                let size = argument(0).term;
                let size = self.terms.resize(size, self.pointer_bits, false);
                let object = self.create_sized(Class::Other, size);
                self.own(None, object);
                let pointer = Value {
                    term: self.state.object(object).base,
                    origin: Origin::Object(object),
                };
                self.finish_call(call, to, Some(Handed::Scalar(pointer, word)))
            }
            Primitive::SetJump | Primitive::LongJump => {
                self.unsupported("a jump between functions")
            }
        }
    }

    /// What is written out must be readable; where it goes nobody sees.
    fn output(&mut self, from: Value, size: Term) -> Built<()> {
        match self.terms.as_bits(size) {
            Some(size) => {
                for i in 0..size {
                    let at = self.moved(from, i as u64);
                    self.load_at(Spot::Environment, at, Access::BYTE)?;
                }
            }
            None => {
                let size = self.terms.resize(size, self.pointer_bits, false);
                let valid = self.valid_range(from, size, false);
                let none = self.terms.bits(0, self.pointer_bits);
                let none = self.terms.eq(size, none);
                let fine = self.terms.or(none, valid);
                self.require(fine);
            }
        }
        Ok(())
    }
}

//! Operations within a function.

use super::Values;
use super::eval::{Eval, Evaluator, Stop};
use super::object::{Fill, Object};
use super::state::{Handed, State};
use super::tables::{Access, Root};
use super::value::{Address, Argument, Value};
use engine::{Cx, Step};
use program::{Callee, ExprId, Id, Op, PlaceId, Span};
use properties::Property;
use std::rc::Rc;

impl Values {
    /// The state after an operation; None if the run ends or cannot go this way.
    pub fn step(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Eval<Option<State>> {
        let mut new = state.clone();
        match step.op() {
            Op::Skip | Op::VaEnd { .. } => {}
            Op::Assume { condition, taken } => return self.assume(cx, state, *condition, *taken),
            Op::Assign { to, value } => self.assign(cx, &mut new, *to, *value)?,
            Op::Havoc { place } => self.havoc(cx, &mut new, *place)?,
            Op::Call(call) => match call.callee {
                Callee::Direct(function) => {
                    return self.declared(cx, new, step, call, function);
                }
                Callee::Indirect(_) => {
                    return Stop::gap("a call through a pointer", step.span());
                }
            },
            Op::Return { value } => self.leave(cx, &mut new, step.function, *value)?,
            Op::Alloc { to, size, storage } => {
                let (size, learned) = {
                    let mut evaluator = Evaluator::new(self, cx, state);
                    (evaluator.eval(*size)?, evaluator.learned)
                };
                self.learn(cx, &mut new, learned);
                let address = self.allocate(&mut new, step.function, step.id, *storage, &size);
                self.store(cx, &mut new, *to, address)?;
            }
            Op::Free { pointer } => {
                let learned = {
                    let mut evaluator = Evaluator::new(self, cx, state);
                    evaluator.eval(*pointer)?;
                    evaluator.learned
                };
                self.learn(cx, &mut new, learned);
                self.free(cx, &mut new, *pointer)?;
            }
            Op::Enter { variables } => {
                for &var in variables {
                    self.enter(&mut new, var);
                }
            }
            Op::Exit { variables } => {
                for &var in variables {
                    self.exit(&mut new, step.function, var);
                }
            }
            Op::VaStart { list } => {
                let value = match &state.unnamed {
                    Some(list) => Value::List(Rc::clone(list)),
                    None => Value::Top,
                };
                self.set_list(cx, &mut new, *list, value)?;
            }
            Op::VaCopy { to, from } => {
                let value = self.list(cx, &mut new, *from)?;
                self.set_list(cx, &mut new, *to, value)?;
            }
            Op::VaArg { to, list } => self.va_arg(cx, &mut new, (*to, *list), step.span())?,
            Op::Unsupported { what } => {
                return Stop::gap(&cx.program.names[*what], step.span());
            }
        }
        Ok(Some(new))
    }

    /// Stores a value of any type in a place.
    pub fn assign(&self, cx: &Cx<'_>, state: &mut State, to: PlaceId, value: ExprId) -> Eval<()> {
        let info = self.place(cx, to);
        if let Some(access) = info.access {
            let (value, learned) = {
                let mut evaluator = Evaluator::new(self, cx, state);
                (evaluator.eval(value)?, evaluator.learned)
            };
            self.learn(cx, state, learned);
            return self.store(cx, state, to, access.typed(value));
        }
        // A flexible array member is as large as the literal it holds.
        let program = cx.program;
        let known = program.types.size_of(program.exprs.place_ty(to));
        let given = program.types.size_of(program.exprs.ty(value));
        let size = known.or(given).unwrap_or(0);
        let (part, learned) = {
            let mut evaluator = Evaluator::new(self, cx, state);
            let part = self.aggregate(&mut evaluator, value, size)?;
            (part, evaluator.learned)
        };
        self.learn(cx, state, learned);
        self.store_aggregate(cx, state, to, size, &part)
    }

    fn havoc(&self, cx: &Cx<'_>, state: &mut State, place: PlaceId) -> Eval<()> {
        let info = self.place(cx, place);
        match info.access {
            Some(access) => self.store(cx, state, place, access.typed(Value::Top)),
            None => {
                let part = Object::new(info.size, Fill::Unknown);
                self.store_aggregate(cx, state, place, info.size, &part)
            }
        }
    }

    /// The function ends, and with it its variables; its result is kept.
    fn leave(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        function: program::FunctionId,
        value: Option<ExprId>,
    ) -> Eval<()> {
        let result = match value {
            Some(value) => Some(self.hand(&mut Evaluator::new(self, cx, state), value)?),
            None => None,
        };
        state.registers = crate::map::Map::new();
        state.unnamed = None;
        state.result = result.map(Rc::new);
        let info = &self.tables.functions[function.index()];
        let mut ended = smallvec::SmallVec::<[super::region::RegionId; 8]>::new();
        for &var in &info.in_memory {
            let region = self.tables.vars[var.index()].region;
            if state.object(region).is_some() {
                state.memory.remove(region.key());
                ended.push(region);
            }
        }
        if !ended.is_empty() {
            let error = super::region::RegionId::ERROR;
            state.rename(&|region| ended.contains(&region).then(|| smallvec::smallvec![error]));
        }
        for &edge in &info.frame_sites {
            self.end_frame_storage(state, function, edge);
        }
        for &(_, edge) in &info.scope_sites {
            self.end_frame_storage(state, function, edge);
        }
        Ok(())
    }

    // Variable arguments. The machine keeps the number of a list's state in its first
    // bytes; what is kept here instead nobody else can read.

    const LIST: Access = Access::Int {
        size: 4,
        bits: 32,
        signed: false,
    };

    fn set_list(&self, cx: &Cx<'_>, state: &mut State, list: PlaceId, value: Value) -> Eval<()> {
        let (located, learned) = {
            let mut evaluator = Evaluator::new(self, cx, state);
            if let Root::Register(v) = self.place(cx, list).root {
                state.set_register(v, value);
                return Ok(());
            }
            let located = evaluator.locate(list, 4, true)?;
            (located, evaluator.learned)
        };
        self.learn(cx, state, learned);
        self.write(cx, state, &located, Self::LIST, value);
        Ok(())
    }

    fn list(&self, cx: &Cx<'_>, state: &mut State, list: PlaceId) -> Eval<Value> {
        if let Root::Register(v) = self.place(cx, list).root {
            return Ok(state.register(v));
        }
        let mut evaluator = Evaluator::new(self, cx, state);
        let located = evaluator.locate(list, 4, false)?;
        let found = match located.must() {
            Some(Address { region, offset }) => match state.object(region) {
                Some(object) => object.read(8 * offset.lo, 32),
                None => Value::Top,
            },
            None => Value::Top,
        };
        Ok(match found {
            Value::List(_) => found,
            Value::Top | Value::Range(_) | Value::Pointer(_) => Value::Top,
            // No list has this number.
            Value::Int(0) => return Err(Stop::End),
            Value::Int(_) => Value::Top,
        })
    }

    fn va_arg(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        (to, list): (PlaceId, PlaceId),
        span: Span,
    ) -> Eval<()> {
        // One that is not there, or of another type, is an access that nobody checks.
        let judged = cx.properties.contains(Property::ValidDeref);
        let unjudged = || Stop::gap("variable arguments that may be missing", span);
        let arguments = match self.list(cx, state, list)? {
            Value::List(arguments) => arguments,
            _ if judged => return unjudged(),
            _ => {
                self.set_list(cx, state, list, Value::Top)?;
                return self.havoc(cx, state, to);
            }
        };
        let Some((first, rest)) = arguments.split_first() else {
            return if judged { unjudged() } else { Err(Stop::End) };
        };
        let class = |access: Option<Access>| match access {
            Some(Access::Float { size, .. }) => (1, size),
            Some(Access::Int { size, .. } | Access::Pointer { size }) => (0, size),
            Some(Access::Bits { .. }) => (2, 0),
            None => (3, 0),
        };
        let wanted = self.place(cx, to).access;
        if class(first.access) != class(wanted) {
            return if judged { unjudged() } else { Err(Stop::End) };
        }
        self.set_list(cx, state, list, Value::List(rest.into()))?;
        match (first.access, wanted) {
            (Some(given), Some(wanted)) => {
                let value = convert(&first.value, given, wanted);
                self.store(cx, state, to, value)
            }
            _ => self.havoc(cx, state, to),
        }
    }

    /// The unnamed arguments of a call.
    pub fn unnamed(&self, handed: &[Handed]) -> Rc<[Argument]> {
        let arguments = handed.iter().map(|h| match h {
            Handed::Scalar(value, access) => Argument {
                value: value.without_tags(),
                access: Some(*access),
            },
            Handed::Aggregate(..) => Argument {
                value: Value::Top,
                access: None,
            },
        });
        arguments.collect()
    }
}

/// A value as it arrives where another type is expected, as the machine does it.
pub fn convert(value: &Value, from: Access, to: Access) -> Value {
    if from == to {
        return value.clone();
    }
    let width = |access: Access| match access {
        Access::Int { bits, signed, .. } => Some((u32::from(bits), signed)),
        Access::Pointer { size } => Some((8 * u32::from(size), false)),
        Access::Float { .. } | Access::Bits { .. } => None,
    };
    match (from, to) {
        (Access::Float { kind: a, .. }, Access::Float { kind: b, .. }) => match value {
            Value::Int(n) => Value::Int(program::float::convert(a, b, *n as u128) as i128),
            _ => Value::Top,
        },
        (_, Access::Int { .. } | Access::Pointer { .. }) => match (value, width(from), width(to)) {
            (Value::Int(n), _, Some((bits, signed))) => {
                Value::Int(program::arith::wrap(*n, bits, signed))
            }
            (_, Some(from), Some(to)) => super::arithmetic::to_int(value, from, to),
            _ => Value::Top,
        },
        (Access::Float { .. } | Access::Int { .. } | Access::Pointer { .. }, _)
        | (Access::Bits { .. }, _) => Value::Top,
    }
}

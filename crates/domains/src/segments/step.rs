//! Operations within a function.

use super::eval::{Eval, Now, Spot, Stop, encode};
use super::graph::{Graph, Handed};
use super::layout::Access;
use super::object::{Cells, Kind, Object};
use super::unfold::Need;
use super::value::{ObjectId, Value};
use engine::{Gap, Step};
use machine::UnknownCalls;
use program::{BinaryOp, Call, Callee, Expr, ExprId, FunctionId, Id, Op, PlaceId, Storage, VarId};
use solver::path::Primitive;

/// Cases of one step beyond which it is given up.
const MOST_CASES: usize = 64;

/// Does something in each case that its needs make. What the machine ends has no result.
pub fn in_all_cases<T>(
    graph: Graph,
    pointer_bits: u32,
    mut act: impl FnMut(Graph) -> Eval<T>,
) -> Result<Vec<T>, Gap> {
    let mut done = Vec::new();
    let mut cases = vec![graph];
    let mut count = 0;
    while let Some(graph) = cases.pop() {
        count += 1;
        match act(graph.clone()) {
            Ok(result) => done.push(result),
            Err(Stop::End) => {}
            Err(Stop::Gap(gap)) => return Err(gap),
            Err(Stop::Need(_)) if count > MOST_CASES => {
                return Err(Gap {
                    what: "a step with too many cases".into(),
                    span: program::Span::NONE,
                });
            }
            Err(Stop::Need(need)) => {
                let mut more = graph.cases(need, pointer_bits);
                more.reverse();
                cases.append(&mut more);
            }
        }
    }
    Ok(done)
}

impl Now<'_> {
    /// Takes a step; the graph is that after it.
    pub fn take(&mut self, step: &Step<'_>) -> Eval<()> {
        match step.op() {
            Op::Skip | Op::VaEnd { .. } => {}
            Op::Assume { condition, taken } => self.assume(*condition, *taken)?,
            Op::Assign { to, value } => self.assign(*to, *value)?,
            Op::Havoc { place } => self.havoc(*place)?,
            Op::Call(call) => match call.callee {
                Callee::Direct(function) => self.declared(step, call, function)?,
                Callee::Indirect(_) => {
                    return Stop::gap("a call through a pointer", step.span());
                }
            },
            Op::Return { value } => self.leave(*value)?,
            Op::Alloc { to, size, storage } => {
                let size = self.number(*size)?;
                let address = self.allocate(size, *storage);
                self.store(*to, address)?;
            }
            Op::Free { pointer } => self.free(*pointer)?,
            Op::Enter { variables } => {
                for &var in variables {
                    self.begin(var);
                }
            }
            Op::Exit { variables } => {
                for &var in variables {
                    self.end(var);
                }
            }
            Op::VaStart { list } => self.havoc(*list)?,
            Op::VaCopy { to, .. } => self.havoc(*to)?,
            Op::VaArg { to, list } => {
                self.havoc(*list)?;
                self.havoc(*to)?;
            }
            Op::Unsupported { what } => {
                let what = &self.cx.program.names[*what];
                return Stop::gap(what, step.span());
            }
        }
        Ok(())
    }

    // Assumptions.

    fn assume(&mut self, condition: ExprId, taken: bool) -> Eval<()> {
        let known = match self.eval(condition)? {
            Value::Int(n) => Some(n != 0),
            value => self.equals(value, Value::ZERO)?.map(|zero| !zero),
        };
        match known {
            Some(known) if known != taken => Err(Stop::End),
            Some(_) => Ok(()),
            None => self.learn(condition, taken),
        }
    }

    /// What is equal to a number is that number.
    fn learn(&mut self, condition: ExprId, taken: bool) -> Eval<()> {
        let exprs = &self.cx.program.exprs;
        let (equal, a, b) = match exprs.get(condition) {
            Expr::Binary(BinaryOp::Eq, a, b) => (taken, a, b),
            Expr::Binary(BinaryOp::Ne, a, b) => (!taken, a, b),
            _ => return Ok(()),
        };
        if !equal {
            return Ok(());
        }
        for (known, other) in [(a, b), (b, a)] {
            if let (Value::Int(n), Value::Any) = (self.eval(known)?, self.eval(other)?)
                && let Expr::Load(place) = self.cx.program.exprs.get(other)
                && let Some(access) = Access::of_place(self.cx.program, place)
                && matches!(
                    access,
                    Access::Number { size, bits, .. } if u64::from(bits) == 8 * size
                )
            {
                // Constants can be learned, too: nothing is written.
                match self.locate(place, access.size(), false)? {
                    Spot::Register(v) => self.graph.set_register(v, Value::Int(n)),
                    Spot::At(id, at) => {
                        let value = encode(access, Value::Int(n));
                        let cells = &mut self.graph.object_mut(id).cells;
                        cells.write(at, access.size(), value);
                    }
                    Spot::Somewhere(_) | Spot::Anywhere => {}
                }
            }
        }
        Ok(())
    }

    // Stores.

    /// Stores a value of any type in a place.
    pub fn assign(&mut self, to: PlaceId, value: ExprId) -> Eval<()> {
        let program = self.cx.program;
        if Access::of_place(program, to).is_some() {
            let value = self.eval(value)?;
            return self.store(to, value);
        }
        // A flexible array member is as large as the literal it holds.
        let known = program.types.size_of(program.exprs.place_ty(to));
        let given = program.types.size_of(program.exprs.ty(value));
        let size = known.or(given).unwrap_or(0);
        let part = self.aggregate(value, size)?;
        self.store_aggregate(to, size, &part)
    }

    pub fn store(&mut self, to: PlaceId, value: Value) -> Eval<()> {
        let Some(access) = Access::of_place(self.cx.program, to) else {
            return self.havoc(to);
        };
        match self.locate(to, access.size(), true)? {
            // What a ghost holds keeps no block.
            Spot::Register(v) if self.segments.layout.var(v).ghost && value.object().is_some() => {
                self.graph.set_register(v, Value::Any);
            }
            Spot::Register(v) => self.graph.set_register(v, value),
            Spot::At(id, at) => {
                let value = encode(access, value);
                let cells = &mut self.graph.object_mut(id).cells;
                cells.write(at, access.size(), value);
            }
            Spot::Somewhere(id) => self.graph.object_mut(id).cells.clear(),
            Spot::Anywhere => self.graph.forget_all(),
        }
        Ok(())
    }

    pub fn store_aggregate(&mut self, to: PlaceId, size: u64, part: &Cells) -> Eval<()> {
        match self.locate(to, size, true)? {
            Spot::Register(v) => self.graph.set_register(v, Value::Any),
            Spot::At(id, at) => self.graph.object_mut(id).cells.paste(at, size, part),
            Spot::Somewhere(id) => self.graph.object_mut(id).cells.clear(),
            Spot::Anywhere => self.graph.forget_all(),
        }
        Ok(())
    }

    /// A place holds anything.
    pub fn havoc(&mut self, place: PlaceId) -> Eval<()> {
        let program = self.cx.program;
        match Access::of_place(program, place) {
            Some(_) => self.store(place, Value::Any),
            None => {
                let size = program.types.size_of(program.exprs.place_ty(place));
                self.store_aggregate(place, size.unwrap_or(0), &Cells::default())
            }
        }
    }

    // Lives of objects.

    fn allocate(&mut self, size: Option<i128>, storage: Storage) -> Value {
        let kind = match storage {
            Storage::Heap => Kind::Block,
            Storage::Frame => Kind::Frame(None),
            Storage::Scope(var) => Kind::Frame(Some(var)),
        };
        let size = size.and_then(|n| u64::try_from(n).ok());
        Value::to(self.graph.add(Object::new(kind, size)))
    }

    fn free(&mut self, pointer: ExprId) -> Eval<()> {
        match self.eval(pointer)? {
            Value::Int(0) => {}
            Value::To(a) => match self.graph.object(a.object).kind {
                Kind::Block if a.offset == 0 => self.graph.end(a.object),
                Kind::Segment(_) | Kind::Maybe(_) => {
                    return Err(Stop::Need(Need::Node(a.object, a.end)));
                }
                Kind::Block | Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer => {
                    return Err(Stop::End);
                }
            },
            Value::Gone | Value::Function(_) => return Err(Stop::End),
            Value::Any | Value::Int(_) | Value::Within(_) => self.graph.forget_all(),
        }
        Ok(())
    }

    /// A variable begins to live.
    pub fn begin(&mut self, var: VarId) {
        match self.segments.layout.var(var).is_register {
            true => self.graph.set_register(var, Value::Any),
            false => {
                if let Some(&old) = self.graph.named.get(&var) {
                    self.graph.end(old);
                }
                self.variable(var);
            }
        }
    }

    fn end(&mut self, var: VarId) {
        self.graph.registers.remove(&var);
        let object: Option<ObjectId> = self.graph.named.get(&var).copied();
        if let Some(id) = object {
            self.graph.end(id);
        }
        self.graph.end_all(|o| o.kind == Kind::Frame(Some(var)));
    }

    /// Ends the function.
    fn leave(&mut self, value: Option<ExprId>) -> Eval<()> {
        let program = self.cx.program;
        let result = match value {
            None => None,
            Some(value) => {
                let ty = program.exprs.ty(value);
                Some(match Access::of_type(program, ty) {
                    Some(_) => Handed::Scalar(self.eval(value)?, program.types.bits(ty)),
                    None => {
                        let size = program.types.size_of(ty).unwrap_or(0);
                        Handed::Aggregate(self.aggregate(value, size)?, size)
                    }
                })
            }
        };
        self.graph.result = result;
        self.graph.registers.clear();
        self.graph
            .end_all(|o| matches!(o.kind, Kind::Local(_) | Kind::Frame(_)));
        Ok(())
    }

    // Functions without a body.

    fn declared(&mut self, step: &Step<'_>, call: &Call, function: FunctionId) -> Eval<()> {
        let mut arguments = Vec::new();
        for &argument in &call.arguments {
            arguments.push(match Access::of_type(self.cx.program, self.ty(argument)) {
                Some(_) => self.eval(argument)?,
                None => Value::Any,
            });
        }
        let primitive = self.segments.layout.functions[function.index()].primitive;
        let result = match primitive {
            Some(
                Primitive::End
                | Primitive::ErrorCall
                | Primitive::Assertion
                | Primitive::Unreachable
                | Primitive::Infeasible,
            ) => return Err(Stop::End),
            Some(Primitive::SetJump | Primitive::LongJump) => {
                let name = &self.cx.program.names[self.cx.program.functions[function].name];
                return Stop::gap(name, step.span());
            }
            Some(Primitive::Output) => Value::Any,
            Some(Primitive::Size) => match arguments.first() {
                Some(Value::To(a)) => match self.graph.object(a.object).is_abstract() {
                    true => return Err(Stop::Need(Need::Node(a.object, a.end))),
                    false => {
                        let size = self.graph.object(a.object).size;
                        size.map_or(Value::Any, |s| Value::Int(s.into()))
                    }
                },
                Some(_) | None => Value::Any,
            },
            Some(Primitive::Alloca) => {
                let size = match call.arguments.first() {
                    Some(&size) => self.number(size)?,
                    None => None,
                };
                self.allocate(size, Storage::Frame)
            }
            None => {
                match self.cx.settings.unknown_calls {
                    UnknownCalls::Pure => {}
                    UnknownCalls::Havoc => {
                        let led = |v: &Value| !matches!(v, Value::Int(_) | Value::Function(_));
                        if arguments.iter().any(led) {
                            self.graph.forget_all();
                        }
                    }
                    UnknownCalls::Error => return Err(Stop::End),
                }
                if self.cx.program.functions[function].no_return {
                    return Err(Stop::End);
                }
                Value::Any
            }
        };
        match call.result {
            Some(to) => self.store(to, result),
            None => Ok(()),
        }
    }

    fn ty(&self, expr: ExprId) -> program::TypeId {
        self.cx.program.exprs.ty(expr)
    }
}

//! How large blocks are, and where in them pointers lead, in terms of the function's own
//! variables: after `b = malloc(n * n)` and `a = b + r * n + c`, `a` leads `r * n + c` bytes
//! into a block of `n * n` bytes.
//!
//! Sizes and offsets are polynomials over integers that have no address ([`Polynomial`]); what
//! is written to one of these is no longer known in terms of it. What the variables have to do
//! with each other the others say: whether an access is valid follows from that and from the
//! polynomials, or it may fail. Only pointers without an address are followed, into blocks of
//! the heap.
//!
//! `number.rs` says what expressions are.

mod number;

use crate::bodiless::{self, After};
use engine::{Analysis, CallStep, Concrete, Cx, Facts, Gap, Step, Successors, none, one};
use machine::Machine;
use number::Now;
use program::{Expr, ExprId, FunctionId, Id, Op, Place, PlaceId, Program, Storage, VarId};
use properties::Property;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::polynomial::Polynomial;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

pub struct Extents {
    /// Arithmetic that leaves its type ends the run.
    exact: bool,
    /// Functions in which blocks may end.
    ending: FxHashSet<FunctionId>,
    /// Parameters that keep what callers gave them.
    constant: FxHashSet<VarId>,
    /// What was asked of the solver: of premises and a goal, whether it follows.
    known: RefCell<FxHashMap<(Vec<Polynomial>, Polynomial), bool>>,
    proved: Cell<u64>,
}

impl Extents {
    pub fn new(cx: &Cx<'_>) -> Extents {
        Extents {
            exact: cx.settings.overflow_is_fatal || cx.properties.contains(Property::NoOverflow),
            ending: ending(cx),
            constant: constant(cx),
            known: RefCell::default(),
            proved: Cell::new(0),
        }
    }
}

/// The functions that may end the life of a block, themselves or by what they call.
fn ending(cx: &Cx<'_>) -> FxHashSet<FunctionId> {
    let calls = cx.pointers.calls();
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    // Callees come before callers; within a component, all do what one does.
    for component in calls.components() {
        let ends = component.iter().any(|&f| {
            let body = cx.function(f).body.as_ref();
            let frees = body.is_some_and(|b| {
                b.edges().any(|(id, edge)| {
                    matches!(edge.op, Op::Free { .. }) || calls.calls_unknown(f, id)
                })
            });
            frees || calls.callees_of(f).iter().any(|g| found.contains(g))
        });
        if ends {
            found.extend(component.iter());
        }
    }
    found
}

/// The parameters that no operation of their function writes to.
fn constant(cx: &Cx<'_>) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for &function in cx.pointers.calls().reached() {
        let f = cx.function(function);
        let Some(body) = &f.body else { continue };
        let mut written: FxHashSet<VarId> = FxHashSet::default();
        for (_, edge) in body.edges() {
            let places = written_by(&edge.op);
            written.extend(
                places
                    .iter()
                    .flatten()
                    .filter_map(|&p| register(cx.program, p)),
            );
        }
        let parameters = f.parameters.iter().copied();
        found.extend(parameters.filter(|v| !written.contains(v)));
    }
    found
}

/// The places that an operation gives a value; the callee of a call has its own.
fn written_by(op: &Op) -> [Option<PlaceId>; 2] {
    match *op {
        Op::Assign { to, .. }
        | Op::Alloc { to, .. }
        | Op::Havoc { place: to }
        | Op::VaStart { list: to }
        | Op::VaCopy { to, .. } => [Some(to), None],
        Op::VaArg { to, list } => [Some(to), Some(list)],
        Op::Call(ref call) => [call.result, None],
        Op::Skip
        | Op::Assume { .. }
        | Op::Return { .. }
        | Op::Free { .. }
        | Op::Enter { .. }
        | Op::Exit { .. }
        | Op::VaEnd { .. }
        | Op::Unsupported { .. } => [None, None],
    }
}

/// The variable that a place is, if it is one of a function and no pointer leads there.
fn register(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs.place(place) {
        Place::Var(v) if !program.vars[v].addressed && !program.vars[v].kind.is_static() => Some(v),
        Place::Var(_) | Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
    }
}

// State.

/// What a pointer is known to be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pointer {
    Null,
    Into(Lead),
}

/// An address in a living block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lead {
    /// Of the block, in bytes.
    size: Polynomial,
    /// From its beginning; all that is known of pointers is so modulo the size of memory.
    offset: Polynomial,
    /// Or null.
    or_null: bool,
}

impl Pointer {
    /// In other terms; None if there are none.
    fn with(&self, of: &dyn Fn(u32) -> Option<Polynomial>) -> Option<Pointer> {
        Some(match self {
            Pointer::Null => Pointer::Null,
            Pointer::Into(lead) => Pointer::Into(Lead {
                size: lead.size.with(of)?,
                offset: lead.offset.with(of)?,
                or_null: lead.or_null,
            }),
        })
    }

    fn mentions(&self, var: VarId) -> bool {
        let is_there = |p: &Polynomial| p.mentions(unknown(var));
        matches!(self, Pointer::Into(lead) if is_there(&lead.size) || is_there(&lead.offset))
    }

    fn join(&self, other: &Pointer) -> Option<Pointer> {
        match (self, other) {
            (Pointer::Null, Pointer::Null) => Some(Pointer::Null),
            (Pointer::Null, Pointer::Into(lead)) | (Pointer::Into(lead), Pointer::Null) => {
                let or_null = true;
                Some(Pointer::Into(Lead {
                    or_null,
                    ..lead.clone()
                }))
            }
            (Pointer::Into(a), Pointer::Into(b)) => {
                let same = a.size == b.size && a.offset == b.offset;
                same.then(|| {
                    let or_null = a.or_null || b.or_null;
                    Pointer::Into(Lead {
                        or_null,
                        ..a.clone()
                    })
                })
            }
        }
    }
}

/// A variable's number among the unknowns.
fn unknown(var: VarId) -> u32 {
    var.index() as u32
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Of pointers that are not here nothing is known.
    known: BTreeMap<VarId, Pointer>,
    /// What the function returns, in terms of its constant parameters.
    result: Option<Pointer>,
}

impl State {
    /// A variable has another value.
    fn forget(&mut self, var: VarId) {
        self.known
            .retain(|&v, pointer| v != var && !pointer.mentions(var));
    }

    /// A place gets a value.
    fn write(&mut self, program: &Program, to: PlaceId, value: Option<Pointer>) {
        let Some(var) = register(program, to) else {
            return;
        };
        self.forget(var);
        if let Some(value) = value {
            self.known.insert(var, value);
        }
    }
}

/// The meaning of a state: pointers lead where it says.
impl Concrete for Extents {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let place = |var: VarId| cx.program.exprs.find_var(var, cx.program.vars[var].ty);
        for (&var, pointer) in &state.known {
            // What the program never reads cannot be looked at.
            let Some(at) = place(var) else { continue };
            let value = machine.value_of(at);
            let is_null = value.is_some_and(|v| v.value == 0);
            let is_there = match pointer {
                Pointer::Null => is_null,
                Pointer::Into(lead) if lead.or_null && is_null => true,
                Pointer::Into(lead) => {
                    let mut number = |u: u32| {
                        let var = VarId::new(u as usize);
                        Some(machine.value_of(place(var)?)?.value)
                    };
                    let size = lead.size.value(&mut number);
                    let offset = lead.offset.value(&mut number);
                    let to = value.and_then(|v| machine.pointee(v));
                    to.zip(size)
                        .zip(offset)
                        .is_some_and(|((to, size), offset)| {
                            i128::from(to.size) == size && to.offset as u64 == offset as u64
                        })
                }
            };
            if !is_there {
                let name = cx.program.show(var);
                return Err(format!("{name} is {value:?}, not {pointer:?}"));
            }
        }
        Ok(())
    }
}

impl Analysis for Extents {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        let both = |a: Option<&Pointer>, b: Option<&Pointer>| a?.join(b?);
        let known = old.known.iter().filter_map(|(&var, pointer)| {
            let pointer = both(Some(pointer), new.known.get(&var))?;
            Some((var, pointer))
        });
        Some(State {
            known: known.collect(),
            result: both(old.result.as_ref(), new.result.as_ref()),
        })
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        let is_below = |a: Option<&Pointer>, b: &Pointer| {
            a.and_then(|a| a.join(b)).is_some_and(|joined| joined == *b)
        };
        let mut known = by.known.iter();
        known.all(|(var, pointer)| is_below(state.known.get(var), pointer))
            && by
                .result
                .as_ref()
                .is_none_or(|result| is_below(state.result.as_ref(), result))
    }

    // Transfer.

    fn initial(&self, _: &Cx<'_>) -> Successors<State> {
        one(State::default())
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let now = Now::new(self, cx, state, facts);
        let mut next = state.clone();
        match step.op() {
            &Op::Assume { condition, taken } => {
                if now.is_true(condition) == Some(!taken) {
                    return none();
                }
                if let Some((var, is_null)) = null_test(cx.program, condition, taken)
                    && !learn(&mut next, var, is_null)
                {
                    return none();
                }
            }
            &Op::Assign { to, value } => next.write(cx.program, to, now.pointer(value)),
            &Op::Alloc { to, size, storage } => {
                let size = now.number(size).filter(|_| storage == Storage::Heap);
                let lead = size.map(|size| {
                    Pointer::Into(Lead {
                        size: size.sum,
                        offset: Polynomial::default(),
                        or_null: false,
                    })
                });
                next.write(cx.program, to, lead);
            }
            // It may be any of them.
            Op::Free { .. } => {
                next.known.retain(|_, p| *p == Pointer::Null);
            }
            Op::Call(call) => {
                if bodiless::after(cx, call, step.span())? == After::Nothing {
                    return none();
                }
                if let Some(to) = call.result {
                    next.write(cx.program, to, None);
                }
            }
            &Op::Return { value } => {
                let result = value.and_then(|value| now.pointer(value));
                let constant = |u: u32| {
                    let is_constant = self.constant.contains(&VarId::new(u as usize));
                    is_constant.then(|| Polynomial::unknown(u))
                };
                next.result = result.and_then(|pointer| pointer.with(&constant));
                next.known.clear();
            }
            Op::Enter { variables } | Op::Exit { variables } => {
                variables.iter().for_each(|&var| next.forget(var));
            }
            Op::Unsupported { what } => {
                let what = cx.program.names[*what].to_owned();
                let span = step.span();
                return Err(Gap { what, span });
            }
            Op::Skip
            | Op::Havoc { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::VaEnd { .. } => {
                for place in written_by(step.op()).into_iter().flatten() {
                    next.write(cx.program, place, None);
                }
            }
        }
        one(next)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let now = Now::new(self, cx, state, facts);
        let parameters = cx.function(call.callee).parameters.iter().copied();
        let given: Vec<(VarId, ExprId)> = parameters
            .zip(call.call.arguments.iter().copied())
            .collect();
        // What the callee calls a variable of the caller.
        let mut names: BTreeMap<u32, Polynomial> = BTreeMap::new();
        for &(parameter, argument) in &given {
            let is_register = !cx.program.vars[parameter].addressed;
            let number = now.number(argument).filter(|_| is_register);
            if let Some(name) = number.and_then(|n| n.sum.as_unknown()) {
                names
                    .entry(name)
                    .or_insert_with(|| Polynomial::unknown(unknown(parameter)));
            }
        }
        let mut entry = State::default();
        for (parameter, argument) in given {
            let pointer = now.pointer(argument);
            let pointer = pointer.and_then(|p| p.with(&|u| names.get(&u).cloned()));
            if let Some(pointer) = pointer.filter(|_| !cx.program.vars[parameter].addressed) {
                entry.known.insert(parameter, pointer);
            }
        }
        one(entry)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let now = Now::new(self, cx, caller, facts);
        let parameters = &cx.function(call.callee).parameters;
        let argument = |u: u32| {
            let number = parameters.iter().position(|&p| unknown(p) == u)?;
            let number = now.number(*call.call.arguments.get(number)?)?;
            Some(number.sum)
        };
        let result = exit.result.as_ref().and_then(|p| p.with(&argument));
        let mut next = caller.clone();
        if self.ending.contains(&call.callee) {
            next.known.retain(|_, p| *p == Pointer::Null);
        }
        if let Some(to) = call.call.result {
            next.write(cx.program, to, result);
        }
        one(next)
    }

    // Words.

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let asked = self.known.borrow().len() as u64;
        vec![
            ("questions about polynomials", asked),
            ("accesses found valid", self.proved.get()),
        ]
    }

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let known = state.known.iter();
        let known = known.map(|(&var, p)| format!("{} {}", cx.program.show(var), p.show(cx)));
        let result = state
            .result
            .as_ref()
            .map(|p| format!("result {}", p.show(cx)));
        known.chain(result).collect::<Vec<_>>().join(", ")
    }
}

impl Pointer {
    fn show(&self, cx: &Cx<'_>) -> String {
        match self {
            Pointer::Null => "null".into(),
            Pointer::Into(lead) => format!(
                "{} of {}{}",
                show(cx, &lead.offset),
                show(cx, &lead.size),
                if lead.or_null { " or null" } else { "" }
            ),
        }
    }
}

fn show(cx: &Cx<'_>, sum: &Polynomial) -> String {
    let terms = sum.terms().map(|(product, n)| {
        let names = product
            .iter()
            .map(|&u| cx.program.show(VarId::new(u as usize)).to_string());
        let factors = (n != 1 || product.is_empty()).then(|| n.to_string());
        let factors: Vec<String> = factors.into_iter().chain(names).collect();
        factors.join(" * ")
    });
    let terms: Vec<String> = terms.collect();
    match terms.is_empty() {
        true => "0".into(),
        false => terms.join(" + "),
    }
}

/// Does a branch say of a pointer variable that it is null, or that it is not?
fn null_test(program: &Program, condition: ExprId, taken: bool) -> Option<(VarId, bool)> {
    let exprs = &program.exprs;
    let is_pointer = |e: ExprId| program.types.is_pointer(exprs.ty(e));
    match exprs.get(condition) {
        Expr::Load(place) if is_pointer(condition) => Some((register(program, place)?, !taken)),
        Expr::Cast(inner) => {
            // The truth of a pointer, or one as another.
            let is_truth = !is_pointer(condition) && is_pointer(inner);
            let same = is_pointer(condition) || is_truth && is_whole(program, condition);
            same.then(|| null_test(program, inner, taken)).flatten()
        }
        Expr::Binary(op @ (program::BinaryOp::Eq | program::BinaryOp::Ne), a, b) => {
            let other = match (exprs.int_value(a), exprs.int_value(b)) {
                (Some(0), _) => b,
                (_, Some(0)) => a,
                _ => return None,
            };
            let says_null = (op == program::BinaryOp::Eq) == taken;
            is_pointer(other)
                .then(|| null_test(program, other, !says_null))
                .flatten()
        }
        Expr::Load(_)
        | Expr::Binary(..)
        | Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Query(_)
        | Expr::Logical(_) => None,
    }
}

/// Is a conversion to the type of an expression zero for null alone?
fn is_whole(program: &Program, expr: ExprId) -> bool {
    let ty = program.exprs.ty(expr);
    let is_bool = program.types.int_kind(ty) == Some(program::IntKind::Bool);
    is_bool || program.types.size_of(ty) == Some(program.types.model().pointer_size())
}

/// A pointer variable is null, or it is not. False if that cannot be.
fn learn(state: &mut State, var: VarId, is_null: bool) -> bool {
    let Some(pointer) = state.known.get_mut(&var) else {
        return true;
    };
    match (pointer, is_null) {
        (Pointer::Null, is_null) => is_null,
        (Pointer::Into(lead), false) => {
            lead.or_null = false;
            true
        }
        (Pointer::Into(lead), true) => {
            // Beyond its block a pointer may wrap round to null.
            let is_possible = lead.or_null || lead.offset != Polynomial::default();
            if is_possible {
                state.known.insert(var, Pointer::Null);
            }
            is_possible
        }
    }
}

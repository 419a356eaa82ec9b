//! Which symbols operations and functions may change.

use super::closures::Closures;
use engine::Cx;
use machine::UnknownCalls;
use pointers::{Object, Target};
use program::{Callee, FunctionId, Op, PlaceId, Program, Storage, VarId};
use rustc_hash::FxHashMap;
use solver::first_order::{Root, Stretch, Symbol, resolve};
use solver::path::Primitive;
use std::collections::BTreeSet;

/// What may change.
#[derive(Clone, Default, Debug)]
pub struct Touched {
    /// Variables that are no memory.
    pub registers: BTreeSet<VarId>,
    /// Where memory is written, and how many bytes at each.
    pub memory: BTreeSet<(Target, u64)>,
    /// No object that is written has more bytes; None if that is not known.
    pub largest: Option<u64>,
    pub allocates: bool,
    pub frees: bool,
    /// Variables that are memory begin or cease to live.
    pub scopes: bool,
    pub everything: bool,
    /// Objects of the environment may begin to live, because they are accessed.
    pub environment: bool,
}

impl Touched {
    fn nothing() -> Touched {
        Touched {
            largest: Some(0),
            ..Touched::default()
        }
    }

    pub fn life(&self) -> bool {
        self.allocates || self.frees || self.scopes || self.everything || self.environment
    }

    /// Does nothing change but variables of functions that are no memory?
    pub fn is_local(&self, program: &Program) -> bool {
        let is_static = |&var: &VarId| program.vars[var].kind.is_static();
        !self.life() && self.memory.is_empty() && !self.registers.iter().any(is_static)
    }

    /// May what the symbol means change?
    pub fn changes(&self, symbol: &Symbol, closures: &Closures) -> bool {
        match symbol {
            _ if self.everything => true,
            Symbol::Var(var) if self.environment => self.registers.contains(var),
            _ if self.environment => true,
            Symbol::Var(var) => self.registers.contains(var),
            Symbol::Address(_) => self.scopes,
            Symbol::Memory(_) => !self.memory.is_empty() || self.allocates || self.scopes,
            Symbol::Allocated(_) | Symbol::Readable(..) | Symbol::Writable(..) => self.life(),
            Symbol::Closure(step) => {
                self.life() || {
                    let mut memory = self.memory.iter();
                    memory.any(|&(target, size)| closures.reads(*step, target, size))
                }
            }
        }
    }

    /// All that is written in objects that live before and afterwards.
    pub fn written(&self) -> Option<Vec<Stretch>> {
        if self.everything || self.frees || self.scopes {
            return None;
        }
        let all = self.memory.iter();
        let stretches = all.map(|&(target, size)| Stretch {
            first: target.offsets.start(),
            step: target.offsets.step(),
            size,
        });
        Some(stretches.collect())
    }

    fn add(&mut self, other: &Touched) {
        self.registers.extend(&other.registers);
        self.memory.extend(&other.memory);
        self.largest = self.largest.zip(other.largest).map(|(a, b)| a.max(b));
        self.allocates |= other.allocates;
        self.frees |= other.frees;
        self.scopes |= other.scopes;
        self.everything |= other.everything;
        self.environment |= other.environment;
    }

    fn write(&mut self, cx: &Cx<'_>, place: PlaceId) {
        match resolve(cx.program, place).map(|(root, _)| root) {
            Some(Root::Register(var)) => {
                self.registers.insert(var);
            }
            _ => {
                let size = cx.pointers.width(cx.program, place);
                let targets = cx.pointers.places(cx.program, place);
                // What leads nowhere ends the run.
                for target in targets {
                    let object = object_size(cx, target);
                    self.largest = self.largest.zip(object).map(|(a, b)| a.max(b));
                    self.memory.insert((target, size));
                }
            }
        }
    }

    fn variables(&mut self, program: &Program, variables: &[VarId]) {
        for &var in variables {
            match is_register(program, var) {
                true => {
                    self.registers.insert(var);
                }
                false => self.scopes = true,
            }
        }
    }

    /// What one operation changes that is no call of a function with a body.
    pub fn of(cx: &Cx<'_>, op: &Op) -> Touched {
        let mut touched = Touched::nothing();
        touched.environment = !strangers(cx, op).is_empty();
        match op {
            Op::Skip | Op::Assume { .. } | Op::Return { .. } | Op::Unsupported { .. } => {}
            &Op::Assign { to, .. } | &Op::Havoc { place: to } => touched.write(cx, to),
            &Op::Alloc { to, storage, .. } => {
                touched.write(cx, to);
                match storage {
                    Storage::Heap => touched.allocates = true,
                    Storage::Frame | Storage::Scope(_) => touched.scopes = true,
                }
            }
            Op::Free { .. } => touched.frees = true,
            Op::Enter { variables } | Op::Exit { variables } => {
                touched.variables(cx.program, variables);
            }
            Op::Call(call) => {
                let name = match call.callee {
                    Callee::Direct(f) => &cx.program.names[cx.function(f).name],
                    Callee::Indirect(_) => "",
                };
                match Primitive::named(name) {
                    Some(Primitive::Alloca) => touched.scopes = true,
                    Some(_) => {}
                    None => {
                        touched.everything |= cx.settings.unknown_calls == UnknownCalls::Havoc;
                    }
                }
                if let Some(to) = call.result {
                    touched.write(cx, to);
                }
            }
            Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } | Op::VaEnd { .. } => {
                touched.everything = true;
            }
        }
        touched
    }
}

/// The places that an operation accesses which may lie in the environment: its objects begin
/// to live when they are first accessed.
pub fn strangers(cx: &Cx<'_>, op: &Op) -> Vec<PlaceId> {
    let mut read = Vec::new();
    crate::reads::of_step(cx.program, op, &mut read);
    let places = read.into_iter().map(|(_, place)| place).chain(written(op));
    let is_stranger = |place: &PlaceId| {
        let is_environment = |object| cx.pointers.object(object) == Object::Environment;
        cx.pointers.may_lie_in(cx.program, *place, is_environment)
    };
    places.filter(is_stranger).collect()
}

/// Where an operation writes.
fn written(op: &Op) -> Option<PlaceId> {
    match op {
        &Op::Assign { to, .. } | &Op::Havoc { place: to } | &Op::Alloc { to, .. } => Some(to),
        Op::Call(call) => call.result,
        _ => None,
    }
}

/// The bytes of the object that a target lies in, if there is one size.
fn object_size(cx: &Cx<'_>, target: Target) -> Option<u64> {
    match cx.pointers.object(target.object) {
        Object::Var(var) => cx.program.object_size(var),
        _ => None,
    }
}

pub fn is_register(program: &Program, var: VarId) -> bool {
    let place = program.exprs.find_var(var, program.vars[var].ty);
    let root = place.and_then(|place| resolve(program, place));
    match root {
        Some((Root::Register(_), _)) => true,
        Some(_) => false,
        // Nobody ever names it.
        None => !program.vars[var].addressed,
    }
}

/// What calls of functions change, those that they call included.
pub struct Effects {
    functions: FxHashMap<FunctionId, Touched>,
}

impl Effects {
    pub fn new(cx: &Cx<'_>) -> Effects {
        let calls = cx.pointers.calls();
        let mut functions = FxHashMap::default();
        // Callees come first; of those that call each other all have the same.
        for component in calls.components() {
            let mut all = Touched::nothing();
            for &function in component {
                if let Some(body) = &cx.function(function).body {
                    for (id, edge) in body.edges() {
                        let callees = calls.callees(function, id);
                        let has_body = |&&f: &&FunctionId| cx.function(f).body.is_some();
                        let inner = callees.iter().filter(has_body).count();
                        if inner < callees.len() || inner == 0 {
                            all.add(&Touched::of(cx, &edge.op));
                        } else if let Op::Call(call) = &edge.op
                            && let Some(to) = call.result
                        {
                            all.write(cx, to);
                        }
                        if calls.calls_unknown(function, id) {
                            all.add(&Touched::of(cx, &edge.op));
                        }
                    }
                }
                for callee in calls.callees_of(function) {
                    match functions.get(callee) {
                        Some(touched) => all.add(touched),
                        None if component.contains(callee) => {}
                        None => all.everything |= cx.function(*callee).body.is_some(),
                    }
                }
            }
            for &function in component {
                functions.insert(function, all.clone());
            }
        }
        Effects { functions }
    }

    /// What happens between the beginning of a function and anywhere in it.
    pub fn inside(&self, function: FunctionId) -> Option<&Touched> {
        self.functions.get(&function)
    }

    /// What a caller notices: scopes that begin in a function end in it.
    pub fn of_call(&self, function: FunctionId) -> Option<Touched> {
        let mut touched = self.functions.get(&function)?.clone();
        touched.scopes = false;
        Some(touched)
    }
}

/// The library's `malloc`, whose body is a model.
pub fn is_malloc(cx: &Cx<'_>, function: FunctionId) -> bool {
    let f = cx.function(function);
    let place = cx.program.sources.physical(f.span);
    let is_model = place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX));
    is_model && &cx.program.names[f.name] == "malloc"
}

//! The beginning: static objects that a path mentions, and what the entry function
//! is called with.

use super::pristine::Fill;
use super::state::{Class, Handed, ObjectId, Origin, Value};
use super::{Builder, Built, PathStep, Source, Spot};
use crate::access::{self, Access};
use program::{Callee, Expr, ExprId, Initial, Op, Place, PlaceId, Program, Query, VarId, VarKind};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Finds the static variables that expressions lead to.
struct Mentions<'p> {
    program: &'p Program,
    exprs: FxHashSet<ExprId>,
    places: FxHashSet<PlaceId>,
    statics: FxHashSet<VarId>,
    functions: FxHashSet<program::FunctionId>,
}

impl Mentions<'_> {
    fn expr(&mut self, id: ExprId) {
        if !self.exprs.insert(id) {
            return;
        }
        match self.program.exprs.get(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero => {}
            Expr::Function(f) => {
                self.functions.insert(f);
            }
            Expr::Load(place) | Expr::Address(place) => self.place(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Query(query) => match query {
                Query::Readable(place) | Query::Writable(place) => self.place(place),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.expr(e),
                Query::Tracked | Query::Released => {}
            },
            Expr::Logical(logical) => {
                for (part, _) in logical.parts() {
                    self.expr(part);
                }
            }
        }
    }

    fn place(&mut self, id: PlaceId) {
        if !self.places.insert(id) {
            return;
        }
        match self.program.exprs.place(id) {
            Place::Var(var) => self.var(var),
            Place::Deref(e) => self.expr(e),
            Place::Field(base, _) => self.place(base),
            Place::Index(base, e) => {
                self.place(base);
                self.expr(e);
            }
        }
    }

    fn var(&mut self, var: VarId) {
        let v = &self.program.vars[var];
        if !v.kind.is_static() || !self.statics.insert(var) {
            return;
        }
        if let Initial::Items(items) = &v.initial {
            for &(place, value) in items {
                self.place(place);
                self.expr(value);
            }
        }
    }

    fn operation(&mut self, op: &Op) {
        match op {
            Op::Skip | Op::Enter { .. } | Op::Exit { .. } | Op::Unsupported { .. } => {}
            Op::Assume { condition, .. } => self.expr(*condition),
            Op::Assign { to, value } => {
                self.place(*to);
                self.expr(*value);
            }
            Op::Havoc { place } => self.place(*place),
            Op::Call(call) => {
                if let Callee::Indirect(e) = call.callee {
                    self.expr(e);
                }
                call.arguments.iter().for_each(|&a| self.expr(a));
                call.result.iter().for_each(|&r| self.place(r));
            }
            Op::Return { value } => value.iter().for_each(|&v| self.expr(v)),
            Op::Alloc { to, size, .. } => {
                self.place(*to);
                self.expr(*size);
            }
            Op::Free { pointer } => self.expr(*pointer),
            Op::VaStart { list } | Op::VaEnd { list } => self.place(*list),
            Op::VaArg { to, list } => {
                self.place(*to);
                self.place(*list);
            }
            Op::VaCopy { to, from } => {
                self.place(*to);
                self.place(*from);
            }
        }
    }
}

impl Builder<'_> {
    /// Makes the static objects that matter to the path.
    pub(super) fn create_statics(&mut self, path: &[PathStep]) -> Built<()> {
        let program = self.program;
        let mut mentions = Mentions {
            program,
            exprs: FxHashSet::default(),
            places: FxHashSet::default(),
            statics: FxHashSet::default(),
            functions: FxHashSet::default(),
        };
        let mut edges = FxHashSet::default();
        for step in path.iter().filter(|s| edges.insert(**s)) {
            if let Some(body) = &program.functions[step.function].body {
                mentions.operation(&body.edge(step.edge).op);
            }
        }
        let statics = mentions.statics;
        // The machine makes all of them, in order.
        let mut created = Vec::new();
        for (var, v) in program.vars.enumerate() {
            if !v.kind.is_static() {
                continue;
            }
            if !statics.contains(&var) || self.is_register(var) {
                self.births[Class::Other as usize] += 1;
                continue;
            }
            let fill = match &v.initial {
                Initial::Indeterminate => Fill::Blank,
                Initial::Zero | Initial::Items(_) => Fill::Zero,
                Initial::Bytes(bytes) => Fill::Bytes(bytes[..].into()),
            };
            let size = program.object_size(var).unwrap_or(0);
            let object = self.create(Class::Other, Some(var), size, fill);
            self.statics.insert(var, object);
            created.push((var, object));
        }
        for &(var, object) in &created {
            if let Initial::Items(items) = &program.vars[var].initial {
                for &(place, value) in items {
                    self.assign(place, value)?;
                }
            }
            if self.is_failing_malloc(var) {
                let at = self.pointer_to(object);
                let value = self.terms.bits(self.options.malloc_may_fail.into(), 32);
                self.store_at(Spot::Var(var), at, INT, value)?;
            }
        }
        for (var, object) in created {
            let v = &program.vars[var];
            let constant = program.types.is_const(v.declared) || v.kind == VarKind::Literal;
            self.state.object_mut(object).read_only = constant;
            if !self.inlined() {
                self.settle(Origin::Object(object))?;
            }
        }
        let mut functions: Vec<_> = mentions.functions.into_iter().collect();
        functions.sort_unstable();
        for function in functions {
            self.function_base(function);
        }
        self.opening = true;
        self.make_entry_arguments()?;
        self.opening = false;
        Ok(())
    }

    fn is_failing_malloc(&self, var: VarId) -> bool {
        &self.program.names[self.program.vars[var].name] == "__concord_malloc_may_fail"
    }

    fn pointer_to(&self, object: ObjectId) -> Value {
        Value {
            term: self.state.object(object).base,
            origin: Origin::Object(object),
        }
    }

    // Static scalars without an address.

    pub(super) fn global(&mut self, var: VarId) -> Built<Value> {
        let program = self.program;
        let v = &program.vars[var];
        let known = self.state.globals.get(&var).copied();
        if let Some(Some(value)) = known {
            return Ok(value);
        }
        let Some(access) = access::of_type(program, v.ty) else {
            return self.unsupported("the value of an aggregate");
        };
        if known == Some(None) {
            return self.undefined_global(var, access);
        }
        let width = access.width();
        let constant = |builder: &mut Self, value: u128| Value {
            term: builder.terms.bits(value, width),
            origin: Origin::None,
        };
        if self.is_failing_malloc(var) {
            return Ok(constant(self, self.options.malloc_may_fail.into()));
        }
        match &v.initial {
            Initial::Zero => Ok(constant(self, 0)),
            Initial::Bytes(bytes) => {
                let fill = Fill::Bytes(bytes[..].into());
                let value = fill.number(0, access.size()).unwrap_or(0);
                Ok(constant(self, value))
            }
            Initial::Items(items) => match items.last() {
                Some(&(_, value)) => self.eval(value),
                None => Ok(constant(self, 0)),
            },
            Initial::Indeterminate => self.undefined_global(var, access),
        }
    }

    /// What was never written, or made indeterminate: reading it is an input.
    fn undefined_global(&mut self, var: VarId, access: Access) -> Built<Value> {
        if self.probing {
            return self.unsupported("what is indeterminate");
        }
        let statics = self.program.vars.enumerate();
        let before = statics.filter(|(id, v)| v.kind.is_static() && *id < var);
        let birth = before.count() as u32 + 1;
        // It has a place on the machine, though not here.
        let object = self.create(Class::Other, Some(var), access.size(), Fill::Blank);
        self.births[Class::Other as usize] -= 1;
        self.state.object_mut(object).birth = birth;
        let drawn = self.draw(access, Source::Cell { object, offset: 0 })?;
        self.set_global(var, Some(drawn));
        Ok(drawn)
    }

    /// None makes it indeterminate.
    pub(super) fn set_global(&mut self, var: VarId, value: Option<Value>) {
        Rc::make_mut(&mut self.state.globals).insert(var, value);
    }

    // What the entry is called with.

    fn make_entry_arguments(&mut self) -> Built<()> {
        let program = self.program;
        let parameters = &program.functions[self.options.entry].parameters;
        for (i, &var) in parameters.iter().enumerate() {
            let Some(access) = access::of_type(program, program.vars[var].ty) else {
                break;
            };
            let arguments = self.options.arguments.clone();
            let value = match (arguments, i) {
                (Some(arguments), 0) => Value {
                    term: self.terms.bits(arguments.len() as u128, access.width()),
                    origin: Origin::None,
                },
                (Some(arguments), 1) => self.argument_vector(&arguments)?,
                (Some(_), 2) => self.argument_vector(&[])?,
                _ => self.draw(access, Source::Next)?,
            };
            self.entry_arguments.push(Handed::Scalar(value, access));
        }
        Ok(())
    }

    /// An array of strings with a null pointer at its end.
    fn argument_vector(&mut self, strings: &[String]) -> Built<Value> {
        let width = u64::from(self.pointer_bits / 8);
        let size = width * (strings.len() as u64 + 1);
        let vector = self.create(Class::Environment, None, size, Fill::Zero);
        let vector = self.pointer_to(vector);
        for (i, text) in strings.iter().enumerate() {
            let mut bytes = text.as_bytes().to_vec();
            bytes.push(0);
            let size = bytes.len() as u64;
            let fill = Fill::Bytes(bytes.into());
            let string = self.create(Class::Environment, None, size, fill);
            let string = self.pointer_to(string);
            let at = self.moved(vector, i as u64 * width);
            let access = Access::Pointer { size: width as u32 };
            self.store_at(Spot::Environment, at, access, string.term)?;
        }
        Ok(vector)
    }
}

const INT: Access = Access::Int {
    size: 4,
    bits: 32,
    signed: true,
};

//! Calls, returns, functions without a body, and copies of aggregates.
//!
//! The callers' cells stay in the structures while they wait, so that a return has nothing
//! to match. Of a function that calls itself only the newest activation's cells are told
//! apart: what the others hold has escaped, and comes back as something that may point to
//! any escaped node.
//!
//! Functions that can be passed over are entered with a state that says nothing, the same for
//! all calls; at the return the caller's goes on, and what is returned may be any pointer.

use super::actions::Writer;
use super::operations::Operations;
use super::places::{CellId, Named, Root, SHARED, SiteId, Slot, Stack};
use super::value::{Shift, Value};
use super::{Heard, Moved, Shapes, State, What};
use engine::{CallStep, Cx, Facts, Gap, Step, Successors, none, one};
use machine::UnknownCalls;
use program::{Call, Callee, Expr, ExprId, FunctionId, Op, PlaceId, Span, VarId};
use solver::path::Primitive;

/// Does a run end at a call of a function without a body?
pub fn ends(cx: &Cx<'_>, call: &Call, span: Span) -> Result<bool, Gap> {
    let name = match call.callee {
        Callee::Direct(f) => &cx.program.names[cx.function(f).name],
        Callee::Indirect(_) => "",
    };
    match Primitive::named(name) {
        Some(
            Primitive::End
            | Primitive::Infeasible
            | Primitive::ErrorCall
            | Primitive::Assertion
            | Primitive::Unreachable,
        ) => Ok(true),
        Some(Primitive::SetJump | Primitive::LongJump) => Err(Gap {
            what: name.to_owned(),
            span,
        }),
        Some(Primitive::Size | Primitive::Output | Primitive::Alloca) => Ok(false),
        None => Ok(cx.settings.unknown_calls == UnknownCalls::Error),
    }
}

impl Shapes {
    pub fn enter_function(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let (caller, edge) = (call.step.function, call.step.id);
        let callee = cx.function(call.callee);
        let Some(body) = &callee.body else {
            return none();
        };
        if inner.precision.passes_over(call.callee) {
            let stack = Stack::new(call.callee);
            return one(self.empty(cx, inner, (call.callee, body.entry()), stack));
        }
        let stack = state.stack.push(cx, edge, call.callee);
        let by = Moved {
            to: (call.callee, body.entry()),
            stack: stack.clone(),
            names: &state.stack,
            what: What::Call(caller, edge, call.callee),
            told: Vec::new(),
            heard: self.heard(cx, inner, state, &call.step, facts),
            span: call.step.span(),
        };
        self.moved(cx, inner, state, by, &mut |writer, number| {
            self.operations().begin(cx, writer, call, &stack, number)
        })
    }

    pub fn return_from(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
    ) -> Successors<State> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let is_passed_over = inner.precision.passes_over(call.callee);
        // Another caller's.
        let entered = caller.stack.push(cx, call.step.id, call.callee);
        if !is_passed_over && exit.stack != entered {
            return none();
        }
        let before = if is_passed_over { caller } else { exit };
        let by = Moved {
            to: (call.step.function, call.step.edge.to),
            stack: caller.stack.clone(),
            // The result's place is the caller's.
            names: &caller.stack,
            what: What::Return(call.step.function, call.step.id, call.callee),
            told: Vec::new(),
            heard: Heard::default(),
            span: call.step.span(),
        };
        self.moved(cx, inner, before, by, &mut |writer, _| {
            self.operations().take_result(cx, writer, call);
            false
        })
    }
}

impl Operations<'_> {
    /// A call of a function without a body that returns.
    pub fn declared(&self, cx: &Cx<'_>, step: &Step<'_>, writer: &mut Writer<'_, '_>) {
        let Op::Call(call) = step.op() else {
            return;
        };
        let name = match call.callee {
            Callee::Direct(f) => &cx.program.names[cx.function(f).name],
            Callee::Indirect(_) => "",
        };
        if Primitive::named(name).is_none() && cx.settings.unknown_calls == UnknownCalls::Havoc {
            writer.forget();
        }
        if let Some(to) = call.result {
            self.havoc(cx, writer, to);
        }
    }

    /// Variables that live from the function's entry on.
    fn entered(&self, cx: &Cx<'_>, function: FunctionId) -> Vec<VarId> {
        let f = cx.function(function);
        let edges = f.body.iter().flat_map(|b| b.edges());
        let later: Vec<VarId> = edges
            .filter_map(|(_, edge)| match &edge.op {
                Op::Enter { variables } => Some(variables.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        engine::variables(f)
            .filter(|v| !later.contains(v))
            .collect()
    }

    /// A function begins: its parameters get their values, its variables come into being one
    /// after the other. True if there is more to do.
    pub fn begin(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        call: &CallStep<'_>,
        stack: &Stack,
        number: usize,
    ) -> bool {
        if number == 0 {
            self.hand_over(cx, writer, call, stack);
        }
        let entered = self.entered(cx, call.callee).into_iter();
        let sites: Vec<SiteId> = entered
            .map(|v| stack.slot(cx.program, v))
            .filter_map(|slot| self.tracked_variable(cx, writer, slot))
            .collect();
        if let Some(&site) = sites.get(number) {
            writer.create(site);
        }
        number + 1 < sites.len()
    }

    fn hand_over(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        call: &CallStep<'_>,
        stack: &Stack,
    ) {
        let callee = cx.function(call.callee);
        let slot = |v: VarId| stack.slot(cx.program, v);
        let own: Vec<Slot> = engine::variables(callee).map(slot).collect();
        if stack.level == SHARED {
            // The older activation's cells are not told apart from now on.
            for cell in writer.reader.class.cells.clone() {
                if let Named::Variable(v, _) = self.places.cell(cell).named
                    && own.contains(&v)
                {
                    writer.escape(&Value::Cell(cell, Shift::NONE));
                }
            }
        }
        let arguments = &call.call.arguments;
        for (i, &parameter) in callee.parameters.iter().enumerate() {
            let ty = cx.program.vars[parameter].ty;
            let is_scalar = cx.program.types.is_scalar(ty);
            match arguments.get(i) {
                Some(&argument) if is_scalar => {
                    let value = writer.read(argument);
                    let width = cx.program.types.size_of(ty).unwrap_or(0);
                    writer.store_variable(slot(parameter), Some(0), width, value);
                }
                Some(&argument) => self.copy_to_variable(cx, writer, slot(parameter), argument),
                None => {}
            }
        }
        for &argument in arguments.iter().skip(callee.parameters.len()) {
            let value = writer.read(argument);
            writer.escape(&value);
        }
        for cell in self.places.cell_ids() {
            if let Named::Variable(v, _) = self.places.cell(cell).named
                && own.contains(&v)
                && !callee.parameters.contains(&v.var)
            {
                writer.set(cell, Value::Other { nonzero: false });
            }
        }
    }

    pub fn take_result(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, call: &CallStep<'_>) {
        let Some(to) = call.call.result else {
            return;
        };
        let is_scalar = cx.program.types.is_scalar(cx.program.exprs.place_ty(to));
        let tracking = &writer.reader.class.tracking.sites;
        let is_tracked = |cell: &CellId| {
            let mut relations = self.places.cell(*cell).relations.iter();
            relations.any(|r| r.targets.keys().any(|site| tracking.contains(site)))
        };
        let result = self.places.find_cell(Named::Result(call.callee));
        let result = result.filter(is_tracked);
        if !is_scalar {
            return self.store_words(cx, writer, to, &|_| Value::Unknown { any: true });
        }
        match result {
            Some(cell) if writer.reader.class.has_cell(cell) => {
                let value = Value::Cell(cell, Shift::NONE);
                writer.reader.focus(&value, &mut writer.focus);
                writer.store(to, value, None);
            }
            // It was not looked at.
            Some(_) => writer.store(to, Value::Unknown { any: true }, None),
            None => writer.store(to, Value::Other { nonzero: false }, None),
        }
    }

    // Aggregates: they are copied word by word, as far as words are tracked.

    pub fn copy(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, to: PlaceId, value: ExprId) {
        match cx.program.exprs.get(value) {
            Expr::Load(from) => {
                let words = self.words(cx, writer, from);
                self.store_words(cx, writer, to, &words);
            }
            Expr::Zero => self.store_words(cx, writer, to, &|_| Value::Null),
            _ => self.store_words(cx, writer, to, &|_| Value::Unknown { any: true }),
        }
    }

    fn copy_to_variable(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, var: Slot, value: ExprId) {
        let words: Box<dyn Fn(i64) -> Value> = match cx.program.exprs.get(value) {
            Expr::Load(from) => Box::new(self.words(cx, writer, from)),
            Expr::Zero => Box::new(|_| Value::Null),
            _ => Box::new(|_| Value::Unknown { any: true }),
        };
        self.write_words(cx, writer, var, 0, u64::MAX, &words);
    }

    /// What lies at an offset of a place.
    fn words(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        from: PlaceId,
    ) -> impl Fn(i64) -> Value + use<> {
        enum Source {
            Cells(Vec<(i64, Value)>),
            Through(super::places::CellId, Shift, u64),
            Unknown,
        }
        let pointer_size = self.places.pointer_size;
        let (root, offset) = writer.reader.resolve(from);
        let source = match (root, offset) {
            (Root::Variable(v), Some(base)) => {
                let v = writer.reader.slot(v);
                let cells =
                    self.places
                        .cell_ids()
                        .filter_map(|cell| match self.places.cell(cell).named {
                            Named::Variable(w, at)
                                if w == v && writer.reader.class.has_cell(cell) =>
                            {
                                Some((at - base, Value::Cell(cell, Shift::NONE)))
                            }
                            _ => None,
                        });
                Source::Cells(cells.collect())
            }
            (Root::Pointer(e), Some(offset)) => match writer.reader.value(e) {
                Value::Cell(cell, at) if !writer.reader.comes_back(cell, at) => {
                    Source::Through(cell, at.plus(Shift::By(offset)), pointer_size)
                }
                _ => Source::Unknown,
            },
            _ => Source::Unknown,
        };
        if let Source::Through(cell, ..) = source {
            writer
                .reader
                .focus(&Value::Cell(cell, Shift::NONE), &mut writer.focus);
        }
        let _ = cx;
        move |offset| match &source {
            Source::Cells(cells) => {
                let found = cells.iter().find(|(at, _)| *at == offset);
                found.map_or(Value::Unknown { any: false }, |(_, value)| value.clone())
            }
            Source::Through(cell, at, width) => {
                Value::Loaded(*cell, at.plus(Shift::By(offset)), *width)
            }
            Source::Unknown => Value::Unknown { any: true },
        }
    }

    /// Writes an aggregate; `word` says what lies at an offset of it.
    pub fn store_words(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        to: PlaceId,
        word: &dyn Fn(i64) -> Value,
    ) {
        let size = cx.program.types.size_of(cx.program.exprs.place_ty(to));
        let size = size.unwrap_or(u64::MAX / 2);
        let (root, offset) = writer.reader.resolve(to);
        match (root, offset) {
            (Root::Variable(v), Some(base)) => {
                let slot = writer.reader.slot(v);
                self.write_words(cx, writer, slot, base, size, word);
            }
            (Root::Pointer(pointer), Some(base)) => {
                writer.store_words_through(pointer, base, size, word);
            }
            (Root::Variable(_) | Root::Pointer(_), None) => writer.forget(),
        }
    }

    fn write_words(
        &self,
        _: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        var: Slot,
        base: i64,
        size: u64,
        word: &dyn Fn(i64) -> Value,
    ) {
        for cell in self.places.cell_ids() {
            let Named::Variable(v, at) = self.places.cell(cell).named else {
                continue;
            };
            let inside = at >= base && ((at - base) as u64) < size;
            if v == var && inside {
                writer.set(cell, word(at - base));
            }
        }
    }
}

//! Which actions C's operations are, whoever applies them: three-valued structures (seed 003)
//! or boolean heaps (seed 004). There is one translation for both.

use super::actions::Writer;
use super::calls;
use super::places::{Named, Places, SiteId, Slot, Stack};
use super::value::Value;
use engine::{Cx, Gap, Reply, Step};
use program::{EdgeId, ExprId, FunctionId, Initial, Op, Place, PlaceId, Query, VarId};

/// What some actions are for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum What {
    Convert,
    /// A variable that lives becomes a node.
    Find(SiteId),
    Initial,
    /// An edge; of an allocation, what becomes a node.
    Step(FunctionId, EdgeId, Option<Allocated>),
    Call(FunctionId, EdgeId, FunctionId),
    Return(FunctionId, EdgeId, FunctionId),
}

/// What an allocation makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Allocated {
    pub site: SiteId,
    pub extent: Extent,
}

/// How many nodes a block is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Not even one element.
    Nothing,
    One,
    /// Elements of an array, two or more.
    Several,
}

/// What others said that an action depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Told {
    Int(i128),
    Address(VarId, i64),
}

impl Told {
    pub fn of(reply: &Reply) -> Option<Told> {
        match reply {
            Reply::Int(value) => Some(Told::Int(*value)),
            Reply::Address(var, offset) => Some(Told::Address(*var, *offset)),
            Reply::Unknown | Reply::Functions(_) => None,
        }
    }
}

/// Writes actions, given what can be tracked.
#[derive(Clone, Copy)]
pub struct Operations<'p> {
    pub places: &'p Places,
}

impl Operations<'_> {
    /// The block that an operation allocates, after the calls that led there.
    pub fn block_at(&self, cx: &Cx<'_>, step: &Step<'_>, stack: &Stack) -> Option<Allocated> {
        let mut found = Vec::new();
        for id in self.places.site_ids() {
            let pointers::Object::Heap {
                function,
                edge,
                context,
            } = cx.pointers.object(self.places.site(id).object)
            else {
                continue;
            };
            if (function, edge) != (step.function, step.id) {
                continue;
            }
            let mut frames = stack.frames.iter().rev();
            let mut at = context;
            let matches = loop {
                let Some(call) = cx.pointers.context(at) else {
                    break true;
                };
                match frames.next() {
                    Some(f) if (f.function, f.call) == (call.function, call.edge) => {
                        at = call.parent
                    }
                    _ => break false,
                }
            };
            if matches {
                found.push(id);
            }
        }
        match found[..] {
            [site] => Some(Allocated {
                site,
                extent: Extent::One,
            }),
            _ => None,
        }
    }

    /// What an operation may allocate, after the calls that led there: whole blocks are one
    /// node, arrays of any length one for each element. `told` says what others know of
    /// expressions.
    pub fn allocations(
        &self,
        cx: &Cx<'_>,
        step: &Step<'_>,
        stack: &Stack,
        told: &dyn Fn(ExprId) -> Reply,
    ) -> Vec<Option<Allocated>> {
        let &Op::Alloc { size, .. } = step.op() else {
            return vec![None];
        };
        let Some(block) = self.block_at(cx, step, stack) else {
            return vec![None];
        };
        let some = |extent| Some(Allocated { extent, ..block });
        let Some(element) = self.places.site(block.site).element else {
            return vec![Some(block)];
        };
        let constant = cx.program.exprs.int_value(size);
        let number = constant.or_else(|| match told(size) {
            Reply::Int(number) => Some(number),
            _ => None,
        });
        match number.map(|n| n / i128::from(element)) {
            Some(0) => vec![some(Extent::Nothing)],
            Some(1) => vec![some(Extent::One)],
            Some(2..) => vec![some(Extent::Several)],
            Some(_) | None => vec![
                some(Extent::Nothing),
                some(Extent::One),
                some(Extent::Several),
            ],
        }
    }

    /// Of a call of a function without a body: does the run end there? None if the step is
    /// another one.
    pub fn ending(&self, cx: &Cx<'_>, step: &Step<'_>) -> Result<Option<bool>, Gap> {
        match step.op() {
            Op::Call(call) => calls::ends(cx, call, step.span()).map(Some),
            Op::Unsupported { what } => Err(Gap {
                what: cx.program.names[*what].to_owned(),
                span: step.span(),
            }),
            _ => Ok(None),
        }
    }

    /// What an operation does. True if there is more to do.
    pub fn write(
        &self,
        cx: &Cx<'_>,
        step: &Step<'_>,
        allocated: Option<Allocated>,
        writer: &mut Writer<'_, '_>,
        number: usize,
    ) -> bool {
        match step.op() {
            Op::Skip | Op::Call(_) | Op::VaEnd { .. } | Op::Unsupported { .. } => {}
            &Op::Assume { condition, taken } => writer.assume(condition, taken),
            &Op::Assign { to, value } => self.assign(cx, writer, to, value),
            &Op::Havoc { place } => self.havoc(cx, writer, place),
            &Op::Alloc { to, .. } => {
                let is_tracked =
                    |a: &Allocated| writer.reader.class.tracking.sites.contains(&a.site);
                let value = match allocated.filter(is_tracked) {
                    Some(Allocated { site, extent }) => writer.allocate(site, extent),
                    None => {
                        writer.allocate_untracked();
                        Value::Other { nonzero: true }
                    }
                };
                writer.store(to, value, None);
            }
            &Op::Free { pointer } => writer.free(pointer),
            Op::Enter { variables } => return self.enter(cx, writer, variables, number),
            Op::Exit { variables } => self.exit(cx, writer, variables),
            &Op::Return { value } => self.leave(cx, writer, step.function, value),
            &(Op::VaStart { list: to } | Op::VaCopy { to, .. }) => self.havoc(cx, writer, to),
            &Op::VaArg { to, list } => {
                self.havoc(cx, writer, list);
                writer.store(to, Value::Unknown { any: true }, None);
            }
        }
        false
    }

    pub fn assign(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, to: PlaceId, value: ExprId) {
        let program = cx.program;
        if program.types.is_scalar(program.exprs.place_ty(to)) {
            let given = writer.read(value);
            let number = program
                .exprs
                .int_value(value)
                .or_else(|| writer.reader.index(value));
            writer.store(to, given, number);
        } else {
            self.copy(cx, writer, to, value);
        }
    }

    /// A place holds anything that is an input: no address of a node.
    pub fn havoc(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, place: PlaceId) {
        let program = cx.program;
        match program.types.is_scalar(program.exprs.place_ty(place)) {
            true => writer.store(place, Value::Other { nonzero: false }, None),
            false => self.store_words(cx, writer, place, &|_| Value::Other { nonzero: false }),
        }
    }

    /// The cells of variables that begin to live are empty; those that are nodes come into
    /// being one after the other.
    pub fn enter(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        variables: &[VarId],
        number: usize,
    ) -> bool {
        let variables: Vec<Slot> = variables.iter().map(|&v| writer.reader.slot(v)).collect();
        let sites: Vec<SiteId> = variables
            .iter()
            .filter_map(|&slot| self.tracked_variable(cx, writer, slot))
            .collect();
        if number == 0 {
            for cell in self.places.cell_ids() {
                if let Named::Variable(v, _) = self.places.cell(cell).named
                    && variables.contains(&v)
                {
                    writer.set(cell, Value::Other { nonzero: false });
                }
            }
        }
        if let Some(&site) = sites.get(number) {
            writer.create(site);
        }
        number + 1 < sites.len()
    }

    pub fn tracked_variable(
        &self,
        cx: &Cx<'_>,
        writer: &Writer<'_, '_>,
        slot: Slot,
    ) -> Option<SiteId> {
        let site = self.places.site_of_variable(cx, slot)?;
        writer
            .reader
            .class
            .tracking
            .sites
            .contains(&site)
            .then_some(site)
    }

    pub fn exit(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, variables: &[VarId]) {
        let variables: Vec<Slot> = variables.iter().map(|&v| writer.reader.slot(v)).collect();
        for &slot in &variables {
            if let Some(site) = self.tracked_variable(cx, writer, slot) {
                writer.end(site);
            }
        }
        for cell in self.places.cell_ids() {
            if let Named::Variable(v, _) = self.places.cell(cell).named
                && variables.contains(&v)
            {
                writer.clear(cell);
            }
        }
    }

    pub fn leave(
        &self,
        cx: &Cx<'_>,
        writer: &mut Writer<'_, '_>,
        function: FunctionId,
        value: Option<ExprId>,
    ) {
        if let Some(result) = self.places.find_cell(Named::Result(function)) {
            let given = match value {
                Some(value) if cx.program.types.is_scalar(cx.program.exprs.ty(value)) => {
                    writer.read(value)
                }
                _ => Value::Unknown { any: true },
            };
            writer.set(result, given);
        }
        let variables: Vec<VarId> = engine::variables(cx.function(function)).collect();
        self.exit(cx, writer, &variables);
    }

    pub fn initial_zeros(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, statics: &[VarId]) {
        for cell in self.places.cell_ids() {
            let Named::Variable(v, _) = self.places.cell(cell).named else {
                continue;
            };
            if statics.contains(&v.var) {
                let value = match cx.program.vars[v.var].initial {
                    Initial::Zero | Initial::Items(_) => Value::Null,
                    Initial::Indeterminate | Initial::Bytes(_) => Value::Other { nonzero: false },
                };
                writer.set(cell, value);
            } else {
                writer.set(cell, Value::Other { nonzero: false });
            }
        }
    }

    pub fn initial_items(&self, cx: &Cx<'_>, writer: &mut Writer<'_, '_>, statics: &[VarId]) {
        for &var in statics {
            if let Initial::Items(items) = &cx.program.vars[var].initial {
                for &(place, value) in items {
                    if cx.program.types.is_scalar(cx.program.exprs.place_ty(place)) {
                        let given = writer.read(value);
                        writer.store(place, given, None);
                    }
                }
            }
        }
    }
}

/// What others may know that decides what a step does to shapes, in order.
pub fn questions(cx: &Cx<'_>, op: &Op) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut gather = Gather {
        cx,
        found: &mut found,
    };
    match op {
        Op::Assume { condition, .. } => gather.expr(*condition),
        Op::Assign { to, value } => {
            gather.place(*to);
            gather.expr(*value);
            gather.ask(*value);
        }
        Op::Havoc { place } => gather.place(*place),
        Op::Alloc { to, .. } => gather.place(*to),
        Op::Free { pointer } => gather.expr(*pointer),
        Op::Return { value: Some(value) } => gather.expr(*value),
        Op::Call(call) => {
            if let Some(to) = call.result {
                gather.place(to);
            }
        }
        Op::VaArg { to, .. } => gather.place(*to),
        Op::Skip
        | Op::Return { value: None }
        | Op::Enter { .. }
        | Op::Exit { .. }
        | Op::VaStart { .. }
        | Op::VaCopy { .. }
        | Op::VaEnd { .. }
        | Op::Unsupported { .. } => {}
    }
    found.sort_unstable();
    found.dedup();
    found
}

struct Gather<'a, 'c> {
    cx: &'a Cx<'c>,
    found: &'a mut Vec<ExprId>,
}

impl Gather<'_, '_> {
    fn ask(&mut self, expr: ExprId) {
        let program = self.cx.program;
        if program.exprs.int_value(expr).is_none()
            && program.types.is_scalar(program.exprs.ty(expr))
        {
            self.found.push(expr);
        }
    }

    fn place(&mut self, place: PlaceId) {
        match self.cx.program.exprs.place(place) {
            Place::Var(_) => {}
            Place::Deref(e) => {
                self.expr(e);
                self.ask(e);
            }
            Place::Field(inner, _) => self.place(inner),
            Place::Index(inner, index) => {
                self.place(inner);
                self.expr(index);
                self.ask(index);
            }
        }
    }

    fn expr(&mut self, expr: ExprId) {
        use program::Expr;
        match self.cx.program.exprs.get(expr) {
            Expr::Load(place) => {
                self.place(place);
                self.ask(expr);
            }
            Expr::Address(place) => self.place(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
                self.ask(b);
            }
            Expr::Query(Query::Readable(place) | Query::Writable(place)) => self.place(place),
            Expr::Query(Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e)) => {
                self.expr(e)
            }
            Expr::Query(Query::Tracked | Query::Released)
            | Expr::Logical(_)
            | Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Function(_) => {}
        }
    }
}

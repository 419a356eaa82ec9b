//! Building constraints: what operations mean for them.
//!
//! Functions are built when a call first reaches them. An *instance* is a
//! function in a context; only allocation wrappers (see `wrappers`) have more
//! than one. Instances share the memory of the function's variables, but each
//! has its own registers and its own fresh blocks.

use crate::cells::{Cells, Unwritten};
use crate::graph::{Graph, Node, Use};
use crate::layout::{self, Layouts, Root, Shape};
use crate::object::{ENVIRONMENT, Object, ObjectId, Objects};
use crate::{ContextId, Offsets, Options, Uninitialized, assigned, wrappers};
use program::{EdgeId, Expr, ExprId, FunctionId, IdVec, Initial, Op, PlaceId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Where a value's targets come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Those of a node, so much further.
    Node(Node, Offsets),
    Target(u32),
}

/// A call in an instance.
pub(crate) struct Site {
    pub function: FunctionId,
    pub edge: EdgeId,
    pub context: ContextId,
}

pub(crate) struct Analysis<'p> {
    pub program: &'p Program,
    pub options: &'p Options,
    pub objects: Objects,
    pub graph: Graph,
    pub cells: Cells,
    pub layouts: Layouts,
    pub wrappers: IdVec<FunctionId, bool>,
    /// The nodes of registers outside of any context.
    pub registers: Vec<Option<Node>>,
    /// Those of instances in a context.
    pub cloned: FxHashMap<(VarId, ContextId), Node>,
    pub results: FxHashMap<(FunctionId, ContextId), Node>,
    pub instances: Vec<(FunctionId, ContextId)>,
    pub known: FxHashSet<(FunctionId, ContextId)>,
    pub pending: VecDeque<(FunctionId, ContextId)>,
    pub unassigned: FxHashMap<FunctionId, Rc<FxHashSet<VarId>>>,
    pub sites: Vec<Site>,
    /// Callees that solving found; None is a function of the environment.
    pub found_callees: Vec<(u32, Option<FunctionId>)>,
    pub bound: FxHashSet<(u32, Option<FunctionId>)>,
    pub callees: FxHashMap<(FunctionId, EdgeId), Vec<FunctionId>>,
    pub new_blobs: Vec<ObjectId>,
    /// The calls that may be of an undefined function, or one of the environment.
    pub unknown: FxHashSet<(FunctionId, EdgeId)>,
    /// What undefined functions have got hold of, if they may write it.
    pub escaped: Option<Node>,
    /// What is found outside.
    pub outside: Option<Node>,
}

impl<'p> Analysis<'p> {
    pub fn new(program: &'p Program, options: &'p Options) -> Analysis<'p> {
        let mut analysis = Analysis {
            program,
            options,
            objects: Objects::new(program),
            graph: Graph::default(),
            cells: Cells::default(),
            layouts: Layouts::default(),
            wrappers: wrappers::wrappers(program),
            registers: vec![None; program.vars.len()],
            cloned: FxHashMap::default(),
            results: FxHashMap::default(),
            instances: Vec::new(),
            known: FxHashSet::default(),
            pending: VecDeque::new(),
            unassigned: FxHashMap::default(),
            sites: Vec::new(),
            found_callees: Vec::new(),
            bound: FxHashSet::default(),
            callees: FxHashMap::default(),
            new_blobs: Vec::new(),
            unknown: FxHashSet::default(),
            escaped: None,
            outside: None,
        };
        analysis.make_indeterminate(ENVIRONMENT, Unwritten::Unset);
        analysis
    }

    /// All objects that have a name, so that questions about them have an
    /// answer; then the initial values of static variables.
    pub fn build_statics(&mut self) {
        let program = self.program;
        for id in program.vars.ids() {
            if !layout::is_register(program, id) {
                self.objects.add_var(program, id);
            }
        }
        for function in program.functions.ids() {
            self.objects.add(Object::Function(function));
        }
        for (id, var) in program.vars.enumerate() {
            if !var.kind.is_static() {
                continue;
            }
            match &var.initial {
                Initial::Indeterminate => {
                    let object = self.objects.add_var(program, id);
                    self.make_indeterminate(object, self.given(var.ty));
                }
                Initial::Items(items) => {
                    for &(place, value) in items {
                        self.assign(ContextId::ROOT, place, value);
                    }
                }
                Initial::Zero | Initial::Bytes(_) => {}
            }
        }
    }

    /// Builds the instances that were reached.
    pub fn build_pending(&mut self) {
        while let Some((function, context)) = self.pending.pop_front() {
            self.instances.push((function, context));
            let Some(body) = &self.program.functions[function].body else {
                continue;
            };
            self.build_unassigned(function, context, body);
            for (id, edge) in body.edges() {
                self.operation(function, context, id, &edge.op);
            }
        }
    }

    fn build_unassigned(&mut self, function: FunctionId, context: ContextId, body: &program::Cfa) {
        if self.options.uninitialized == Uninitialized::Ignored {
            return;
        }
        let program = self.program;
        let made = self.unassigned.entry(function);
        let vars = Rc::clone(
            made.or_insert_with(|| Rc::new(assigned::maybe_unassigned(program, function, body))),
        );
        let locals = &program.functions[function].locals;
        for &v in locals.iter().filter(|v| vars.contains(v)) {
            self.make_unassigned(context, v, Unwritten::Unset);
        }
    }

    /// The variable may hold anything.
    pub fn make_unassigned(&mut self, context: ContextId, var: VarId, how: Unwritten) {
        if !layout::is_register(self.program, var) {
            let object = self.objects.add_var(self.program, var);
            self.make_indeterminate(object, how);
        } else if self.program.types.is_pointer(self.program.vars[var].ty) {
            let node = self.register(context, var);
            self.lead_anywhere(node, how);
        }
    }

    /// The node is an indeterminate pointer.
    pub fn lead_anywhere(&mut self, node: Node, how: Unwritten) {
        for target in self.objects.indeterminate(how) {
            self.graph.add_target(node, target);
        }
    }

    fn operation(&mut self, function: FunctionId, context: ContextId, edge: EdgeId, op: &'p Op) {
        match op {
            Op::Skip
            | Op::Assume { .. }
            | Op::Free { .. }
            | Op::Enter { .. }
            | Op::Exit { .. }
            | Op::VaEnd { .. }
            | Op::Unsupported { .. } => {}
            Op::Assign { to, value } => self.assign(context, *to, *value),
            Op::Havoc { place } => self.havoc(context, *place, Unwritten::Unset),
            Op::Call(call) => self.call(function, context, edge, call),
            Op::Return { value } => self.return_value(function, context, *value),
            Op::Alloc { to, .. } => self.allocate(function, context, edge, *to),
            Op::VaStart { list } => {
                let object = self.objects.add(Object::Variadic(function));
                let target = self.objects.target(object, Offsets::ZERO);
                self.write(context, *list, self.word(), &[Source::Target(target)]);
            }
            Op::VaArg { to, list } => self.variable_argument(context, *to, *list),
            Op::VaCopy { to, from } => {
                let list = self.read(context, *from, Offsets::ZERO, self.word(), false);
                self.write(context, *to, self.word(), &list);
            }
        }
    }

    /// Bytes of a pointer.
    pub fn word(&self) -> u32 {
        self.program.model().pointer_size() as u32
    }

    pub fn allocate(
        &mut self,
        function: FunctionId,
        context: ContextId,
        edge: EdgeId,
        to: PlaceId,
    ) {
        let object = self.objects.add(Object::Heap {
            function,
            edge,
            context,
        });
        if self.options.uninitialized == Uninitialized::Environment {
            self.make_indeterminate(object, Unwritten::Unset);
        }
        let target = self.objects.target(object, Offsets::ZERO);
        let width = layout::place_width(self.program, to);
        self.write(context, to, width, &[Source::Target(target)]);
    }

    /// `to = value`, of any type.
    pub fn assign(&mut self, context: ContextId, to: PlaceId, value: ExprId) {
        match layout::shape(self.program, self.program.exprs.ty(value)) {
            Shape::Number | Shape::Pointer => {
                let width = layout::place_width(self.program, to);
                let sources = self.sources(context, value);
                if !sources.is_empty() {
                    self.write(context, to, width, &sources);
                }
            }
            Shape::Aggregate => {
                for (by, width, sources) in self.aggregate(context, value) {
                    self.write_at(context, to, by, width, &sources);
                }
            }
        }
    }

    /// The parts of an aggregate value.
    pub fn aggregate(
        &mut self,
        context: ContextId,
        value: ExprId,
    ) -> Vec<(Offsets, u32, Vec<Source>)> {
        let Expr::Load(from) = self.program.exprs.get(value) else {
            // All zero.
            return Vec::new();
        };
        let parts = self
            .layouts
            .parts(self.program, self.program.exprs.ty(value));
        let mut list = Vec::with_capacity(parts.len());
        for part in parts.iter() {
            // Copying keeps what is indeterminate so, whatever its type.
            let sources = self.read(context, from, part.offsets, part.width, true);
            if !sources.is_empty() {
                list.push((part.offsets, part.width, sources));
            }
        }
        list
    }

    /// Nothing is known about the value of the place.
    pub fn havoc(&mut self, context: ContextId, place: PlaceId, how: Unwritten) {
        let ty = self.program.exprs.place_ty(place);
        match layout::shape(self.program, ty) {
            Shape::Number => {}
            Shape::Pointer => {
                let targets = self.objects.indeterminate(how);
                let sources: Vec<Source> = targets.into_iter().map(Source::Target).collect();
                self.write(context, place, self.word(), &sources);
            }
            Shape::Aggregate => {
                let (root, _) = layout::resolve(self.program, self.options.members, place);
                match root {
                    Root::Var(v) => self.make_unassigned(context, v, how),
                    Root::Pointer(e) => {
                        for source in self.sources(context, e) {
                            match source {
                                Source::Node(n, _) => drop(self.use_of(n, Use::Havoc(how))),
                                Source::Target(t) => {
                                    let object = self.objects.get_target(t).object;
                                    self.make_indeterminate(object, how);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

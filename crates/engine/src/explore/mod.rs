//! Exploration: the states that a product of analyses can reach in a program.
//!
//! The reached states form a graph in arenas: a node is a state at a location of a
//! *context*, which is one analysis of a function from an entry state. Which calls
//! share a context, and which states are merged, is the [`Setup`]; path-sensitive
//! analysis, dataflow analysis and property simulation (ESP, Fig. 4) are three of them.
//!
//! A call puts the callee's entry state into a context and registers the caller there;
//! whenever the context has a new exit, every caller goes on, and a new caller goes on
//! from the exits there are. So a context is a summary, recursion included.

mod contexts;
mod graph;
mod order;
mod view;

pub use contexts::{Context, ContextId};
pub use graph::{Node, NodeId};
pub use order::Order;

use crate::analysis::{CallStep, Cx, Gap, Question, Reply, Step};
use crate::product::{Product, ProductState};
use contexts::{Caller, Contexts, Group};
use graph::Graph;
use order::Worklist;
use program::{Call, Callee, Cfa, Edge, EdgeId, FunctionId, Location, Op};
use properties::Property;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use solver::path::Primitive;

/// When states that meet at a location become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// Paths are kept apart.
    Never,
    /// Everything that meets is joined: classical dataflow analysis.
    Always,
    /// States are joined if their merge keys agree: property simulation.
    WhenKeysAgree,
}

/// Which calls of a function share its states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// Those that enter with states which would be merged: summaries.
    Tabulated,
    /// None: every call stack has its own.
    Unrolled,
}

#[derive(Clone, Debug)]
pub struct Setup {
    pub merge: Merge,
    pub calls: Calls,
    pub order: Order,
    /// Merges at one place after which they are widenings.
    pub widen_after: u32,
    /// Successor computations after which the exploration gives up.
    pub limit: u64,
}

/// States that a new one is compared with where paths are kept apart. Equal states
/// are always found; this bounds the search for more general ones.
const MAX_COMPARED: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Successor computations.
    pub successors: u64,
    pub nodes: u64,
    pub covered: u64,
    pub merged: u64,
    pub widened: u64,
    pub contexts: u64,
}

/// Why exploration paused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A node at an error location, and the number of what is violated there.
    Violation(NodeId, u32),
    /// Something without a meaning was reached.
    Gap(Gap),
    /// Every reachable state has been seen, but for what lies beyond gaps.
    Finished,
    /// The limit is exhausted.
    Limit,
}

pub struct Exploration<'a> {
    cx: &'a Cx<'a>,
    product: Product,
    setup: Setup,
    graph: Graph,
    contexts: Contexts,
    worklist: Worklist,
    /// The nodes whose states new ones are compared with.
    reached: FxHashMap<Place, SmallVec<[NodeId; 2]>>,
    /// Where paths are kept apart: the states that have been there.
    seen: FxHashSet<(ContextId, Location, u32)>,
    /// How often states were merged at a place.
    merges: FxHashMap<Place, u32>,
    joins: FxHashMap<FunctionId, Box<[bool]>>,
    pending: Vec<Event>,
    pub statistics: Statistics,
}

/// Where states may meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    context: ContextId,
    at: Location,
    partition: u64,
    key: u64,
}

impl<'a> Exploration<'a> {
    pub fn new(cx: &'a Cx<'a>, product: Product, setup: Setup) -> Exploration<'a> {
        let mut exploration = Exploration {
            cx,
            product,
            worklist: Worklist::new(setup.order),
            setup,
            graph: Graph::default(),
            contexts: Contexts::default(),
            reached: FxHashMap::default(),
            seen: FxHashSet::default(),
            merges: FxHashMap::default(),
            joins: FxHashMap::default(),
            pending: Vec::new(),
            statistics: Statistics::default(),
        };
        let mut initial = Vec::new();
        match exploration.product.initial(cx, &mut initial) {
            Ok(()) => {
                for state in initial {
                    exploration.enter(cx.start, None, state);
                }
            }
            Err(gap) => exploration.pending.push(Event::Gap(gap)),
        }
        exploration
    }

    pub fn cx(&self) -> &'a Cx<'a> {
        self.cx
    }

    pub fn product(&self) -> &Product {
        &self.product
    }

    /// Goes on until something is to be told.
    pub fn run(&mut self) -> Event {
        loop {
            if let Some(event) = self.pending.pop() {
                return event;
            }
            if self.statistics.successors >= self.setup.limit {
                return Event::Limit;
            }
            let Some(id) = self.worklist.pop() else {
                return Event::Finished;
            };
            if !self.graph[id].is_dropped() {
                self.expand(id);
            }
        }
    }

    /// The nodes whose states hold what is known, in order of their making.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.graph.nodes().filter(|(_, node)| !node.is_dropped())
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.graph[id]
    }

    pub fn state(&self, id: NodeId) -> &ProductState {
        self.graph.state(self.graph[id].state)
    }

    pub fn context(&self, id: ContextId) -> &Context {
        &self.contexts[id]
    }

    /// The nodes of a path to a node, as a run passes them.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        self.graph.path(to)
    }

    /// How many different states of the product there are.
    pub fn state_count(&self) -> usize {
        self.graph.state_count()
    }

    /// The function that a node lies in.
    pub fn function(&self, id: NodeId) -> FunctionId {
        self.contexts[self.graph[id].context].function
    }

    fn expand(&mut self, id: NodeId) {
        let node = self.graph[id].clone();
        let function = self.contexts[node.context].function;
        let cx = self.cx;
        let Some(body) = &cx.program.functions[function].body else {
            return;
        };
        if let Some(violation) = body.error_at(node.at) {
            self.pending.push(Event::Violation(id, violation));
            return;
        }
        if body.exit() == Some(node.at) {
            self.leave(id, node.context);
            return;
        }
        let mut out = Vec::new();
        for edge_id in body.leaving_ids(node.at) {
            let edge = body.edge(edge_id);
            let step = Step {
                function,
                id: edge_id,
                edge,
            };
            if let Op::Call(call) = &edge.op
                && self.follow_call(id, call, step)
            {
                continue;
            }
            self.take(id, step, &mut out);
        }
    }

    /// A step within a function.
    fn take(&mut self, id: NodeId, step: Step<'_>, out: &mut Vec<ProductState>) {
        self.statistics.successors += 1;
        let node = &self.graph[id];
        let (context, state) = (node.context, self.graph.state(node.state));
        out.clear();
        if let Err(gap) = self.product.post(self.cx, state, &step, out) {
            self.gap(gap);
            return;
        }
        for state in out.drain(..) {
            self.add(context, step.edge.to, state, Origin::step(id, step.id));
        }
    }

    fn gap(&mut self, gap: Gap) {
        self.pending.push(Event::Gap(gap));
    }

    /// Enters the functions that a call may mean. False if it is a step like any
    /// other: the only callee has no body.
    fn follow_call(&mut self, id: NodeId, call: &Call, step: Step<'_>) -> bool {
        let program = self.cx.program;
        let has_body = |f: FunctionId| program.functions[f].body.is_some();
        match call.callee {
            Callee::Direct(callee) if has_body(callee) => {
                self.enter_callee(id, call, callee, step);
                true
            }
            Callee::Direct(_) => false,
            Callee::Indirect(pointer) => {
                let state = self.state(id);
                let asked = self
                    .product
                    .answer(self.cx, state, &Question::Callees(pointer));
                let calls = self.cx.pointers.calls();
                let callees = match asked {
                    Reply::Functions(callees) => callees,
                    Reply::Unknown | Reply::Int(_) => {
                        if calls.calls_unknown(step.function, step.id) {
                            self.gap(Gap {
                                what: "a call through a pointer that may lead anywhere".into(),
                                span: step.span(),
                            });
                        }
                        calls.callees(step.function, step.id).to_vec()
                    }
                };
                for callee in callees {
                    if self.is_unchecked_end(callee) {
                        let name = &program.names[program.functions[callee].name];
                        let what = format!("a call of {name} through a pointer");
                        let span = step.span();
                        self.gap(Gap { what, span });
                    } else if has_body(callee) {
                        self.enter_callee(id, call, callee, step);
                    } else {
                        self.call_declared(id, call, callee, step);
                    }
                }
                true
            }
        }
    }

    /// Does the function end the program in a way that checks are woven before, but
    /// only where it is called by its name?
    fn is_unchecked_end(&self, function: FunctionId) -> bool {
        let program = self.cx.program;
        let asked = |p: Property| self.cx.properties.contains(p);
        match Primitive::named(&program.names[program.functions[function].name]) {
            Some(Primitive::ErrorCall) => asked(Property::UnreachCall),
            Some(Primitive::Assertion) => asked(Property::Assert),
            Some(Primitive::End) => {
                asked(Property::ValidMemtrack) || asked(Property::ValidMemcleanup)
            }
            _ => false,
        }
    }

    /// A call through a pointer of a function without a body: the same as calling it
    /// by its name.
    fn call_declared(&mut self, id: NodeId, call: &Call, callee: FunctionId, step: Step<'_>) {
        let direct = Edge {
            op: Op::Call(Box::new(Call {
                callee: Callee::Direct(callee),
                ..call.clone()
            })),
            ..step.edge.clone()
        };
        let step = Step {
            edge: &direct,
            ..step
        };
        self.take(id, step, &mut Vec::new());
    }

    fn enter_callee(&mut self, id: NodeId, call: &Call, callee: FunctionId, step: Step<'_>) {
        self.statistics.successors += 1;
        let call = CallStep { step, call, callee };
        let mut entries = Vec::new();
        let state = self.graph.state(self.graph[id].state);
        match self.product.call(self.cx, state, &call, &mut entries) {
            Ok(()) => {
                for entry in entries {
                    self.enter(callee, Some((id, step.id)), entry);
                }
            }
            Err(gap) => self.gap(gap),
        }
    }

    /// Puts an entry state into its context; the caller goes on from the exits that
    /// the context has already.
    fn enter(
        &mut self,
        function: FunctionId,
        caller: Option<(NodeId, EdgeId)>,
        state: ProductState,
    ) {
        let group = match (self.setup.merge, self.setup.calls) {
            (Merge::Never, Calls::Tabulated) => Group::Entry(self.graph.intern(state.clone())),
            (Merge::Never, Calls::Unrolled) => Group::Caller(caller),
            (Merge::Always, Calls::Tabulated) => Group::Key(0),
            (Merge::WhenKeysAgree, Calls::Tabulated) => Group::Key(self.product.merge_key(&state)),
            (merge, Calls::Unrolled) => {
                let key = match merge {
                    Merge::WhenKeysAgree => self.product.merge_key(&state),
                    Merge::Never | Merge::Always => 0,
                };
                let stack = caller.map(|(node, edge)| (self.graph[node].context, edge));
                Group::Stack(stack, key)
            }
        };
        let depth = caller.map_or(0, |(node, _)| {
            self.contexts[self.graph[node].context].depth + 1
        });
        let (context, is_new) = self.contexts.get(function, group, depth);
        self.statistics.contexts += is_new as u64;
        if let Some((node, edge)) = caller {
            let caller = Caller { node, edge };
            // A node calls once; with several entry states, they follow each other.
            if self.contexts[context].callers.last() != Some(&caller) {
                self.contexts.add_caller(context, caller);
                for exit in self.contexts[context].exits.clone() {
                    if !self.graph[exit].is_dropped() {
                        self.go_on(caller, exit);
                    }
                }
            }
        }
        let entry = match &self.cx.program.functions[function].body {
            Some(body) => body.entry(),
            None => return,
        };
        self.add(context, entry, state, Origin::entry(caller));
    }

    /// A node at the exit of its context: all callers go on.
    fn leave(&mut self, exit: NodeId, context: ContextId) {
        self.contexts.add_exit(context, exit);
        for caller in self.contexts[context].callers.clone() {
            if !self.graph[caller.node].is_dropped() {
                self.go_on(caller, exit);
            }
        }
    }

    /// A caller goes on after the callee's exit.
    fn go_on(&mut self, caller: Caller, exit: NodeId) {
        self.statistics.successors += 1;
        let node = &self.graph[caller.node];
        let context = node.context;
        let function = self.contexts[context].function;
        let callee = self.contexts[self.graph[exit].context].function;
        let cx = self.cx;
        let Some(body) = &cx.program.functions[function].body else {
            return;
        };
        let edge = body.edge(caller.edge);
        let Op::Call(call) = &edge.op else {
            return;
        };
        let call = CallStep {
            step: Step {
                function,
                id: caller.edge,
                edge,
            },
            call,
            callee,
        };
        let mut out = Vec::new();
        let before = self.graph.state(node.state);
        let after = self.graph.state(self.graph[exit].state);
        if let Err(gap) = self.product.ret(cx, before, after, &call, &mut out) {
            self.gap(gap);
            return;
        }
        for state in out {
            let origin = Origin::ret(caller.node, caller.edge, exit);
            self.add(context, edge.to, state, origin);
        }
    }

    /// A state has been reached: it is covered, merged with what is there, or new.
    fn add(&mut self, context: ContextId, at: Location, state: ProductState, origin: Origin) {
        match self.setup.merge {
            Merge::Never => self.add_apart(context, at, state, origin),
            Merge::Always => self.add_merged(context, at, state, 0, origin),
            Merge::WhenKeysAgree => {
                let key = self.product.merge_key(&state);
                self.add_merged(context, at, state, key, origin);
            }
        }
    }

    fn add_apart(&mut self, context: ContextId, at: Location, state: ProductState, origin: Origin) {
        let id = self.graph.intern(state);
        // Only where paths meet can there be something to meet.
        if self.is_join(context, at) {
            if !self.seen.insert((context, at, id)) {
                self.statistics.covered += 1;
                return;
            }
            let state = self.graph.state(id);
            let place = Place {
                context,
                at,
                partition: self.product.partition(state),
                key: 0,
            };
            let others = self.reached.entry(place).or_default();
            for &other in others.iter().rev().take(MAX_COMPARED) {
                let by = self.graph.state(self.graph[other].state);
                if self.product.covered(self.cx, state, by) {
                    self.statistics.covered += 1;
                    return;
                }
            }
            others.push(NodeId::next(self.graph.len()));
        }
        self.push(context, at, id, origin);
    }

    fn add_merged(
        &mut self,
        context: ContextId,
        at: Location,
        mut state: ProductState,
        key: u64,
        origin: Origin,
    ) {
        let place = Place {
            context,
            at,
            partition: self.product.partition(&state),
            key,
        };
        let others = self.reached.get(&place).cloned().unwrap_or_default();
        let mut kept: SmallVec<[NodeId; 2]> = SmallVec::new();
        for other in others {
            let old = self.graph.state(self.graph[other].state);
            if self.product.covered(self.cx, &state, old) {
                self.statistics.covered += 1;
                return;
            }
            let widen = self.may_widen(context, at)
                && self.merges.get(&place).copied().unwrap_or(0) >= self.setup.widen_after;
            let merged = match widen {
                true => self.product.widen(self.cx, &state, old),
                false => self.product.merge(self.cx, &state, old),
            };
            match merged {
                Some(merged) => {
                    self.statistics.merged += 1;
                    self.statistics.widened += widen as u64;
                    *self.merges.entry(place).or_default() += 1;
                    self.graph.drop(other);
                    state = merged;
                }
                None => kept.push(other),
            }
        }
        kept.push(NodeId::next(self.graph.len()));
        self.reached.insert(place, kept);
        let id = self.graph.intern(state);
        self.push(context, at, id, origin);
    }

    fn push(&mut self, context: ContextId, at: Location, state: u32, origin: Origin) {
        self.statistics.nodes += 1;
        let node = Node::new(context, at, state, origin);
        let id = self.graph.push(node);
        self.worklist.push(id, self.contexts[context].depth, at);
    }

    fn body(&self, context: ContextId) -> Option<&'a Cfa> {
        let function = self.contexts[context].function;
        self.cx.program.functions[function].body.as_ref()
    }

    /// Ascending chains that do not end go through a loop head, or through the entry of a
    /// function that calls itself with ever more, or through its exit if what it returns
    /// depends on what it returned.
    fn may_widen(&self, context: ContextId, at: Location) -> bool {
        let body = self.body(context);
        body.is_some_and(|b| b.is_loop_head(at) || b.entry() == at || b.exit() == Some(at))
    }

    fn is_join(&mut self, context: ContextId, at: Location) -> bool {
        let function = self.contexts[context].function;
        let Some(body) = self.body(context) else {
            return false;
        };
        let joins = self.joins.entry(function).or_insert_with(|| joins(body));
        joins[program::Id::index(at)]
    }
}

/// Which locations more than one path leads to: an entry may be called from anywhere,
/// and after a call there may be a path for each exit.
fn joins(body: &Cfa) -> Box<[bool]> {
    let mut entered = vec![0u32; body.location_count()];
    entered[program::Id::index(body.entry())] = 2;
    for (_, edge) in body.edges() {
        let ways = 1 + matches!(edge.op, Op::Call(_)) as u32;
        entered[program::Id::index(edge.to)] += ways;
    }
    entered.into_iter().map(|n| n > 1).collect()
}

/// How a node came to be.
#[derive(Clone, Copy, Debug)]
struct Origin {
    parent: Option<NodeId>,
    edge: Option<EdgeId>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Step,
    /// Of a function.
    Entry,
    /// From a callee, by this exit.
    Return(NodeId),
}

impl Origin {
    fn step(parent: NodeId, edge: EdgeId) -> Origin {
        Origin {
            parent: Some(parent),
            edge: Some(edge),
            kind: Kind::Step,
        }
    }

    fn entry(caller: Option<(NodeId, EdgeId)>) -> Origin {
        Origin {
            parent: caller.map(|(node, _)| node),
            edge: caller.map(|(_, edge)| edge),
            kind: Kind::Entry,
        }
    }

    fn ret(parent: NodeId, edge: EdgeId, exit: NodeId) -> Origin {
        Origin {
            kind: Kind::Return(exit),
            ..Origin::step(parent, edge)
        }
    }
}

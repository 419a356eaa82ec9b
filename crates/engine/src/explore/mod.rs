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

mod check;
mod contexts;
mod cut;
mod graph;
mod meet;
mod order;
mod trace;
mod view;

pub use contexts::{Context, ContextId};
pub use graph::{Link, Node, NodeId};
pub use order::Order;
pub use trace::Trace;
pub use view::Drawn;

use crate::analysis::{CallStep, Cx, Gap, Question, Reply, Step};
use crate::exchange::Account;
use crate::product::{Product, ProductState};
use contexts::{Caller, Contexts, Group};
use graph::Graph;
use order::Worklist;
use program::{Call, Callee, Edge, EdgeId, ExprId, FunctionId, Location, Op};
use properties::Property;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use solver::path::Primitive;

/// Open calls beyond which they are not unrolled: states with stacks like that take too
/// much memory.
const DEEPEST: u32 = 1000;

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
    /// The limit is exhausted, or there are too many open calls.
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
    /// Where paths are kept apart: the states that have been there, and the nodes that
    /// contain them.
    seen: FxHashMap<(ContextId, Location, u32), NodeId>,
    /// What was covered, and by which node.
    covered: Vec<(NodeId, Link)>,
    /// Where states are not merged whatever the setup says.
    apart: FxHashSet<(FunctionId, Location)>,
    /// The node at hand has been expanded before.
    again: bool,
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
            seen: FxHashMap::default(),
            covered: Vec::new(),
            apart: FxHashSet::default(),
            again: false,
            merges: FxHashMap::default(),
            joins: FxHashMap::default(),
            pending: Vec::new(),
            statistics: Statistics::default(),
        };
        exploration.start();
        exploration
    }

    fn start(&mut self) {
        let mut initial = Vec::new();
        match self.product.initial(self.cx, &mut initial) {
            Ok(()) => {
                for state in initial {
                    self.enter(self.cx.start, None, state);
                }
            }
            Err(gap) => self.pending.push(Event::Gap(gap)),
        }
    }

    pub fn cx(&self) -> &'a Cx<'a> {
        self.cx
    }

    pub fn product(&self) -> &Product {
        &self.product
    }

    pub(crate) fn product_mut(&mut self) -> &mut Product {
        &mut self.product
    }

    /// What the analyses told each other, if that was recorded.
    pub fn account(&self) -> Option<Account> {
        self.product.ledger().map(|ledger| ledger.account(self.cx))
    }

    /// Goes on until something is to be told.
    pub fn run(&mut self) -> Event {
        loop {
            if let Some(event) = self.run_for(u64::MAX) {
                return event;
            }
        }
    }

    /// The same; None if so many successors were computed before.
    pub fn run_for(&mut self, successors: u64) -> Option<Event> {
        let pause = self.statistics.successors.saturating_add(successors);
        loop {
            if let Some(event) = self.pending.pop() {
                return Some(event);
            }
            if self.statistics.successors >= self.setup.limit {
                return Some(Event::Limit);
            }
            if self.statistics.successors >= pause {
                return None;
            }
            let Some(id) = self.worklist.pop() else {
                return Some(Event::Finished);
            };
            if let Some(again) = self.graph.begin(id) {
                self.again = again;
                self.expand(id);
            }
        }
    }

    /// The nodes whose states hold what is known, in order of their making.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.graph.nodes().filter(|(_, node)| !node.is_dropped())
    }

    /// The node that will be made next: all others are before it.
    pub(crate) fn next_node(&self) -> NodeId {
        NodeId::next(self.graph.len())
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.graph[id]
    }

    /// The ways in which a node was reached, the one that made it first. The nodes they
    /// name may have been merged into others: see [`Exploration::standing`].
    pub fn links(&self, id: NodeId) -> &[Link] {
        self.graph[id].links()
    }

    /// What was reached and is contained in a node that was there: that node, and the way.
    pub(crate) fn covered(&self) -> impl Iterator<Item = (NodeId, Link)> {
        self.covered.iter().copied()
    }

    /// The node that has a node's state now: itself, or what it was merged into. None
    /// if it was removed.
    pub fn standing(&self, id: NodeId) -> Option<NodeId> {
        self.graph.standing(id)
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
        let (context, at) = (self.graph[id].context, self.graph[id].at);
        let function = self.contexts[context].function;
        let cx = self.cx;
        let Some(body) = &cx.program.functions[function].body else {
            return;
        };
        if let Some(violation) = body.error_at(at) {
            self.pending.push(Event::Violation(id, violation));
            return;
        }
        if body.exit() == Some(at) {
            self.leave(id, context);
            return;
        }
        let mut out = Vec::new();
        for edge_id in body.leaving_ids(at) {
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
            self.add(context, step.edge.to, state, Link::step(id, step.id));
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
                let (callees, gap) = self.callees(id, pointer, step);
                self.pending.extend(gap.map(Event::Gap));
                for callee in callees {
                    if self.is_unchecked_end(callee) {
                        let name = &program.names[program.functions[callee].name];
                        let what = format!("a call of {name} through a pointer");
                        let span = step.span();
                        self.gap(Gap { what, span });
                    } else if has_body(callee) {
                        self.enter_callee(id, call, callee, step);
                    } else {
                        let edge = &called_by_name(call, callee, step);
                        self.take(id, Step { edge, ..step }, &mut Vec::new());
                    }
                }
                true
            }
        }
    }

    /// The functions that a call through a pointer may mean, and what it may mean besides.
    fn callees(
        &self,
        id: NodeId,
        pointer: ExprId,
        step: Step<'_>,
    ) -> (Vec<FunctionId>, Option<Gap>) {
        let question = Question::Callees(pointer);
        let calls = self.cx.pointers.calls();
        match self.product.answer(self.cx, self.state(id), &question) {
            Reply::Functions(callees) => (callees, None),
            Reply::Unknown | Reply::Int(_) | Reply::Address(..) => {
                let unknown = calls.calls_unknown(step.function, step.id);
                let gap = unknown.then(|| Gap {
                    what: "a call through a pointer that may lead anywhere".into(),
                    span: step.span(),
                });
                (calls.callees(step.function, step.id).to_vec(), gap)
            }
        }
    }

    /// Does the function end the program in a way that checks are woven before, but
    /// only where it is called by its name?
    fn is_unchecked_end(&self, function: FunctionId) -> bool {
        let program = self.cx.program;
        let asked = |p: Property| self.cx.properties.contains(p);
        let leaks = asked(Property::ValidMemtrack) || asked(Property::ValidMemcleanup);
        let function = &program.functions[function];
        match Primitive::named(&program.names[function.name]) {
            Some(Primitive::ErrorCall) => asked(Property::UnreachCall),
            Some(Primitive::Assertion) => asked(Property::Assert),
            Some(Primitive::End) => leaks,
            _ => leaks && function.no_return && function.body.is_none(),
        }
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
        let group = self.group(caller, &state);
        let depth = caller.map_or(0, |(node, _)| {
            self.contexts[self.graph[node].context].depth + 1
        });
        if depth > DEEPEST && self.setup.calls == Calls::Unrolled {
            self.pending.push(Event::Limit);
            return;
        }
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
        self.add(context, entry, state, Link::entry(caller));
    }

    /// Which context an entry state goes into.
    fn group(&mut self, caller: Option<(NodeId, EdgeId)>, state: &ProductState) -> Group {
        match (self.setup.merge, self.setup.calls) {
            (Merge::Never, Calls::Tabulated) => Group::Entry(self.graph.intern(state.clone())),
            (Merge::Never, Calls::Unrolled) => Group::Caller(caller),
            (Merge::Always, Calls::Tabulated) => Group::Key(0),
            (Merge::WhenKeysAgree, Calls::Tabulated) => Group::Key(self.product.merge_key(state)),
            (merge, Calls::Unrolled) => {
                // Every caller of a context goes on from every exit: with the key, only
                // from those that states of its own key led to.
                let key = match merge {
                    Merge::WhenKeysAgree => self.product.merge_key(state),
                    Merge::Never | Merge::Always => 0,
                };
                let stack = caller.map(|(node, edge)| (self.graph[node].context, edge));
                Group::Stack(stack, key)
            }
        }
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
            let link = Link::ret(caller.node, caller.edge, exit);
            self.add(context, edge.to, state, link);
        }
    }
}

/// A call through a pointer of a function without a body is the same as calling it by its
/// name.
fn called_by_name(call: &Call, callee: FunctionId, step: Step<'_>) -> Edge {
    Edge {
        op: Op::Call(Box::new(Call {
            callee: Callee::Direct(callee),
            ..call.clone()
        })),
        ..step.edge.clone()
    }
}

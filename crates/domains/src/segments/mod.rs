//! Symbolic memory graphs with list segments (Dudka, Peringer, Vojnar 2013; the symbolic
//! heaps of Berdine, Calcagno, O'Hearn and Distefano): memory safety of programs with
//! unbounded lists.
//!
//! A state is one graph: variables, blocks of the heap, and *segments*, which stand for
//! lists of any length, singly or doubly linked, whose nodes may own lists themselves. Steps
//! take nodes out of segments before they look at them; where loops begin, neighbours that
//! are alike become segments again. Graphs that differ in lengths meet there.
//!
//! The files: `value.rs`, `object.rs` and `graph.rs` are the state, `layout.rs` what is
//! looked up about the program; `eval.rs`, `step.rs` and `calls.rs` are the transfer;
//! `unfold.rs` takes segments apart, `fold.rs` makes them, `join.rs` and `absent.rs` join graphs
//! and nodes;
//! `show.rs` is for people, `contains.rs` for tests.
//!
//! What it does not do: trees; relate numbers; tell apart what lies at unknown offsets. What
//! is written where nobody knows makes everything unknown.

mod absent;
mod calls;
mod contains;
mod draw;
mod eval;
mod fold;
mod graph;
mod join;
mod layout;
mod object;
mod show;
mod step;
mod unfold;
mod value;

pub use graph::Graph;
pub use layout::has_links;

use crate::reads;
use engine::{Analysis, CallStep, Cx, Facts, Gap, Picture, Question, Reply, Step, Successors};
use eval::{Now, Stop};
use indexmap::IndexSet;
use join::{Join, Policy};
use layout::Layout;
use logic::FormulaId;
use object::{Cells, Kind, Object};
use program::{FunctionId, Id, Initial, Location, VarId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use value::Value;

pub struct Segments {
    layout: Layout,
    /// The graphs with which functions were entered.
    entries: RefCell<IndexSet<Graph, FxBuildHasher>>,
    /// The graphs that differ only in what nodes count, by where they are and what they are
    /// but for that.
    variants: RefCell<FxHashMap<(FunctionId, Location, u64), FxHashSet<u64>>>,
}

/// Graphs that differ only in what nodes count, at one place: more are not told apart.
const MOST_VARIANTS: usize = 16;

impl Segments {
    pub fn new(cx: &Cx<'_>) -> Segments {
        Segments {
            layout: Layout::new(cx),
            entries: RefCell::default(),
            variants: RefCell::default(),
        }
    }

    fn now<'a>(&'a self, cx: &'a Cx<'a>, graph: Graph, facts: Option<&'a Facts<'a>>) -> Now<'a> {
        Now {
            segments: self,
            cx,
            graph,
            facts,
        }
    }

    /// Statics hold what they begin with.
    fn initial_graph(&self, cx: &Cx<'_>) -> Result<Graph, Stop> {
        let program = cx.program;
        let mentioned = program.exprs.mentioned_vars();
        let mut now = self.now(cx, Graph::default(), None);
        let statics = || {
            let all = program.vars.ids();
            all.filter(|v| program.vars[*v].kind.is_static() && mentioned.contains(v))
        };
        for var in statics() {
            let cells = match &program.vars[var].initial {
                Initial::Indeterminate | Initial::Bytes(_) => continue,
                Initial::Zero | Initial::Items(_) => {
                    Cells::zero(self.layout.var(var).size.unwrap_or(0))
                }
            };
            let id = now.variable(var);
            now.graph.object_mut(id).cells = cells;
        }
        for var in statics() {
            if let Initial::Items(items) = &program.vars[var].initial {
                for &(place, value) in items {
                    now.initialize(place, value)?;
                }
            }
            if let Some(preset) = cx.preset(var) {
                let id = now.variable(var);
                let size = self.layout.var(var).size.unwrap_or(0);
                let cells = &mut now.graph.object_mut(id).cells;
                cells.write(0, size, Value::Int(preset));
            }
        }
        Ok(now.graph)
    }

    /// Leaves of a graph what matters at a location, in its normal form.
    fn tidy(&self, cx: &Cx<'_>, graph: &mut Graph, function: FunctionId, at: Location) {
        let Some(body) = &cx.program.functions[function].body else {
            return;
        };
        self.drop_dead(graph, function, at);
        graph.collect();
        let info = &self.layout.functions[function.index()];
        graph.head = body.is_loop_head(at);
        let is_exit = body.exit() == Some(at);
        if graph.head || is_exit && info.is_recursive {
            if !info.is_library {
                graph.forget_numbers();
            }
            graph.fold(self.layout.word);
            graph.collect();
            graph.renumber();
            self.bound_variants(graph, (function, at));
        }
        graph.renumber();
    }

    /// Forgets what nodes count where there are many graphs that differ in nothing else.
    fn bound_variants(&self, graph: &mut Graph, (function, at): (FunctionId, Location)) {
        let mut plain = graph.clone();
        for object in plain.objects.values_mut() {
            let Some(ty) = object.ty.filter(|_| object.is_heap()) else {
                continue;
            };
            for &(at, size) in self.layout.data(ty) {
                if object.cells.read(at, size) != Value::Any {
                    Rc::make_mut(object).cells.forget(at, size);
                }
            }
        }
        if plain == *graph {
            return;
        }
        let hash = |graph: &Graph| {
            let mut hasher = FxHasher::default();
            graph.hash(&mut hasher);
            hasher.finish()
        };
        let mut variants = self.variants.borrow_mut();
        let known = variants.entry((function, at, hash(&plain))).or_default();
        let hash = hash(graph);
        if known.len() >= MOST_VARIANTS && !known.contains(&hash) {
            plain.fold(self.layout.word);
            plain.collect();
            *graph = plain;
        } else {
            known.insert(hash);
        }
    }

    fn tidy_entry(&self, _: &Cx<'_>, graph: &mut Graph, callee: FunctionId) {
        graph.collect();
        if self.layout.functions[callee.index()].is_recursive {
            graph.head = true;
            graph.forget_numbers();
            graph.fold(self.layout.word);
        }
        graph.renumber();
    }

    /// Forgets variables that are not read any more: temporaries in any case, others unless
    /// they keep a block.
    fn drop_dead(&self, graph: &mut Graph, function: FunctionId, at: Location) {
        let dead = |var: VarId| !self.layout.is_live(function, at, var);
        let named: Vec<VarId> = graph
            .named
            .keys()
            .copied()
            .filter(|v| self.layout.var(*v).is_temporary && dead(*v))
            .collect();
        for var in named {
            if let Some(id) = graph.named.remove(&var) {
                graph.objects.remove(&id);
            }
        }
        let vars: Vec<VarId> = graph
            .registers
            .keys()
            .copied()
            .filter(|v| dead(*v))
            .collect();
        let mut kept: Vec<(VarId, Value)> = Vec::new();
        for var in vars {
            let value = graph.registers.remove(&var);
            if let Some(value) = value.filter(|v| v.object().is_some())
                && !self.layout.var(var).is_temporary
            {
                kept.push((var, value));
            }
        }
        for (var, value) in kept {
            let named = graph.named.values().map(|&id| Value::to(id));
            let all: Vec<Value> = graph.roots().chain(named).collect();
            let reached = graph.reached(all.into_iter());
            if value.object().is_some_and(|id| !reached.contains(&id)) {
                graph.set_register(var, value);
            }
        }
    }

    fn finished(
        &self,
        cx: &Cx<'_>,
        graphs: Vec<Graph>,
        function: FunctionId,
        at: Location,
    ) -> Successors<State> {
        let mut states: Vec<State> = Vec::new();
        for mut graph in graphs {
            self.tidy(cx, &mut graph, function, at);
            let state = State(Rc::new(graph));
            if !states.contains(&state) {
                states.push(state);
            }
        }
        Ok(states.into())
    }

    fn join(&self, a: &State, b: &State, small: bool) -> Option<(Graph, (bool, bool))> {
        let policy = Policy {
            lengths: true,
            numbers: true,
            small,
        };
        Join::of(&a.0, &b.0, policy, self.layout.word)
    }
}

impl Now<'_> {
    /// Initialising is writing, but not forbidden for constants.
    fn initialize(&mut self, place: program::PlaceId, value: program::ExprId) -> eval::Eval<()> {
        let program = self.cx.program;
        let Value::To(at) = self.address(place)? else {
            return Ok(());
        };
        let Ok(offset) = u64::try_from(at.offset) else {
            return Ok(());
        };
        let (size, part) = match layout::Access::of_place(program, place) {
            Some(access) => {
                let value = self.eval(value)?;
                let mut cells = Cells::default();
                cells.write(0, access.size(), eval::encode(access, value));
                (access.size(), cells)
            }
            None => {
                let known = program.types.size_of(program.exprs.place_ty(place));
                let given = program.types.size_of(program.exprs.ty(value));
                let size = known.or(given).unwrap_or(0);
                (size, self.aggregate(value, size)?)
            }
        };
        let object: &mut Object = self.graph.object_mut(at.object);
        object.cells.paste(offset, size, &part);
        Ok(())
    }
}

/// One graph, in its normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State(Rc<Graph>);

impl Analysis for Segments {
    type State = State;

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        match self.initial_graph(cx) {
            Ok(graph) => self.finished(cx, vec![graph], cx.start, Location::new(0)),
            Err(Stop::End | Stop::Need(_)) => Ok(Default::default()),
            Err(Stop::Gap(gap)) => Err(gap),
        }
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let bits = self.layout.pointer_bits();
        let graphs = step::in_all_cases((*state.0).clone(), bits, |graph| {
            let mut now = self.now(cx, graph, Some(facts));
            now.take(step)?;
            Ok(now.graph)
        });
        let graphs = graphs.map_err(|gap| with_span(gap, step))?;
        self.finished(cx, graphs, step.function, step.edge.to)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let entries = self.enter(cx, &state.0, call);
        let entries = entries.map_err(|gap| with_span(gap, &call.step))?;
        Ok(entries.into_iter().map(|g| State(Rc::new(g))).collect())
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let graphs = self.come_back(cx, &caller.0, &exit.0, call);
        let graphs = graphs.map_err(|gap| with_span(gap, &call.step))?;
        self.finished(cx, graphs, call.step.function, call.step.edge.to)
    }

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        let (graph, (gives_up_new, gives_up_old)) = self.join(new, old, false)?;
        match (gives_up_new, gives_up_old) {
            (_, false) => Some(old.clone()),
            (false, true) => Some(new.clone()),
            (true, true) if graph.head => {
                let mut graph = graph;
                graph.collect();
                graph.fold(self.layout.word);
                graph.collect();
                graph.renumber();
                Some(State(Rc::new(graph)))
            }
            (true, true) => None,
        }
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        if state == by {
            return true;
        }
        let joined = self.join(state, by, true);
        joined.is_some_and(|(_, (_, gives_up))| !gives_up)
    }

    fn partition(&self, state: &State) -> u64 {
        state.0.entry.into()
    }

    fn merge_key(&self, state: &State) -> u64 {
        state.0.entry.into()
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        let mut now = self.now(cx, (*state.0).clone(), None);
        match *question {
            Question::Value(expr) => match now.eval(expr) {
                Ok(Value::Int(n)) => Reply::Int(n),
                Ok(Value::To(a)) => match now.graph.object(a.object).kind {
                    Kind::Static(var) | Kind::Local(var) => Reply::Address(var, a.offset),
                    Kind::Frame(_)
                    | Kind::Outer
                    | Kind::Block
                    | Kind::Maybe(_)
                    | Kind::Segment(_) => Reply::Unknown,
                },
                Ok(_) | Err(_) => Reply::Unknown,
            },
            Question::Callees(expr) => match now.eval(expr) {
                Ok(Value::Function(f)) => Reply::Functions(vec![f]),
                Ok(_) | Err(_) => Reply::Unknown,
            },
        }
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        reads::say_pointers(cx, function, &mut |a, b| {
            let mut now = self.now(cx, (*state.0).clone(), None);
            let a = now.eval(a).ok()?;
            let b = match b {
                Some(b) => now.eval(b).ok()?,
                None => Value::ZERO,
            };
            now.equals(a, b).ok()?
        })
    }

    fn beyond_c(&self, state: &State) -> Option<&'static str> {
        let mut objects = state.0.objects.values();
        let has_blocks = objects.any(|object| object.is_heap());
        has_blocks.then_some("lists as segments")
    }

    fn cost(&self) -> u64 {
        100
    }

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        self.text(cx, &state.0)
    }

    fn pictures(&self, cx: &Cx<'_>, state: &State, _: bool) -> Vec<Picture> {
        self.draw(cx, &state.0).into_iter().collect()
    }
}

/// A gap of a step is where the step is.
fn with_span(gap: Gap, step: &Step<'_>) -> Gap {
    match gap.span.is_none() {
        true => Gap {
            span: step.span(),
            ..gap
        },
        false => gap,
    }
}

//! Boolean heaps (seed 004; Podelski, Wies 2005): shape analysis as predicate abstraction
//! over heap objects.
//!
//! A state is a *boolean heap*: a set of conjunctions of *heap predicates* (formulae over one
//! object), such that every object of the heap satisfies one of them, and facts about the
//! state as a whole. There are no edges between abstract objects: what leads where is said by
//! predicates. A disjunction of boolean heaps is several states.
//!
//! The files: `scope.rs` says which predicates there are at a place, `theory.rs` what is known
//! of them; `transformer.rs` has the weakest preconditions `hwp` of all predicates under a
//! command, `post.rs` the Cartesian post with splitting; `abstraction.rs` is `hwp#` offline and
//! `program.rs` the abstract program's text; `cube.rs` are conjunctions. `predicate.rs` is the
//! language of heap predicates, `read.rs` reads what users declare in it, `conditions.rs` has
//! those about numbers; `refine.rs` finds predicates, `share.rs` is for other analyses;
//! `show.rs` words, `contains.rs` what states mean. Operations become actions by the code of
//! `shapes`: `hwp` is substitution of their updates.
//!
//! What it does not do: relate data of different objects; tell elements of arrays apart;
//! follow jumps out of functions.

mod abstraction;
mod conditions;
mod contains;
pub mod cube;
#[cfg(test)]
mod exhaustive;
mod post;
mod predicate;
mod program;
mod read;
mod refine;
mod scope;
mod share;
mod show;
mod theory;
mod transformer;

pub use abstraction::Abstraction;
pub use read::misunderstood;

use crate::shapes::actions::Writer;
use crate::shapes::class::{Class, Names, Symbols, Tracking};
use crate::shapes::labels::Labels;
use crate::shapes::operations::{Operations, Told, What, questions};
use crate::shapes::places::{CellId, Level, Places, SiteId, Slot, Stack};
use crate::shapes::precision;
use crate::shapes::refine::Examiner;
use crate::shapes::types::Kinds;
use crate::shapes::value::Reader;
use ::program::{ExprId, FunctionId, Location, Op, VarId};
use conditions::{Changes, Conditions, is_known_at, passed};
use cube::{Cube, covered, normal};
use engine::{
    Analysis, CallStep, Cx, Facts, Gap, Path, Picture, Question, Refutation, Reply, Step,
    Successors, none, one,
};
use indexmap::{IndexMap, IndexSet};
use logic::FormulaId;
use logic::relational::Formula;
use post::{Effort, Heap, Post};
use predicate::{Predicate, Words};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use scope::{Parts, Scope};
use solver::Prover;
use std::cell::{OnceCell, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use transformer::{Command, Transformer};

pub struct Heaps {
    places: Places,
    labels: OnceCell<Labels>,
    kinds: Kinds,
    tracking: Tracking,
    /// Heap predicates that the program does not show, and which of them are in use.
    more: IndexSet<Predicate, FxBuildHasher>,
    used: Vec<usize>,
    examiner: Option<Examiner>,
    /// Blocks are freed somewhere.
    frees: bool,
    inner: RefCell<Inner>,
}

type ScopeId = u32;

/// What grows while the analysis works.
struct Inner {
    symbols: Symbols,
    prover: Prover,
    conditions: Conditions,
    scopes: IndexMap<Around, Rc<Scope>, FxBuildHasher>,
    transformers: IndexMap<Key, Rc<[Link]>, FxBuildHasher>,
    applied: FxHashMap<(usize, Heap, Vec<Formula>), Rc<[Heap]>>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    applied: u64,
    largest: u64,
    effort: Effort,
}

/// What a scope is made for: the cells that live, and further predicates by number.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Around {
    cells: Vec<CellId>,
    more: Vec<usize>,
}

/// One of the commands that a move is.
struct Link {
    by: Transformer,
    from: ScopeId,
    to: ScopeId,
}

/// What a transformer is for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    from: ScopeId,
    to: ScopeId,
    what: What,
    /// Of the functions before and after.
    levels: (Level, Level),
    told: Vec<Option<Told>>,
}

/// A move of a state.
struct Moved<'a> {
    to: (FunctionId, Location),
    /// Afterwards.
    stack: Stack,
    /// Whose variables the command names.
    names: &'a Stack,
    what: What,
    changes: Changes<'a>,
    /// What others say: answers, and what else is true before.
    told: Vec<(ExprId, Reply)>,
    heard: Vec<Formula>,
    span: ::program::Span,
}

/// What one check of the solver may cost.
const RESOURCE: u64 = 2_000_000;

/// More boolean heaps after one step are too many to go on with.
const MOST_HEAPS: usize = 500;

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    scope: ScopeId,
    heap: Heap,
    stack: Stack,
}

impl Heaps {
    pub fn new(cx: &Cx<'_>) -> Heaps {
        let places = Places::new(cx);
        let kinds = Kinds::new(cx, &places);
        let frees = cx.pointers.calls().reached().iter().any(|&f| {
            let mut edges = cx.function(f).body.iter().flat_map(|b| b.edges());
            edges.any(|(_, edge)| matches!(edge.op, Op::Free { .. }))
        });
        let labels = OnceCell::new();
        let names = Names {
            cx,
            places: &places,
            labels: &labels,
        };
        let more: IndexSet<_, _> = read::declared(&names, 0).0.into_iter().collect();
        Heaps {
            tracking: precision::everything(cx, &places, &kinds.declared, true),
            used: (0..more.len()).collect(),
            more,
            examiner: None,
            kinds,
            frees,
            inner: RefCell::new(Inner {
                symbols: Symbols::default(),
                prover: Prover::new(RESOURCE),
                conditions: Conditions::default(),
                scopes: IndexMap::default(),
                transformers: IndexMap::default(),
                applied: FxHashMap::default(),
                counts: Counts::default(),
            }),
            places,
            labels,
        }
    }

    /// There is nothing to know.
    fn is_idle(&self) -> bool {
        self.tracking.sites.is_empty() && self.used.is_empty()
    }

    fn operations(&self) -> Operations<'_> {
        Operations {
            places: &self.places,
        }
    }

    fn names<'a>(&'a self, cx: &'a Cx<'_>) -> Names<'a> {
        Names {
            cx,
            places: &self.places,
            labels: &self.labels,
        }
    }

    /// The scope at a place.
    fn scope_at(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        at: (FunctionId, Location),
        stack: &Stack,
    ) -> ScopeId {
        let cells = match self.tracking.sites.is_empty() {
            true => Vec::new(),
            false => self.places.cells_at(cx, at, stack),
        };
        let is_known = |p: &Predicate| {
            p.cells().iter().all(|cell| cells.contains(cell))
                && p.conditions().iter().all(|&f| is_known_at(cx, f, stack))
        };
        let used = self.used.iter().copied();
        let more = used.filter(|&n| is_known(&self.more[n])).collect();
        let around = Around { cells, more };
        if let Some(found) = inner.scopes.get_index_of(&around) {
            return found as ScopeId;
        }
        let names = self.names(cx);
        let (symbols, kinds) = (&mut inner.symbols, &self.kinds);
        let more: Vec<&Predicate> = around.more.iter().map(|&n| &self.more[n]).collect();
        let mut tracking = self.tracking.clone();
        if !tracking.sites.is_empty() {
            tracking.data.extend(more.iter().flat_map(|p| p.data()));
        }
        let class = Class::new(&names, symbols, kinds, &tracking, &around.cells);
        let parts = Parts {
            names: &names,
            symbols,
            prover: &mut inner.prover,
            conditions: &mut inner.conditions,
            kinds,
            more: &more,
            frees: self.frees,
        };
        let scope = Scope::new(parts, class);
        inner.scopes.insert_full(around, Rc::new(scope)).0 as ScopeId
    }

    /// The transformers for a key. `write` writes the command of a number; true if another
    /// one follows, in the scope of the first.
    fn transformers(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        key: Key,
        (stack, changes): (&Stack, Changes<'_>),
        told: &dyn Fn(ExprId) -> Reply,
        write: &mut dyn FnMut(&mut Writer<'_, '_>, usize) -> bool,
    ) -> usize {
        if let Some(found) = inner.transformers.get_index_of(&key) {
            return found;
        }
        let (from, to) = (
            Rc::clone(&inner.scopes[key.from as usize]),
            Rc::clone(&inner.scopes[key.to as usize]),
        );
        let names = self.names(cx);
        let mut links: Vec<Link> = Vec::new();
        loop {
            let mut reader = Reader {
                cx,
                names: &names,
                symbols: &mut inner.symbols,
                class: &from.class,
                stack,
                told,
            };
            let mut writer = Writer::new(&mut reader);
            let more = write(&mut writer, links.len());
            let (last, last_id) = match more {
                true => (&from, key.from),
                false => (&to, key.to),
            };
            // All of it happens to numbers at once, in the first command.
            let numbers = match links.is_empty() {
                true => (changes, guards(cx, &key.what)),
                false => (Changes::Step(&Op::Skip), Vec::new()),
            };
            let command = Command::new(writer, last, numbers);
            let mut words = Words {
                names: &names,
                symbols: &mut inner.symbols,
                prover: &mut inner.prover,
                conditions: &mut inner.conditions,
            };
            let by = Transformer::new(&mut words, &command, (&from, last));
            links.push(Link {
                by,
                from: key.from,
                to: last_id,
            });
            if !more {
                break;
            }
        }
        inner.transformers.insert_full(key, links.into()).0
    }

    /// The heaps after a move from one.
    fn run(&self, inner: &mut Inner, chain: usize, heap: &Heap, heard: &[Formula]) -> Rc<[Heap]> {
        let key = (chain, heap.clone(), heard.to_vec());
        if let Some(known) = inner.applied.get(&key) {
            return Rc::clone(known);
        }
        inner.counts.applied += 1;
        let links = Rc::clone(&inner.transformers[chain]);
        let mut now = vec![heap.clone()];
        for (number, link) in links.iter().enumerate() {
            let mut post = Post {
                prover: &mut inner.prover,
                effort: &mut inner.counts.effort,
                from: &inner.scopes[link.from as usize],
                to: &inner.scopes[link.to as usize],
                by: &link.by,
                heard: if number == 0 { heard } else { &[] },
            };
            if link.from == link.to && link.by.is_identity() && post.heard.is_empty() {
                continue;
            }
            now = now.iter().flat_map(|heap| post.of(heap)).collect();
        }
        let largest = now.iter().map(|h| h.objects.len() as u64).max();
        inner.counts.largest = inner.counts.largest.max(largest.unwrap_or(0));
        let after: Rc<[Heap]> = now.into();
        inner.applied.insert(key, Rc::clone(&after));
        after
    }

    fn moved(
        &self,
        cx: &Cx<'_>,
        state: &State,
        by: Moved<'_>,
        write: &mut dyn FnMut(&mut Writer<'_, '_>, usize) -> bool,
    ) -> Successors<State> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        if self.is_idle() {
            return one(State {
                stack: by.stack,
                ..state.clone()
            });
        }
        let to = self.scope_at(cx, inner, by.to, &by.stack);
        let key = Key {
            from: state.scope,
            to,
            what: by.what,
            levels: (state.stack.level, by.stack.level),
            told: by.told.iter().map(|(_, reply)| Told::of(reply)).collect(),
        };
        let told = |expr: ExprId| {
            let found = by.told.iter().find(|(e, _)| *e == expr);
            found.map_or(Reply::Unknown, |(_, reply)| reply.clone())
        };
        let chain = self.transformers(cx, inner, key, (by.names, by.changes), &told, write);
        let after = self.run(inner, chain, &state.heap, &by.heard);
        if after.len() > MOST_HEAPS {
            return Err(Gap {
                what: "more boolean heaps than can be told apart".into(),
                span: by.span,
            });
        }
        let state = |heap: &Heap| State {
            scope: to,
            heap: heap.clone(),
            stack: by.stack.clone(),
        };
        Ok(after.iter().map(state).collect())
    }

    fn step(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        ask: &dyn Fn(ExprId) -> Reply,
        heard: Vec<Formula>,
    ) -> Successors<State> {
        let operations = self.operations();
        let ending = operations.ending(cx, step)?;
        if ending == Some(true) {
            return none();
        }
        let tracks = !self.tracking.sites.is_empty();
        let allocated = match step.op() {
            Op::Alloc { .. } if tracks => operations.block_at(cx, step, &state.stack),
            _ => None,
        };
        let questions = match tracks {
            true => questions(cx, step.op()),
            false => Vec::new(),
        };
        let ask = |e: ExprId| (e, ask(e));
        let by = Moved {
            to: (step.function, step.edge.to),
            stack: state.stack.clone(),
            names: &state.stack,
            what: What::Step(step.function, step.id, allocated),
            changes: Changes::Step(step.op()),
            told: questions.into_iter().map(ask).collect(),
            heard,
            span: step.span(),
        };
        self.moved(cx, state, by, &mut |writer, number| match ending {
            Some(_) => {
                operations.declared(cx, step, writer);
                false
            }
            None => operations.write(cx, step, allocated, writer, number),
        })
    }

    fn enter(&self, cx: &Cx<'_>, state: &State, call: &CallStep<'_>) -> Successors<State> {
        let (caller, edge) = (call.step.function, call.step.id);
        let stack = state.stack.push(cx, edge, call.callee);
        let Some(body) = &cx.function(call.callee).body else {
            return none();
        };
        let by = Moved {
            to: (call.callee, body.entry()),
            stack: stack.clone(),
            names: &state.stack,
            what: What::Call(caller, edge, call.callee),
            changes: Changes::Call(call),
            told: Vec::new(),
            heard: Vec::new(),
            span: call.step.span(),
        };
        let operations = self.operations();
        self.moved(cx, state, by, &mut |writer, number| {
            operations.begin(cx, writer, call, &stack, number)
        })
    }

    fn leave(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
    ) -> Successors<State> {
        // Another caller's.
        if exit.stack != caller.stack.push(cx, call.step.id, call.callee) {
            return none();
        }
        let by = Moved {
            to: (call.step.function, call.step.edge.to),
            stack: caller.stack.clone(),
            // The result's place is the caller's.
            names: &caller.stack,
            what: What::Return(call.step.function, call.step.id, call.callee),
            changes: Changes::Return(call),
            told: Vec::new(),
            heard: Vec::new(),
            span: call.step.span(),
        };
        let operations = self.operations();
        self.moved(cx, exit, by, &mut |writer, _| {
            operations.take_result(cx, writer, call);
            false
        })
    }

    fn first(&self, cx: &Cx<'_>) -> Successors<State> {
        let entry = cx.function(cx.start).body.as_ref().map(|b| b.entry());
        let Some(entry) = entry else {
            return none();
        };
        let stack = Stack::new(cx.start);
        let scope = {
            let inner = &mut *self.inner.borrow_mut();
            self.scope_at(cx, inner, (cx.start, entry), &stack)
        };
        let statics = cx.program.vars.enumerate();
        let statics = statics.filter(|(_, v)| v.kind.is_static());
        let statics: Vec<VarId> = statics.map(|(id, _)| id).collect();
        let sites: Vec<SiteId> = statics
            .iter()
            .filter_map(|&var| self.places.site_of_variable(cx, Slot { var, level: 0 }))
            .filter(|s| self.tracking.sites.contains(s))
            .collect();
        let state = State {
            scope,
            heap: self.empty(scope),
            stack: stack.clone(),
        };
        let by = Moved {
            to: (cx.start, entry),
            stack: stack.clone(),
            names: &stack,
            what: What::Initial,
            changes: Changes::Initial,
            told: Vec::new(),
            heard: Vec::new(),
            span: ::program::Span::NONE,
        };
        let operations = self.operations();
        self.moved(cx, &state, by, &mut |writer, number| {
            match number {
                0 => operations.initial_zeros(cx, writer, &statics),
                n if n <= sites.len() => writer.create(sites[n - 1]),
                _ => operations.initial_items(cx, writer, &statics),
            }
            number <= sites.len()
        })
    }

    /// The heap without objects.
    fn empty(&self, scope: ScopeId) -> Heap {
        let inner = self.inner.borrow();
        let scope = &inner.scopes[scope as usize];
        let mut facts = Cube::default();
        for (number, fact) in scope.facts.iter().enumerate() {
            facts.set(number, scope.in_empty_heap(fact));
        }
        Heap {
            facts,
            objects: [].into(),
        }
    }
}

/// The guards that a run has just passed when it takes a step.
fn guards(cx: &Cx<'_>, what: &What) -> Vec<(ExprId, bool)> {
    match *what {
        What::Step(function, edge, _) => {
            let body = cx.function(function).body.as_ref();
            body.map_or(Vec::new(), |b| passed(cx, (function, b.edge(edge).from)))
        }
        _ => Vec::new(),
    }
}

impl Analysis for Heaps {
    type State = State;

    // Order and join.

    /// Heaps in which the same holds of the state and of the objects with names are united.
    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        if new == old {
            return Some(old.clone());
        }
        if (new.scope, &new.stack, new.heap.facts) != (old.scope, &old.stack, old.heap.facts) {
            return None;
        }
        let inner = self.inner.borrow();
        let scope = &inner.scopes[old.scope as usize];
        if scope.named(&new.heap.objects) != scope.named(&old.heap.objects) {
            return None;
        }
        let all = new.heap.objects.iter().chain(old.heap.objects.iter());
        Some(State {
            heap: Heap {
                facts: old.heap.facts,
                objects: normal(all.copied().collect()),
            },
            ..old.clone()
        })
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        (state.scope, &state.stack) == (by.scope, &by.stack)
            && state.heap.facts.implies(&by.heap.facts)
            && covered(&state.heap.objects, &by.heap.objects)
    }

    fn partition(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.stack.hash(&mut hasher);
        hasher.finish()
    }

    fn merge_key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        (&state.stack, state.scope, state.heap.facts).hash(&mut hasher);
        let inner = self.inner.borrow();
        let scope = &inner.scopes[state.scope as usize];
        scope.named(&state.heap.objects).hash(&mut hasher);
        hasher.finish()
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        self.first(cx)
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let heard = match step.op() {
            Op::Assume { .. } => self.heard(cx, state, facts),
            _ => Vec::new(),
        };
        self.step(cx, state, step, &|e| facts.ask(&Question::Value(e)), heard)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        self.enter(cx, state, call)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        self.leave(cx, caller, exit, call)
    }

    // Sharing.

    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        self.told(cx, state, step)
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        match *question {
            Question::Value(expr) => match self.number(cx, state, expr) {
                Some(number) => Reply::Int(number),
                None => Reply::Unknown,
            },
            Question::Callees(_) => Reply::Unknown,
        }
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        self.known(cx, state, crate::reads::of_pointers(cx, function))
    }

    fn beyond_c(&self, _: &State) -> Option<&'static str> {
        (!self.is_idle()).then_some("heap predicates")
    }

    // Refinement.

    fn cost(&self) -> u64 {
        100
    }

    fn refines(&self) -> bool {
        true
    }

    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        self.exclude(cx, path)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let inner = self.inner.borrow();
        let mut all = vec![
            ("heap scopes", inner.scopes.len() as u64),
            ("heap commands", inner.transformers.len() as u64),
            ("heap steps", inner.counts.applied),
            ("most abstract objects", inner.counts.largest),
            ("heap updates", inner.counts.effort.updates),
            ("most entailments of an update", inner.counts.effort.most),
        ];
        all.extend(inner.prover.statistics());
        all
    }

    // Words.

    fn show(&self, _: &Cx<'_>, state: &State) -> String {
        let inner = self.inner.borrow();
        inner.scopes[state.scope as usize].text(&state.heap)
    }

    fn pictures(&self, _: &Cx<'_>, state: &State, _: bool) -> Vec<Picture> {
        let inner = self.inner.borrow();
        let picture = inner.scopes[state.scope as usize].picture(&state.heap);
        picture.into_iter().collect()
    }
}

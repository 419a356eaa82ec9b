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
//! `program.rs` the abstract program's text; `cube.rs` are conjunctions,
//! `show.rs` words, `contains.rs` what states mean. Operations become actions by the code of `shapes`: `hwp` is substitution
//! of their updates.
//!
//! What it does not do: relate data of different objects; tell elements of arrays apart;
//! follow jumps out of functions.

mod abstraction;
mod contains;
mod cube;
mod post;
mod program;
mod scope;
mod show;
mod theory;
mod transformer;

use crate::shapes::actions::Writer;
use crate::shapes::class::{Class, Names, Symbols, Tracking};
use crate::shapes::labels::Labels;
use crate::shapes::operations::{Operations, Told, What, questions};
use crate::shapes::places::{CellId, Level, Places, SiteId, Slot, Stack};
use crate::shapes::precision;
use crate::shapes::types::Kinds;
use crate::shapes::value::Reader;
use ::program::{ExprId, FunctionId, Location, Op, VarId};
use cube::{Cube, covered, normal};
use engine::{
    Analysis, CallStep, Cx, Facts, Gap, Picture, Question, Reply, Step, Successors, none, one,
};
use indexmap::IndexMap;
use post::{Heap, Post};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use scope::Scope;
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
    /// Blocks are freed somewhere.
    frees: bool,
    inner: RefCell<Inner>,
}

type ScopeId = u32;

/// What grows while the analysis works.
struct Inner {
    symbols: Symbols,
    prover: Prover,
    scopes: IndexMap<Vec<CellId>, Rc<Scope>, FxBuildHasher>,
    transformers: IndexMap<Key, Rc<[Link]>, FxBuildHasher>,
    applied: FxHashMap<(usize, Heap), Rc<[Heap]>>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    applied: u64,
    largest: u64,
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
    /// What others say.
    told: Vec<(ExprId, Reply)>,
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
        Heaps {
            tracking: precision::everything(cx, &places, &kinds.declared),
            kinds,
            frees,
            inner: RefCell::new(Inner {
                symbols: Symbols::default(),
                prover: Prover::new(RESOURCE),
                scopes: IndexMap::default(),
                transformers: IndexMap::default(),
                applied: FxHashMap::default(),
                counts: Counts::default(),
            }),
            places,
            labels: OnceCell::new(),
        }
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
        if let Some(found) = inner.scopes.get_index_of(&cells) {
            return found as ScopeId;
        }
        let names = self.names(cx);
        let Inner {
            symbols, prover, ..
        } = inner;
        let class = Class::new(&names, symbols, &self.kinds, &self.tracking, &cells);
        let scope = Scope::new(&names, symbols, prover, &self.kinds, class, self.frees);
        inner.scopes.insert_full(cells, Rc::new(scope)).0 as ScopeId
    }

    /// The transformers for a key. `write` writes the command of a number; true if another
    /// one follows, in the scope of the first.
    fn transformers(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        key: Key,
        stack: &Stack,
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
            let command = Command::new(writer, last);
            let by = Transformer::new(&names, &mut inner.symbols, &command, (&from, last));
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
    fn run(&self, inner: &mut Inner, chain: usize, heap: &Heap) -> Rc<[Heap]> {
        let key = (chain, heap.clone());
        if let Some(known) = inner.applied.get(&key) {
            return Rc::clone(known);
        }
        inner.counts.applied += 1;
        let links = Rc::clone(&inner.transformers[chain]);
        let mut now = vec![heap.clone()];
        for link in links.iter() {
            let mut post = Post {
                prover: &mut inner.prover,
                from: &inner.scopes[link.from as usize],
                to: &inner.scopes[link.to as usize],
                by: &link.by,
            };
            if link.from == link.to && link.by.is_identity() {
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
        if self.tracking.sites.is_empty() {
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
        let chain = self.transformers(cx, inner, key, by.names, &told, write);
        let after = self.run(inner, chain, &state.heap);
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
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let operations = self.operations();
        let ending = operations.ending(cx, step)?;
        if ending == Some(true) {
            return none();
        }
        let tracks = !self.tracking.sites.is_empty();
        let site = match step.op() {
            Op::Alloc { .. } if tracks => operations.site_at(cx, step, &state.stack),
            _ => None,
        };
        let questions = match tracks {
            true => questions(cx, step.op()),
            false => Vec::new(),
        };
        let ask = |e: ExprId| (e, facts.ask(&Question::Value(e)));
        let by = Moved {
            to: (step.function, step.edge.to),
            stack: state.stack.clone(),
            names: &state.stack,
            what: What::Step(step.function, step.id, site),
            told: questions.into_iter().map(ask).collect(),
            span: step.span(),
        };
        self.moved(cx, state, by, &mut |writer, number| match ending {
            Some(_) => {
                operations.declared(cx, step, writer);
                false
            }
            None => operations.write(cx, step, site, writer, number),
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
            told: Vec::new(),
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
        self.step(cx, state, step, facts)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
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
            told: Vec::new(),
            span: call.step.span(),
        };
        let operations = self.operations();
        self.moved(cx, state, by, &mut |writer, number| {
            operations.begin(cx, writer, call, &stack, number)
        })
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
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
            told: Vec::new(),
            span: call.step.span(),
        };
        let operations = self.operations();
        self.moved(cx, exit, by, &mut |writer, _| {
            operations.take_result(cx, writer, call);
            false
        })
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let inner = self.inner.borrow();
        let mut all = vec![
            ("heap scopes", inner.scopes.len() as u64),
            ("heap commands", inner.transformers.len() as u64),
            ("heap steps", inner.counts.applied),
            ("most abstract objects", inner.counts.largest),
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

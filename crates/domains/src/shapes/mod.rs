//! Three-valued shape analysis (seed 003; Sagiv, Reps, Wilhelm 2002), refined lazily.
//!
//! A state is a *shape region*: a set of three-valued structures whose nodes stand for
//! objects of the heap and for the variables that pointers lead to. Which predicates they
//! have is the *shape class*, which a *tracking definition* for the place makes
//! (`class.rs`). Where nothing is tracked a state says nothing and costs nothing.
//!
//! The files: `places.rs` says what can be tracked, `types.rs` what kinds of structures
//! that makes, `declare.rs` and `declared.rs` what the user says of these, `class.rs` which
//! predicates there are, `labels.rs` what fields are called; `value.rs` reads expressions,
//! `operations.rs`, `actions.rs` and `conditions.rs` make actions of operations, `calls.rs` of calls;
//! `elements.rs` finds arrays whose elements are nodes, `import.rs` and `links.rs` understand
//! formulae of other analyses, `export.rs` makes some for them;
//! `precision.rs` has what is tracked where, and `refine.rs` finds it; `show.rs` and
//! `draw.rs` are for people, `contains.rs` for tests.
//!
//! What a structure says: its nodes are *some* of the objects that there are. A cell that
//! points to no node holds null or something else. Something that is not tracked can hold
//! the address of a node only if that is `escaped`. `lost` says that there may be a block
//! that is no node and not freed.
//!
//! What it does not do: relate data of different nodes; tell elements of arrays apart;
//! follow jumps out of functions.

pub(crate) mod actions;
pub(crate) mod calls;
pub(crate) mod class;
pub(crate) mod conditions;
pub(crate) mod contains;
pub(crate) mod declare;
mod declared;
mod draw;
mod elements;
mod export;
mod import;
pub(crate) mod labels;
mod links;
pub(crate) mod operations;
pub(crate) mod places;
pub(crate) mod precision;
pub(crate) mod refine;
mod show;
pub(crate) mod types;
pub(crate) mod value;

pub use class::{NodePredicate, Tracking, Variant};
pub use declared::misunderstood;
pub use places::{Places, SiteId, Stack};

use crate::reads;
use actions::Writer;
use class::{Class, Names, Symbols};
use engine::{
    Analysis, CallStep, Cx, Facts, Gap, Known, Lesson, Move, Path, Picture, Question, Refutation,
    Reply, Step, Successors, none, one,
};
use indexmap::{IndexMap, IndexSet};
use labels::Labels;
use logic::relational::PredicateId;
use logic::{FormulaId, Time};
use operations::{Operations, Told, What, questions};
use places::{CellId, Level, Named, SiteKind, Slot};
use precision::Precision;
use program::{ExprId, FunctionId, Location, Place, PlaceId, VarId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::cell::{OnceCell, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use structures::{Action, Kleene, Plan, Region, Structure};
use types::Kinds;
use value::Reader;

/// How shapes are tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Everything everywhere, without refinement.
    pub eager: bool,
    /// What the program asks of its fields is told apart, too. Without, functions that change
    /// no memory are passed over.
    pub data: bool,
    /// Regions are joined where the rest of the states agrees.
    pub join: bool,
}

pub struct Shapes {
    options: Options,
    places: Places,
    labels: OnceCell<Labels>,
    kinds: Kinds,
    /// What annotations ask for, found when somebody wants to hear of it.
    patterns: OnceCell<Vec<export::Pattern>>,
    inner: RefCell<Inner>,
    examiner: Option<refine::Examiner>,
}

type ClassId = u32;
type StructureId = u32;
/// Actions that follow each other, compiled.
type Chain = Rc<[Link]>;

struct Link {
    plan: Plan,
    from: ClassId,
    to: ClassId,
}

/// What grows while the analysis works.
struct Inner {
    symbols: Symbols,
    classes: IndexMap<(Tracking, Vec<CellId>), Rc<Class>, FxBuildHasher>,
    structures: IndexSet<Structure, FxBuildHasher>,
    chains: IndexMap<Key, Chain, FxBuildHasher>,
    applied: FxHashMap<(u32, StructureId), Rc<[StructureId]>>,
    precision: Precision,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    applied: u64,
    paths: u64,
    largest: u64,
}

/// What a chain of actions is for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    from: ClassId,
    to: ClassId,
    what: What,
    /// Of the functions before and after.
    levels: (Level, Level),
    told: Vec<Option<Told>>,
    facts: Vec<FormulaId>,
}

/// A move of a state.
struct Moved<'a> {
    to: (FunctionId, Location),
    /// Afterwards.
    stack: Stack,
    /// Whose variables the action names.
    names: &'a Stack,
    what: What,
    /// What others say.
    told: Vec<(ExprId, Reply)>,
    heard: Heard,
    span: program::Span,
}

/// Formulae of others, and the cells that the step reads.
#[derive(Clone, Default)]
struct Heard {
    facts: Vec<FormulaId>,
    about: Vec<CellId>,
}

/// More formulae of others are not looked at.
const MOST_FACTS: usize = 40;

/// More structures are too many to go on with.
const MOST_STRUCTURES: usize = 3000;

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    class: ClassId,
    /// In order.
    shapes: Rc<[StructureId]>,
    stack: Stack,
}

impl Shapes {
    pub fn new(cx: &Cx<'_>, options: Options) -> Shapes {
        let places = Places::with_elements(cx);
        let kinds = Kinds::new(cx, &places);
        let precision = match options.eager {
            true => Precision::everything(cx, &places, &kinds.declared, options.data),
            false => Precision::nothing(),
        };
        Shapes {
            options,
            kinds,
            patterns: OnceCell::new(),
            examiner: None,
            inner: RefCell::new(Inner {
                symbols: Symbols::default(),
                classes: IndexMap::default(),
                structures: IndexSet::default(),
                chains: IndexMap::default(),
                applied: FxHashMap::default(),
                precision,
                counts: Counts::default(),
            }),
            places,
            labels: OnceCell::new(),
        }
    }

    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Tracks more at a place. False if that was tracked.
    pub fn track(
        &mut self,
        cx: &Cx<'_>,
        place: (FunctionId, Location),
        mut more: Tracking,
    ) -> bool {
        more.sites = self.places.closed(cx, more.sites);
        more = self.kinds.declared.complete(&more);
        self.inner.get_mut().precision.add(place, &more)
    }

    /// The class of structures at a place.
    fn class_at(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        at: (FunctionId, Location),
        stack: &Stack,
    ) -> ClassId {
        let tracking = inner.precision.at(at);
        let cells = match tracking.sites.is_empty() {
            true => Vec::new(),
            false => self.places.cells_at(cx, at, stack),
        };
        self.class(cx, inner, tracking, cells)
    }

    fn class(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        tracking: Tracking,
        cells: Vec<CellId>,
    ) -> ClassId {
        let key = (tracking, cells);
        if let Some(found) = inner.classes.get_index_of(&key) {
            return found as ClassId;
        }
        let names = self.names(cx);
        let class = Class::new(&names, &mut inner.symbols, &self.kinds, &key.0, &key.1);
        inner.classes.insert_full(key, Rc::new(class)).0 as ClassId
    }

    /// A state's structures as those of another tracking definition.
    fn converted(&self, cx: &Cx<'_>, inner: &mut Inner, state: &State, to: &Tracking) -> State {
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.tracking == *to {
            return state.clone();
        }
        let cells = match to.sites.is_empty() {
            true => Vec::new(),
            false => inner
                .classes
                .get_index(state.class as usize)
                .map_or(Vec::new(), |(k, _)| k.1.clone()),
        };
        let target = self.class(cx, inner, to.clone(), cells);
        let key = |from, what| Key {
            from,
            to: target,
            what,
            levels: (0, 0),
            told: Vec::new(),
            facts: Vec::new(),
        };
        let nothing = |_: ExprId| Reply::Unknown;
        let chain = self.chain(
            cx,
            inner,
            key(state.class, What::Convert),
            &state.stack,
            &nothing,
            &mut |writer, number| {
                let mut dropped = class.tracking.sites.difference(&to.sites).peekable();
                let any = number == 0 && dropped.peek().is_some();
                if any {
                    dropped.for_each(|&site| writer.drop_site(site));
                }
                any
            },
        );
        let mut shapes = self.run(inner, chain, &state.shapes);
        // Variables that live are nodes from now on.
        for &site in to.sites.difference(&class.tracking.sites) {
            let SiteKind::Variable(slot) = self.places.site(site).kind else {
                continue;
            };
            let alive = self.places.is_alive(cx, slot, &state.stack);
            if alive == Some(false) {
                continue;
            }
            let found = self.chain(
                cx,
                inner,
                key(target, What::Find(site)),
                &state.stack,
                &nothing,
                &mut |writer, number| {
                    match number {
                        0 => writer.create(site),
                        _ => writer.found(site),
                    }
                    number == 0
                },
            );
            let there = self.run(inner, found, &shapes);
            shapes = match alive {
                Some(_) => there,
                None => union(&shapes, &there),
            };
        }
        State {
            class: target,
            shapes,
            stack: state.stack.clone(),
        }
    }

    /// The chain of actions for a key. `write` writes the action of a number; true if
    /// another one follows, in the class of the first.
    fn chain(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        key: Key,
        stack: &Stack,
        told: &dyn Fn(ExprId) -> Reply,
        write: &mut dyn FnMut(&mut Writer<'_, '_>, usize) -> bool,
    ) -> u32 {
        if let Some(found) = inner.chains.get_index_of(&key) {
            return found as u32;
        }
        let (from, to) = (
            Rc::clone(&inner.classes[key.from as usize]),
            Rc::clone(&inner.classes[key.to as usize]),
        );
        let names = self.names(cx);
        let mut links = Vec::new();
        loop {
            let mut reader = Reader {
                cx,
                names: &names,
                symbols: &mut inner.symbols,
                class: &from,
                stack,
                told,
            };
            let mut writer = Writer::new(&mut reader);
            let more = write(&mut writer, links.len());
            let (last, last_id) = match more {
                true => (&from, key.from),
                false => (&to, key.to),
            };
            let parting = to.parting(&writer.loaded);
            let action = writer.finish(&last.cells);
            links.push(Link {
                plan: Plan::new(&from.vocabulary, &last.vocabulary, &action),
                from: key.from,
                to: last_id,
            });
            if more {
                continue;
            }
            if !parting.is_empty() {
                let action = Action {
                    focus: parting,
                    ..Action::default()
                };
                links.push(Link {
                    plan: Plan::new(&to.vocabulary, &to.vocabulary, &action),
                    from: key.to,
                    to: key.to,
                });
            }
            break;
        }
        inner.chains.insert_full(key, links.into()).0 as u32
    }

    /// Applies a chain to all structures of a region.
    fn run(&self, inner: &mut Inner, chain: u32, shapes: &[StructureId]) -> Rc<[StructureId]> {
        let mut all: Vec<StructureId> = Vec::new();
        for &shape in shapes {
            if let Some(known) = inner.applied.get(&(chain, shape)) {
                all.extend_from_slice(known);
                continue;
            }
            let links = Rc::clone(&inner.chains[chain as usize]);
            inner.counts.applied += 1;
            let mut now: Vec<Structure> = vec![inner.structures[shape as usize].clone()];
            for link in links.iter() {
                let (from, to) = (
                    Rc::clone(&inner.classes[link.from as usize]),
                    Rc::clone(&inner.classes[link.to as usize]),
                );
                let mut region = Region::new();
                for structure in &now {
                    link.plan
                        .apply(structure, &from.vocabulary, &to.vocabulary, &mut region);
                }
                now = region.iter().cloned().collect();
            }
            let mut ids: Vec<StructureId> = Vec::with_capacity(now.len());
            for structure in now {
                ids.push(inner.structures.insert_full(structure).0 as StructureId);
            }
            ids.sort_unstable();
            all.extend_from_slice(&ids);
            inner.applied.insert((chain, shape), ids.into());
        }
        all.sort_unstable();
        all.dedup();
        inner.counts.largest = inner.counts.largest.max(all.len() as u64);
        all.into()
    }

    /// A state after a move. What is tracked at one of its ends is tracked meanwhile.
    fn moved(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        state: &State,
        by: Moved<'_>,
        write: &mut dyn FnMut(&mut Writer<'_, '_>, usize) -> bool,
    ) -> Successors<State> {
        let tracking = inner.precision.at(by.to);
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() && tracking.sites.is_empty() {
            return one(State {
                stack: by.stack,
                ..state.clone()
            });
        }
        let meanwhile = tracking.union(&class.tracking);
        let state = self.converted(cx, inner, state, &meanwhile);
        let cells = self.places.cells_at(cx, by.to, &by.stack);
        let to = self.class(cx, inner, meanwhile, cells);
        let key = Key {
            from: state.class,
            to,
            what: by.what,
            levels: (state.stack.level, by.stack.level),
            told: by.told.iter().map(|(_, reply)| Told::of(reply)).collect(),
            facts: by.heard.facts.clone(),
        };
        let told = |expr: ExprId| {
            let found = by.told.iter().find(|(e, _)| *e == expr);
            found.map_or(Reply::Unknown, |(_, reply)| reply.clone())
        };
        let mut write = |writer: &mut Writer<'_, '_>, number| {
            if number == 0 && !by.heard.facts.is_empty() {
                writer.heed(&cx.logic.borrow(), &by.heard.facts, &by.heard.about);
            }
            write(writer, number)
        };
        let chain = self.chain(cx, inner, key, by.names, &told, &mut write);
        let after = State {
            class: to,
            shapes: self.run(inner, chain, &state.shapes),
            stack: by.stack,
        };
        let after = self.converted(cx, inner, &after, &tracking);
        if after.shapes.len() > MOST_STRUCTURES {
            return Err(Gap {
                what: "more shapes than can be told apart".into(),
                span: by.span,
            });
        }
        self.parts(after)
    }

    /// A region as states: one, or one for each structure.
    fn parts(&self, state: State) -> Successors<State> {
        if self.options.join {
            return match state.shapes.is_empty() {
                true => none(),
                false => one(state),
            };
        }
        let part = |&shape: &StructureId| State {
            shapes: [shape].into(),
            ..state.clone()
        };
        Ok(state.shapes.iter().map(part).collect())
    }

    fn step(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let ending = self.operations().ending(cx, step)?;
        if ending == Some(true) {
            return none();
        }
        let to = (step.function, step.edge.to);
        let tracks = !inner.classes[state.class as usize].is_trivial()
            || !inner.precision.at(to).sites.is_empty();
        let allocations = match tracks {
            true => {
                let told = |e: ExprId| facts.ask(&Question::Value(e));
                self.operations().allocations(cx, step, &state.stack, &told)
            }
            false => vec![None],
        };
        let questions = if tracks {
            questions(cx, step.op())
        } else {
            Vec::new()
        };
        let ask = |e: ExprId| (e, facts.ask(&Question::Value(e)));
        let told: Vec<(ExprId, Reply)> = questions.into_iter().map(ask).collect();
        let heard = self.heard(cx, inner, state, step, facts);
        let mut found = Vec::new();
        for allocated in allocations {
            let by = Moved {
                to,
                stack: state.stack.clone(),
                names: &state.stack,
                what: What::Step(step.function, step.id, allocated),
                told: told.clone(),
                heard: heard.clone(),
                span: step.span(),
            };
            let write = &mut |writer: &mut Writer<'_, '_>, number| match ending {
                Some(_) => {
                    self.operations().declared(cx, step, writer);
                    false
                }
                None => self.operations().write(cx, step, allocated, writer, number),
            };
            found.extend(self.moved(cx, inner, state, by, write)?);
        }
        Ok(found.into())
    }

    /// What a condition says in a formula; and what others say about the pointers that a step
    /// reads, if something is open about one.
    fn heard(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Heard {
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() {
            return Heard::default();
        }
        if let Some(condition) = import::condition(cx, step.op()) {
            return Heard {
                facts: vec![condition],
                about: class.cells.clone(),
            };
        }
        if !facts.is_anybody() {
            return Heard::default();
        }
        let mut read = Vec::new();
        reads::of_step(cx.program, step.op(), &mut read);
        let cell_of = |&(_, place): &(ExprId, PlaceId)| match cx.program.exprs.place(place) {
            Place::Var(var) => {
                let slot = state.stack.slot(cx.program, var);
                let cell = self.places.find_cell(Named::Variable(slot, 0))?;
                class.has_cell(cell).then_some((cell, var))
            }
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
        };
        let cells: Vec<(CellId, VarId)> = read.iter().filter_map(cell_of).collect();
        let names = self.names(cx);
        let open: Vec<VarId> = cells
            .iter()
            .filter(|(cell, _)| self.is_open(&names, inner, &class, state, *cell))
            .map(|(_, var)| *var)
            .collect();
        if open.is_empty() {
            return Heard::default();
        }
        let all = facts.formulae();
        let logic = cx.logic.borrow();
        let speaks = |fact: &FormulaId| {
            let mut expressions = logic.expressions(*fact).into_iter();
            expressions.any(|(time, expr)| {
                let mut names = Vec::new();
                reads::of_expr(cx.program, expr, &mut names);
                let mut roots = names.iter().filter_map(|&(_, p)| cx.program.exprs.root(p));
                time == Time::Before && roots.any(|var| open.contains(&var))
            })
        };
        let about = cells.into_iter().map(|(cell, _)| cell).collect();
        let facts = all.into_iter().filter(speaks).take(MOST_FACTS).collect();
        Heard { facts, about }
    }

    /// Is it not known whether a cell is null, or which node it points to?
    fn is_open(
        &self,
        names: &Names<'_>,
        inner: &mut Inner,
        class: &Class,
        state: &State,
        cell: CellId,
    ) -> bool {
        let null = inner.symbols.null(names, cell);
        let relations = 0..self.places.cell(cell).relations.len();
        let points: Vec<PredicateId> = relations
            .map(|number| inner.symbols.points(names, cell, number))
            .collect();
        state.shapes.iter().any(|&shape| {
            let s = &inner.structures[shape as usize];
            let at = |p: PredicateId| {
                let nodes = 0..s.node_count();
                nodes.fold(Kleene::False, |all, n| {
                    all.or(s.unary(&class.vocabulary, p, n))
                })
            };
            let somewhere = points.iter().fold(Kleene::False, |all, &p| all.or(at(p)));
            somewhere.or(s.nullary(&class.vocabulary, null)) != Kleene::True
        })
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

    /// One structure without a node.
    fn empty(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        at: (FunctionId, Location),
        stack: Stack,
    ) -> State {
        let class = self.class_at(cx, inner, at, &stack);
        let empty = Structure::empty(&inner.classes[class as usize].vocabulary);
        let shape = inner.structures.insert_full(empty).0 as StructureId;
        State {
            class,
            shapes: [shape].into(),
            stack,
        }
    }

    fn first(&self, cx: &Cx<'_>) -> Successors<State> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let entry = cx.function(cx.start).body.as_ref().map(|b| b.entry());
        let Some(entry) = entry else {
            return none();
        };
        let stack = Stack::new(cx.start);
        let state = self.empty(cx, inner, (cx.start, entry), stack.clone());
        let to = state.class;
        let class = Rc::clone(&inner.classes[to as usize]);
        if class.is_trivial() {
            return one(state);
        }
        let statics: Vec<VarId> = cx
            .program
            .vars
            .enumerate()
            .filter(|(_, v)| v.kind.is_static())
            .map(|(id, _)| id)
            .collect();
        let sites: Vec<SiteId> = statics
            .iter()
            .filter_map(|&var| self.places.site_of_variable(cx, Slot { var, level: 0 }))
            .filter(|s| class.tracking.sites.contains(s))
            .collect();
        let key = Key {
            from: to,
            to,
            what: What::Initial,
            levels: (0, 0),
            told: Vec::new(),
            facts: Vec::new(),
        };
        let chain = self.chain(
            cx,
            inner,
            key,
            &stack,
            &|_| Reply::Unknown,
            &mut |writer, number| {
                match number {
                    0 => self.operations().initial_zeros(cx, writer, &statics),
                    n if n <= sites.len() => writer.create(sites[n - 1]),
                    _ => self.operations().initial_items(cx, writer, &statics),
                }
                number <= sites.len()
            },
        );
        let shapes = self.run(inner, chain, &state.shapes);
        self.parts(State { shapes, ..state })
    }
}

/// In order.
fn union(a: &[StructureId], b: &[StructureId]) -> Rc<[StructureId]> {
    let mut all: Vec<StructureId> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

impl Analysis for Shapes {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        if (new.class, &new.stack) != (old.class, &old.stack) {
            return None;
        }
        if new.shapes == old.shapes {
            return Some(old.clone());
        }
        let old_class = old.class as usize;
        let shapes = match (self.options.join, &new.shapes[..], &old.shapes[..]) {
            (true, new, old) => union(new, old),
            (false, &[new], &[old]) => {
                let inner = &mut *self.inner.borrow_mut();
                let vocabulary = &inner.classes[old_class].vocabulary;
                let structures = &inner.structures;
                let joined =
                    structures[new as usize].join(&structures[old as usize], vocabulary)?;
                [inner.structures.insert_full(joined).0 as StructureId].into()
            }
            (false, ..) => return None,
        };
        Some(State {
            shapes,
            ..old.clone()
        })
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        if state.stack != by.stack {
            return false;
        }
        let inner = self.inner.borrow();
        if inner.classes[by.class as usize].is_trivial() {
            return true;
        }
        if state.class != by.class {
            return false;
        }
        let class = &inner.classes[by.class as usize];
        state.shapes.iter().all(|shape| {
            by.shapes.binary_search(shape).is_ok() || {
                let structure = &inner.structures[*shape as usize];
                let mut others = by.shapes.iter().take(MOST_COMPARED);
                others.any(|&other| {
                    structure.embeds_in(&inner.structures[other as usize], &class.vocabulary)
                })
            }
        })
    }

    fn partition(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.stack.hash(&mut hasher);
        hasher.finish()
    }

    fn merge_key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        (&state.stack, state.class).hash(&mut hasher);
        // Structures that have a join.
        if let (false, &[shape]) = (self.options.join, &state.shapes[..]) {
            let inner = self.inner.borrow();
            let vocabulary = &inner.classes[state.class as usize].vocabulary;
            inner.structures[shape as usize].hash_names(vocabulary, &mut hasher);
        }
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
        facts: &Facts<'_>,
    ) -> Successors<State> {
        self.enter_function(cx, state, call, facts)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        self.return_from(cx, caller, exit, call)
    }

    // Sharing.

    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        self.tell(cx, state, step)
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        self.reply(cx, state, question)
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        self.say(cx, state, function)
    }

    fn beyond_c(&self, state: &State) -> Option<&'static str> {
        let inner = self.inner.borrow();
        let is_trivial = inner.classes[state.class as usize].is_trivial();
        (!is_trivial).then_some("the shapes of linked structures")
    }

    // Refinement.

    fn cost(&self) -> u64 {
        50
    }

    fn refines(&self) -> bool {
        !self.options.eager
    }

    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        self.exclude(cx, path)
    }

    fn separate(
        &mut self,
        _: &Cx<'_>,
        _: &[Move<'_>],
        _: &[Move<'_>],
        _: &[Move<'_>],
    ) -> Option<Lesson> {
        None
    }

    fn precision(&self, _: &Cx<'_>) -> Vec<Known> {
        Vec::new()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let inner = self.inner.borrow();
        vec![
            ("shape classes", inner.classes.len() as u64),
            ("shapes", inner.structures.len() as u64),
            ("shape steps", inner.counts.applied),
            ("largest shape region", inner.counts.largest),
            ("places with shapes", inner.precision.place_count() as u64),
            ("shape paths", inner.counts.paths),
        ]
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        self.text(cx, state)
    }

    fn pictures(&self, cx: &Cx<'_>, state: &State, all: bool) -> Vec<Picture> {
        self.draw(cx, state, all)
    }
}

/// Structures that one which is not found is compared with.
const MOST_COMPARED: usize = 64;

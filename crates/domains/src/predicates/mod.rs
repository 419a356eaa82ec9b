//! Predicate abstraction with lazy refinement (seed 000; Henzinger et al. 2002 and
//! 2004; Beyer, Keremoglu, Wendler 2010 for blocks whose size is adjusted).
//!
//! A state is a *region* and a *block*: a boolean combination of predicates that held
//! when the block began, and the formula of what was done since ([`solver::block`]).
//! At loop heads, at joins that have predicates, and at errors the block ends: its
//! formula is abstracted to the strongest combination of the predicates which the
//! *precision* has for that place ([`abstraction`]). With single-edge blocks, as in the
//! papers, every step ends one. Calls are followed as they come: a state knows about the
//! callers' variables too.
//!
//! States that began at one place in one region are merged: their blocks become
//! alternatives. States in different regions are kept apart, which is what makes the
//! product with another analysis the predicated lattice of seed 000, section 3.1.
//!
//! Laid out as every domain: state, order and join, transfer, sharing, refinement,
//! words. `regions.rs` has decision diagrams, `precision.rs` predicates and where they
//! are tracked, `abstraction.rs` what a block does to a region, `conflict.rs`,
//! `interpolate.rs`, `settle.rs` and `refine.rs` where predicates come from, `templates.rs`, `ladder.rs` and
//! `numbers.rs` which others do as well, `words.rs` how they are said in C, `given.rs`
//! how they come from elsewhere, `pool.rs` what the program asks, `exchange.rs` what others say and are told, `concrete.rs`
//! what all of it means, for tests.

mod abstraction;
mod atoms;
mod concrete;
mod conflict;
mod exchange;
mod given;
mod interpolate;
mod ladder;
mod loops;
mod numbers;
mod pool;
mod precision;
mod refine;
mod regions;
mod settle;
mod spec;
mod templates;
mod words;

pub use regions::RegionId;

use crate::paths::{told, world};
use abstraction::Abstractor;
use engine::{
    Analysis, CallStep, Cx, Facts, Gap, Known, Lesson, Move, Path, Question, Refutation, Reply,
    Step, Successors, Way, none, one,
};
use logic::FormulaId;
use loops::Loops;
use precision::Precision;
use program::{BinaryOp, Expr, ExprId, FunctionId, Id, Location, Op, Place, Program, VarId};
use regions::Regions;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use solver::block::{Block, Encoder, Meaning, Unsupported, World};
use solver::{Model, Solver, Term};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// How large blocks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blocks {
    /// From loop head to loop head, and to joins that have predicates.
    #[default]
    Large,
    /// One step each.
    Single,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub blocks: Blocks,
    /// The strongest conjunction instead of the strongest combination.
    pub cartesian: bool,
    /// Begin with the specification's own states.
    pub specification: bool,
    /// What memory holds is for others to know: where they can, paths are excluded
    /// without it.
    pub memory_last: bool,
    /// Formulae are exchanged with the other analyses, as HECTOR's modules do.
    pub exchanging: bool,
}

/// The domain.
pub struct Predicates {
    options: Options,
    inner: RefCell<Inner>,
}

/// What grows while the analysis works.
struct Inner {
    encoder: Encoder,
    regions: Regions,
    precision: Precision,
    abstractor: Abstractor,
    joins: FxHashMap<FunctionId, Box<[bool]>>,
    loops: Loops,
    reads: words::Reads,
    /// Symbols that stand for reads of memory where there must be symbols.
    cell_symbols: FxHashMap<Term, Term>,
    /// Loop heads about which there were guesses, and how many of their visits came by turns.
    guessed: FxHashSet<((FunctionId, Location), usize)>,
    /// Variables that count.
    counters: FxHashSet<VarId>,
    /// On the way back along a path: values with which the block is taken.
    model: Option<Model>,
    counts: refine::Counts,
    /// See [`Options::memory_last`].
    memory_last: bool,
}

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What held when the block began.
    region: RegionId,
    /// Where that was, by number.
    start: u32,
    /// What was done since. Values that the region says are put in from the beginning.
    block: Block,
    /// Does the block begin here?
    fresh: bool,
    /// How often the block passed the heads of loops that it has not left.
    rounds: Rounds,
}

type Rounds = Rc<Vec<Round>>;

/// A loop that a block has entered: in which of the open calls, how often its head was
/// passed, and how many conditions there were the last time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Round {
    head: (FunctionId, Location),
    depth: usize,
    count: u32,
    conditions: usize,
}

/// A loop whose rounds can be foretold is part of a block, for so many.
const MAX_ROUNDS: u32 = 1200;

impl State {
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// Does a block begin here?
    pub fn is_abstract(&self) -> bool {
        self.fresh
    }

    fn with(&self, block: Block) -> State {
        State {
            block,
            fresh: false,
            ..self.clone()
        }
    }
}

impl Predicates {
    pub fn new(cx: &Cx<'_>, options: Options, solver: Box<dyn Solver>) -> Predicates {
        let mut inner = Inner {
            encoder: Encoder::new(cx.program, cx.pointers),
            regions: Regions::new(),
            precision: Precision::default(),
            abstractor: Abstractor::new(solver, options.cartesian),
            joins: FxHashMap::default(),
            loops: Loops::default(),
            reads: words::Reads::default(),
            cell_symbols: FxHashMap::default(),
            guessed: FxHashSet::default(),
            counters: counters(cx.program),
            model: None,
            counts: refine::Counts::default(),
            memory_last: options.memory_last,
        };
        if options.specification {
            inner.track_specification(cx);
        }
        if options.exchanging {
            inner.track_conditions(cx);
        }
        inner.give(cx);
        Predicates {
            options,
            inner: RefCell::new(inner),
        }
    }
}

fn gap(unsupported: Unsupported) -> Gap {
    Gap {
        what: unsupported.what,
        span: unsupported.span,
    }
}

/// Variables that are counted up or down somewhere.
fn counters(program: &Program) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    for (_, edge) in bodies.flat_map(|b| b.edges()) {
        if let Op::Assign { to, value } = edge.op
            && let Place::Var(var) = program.exprs.place(to)
            && is_sum_of(program, value, var)
        {
            found.insert(var);
        }
    }
    found
}

fn is_sum_of(program: &Program, value: ExprId, var: VarId) -> bool {
    match program.exprs.get(value) {
        Expr::Cast(a) => is_sum_of(program, a, var),
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::PointerAdd, a, _) => {
            mentions(program, a, &|v| v == var)
        }
        _ => false,
    }
}

/// Does an expression read one of some variables?
fn mentions(program: &Program, expr: ExprId, wanted: &dyn Fn(VarId) -> bool) -> bool {
    let mut found = false;
    reads(program, expr, &mut |var| found |= wanted(var));
    found
}

/// The variables that an expression reads.
fn reads(program: &Program, expr: ExprId, each: &mut dyn FnMut(VarId)) {
    match program.exprs.get(expr) {
        Expr::Load(place) => {
            if let Place::Var(var) = program.exprs.place(place) {
                each(var);
            }
        }
        Expr::Unary(_, a) | Expr::Cast(a) => reads(program, a, each),
        Expr::Binary(_, a, b) => {
            reads(program, a, each);
            reads(program, b, each);
        }
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Query(_)
        | Expr::Logical(_) => {}
    }
}

/// Which locations more than one path leads to.
fn joins(body: &program::Cfa) -> Box<[bool]> {
    let mut entered = vec![0u32; body.location_count()];
    for (_, edge) in body.edges() {
        let ways = 1 + matches!(edge.op, Op::Call(_)) as u32;
        entered[edge.to.index()] += ways;
    }
    entered.into_iter().map(|n| n > 1).collect()
}

impl Inner {
    /// Does a block end at a place?
    fn is_cut(&mut self, cx: &Cx<'_>, blocks: Blocks, at: (FunctionId, Location)) -> bool {
        let Some(body) = &cx.program.functions[at.0].body else {
            return false;
        };
        if body.error_at(at.1).is_some() {
            return false;
        }
        match blocks {
            Blocks::Single => true,
            Blocks::Large if body.is_loop_head(at.1) => true,
            Blocks::Large => {
                let joins = self.joins.entry(at.0).or_insert_with(|| joins(body));
                joins[at.1.index()] && !self.precision.at(at).is_empty()
            }
        }
    }

    /// The rounds of the loops that a block has not left at a place.
    fn rounds(
        &mut self,
        cx: &Cx<'_>,
        rounds: &Rounds,
        block: &Block,
        at: (FunctionId, Location),
    ) -> Rounds {
        // A function that calls itself is in the same loop several times.
        let depth = block.stack().len();
        let left = |round: &Round, loops: &mut Loops| match round.depth.cmp(&depth) {
            Ordering::Less => false,
            Ordering::Equal => !loops.contains(cx.program, round.head, at.1),
            Ordering::Greater => true,
        };
        let mut rounds = rounds.clone();
        while let Some(round) = rounds.last()
            && left(round, &mut self.loops)
        {
            Rc::make_mut(&mut rounds).pop();
        }
        rounds
    }

    /// If the block says which way is taken at a loop head, it goes on for a round.
    fn next_round(
        &mut self,
        cx: &Cx<'_>,
        blocks: Blocks,
        block: &Block,
        rounds: &Rounds,
        at: (FunctionId, Location),
    ) -> Option<Rounds> {
        let body = cx.program.functions[at.0].body.as_ref()?;
        if blocks == Blocks::Single || !body.is_loop_head(at.1) {
            return None;
        }
        for edge in body.leaving(at.1) {
            let Op::Assume { condition, .. } = edge.op else {
                return None;
            };
            let truth = self.encoder.truth(world(cx), block, condition)?;
            self.encoder.terms.as_bool(truth)?;
        }
        let mut rounds = rounds.clone();
        let all = Rc::make_mut(&mut rounds);
        let conditions = block.conditions.len();
        let depth = block.stack().len();
        let is_own = |round: &&mut Round| round.head == at && round.depth == depth;
        match all.iter_mut().find(is_own) {
            // What happens in a round depends on what is not known.
            Some(round) if conditions > round.conditions || round.count >= MAX_ROUNDS => {
                return None;
            }
            Some(round) => {
                round.count += 1;
                round.conditions = conditions;
            }
            None => all.push(Round {
                head: at,
                depth,
                count: 1,
                conditions,
            }),
        }
        Some(rounds)
    }

    /// A block has come to a place: it ends there, or goes on.
    fn arrive(
        &mut self,
        cx: &Cx<'_>,
        blocks: Blocks,
        state: &State,
        block: Option<Block>,
        at: (FunctionId, Location),
    ) -> Successors<State> {
        let Some(block) = block.filter(|b| !self.encoder.is_impossible(b)) else {
            return none();
        };
        if block.is_returning() {
            // What is handed over belongs to the block.
            return one(state.with(block));
        }
        let body = cx.program.functions[at.0].body.as_ref();
        if body.is_some_and(|b| b.error_at(at.1).is_some()) {
            let Inner {
                encoder,
                regions,
                abstractor,
                precision,
                ..
            } = self;
            let possible =
                abstractor.is_possible(encoder, regions, precision, state.region, &block);
            return match possible {
                true => one(state.with(block)),
                false => none(),
            };
        }
        let rounds = self.rounds(cx, &state.rounds, &block, at);
        if !self.is_cut(cx, blocks, at) {
            return one(State {
                rounds,
                ..state.with(block)
            });
        }
        if let Some(rounds) = self.next_round(cx, blocks, &block, &rounds, at) {
            return one(State {
                rounds,
                ..state.with(block)
            });
        }
        let Inner {
            encoder,
            regions,
            abstractor,
            precision,
            ..
        } = self;
        let start = precision.place(at);
        let after = abstractor.after(encoder, regions, precision, state.region, &block, at);
        let states = after.iter().map(|(region, values)| {
            let mut block = block.next();
            encoder.put(&mut block, values);
            State {
                region: *region,
                start,
                block,
                fresh: true,
                rounds: Rounds::default(),
            }
        });
        Ok(states.collect())
    }
}

impl Analysis for Predicates {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        let began = |s: &State| (s.region, s.start, s.fresh);
        if began(new) != began(old) || new.rounds != old.rounds {
            return None;
        }
        let inner = &mut *self.inner.borrow_mut();
        let block = inner.encoder.merge(&old.block, &new.block)?;
        Some(State {
            block,
            ..old.clone()
        })
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        if state.fresh != by.fresh || state.start != by.start {
            return false;
        }
        // What a fresh state puts in, its region says.
        let same = match state.fresh {
            true => state.block.stack() == by.block.stack(),
            false => state.block == by.block,
        };
        if !same {
            return false;
        }
        self.inner
            .borrow_mut()
            .regions
            .implies(state.region, by.region)
    }

    fn merge_key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        (state.region, state.start, state.fresh, &state.rounds).hash(&mut hasher);
        hasher.finish()
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        let inner = &mut *self.inner.borrow_mut();
        let preset = |var| cx.preset(var);
        let block = inner.encoder.start(world(cx), cx.start, &preset);
        let state = State {
            region: RegionId::TRUE,
            start: u32::MAX,
            block: Block::default(),
            fresh: false,
            rounds: Rounds::default(),
        };
        let block = block.map_err(gap)?;
        let entry = cx.function(cx.start).body.as_ref().map(|b| b.entry());
        match entry {
            Some(entry) => inner.arrive(
                cx,
                self.options.blocks,
                &state,
                Some(block),
                (cx.start, entry),
            ),
            None => none(),
        }
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let formulae = match self.options.exchanging {
            true => facts.formulae(),
            false => Vec::new(),
        };
        let inner = &mut *self.inner.borrow_mut();
        let known = |expr: ExprId| told(cx, facts.ask(&Question::Value(expr)));
        let world = World {
            known: facts.is_anybody().then_some(&known),
            ..world(cx)
        };
        let mut block = state.block.clone();
        inner.hear(cx, world, &mut block, &formulae);
        let block = inner
            .encoder
            .step(world, block, step.function, step.id, step.edge)
            .map_err(gap)?;
        let to = (step.function, step.edge.to);
        inner.arrive(cx, self.options.blocks, state, block, to)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let inner = &mut *self.inner.borrow_mut();
        let span = call.step.span();
        let site = (call.step.function, call.step.id);
        let block = inner
            .encoder
            .call(
                world(cx),
                state.block.clone(),
                call.call,
                call.callee,
                site,
                span,
            )
            .map_err(gap)?;
        let to = Move::Call(*call).to(cx.program);
        inner.arrive(cx, self.options.blocks, state, block, to)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        _: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        let inner = &mut *self.inner.borrow_mut();
        let span = call.step.span();
        let site = (call.step.function, call.step.id);
        let block = inner
            .encoder
            .ret(
                world(cx),
                exit.block.clone(),
                call.call,
                call.callee,
                site,
                span,
            )
            .map_err(gap)?;
        let to = (call.step.function, call.step.edge.to);
        inner.arrive(cx, self.options.blocks, exit, block, to)
    }

    // Sharing.

    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        match self.options.exchanging {
            true => self.inner.borrow_mut().shared(cx, state, step.function),
            false => None,
        }
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        let Question::Callees(pointer) = *question else {
            return Reply::Unknown;
        };
        let encoder = &mut self.inner.borrow_mut().encoder;
        let term = encoder.term(world(cx), &state.block, pointer);
        let symbol = term.and_then(|t| encoder.terms.as_symbol(t));
        match symbol.and_then(|s| encoder.meaning(s)) {
            Some(Meaning::Function(function)) => Reply::Functions(vec![function]),
            _ => Reply::Unknown,
        }
    }

    /// Where a block begins, the region is all that is known.
    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: FunctionId,
        _: Location,
    ) -> Option<FormulaId> {
        if !state.fresh {
            return None;
        }
        self.inner.borrow_mut().say_region(cx, state.region)
    }

    // Refinement.

    fn cost(&self) -> u64 {
        50
    }

    fn refines(&self) -> bool {
        true
    }

    fn retrace(
        &mut self,
        cx: &Cx<'_>,
        first: bool,
        state: &State,
        ways: &[Way<'_, State>],
    ) -> Option<usize> {
        self.inner.get_mut().retrace(cx, first, state, ways)
    }

    fn refute(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        let blocks = self.options.blocks;
        self.inner.get_mut().refute(cx, blocks, path)
    }

    fn separate(
        &mut self,
        cx: &Cx<'_>,
        a: &[Move<'_>],
        b: &[Move<'_>],
        rest: &[Move<'_>],
    ) -> Option<Lesson> {
        let blocks = self.options.blocks;
        self.inner.get_mut().separate(cx, blocks, a, b, rest)
    }

    fn precision(&self, cx: &Cx<'_>) -> Vec<Known> {
        self.inner.borrow_mut().known(cx)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.inner.borrow().statistics()
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        self.inner.borrow_mut().show(cx, state)
    }
}

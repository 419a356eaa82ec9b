//! Lazy refinement (seed 003, sections 3.1, 4.2 and 4.3).
//!
//! Predicates have a path first: they exclude it if it is impossible whatever memory
//! holds. If it is impossible only because of what memory holds (the *extended* path
//! formula, here the one precise formula of the path), the conditions that contradict
//! each other say which pointers have to be tracked, and which data of their targets:
//! those that the values in these conditions come from, going back along the path. They
//! are tracked between the allocation of the targets and the contradiction, and nowhere
//! else. If all that was tracked and the path came back, the next finer variant of the
//! shape type is taken.

use super::Shapes;
use super::class::{NodePredicate, Tracking, Variant};
use super::conditions::{constants, stored};
use super::places::{Places, SiteId, SiteKind};
use super::precision::fields_of;
use crate::paths::{Contradiction, conditions, contradiction};
use engine::{Cx, Lesson, Move, Path, Refutation};
use pointers::Target;
use program::{Callee, Expr, ExprId, FunctionId, Id, Location, Op, Place, PlaceId, Query, VarId};
use rustc_hash::FxHashSet;
use solver::block::Encoder;
use solver::{Cached, Z3};
use std::collections::{BTreeMap, BTreeSet};

/// Decides about paths; made when the first one comes.
pub(crate) struct Examiner {
    encoder: Encoder,
    solver: Cached<Z3>,
}

impl Examiner {
    pub fn new(cx: &Cx<'_>) -> Examiner {
        Examiner {
            encoder: Encoder::new(cx.program, cx.pointers),
            solver: Cached::new(Z3::new()),
        }
    }

    /// The moves whose conditions contradict each other.
    pub fn contradiction(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Result<Contradiction, String> {
        let found = conditions(&mut self.encoder, cx, path);
        let (terms, owners) = found.map_err(|unsupported| unsupported.what)?;
        Ok(
            match contradiction(&self.encoder, &mut self.solver, &terms) {
                Contradiction::Among(among) => {
                    let mut moves: Vec<usize> = among.into_iter().map(|i| owners[i]).collect();
                    moves.dedup();
                    Contradiction::Among(moves)
                }
                answer => answer,
            },
        )
    }
}

impl Shapes {
    pub(super) fn exclude(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        if self.options.eager || self.places.sites.is_empty() {
            return Refutation::Unable(String::new());
        }
        self.inner.get_mut().counts.paths += 1;
        let examiner = self.examiner.get_or_insert_with(|| Examiner::new(cx));
        // The formula knows little of what lives: there the question itself says enough.
        let asks = question(cx, path).is_some();
        let moves = match examiner.contradiction(cx, path) {
            Ok(Contradiction::Among(moves)) => moves,
            Ok(Contradiction::None | Contradiction::Unknown) | Err(_) if asks => {
                vec![path.moves.len() - 1]
            }
            Ok(Contradiction::None) => return Refutation::Feasible,
            Ok(Contradiction::Unknown) => {
                let why = "the solver does not know whether the path is possible";
                return Refutation::Unable(why.into());
            }
            Err(what) => return Refutation::Unable(what),
        };
        let mut needs = Needs::new(cx, &self.places);
        let last = moves.last().copied().unwrap_or(0);
        needs.go_back(path, &moves);
        let mut wanted = needs.tracking();
        if wanted.sites.is_empty() {
            return Refutation::Unable(String::new());
        }
        wanted.sites = self.places.closed(cx, wanted.sites);
        wanted = self.kinds.declared.complete(&wanted);
        let places = self.between(cx, path, &wanted.sites, last);
        let inner = self.inner.get_mut();
        let learned = loop {
            let new: Vec<_> = places
                .iter()
                .copied()
                .filter(|&place| inner.precision.add(place, &wanted))
                .collect();
            if !new.is_empty() {
                break new;
            }
            wanted.variant = match wanted.variant {
                Variant::Links => Variant::Full,
                Variant::Full if asks => return Refutation::Feasible,
                Variant::Full => {
                    return Refutation::Unable("no finer shapes exclude the path".into());
                }
            };
        };
        let mut lesson = Lesson {
            places: learned,
            needed: places,
            facts: self.facts(cx, &wanted),
        };
        lesson.tidy();
        Refutation::Refined(lesson)
    }

    /// What is tracked, for people.
    fn facts(&self, cx: &Cx<'_>, tracking: &Tracking) -> Vec<String> {
        let names = self.names(cx);
        let mut facts = Vec::new();
        for &site in &tracking.sites {
            if let SiteKind::Block = self.places.site(site).kind {
                facts.push(format!("shapes of {}", names.block(site)));
            }
        }
        for &data in &tracking.data {
            facts.push(format!("{} in their nodes", names.data(data)));
        }
        facts.extend(match tracking.variant {
            Variant::Links => None,
            Variant::Full => Some("what is reached, shared, cyclic or inverse".to_owned()),
        });
        facts
    }

    /// The places from the first allocation of a site on a path to its last move that
    /// matters, and what lies between them: loops that the path did not enter, the other
    /// branches, and all that is called there.
    fn between(
        &self,
        cx: &Cx<'_>,
        path: &Path<'_>,
        sites: &BTreeSet<SiteId>,
        last: usize,
    ) -> Vec<(FunctionId, Location)> {
        let begins = |by: &Move<'_>| match by {
            Move::Step(step) => match step.op() {
                Op::Alloc { .. } => sites.iter().any(|&site| {
                    let object = cx.pointers.object(self.places.site(site).object);
                    matches!(object, pointers::Object::Heap { function, edge, .. }
                        if (function, edge) == (step.function, step.id))
                }),
                Op::Enter { variables } => sites.iter().any(|&site| {
                    let kind = self.places.site(site).kind;
                    matches!(kind, SiteKind::Variable(slot) if variables.contains(&slot.var))
                }),
                _ => false,
            },
            Move::Call(_) | Move::Return(_) => false,
        };
        let has_static = sites.iter().any(|&site| {
            let kind = self.places.site(site).kind;
            matches!(kind, SiteKind::Variable(slot) if cx.program.vars[slot.var].kind.is_static())
        });
        // Whether there are blocks that are no nodes is known only if it always was.
        let from_start = has_static || asks_all(cx, path);
        let first = match from_start {
            true => 0,
            false => path.moves.iter().position(begins).unwrap_or(0),
        };
        let mut seeds: BTreeMap<FunctionId, BTreeSet<Location>> = BTreeMap::new();
        if from_start && let Some(body) = &cx.function(cx.start).body {
            seeds.entry(cx.start).or_default().insert(body.entry());
        }
        for by in &path.moves[first..=last.min(path.moves.len() - 1)] {
            let (function, at) = by.to(cx.program);
            seeds.entry(function).or_default().insert(at);
        }
        let mut found: BTreeSet<(FunctionId, Location)> = BTreeSet::new();
        let mut called: Vec<FunctionId> = Vec::new();
        for (&function, seeds) in &seeds {
            let inside = enclosed(cx, function, seeds);
            self.calls_within(cx, function, &inside, &mut called);
            found.extend(inside.into_iter().map(|at| (function, at)));
        }
        let mut whole: FxHashSet<FunctionId> = FxHashSet::default();
        while let Some(function) = called.pop() {
            let Some(body) = cx.function(function).body.as_ref() else {
                continue;
            };
            if whole.insert(function) {
                let all: BTreeSet<Location> = body.locations().collect();
                self.calls_within(cx, function, &all, &mut called);
                found.extend(all.into_iter().map(|at| (function, at)));
            }
        }
        // What comes after a check that fails is of no interest.
        let goes_on = |&(function, at): &(FunctionId, Location)| {
            let body = cx.function(function).body.as_ref();
            body.is_some_and(|b| b.error_at(at).is_none())
        };
        found.into_iter().filter(goes_on).collect()
    }

    fn calls_within(
        &self,
        cx: &Cx<'_>,
        function: FunctionId,
        inside: &BTreeSet<Location>,
        called: &mut Vec<FunctionId>,
    ) {
        let Some(body) = &cx.function(function).body else {
            return;
        };
        for (id, edge) in body.edges() {
            if !inside.contains(&edge.from) || !inside.contains(&edge.to) {
                continue;
            }
            if let Op::Call(call) = &edge.op {
                match call.callee {
                    Callee::Direct(callee) => called.push(callee),
                    Callee::Indirect(_) => {
                        called.extend(cx.pointers.calls().callees(function, id));
                    }
                }
            }
        }
    }
}

/// The locations of a function on the way from one of some to another.
fn enclosed(cx: &Cx<'_>, function: FunctionId, seeds: &BTreeSet<Location>) -> BTreeSet<Location> {
    let Some(body) = &cx.function(function).body else {
        return BTreeSet::new();
    };
    let count = body.location_count();
    let spread = |forward: bool| {
        let mut next: Vec<Vec<Location>> = vec![Vec::new(); count];
        for (_, edge) in body.edges() {
            let (from, to) = match forward {
                true => (edge.from, edge.to),
                false => (edge.to, edge.from),
            };
            next[from.index()].push(to);
        }
        let mut seen: BTreeSet<Location> = seeds.clone();
        let mut open: Vec<Location> = seeds.iter().copied().collect();
        while let Some(at) = open.pop() {
            for &to in &next[at.index()] {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let (after, before) = (spread(true), spread(false));
    after.intersection(&before).copied().collect()
}

/// The question about memory that a path ends with.
fn question(cx: &Cx<'_>, path: &Path<'_>) -> Option<Query> {
    let Some(Move::Step(step)) = path.moves.last() else {
        return None;
    };
    let Op::Assume { condition, .. } = *step.op() else {
        return None;
    };
    match cx.program.exprs.get(condition) {
        Expr::Query(query) => Some(query),
        _ => None,
    }
}

fn asks_all(cx: &Cx<'_>, path: &Path<'_>) -> bool {
    matches!(question(cx, path), Some(Query::Tracked | Query::Released))
}

/// What the values in some conditions come from.
struct Needs<'a, 'c> {
    cx: &'a Cx<'c>,
    places: &'a Places,
    variables: BTreeSet<VarId>,
    /// Functions whose results matter.
    results: BTreeSet<FunctionId>,
    sites: BTreeSet<SiteId>,
    /// Bytes of nodes whose contents matter, and numbers that are asked for or stored.
    fields: BTreeSet<(i64, u8)>,
    data: BTreeSet<NodePredicate>,
}

impl<'a, 'c> Needs<'a, 'c> {
    fn new(cx: &'a Cx<'c>, places: &'a Places) -> Needs<'a, 'c> {
        Needs {
            cx,
            places,
            variables: BTreeSet::new(),
            results: BTreeSet::new(),
            sites: BTreeSet::new(),
            fields: BTreeSet::new(),
            data: BTreeSet::new(),
        }
    }

    fn tracking(&self) -> Tracking {
        Tracking {
            sites: self.sites.clone(),
            data: self.data.clone(),
            variant: Variant::Links,
        }
    }

    /// From the last of some conditions to the beginning of the path.
    fn go_back(&mut self, path: &Path<'_>, moves: &[usize]) {
        let last = moves.last().copied().unwrap_or(0);
        for by in (0..=last).rev() {
            match &path.moves[by] {
                Move::Step(step) => {
                    let matters = moves.binary_search(&by).is_ok();
                    self.step(step.function, step.op(), matters);
                }
                Move::Call(call) => {
                    let parameters = &self.cx.function(call.callee).parameters;
                    for (parameter, &argument) in parameters.iter().zip(&call.call.arguments) {
                        if self.variables.contains(parameter) {
                            self.expr(argument);
                        }
                    }
                }
                Move::Return(call) => {
                    if let Some(to) = call.call.result
                        && self.is_needed(to)
                    {
                        self.results.insert(call.callee);
                    }
                }
            }
        }
    }

    fn step(&mut self, function: FunctionId, op: &Op, matters: bool) {
        match *op {
            Op::Assume { condition, .. } if matters => {
                self.expr(condition);
                self.constant(op);
            }
            Op::Assign { to, value } if self.is_needed(to) => {
                self.expr(value);
                self.constant(op);
            }
            Op::Return { value: Some(value) } if self.results.contains(&function) => {
                self.expr(value);
            }
            _ => {}
        }
    }

    /// Does the place hold what matters?
    fn is_needed(&self, place: PlaceId) -> bool {
        match self.cx.program.exprs.root(place) {
            Some(var) => self.variables.contains(&var),
            None => {
                let is_data = || {
                    let mut fields = fields_of(self.cx, self.places, place).into_iter();
                    fields.any(|field| self.fields.contains(&field))
                };
                let is_link = || {
                    let pointer = self
                        .cx
                        .program
                        .types
                        .is_pointer(self.cx.program.exprs.place_ty(place));
                    pointer
                        && self
                            .sites_of(&self.cx.pointers.places(self.cx.program, place))
                            .iter()
                            .any(|site| self.sites.contains(site))
                };
                is_data() || is_link()
            }
        }
    }

    fn constant(&mut self, op: &Op) {
        let Some((place, number)) = constants(self.cx.program, op) else {
            return;
        };
        for (offset, width) in fields_of(self.cx, self.places, place) {
            let value = stored(number, width);
            self.data.insert(NodePredicate {
                offset,
                width,
                value,
            });
        }
    }

    fn sites_of(&self, targets: &[Target]) -> Vec<SiteId> {
        let all = targets.iter().flat_map(|t| self.places.sites_of(t.object));
        all.copied().collect()
    }

    fn expr(&mut self, expr: ExprId) {
        let program = self.cx.program;
        match program.exprs.get(expr) {
            Expr::Load(place) => {
                // Where a pointer leads is what matters of it.
                if program.types.is_pointer(program.exprs.ty(expr)) {
                    let targets = self.cx.pointers.points_to(program, expr);
                    self.sites.extend(self.sites_of(&targets));
                }
                self.place(place, true);
            }
            Expr::Address(place) => self.place(place, false),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Query(Query::Readable(place) | Query::Writable(place)) => {
                self.place(place, true);
            }
            Expr::Query(Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e)) => {
                self.expr(e)
            }
            // Of every block.
            Expr::Query(Query::Tracked | Query::Released) => {
                self.sites.extend(self.places.site_ids());
            }
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) | Expr::Logical(_) => {}
        }
    }

    fn place(&mut self, place: PlaceId, is_read: bool) {
        match self.cx.program.exprs.place(place) {
            Place::Var(var) => {
                if is_read {
                    self.variables.insert(var);
                }
            }
            Place::Deref(pointer) => {
                let targets = self.cx.pointers.points_to(self.cx.program, pointer);
                self.sites.extend(self.sites_of(&targets));
                self.expr(pointer);
            }
            Place::Field(inner, _) => self.place(inner, is_read),
            Place::Index(inner, index) => {
                self.place(inner, is_read);
                self.expr(index);
            }
        }
        if is_read {
            let fields = fields_of(self.cx, self.places, place);
            self.fields.extend(fields);
        }
    }
}

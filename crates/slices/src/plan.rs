//! Which values there are to follow: creations, the objects they give, and the call
//! paths on which they are created (ESP, section 4.2 d).

use crate::cells::Places;
use crate::copies::Copies;
use crate::jumps::Jumps;
use crate::memory::{Finder, Memory, without_casts};
use crate::sets::Members;
use crate::translate::variable;
use crate::{Input, facts};
use pointers::{ContextId, Holder, Object, ObjectId, Target, ValueFlow, holder_name};
use program::{
    BinaryOp, Callee, Cfa, EdgeId, Expr, ExprId, Function, FunctionId, Id, IdVec, Initial, Op,
    Place, PlaceId, Program, Span, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// Why an automaton's values cannot be followed one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It creates no instances and keeps no set.
    NoInstances,
    /// It remembers more than a state.
    Variables,
    /// It speaks of the instance while there is none.
    InitialState,
    /// A value is created, or put into a set, that is no address of an object that can be
    /// told apart.
    Values,
    /// Something runs after the end of the program.
    Destructors,
}

/// What a slice is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The value created here: the outermost call on the path to its creation.
    Created(Span),
    /// Null, where no value can come from.
    Nothing,
}

/// Where an instance may be created.
pub(crate) struct Creation {
    pub function: FunctionId,
    /// The ghost edge that decides for it.
    pub edge: EdgeId,
    /// The call that gave the value, if it is known.
    pub call: Option<EdgeId>,
    /// The created values that it may be.
    pub objects: Vec<usize>,
}

/// A value that is created, all blocks of one abstract object; or an address that is put
/// into a set.
pub(crate) struct Created {
    pub object: ObjectId,
    /// Where in it an address is that is put into a set.
    pub offset: i64,
    /// Calls outside of the library, the outermost first; the last one gives the value.
    pub path: Vec<(FunctionId, EdgeId)>,
    pub span: Span,
}

/// All that slices of one automaton have in common.
pub struct Plan<'a> {
    pub(crate) input: &'a Input<'a>,
    pub(crate) tracked: Option<VarId>,
    /// The set of an automaton that keeps one.
    pub(crate) members: Option<Members>,
    pub(crate) creations: Vec<Creation>,
    pub(crate) created: Vec<Created>,
    /// Calls whose result is null or a value created by it.
    pub(crate) fresh_calls: FxHashSet<(FunctionId, EdgeId)>,
    /// Variables from which values flow to operations that matter.
    pub(crate) handles: BTreeSet<VarId>,
    /// Functions whose results do.
    pub(crate) results: BTreeSet<FunctionId>,
    /// Cells from which they do.
    pub(crate) memory: Memory,
    pub(crate) jumps: Jumps,
    /// Copies of functions for what they are called with.
    pub(crate) copies: Copies,
    /// The created values that a handle or a cell may hold.
    pub(crate) holds: FxHashMap<VarId, Vec<usize>>,
    pub(crate) returns: IdVec<FunctionId, bool>,
    /// The functions whose result is one of their arguments.
    pub(crate) hands_back: FxHashMap<FunctionId, usize>,
    /// What functions of the library may free, if there are foreign events.
    pub(crate) frees: FxHashMap<FunctionId, facts::Frees>,
    pub(crate) library: IdVec<FunctionId, bool>,
    /// Where the automaton, while it watches nothing, finds null and calls that an error.
    pub(crate) asked_of_nothing: FxHashSet<(FunctionId, EdgeId)>,
    /// Calls that the automaton looks at, but for those of the library.
    pub(crate) foreign_events: FxHashSet<(FunctionId, EdgeId)>,
    /// Which created values expressions may be, as far as somebody asked.
    pub(crate) known: RefCell<FxHashMap<ExprId, Rc<[usize]>>>,
    /// Which cells places may be, as far as somebody asked.
    pub(crate) reads: RefCell<FxHashMap<(usize, PlaceId), Option<Places>>>,
    /// The functions that assign each variable, one for each assignment.
    pub(crate) writers: FxHashMap<VarId, Vec<FunctionId>>,
    /// The program without bodies and without the contents of what is not kept.
    pub(crate) skeleton: Program,
}

impl<'a> Plan<'a> {
    pub fn new(input: &'a Input<'a>) -> Result<Plan<'a>, Refusal> {
        let program = input.program;
        let tracked = input.observer.tracked;
        let members = match tracked {
            None => Some(Members::find(input)?),
            Some(_) if !input.observer.integers.is_empty() || !input.observer.sets.is_empty() => {
                return Err(Refusal::Variables);
            }
            Some(_) => None,
        };
        if program
            .functions
            .iter()
            .any(|f| f.destructor && f.body.is_some())
        {
            return Err(Refusal::Destructors);
        }
        let mut uses: Vec<ExprId> = Vec::new();
        uses.extend(members.iter().flat_map(|m| &m.pointers));
        let mut creations = Vec::new();
        let mut objects: Vec<ObjectId> = Vec::new();
        let fresh = facts::fresh(input);
        let mut fresh_calls = FxHashSet::default();
        let mut asked_of_nothing = FxHashSet::default();
        for &function in input.pointers.calls().reached() {
            let Some(body) = &program.functions[function].body else {
                continue;
            };
            let ghosts = ghosts_by_target(body);
            for (id, edge) in body.edges().filter(|(_, e)| e.ghost) {
                match edge.op {
                    Op::Assign { to, value } if is_var(program, to, tracked) => {
                        uses.push(value);
                        let call = call_before(program, body, value, edge.span);
                        let is_fresh =
                            call.is_some_and(|c| is_fresh_call(input, &fresh, function, c));
                        if let (true, Some(call)) = (is_fresh, call) {
                            fresh_calls.insert((function, call));
                        }
                        let mut created = Vec::new();
                        for target in input.pointers.points_to(program, value) {
                            // A variable that gets a fresh value here may get others elsewhere.
                            if is_fresh && !allocated_by(input, target.object, (function, call)) {
                                continue;
                            }
                            if input.pointers.object(target.object) == Object::Environment {
                                return Err(Refusal::Values);
                            }
                            let known = objects.iter().position(|&o| o == target.object);
                            created.push(known.unwrap_or(objects.len()));
                            if known.is_none() {
                                objects.push(target.object);
                            }
                        }
                        if created.is_empty() {
                            return Err(Refusal::Values);
                        }
                        created.sort_unstable();
                        created.dedup();
                        creations.push(Creation {
                            function,
                            edge: id,
                            call,
                            objects: created,
                        });
                    }
                    Op::Assume { condition, .. } => {
                        let with_tracked = compared_with(program, condition, tracked);
                        let with_null = compared_with_null(program, condition);
                        if (with_tracked.is_some() || with_null.is_some())
                            && in_initial_state(input, body, &ghosts, id)
                        {
                            if with_tracked.is_some() {
                                return Err(Refusal::InitialState);
                            }
                            if is_null_taken(program, &edge.op)
                                && ends_in_alarm(program, body, edge.to)
                            {
                                asked_of_nothing.insert((function, id));
                            }
                        }
                        uses.extend(with_tracked.or(with_null));
                    }
                    _ => {}
                }
            }
        }
        let library: Vec<bool> = program
            .functions
            .ids()
            .map(|f| input.is_library(f))
            .collect();
        let library: IdVec<FunctionId, bool> = library.into();
        let flow = ValueFlow::new(program, input.pointers);
        let mut finder = Finder::new(input, &flow, &library);
        uses.into_iter().for_each(|e| finder.demand(e));
        let (sources, memory) = finder.finish();
        let writers = writers(input);
        let foreign_events = foreign_events(input);
        // Nobody else asks.
        let frees = match foreign_events.is_empty() {
            true => FxHashMap::default(),
            false => facts::freeing(input, &flow, &writers, &objects),
        };
        let mut plan = Plan {
            input,
            tracked,
            created: members.as_ref().map_or(Vec::new(), |m| m.subjects(input)),
            fresh_calls,
            handles: BTreeSet::new(),
            results: BTreeSet::new(),
            jumps: Jumps::new(input),
            copies: Copies::new(input, &memory, members.as_ref(), &writers),
            memory,
            members,
            holds: FxHashMap::default(),
            returns: facts::returning(input),
            hands_back: facts::handing_back(input, &writers),
            frees,
            library,
            asked_of_nothing,
            foreign_events,
            known: RefCell::default(),
            reads: RefCell::default(),
            writers,
            skeleton: skeleton(program),
            creations,
        };
        for holder in sources {
            match holder {
                Holder::Var(v) => {
                    plan.handles.insert(v);
                }
                Holder::Result(f) => {
                    plan.results.insert(f);
                }
            }
        }
        for object in objects {
            let created = plan.created(object);
            plan.created.push(created);
        }
        plan.find_contents();
        plan.add_cells();
        Ok(plan)
    }

    /// What there are slices for: each created value, and null.
    pub fn subjects(&self) -> impl Iterator<Item = Option<usize>> {
        (0..self.created.len()).map(Some).chain([None])
    }

    /// The values, and for each its alias set: the variables that may hold it and from
    /// which it flows to operations that matter.
    pub fn show(&self) -> String {
        let program = self.input.program;
        let mut text = String::new();
        for (number, created) in self.created.iter().enumerate() {
            let holding = self
                .handles
                .iter()
                .filter(|v| self.follows(Some(number), **v));
            let names: Vec<String> = holding
                .map(|&v| match v.index() < program.vars.len() {
                    true => holder_name(program, Holder::Var(v)),
                    false => self.skeleton.names[self.skeleton.vars[v].name].to_owned(),
                })
                .collect();
            let place = program.show(created.span);
            // A text in memory takes everything.
            let _ = writeln!(text, "{place}: {{{}}}", names.join(", "));
        }
        text
    }

    /// What a slice is about.
    pub fn subject(&self, focus: Option<usize>) -> Subject {
        match focus {
            Some(value) => Subject::Created(self.created[value].span),
            None => Subject::Nothing,
        }
    }

    /// The values of an object.
    pub(crate) fn created_in(&self, object: ObjectId) -> impl Iterator<Item = usize> {
        let created = self.created.iter().enumerate();
        let own = created.filter(move |(_, c)| c.object == object);
        own.map(|(number, _)| number)
    }

    fn created(&self, object: ObjectId) -> Created {
        let calls = self.input.pointers.calls();
        let mut path: Vec<(FunctionId, EdgeId)> = Vec::new();
        if let Object::Heap { context, .. } = self.input.pointers.object(object) {
            let mut at: ContextId = context;
            while let Some(site) = self.input.pointers.context(at) {
                if !self.library[site.function] {
                    path.push((site.function, site.edge));
                }
                at = site.parent;
            }
        }
        path.reverse();
        let leads_on = path
            .windows(2)
            .all(|w| calls.callees(w[0].0, w[0].1).contains(&w[1].0));
        let functions: BTreeSet<FunctionId> = path.iter().map(|p| p.0).collect();
        let ends = path.last().is_some_and(|p| self.fresh_calls.contains(p));
        // With recursion a path would not say which call is meant.
        if !leads_on || functions.len() != path.len() || !ends {
            path.clear();
        }
        let program = self.input.program;
        let span = match path.first() {
            Some(&(function, edge)) => span_of(program, function, edge),
            None => {
                let known = self.creations.iter();
                let position = self.created.len();
                let mut known = known.filter(|c| c.objects.contains(&position));
                let first = known.next();
                first.map_or(Span::NONE, |c| span_of(program, c.function, c.edge))
            }
        };
        Created {
            object,
            offset: 0,
            path,
            span,
        }
    }

    /// Gives cells their variables, and finds which created values they may hold.
    fn add_cells(&mut self) {
        let word = self.input.program.model().pointer_size();
        for cell in &self.memory.cells {
            let name = cell_name(self.input, cell.target);
            let int = self.skeleton.types.common.int;
            let kind = VarKind::Global(program::Linkage::Internal);
            let made = variable(&mut self.skeleton, &name, int, (kind, None), Span::NONE);
            debug_assert_eq!(made, cell.var);
            let mut held = Vec::new();
            for target in self.input.pointers.contents_at(cell.target, word) {
                held.extend(self.created_in(target.object));
            }
            held.sort_unstable();
            held.dedup();
            self.holds.insert(cell.var, held);
            self.handles.insert(cell.var);
        }
    }

    /// Which created values the handles may hold.
    fn find_contents(&mut self) {
        let program = self.input.program;
        for &v in &self.handles {
            let ty = program.vars[v].ty;
            let mut held = Vec::new();
            if let Some(place) = program.exprs.find_var(v, ty) {
                for target in self.input.pointers.contents(program, place) {
                    held.extend(self.created_in(target.object));
                }
            }
            held.sort_unstable();
            held.dedup();
            self.holds.insert(v, held);
        }
    }
}

/// Does the call give null or fresh storage, whichever function it means?
fn is_fresh_call(
    input: &Input<'_>,
    fresh: &FxHashSet<FunctionId>,
    function: FunctionId,
    edge: EdgeId,
) -> bool {
    let calls = input.pointers.calls();
    let callees = calls.callees(function, edge);
    !calls.calls_unknown(function, edge)
        && !callees.is_empty()
        && callees
            .iter()
            .all(|c| fresh.contains(c) && input.is_library(*c))
}

/// May the call have allocated the object?
fn allocated_by(
    input: &Input<'_>,
    object: ObjectId,
    (function, call): (FunctionId, Option<EdgeId>),
) -> bool {
    let Object::Heap { context, .. } = input.pointers.object(object) else {
        return false;
    };
    let mut at: ContextId = context;
    let mut is_known = false;
    while let Some(site) = input.pointers.context(at) {
        is_known = true;
        if (site.function, Some(site.edge)) == (function, call) {
            return true;
        }
        at = site.parent;
    }
    // Storage that is not told apart by calls may come from any.
    !is_known
}

fn span_of(program: &Program, function: FunctionId, edge: EdgeId) -> Span {
    let body = program.functions[function].body.as_ref();
    body.map_or(Span::NONE, |b| b.edge(edge).span)
}

pub(crate) fn is_var(program: &Program, place: PlaceId, var: impl Into<Option<VarId>>) -> bool {
    var.into()
        .is_some_and(|v| program.exprs.place(place) == Place::Var(v))
}

/// The call that the value came from, at the same place of the text.
fn call_before(program: &Program, body: &Cfa, value: ExprId, span: Span) -> Option<EdgeId> {
    let Expr::Load(place) = program.exprs.get(without_casts(program, value)) else {
        return None;
    };
    let mut calls = body.edges().filter(|(_, e)| match &e.op {
        Op::Call(call) => e.span == span && call.result == Some(place),
        _ => false,
    });
    let found = calls.next()?;
    calls.next().is_none().then_some(found.0)
}

/// The other side of `… == tracked`.
pub(crate) fn compared_with(
    program: &Program,
    condition: ExprId,
    tracked: Option<VarId>,
) -> Option<ExprId> {
    let Expr::Binary(BinaryOp::Eq, a, b) = program.exprs.get(condition) else {
        return None;
    };
    let is_tracked = |e: ExprId| match program.exprs.get(e) {
        Expr::Load(place) => is_var(program, place, tracked),
        _ => false,
    };
    match (is_tracked(a), is_tracked(b)) {
        (false, true) => Some(a),
        (true, false) => Some(b),
        _ => None,
    }
}

/// The other side of `… == 0` or `… != 0`, of a pointer.
pub(crate) fn compared_with_null(program: &Program, condition: ExprId) -> Option<ExprId> {
    let Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = program.exprs.get(condition) else {
        return None;
    };
    let is_null = |e: ExprId| program.exprs.int_value(e) == Some(0);
    let pointer = |e: ExprId| program.types.is_pointer(program.exprs.ty(e));
    match (is_null(a), is_null(b)) {
        (false, true) if pointer(a) => Some(a),
        (true, false) if pointer(b) => Some(b),
        _ => None,
    }
}

/// The ghost edges that lead to each location.
type Ghosts = FxHashMap<program::Location, Vec<EdgeId>>;

fn ghosts_by_target(body: &Cfa) -> Ghosts {
    let mut ghosts = Ghosts::default();
    for (id, edge) in body.edges().filter(|(_, e)| e.ghost) {
        ghosts.entry(edge.to).or_default().push(id);
    }
    ghosts
}

/// Do runs come to the ghost edge by one that asks for the initial state?
fn in_initial_state(input: &Input<'_>, body: &Cfa, ghosts: &Ghosts, edge: EdgeId) -> bool {
    let program = input.program;
    let mut seen: FxHashSet<program::Location> = FxHashSet::default();
    let mut pending = vec![body.edge(edge).from];
    while let Some(at) = pending.pop() {
        if !seen.insert(at) {
            continue;
        }
        for &before in ghosts.get(&at).into_iter().flatten() {
            let before = body.edge(before);
            if let Op::Assume { condition, taken } = before.op
                && let Expr::Binary(BinaryOp::Eq, a, b) = program.exprs.get(condition)
                && let Expr::Load(place) = program.exprs.get(a)
                && is_var(program, place, input.observer.state)
            {
                let asked = program.exprs.int_value(b);
                if taken && asked == Some(input.observer.initial as i128) {
                    return true;
                }
                continue;
            }
            pending.push(before.from);
        }
    }
    false
}

/// Is the edge for pointers that are null?
fn is_null_taken(program: &Program, op: &Op) -> bool {
    match *op {
        Op::Assume { condition, taken } => match program.exprs.get(condition) {
            Expr::Binary(BinaryOp::Eq, ..) => taken,
            Expr::Binary(BinaryOp::Ne, ..) => !taken,
            _ => false,
        },
        _ => false,
    }
}

/// Do all ways from a location go by ghost edges to an error?
fn ends_in_alarm(program: &Program, body: &Cfa, at: program::Location) -> bool {
    let mut edges = body.leaving(at).iter().peekable();
    edges.peek().is_some()
        && edges.all(|edge| match &edge.op {
            Op::Call(call) => match call.callee {
                Callee::Direct(callee) => program.alarm(callee).is_some(),
                Callee::Indirect(_) => false,
            },
            _ => edge.ghost && edge.to > at && ends_in_alarm(program, body, edge.to),
        })
}

/// The calls of functions that are not the library's at which the automaton looks: with
/// ghost edges at the same place of the text before or after them.
fn foreign_events(input: &Input<'_>) -> FxHashSet<(FunctionId, EdgeId)> {
    let mut found = FxHashSet::default();
    for &f in input.pointers.calls().reached() {
        let Some(body) = &input.program.functions[f].body else {
            continue;
        };
        let mut looks = FxHashSet::default();
        for (_, edge) in body.edges().filter(|(_, e)| e.ghost) {
            looks.extend([(edge.from, edge.span), (edge.to, edge.span)]);
        }
        for (id, edge) in body.edges().filter(|(_, e)| !e.ghost) {
            let Op::Call(call) = &edge.op else {
                continue;
            };
            let ends = [(edge.from, edge.span), (edge.to, edge.span)];
            let mut callees = input.callees(f, id, call).into_iter();
            if ends.iter().any(|e| looks.contains(e)) && callees.any(|c| !input.is_library(c)) {
                found.insert((f, id));
            }
        }
    }
    found
}

fn writers(input: &Input<'_>) -> FxHashMap<VarId, Vec<FunctionId>> {
    let program = input.program;
    let mut writers: FxHashMap<VarId, Vec<FunctionId>> = FxHashMap::default();
    for &f in input.pointers.calls().reached() {
        let Some(body) = &program.functions[f].body else {
            continue;
        };
        for (_, edge) in body.edges() {
            let place = match &edge.op {
                Op::Assign { to, .. }
                | Op::Havoc { place: to }
                | Op::Alloc { to, .. }
                | Op::VaArg { to, .. } => Some(*to),
                Op::Call(call) => call.result,
                _ => None,
            };
            if let Some(place) = place
                && let Place::Var(v) = program.exprs.place(place)
            {
                writers.entry(v).or_default().push(f);
            }
        }
    }
    writers
}

/// The variable, or the place of allocation, and the offset.
fn cell_name(input: &Input<'_>, target: Target) -> String {
    let program = input.program;
    let object = match input.pointers.object(target.object) {
        Object::Var(v) => holder_name(program, Holder::Var(v)),
        Object::Heap { function, edge, .. } => {
            format!(
                "block of {}",
                program.show(span_of(program, function, edge))
            )
        }
        Object::Result(f) => holder_name(program, Holder::Result(f)),
        Object::Environment | Object::Outside | Object::Literal(_) => "memory".to_owned(),
        Object::Function(_) | Object::Variadic(_) => "memory".to_owned(),
    };
    format!("{object}+{}", target.offsets)
}

/// The program's tables. What variables begin with is only needed of scalars.
fn skeleton(program: &Program) -> Program {
    let bare = |f: &Function| Function {
        // It exists, whether or not a slice keeps its body.
        weak: f.is_absent(),
        parameters: f.parameters.clone(),
        locals: f.locals.clone(),
        body: None,
        ..*f
    };
    let functions: Vec<Function> = program.functions.iter().map(bare).collect();
    let mut vars = program.vars.clone();
    for var in vars.iter_mut() {
        if !var.ghost && (var.addressed || !program.types.is_scalar(var.ty)) {
            var.initial = Initial::Indeterminate;
        }
    }
    Program {
        names: program.names.clone(),
        types: program.types.clone(),
        exprs: program.exprs.clone(),
        vars,
        functions: functions.into(),
        alarms: program.alarms.clone(),
        sources: program.sources.clone(),
    }
}

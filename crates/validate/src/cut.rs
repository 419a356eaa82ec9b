//! A program with a witness's invariants becomes one without loops, as far as the
//! invariants allow: where one stands, it is checked; then everything that a round of
//! its loop may change is forgotten, and the invariant assumed.
//!
//! The result has every run of the program up to the first violated check: a run's
//! state at the cut differs from the one at the loop's first arrival there only in what
//! was forgotten, and satisfies the invariant. So a second arrival in one run of the
//! loop need not be followed; a flag remembers the first. If no check and no property
//! is violated in the result, none is in the program.

use crate::conditions::{guards, wrapping};
use crate::effects::{Effects, Obstacle};
use crate::loops::{innermost, loops};
use engine::Task;
use frontend::annotation::Mark;
use pointers::{Options, Pointers, UnknownCalls};
use program::{
    BinaryOp, Call, Callee, Cfa, CfaBuilder, EdgeId, ExprId, Fold, Function, FunctionId, Linkage,
    Location, Op, Program, QualType, Signature, Span, TypeId, Var, VarId, VarKind,
};
use properties::Property;
use solver::path::Primitive;
use std::collections::{BTreeMap, BTreeSet};

/// Why a witness cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub message: String,
    pub span: Span,
}

/// A task whose properties include the witness's invariants, as assertions.
pub struct Instrumented {
    pub task: Task,
    pub cuts: usize,
    /// Where each invariant stands, by its number.
    pub places: BTreeMap<u32, Span>,
    /// The loops with an invariant that are explored as they are, and why.
    pub uncut: Vec<(Span, Obstacle)>,
}

/// Makes the marks of annotations (see [`frontend::annotation`]) part of the program:
/// checks, and where `cut` is true and it can be done, cuts.
pub fn instrument(task: &Task, cut: bool) -> Result<Instrumented, Refusal> {
    let properties = task.properties.clone().with(Property::Assert);
    let mut program = task.program.clone();
    let helpers = Helpers {
        infeasible: declare(&mut program, "__concord_infeasible"),
        assertion: declare(&mut program, "__assert_fail"),
        abort: declare(&mut program, "__concord_abort"),
    };
    let mut maker = Maker {
        original: &task.program,
        program,
        helpers,
        cuts: 0,
        places: BTreeMap::new(),
        uncut: Vec::new(),
    };
    let pointers = cut.then(|| Pointers::analyze(&task.program, &pointer_options(task)));
    let mut scratch = task.program.clone();
    for function in task.program.functions.ids() {
        let Some(body) = &task.program.functions[function].body else {
            continue;
        };
        let sites = sites(&task.program, body)?;
        let mut plan = Plan::default();
        if let Some(pointers) = &pointers {
            let mut effects = Effects {
                program: &task.program,
                pointers,
                unknown_calls: task.settings.unknown_calls,
                function,
                body,
                scratch: &mut scratch,
            };
            plan = maker.plan(&mut effects, &sites);
        }
        // The program's own assertions are not asked about.
        let silenced = !task.properties.contains(Property::Assert);
        if let Some(made) = maker.body(function, body, &sites, &plan, silenced) {
            maker.program.functions[function].body = Some(made);
        }
    }
    Ok(Instrumented {
        task: Task {
            program: maker.program,
            observers: task.observers.clone(),
            precision: Vec::new(),
            declarations: String::new(),
            properties,
            settings: task.settings.clone(),
        },
        cuts: maker.cuts,
        places: maker.places,
        uncut: maker.uncut,
    })
}

fn pointer_options(task: &Task) -> Options {
    Options {
        entry: task.settings.entry.clone(),
        unknown_calls: match task.settings.unknown_calls {
            machine::UnknownCalls::Havoc => UnknownCalls::Havoc,
            machine::UnknownCalls::Pure | machine::UnknownCalls::Error => UnknownCalls::Pure,
        },
        ..Options::default()
    }
}

/// A place with invariants.
struct Site {
    at: Location,
    /// The edges with [`Mark::Cut`] and [`Mark::GoOn`]; none if a condition is false
    /// whatever the state.
    cut: Option<EdgeId>,
    end: Option<EdgeId>,
    /// The locations between the marks: those of the checks, and of the assumptions.
    checked: BTreeSet<Location>,
    assumed: BTreeSet<Location>,
    span: Span,
}

fn mark(program: &Program, op: &Op) -> Option<Mark> {
    match op {
        Op::Unsupported { what } => Mark::read(&program.names[*what]),
        _ => None,
    }
}

/// The places with invariants, in order; their conditions have no effects.
fn sites(program: &Program, body: &Cfa) -> Result<Vec<Site>, Refusal> {
    let mut found = Vec::new();
    for (_, edge) in body.edges() {
        if mark(program, &edge.op) != Some(Mark::Check) {
            continue;
        }
        let (checked, cuts) = region(program, body, edge.to)?;
        let cut = cuts.first().copied();
        let (assumed, ends) = match cut {
            Some(cut) => region(program, body, body.edge(cut).to)?,
            None => Default::default(),
        };
        let end = ends.first().copied();
        // A statement has its own span, an invariant that of its own text.
        let own = body.loops().iter().find(|(at, _)| *at == edge.from);
        let after = end.map(|end| body.leaving(body.edge(end).to));
        let next = after.and_then(|edges| edges.first()).map(|e| e.span);
        let span = own.map(|(_, span)| span.start()).or(next);
        found.push(Site {
            at: edge.from,
            cut,
            end,
            checked,
            assumed,
            span: span.unwrap_or(edge.span),
        });
    }
    Ok(found)
}

/// The locations of conditions from a location on, and the edges with marks at which
/// the conditions end: [`Mark::Cut`] or [`Mark::GoOn`].
fn region(
    program: &Program,
    body: &Cfa,
    from: Location,
) -> Result<(BTreeSet<Location>, Vec<EdgeId>), Refusal> {
    let mut inside = BTreeSet::from([from]);
    let mut ends = Vec::new();
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        for id in body.leaving_ids(at) {
            let edge = body.edge(id);
            match &edge.op {
                Op::Skip | Op::Assume { .. } => {}
                Op::Assign { to, .. } if is_temporary(program, *to) => {}
                Op::Unsupported { .. } => match mark(program, &edge.op) {
                    Some(Mark::Cut | Mark::GoOn) => {
                        ends.push(id);
                        continue;
                    }
                    Some(Mark::Violated(_) | Mark::Excluded) => continue,
                    Some(Mark::Check) | None => return Err(refuse(edge.span)),
                },
                Op::Assign { .. }
                | Op::Havoc { .. }
                | Op::Call(_)
                | Op::Return { .. }
                | Op::Alloc { .. }
                | Op::Free { .. }
                | Op::Enter { .. }
                | Op::Exit { .. }
                | Op::VaStart { .. }
                | Op::VaArg { .. }
                | Op::VaCopy { .. }
                | Op::VaEnd { .. } => return Err(refuse(edge.span)),
            }
            if inside.insert(edge.to) {
                pending.push(edge.to);
            }
        }
    }
    Ok((inside, ends))
}

fn is_temporary(program: &Program, place: program::PlaceId) -> bool {
    let var = program.exprs.root(place);
    var.is_some_and(|v| program.vars[v].kind == VarKind::Temporary)
}

fn refuse(span: Span) -> Refusal {
    Refusal {
        message: "an invariant is an expression without calls and side effects".into(),
        span,
    }
}

/// What happens at the cuts of a function.
#[derive(Default)]
struct Plan {
    /// By the edge with the mark: the flag and what is forgotten.
    cuts: BTreeMap<EdgeId, (VarId, Vec<VarId>)>,
    /// The edges that enter the loop of a flag.
    entering: BTreeMap<EdgeId, Vec<VarId>>,
}

struct Helpers {
    infeasible: FunctionId,
    assertion: FunctionId,
    abort: FunctionId,
}

struct Maker<'a> {
    original: &'a Program,
    program: Program,
    helpers: Helpers,
    cuts: usize,
    places: BTreeMap<u32, Span>,
    uncut: Vec<(Span, Obstacle)>,
}

impl Maker<'_> {
    /// Decides where loops are cut: each at one place, at the loop statement's own
    /// invariant if it has one.
    fn plan(&mut self, effects: &mut Effects<'_>, sites: &[Site]) -> Plan {
        let mut plan = Plan::default();
        if sites.is_empty() {
            return plan;
        }
        let body = effects.body;
        let loops = loops(body);
        let mut chosen: BTreeMap<usize, &Site> = BTreeMap::new();
        let is_own = |site: &Site| body.loops().iter().any(|(at, _)| *at == site.at);
        for site in sites {
            if let Some(around) = innermost(&loops, site.at) {
                let known = chosen.entry(around).or_insert(site);
                if !is_own(known) && is_own(site) {
                    *known = site;
                }
            }
        }
        for (number, site) in chosen {
            let Some(cut) = site.cut else { continue };
            let around = &loops[number];
            match effects.of(around, site.at) {
                Ok(forgotten) => {
                    let flag = self.flag(effects.function, site.span);
                    plan.cuts.insert(cut, (flag, forgotten));
                    for (id, edge) in body.edges() {
                        if edge.to == around.head && !around.contains(edge.from) {
                            plan.entering.entry(id).or_default().push(flag);
                        }
                    }
                    self.cuts += 1;
                }
                Err(why) => self.uncut.push((site.span, why)),
            }
        }
        plan
    }

    /// The body with checks and cuts; None if nothing of it changes.
    fn body(
        &mut self,
        function: FunctionId,
        body: &Cfa,
        sites: &[Site],
        plan: &Plan,
        silenced: bool,
    ) -> Option<Cfa> {
        let asserts = silenced && body.edges().any(|(_, e)| self.is_assertion(&e.op));
        if sites.is_empty() && !asserts {
            return None;
        }
        let mut b = CfaBuilder::like(body);
        for at in body.locations() {
            let checked = sites.iter().any(|s| s.checked.contains(&at));
            let assumed = sites.iter().any(|s| s.assumed.contains(&at));
            let from = match checked || assumed {
                true => self.guard(&mut b, body, at, checked),
                false => at,
            };
            for id in body.leaving_ids(at) {
                let mut edge = body.edge(id).clone();
                if checked || assumed {
                    self.wrap(&mut edge.op);
                }
                if silenced && self.is_assertion(&edge.op) {
                    edge.op = call(self.helpers.abort);
                }
                let mut from = from;
                for &flag in plan.entering.get(&id).into_iter().flatten() {
                    from = self.set(&mut b, from, flag, 0, edge.span);
                }
                match mark(self.original, &edge.op) {
                    None => b.copy_edge(from, edge.to, &edge),
                    Some(Mark::Check | Mark::GoOn) => b.edge(from, edge.to, Op::Skip, edge.span),
                    Some(Mark::Violated(number)) => {
                        let site = sites.iter().find(|s| s.checked.contains(&at));
                        let place = site.map_or(edge.span, |s| s.span);
                        self.places.insert(number, place);
                        b.edge(from, edge.to, call(self.helpers.assertion), edge.span);
                    }
                    Some(Mark::Excluded) => {
                        b.edge(from, edge.to, call(self.helpers.infeasible), edge.span);
                    }
                    Some(Mark::Cut) => match plan.cuts.get(&id) {
                        Some((flag, forgotten)) => {
                            let after = self.cut(&mut b, from, *flag, forgotten, edge.span);
                            b.edge(after, edge.to, Op::Skip, edge.span);
                        }
                        // What was just checked need not be assumed. The last edge
                        // may be one that enters a loop: it is not left out.
                        None => {
                            let site = sites.iter().find(|s| s.cut == Some(id));
                            let end = site.and_then(|s| s.end);
                            let to = end.map_or(edge.to, |end| body.edge(end).from);
                            b.edge(from, to, Op::Skip, edge.span);
                        }
                    },
                }
            }
        }
        // A loop may begin where the function does.
        let entry = b.location();
        let mut at = entry;
        for (flag, _) in plan.cuts.values() {
            self.program.functions[function].locals.push(*flag);
            at = self.set(&mut b, at, *flag, 0, Span::NONE);
        }
        b.edge(at, body.entry(), Op::Skip, Span::NONE);
        let exit = body.exit().unwrap_or_else(|| b.location());
        Some(b.finish(entry, exit))
    }

    fn is_assertion(&self, op: &Op) -> bool {
        let Op::Call(call) = op else { return false };
        let Callee::Direct(callee) = call.callee else {
            return false;
        };
        let function = &self.original.functions[callee];
        let name = &self.original.names[function.name];
        function.body.is_none() && Primitive::named(name) == Some(Primitive::Assertion)
    }

    /// Before a condition is evaluated: what has no value is no truth.
    fn guard(&mut self, b: &mut CfaBuilder, body: &Cfa, at: Location, checked: bool) -> Location {
        let mut from = at;
        let mut found = Vec::new();
        for edge in body.leaving(at) {
            let expr = match edge.op {
                Op::Assume { condition, .. } => condition,
                Op::Assign { value, .. } => value,
                _ => continue,
            };
            let expr = wrapping(&mut self.program, expr);
            let known = found.len();
            guards(&mut self.program, expr, &mut found);
            for &condition in &found[known..] {
                let (passed, failed, end) = (b.location(), b.location(), b.location());
                for (to, taken) in [(passed, true), (failed, false)] {
                    b.edge(from, to, Op::Assume { condition, taken }, edge.span);
                }
                let helper = match checked {
                    true => self.helpers.assertion,
                    false => self.helpers.infeasible,
                };
                b.edge(failed, end, call(helper), edge.span);
                from = passed;
            }
        }
        from
    }

    fn wrap(&mut self, op: &mut Op) {
        match op {
            Op::Assume { condition, .. } => *condition = wrapping(&mut self.program, *condition),
            Op::Assign { value, .. } => *value = wrapping(&mut self.program, *value),
            _ => {}
        }
    }

    /// The second arrival ends; at the first, the past is forgotten.
    fn cut(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        flag: VarId,
        forgotten: &[VarId],
        span: Span,
    ) -> Location {
        let (first, again, end) = (b.location(), b.location(), b.location());
        let condition = self.is_set(flag);
        for (to, taken) in [(again, true), (first, false)] {
            b.edge(from, to, Op::Assume { condition, taken }, span);
        }
        b.edge(again, end, call(self.helpers.infeasible), span);
        let mut at = self.set(b, first, flag, 1, span);
        for &var in forgotten {
            let ty = self.program.vars[var].ty;
            let place = self.program.exprs.var(var, ty);
            let next = b.location();
            b.edge(at, next, Op::Havoc { place }, span);
            at = next;
        }
        at
    }

    fn int(&mut self, value: i128) -> ExprId {
        let Program { exprs, types, .. } = &mut self.program;
        exprs.int(types, value, types.common.int)
    }

    fn is_set(&mut self, flag: VarId) -> ExprId {
        let zero = self.int(0);
        let Program { exprs, types, .. } = &mut self.program;
        let int = types.common.int;
        let place = exprs.var(flag, int);
        let value = exprs.load(place);
        exprs.binary(types, BinaryOp::Ne, value, zero, int, Fold::Exact)
    }

    fn set(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        flag: VarId,
        value: i128,
        span: Span,
    ) -> Location {
        let value = self.int(value);
        let int = self.program.types.common.int;
        let to = self.program.exprs.var(flag, int);
        let next = b.location();
        b.edge(from, next, Op::Assign { to, value }, span);
        next
    }

    fn flag(&mut self, function: FunctionId, span: Span) -> VarId {
        let name = self.program.names.intern("%cut");
        let ty = self.program.types.common.int;
        let mut var = Var::plain(name, ty, VarKind::Temporary, function, span);
        var.shadow = self.cuts as u32;
        self.program.vars.push(var)
    }
}

/// A function that execution itself gives a meaning.
fn declare(program: &mut Program, name: &str) -> FunctionId {
    let known = program.functions_named(name).into_iter();
    let mut bodiless = known.filter(|&f| program.functions[f].body.is_none());
    if let Some(known) = bodiless.next() {
        return known;
    }
    let void: TypeId = program.types.common.void;
    let ty = program.types.function(Signature {
        result: QualType::plain(void),
        parameters: Box::new([]),
        variadic: false,
        prototype: false,
    });
    let name = program.names.intern(name);
    program.functions.push(Function {
        name,
        ty,
        declared: ty,
        linkage: Linkage::External,
        parameters: Vec::new(),
        locals: Vec::new(),
        body: None,
        no_return: true,
        weak: false,
        constructor: None,
        destructor: false,
        span: Span::NONE,
    })
}

fn call(callee: FunctionId) -> Op {
    Op::Call(Box::new(Call {
        callee: Callee::Direct(callee),
        arguments: Box::new([]),
        result: None,
    }))
}

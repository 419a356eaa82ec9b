//! Running the program along a witness.

use crate::constraint::Constraint;
use engine::{Counterexample, Task, fault_property};
use machine::{Incident, Input, Inputs, Listed, Machine, Outcome, Random, Request};
use program::{Edge, ExprId, FunctionId, Op, Place, Program, Span, VarId};
use report::witness::{Segment, Waypoint, WaypointKind};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::Path;
use std::rc::Rc;

/// Runs that are tried, and how long they may be.
const RUNS: u64 = 200;
const STEPS_OF_A_RUN: u64 = 400_000;
const STEPS: u64 = 8_000_000;

/// A violation along the witness, if one is found.
pub fn follow(task: &Task, segments: &[Segment]) -> Option<Counterexample> {
    let way = Way::new(task, segments);
    let mut steps = 0;
    for seed in 0..RUNS {
        let hint = Rc::new(Cell::new(None));
        let mut inputs = Steered {
            hint: Rc::clone(&hint),
            random: Random::new(seed),
            first: seed == 0,
        };
        let (found, taken) = way.run(&mut inputs, hint, STEPS_OF_A_RUN);
        steps += taken;
        if found.is_some() || steps > STEPS {
            return found;
        }
    }
    None
}

/// Is the violation one that the witness tells of?
pub fn is_along(task: &Task, segments: &[Segment], violation: &Counterexample) -> bool {
    let mut inputs = Listed::new(violation.inputs.iter().copied());
    let nothing = Rc::new(Cell::new(None));
    let way = Way::new(task, segments);
    way.run(&mut inputs, nothing, u64::MAX).0.is_some()
}

/// A program and the waypoints that its runs have to pass.
struct Way<'a> {
    task: &'a Task,
    program: Program,
    loads: HashMap<VarId, ExprId>,
    marks: Vec<Marks<'a>>,
}

impl<'a> Way<'a> {
    fn new(task: &'a Task, segments: &'a [Segment]) -> Way<'a> {
        let (program, loads) = with_loads(&task.program);
        let places = Places::of(&program);
        let marks = segments.iter().map(|segment| Marks {
            follow: Mark::of(&segment.follow, &places),
            avoid: segment.avoid.iter().map(|w| Mark::of(w, &places)).collect(),
        });
        Way {
            task,
            program,
            loads,
            marks: marks.collect(),
        }
    }

    /// One run: the violation at its end if it passed all waypoints, and its length.
    fn run(
        &self,
        inputs: &mut dyn Inputs,
        hint: Rc<Cell<Option<i128>>>,
        steps: u64,
    ) -> (Option<Counterexample>, u64) {
        let mut options = self.task.machine_options();
        options.steps = steps;
        let mut run = Run {
            program: &self.program,
            loads: &self.loads,
            machine: Machine::new(&self.program, options, inputs),
            marks: &self.marks,
            at: 0,
            hint,
            calls: Vec::new(),
            promised: Vec::new(),
        };
        let found = run.run(self.task);
        (found, run.machine.steps())
    }
}

/// The program with an expression for the value of every scalar variable, for
/// none can be made while the machine runs.
fn with_loads(program: &Program) -> (Program, HashMap<VarId, ExprId>) {
    let mut program = program.clone();
    let mut loads = HashMap::new();
    let vars: Vec<_> = program.vars.enumerate().map(|(id, v)| (id, v.ty)).collect();
    for (id, ty) in vars {
        if program.types.is_scalar(ty) {
            let place = program.exprs.var(id, ty);
            loads.insert(id, program.exprs.load(place));
        }
    }
    (program, loads)
}

struct Marks<'w> {
    follow: Mark<'w>,
    avoid: Vec<Mark<'w>>,
}

struct Mark<'w> {
    waypoint: &'w Waypoint,
    /// Where it is passed: its own place, or the next one where something happens.
    line: u32,
    column: u32,
    /// None if there is none, or it says too much.
    constraint: Option<Constraint>,
}

impl<'w> Mark<'w> {
    fn of(waypoint: &'w Waypoint, places: &Places) -> Mark<'w> {
        let text = waypoint.constraint.as_deref();
        let own = (waypoint.line, waypoint.column.unwrap_or(0));
        // Declarations without a value do nothing.
        let (line, column) = match waypoint.kind {
            WaypointKind::Assumption => places.from(&waypoint.file, own),
            _ => own,
        };
        Mark {
            waypoint,
            line,
            column,
            constraint: text.and_then(Constraint::parse),
        }
    }
}

/// The places where something happens: file, line and column, in order.
struct Places(BTreeSet<(OsString, u32, u32)>);

impl Places {
    fn of(program: &Program) -> Places {
        let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
        let spans = bodies.flat_map(|b| b.edges()).map(|(_, e)| e.span);
        let places = spans.flat_map(|span| {
            let sources = &program.sources;
            let both = [sources.position(span), sources.physical(span)];
            both.into_iter()
                .flatten()
                .map(|p| (file_name(p.file), p.line, p.column))
        });
        Places(places.collect())
    }

    /// The first place that is not before the given one.
    fn from(&self, file: &str, at: (u32, u32)) -> (u32, u32) {
        let file = file_name(file);
        let mut later = self.0.range((file.clone(), at.0, at.1)..);
        match later.next() {
            Some(next) if next.0 == file && next.1 != at.0 => (next.1, next.2),
            _ => at,
        }
    }
}

fn file_name(path: &str) -> OsString {
    let name = Path::new(path).file_name();
    name.unwrap_or_default().to_owned()
}

/// Inputs that waypoints demand, and others.
struct Steered {
    hint: Rc<Cell<Option<i128>>>,
    random: Random,
    /// In the first run all else is zero.
    first: bool,
}

impl Inputs for Steered {
    fn draw(&mut self, request: Request) -> Option<Input> {
        match self.hint.get() {
            Some(value) => Some(Input::Int(value)),
            None if self.first => Some(Input::Int(0)),
            None => self.random.draw(request),
        }
    }
}

/// An open call of the user's text that a waypoint may speak of.
struct Awaited {
    /// Open calls of the machine when it was made.
    depth: usize,
    span: Span,
    result: Option<VarId>,
}

struct Run<'a> {
    program: &'a Program,
    loads: &'a HashMap<VarId, ExprId>,
    machine: Machine<'a>,
    marks: &'a [Marks<'a>],
    /// The segment that is to be passed next.
    at: usize,
    hint: Rc<Cell<Option<i128>>>,
    calls: Vec<Awaited>,
    /// Values that variables are to have when they are first read.
    promised: Vec<(VarId, i128)>,
}

impl Run<'_> {
    fn run(&mut self, task: &Task) -> Option<Counterexample> {
        let mut outcome = self.machine.begin();
        while outcome.is_none() {
            self.returns();
            let (function, location) = self.machine.position()?;
            let program = self.program;
            let body = program.functions[function].body.as_ref();
            let edges = body.map_or(&[][..], |b| b.leaving(location));
            let Some(edge) = edges.first() else {
                outcome = self.machine.step();
                continue;
            };
            if edge.ghost {
                // No step that a witness speaks of, but it may read a variable first.
                self.hint_for_variables(function, edge);
                outcome = self.machine.step();
                continue;
            }
            if self.is_avoided(function, edge) {
                return None;
            }
            self.pass_assumptions(function, edge);
            self.before_call(function, edge);
            self.hint_for_variables(function, edge);
            outcome = self.machine.step();
            if let Op::Assume { condition, .. } = edge.op {
                self.branch(edge.span, condition);
            }
        }
        let Some(Outcome::Fault(incident)) = outcome else {
            return None;
        };
        let property = fault_property(self.program, incident.fault)?;
        if !task.properties.contains(property) || !self.is_target(incident) {
            return None;
        }
        let inputs = self.machine.drawn().iter().map(|d| d.1).collect();
        Some(Counterexample {
            property,
            inputs,
            incident,
        })
    }

    fn current(&self) -> Option<&Mark<'_>> {
        Some(&self.marks.get(self.at)?.follow)
    }

    /// Is the segment's waypoint of this kind, and at this place?
    fn is_at(&self, kind: WaypointKind, span: Span) -> bool {
        let current = self.current();
        current.is_some_and(|mark| mark.waypoint.kind == kind && self.matches(mark, span))
    }

    /// Is the place on the waypoint's line, not before its column? Operations
    /// and statements do not begin at the same column.
    fn matches(&self, mark: &Mark<'_>, span: Span) -> bool {
        let sources = &self.program.sources;
        let places = [sources.position(span), sources.physical(span)];
        places.into_iter().flatten().any(|place| {
            place.line == mark.line
                && place.column >= mark.column
                && file_name(place.file) == file_name(&mark.waypoint.file)
        })
    }

    // Assumptions.

    fn pass_assumptions(&mut self, function: FunctionId, edge: &Edge) {
        while self.is_at(WaypointKind::Assumption, edge.span) {
            let constraint = self.current().and_then(|m| m.constraint.clone());
            match constraint {
                Some(constraint) if !self.can_hold(function, &constraint) => return,
                _ => self.at += 1,
            }
        }
    }

    fn is_avoided(&mut self, function: FunctionId, edge: &Edge) -> bool {
        let Some(marks) = self.marks.get(self.at) else {
            return false;
        };
        marks.avoid.iter().any(|mark| {
            mark.waypoint.kind == WaypointKind::Assumption
                && self.matches(mark, edge.span)
                && mark
                    .constraint
                    .as_ref()
                    .is_some_and(|constraint| self.holds(function, constraint))
        })
    }

    /// Does it hold, or will it when variables that have no value yet get the
    /// one it demands?
    fn can_hold(&mut self, function: FunctionId, constraint: &Constraint) -> bool {
        let mut promised = Vec::new();
        let value = constraint.value(&mut |name| {
            let variable = self.variable(function, name)?;
            let load = *self.loads.get(&variable)?;
            if let Some(value) = self.machine.evaluate(load) {
                return Some(value.value);
            }
            let value = constraint.equal_to(name)?;
            promised.push((variable, value));
            Some(value)
        });
        let holds = value.is_some_and(|v| v != 0);
        if holds {
            self.promised.extend(promised);
        }
        holds
    }

    fn holds(&mut self, function: FunctionId, constraint: &Constraint) -> bool {
        let value = constraint.value(&mut |name| {
            let variable = self.variable(function, name)?;
            let load = *self.loads.get(&variable)?;
            Some(self.machine.evaluate(load)?.value)
        });
        value.is_some_and(|v| v != 0)
    }

    /// The variable of that name that the function sees: its own, or a global.
    fn variable(&self, function: FunctionId, name: &str) -> Option<VarId> {
        let program = self.program;
        let function = &program.functions[function];
        let own = function.parameters.iter().chain(&function.locals);
        let is_it = |v: &VarId| &program.names[program.vars[*v].name] == name;
        own.copied().find(is_it).or_else(|| {
            let mut globals = program.vars.enumerate();
            let found = globals.find(|(v, var)| var.function.is_none() && is_it(v));
            found.map(|(v, _)| v)
        })
    }

    // Values for inputs.

    /// A variable without a value yet gets the one that is demanded.
    fn hint_for_variables(&mut self, function: FunctionId, edge: &Edge) {
        if !self.calls.is_empty() || matches!(edge.op, Op::Call(_)) {
            return;
        }
        self.hint.set(None);
        for i in 0..self.promised.len() {
            let (variable, value) = self.promised[i];
            let owner = self.program.vars[variable].function;
            if owner.is_none_or(|owner| owner == function)
                && let Some(&load) = self.loads.get(&variable)
                && self.machine.evaluate(load).is_none()
            {
                self.hint.set(Some(value));
                return;
            }
        }
    }

    fn before_call(&mut self, function: FunctionId, edge: &Edge) {
        let Op::Call(call) = &edge.op else {
            return;
        };
        // The place of a call's waypoint is its closing parenthesis.
        let end = Span::new(edge.span.hi.saturating_sub(1), edge.span.hi);
        if self.is_at(WaypointKind::FunctionEnter, end) {
            self.at += 1;
        }
        let result = call
            .result
            .and_then(|place| match self.program.exprs.place(place) {
                Place::Var(v) => Some(v),
                _ => None,
            });
        if !self.calls.is_empty() {
            return;
        }
        let demanded = self.demanded(function, edge, end, result);
        self.hint.set(demanded);
        let returns = self.is_at(WaypointKind::FunctionReturn, end);
        if demanded.is_some() || returns {
            self.calls.push(Awaited {
                depth: self.machine.depth(),
                span: end,
                result,
            });
        }
    }

    /// The value that a waypoint ahead demands of a call's result.
    fn demanded(
        &self,
        function: FunctionId,
        edge: &Edge,
        end: Span,
        result: Option<VarId>,
    ) -> Option<i128> {
        let mark = self.current()?;
        let constraint = mark.constraint.as_ref()?;
        if self.is_at(WaypointKind::FunctionReturn, end) {
            return constraint.equal_to("\\result");
        }
        if mark.waypoint.kind != WaypointKind::Assumption {
            return None;
        }
        let name = |v: VarId| &self.program.names[self.program.vars[v].name];
        let result = result?;
        constraint.equal_to(name(result)).or_else(|| {
            // By way of a temporary.
            let body = self.program.functions[function].body.as_ref()?;
            let next = body.leaving(edge.to).first()?;
            match next.op {
                Op::Assign { to, .. } => match self.program.exprs.place(to) {
                    Place::Var(v) => constraint.equal_to(name(v)),
                    _ => None,
                },
                _ => None,
            }
        })
    }

    /// Calls that have returned.
    fn returns(&mut self) {
        while let Some(call) = self.calls.last() {
            if self.machine.depth() > call.depth {
                return;
            }
            let (span, result) = (call.span, call.result);
            self.calls.pop();
            self.hint.set(None);
            if self.is_at(WaypointKind::FunctionReturn, span) {
                let load = result.and_then(|v| self.loads.get(&v).copied());
                let value = load.and_then(|load| self.machine.evaluate(load));
                let constraint = self.current().and_then(|m| m.constraint.clone());
                let holds = constraint.is_none_or(|constraint| {
                    let value = constraint.value(&mut |_| value.map(|v| v.value));
                    // A result that nobody has looked at can still be any.
                    value.is_none_or(|v| v != 0)
                });
                if holds {
                    self.at += 1;
                }
            }
        }
    }

    fn branch(&mut self, span: Span, condition: ExprId) {
        if !self.is_at(WaypointKind::Branching, span) {
            return;
        }
        let taken = self.machine.evaluate(condition).map(|v| v.value != 0);
        let wanted = self
            .current()
            .and_then(|m| m.waypoint.constraint.as_deref());
        let agrees = match wanted {
            Some("true") => taken == Some(true),
            Some("false") => taken == Some(false),
            // The value of a case: the condition compares with it, or it is the default.
            _ => true,
        };
        if agrees {
            self.at += 1;
        }
    }

    fn is_target(&self, incident: Incident) -> bool {
        self.at + 1 == self.marks.len() && self.is_at(WaypointKind::Target, incident.span)
    }
}

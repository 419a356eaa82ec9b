//! Runs, their paths, and their formulas.

use machine::{Cell, Input, Inputs, Machine, Options, Outcome, Random, Request, Subject};
use program::{DataModel, EdgeId, ExprId, FunctionId, Location, Op, Program};
use properties::{Properties, Property, Weaving};
use rustc_hash::FxHashMap;
use solver::path::{
    self, Builder, Class, ObjectId, OneClass, PathError, PathFormula, PathOptions, PathStep,
    Regions, Source, Versions,
};
use solver::{Answer, Assignment, Budget, Node, Solver, SymbolId, Term, Terms, Z3};
use std::cell::RefCell;
use std::rc::Rc;

/// Which partition of memory a formula uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regioned {
    OneClass,
    PointsTo,
    /// Points-to, and the program has checks of memory woven in.
    Woven,
}

/// What became of the programs.
#[derive(Default)]
pub struct Report {
    paths: u64,
    steps: u64,
    cut: u64,
    satisfied: u64,
    replayed: u64,
    helped: u64,
    values: u64,
    unknown: u64,
    failures: Vec<String>,
    reasons: std::collections::BTreeMap<String, u64>,
}

impl Report {
    pub fn finish(&self, name: &str, of: u64) {
        println!(
            "{name}: {} paths of {of} programs, {} steps; {} cut short; {} satisfied by their \
             inputs, {} replayed from models ({} with half of them), {} too hard; {} values compared",
            self.paths,
            self.steps,
            self.cut,
            self.satisfied,
            self.replayed,
            self.helped,
            self.unknown,
            self.values
        );
        for (reason, count) in &self.reasons {
            println!("  {count:4} {reason}");
        }
        assert!(self.failures.is_empty(), "{} failures", self.failures.len());
        assert!(self.paths > 0, "no program ran");
        assert!(self.unknown * 5 <= self.paths, "too much is too hard");
    }
}

/// One input that the machine drew.
#[derive(Clone, Copy, Debug)]
struct Draw {
    step: usize,
    request: Request,
    cell: Option<Cell>,
    input: Input,
}

#[derive(Default)]
struct Log {
    step: usize,
    draws: Vec<Draw>,
}

/// Random inputs, written down.
struct Recorded {
    random: Random,
    log: Rc<RefCell<Log>>,
}

impl Recorded {
    fn draw_any(&mut self, request: Request, cell: Option<Cell>) -> Option<Input> {
        let input = self.random.draw(request)?;
        let mut log = self.log.borrow_mut();
        let step = log.step;
        log.draws.push(Draw {
            step,
            request,
            cell,
            input,
        });
        Some(input)
    }
}

impl Inputs for Recorded {
    fn draw(&mut self, request: Request) -> Option<Input> {
        self.draw_any(request, None)
    }

    fn draw_for(&mut self, request: Request, subject: Subject) -> Option<Input> {
        match subject {
            Subject::Memory { cell, .. } => self.draw_any(request, Some(cell)),
            _ => self.draw_any(request, None),
        }
    }
}

pub fn compile(text: &str, model: DataModel) -> Option<Program> {
    let mut texts = vec![frontend::Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    }];
    texts.extend(machine::models());
    frontend::compile_texts(texts, model)
        .ok()
        .map(|o| o.program)
}

/// The edge that was taken from a place to the next.
fn edge_taken(
    program: &Program,
    (function, at): (FunctionId, Location),
    next: Option<(FunctionId, Location)>,
    holds: &mut dyn FnMut(program::ExprId) -> Option<bool>,
) -> Option<EdgeId> {
    let body = program.functions[function].body.as_ref()?;
    let mut edges: Vec<EdgeId> = body.leaving_ids(at).collect();
    if edges.len() > 1 {
        edges.retain(|&e| Some((function, body.edge(e).to)) == next);
    }
    if edges.len() > 1 {
        edges.retain(|&e| match body.edge(e).op {
            Op::Assume { condition, taken } => holds(condition) == Some(taken),
            _ => true,
        });
    }
    edges.first().copied()
}

/// Runs a machine for some steps; the path it takes, and whether it went on.
fn follow(
    program: &Program,
    machine: &mut Machine<'_>,
    limit: usize,
    before: &mut dyn FnMut(usize, &mut Machine<'_>),
) -> Option<Vec<PathStep>> {
    let mut path = Vec::new();
    if machine.begin().is_some() {
        return None;
    }
    while path.len() < limit {
        let Some(at) = machine.position() else { break };
        before(path.len(), machine);
        let outcome = machine.step();
        let next = machine.position();
        match outcome {
            None | Some(Outcome::Exit(_) | Outcome::Abort | Outcome::Infeasible) => {}
            Some(_) => break,
        }
        let mut holds = |c| machine.evaluate(c).map(|v| v.value != 0);
        let edge = edge_taken(program, at, next, &mut holds)?;
        path.push(PathStep {
            function: at.0,
            edge,
        });
        if outcome.is_some() {
            break;
        }
    }
    Some(path)
}

/// The program with checks of memory, and where it begins.
fn woven(program: &Program, entry: FunctionId) -> (Program, FunctionId) {
    let properties = Properties::default_set()
        .with(Property::ValidMemcleanup)
        .with(Property::NoOverflow);
    let weaving = Weaving {
        properties,
        entry,
        undefined_calls: None,
    };
    let woven = properties::weave(program, &weaving);
    (woven.program, woven.start)
}

fn machine_options(program: &Program, entry: FunctionId) -> Options {
    Options {
        entry: program.names[program.functions[entry].name].to_owned(),
        error_calls_are_faults: false,
        assertions_are_faults: false,
        ..Options::default()
    }
}

/// One run, its path, and both directions of the test.
pub fn check_program(
    name: &str,
    text: &str,
    model: DataModel,
    seed: u64,
    limit: usize,
    regioned: Regioned,
    report: &mut Report,
) {
    let Some(program) = compile(text, model) else {
        if name.starts_with("seed") {
            report
                .failures
                .push(format!("{name}: does not compile\n{text}"));
        }
        return;
    };
    let Some(main) = program.function_named("main") else {
        return;
    };
    let (program, entry) = match regioned {
        Regioned::Woven => woven(&program, main),
        _ => (program, main),
    };
    let is_main = entry == main;
    let log = Rc::new(RefCell::new(Log::default()));
    let mut inputs = Recorded {
        random: Random::new(seed),
        log: Rc::clone(&log),
    };
    let path = {
        let mut machine = Machine::new(&program, machine_options(&program, entry), &mut inputs);
        follow(&program, &mut machine, limit, &mut |step, _| {
            log.borrow_mut().step = step + 1;
        })
    };
    let Some(mut path) = path else { return };
    let draws = log.borrow().draws.clone();
    let pointers;
    let regions: &dyn Regions = match regioned {
        Regioned::OneClass => &OneClass,
        Regioned::PointsTo | Regioned::Woven => {
            let options = pointers::Options {
                entry: machine_options(&program, entry).entry,
                ..Default::default()
            };
            pointers = path::PointsTo::new(&program, &options);
            &pointers
        }
    };
    for versions in [Versions::Inlined, Versions::Named] {
        if versions == Versions::Named {
            path.truncate(60);
        }
        let options = PathOptions {
            entry,
            arguments: is_main.then(|| vec!["program".into()]),
            malloc_may_fail: true,
            strict_pointers: false,
            versions,
        };
        let mut terms = Terms::new();
        let mut builder = Builder::new(&program, &mut terms, regions, options.clone());
        let formula = builder.build(&path);
        let cut = builder.built();
        drop(builder);
        if let Err(PathError::Unsupported(what, _)) = &formula {
            report.cut += 1;
            *report.reasons.entry(what.clone()).or_default() += 1;
            path.truncate(cut);
        }
        let mut terms = Terms::new();
        let mut builder = Builder::new(&program, &mut terms, regions, options);
        let formula = match builder.build(&path) {
            Ok(formula) => formula,
            Err(error) => {
                report.failures.push(format!("{name}: {error:?}"));
                return;
            }
        };
        report.paths += 1;
        report.steps += path.len() as u64;
        let check = Check {
            name: format!("{name}, {versions:?}"),
            kind: format!("{regioned:?}, {versions:?}"),
            entry,
            program: &program,
            path: &path,
            formula: &formula,
        };
        let own = check.satisfied(&mut builder, &draws, report);
        check.replayed(&mut builder, own, report);
    }
}

struct Check<'a> {
    name: String,
    kind: String,
    entry: FunctionId,
    program: &'a Program,
    path: &'a [PathStep],
    formula: &'a PathFormula,
}

const BUDGET: Budget = Budget {
    resource: 4_000_000,
    wall: Some(std::time::Duration::from_secs(5)),
    memory: None,
};

impl Check<'_> {
    fn last_state(&self) -> &path::State {
        self.formula.states.last().expect("there is a first one")
    }

    /// The machine's argument vector takes the first numbers of the environment.
    fn arguments(&self) -> u32 {
        let environment: Vec<_> = self.inputs_environment();
        let all = self.last_state().objects();
        let all = all.filter(|(_, o)| o.class == Class::Environment);
        (all.count() - environment.len()) as u32
    }

    fn inputs_environment(&self) -> Vec<ObjectId> {
        let inputs = self.formula.inputs.iter();
        inputs.filter_map(|i| i.environment).collect()
    }

    /// The object that a cell lies in. `known` are the environment's objects that
    /// the machine has made.
    fn object(&self, cell: Cell, known: &[ObjectId]) -> Option<ObjectId> {
        let class = match cell.class {
            machine::Class::Heap => Class::Heap,
            machine::Class::Environment => Class::Environment,
            machine::Class::Other => Class::Other,
        };
        let arguments = self.arguments();
        if class == Class::Environment && cell.birth > arguments {
            return known.get((cell.birth - arguments - 1) as usize).copied();
        }
        let mut objects = self.last_state().objects();
        let found = objects.find(|(_, o)| o.class == class && o.birth == cell.birth);
        found.map(|(id, _)| id)
    }

    /// Whether what a step reads begins at some bytes of an object, or contains
    /// them, and what it reads there.
    fn reads(
        &self,
        builder: &mut Builder<'_>,
        step: usize,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Vec<(Term, Term)> {
        let terms = builder.terms();
        let base = self.last_state().object(object).base;
        let width = terms.width(base);
        let offset = terms.bits(offset.into(), width);
        let address = terms.add(base, offset);
        let mut found = Vec::new();
        for read in self.formula.reads.iter().filter(|r| r.step == step) {
            let bytes = u64::from(terms.width(read.raw) / 8);
            for i in 0..=bytes.saturating_sub(size).min(bytes) {
                let at = terms.bits(i.into(), width);
                let at = terms.add(read.pointer, at);
                let here = terms.eq(at, address);
                let size = size.min(bytes - i);
                found.push((here, terms.extract(read.raw, 8 * i as u32, 8 * size as u32)));
            }
        }
        found
    }

    /// The machine's own inputs satisfy the formula of its path.
    fn satisfied(
        &self,
        builder: &mut Builder<'_>,
        draws: &[Draw],
        report: &mut Report,
    ) -> Vec<Term> {
        let mut assertions: Vec<Term> = self.formula.conjuncts().collect();
        let mut known = Vec::new();
        let mut next = self
            .formula
            .inputs
            .iter()
            .filter(|i| i.source == Source::Next);
        for draw in draws.iter().filter(|d| d.step <= self.path.len()) {
            let object = draw.cell.and_then(|cell| self.object(cell, &known));
            let input = match draw.cell {
                None => match next.next() {
                    Some(input) => Some(input),
                    None => {
                        self.fail(report, format!("no input for {draw:?}"));
                        return Vec::new();
                    }
                },
                Some(cell) => self.formula.inputs.iter().find(|i| {
                    let Source::Cell { object: o, offset } = i.source else {
                        return false;
                    };
                    i.step == draw.step && Some(o) == object && offset == cell.offset
                }),
            };
            let term = match (input, draw.cell, object) {
                (Some(input), ..) => input.symbol,
                (None, Some(cell), Some(object)) => {
                    if draw.request == Request::Pointer {
                        self.give_up(report, "a pointer from an unknown place");
                        return Vec::new();
                    }
                    let size = request_size(self.program, draw.request);
                    let value = input_bits(draw.request, draw.input);
                    for (here, part) in self.reads(builder, draw.step, object, cell.offset, size) {
                        let terms = builder.terms();
                        let value = terms.bits(value, 8 * size as u32);
                        let same = terms.eq(part, value);
                        assertions.push(terms.implies(here, same));
                    }
                    continue;
                }
                (None, ..) => continue,
            };
            let terms = builder.terms();
            let value = match (draw.request, draw.input) {
                (Request::Pointer, Input::Int(n)) => {
                    let n = usize::try_from(n).unwrap_or(0).min(known.len() + 1);
                    if n == 0 {
                        terms.bits(0, terms.width(term))
                    } else {
                        if n > known.len() {
                            match input.and_then(|i| i.environment) {
                                Some(new) => known.push(new),
                                None => {
                                    self.fail(report, format!("no object for {draw:?}"));
                                    return Vec::new();
                                }
                            }
                        }
                        self.last_state().object(known[n - 1]).base
                    }
                }
                _ => {
                    let width = terms.width(term);
                    terms.bits(input_bits(draw.request, draw.input), width)
                }
            };
            let fixed = terms.eq(term, value);
            assertions.push(fixed);
        }
        let fixed = assertions.split_off(self.formula.conjuncts().count());
        assertions.extend(&fixed);
        if self.holds_plainly(builder.terms(), &assertions) {
            report.satisfied += 1;
            return fixed;
        }
        match self.solve(builder.terms(), &assertions) {
            Answer::Sat(_) => report.satisfied += 1,
            Answer::Unknown(_) => self.too_hard(report, "own inputs"),
            Answer::Unsat => {
                let why = self.conflict(builder.terms(), &assertions);
                self.fail(report, format!("its own inputs do not satisfy it: {why}"));
            }
        }
        fixed
    }

    /// A place for each object, one after the other.
    fn addresses(&self, terms: &Terms) -> Vec<(SymbolId, u128)> {
        let mut next = 0x40_0000u128;
        let mut addresses = Vec::new();
        let objects = self.last_state().objects();
        let sizes: FxHashMap<Term, Term> = objects.map(|(_, o)| (o.base, o.size)).collect();
        for symbol in terms.all_symbols().filter(|&s| terms.as_base(s).is_some()) {
            addresses.push((symbol, next));
            let size = sizes.get(&terms.symbol_term(symbol));
            let size = size.map_or(16, |&s| terms.as_bits(s).unwrap_or(1 << 20));
            next = (next + size + 32) & !15;
        }
        addresses
    }

    /// Do the assertions hold where objects lie one after the other? Then no solver
    /// has to be asked.
    fn holds_plainly(&self, terms: &Terms, assertions: &[Term]) -> bool {
        let mut values = Assignment::new();
        for (symbol, address) in self.addresses(terms) {
            values.set(symbol, address);
        }
        // What the inputs are equal to.
        for &assertion in assertions {
            if let Node::Eq(a, b) = terms.node(assertion)
                && let (Some(symbol), Some(value)) = (terms.as_symbol(a), terms.as_bits(b))
            {
                values.set(symbol, value);
            }
        }
        for (symbol, value) in self.formula.steps.iter().flat_map(|s| &s.definitions) {
            let value = terms.evaluate(*value, &values);
            values.set(terms.as_symbol(*symbol).expect("a symbol"), value);
        }
        let mut evaluator = solver::Evaluator::new(terms, &values);
        assertions.iter().all(|&a| evaluator.holds(a))
    }

    /// Asks the solver; with fixed addresses first, for mostly they do not matter.
    fn solve(&self, terms: &mut Terms, assertions: &[Term]) -> Answer {
        let mut fixed = assertions.to_vec();
        for (symbol, address) in self.addresses(terms) {
            let symbol = terms.symbol_term(symbol);
            let address = terms.bits(address, terms.width(symbol));
            fixed.push(terms.eq(symbol, address));
        }
        match Z3::new().check(terms, &fixed, &BUDGET) {
            Answer::Sat(model) => Answer::Sat(model),
            _ => Z3::new().check(terms, assertions, &BUDGET),
        }
    }

    /// The assertions that cannot be true together, with their steps.
    fn conflict(&self, terms: &Terms, assertions: &[Term]) -> String {
        let solver::Core::Unsat(core) = Z3::new().unsat_core(terms, assertions, &BUDGET) else {
            return "no core".into();
        };
        let lines = core.iter().map(|&i| {
            let step = self.formula.step_of(i).map_or("input".into(), |s| match s {
                0 => "beginning".to_owned(),
                s => self.show_step(s - 1),
            });
            format!("\n    {} [{step}]", terms.show(assertions[i]))
        });
        lines.collect()
    }

    fn show_step(&self, step: usize) -> String {
        let PathStep { function, edge } = self.path[step];
        let body = self.program.functions[function].body.as_ref();
        let edge = body.expect("a path goes through bodies").edge(edge);
        let (op, name) = (self.program.show(&edge.op), self.program.show(function));
        format!("step {step} in {name}: {op}")
    }

    fn fail(&self, report: &mut Report, what: String) {
        let failure = format!("{}: {what}", self.name);
        println!("{failure}");
        report.failures.push(failure);
    }

    fn too_hard(&self, report: &mut Report, what: &str) {
        report.unknown += 1;
        let kind = format!("too hard: {what}, {}", self.kind);
        *report.reasons.entry(kind).or_default() += 1;
    }

    fn give_up(&self, report: &mut Report, what: &str) {
        *report.reasons.entry(what.to_owned()).or_default() += 1;
    }

    /// Inputs from a model lead the machine along the path.
    /// `own` fixes the inputs to those of the run; some of it helps if all of them are
    /// too many to find.
    fn replayed(&self, builder: &mut Builder<'_>, own: Vec<Term>, report: &mut Report) {
        let mut assertions: Vec<Term> = self.formula.conjuncts().collect();
        let mut answer = self.solve(builder.terms(), &assertions);
        if let Answer::Unknown(_) = answer {
            report.helped += 1;
            assertions.extend(own.iter().step_by(2));
            answer = self.solve(builder.terms(), &assertions);
        }
        let model = match answer {
            Answer::Sat(model) => model,
            Answer::Unknown(_) => return self.too_hard(report, "a model"),
            Answer::Unsat => {
                let why = self.conflict(builder.terms(), &assertions);
                return self.fail(report, format!("the formula is unsatisfiable: {why}"));
            }
        };
        let step = Rc::new(std::cell::Cell::new(0));
        let mut inputs = Replay {
            check: self,
            builder,
            model: &model,
            step: Rc::clone(&step),
            next: 0,
            known: Vec::new(),
        };
        let mut machine = Machine::new(
            self.program,
            machine_options(self.program, self.entry),
            &mut inputs,
        );
        let mut seen = Vec::new();
        let path = follow(self.program, &mut machine, self.path.len(), &mut |n, m| {
            step.set(n + 1);
            for expr in self.expressions(n) {
                // Numbers made from addresses are others here.
                if let Some(value) = m.evaluate(expr).filter(|v| v.origin.is_none()) {
                    seen.push((n, expr, value.value));
                }
            }
        });
        let path = path.unwrap_or_default();
        let same = path.iter().zip(self.path).take_while(|(a, b)| a == b);
        let same = same.count();
        if same == self.path.len() {
            report.replayed += 1;
            drop(machine);
            return self.compare_values(builder, &seen, &model, report);
        }
        let took = path.get(same).map_or("the run ended".into(), |s| {
            let body = self.program.functions[s.function].body.as_ref();
            let edge = body.expect("a body").edge(s.edge);
            self.program.show(&edge.op).to_string()
        });
        let drawn = machine.drawn().to_vec();
        drop(machine);
        self.fail(
            report,
            format!(
                "the model's run leaves the path at {}: {took}\n  drawn: {drawn:?}\n  {}",
                self.show_step(same),
                self.last_conjuncts(builder.terms(), same, &model)
            ),
        );
    }

    /// The scalar expressions of a step.
    fn expressions(&self, step: usize) -> Vec<ExprId> {
        let PathStep { function, edge } = self.path[step];
        let body = self.program.functions[function].body.as_ref();
        let op = &body.expect("a path goes through bodies").edge(edge).op;
        let mut found = match op {
            Op::Assume { condition, .. } => vec![*condition],
            Op::Assign { value, .. } => vec![*value],
            Op::Call(call) => call.arguments.to_vec(),
            Op::Return { value: Some(value) } => vec![*value],
            _ => Vec::new(),
        };
        let types = &self.program.types;
        found.retain(|&e| types.is_scalar(self.program.exprs.ty(e)));
        found.retain(|&e| !types.is_pointer(self.program.exprs.ty(e)));
        found
    }

    /// What the machine saw is what the formula's states say.
    fn compare_values(
        &self,
        builder: &mut Builder<'_>,
        seen: &[(usize, ExprId, i128)],
        model: &Assignment,
        report: &mut Report,
    ) {
        for &(step, expr, value) in seen {
            let state = &self.formula.states[step];
            let Some(term) = builder.value_at(state, expr) else {
                continue;
            };
            report.values += 1;
            let terms = builder.terms();
            let width = terms.width(term);
            let found = terms.evaluate(term, model);
            if found != value as u128 & (u128::MAX >> (128 - width)) {
                let text = self.program.show(expr);
                let step = self.show_step(step);
                let shown = terms.show(term).to_string();
                return self.fail(
                    report,
                    format!("{text} is {value}, not {found} = {shown} at {step}"),
                );
            }
        }
    }

    fn last_conjuncts(&self, terms: &Terms, step: usize, model: &Assignment) -> String {
        let conjuncts = &self.formula.steps[step + 1].conjuncts;
        let shown = conjuncts.iter().map(|&c| {
            let truth = terms.evaluate(c, model);
            format!("{} = {truth}", terms.show(c))
        });
        shown.collect::<Vec<_>>().join("\n  ")
    }
}

/// Inputs from a model.
struct Replay<'x, 'a> {
    check: &'x Check<'x>,
    builder: &'x mut Builder<'a>,
    model: &'x Assignment,
    step: Rc<std::cell::Cell<usize>>,
    next: usize,
    /// The environment's objects, in the order in which the machine makes them.
    known: Vec<ObjectId>,
}

impl Replay<'_, '_> {
    fn input(&mut self, request: Request, value: u128) -> Input {
        if request != Request::Pointer {
            return match request {
                Request::Float(_) => Input::Bits(value),
                _ => Input::Int(value as i128),
            };
        }
        let terms = self.builder.terms();
        let environment = self.check.inputs_environment();
        let state = self.check.last_state();
        let found = environment.into_iter().find(|&id| {
            let base = state.object(id).base;
            value != 0 && terms.evaluate(base, self.model) == value
        });
        let Some(object) = found else {
            return Input::Int(0);
        };
        let index = match self.known.iter().position(|&o| o == object) {
            Some(index) => index,
            None => {
                self.known.push(object);
                self.known.len() - 1
            }
        };
        Input::Int(index as i128 + 1)
    }
}

impl Inputs for Replay<'_, '_> {
    fn draw(&mut self, request: Request) -> Option<Input> {
        let inputs = &self.check.formula.inputs;
        let mut next = inputs.iter().filter(|i| i.source == Source::Next);
        let input = next.nth(self.next)?;
        self.next += 1;
        let value = self.builder.terms().evaluate(input.symbol, self.model);
        Some(self.input(request, value))
    }

    fn draw_for(&mut self, request: Request, subject: Subject) -> Option<Input> {
        let Subject::Memory { cell, .. } = subject else {
            return self.draw(request);
        };
        let step = self.step.get();
        let object = self.check.object(cell, &self.known);
        let inputs = self.check.formula.inputs.iter();
        let explicit = inputs.clone().find(|i| {
            let Source::Cell { object: o, offset } = i.source else {
                return false;
            };
            i.step == step && Some(o) == object && offset == cell.offset
        });
        let term = match (explicit, object) {
            (Some(input), _) => Some(input.symbol),
            (None, Some(object)) => {
                let size = request_size(self.check.program, request);
                let builder = &mut *self.builder;
                let reads = self.check.reads(builder, step, object, cell.offset, size);
                let mut here = reads
                    .into_iter()
                    .filter(|(here, _)| builder.terms().evaluate(*here, self.model) != 0);
                here.next().map(|(_, part)| part)
            }
            (None, None) => None,
        };
        let value = term.map_or(0, |t| self.builder.terms().evaluate(t, self.model));
        let value = match request {
            Request::Int { bits: 1, .. } => value & 1,
            _ => value,
        };
        Some(self.input(request, value))
    }
}

fn request_size(program: &Program, request: Request) -> u64 {
    match request {
        Request::Int { bits, .. } => u64::from(bits.div_ceil(8)),
        Request::Float(kind) => program.model().float_size(kind),
        Request::Pointer => program.model().pointer_size(),
    }
}

/// The bits of an input as the machine understands it.
fn input_bits(request: Request, input: Input) -> u128 {
    use program::{arith, float};
    match request {
        Request::Int { bits, signed } => {
            let value = match input {
                Input::Int(v) => v,
                Input::Float(v) => v as i128,
                Input::Bits(v) => v as i128,
            };
            match bits {
                1 => (value != 0).into(),
                _ => arith::wrap(value, bits, signed) as u128,
            }
        }
        Request::Float(kind) => match input {
            Input::Int(v) => float::from_int(kind, v, false),
            Input::Float(v) => {
                let bits = u128::from(v.to_bits());
                float::convert(program::FloatKind::Double, kind, bits)
            }
            Input::Bits(v) => v,
        },
        Request::Pointer => 0,
    }
}

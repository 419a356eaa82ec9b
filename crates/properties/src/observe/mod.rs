//! Observing: automata become part of the program.
//!
//! Each automaton gets *ghost variables* (its state, its own variables, the value
//! that its instance belongs to) and, around every operation that it may react to,
//! *ghost edges* that move it. An error is a call of an *alarm*, a function without a
//! body that weaving turns into an error location and the machine into a fault. So
//! everything that understands programs understands automata.
//!
//! `matching` says where and with which values a trigger matches, `terms` builds the
//! expressions of conditions, `plan` collects what may happen at a moment, `emit`
//! turns that into edges, and `ghost` has the variables.
//!
//! Automata that create instances are *universal monitors*: at each creation a ghost
//! choice decides whether this is the value that is watched. A violation by any
//! value is a violation in the run that chose it, so one instance is enough.

mod emit;
mod ghost;
mod matching;
mod plan;
mod shape;
mod terms;

use crate::automaton::{Kind, Specification, Target};
use ghost::Ghost;
use program::{
    Alarm, Cfa, CfaBuilder, Diagnostic, Edge, ExprId, Function, FunctionId, Linkage, Location,
    Name, Op, Program, QualType, Signature, Span, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// An automaton as it lives in a program.
#[derive(Clone, Debug)]
pub struct Observer {
    pub name: String,
    /// Holds the number of the state.
    pub state: VarId,
    pub states: Vec<String>,
    /// The number of the initial state.
    pub initial: usize,
    /// Holds the value that the instance belongs to, in every state but the initial.
    pub tracked: Option<VarId>,
    /// The automaton's own integers.
    pub integers: Vec<VarId>,
    /// Its sets.
    pub sets: Vec<Set>,
    /// May it end runs?
    pub controls: bool,
}

/// A set of an automaton: arrays that say which slots are used, and what is in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set {
    pub used: VarId,
    pub values: VarId,
}

/// A program with its observers.
pub struct Observed {
    pub program: Program,
    pub observers: Vec<Observer>,
}

/// What observing has to know beside the automata.
pub struct Observing<'a> {
    /// The function the program begins with.
    pub entry: &'a str,
    /// Paths of texts that are no text of the user begin so.
    pub library: &'a str,
}

/// Puts the automata into the program. Err says what has no meaning for it, with
/// places in the specification's texts.
pub fn observe(
    program: Program,
    specification: &Specification,
    observing: &Observing<'_>,
) -> Result<Observed, Vec<Diagnostic>> {
    let is_library = |f: &program::source::SourceFile| f.path.starts_with(observing.library);
    let library = program.sources.files().find(|(_, f)| is_library(f));
    let library_from = library.map_or(u32::MAX, |(_, f)| f.base());
    let entry = program.function_named(observing.entry);
    let mut scribe = Scribe {
        specification,
        entry,
        library_from,
        exit: match program.function_named("exit") {
            None => Exit::None,
            Some(f) if program.functions[f].span.lo >= library_from => Exit::Model,
            Some(_) => Exit::Own,
        },
        entry_is_called: entry.is_some_and(|f| program.mentioned_functions().contains(&f)),
        addressed: program.exprs.mentioned_functions().collect(),
        program,
        ghosts: Vec::new(),
        alarms: BTreeMap::new(),
        infeasible: None,
        choices: BTreeMap::new(),
        definitions: BTreeMap::new(),
    };
    for automaton in &specification.automata {
        let ghost = scribe.ghost(automaton);
        scribe.ghosts.push(ghost);
    }
    let mut problems = Vec::new();
    for function in scribe.program.functions.ids() {
        if let Some(body) = scribe.program.functions[function].body.clone() {
            match scribe.body(function, &body) {
                Ok(Some(body)) => scribe.program.functions[function].body = Some(body),
                Ok(None) => {}
                Err(problem) => problems.push(*problem),
            }
        }
    }
    problems.dedup_by(|a, b| a.span == b.span && a.message == b.message);
    if !problems.is_empty() {
        return Err(problems);
    }
    let observers = specification.automata.iter().zip(&scribe.ghosts);
    let observers = observers.map(|(automaton, ghost)| Observer {
        name: automaton.name.clone(),
        state: ghost.state,
        states: automaton.states.iter().map(|s| s.name.clone()).collect(),
        initial: automaton.initial,
        tracked: ghost.tracked,
        integers: ghost.integers().collect(),
        sets: ghost.sets().collect(),
        controls: automaton.kind == Kind::Control
            && automaton
                .states
                .iter()
                .flat_map(|s| &s.transitions)
                .any(|t| t.target == Target::Stop || !t.assumptions.is_empty()),
    });
    Ok(Observed {
        observers: observers.collect(),
        program: scribe.program,
    })
}

/// What has no meaning; boxed, for it is part of every result.
type Problem = Box<Diagnostic>;
type Made<T> = Result<T, Problem>;

/// What `exit` is; if it is defined, it is called when the entry function has
/// returned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    None,
    /// The library's.
    Model,
    /// The program's own.
    Own,
}

/// Writes automata into a program.
struct Scribe<'a> {
    program: Program,
    specification: &'a Specification,
    /// By automaton.
    ghosts: Vec<Ghost>,
    entry: Option<FunctionId>,
    /// Texts from here on are the library's.
    library_from: u32,
    exit: Exit,
    /// The entry function may be called by the program itself.
    entry_is_called: bool,
    /// Functions whose address is taken.
    addressed: BTreeSet<FunctionId>,
    /// By automaton and message.
    alarms: BTreeMap<(usize, String), FunctionId>,
    infeasible: Option<FunctionId>,
    /// Ghost variables for choices, by function.
    choices: BTreeMap<FunctionId, VarId>,
    /// What temporaries of the function at hand stand for.
    definitions: BTreeMap<VarId, ExprId>,
}

impl Scribe<'_> {
    /// Is it a model of a library function?
    fn is_library(&self, function: FunctionId) -> bool {
        self.program.functions[function].span.lo >= self.library_from
    }

    /// The body with ghost edges; None if it needs none.
    fn body(&mut self, function: FunctionId, cfa: &Cfa) -> Made<Option<Cfa>> {
        self.definitions = shape::definitions(&self.program, cfa);
        let mut b = CfaBuilder::like(cfa);
        let before = b.mark();
        let mut entry = cfa.entry();
        if self.entry == Some(function) {
            entry = self.entry_moment(&mut b, function, cfa)?;
        }
        let mut changed = b.mark() != before;
        for at in cfa.locations() {
            let mark = b.mark();
            let from = self.label_moments(&mut b, function, cfa, at)?;
            changed |= b.mark() != mark;
            for edge in cfa.leaving(at) {
                changed |= self.edge(&mut b, function, from, edge)?;
            }
        }
        if !changed {
            return Ok(None);
        }
        let exit = cfa.exit().unwrap_or_else(|| b.location());
        Ok(Some(b.finish(entry, exit)))
    }

    fn entry_moment(
        &mut self,
        b: &mut CfaBuilder,
        function: FunctionId,
        cfa: &Cfa,
    ) -> Made<Location> {
        let span = self.program.functions[function].span;
        let moment = plan::Moment::Entry { span };
        let plans = self.plans(function, &moment)?;
        if plans.is_empty() {
            return Ok(cfa.entry());
        }
        let entry = b.location();
        if self.entry_is_called {
            self.unsupported(
                b,
                entry,
                "MATCH ENTRY, and the entry function is called",
                span,
            );
        } else {
            let out = self.emit(b, function, entry, &plans, &moment)?;
            b.ghost_edge(out, cfa.entry(), Op::Skip, span);
        }
        Ok(entry)
    }

    fn label_moments(
        &mut self,
        b: &mut CfaBuilder,
        function: FunctionId,
        cfa: &Cfa,
        at: Location,
    ) -> Made<Location> {
        let names = cfa.labels().iter().filter(|(l, _)| *l == at);
        let names: Vec<Name> = names.map(|(_, name)| *name).collect();
        let span = cfa.leaving(at).first().map(|e| e.span);
        let span = span.filter(|s| !s.is_none());
        let span = span.unwrap_or(self.program.functions[function].span);
        let mut from = at;
        for name in names {
            let moment = plan::Moment::Label { name, span };
            let plans = self.plans(function, &moment)?;
            if !plans.is_empty() {
                from = self.emit(b, function, from, &plans, &moment)?;
            }
        }
        Ok(from)
    }

    /// One edge of the program and what happens around it; says whether anything
    /// does.
    fn edge(
        &mut self,
        b: &mut CfaBuilder,
        function: FunctionId,
        from: Location,
        edge: &Edge,
    ) -> Made<bool> {
        let operation = plan::Moment::Operation { edge };
        let before = self.plans(function, &operation)?;
        if let Op::Call(call) = &edge.op
            && self.returns_matter(function, edge)
        {
            let mut call = call.clone();
            let mut from = match before.is_empty() {
                true => from,
                false => self.emit(b, function, from, &before, &operation)?,
            };
            // What the arguments were must be known after the call.
            let mut arguments = call.arguments.to_vec();
            for argument in &mut arguments {
                (from, *argument) = self.captured(b, function, from, *argument, edge.span);
            }
            let (result, kept) = self.result_of_call(function, &mut call, edge.span);
            let returned = b.location();
            let op = Op::Call(call);
            b.copy_edge(from, returned, &Edge { op, ..edge.clone() });
            let moment = plan::Moment::Return {
                edge,
                arguments: &arguments,
                result,
            };
            let after = self.plans(function, &moment)?;
            let mut at = returned;
            if !after.is_empty() {
                at = self.emit(b, function, at, &after, &moment)?;
            }
            match kept {
                Some((to, value)) => b.edge(at, edge.to, Op::Assign { to, value }, edge.span),
                None => b.ghost_edge(at, edge.to, Op::Skip, edge.span),
            }
            return Ok(true);
        }
        if before.is_empty() {
            b.copy_edge(from, edge.to, edge);
            return Ok(false);
        }
        if let Op::Assume { .. } = edge.op {
            // Before it, nobody knows yet which way the run goes.
            let passed = b.location();
            b.copy_edge(from, passed, edge);
            let out = self.emit(b, function, passed, &before, &operation)?;
            b.ghost_edge(out, edge.to, Op::Skip, edge.span);
        } else {
            let out = self.emit(b, function, from, &before, &operation)?;
            b.copy_edge(out, edge.to, edge);
        }
        Ok(true)
    }

    // Functions that only ghost edges call.

    fn alarm(&mut self, automaton: usize, message: String) -> FunctionId {
        if let Some(&known) = self.alarms.get(&(automaton, message.clone())) {
            return known;
        }
        let name = format!("__concord_violation_{}", self.alarms.len() + 1);
        let function = self.declare(&name);
        let automaton_name = &self.specification.automata[automaton].name;
        let alarm = Alarm {
            function,
            automaton: self.program.names.intern(automaton_name),
            message: self.program.names.intern(&message),
        };
        // Functions are made in order, so the alarms stay in order.
        self.program.alarms.push(alarm);
        self.alarms.insert((automaton, message), function);
        function
    }

    fn infeasible(&mut self) -> FunctionId {
        const NAME: &str = "__concord_infeasible";
        let known = self.infeasible;
        let known = known.or_else(|| self.program.functions_named(NAME).first().copied());
        let function = known.unwrap_or_else(|| self.declare(NAME));
        self.infeasible = Some(function);
        function
    }

    fn declare(&mut self, name: &str) -> FunctionId {
        let void = QualType::plain(self.program.types.common.void);
        let ty = self.program.types.function(Signature {
            result: void,
            parameters: Box::new([]),
            variadic: false,
            prototype: true,
        });
        self.program.functions.push(Function {
            name: self.program.names.intern(name),
            ty,
            declared: ty,
            linkage: Linkage::Internal,
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

    fn unsupported(&mut self, b: &mut CfaBuilder, from: Location, what: &str, span: Span) {
        let what = self.program.names.intern(what);
        let nowhere = b.location();
        b.ghost_edge(from, nowhere, Op::Unsupported { what }, span);
    }

    /// The function's name.
    fn name_of(&self, function: FunctionId) -> &str {
        &self.program.names[self.program.functions[function].name]
    }
}

/// Says where in the program something has no meaning.
fn problem(program: &Program, span: Span, at: Span, message: &str) -> Problem {
    let message = match program.sources.position(at) {
        Some(place) => format!("{message} ({place})"),
        None => message.to_owned(),
    };
    Box::new(Diagnostic::error(span, message))
}

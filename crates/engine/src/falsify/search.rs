//! The search: which path next, when to fork, and what the paths came to.

use super::cover::Seen;
use super::executor::{End, Executor, Stop};
use super::feasible::{Feasibility, Oracle, Questions};
use super::replay;
use super::state::{NO_OBJECT, Round, State};
use crate::task::Task;
use crate::verdict::{Answer, Counterexample, Reason, Unknown, Verdict, fault_property};
use crate::watch::{Unwatched, Watch};
use machine::{Fault, Input, Outcome};
use program::{Edge, FunctionId, Location, Op, Span};
use properties::{Property, Woven};
use solver::{Budget, Solver, SymbolId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The resources one question to the solver may take, in its own units.
const QUESTION: u64 = 20_000_000;

/// A short search asks short questions: the units for each of its operations.
const QUESTION_SHARE: u64 = 25;

/// Operations that a guess counts as, which looks at the path's conditions; a question to
/// the solver; and what one without an answer counts besides. Hard questions count more: so many
/// of the solver's units as an operation.
const GUESS_OPERATIONS: u64 = 100;
const QUESTION_OPERATIONS: u64 = 1000;
const UNANSWERED_OPERATIONS: u64 = 10_000;
const OPERATION_WORK: u64 = 64;

/// Operations that the search may go on after a violation, for other properties.
const AFTER_VIOLATION: u64 = 10_000;

/// The only path of a program without inputs is followed so many times as far as the limit: its
/// end decides everything.
const ONLY_PATH: u64 = 10;

/// Operations after which the one who watches is told of them.
const PAUSE: u64 = 5_000;

/// Values that a term is given one by one, before the search is cut there.
const MAX_VALUES: u32 = 40;

/// Searches for violations of the task's properties.
pub fn falsify(task: &Task, solver: &mut dyn Solver, limit: u64, watch: &mut dyn Watch) -> Answer {
    match task.woven() {
        Some(woven) => {
            let mut search = Search::new(task, &woven, solver, limit, watch);
            search.oracle.budget.resource = QUESTION.min(limit.saturating_mul(QUESTION_SHARE));
            search.run()
        }
        None => Answer::default(),
    }
}

/// Searches for a violation along one path of the woven program: the positions that
/// a run passes, from the beginning of [`Woven::start`].
pub fn falsify_along(
    task: &Task,
    woven: &Woven,
    path: &[(FunctionId, Location)],
    solver: &mut dyn Solver,
    limit: u64,
    watch: &mut dyn Watch,
) -> Answer {
    let mut search = Search::new(task, woven, solver, limit, watch);
    search.guide = Some(path);
    search.run()
}

/// Inputs on which a run passes these positions of the woven program, from the beginning of
/// [`Woven::start`]; None if none are found.
pub fn inputs_along(
    task: &Task,
    woven: &Woven,
    path: &[(FunctionId, Location)],
    solver: &mut dyn Solver,
    limit: u64,
) -> Option<Vec<Input>> {
    let mut watch = Unwatched;
    let mut search = Search::new(task, woven, solver, limit, &mut watch);
    search.guide = Some(path);
    search.passes = true;
    search.search();
    search.passed
}

struct Search<'a> {
    task: &'a Task,
    woven: &'a Woven,
    executor: Executor<'a>,
    oracle: Oracle<'a>,
    watch: &'a mut dyn Watch,
    /// States to go on with, by level; the last of the lowest level is next.
    waiting: BTreeMap<u32, Vec<State>>,
    /// Objects of the environment before the first input.
    given: u32,
    violated: BTreeMap<Property, Counterexample>,
    /// Violations that the machine did not confirm.
    undecided: BTreeMap<Property, Unknown>,
    /// Places where arithmetic overflows, and runs end.
    overflows: BTreeSet<u32>,
    /// Paths end at a leak, though the program goes on.
    left_at_leak: bool,
    /// Why the search is not exhaustive.
    cut: Option<Unknown>,
    assumptions: BTreeMap<&'static str, Span>,
    initial: Option<State>,
    seen: Seen,
    covered: u64,
    paths: u64,
    /// Operations after which the search ends.
    limit: u64,
    stopped: bool,
    /// The effort that the one who watches was told of.
    told: u64,
    /// The only path to follow.
    guide: Option<&'a [(FunctionId, Location)]>,
    /// Is its end all that is wanted? Then these are the inputs that lead there.
    passes: bool,
    passed: Option<Vec<Input>>,
}

impl<'a> Search<'a> {
    fn new(
        task: &'a Task,
        woven: &'a Woven,
        solver: &'a mut dyn Solver,
        limit: u64,
        watch: &'a mut dyn Watch,
    ) -> Search<'a> {
        let executor = Executor::new(
            &woven.program,
            &task.settings,
            task.properties.contains(Property::ValidDeref),
        );
        let oracle = Oracle {
            solver,
            budget: Budget {
                resource: QUESTION,
                ..Budget::UNLIMITED
            },
            questions: Questions::default(),
        };
        Search {
            task,
            woven,
            executor,
            oracle,
            watch,
            waiting: BTreeMap::new(),
            given: 0,
            violated: BTreeMap::new(),
            undecided: BTreeMap::new(),
            overflows: BTreeSet::new(),
            left_at_leak: false,
            cut: None,
            assumptions: BTreeMap::new(),
            initial: None,
            seen: Seen::new(task.properties.contains(Property::ValidMemtrack)),
            covered: 0,
            paths: 0,
            limit,
            stopped: false,
            told: 0,
            guide: None,
            passes: false,
            passed: None,
        }
    }

    fn run(mut self) -> Answer {
        self.search();
        self.answer()
    }

    fn search(&mut self) {
        match self.executor.initial(self.woven.start) {
            Ok(state) => {
                self.given = state.births[machine::Class::Environment as usize];
                self.initial = Some(state.clone());
                self.note_arguments();
                self.note_destructors();
                self.wait(state);
            }
            Err(Stop::End(End::Unsupported(what, span))) => {
                self.cut(Reason::Unsupported, what, span)
            }
            Err(_) => self.cut(Reason::Unsupported, "the initial state".into(), Span::NONE),
        }
        while !self.stopped && !self.decided() {
            let Some(mut level) = self.waiting.first_entry() else {
                break;
            };
            match level.get_mut().pop() {
                Some(state) => self.follow(state),
                None => {
                    level.remove();
                }
            }
        }
    }

    /// Only one list of arguments of `main` is tried, so if the program looks at
    /// them, not every run is seen.
    fn note_arguments(&mut self) {
        let program = &self.task.program;
        let entry = program.function_named(&self.task.settings.entry);
        if self.task.settings.entry != "main" {
            return;
        }
        let mentioned = program.exprs.mentioned_vars();
        let parameters = entry.map_or(&[][..], |f| &program.functions[f].parameters);
        if let Some(used) = parameters.iter().find(|v| mentioned.contains(v)) {
            let what = "only one list of arguments of main is tried".to_owned();
            self.cut(Reason::Bound, what, program.vars[*used].span);
        }
    }

    /// What runs after the program's end is not followed.
    fn note_destructors(&mut self) {
        let mut functions = self.task.program.functions.iter();
        if let Some(f) = functions.find(|f| f.destructor && f.body.is_some()) {
            let what = "a function that runs after the program's end".to_owned();
            self.cut(Reason::Unsupported, what, f.span);
        }
    }

    /// Has every property been violated?
    fn decided(&self) -> bool {
        self.task
            .properties
            .iter()
            .all(|p| self.violated.contains_key(&p))
    }

    /// What has been done so far, in operations.
    fn effort(&self) -> u64 {
        let questions = &self.oracle.questions;
        self.executor.steps
            + GUESS_OPERATIONS * questions.by_guess
            + QUESTION_OPERATIONS * questions.by_solver
            + UNANSWERED_OPERATIONS * questions.unanswered
            + questions.work / OPERATION_WORK
    }

    /// Beyond the limit: does everything depend on the path at hand?
    fn may_go_on(&self, effort: u64) -> bool {
        let is_only = self.executor.inputs.is_empty() && self.guide.is_none();
        is_only && effort <= self.limit.saturating_mul(ONLY_PATH)
    }

    fn wait(&mut self, state: State) {
        self.waiting.entry(state.level).or_default().push(state);
    }

    fn cut(&mut self, reason: Reason, what: String, span: Span) {
        if self.cut.is_none() {
            self.cut = Some(Unknown { reason, what, span });
        }
    }

    /// Executes a state until its path ends, forks or has to wait.
    fn follow(&mut self, mut state: State) {
        // On the only path there is nothing to wait for.
        let level = match self.guide {
            Some(_) => u32::MAX,
            None => state.level,
        };
        loop {
            self.executor.steps += 1;
            state.steps += 1;
            let effort = self.effort();
            let unneeded = effort >= self.told + PAUSE && {
                let units = effort - self.told;
                self.told = effort;
                !self.watch.spent(units)
            };
            if effort > self.limit && !self.may_go_on(effort) || unneeded {
                self.stopped = true;
                return;
            }
            if state.level > level {
                self.wait(state);
                return;
            }
            let program = &self.woven.program;
            let (function, at) = (state.frame().function, state.frame().at);
            if let Some(guide) = self.guide {
                let here = (function, at);
                // A step that is tried again is no new arrival.
                if state.assumed.is_empty() {
                    if guide.get(state.passed) != Some(&here) {
                        return;
                    }
                    state.passed += 1;
                }
                if self.passes && state.passed == guide.len() {
                    let replayed =
                        replay::replay(&mut self.executor, self.task, &state, self.given);
                    self.passed = Some(replayed.1);
                    self.stopped = true;
                    return;
                }
            }
            let Some(body) = &program.functions[function].body else {
                return;
            };
            if let Some(violation) = body.error_at(at) {
                self.ended(&state, End::Violation(violation));
                return;
            }
            // A step that is tried again is no new arrival.
            if state.assumed.is_empty() && !std::mem::take(&mut state.arrived) {
                let passes = match body.is_loop_head(at) {
                    true => self.pass_head(&mut state, at),
                    false => 0,
                };
                if self.is_covered(&mut state, at, passes) {
                    return;
                }
                if state.level > level {
                    state.arrived = true;
                    self.wait(state);
                    return;
                }
            }
            let edges = body.leaving(at);
            let result = match edges {
                [] => Err(Stop::End(End::Finished)),
                [edge] if !matches!(edge.op, Op::Assume { .. }) => {
                    state.span = edge.span;
                    self.executor.execute(&mut state, edge)
                }
                _ => self.choose(&mut state, edges),
            };
            match result {
                Ok(()) => {
                    state.assumed.clear();
                    state.chosen.clear();
                    state.values = 0;
                }
                Err(Stop::End(end)) => {
                    self.ended(&state, end);
                    return;
                }
                Err(Stop::Split(condition)) => match self.fork(state, condition) {
                    Some(next) => state = next,
                    None => return,
                },
                Err(Stop::Resolve(symbol)) => match self.resolve(state, symbol) {
                    Some(next) => state = next,
                    None => return,
                },
                Err(Stop::Concretize(term)) => match self.concretize(state, term) {
                    Some(next) => state = next,
                    None => return,
                },
            }
        }
    }

    /// The first edge whose condition holds is taken.
    fn choose(&mut self, state: &mut State, edges: &[Edge]) -> Result<(), Stop> {
        for edge in edges {
            state.span = edge.span;
            let taken = match edge.op {
                Op::Assume { condition, taken } => {
                    let truth = self.executor.condition(state, condition)?;
                    self.executor.holds(state, truth)? == taken
                }
                _ => true,
            };
            if taken {
                state.frame_mut().at = edge.to;
                return Ok(());
            }
        }
        Err(Stop::End(End::Finished))
    }

    /// Has another path gone on from here already? Asked where paths meet, if
    /// there was a choice, and now and then in loops without one.
    fn is_covered(&mut self, state: &mut State, at: Location, passes: u32) -> bool {
        if self.guide.is_some() {
            return false;
        }
        let choice = state.choices > state.compared;
        if passes > 0 {
            if !choice && (passes < 64 || !passes.is_power_of_two()) {
                return false;
            }
        } else {
            if !choice {
                return false;
            }
            let live = self.executor.live(state.frame().function);
            if !live.is_join(at) {
                return false;
            }
        }
        state.compared = state.choices;
        let Some(initial) = &self.initial else {
            return false;
        };
        let covered = self.seen.is_covered(&mut self.executor, state, initial);
        self.covered += covered as u64;
        covered
    }

    /// Counts the rounds of a loop, and those in which there was a choice.
    fn pass_head(&mut self, state: &mut State, head: Location) -> u32 {
        let choices = state.choices;
        let frame = state.frame_mut();
        // Loops inside this one, and after it, begin anew.
        frame.rounds.retain(|r| r.head <= head);
        let (count, passes) = match frame.rounds.last_mut() {
            Some(round) if round.head == head => {
                round.passes += 1;
                if choices > round.choices {
                    round.count += 1;
                    round.choices = choices;
                }
                (round.count, round.passes)
            }
            _ => {
                frame.rounds.push(Round {
                    head,
                    count: 0,
                    choices,
                    passes: 1,
                });
                (0, 1)
            }
        };
        state.level = state.level.max(count);
        passes
    }

    /// The states in which the condition holds and does not hold, where possible.
    fn sides(&mut self, state: State, condition: Term) -> [Option<State>; 2] {
        let negated = self.executor.terms.not(condition);
        let yes = self.oracle.feasible(&mut self.executor, &state, condition);
        let no = self.oracle.feasible(&mut self.executor, &state, negated);
        if matches!(yes, Feasibility::Unknown) || matches!(no, Feasibility::Unknown) {
            let what = "the solver gave no answer about this condition".to_owned();
            self.cut(Reason::Solver, what, state.span);
        }
        let take = |mut state: State, side: Term, model, choice: bool| {
            state.assumed.push(side);
            state.model = model;
            if choice {
                state.choices += 1;
                state.path.push(side);
            }
            Some(state)
        };
        match (yes, no) {
            (Feasibility::Yes(y), Feasibility::Yes(n)) => {
                let other = state.clone();
                [
                    take(state, condition, y, true),
                    take(other, negated, n, true),
                ]
            }
            // The other side is impossible, so the path need not say it.
            (Feasibility::Yes(y), Feasibility::No) => [take(state, condition, y, false), None],
            (Feasibility::No, Feasibility::Yes(n)) => [None, take(state, negated, n, false)],
            (Feasibility::Yes(y), Feasibility::Unknown) => [take(state, condition, y, true), None],
            (Feasibility::Unknown, Feasibility::Yes(n)) => [None, take(state, negated, n, true)],
            _ => [None, None],
        }
    }

    /// Goes on with one side of a condition; the other waits, if both are possible.
    fn fork(&mut self, state: State, condition: Term) -> Option<State> {
        match self.sides(state, condition) {
            [Some(yes), Some(no)] => {
                self.wait(no);
                Some(yes)
            }
            [yes, no] => yes.or(no),
        }
    }

    /// Follows an input pointer: to null, to each object of the environment, and
    /// to a new one.
    fn resolve(&mut self, state: State, symbol: SymbolId) -> Option<State> {
        self.executor.met_environment = true;
        let terms = &mut self.executor.terms;
        let pointer = terms.symbol_term(symbol);
        let zero = terms.bits(0, self.executor.pointer_bits);
        let mut ways: Vec<(State, Term, u32)> = Vec::new();
        let is_null = self.executor.terms.eq(pointer, zero);
        ways.push((state.clone(), is_null, NO_OBJECT));
        for &object in &state.environment {
            let base = state.objects.get(object).base;
            let same = self.executor.terms.eq(pointer, base);
            ways.push((state.clone(), same, object));
        }
        let mut fresh = state;
        let made = self.executor.create(
            &mut fresh,
            super::state::Kind::Environment,
            super::executor::ENVIRONMENT_SIZE,
            super::contents::Content::Blank,
        );
        if let Ok(object) = made {
            fresh.environment.push(object);
            let base = fresh.objects.get(object).base;
            let same = self.executor.terms.eq(pointer, base);
            ways.push((fresh, same, object));
        }
        let mut possible = Vec::new();
        for (mut s, condition, object) in ways {
            match self.oracle.feasible(&mut self.executor, &s, condition) {
                Feasibility::Yes(model) => {
                    s.model = model;
                    s.path.push(condition);
                    s.assumed.push(condition);
                    s.resolved.push((symbol, object));
                    possible.push(s);
                }
                Feasibility::No => {}
                Feasibility::Unknown => {
                    let what = "the solver gave no answer about this pointer".to_owned();
                    self.cut(Reason::Solver, what, s.span);
                }
            }
        }
        let choice = possible.len() > 1;
        let next = possible.pop();
        for mut s in possible {
            s.choices += choice as u32;
            self.wait(s);
        }
        next.map(|mut s| {
            s.choices += choice as u32;
            s
        })
    }

    /// Gives a term a value that it can have; its other values wait.
    fn concretize(&mut self, state: State, term: Term) -> Option<State> {
        let value = self.executor.terms.evaluate(term, &state.model);
        let width = self.executor.terms.width(term);
        let constant = self.executor.terms.bits(value, width);
        let same = self.executor.terms.eq(term, constant);
        let [chosen, mut others] = self.sides(state, same);
        if let Some(state) = others.take_if(|s| s.values >= MAX_VALUES) {
            let what = "a value is needed here, and there are too many".to_owned();
            self.cut(Reason::Bound, what, state.span);
        }
        if let Some(mut state) = others {
            state.values += 1;
            state.level = state.level.max(state.values);
            self.wait(state);
        }
        chosen.map(|mut state| {
            state.chosen.push((term, constant));
            state
        })
    }

    fn ended(&mut self, state: &State, end: End) {
        self.paths += 1;
        match end {
            End::Finished | End::Infeasible => {}
            End::Exited => self.exited(state),
            End::Invalid(what, property) => {
                if self.task.properties.contains(property) {
                    self.violation(state, property, state.span);
                } else {
                    self.assumptions.entry(what).or_insert(state.span);
                }
            }
            End::Aborted(property) => {
                if self.task.properties.contains(property) {
                    self.violation(state, property, state.span);
                } else {
                    self.exited(state);
                }
            }
            End::Unsupported(what, span) => self.cut(Reason::Unsupported, what, span),
            End::Violation(number) => {
                let violation = &self.woven.violations[number as usize];
                if !self.task.properties.contains(violation.property) {
                    self.overflowed(state, number);
                    return;
                }
                self.left_at_leak |= violation.goes_on;
                self.violation(state, violation.property, violation.span);
            }
        }
    }

    /// Runs are not to go on after an overflow. Whether this is one the machine
    /// says; once for each place, for there are places where nobody can.
    fn overflowed(&mut self, state: &State, number: u32) {
        if self.overflows.contains(&number) {
            return;
        }
        let (outcome, _) = replay::replay(&mut self.executor, self.task, state, self.given);
        match outcome {
            Outcome::Fault(incident) if incident.fault == Fault::SignedOverflow => {
                self.overflows.insert(number);
            }
            _ => {
                let what = "arithmetic that may overflow".to_owned();
                self.cut(Reason::Unsupported, what, state.span);
            }
        }
    }

    /// The process ended. If it was a direct call that ended it, checks stand
    /// before it, and this finds nothing.
    fn exited(&mut self, state: &State) {
        if self.task.properties.contains(Property::ValidMemcleanup)
            && state.objects.iter().any(|(_, o)| o.is_block())
        {
            self.violation(state, Property::ValidMemcleanup, state.span);
        }
        if self.task.properties.contains(Property::ValidMemtrack)
            && !matches!(self.executor.find_leak(state), Ok(None))
        {
            self.violation(state, Property::ValidMemtrack, state.span);
        }
    }

    /// A property is violated here: does the machine agree?
    fn violation(&mut self, state: &State, property: Property, span: Span) {
        // Behind a lost block other properties stay open, behind the program's end is nothing.
        let is_last = matches!(
            property,
            Property::ValidMemtrack | Property::ValidMemcleanup
        );
        if !is_last && self.task.properties.iter().count() > 1 {
            self.assumptions.entry("a violation").or_insert(span);
        }
        if self.violated.contains_key(&property) {
            return;
        }
        let (outcome, inputs) = replay::replay(&mut self.executor, self.task, state, self.given);
        if let Outcome::Fault(incident) = outcome
            && let Some(confirmed) = fault_property(&self.task.program, incident.fault)
            && self.task.properties.contains(confirmed)
        {
            let found = Counterexample {
                property: confirmed,
                inputs,
                incident,
            };
            if !self.violated.contains_key(&confirmed) {
                let verdict = Verdict::False(Box::new(found.clone()));
                self.watch.decided(confirmed, &verdict);
                self.violated.insert(confirmed, found);
                // The answer is false already; the other properties get their
                // chance, but not all the time there is.
                let more = 2 * self.effort() + AFTER_VIOLATION;
                self.limit = self.limit.min(more);
            }
            if confirmed == property {
                return;
            }
        }
        self.undecided.entry(property).or_insert(Unknown {
            reason: Reason::NotReplayed,
            what: format!("a path to a violation was found, but the machine says: {outcome:?}"),
            span,
        });
    }

    fn answer(mut self) -> Answer {
        if self.stopped {
            self.cut(
                Reason::Bound,
                "the search has used up its operations".into(),
                Span::NONE,
            );
        }
        let mut verdicts = Vec::new();
        for property in self.task.properties.iter() {
            let verdict = if let Some(found) = self.violated.remove(&property) {
                Verdict::False(Box::new(found))
            } else if let Some(unknown) = self.undecided.remove(&property) {
                Verdict::Unknown(unknown)
            } else if let Some(cut) = &self.cut {
                Verdict::Unknown(cut.clone())
            } else if self.waiting.values().any(|states| !states.is_empty()) {
                Verdict::Unknown(Unknown {
                    reason: Reason::Bound,
                    what: "paths were left".into(),
                    span: Span::NONE,
                })
            } else if self.left_at_leak {
                Verdict::Unknown(Unknown {
                    reason: Reason::Bound,
                    what: "what comes after a lost block was not examined".into(),
                    span: Span::NONE,
                })
            } else {
                Verdict::True
            };
            verdicts.push((property, verdict));
        }
        let questions = self.oracle.questions;
        Answer {
            verdicts,
            assumptions: assumptions(&self.assumptions, &self.executor, self.task),
            statistics: vec![
                ("operations".into(), self.executor.steps),
                ("paths".into(), self.paths),
                ("paths covered by others".into(), self.covered),
                ("terms".into(), self.executor.terms.len() as u64),
                (
                    "questions answered by the path's model".into(),
                    questions.by_model,
                ),
                ("questions answered by a guess".into(), questions.by_guess),
                ("questions for the solver".into(), questions.by_solver),
                ("questions without an answer".into(), questions.unanswered),
            ],
            ..Answer::default()
        }
    }
}

/// What the verdicts rely on, in words.
fn assumptions(
    met: &BTreeMap<&'static str, Span>,
    executor: &Executor<'_>,
    task: &Task,
) -> Vec<String> {
    let mut list = Vec::new();
    if executor.met_environment {
        list.push(
            "a pointer from outside is null or leads to the beginning of an object of its own"
                .to_owned(),
        );
    }
    for (what, span) in met {
        list.push(format!(
            "what happens after {what} ({}) is not examined",
            task.program.show(*span)
        ));
    }
    list
}

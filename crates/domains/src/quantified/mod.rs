//! Conjunctions of predicates with quantifiers and closures, about now and about the
//! beginning of the function: HECTOR's `tpa` (thesis, section 4.3) over C's memory.
//!
//! A state says of each predicate of its function that it holds, that it does not, or
//! nothing. What a step does is said by a *connecting formula* between the state before and
//! the state after it; with what the state knows and with what the others say of the step, the
//! solver is asked which predicates follow. Closures are symbols of which only the first step
//! is known: how chains change, `shapes` says. At a return there are five states at once:
//! what a callee says about its beginning and its end becomes what its caller knows.

mod closures;
mod derived;
pub(crate) mod effects;
mod live;
mod pool;
mod times;

use crate::bodiless::{self, After};
use closures::Closures;
use effects::{Effects, Touched};
use engine::{Analysis, CallStep, Concrete, Cx, Facts, Gap, Step, Successors, none, one};
use live::Lasting;
use logic::{FormulaId, Logic, TermId, Time, Valuation};
use machine::Machine;
use pool::{Pool, load_of};
use program::{BinaryOp, ExprId, Op, PlaceId, TypeId};
use rustc_hash::{FxHashMap, FxHasher};
use solver::first_order::{
    FirstOrder, Follows, Root, Said, Step as Asked, Symbol, cell, mentions, resolve,
};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use times::{Moment, Times};

/// What one check may cost, in units of Z3's work.
const RESOURCE: u32 = 2_000_000;

pub struct Quantified {
    pool: Pool,
    effects: Effects,
    closures: Closures,
    lasting: Lasting,
    solver: RefCell<FirstOrder>,
    /// The same is asked where only what others know differs.
    answers: RefCell<FxHashMap<Question, Follows>>,
    lives: RefCell<FxHashMap<Question, bool>>,
}

/// All that an answer depends on.
#[derive(PartialEq, Eq, Hash)]
struct Question {
    moment: Moment,
    facts: Box<[Said]>,
    goals: Box<[Said]>,
}

/// What is known of predicates, by their numbers, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    known: Rc<[(u32, bool)]>,
    /// What the function returns, over `@1`, between its `Return` and the caller's next step.
    result: Option<TermId>,
}

impl State {
    fn get(&self, number: u32) -> Option<bool> {
        let found = self.known.binary_search_by_key(&number, |(n, _)| *n);
        found.ok().map(|at| self.known[at].1)
    }

    fn new(known: impl IntoIterator<Item = (u32, bool)>) -> State {
        let mut known: Vec<(u32, bool)> = known.into_iter().collect();
        known.sort_unstable();
        State {
            known: known.into(),
            result: None,
        }
    }
}

impl Quantified {
    pub fn new(cx: &Cx<'_>) -> Quantified {
        let effects = Effects::new(cx);
        let pool = Pool::new(cx, &effects);
        let mut closures = Closures::default();
        for predicate in &pool.predicates {
            closures.add(cx, &mut cx.logic.borrow_mut(), predicate.said.formula);
        }
        Quantified {
            lasting: Lasting::new(cx, &pool),
            pool,
            effects,
            closures,
            solver: RefCell::new(FirstOrder::new(RESOURCE)),
            answers: RefCell::default(),
            lives: RefCell::default(),
        }
    }

    fn said(&self, number: u32) -> Said {
        self.pool.predicates[number as usize].said
    }

    /// What a state knows, at other times than `@0` and `@1`.
    fn literals(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        state: &State,
        times: impl Fn(Time) -> Time,
    ) -> Vec<Said> {
        let known = state.known.iter().map(|&(number, holds)| {
            let said = self.said(number);
            let mut formula = logic.rename(cx.program, said.formula, &times);
            if !holds {
                formula = logic.not(cx.program, formula);
            }
            Said { formula, ..said }
        });
        known.collect()
    }

    /// Predicates at other times.
    fn renamed(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        numbers: &[u32],
        times: impl Fn(Time) -> Time,
    ) -> Vec<Said> {
        let all = numbers.iter().map(|&n| {
            let said = self.said(n);
            let formula = logic.rename(cx.program, said.formula, &times);
            Said { formula, ..said }
        });
        all.collect()
    }

    /// The state in which what follows is known, beside what stays.
    fn ask(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        times: &Times<'_>,
        facts: &[Said],
        goals: (&[u32], &[Said]),
        kept: &[(u32, bool)],
    ) -> Successors<State> {
        let question = Question {
            moment: times.moment,
            facts: facts.into(),
            goals: goals.1.into(),
        };
        let mut answers = self.answers.borrow_mut();
        let answer = answers.entry(question).or_insert_with(|| {
            let step = Asked {
                program: cx.program,
                logic,
                versions: &*times.version,
                effect: &times.effect,
                written: times.written.as_deref(),
            };
            self.solver.borrow_mut().follows(step, facts, goals.1)
        });
        match answer {
            Follows::Impossible => none(),
            Follows::Truths(truths) => {
                let found = goals.0.iter().zip(truths.iter());
                let found = found.filter_map(|(&number, truth)| Some((number, (*truth)?)));
                one(State::new(kept.iter().copied().chain(found)))
            }
        }
    }

    /// `place == value` after the step, if the place is no memory.
    fn gets(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        to: PlaceId,
        value: TermId,
    ) -> Option<FormulaId> {
        let (Root::Register(var), _) = resolve(cx.program, to)? else {
            return None;
        };
        let now = logic.at(cx.program, Time::After, load_of(cx.program, var)?);
        let is_one_type = logic.ty(now) == logic.ty(value);
        is_one_type.then(|| logic.compare(cx.program, BinaryOp::Eq, now, value))
    }

    /// The predicates that still matter after a step.
    fn lasting(&self, cx: &Cx<'_>, step: &Step<'_>) -> Vec<u32> {
        let all = self.pool.of(step.function).iter().copied();
        let lasts = |&number: &u32| {
            let predicate = &self.pool.predicates[number as usize];
            let after = (step.op(), step.edge.to);
            self.lasting.outlives(cx, step.function, predicate, after)
        };
        all.filter(lasts).collect()
    }

    /// Of some predicates those that may follow from what is known and forgotten now: they
    /// speak of the same.
    fn left_behind(
        &self,
        lasting: &[u32],
        known: impl IntoIterator<Item = u32>,
        goals: &mut Vec<u32>,
        is_open: impl Fn(u32) -> bool,
    ) {
        let forgotten = known.into_iter().filter(|n| !lasting.contains(n));
        let symbols = |n: u32| self.pool.predicates[n as usize].symbols.iter();
        let spoken: Vec<&(Time, Symbol)> = forgotten.flat_map(symbols).collect();
        let is_spoken = |symbol: &(Time, Symbol)| !symbol.1.is_life() && spoken.contains(&symbol);
        let more = lasting
            .iter()
            .copied()
            .filter(|&n| is_open(n) && symbols(n).any(is_spoken));
        let more: Vec<u32> = more.filter(|n| !goals.contains(n)).collect();
        goals.extend(more);
    }

    /// The predicates that speak about something now that is changed.
    fn touched(&self, numbers: &[u32], is_changed: impl Fn(&Symbol) -> bool) -> Vec<u32> {
        let speaks = |&number: &u32| {
            let symbols = &self.pool.predicates[number as usize].symbols;
            let mut now = symbols.iter().filter(|(time, _)| *time == Time::Before);
            now.any(|(_, symbol)| is_changed(symbol))
        };
        numbers.iter().copied().filter(speaks).collect()
    }

    /// What a step changes. If it may access the environment, it is asked whether what it
    /// accesses lives: then nothing begins to.
    fn touched_by(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Touched {
        let mut touched = Touched::of(cx, step.op());
        if !touched.environment || state.known.is_empty() {
            return touched;
        }
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, state, |time| time);
        known.extend(told.into_iter().map(Said::from));
        let times = self.still(step.function, Some(step.id));
        let question = Question {
            moment: times.moment,
            facts: known.as_slice().into(),
            goals: Box::default(),
        };
        if let Some(&lives) = self.lives.borrow().get(&question) {
            touched.environment = !lives;
            return touched;
        }
        let lives = |place: PlaceId| {
            let Some((Root::Pointer(pointer), cell)) = cell(cx.program, place) else {
                return false;
            };
            let pointer = logic.at(cx.program, Time::Before, pointer);
            let asked = Asked {
                program: cx.program,
                logic,
                versions: &*times.version,
                effect: &times.effect,
                written: times.written.as_deref(),
            };
            let mut solver = self.solver.borrow_mut();
            solver.lives(asked, &known, (pointer, cell))
        };
        let lives = effects::strangers(cx, step.op()).into_iter().all(lives);
        self.lives.borrow_mut().insert(question, lives);
        touched.environment = !lives;
        touched
    }

    /// The state after a step that changes something.
    fn changed(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let touched = self.touched_by(cx, state, step, facts);
        let mut lasting = self.lasting(cx, step);
        let changes = |symbol: &Symbol| touched.changes(symbol, &self.closures);
        let lost = self.touched(self.pool.of(step.function), changes);
        // What begins and what is gone has no value.
        if let Op::Enter { .. } | Op::Exit { .. } = step.op() {
            let is_gone = |symbol: &Symbol| match symbol {
                Symbol::Var(var) => touched.registers.contains(var),
                _ => false,
            };
            let gone = self.touched(&lost, is_gone);
            lasting.retain(|n| !gone.contains(n));
        }
        let goals = lost.iter().copied();
        let mut goals: Vec<u32> = goals.filter(|n| lasting.contains(n)).collect();
        let known = state.known.iter().map(|(n, _)| *n);
        self.left_behind(&lasting, known, &mut goals, |n| {
            state.get(n).is_none() && !lost.contains(&n)
        });
        let kept = state.known.iter().copied();
        let kept = kept.filter(|(n, _)| lasting.contains(n) && !lost.contains(n));
        let kept: Vec<_> = kept.collect();
        if goals.is_empty() {
            return one(State::new(kept));
        }
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, state, |time| time);
        known.extend(told.into_iter().map(Said::from));
        if let &Op::Assign { to, value } = step.op()
            && cx.program.types.is_scalar(cx.program.exprs.ty(value))
        {
            let value = logic.at(cx.program, Time::Before, value);
            known.extend(self.gets(cx, logic, to, value).map(Said::from));
        }
        let times = self.inside(cx, logic, step, touched);
        let asked = self.renamed(cx, logic, &goals, |time| match time {
            Time::Before => Time::After,
            other => other,
        });
        self.ask(cx, logic, &times, &known, (&goals, &asked), &kept)
    }

    /// The state where a condition holds, or does not.
    fn assumed(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
        (condition, taken): (ExprId, bool),
    ) -> Successors<State> {
        let all = self.pool.of(step.function);
        if all.is_empty() {
            return one(state.clone());
        }
        let touched = self.touched_by(cx, state, step, facts);
        let lost = match touched.environment {
            true => self.touched(all, |symbol| touched.changes(symbol, &self.closures)),
            false => Vec::new(),
        };
        let kept = state.known.iter().filter(|(n, _)| !lost.contains(n));
        let state = &State::new(kept.copied());
        let lasting = self.lasting(cx, step);
        let (condition, decided, goals) = {
            let logic = &mut *cx.logic.borrow_mut();
            let mut condition = logic.truth_at(cx.program, Time::Before, condition);
            if !taken {
                condition = logic.not(cx.program, condition);
            }
            let mut decided = self.decided(cx, logic, all, condition);
            let is_all = logic.conjuncts(&condition).len() == decided.len();
            if self.pool.is_early(step.function, step.id) {
                let then = logic.rename(cx.program, condition, |_| Time::Entry);
                decided.extend(self.decided(cx, logic, all, then));
                decided.sort_unstable();
                decided.dedup();
            }
            let contradicts = |&(n, value): &(u32, bool)| state.get(n) == Some(!value);
            if decided.iter().any(contradicts) {
                return none();
            }
            // Nothing new, or nothing that is understood.
            let is_known = |&(n, value): &(u32, bool)| state.get(n) == Some(value);
            let spoken = mentions(cx.program, logic, condition);
            let is_open = |number: u32| {
                state.get(number).is_none() && !decided.iter().any(|(n, _)| *n == number)
            };
            let is_new = !is_all || !decided.iter().all(is_known);
            let spoken = spoken.filter(|_| is_new).unwrap_or_default();
            let goals = self.touched(&lasting, |symbol| spoken.iter().any(|(_, s)| s == symbol));
            let mut goals: Vec<u32> = goals.into_iter().filter(|&n| is_open(n)).collect();
            let known = state.known.iter().chain(&decided).map(|(n, _)| *n);
            self.left_behind(&lasting, known, &mut goals, is_open);
            if spoken.is_empty() && goals.is_empty() {
                let kept = state.known.iter().copied();
                return one(State::new(kept.filter(|(n, _)| lasting.contains(n))));
            }
            (condition, decided, goals)
        };
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, state, |time| time);
        known.extend(told.into_iter().map(Said::from));
        known.push(condition.into());
        let times = self.still(step.function, Some(step.id));
        let asked: Vec<Said> = goals.iter().map(|&n| self.said(n)).collect();
        let mut kept = state.known.to_vec();
        kept.extend(decided.into_iter().filter(|(n, _)| state.get(*n).is_none()));
        kept.retain(|(n, _)| lasting.contains(n));
        self.ask(cx, logic, &times, &known, (&goals, &asked), &kept)
    }

    /// The predicates that a condition decides by its form.
    fn decided(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        numbers: &[u32],
        condition: FormulaId,
    ) -> Vec<(u32, bool)> {
        let parts = logic.conjuncts(&condition).to_vec();
        let mut decided = Vec::new();
        for &number in numbers {
            let Said {
                formula,
                instead: None,
            } = self.said(number)
            else {
                continue;
            };
            let opposite = logic.not(cx.program, formula);
            if parts.contains(&formula) {
                decided.push((number, true));
            } else if parts.contains(&opposite) {
                decided.push((number, false));
            }
        }
        decided
    }

    /// What parameters get, at a time of the callee.
    fn arguments(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        call: &CallStep<'_>,
        time: Time,
    ) -> Vec<FormulaId> {
        let parameters = cx.function(call.callee).parameters.iter();
        let pairs = parameters.zip(&call.call.arguments);
        let same = pairs.filter_map(|(&parameter, &argument)| {
            let load = load_of(cx.program, parameter)?;
            let a = logic.at(cx.program, time, load);
            let b = logic.at(cx.program, Time::Before, argument);
            let is_one_type = logic.ty(a) == logic.ty(b) && times::is_register(cx, parameter);
            is_one_type.then(|| logic.compare(cx.program, BinaryOp::Eq, a, b))
        });
        same.collect()
    }
}

/// The meaning of a state: what it says of predicates is true.
impl Concrete for Quantified {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let logic = cx.logic.borrow();
        for &(number, holds) in state.known.iter() {
            let said = self.said(number);
            if said.instead.is_some() {
                continue;
            }
            let formula = said.formula;
            let truth = logic.evaluate(cx.program, formula, &mut Now(machine));
            if truth == Some(!holds) {
                let shown = logic.show(cx.program, formula);
                return Err(format!("{shown} is {}", !holds));
            }
        }
        Ok(())
    }
}

/// Only of the present something is known.
struct Now<'a, 'm>(&'a mut Machine<'m>);

impl Valuation for Now<'_, '_> {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        let value = (time == Time::Before).then(|| self.0.evaluate(expr))?;
        value.map(|v| v.value)
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        let value = (time == Time::Before).then(|| self.0.evaluate_inside(expr, bound))?;
        value.map(|v| v.value)
    }

    fn elements(&mut self, time: Time, pointer: TypeId) -> Option<Vec<i128>> {
        (time == Time::Before).then(|| self.0.elements(pointer))?
    }
}

impl Analysis for Quantified {
    type State = State;

    // Order and join.

    /// Conjunctions are kept apart.
    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        (new == old).then(|| old.clone())
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        let mut known = by.known.iter();
        let has_all = known.all(|&(number, holds)| state.get(number) == Some(holds));
        has_all && (by.result.is_none() || by.result == state.result)
    }

    fn merge_key(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.known.hash(&mut hasher);
        hasher.finish()
    }

    // Transfer.

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        let logic = &mut *cx.logic.borrow_mut();
        let numbers = self.pool.of(cx.start);
        let asked = self.renamed(cx, logic, numbers, |_| Time::After);
        let times = self.still(cx.start, None);
        self.ask(cx, logic, &times, &[], (numbers, &asked), &[])
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        match step.op() {
            &Op::Assume { condition, taken } => {
                self.assumed(cx, state, step, facts, (condition, taken))
            }
            Op::Call(call) => match bodiless::after(cx, call, step.span())? {
                After::Nothing => none(),
                After::TheSame | After::NoMemory => self.changed(cx, state, step, facts),
            },
            &Op::Return { value } => {
                let value = value.filter(|&v| cx.program.types.is_scalar(cx.program.exprs.ty(v)));
                let after = self.changed(cx, state, step, facts)?;
                let logic = &mut *cx.logic.borrow_mut();
                let returned = after.into_iter().map(|state| State {
                    known: state.known,
                    result: value.map(|v| logic.at(cx.program, Time::Before, v)),
                });
                Ok(returned.collect())
            }
            Op::Unsupported { what } => Err(Gap {
                what: cx.program.names[*what].to_owned(),
                span: step.span(),
            }),
            _ => self.changed(cx, state, step, facts),
        }
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let all = self.pool.of(call.callee).iter().copied();
        let begins = |&n: &u32| {
            let predicate = &self.pool.predicates[n as usize];
            let body = cx.function(call.callee).body.as_ref();
            body.is_none_or(|body| self.lasting.is_live(call.callee, predicate, body.entry()))
        };
        let numbers: &[u32] = &all.filter(begins).collect::<Vec<_>>();
        if numbers.is_empty() {
            return one(State::default());
        }
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, state, |time| time);
        known.extend(told.into_iter().map(Said::from));
        let arguments = self.arguments(cx, logic, call, Time::After);
        known.extend(arguments.into_iter().map(Said::from));
        // The callee's beginning is now.
        let asked = self.renamed(cx, logic, numbers, |_| Time::After);
        let times = self.called(cx, call);
        self.ask(cx, logic, &times, &known, (numbers, &asked), &[])
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<State> {
        let all = self.pool.of(call.step.function);
        if all.is_empty() {
            return one(State::default());
        }
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, caller, |time| time);
        let of_callee = |time| match time {
            Time::Entry => Time::CalleeEntry,
            _ => Time::CalleeExit,
        };
        known.extend(self.literals(cx, logic, exit, of_callee));
        known.extend(told.into_iter().map(Said::from));
        let arguments = self.arguments(cx, logic, call, Time::CalleeEntry);
        known.extend(arguments.into_iter().map(Said::from));
        if let (Some(to), Some(result)) = (call.call.result, exit.result) {
            let result = logic.substitute_term(cx.program, result, &mut |logic, time, expr| {
                Some(logic.at(cx.program, of_callee(time), expr))
            });
            known.extend(self.gets(cx, logic, to, result).map(Said::from));
        }
        let times = self.returned(cx, logic, call);
        let lasting = self.lasting(cx, &call.step);
        let changes = |symbol: &Symbol| {
            (times.version)(Time::Before, symbol) != (times.version)(Time::After, symbol)
        };
        let lost = self.touched(all, changes);
        let goals = lost.iter().copied();
        let mut goals: Vec<u32> = goals.filter(|n| lasting.contains(n)).collect();
        let of_caller = caller.known.iter().map(|(n, _)| *n);
        self.left_behind(&lasting, of_caller, &mut goals, |n| {
            caller.get(n).is_none() && !lost.contains(&n)
        });
        let asked = self.renamed(cx, logic, &goals, |time| match time {
            Time::Before => Time::After,
            other => other,
        });
        let kept = caller.known.iter().copied();
        let kept = kept.filter(|(n, _)| lasting.contains(n) && !lost.contains(n));
        let kept: Vec<_> = kept.collect();
        self.ask(cx, logic, &times, &known, (&goals, &asked), &kept)
    }

    // Sharing.

    /// What is known about something that the step reads or writes.
    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        if state.known.is_empty() {
            return None;
        }
        let mut read = Vec::new();
        crate::reads::of_step(cx.program, step.op(), &mut read);
        let logic = &mut *cx.logic.borrow_mut();
        let mut spoken: Vec<Symbol> = Vec::new();
        for (expr, _) in read {
            let now = logic.at(cx.program, Time::Before, expr);
            let about = logic.truth(cx.program, now);
            let symbols = mentions(cx.program, logic, about).unwrap_or_default();
            spoken.extend(symbols.into_iter().map(|(_, symbol)| symbol));
        }
        let is_shared = |number: u32| {
            let symbols = &self.pool.predicates[number as usize].symbols;
            let is_now = symbols.iter().all(|(time, _)| *time == Time::Before);
            is_now
                && self.said(number).instead.is_none()
                && symbols.iter().any(|(_, symbol)| spoken.contains(symbol))
        };
        let known = state.known.iter().copied();
        let known: Vec<_> = known.filter(|(number, _)| is_shared(*number)).collect();
        let known = self.literals(cx, logic, &State::new(known), |time| time);
        let known: Vec<FormulaId> = known.into_iter().map(|said| said.formula).collect();
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    /// What is known about now; of that, C can say what has no quantifier.
    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: program::FunctionId,
        _: program::Location,
    ) -> Option<FormulaId> {
        let logic = &mut *cx.logic.borrow_mut();
        let known = self.literals(cx, logic, state, |time| time);
        let known = known.into_iter().filter(|said| said.instead.is_none());
        let known: Vec<FormulaId> = known.map(|said| said.formula).collect();
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    fn beyond_c(&self, state: &State) -> Option<&'static str> {
        (!state.known.is_empty()).then_some("quantified formulae")
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.solver.borrow().statistics();
        all.push(("quantified predicates", self.pool.predicates.len() as u64));
        all
    }

    // Words.

    fn cost(&self) -> u64 {
        500
    }

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let logic = &mut *cx.logic.borrow_mut();
        let known = self.literals(cx, logic, state, |time| time);
        let known = known.into_iter().map(|said| {
            let shown = logic.show_plain(cx.program, said.formula, Time::Before, None);
            let name = |var: program::VarId| &cx.program.names[cx.program.vars[var].name];
            match said.instead {
                None => shown.to_string(),
                Some((of, instead)) => {
                    let instead = cx.program.show(instead);
                    format!("({shown} with {instead} for {})", name(of))
                }
            }
        });
        known.collect::<Vec<_>>().join(", ")
    }
}

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
mod effects;
mod pool;
mod times;

use crate::bodiless::{self, After};
use closures::Closures;
use effects::{Effects, Touched};
use engine::{Analysis, CallStep, Concrete, Cx, Facts, Gap, Step, Successors, none, one};
use logic::{FormulaId, Logic, TermId, Time, Valuation};
use machine::Machine;
use pool::{Pool, load_of};
use program::{BinaryOp, ExprId, Op, PlaceId, TypeId};
use rustc_hash::FxHasher;
use solver::first_order::{
    FirstOrder, Follows, Root, Said, Step as Asked, Symbol, cell, mentions, resolve,
};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use times::Times;

/// What one check may cost, in units of Z3's work.
const RESOURCE: u32 = 2_000_000;

pub struct Quantified {
    pool: Pool,
    effects: Effects,
    closures: Closures,
    solver: RefCell<FirstOrder>,
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
        let pool = Pool::new(cx);
        let mut closures = Closures::default();
        for predicate in &pool.predicates {
            closures.add(cx, &mut cx.logic.borrow_mut(), predicate.said.formula);
        }
        Quantified {
            pool,
            effects: Effects::new(cx),
            closures,
            solver: RefCell::new(FirstOrder::new(RESOURCE)),
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
        let step = Asked {
            program: cx.program,
            logic,
            versions: &*times.version,
            effect: &times.effect,
        };
        match self.solver.borrow_mut().follows(step, facts, goals.1) {
            Follows::Impossible => none(),
            Follows::Truths(truths) => {
                let found = goals.0.iter().zip(truths);
                let found = found.filter_map(|(&number, truth)| Some((number, truth?)));
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
        let times = self.still(step.function);
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
            };
            let mut solver = self.solver.borrow_mut();
            solver.lives(asked, &known, (pointer, cell))
        };
        touched.environment = !effects::strangers(cx, step.op()).into_iter().all(lives);
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
        let all = self.pool.of(step.function);
        let goals = self.touched(all, |symbol| touched.changes(symbol, &self.closures));
        if goals.is_empty() {
            return one(State {
                known: state.known.clone(),
                result: None,
            });
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
        let kept = state.known.iter().filter(|(n, _)| !goals.contains(n));
        let kept: Vec<_> = kept.copied().collect();
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
        let (condition, decided, goals) = {
            let logic = &mut *cx.logic.borrow_mut();
            let mut condition = logic.truth_at(cx.program, Time::Before, condition);
            if !taken {
                condition = logic.not(cx.program, condition);
            }
            let decided = self.decided(cx, logic, all, condition);
            let contradicts = |&(n, value): &(u32, bool)| state.get(n) == Some(!value);
            if decided.iter().any(contradicts) {
                return none();
            }
            // Nothing new, or nothing that is understood.
            let is_known = |&(n, value): &(u32, bool)| state.get(n) == Some(value);
            let is_all = logic.conjuncts(&condition).len() == decided.len();
            let spoken = mentions(cx.program, logic, condition);
            let Some(spoken) = spoken.filter(|_| !is_all || !decided.iter().all(is_known)) else {
                return one(state.clone());
            };
            let goals = self.touched(all, |symbol| spoken.iter().any(|(_, s)| s == symbol));
            let is_open = |number: &u32| {
                state.get(*number).is_none() && !decided.iter().any(|(n, _)| n == number)
            };
            let goals: Vec<u32> = goals.into_iter().filter(is_open).collect();
            (condition, decided, goals)
        };
        let told = facts.formulae();
        let logic = &mut *cx.logic.borrow_mut();
        let mut known = self.literals(cx, logic, state, |time| time);
        known.extend(told.into_iter().map(Said::from));
        known.push(condition.into());
        let times = self.still(step.function);
        let asked: Vec<Said> = goals.iter().map(|&n| self.said(n)).collect();
        let mut kept = state.known.to_vec();
        kept.extend(decided.into_iter().filter(|(n, _)| state.get(*n).is_none()));
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
        let times = self.still(cx.start);
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
                let logic = &mut *cx.logic.borrow_mut();
                one(State {
                    known: state.known.clone(),
                    result: value.map(|v| logic.at(cx.program, Time::Before, v)),
                })
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
        let numbers = self.pool.of(call.callee);
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
        let goals = self.touched(all, |symbol| {
            (times.version)(Time::Before, symbol) != (times.version)(Time::After, symbol)
        });
        let asked = self.renamed(cx, logic, &goals, |time| match time {
            Time::Before => Time::After,
            other => other,
        });
        let kept = caller.known.iter().filter(|(n, _)| !goals.contains(n));
        let kept: Vec<_> = kept.copied().collect();
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

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.solver.borrow().statistics();
        all.push(("quantified predicates", self.pool.predicates.len() as u64));
        all
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let logic = &mut *cx.logic.borrow_mut();
        let known = self.literals(cx, logic, state, |time| time);
        let known = known.into_iter().map(|said| {
            let shown = logic.show_plain(cx.program, said.formula, Time::Before, None);
            let name = |var: program::VarId| &cx.program.names[cx.program.vars[var].name];
            match said.instead {
                None => shown.to_string(),
                Some((of, instead)) => {
                    format!("({shown} with {} for {})", name(instead), name(of))
                }
            }
        });
        known.collect::<Vec<_>>().join(", ")
    }
}

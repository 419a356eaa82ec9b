//! Facts that assignments and branches leave behind, as they stand in the text: HECTOR's
//! `symbprop` (thesis, section 4.7).
//!
//! After `x = a + b` it is known that `x == a + b`, after a branch that its condition holds,
//! until something that the fact speaks about may have changed. A variable that is known to
//! be equal to something is replaced by it in what is learned next, so that `x = x + c` gives
//! `x == a + b + c`. Nothing is computed but what follows from the form of formulae.

mod facts;

use crate::bodiless::{self, After};
use engine::{
    Analysis, CallStep, Concrete, Cx, Facts as Told, Gap, Question, Reply, Step, Successors, none,
    one,
};
use facts::{Facts, Kept};
use logic::{FormulaId, Logic, TermId, Time};
use machine::Machine;
use program::{BinaryOp, Expr, ExprId, Op, PlaceId, Program};
use solver::access::{self, Access};

/// The analysis.
pub struct Symbolic {
    facts: Facts,
}

impl Symbolic {
    pub fn new() -> Symbolic {
        Symbolic {
            facts: Facts::default(),
        }
    }

    /// An expression of the state before the step, with equals for equals.
    fn term(&self, cx: &Cx<'_>, state: &State, expr: ExprId) -> TermId {
        let mut logic = cx.logic.borrow_mut();
        let term = logic.at(cx.program, Time::Before, expr);
        self.facts.replaced(cx, &mut logic, &state.known, term)
    }

    /// A place gets a value, of which a term is known or nothing.
    fn write(&self, cx: &Cx<'_>, state: &mut State, to: PlaceId, value: Option<TermId>) {
        self.facts.forget(cx, &mut state.known, |place| {
            cx.pointers.may_alias(cx.program, place, to)
        });
        // A float may be no number, and differs from itself then; a bit-field may be too
        // small.
        let access = access::of_place(cx.program, to);
        if let Some(value) = value
            && matches!(access, Some(Access::Int { .. } | Access::Pointer { .. }))
            && let Some(load) = self.facts.load(cx, to)
        {
            let mut logic = cx.logic.borrow_mut();
            let term = logic.at(cx.program, Time::Before, load);
            let fact = logic.compare(cx.program, BinaryOp::Eq, term, value);
            // Neither what was read to compute the value nor what says where the place is may
            // have changed by this.
            let mut read = Vec::new();
            crate::reads::of_expr(cx.program, load, &mut read);
            let finding = read.into_iter().map(|(_, place)| place);
            let finding = finding.filter(|&place| place != to);
            let mut all = self.facts.places_of_term(cx, &logic, value);
            all.extend(finding);
            let is_own = all
                .iter()
                .any(|&place| cx.pointers.may_alias(cx.program, place, to));
            if !is_own {
                self.facts.add(cx, &logic, &mut state.known, fact);
            }
        }
    }

    /// What lives as long as the program is left.
    fn leave(&self, cx: &Cx<'_>, state: &mut State) {
        self.facts
            .forget(cx, &mut state.known, |place| !is_global(cx.program, place));
    }

    /// A term that means the same in another function: it speaks about what both can name.
    fn is_global_term(&self, cx: &Cx<'_>, logic: &Logic, term: TermId) -> bool {
        let places = self.facts.places_of_term(cx, logic, term);
        facts::is_plain_term(logic, term)
            && places.iter().all(|&place| is_global(cx.program, place))
    }
}

impl Default for Symbolic {
    fn default() -> Symbolic {
        Symbolic::new()
    }
}

// State.

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Facts over `@1`.
    known: Kept,
    /// What the function returns, between its `Return` and the caller's next step.
    result: Option<TermId>,
}

/// Does the place live as long as the program, whatever pointers are?
fn is_global(program: &Program, place: PlaceId) -> bool {
    let root = program.exprs.root(place);
    root.is_some_and(|var| program.vars[var].kind.is_static())
}

/// The meaning of a state: its facts are true.
impl Concrete for Symbolic {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let logic = cx.logic.borrow();
        for &fact in state.known.iter() {
            let mut values = |_: Time, expr: ExprId| machine.evaluate(expr).map(|v| v.value);
            if logic.evaluate(cx.program, fact, &mut values) == Some(false) {
                return Err(format!("{} is false", logic.show(cx.program, fact)));
            }
        }
        Ok(())
    }
}

impl Analysis for Symbolic {
    type State = State;

    // Order and join.

    fn merge(&self, _: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        Some(State {
            known: old.known.common(&new.known),
            result: old.result.filter(|_| old.result == new.result),
        })
    }

    fn covered(&self, _: &Cx<'_>, state: &State, by: &State) -> bool {
        state.known.has_all(&by.known) && (by.result.is_none() || by.result == state.result)
    }

    // Transfer.

    fn initial(&self, _: &Cx<'_>) -> Successors<State> {
        one(State::default())
    }

    fn post(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>, _: &Told<'_>) -> Successors<State> {
        let mut now = state.clone();
        match step.op() {
            Op::Skip | Op::VaEnd { .. } => {}
            &Op::Assume { condition, taken } => {
                let term = self.term(cx, state, condition);
                let mut logic = cx.logic.borrow_mut();
                let mut fact = logic.truth(cx.program, term);
                if !taken {
                    fact = logic.not(cx.program, fact);
                }
                let opposite = logic.not(cx.program, fact);
                if fact == FormulaId::FALSE || state.known.contains(opposite) {
                    return none();
                }
                let plain = logic.at(cx.program, Time::Before, condition);
                let mut plain = logic.truth(cx.program, plain);
                if !taken {
                    plain = logic.not(cx.program, plain);
                }
                self.facts.add(cx, &logic, &mut now.known, plain);
            }
            &Op::Assign { to, value } => {
                let is_scalar = cx.program.types.is_scalar(cx.program.exprs.ty(value));
                let value = is_scalar.then(|| self.term(cx, state, value));
                self.write(cx, &mut now, to, value);
            }
            Op::Call(call) => {
                match bodiless::after(cx, call, step.span())? {
                    After::Nothing => return none(),
                    After::TheSame => {}
                    After::NoMemory => now.known.clear(),
                }
                if let Some(to) = call.result {
                    self.write(cx, &mut now, to, None);
                }
            }
            &Op::Return { value } => {
                let value = value.filter(|&v| cx.program.types.is_scalar(cx.program.exprs.ty(v)));
                let value = value.map(|value| self.term(cx, state, value));
                let logic = cx.logic.borrow();
                now.result = value.filter(|&term| self.is_global_term(cx, &logic, term));
                drop(logic);
                self.leave(cx, &mut now);
            }
            &(Op::Havoc { place: to }
            | Op::Alloc { to, .. }
            | Op::VaStart { list: to }
            | Op::VaCopy { to, .. }) => self.write(cx, &mut now, to, None),
            &Op::VaArg { to, list } => {
                self.write(cx, &mut now, list, None);
                self.write(cx, &mut now, to, None);
            }
            // What pointers lead to may be gone.
            Op::Free { .. } => self.facts.forget(cx, &mut now.known, |place| {
                cx.program.exprs.root(place).is_none()
            }),
            Op::Enter { variables } | Op::Exit { variables } => {
                self.facts.forget(cx, &mut now.known, |place| {
                    let root = cx.program.exprs.root(place);
                    root.is_none_or(|var| variables.contains(&var))
                });
            }
            Op::Unsupported { what } => {
                let what = cx.program.names[*what].to_owned();
                let span = step.span();
                return Err(Gap { what, span });
            }
        }
        one(now)
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Told<'_>,
    ) -> Successors<State> {
        // A local of the caller is another one in the callee, even if it is the same
        // variable: functions may call themselves.
        let mut entry = state.clone();
        self.leave(cx, &mut entry);
        let parameters = cx.function(call.callee).parameters.iter();
        for (&parameter, &argument) in parameters.zip(&call.call.arguments) {
            let ty = cx.program.vars[parameter].ty;
            let is_scalar = cx.program.types.is_scalar(ty);
            let Some(place) = cx
                .program
                .exprs
                .find_var(parameter, ty)
                .filter(|_| is_scalar)
            else {
                continue;
            };
            let term = self.term(cx, state, argument);
            let is_global = self.is_global_term(cx, &cx.logic.borrow(), term);
            self.write(cx, &mut entry, place, is_global.then_some(term));
        }
        one(entry)
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Told<'_>,
    ) -> Successors<State> {
        let mut now = exit.clone();
        let result = now.result.take();
        let mut kept = caller.known.clone();
        // What the callee could not name it has changed only through pointers; and it may
        // have ended the life of what pointers lead to.
        self.facts.forget(cx, &mut kept, |place| {
            cx.program.exprs.root(place).is_none()
                || cx.pointers.modifies(cx.program, call.callee, place)
        });
        for &fact in kept.iter() {
            self.facts.add(cx, &cx.logic.borrow(), &mut now.known, fact);
        }
        if let Some(to) = call.call.result {
            self.write(cx, &mut now, to, result);
        }
        one(now)
    }

    // Sharing.

    /// The facts that speak about something that the step reads, and about what these speak
    /// about.
    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        if state.known.is_empty() {
            return None;
        }
        let mut read = Vec::new();
        crate::reads::of_step(cx.program, step.op(), &mut read);
        let mut logic = cx.logic.borrow_mut();
        let mut about: Vec<PlaceId> = read.into_iter().map(|(_, place)| place).collect();
        let mut known: Vec<FormulaId> = Vec::new();
        let mut others: Vec<FormulaId> = state.known.iter().copied().collect();
        loop {
            let before = known.len();
            others.retain(|&fact| {
                let places = self.facts.places(cx, &logic, fact);
                let matters = places.iter().any(|place| about.contains(place));
                if matters {
                    about.extend_from_slice(&places);
                    known.push(fact);
                }
                !matters
            });
            if known.len() == before {
                break;
            }
        }
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        let &Question::Value(expr) = question else {
            return Reply::Unknown;
        };
        let program = cx.program;
        if state.known.is_empty() || !program.types.is_integer(program.exprs.ty(expr)) {
            return Reply::Unknown;
        }
        let term = self.term(cx, state, expr);
        let constant = cx.logic.borrow().constant(term);
        constant.map_or(Reply::Unknown, Reply::Int)
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        _: program::FunctionId,
        _: program::Location,
    ) -> Option<FormulaId> {
        let known = state.known.iter().copied();
        let mut logic = cx.logic.borrow_mut();
        let is_static = |logic: &Logic, fact| {
            let places = self.facts.places(cx, logic, fact);
            places.iter().all(|&p| cx.program.exprs.root(p).is_some())
        };
        let known: Vec<FormulaId> = known.filter(|&fact| is_static(&logic, fact)).collect();
        (!known.is_empty()).then(|| logic.and(cx.program, known))
    }

    // Words.

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        let logic = cx.logic.borrow();
        let mut known: Vec<String> = state
            .known
            .iter()
            .map(|&f| {
                logic
                    .show_plain(cx.program, f, Time::Before, None)
                    .to_string()
            })
            .collect();
        known.sort_unstable();
        known.join(", ")
    }
}

/// Is the expression one whose value is looked up in memory or registers, and nothing else?
fn is_plain(program: &Program, expr: ExprId) -> bool {
    match program.exprs.get(expr) {
        Expr::Load(_) => true,
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Cast(_)
        | Expr::Query(_)
        | Expr::Logical(_) => false,
    }
}

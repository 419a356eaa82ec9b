//! Which symbols mean the same at which times of a step, a call or a return; and what the
//! step does to those that do not.

use super::Quantified;
use super::effects::{Touched, is_malloc};
use super::pool::load_of;
use engine::{CallStep, Cx, Step};
use logic::{Logic, Time};
use program::{EdgeId, FunctionId, Op, VarId};
use solver::first_order::{Effect, Root, Stretch, Symbol, cell, resolve};

/// The version of a symbol at a time.
type Version<'a> = dyn Fn(Time, &Symbol) -> u32 + 'a;

/// Which step, call or return it is, and what is not known of it: two of the same have the
/// same times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moment {
    kind: Kind,
    function: FunctionId,
    edge: Option<EdgeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Still,
    /// Whether objects of the environment may begin to live.
    Inside(bool),
    Called(FunctionId),
    Returned(FunctionId),
}

impl Moment {
    fn of(kind: Kind, call: &CallStep<'_>) -> Moment {
        Moment {
            kind,
            function: call.step.function,
            edge: Some(call.step.id),
        }
    }
}

pub struct Times<'a> {
    pub moment: Moment,
    pub version: Box<Version<'a>>,
    pub effect: Effect,
    /// All that is written in objects that live at `@1` and `@C`, if that is known.
    pub written: Option<Vec<Stretch>>,
}

pub fn is_register(cx: &Cx<'_>, var: VarId) -> bool {
    super::effects::is_register(cx.program, var)
}

/// Does a variable belong to an activation of a function?
fn is_local(cx: &Cx<'_>, symbol: &Symbol) -> bool {
    match symbol {
        Symbol::Var(var) | Symbol::Address(var) => !cx.program.vars[*var].kind.is_static(),
        _ => false,
    }
}

impl Quantified {
    /// Does a symbol mean the same everywhere in the function?
    fn is_constant(&self, function: FunctionId, symbol: &Symbol) -> bool {
        let touched = self.effects.inside(function);
        touched.is_some_and(|touched| !touched.changes(symbol, &self.closures))
    }

    fn at_entry(&self, function: FunctionId, symbol: &Symbol) -> u32 {
        match self.is_constant(function, symbol) {
            true => 0,
            false => 1,
        }
    }

    /// Where nothing changes.
    pub(super) fn still(&self, function: FunctionId, edge: Option<EdgeId>) -> Times<'_> {
        Times {
            moment: Moment {
                kind: Kind::Still,
                function,
                edge,
            },
            version: Box::new(move |time, symbol| match time {
                Time::Entry => self.at_entry(function, symbol),
                _ => 0,
            }),
            effect: Effect::Any,
            written: None,
        }
    }

    /// A step inside of a function.
    pub(super) fn inside<'a>(
        &'a self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        step: &Step<'_>,
        touched: Touched,
    ) -> Times<'a> {
        let effect = match *step.op() {
            Op::Assign { to, value } => match cell(cx.program, to) {
                Some((Root::Pointer(pointer), cell)) => Effect::Write {
                    pointer: logic.at(cx.program, Time::Before, pointer),
                    cell,
                    value: logic.at(cx.program, Time::Before, value),
                    largest: touched.largest,
                    links: self.closures.linked(&touched.memory, cell.offset),
                },
                _ => objects(&touched),
            },
            Op::Free { .. } => Effect::Free,
            Op::Enter { ref variables } => Effect::Begin(variables.to_vec()),
            _ => objects(&touched),
        };
        let function = step.function;
        let written = touched.written();
        let moment = Moment {
            kind: Kind::Inside(touched.environment),
            function,
            edge: Some(step.id),
        };
        let version = move |time: Time, symbol: &Symbol| match time {
            Time::Entry => self.at_entry(function, symbol),
            Time::After if touched.changes(symbol, &self.closures) => 2,
            _ => 0,
        };
        Times {
            moment,
            version: Box::new(version),
            effect,
            written,
        }
    }

    /// The beginning of a callee: `@C` is there.
    pub(super) fn called<'a>(&'a self, cx: &'a Cx<'_>, call: &CallStep<'_>) -> Times<'a> {
        let function = call.step.function;
        let parameters = &cx.function(call.callee).parameters;
        let makes_memory = !parameters.iter().all(|&p| is_register(cx, p));
        let version = move |time: Time, symbol: &Symbol| match time {
            Time::Entry => self.at_entry(function, symbol),
            Time::After if is_local(cx, symbol) => 2,
            Time::After if makes_memory && !matches!(symbol, Symbol::Var(_)) => 2,
            _ => 0,
        };
        Times {
            moment: Moment::of(Kind::Called(call.callee), call),
            version: Box::new(version),
            effect: Effect::Any,
            written: None,
        }
    }

    /// After a call.
    pub(super) fn returned<'a>(
        &'a self,
        cx: &'a Cx<'_>,
        logic: &mut Logic,
        call: &CallStep<'_>,
    ) -> Times<'a> {
        let (function, callee) = (call.step.function, call.callee);
        let touched = self.effects.of_call(callee);
        let is_changed = move |symbol: &Symbol| {
            let touched = touched.as_ref();
            touched.is_none_or(|touched| touched.changes(symbol, &self.closures))
        };
        // The result is written when the callee is gone.
        let result = call.call.result.map(|to| resolve(cx.program, to));
        let register = match result {
            Some(Some((Root::Register(var), _))) => Some(var),
            _ => None,
        };
        let writes_memory = result.is_some() && register.is_none();
        let written = match writes_memory {
            true => None,
            false => self.effects.of_call(callee).and_then(|t| t.written()),
        };
        let effect = self.effect_of_call(cx, logic, call, register);
        let version = move |time: Time, symbol: &Symbol| match time {
            Time::Entry => self.at_entry(function, symbol),
            Time::Before => 0,
            Time::CalleeEntry if is_local(cx, symbol) => 2,
            Time::CalleeEntry => 0,
            Time::CalleeExit if is_local(cx, symbol) => match self.is_constant(callee, symbol) {
                true => 2,
                false => 3,
            },
            Time::After if matches!(symbol, Symbol::Var(var) if Some(*var) == register) => 5,
            Time::After if writes_memory && !matches!(symbol, Symbol::Var(_)) => 5,
            Time::After if is_local(cx, symbol) => 0,
            Time::CalleeExit | Time::After => match is_changed(symbol) {
                true => 4,
                false => 0,
            },
        };
        Times {
            moment: Moment::of(Kind::Returned(callee), call),
            version: Box::new(version),
            effect,
            written,
        }
    }

    fn effect_of_call(
        &self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        call: &CallStep<'_>,
        result: Option<VarId>,
    ) -> Effect {
        if is_malloc(cx, call.callee)
            && let Some(load) = result.and_then(|var| load_of(cx.program, var))
            && let Some(&bytes) = call.call.arguments.first()
        {
            return Effect::Allocate {
                block: logic.at(cx.program, Time::After, load),
                bytes: logic.at(cx.program, Time::Before, bytes),
                may_fail: cx.settings.malloc_may_fail,
                largest: self.effects.of_call(call.callee).and_then(|t| t.largest),
            };
        }
        match self.effects.of_call(call.callee) {
            Some(touched) if touched.life() => {
                let begins = touched.allocates || touched.everything || touched.environment;
                match (begins, touched.frees || touched.everything) {
                    (true, true) => Effect::Any,
                    (true, false) => Effect::More,
                    (false, _) => Effect::Free,
                }
            }
            Some(touched) => objects(&touched),
            None => Effect::Any,
        }
    }
}

fn objects(touched: &Touched) -> Effect {
    match touched.largest {
        Some(largest) if !touched.life() => Effect::Objects(largest),
        _ => Effect::Any,
    }
}

//! Calls, results, and what calls do to the storage of the value.

use crate::draft::Act;
use crate::handles::{Number, WATCHED};
use crate::translate::{Copy, Slicer, Ways, nothing};
use crate::{Ends, Part};
use program::{Call, Callee, EdgeId, ExprId, FunctionId, Op, Place, VarId};

impl Slicer<'_, '_> {
    pub(crate) fn call(&mut self, copy: Copy, id: EdgeId, call: &Call) -> Ways {
        let plan = self.plan;
        let calls = plan.input.pointers.calls();
        if let Callee::Direct(callee) = call.callee
            && let Some(alarm) = plan.input.program.alarm(callee)
        {
            let automaton = &plan.input.program.names[alarm.automaton];
            return match *automaton == plan.input.observer.name {
                true => self.alarm(call),
                false => Vec::new(),
            };
        }
        let mut ways = Vec::new();
        if calls.calls_unknown(copy.0, id) && matches!(call.callee, Callee::Indirect(_)) {
            let what = "a call through a pointer that may lead anywhere";
            ways.push(vec![self.unsupported(what)]);
        }
        for callee in plan.input.callees(copy.0, id, call) {
            match plan.input.end_of(callee) {
                Ends::Yes => continue,
                Ends::Jumps => {
                    let what = plan.input.name(callee).to_owned();
                    ways.push(vec![self.unsupported(&what)]);
                    continue;
                }
                Ends::No => {}
            }
            let target = self.target(copy, id, callee);
            let matters = self.relevant.as_ref().is_some_and(|r| r.contains(&target));
            if matters {
                ways.extend(self.invoke(copy, id, call, target));
            } else if plan.returns[callee] {
                ways.extend(self.pass_over(copy, id, call, callee));
            }
        }
        ways
    }

    /// The automaton says that something is wrong.
    fn alarm(&mut self, call: &Call) -> Ways {
        let alarm = Act::Final(Op::Call(Box::new(call.clone())));
        match self.part {
            Part::Whole | Part::Before => vec![vec![alarm]],
            Part::After => {
                let passed = self.test(self.passed, 1, true);
                let not_passed = self.test(self.passed, 1, false);
                let chosen = self.test(self.chosen, 1, true);
                vec![vec![passed, alarm.clone()], vec![not_passed, chosen, alarm]]
            }
        }
    }

    pub(crate) fn unsupported(&mut self, what: &str) -> Act {
        let what = self.out.names.intern(what);
        Act::Final(Op::Unsupported { what })
    }

    /// The copy of a function that a call means.
    pub(crate) fn target(&self, copy: Copy, id: EdgeId, callee: FunctionId) -> Copy {
        let Some(value) = self.focus else {
            return (callee, 0);
        };
        let path = &self.plan.created[value].path;
        let here = path.get(copy.1) == Some(&(copy.0, id));
        match path.get(copy.1 + 1) {
            Some(&(next, _)) if here && next == callee => (callee, copy.1 + 1),
            _ => (callee, 0),
        }
    }

    /// A call of a function that is in the slice.
    fn invoke(&mut self, copy: Copy, id: EdgeId, call: &Call, target: Copy) -> Ways {
        let plan = self.plan;
        let mut acts = Vec::new();
        let mut arguments = Vec::new();
        if target.0 != plan.input.entry {
            for (i, parameter) in self.parameters(target) {
                let given = call.arguments.get(i).copied();
                let is_handle = plan.follows(self.focus, parameter);
                let (before, value) = match given {
                    Some(given) if is_handle => {
                        let number = plan.number(self.focus, given);
                        let number = self.assigned(parameter, number);
                        self.expression(copy, number, i)
                    }
                    Some(given) if self.is_kept(copy, given) => (Vec::new(), given),
                    Some(_) | None => self.anything(i),
                };
                acts.extend(before);
                arguments.push(value);
            }
        }
        let mut after = Vec::new();
        let mut result = None;
        if let Some(place) = call.result
            && let Place::Var(v) = plan.input.program.exprs.place(place)
        {
            if plan.follows(self.focus, v) {
                match self.returns_handle(target.0) {
                    true => {
                        let own = self.number_of(copy, v);
                        result = Some(self.place(own));
                    }
                    false => {
                        let number = plan.unknown_in(self.focus, v);
                        after = self.give(copy, v, number);
                    }
                }
            } else if self.keeps(copy, v) {
                match self.returns_integer(target.0) {
                    true => result = Some(place),
                    false => after = vec![Act::Op(Op::Havoc { place })],
                }
            }
        }
        let op = Op::Call(Box::new(Call {
            callee: Callee::Direct(target.0),
            arguments: arguments.into(),
            result,
        }));
        acts.push(Act::Invoke { callee: target, op });
        acts.extend(after);
        let storage = self.storage(copy, id, call, target.0);
        product(storage, vec![acts])
    }

    /// The parameters of a copy that are kept, and their positions.
    pub(crate) fn parameters(&self, copy: Copy) -> Vec<(usize, VarId)> {
        let parameters = &self.plan.input.program.functions[copy.0].parameters;
        let kept = parameters.iter().copied().enumerate();
        kept.filter(|&(_, v)| self.plan.follows(self.focus, v) || self.keeps(copy, v))
            .collect()
    }

    /// Does the function return a number in the slice?
    pub(crate) fn returns_handle(&self, function: FunctionId) -> bool {
        self.plan.results.contains(&function) && function != self.plan.input.entry
    }

    /// Does it return an integer as it is?
    pub(crate) fn returns_integer(&self, function: FunctionId) -> bool {
        let program = self.plan.input.program;
        let signature = program.types.signature_of(program.functions[function].ty);
        let integer = signature.is_some_and(|s| program.types.is_integer(s.result.ty));
        integer && !self.returns_handle(function)
    }

    /// What a copy returns, and what is to be done before.
    pub(crate) fn returned(
        &mut self,
        copy: Copy,
        value: Option<ExprId>,
    ) -> (Vec<Act>, Option<ExprId>) {
        let Some(value) = value else {
            return (Vec::new(), None);
        };
        if self.returns_handle(copy.0) {
            let number = match self.plan.number(self.focus, value) {
                // The slices of the values that it may return see that.
                Number::Null if self.focus.is_none() && self.plan.may_return_values(copy.0) => {
                    Number::Foreign
                }
                number => number,
            };
            let (acts, value) = self.expression(copy, number, 0);
            return (acts, Some(value));
        }
        if !self.returns_integer(copy.0) {
            return (Vec::new(), None);
        }
        match self.is_kept(copy, value) {
            true => (Vec::new(), Some(value)),
            // Without a value the result is indeterminate.
            false => (Vec::new(), None),
        }
    }

    /// A call of a function that is not in the slice and may return.
    fn pass_over(&mut self, copy: Copy, id: EdgeId, call: &Call, callee: FunctionId) -> Ways {
        let plan = self.plan;
        let mut ways = self.storage(copy, id, call, callee);
        let Some(place) = call.result else {
            return ways;
        };
        let Place::Var(v) = plan.input.program.exprs.place(place) else {
            return ways;
        };
        if plan.follows(self.focus, v) {
            let results: Ways = if plan.fresh_calls.contains(&(copy.0, id)) {
                let is_here =
                    |c: &crate::plan::Creation| c.function == copy.0 && c.call == Some(id);
                match self.is_enabled(copy, is_here) {
                    true => {
                        let mut failed = self.give(copy, v, Number::Null);
                        failed.push(self.set(self.made, 0));
                        let mut done = self.give(copy, v, Number::Other);
                        done.push(self.set(self.made, 1));
                        vec![failed, done]
                    }
                    false => vec![self.give(copy, v, Number::Foreign)],
                }
            } else {
                let number = plan.unknown_in(self.focus, v);
                vec![self.give(copy, v, number)]
            };
            ways = product(ways, results);
        } else if self.keeps(copy, v) {
            let havoc = vec![vec![Act::Op(Op::Havoc { place })]];
            ways = product(ways, havoc);
        }
        ways
    }

    /// What a call does to the storage of the value by functions of the library; and
    /// whether it is a use of the value, and the end of that was before.
    fn storage(&mut self, copy: Copy, id: EdgeId, call: &Call, callee: FunctionId) -> Ways {
        let (plan, Some(value)) = (self.plan, self.focus) else {
            return nothing();
        };
        let is_outside = plan.library[callee] || !plan.has_body(callee);
        if plan.library[copy.0] || !is_outside && !plan.events.contains(&(copy.0, id)) {
            return nothing();
        }
        let frees = plan
            .frees
            .get(&callee)
            .is_some_and(|f| f.objects.contains(&value));
        let frees_others = frees && plan.frees[&callee].others;
        let mut ways = nothing();
        for &argument in &call.arguments {
            if !plan.may_be(self.focus, argument) {
                continue;
            }
            let what = "use of a value whose storage was freed, which the automaton accepts";
            let late = self.unsupported(what);
            let test = self.test(self.freed, 1, true);
            let (is, is_not) = match plan.number(self.focus, argument) {
                Number::Of(v) => {
                    let own = self.number_of(copy, v);
                    let is = self.test(own, WATCHED, true);
                    (vec![is], vec![self.test(own, WATCHED, false)])
                }
                Number::Any => (Vec::new(), Vec::new()),
                Number::Null | Number::Watched | Number::Other | Number::Foreign => continue,
            };
            let mut used_late = is.clone();
            used_late.extend([test, late]);
            let mut used = is;
            used.push(self.test(self.freed, 1, false));
            if frees {
                used.push(self.set(self.freed, 1));
            }
            ways = product(ways, vec![used_late, used, is_not]);
        }
        if frees_others {
            let freed = self.set(self.freed, 1);
            ways = product(ways, vec![vec![freed], Vec::new()]);
        }
        ways
    }

    /// Storage is freed by the program itself.
    pub(crate) fn release(&mut self, copy: Copy, pointer: ExprId) -> Ways {
        if self.plan.library[copy.0] || !self.plan.may_be(self.focus, pointer) {
            return nothing();
        }
        let freed = self.set(self.freed, 1);
        match self.plan.number(self.focus, pointer) {
            Number::Of(v) => {
                let own = self.number_of(copy, v);
                let is = vec![self.test(own, WATCHED, true), freed];
                vec![is, vec![self.test(own, WATCHED, false)]]
            }
            Number::Any => vec![vec![freed], Vec::new()],
            Number::Null | Number::Watched | Number::Other | Number::Foreign => nothing(),
        }
    }
}

/// Each of the first, and then each of the others. What ends a run stays the end.
fn product(first: Ways, then: Ways) -> Ways {
    let mut ways = Vec::new();
    for way in first {
        if way.iter().any(|act| matches!(act, Act::Final(_))) {
            ways.push(way);
            continue;
        }
        for more in &then {
            let mut way = way.clone();
            way.extend(more.iter().cloned());
            ways.push(way);
        }
    }
    ways
}

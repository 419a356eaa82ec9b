//! Calls, results, and what calls do to the storage of the value.

use crate::Ends;
use crate::cells::Stored;
use crate::copies::level;
use crate::draft::Act;
use crate::facts::copied_pointer;
use crate::handles::{Number, WATCHED};
use crate::translate::{Copy, Slicer, Ways, nothing};
use program::{Call, Callee, EdgeId, ExprId, FunctionId, Op, Place, PlaceId, VarId};

impl Slicer<'_, '_> {
    pub(crate) fn call(&mut self, copy: Copy, id: EdgeId, call: &Call) -> Ways {
        let plan = self.plan;
        let calls = plan.input.pointers.calls();
        if let Callee::Direct(callee) = call.callee
            && let Some(alarm) = plan.input.program.alarm(callee)
        {
            let automaton = &plan.input.program.names[alarm.automaton];
            return match *automaton == plan.input.observer.name {
                true => vec![vec![Act::Final(Op::Call(Box::new(call.clone())))]],
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
                    ways.push(vec![self.jump()]);
                    continue;
                }
                Ends::No => {}
            }
            let target = self.target(copy, id, callee);
            let matters = self.relevant.as_ref().is_some_and(|r| r.contains(&target));
            if matters && !self.is_for_others(copy, call, target) {
                ways.extend(self.invoke(copy, id, call, target));
            } else if plan.returns[callee] {
                ways.extend(self.pass_over(copy, id, call, callee));
            }
        }
        ways
    }

    pub(crate) fn unsupported(&mut self, what: &str) -> Act {
        let what = self.out.names.intern(what);
        Act::Final(Op::Unsupported { what })
    }

    /// The copy of a function that a call means.
    pub(crate) fn target(&self, copy: Copy, id: EdgeId, callee: FunctionId) -> Copy {
        if let Some(value) = self.focus {
            let path = &self.plan.created[value].path;
            let here = path.get(level(copy)) == Some(&(copy.0, id));
            if let Some(&(next, _)) = path.get(level(copy) + 1)
                && here
                && next == callee
            {
                return (callee, level(copy) + 1);
            }
        }
        let meant = self.plan.copies.meant(copy, id, callee);
        meant.unwrap_or((callee, 0))
    }

    /// A call of a function that is in the slice.
    fn invoke(&mut self, copy: Copy, id: EdgeId, call: &Call, target: Copy) -> Ways {
        let plan = self.plan;
        // No caller can reach what is in variables of the callee before the call.
        let before = self.begin_call(copy, call, target.0);
        // The arguments, one way after the other, and what has to be done before.
        let mut given: Vec<(Vec<Act>, Vec<ExprId>)> = vec![(Vec::new(), Vec::new())];
        if target.0 != plan.input.entry {
            for (i, parameter) in self.parameters(target) {
                let argument = call.arguments.get(i).copied();
                let values = match argument {
                    Some(argument) if plan.follows(self.focus, parameter) => {
                        let mut values = Vec::new();
                        for (mut acts, number) in self.numbers(copy, argument) {
                            let number = self.assigned(parameter, number);
                            let (more, value) = self.expression(copy, number, i);
                            acts.extend(more);
                            values.push((acts, value));
                        }
                        values
                    }
                    Some(argument) if self.is_kept(copy, argument) => vec![(Vec::new(), argument)],
                    Some(_) | None => vec![self.anything(i)],
                };
                let mut longer = Vec::new();
                for (acts, arguments) in &given {
                    for (more, value) in &values {
                        let acts = [&acts[..], &more[..]].concat();
                        longer.push((acts, [&arguments[..], &[*value]].concat()));
                    }
                }
                given = longer;
            }
        }
        let (result, after) = self.result(copy, call, target.0);
        let mut ways = Vec::new();
        for (mut acts, arguments) in given {
            let op = Op::Call(Box::new(Call {
                callee: Callee::Direct(target.0),
                arguments: arguments.into(),
                result,
            }));
            acts.push(Act::Invoke { callee: target, op });
            ways.push(acts);
        }
        let ways = product(product(before, ways), after);
        let storage = self.storage(copy, id, call, target.0);
        product(storage, ways)
    }

    /// The variables of a callee that lie in memory begin to live, and its parameters get
    /// what it is called with.
    pub(crate) fn begin_call(&mut self, copy: Copy, call: &Call, callee: FunctionId) -> Ways {
        let program = self.plan.input.program;
        let function = &program.functions[callee];
        let mut acts = Vec::new();
        for &local in &function.locals {
            if !program.vars[local].kind.is_static() {
                acts.extend(self.begin(copy, local));
            }
        }
        let mut ways = vec![acts];
        for (i, &parameter) in function.parameters.iter().enumerate() {
            let given = call.arguments.get(i).copied();
            let stored = self.store_argument(copy, parameter, given);
            ways = product(ways, stored);
        }
        ways
    }

    /// Where the slice puts the result of a call, and what is to be done with it then.
    fn result(&mut self, copy: Copy, call: &Call, callee: FunctionId) -> (Option<PlaceId>, Ways) {
        let plan = self.plan;
        let Some(place) = call.result else {
            return (None, nothing());
        };
        if let Some(argument) = self.handed_back(call, callee) {
            return (None, self.assign_handle(copy, place, argument));
        }
        let is_handle = self.returns_handle(callee);
        match plan.input.program.exprs.place(place) {
            Place::Var(v) if plan.follows(self.focus, v) && is_handle => {
                let own = self.number_of(copy, v);
                (Some(self.place(own)), nothing())
            }
            Place::Var(v)
                if !plan.follows(self.focus, v)
                    && self.keeps(copy, v)
                    && self.returns_integer(callee) =>
            {
                (Some(place), nothing())
            }
            Place::Var(v) if plan.follows(self.focus, v) || self.keeps(copy, v) => {
                (None, self.set_to_any(copy, place))
            }
            _ if plan.memory.written(place).is_none() => (None, nothing()),
            _ if is_handle => {
                let int = self.out.types.common.int;
                let taken = self.argument(usize::MAX, int);
                let stored = Stored::Number(Number::Of(taken));
                let after = self.store_to(copy, place, stored);
                (Some(self.place(taken)), after)
            }
            _ => (None, self.store_to(copy, place, Stored::Returned(callee))),
        }
    }

    /// The argument that the result of a call is, if no callee can change what that is.
    fn handed_back(&self, call: &Call, callee: FunctionId) -> Option<ExprId> {
        let program = self.plan.input.program;
        let position = *self.plan.hands_back.get(&callee)?;
        let argument = *call.arguments.get(position)?;
        let var = &program.vars[copied_pointer(program, argument)?];
        (!var.kind.is_static()).then_some(argument)
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

    /// What a copy may return, and what is to be done before.
    pub(crate) fn returned(
        &mut self,
        copy: Copy,
        value: Option<ExprId>,
    ) -> Vec<(Vec<Act>, Option<ExprId>)> {
        let Some(value) = value else {
            return vec![(Vec::new(), None)];
        };
        if self.returns_handle(copy.0) {
            let mut ways = Vec::new();
            for (mut acts, number) in self.numbers(copy, value) {
                let number = match number {
                    // The slices of the values that it may return see that.
                    Number::Null if self.leaves_null() && self.plan.may_return_values(copy.0) => {
                        Number::Foreign
                    }
                    number => number,
                };
                let (more, value) = self.expression(copy, number, 0);
                acts.extend(more);
                ways.push((acts, Some(value)));
            }
            return ways;
        }
        if self.returns_integer(copy.0)
            && let Some(truths) = self.truths(copy, value)
        {
            let some = truths.into_iter().map(|(acts, value)| (acts, Some(value)));
            return some.collect();
        }
        let stored = self.store_result(copy, value).into_iter();
        // Without a value the result is indeterminate.
        let value = (self.returns_integer(copy.0) && self.is_kept(copy, value)).then_some(value);
        stored.map(|acts| (acts, value)).collect()
    }

    /// A call of a function that is not in the slice and may return.
    fn pass_over(&mut self, copy: Copy, id: EdgeId, call: &Call, callee: FunctionId) -> Ways {
        let plan = self.plan;
        let ways = self.storage(copy, id, call, callee);
        let Some(place) = call.result else {
            return ways;
        };
        if let Some(argument) = self.handed_back(call, callee) {
            return product(ways, self.assign_handle(copy, place, argument));
        }
        if !plan.fresh_calls.contains(&(copy.0, id)) {
            return product(ways, self.set_to_any(copy, place));
        }
        let is_here = |c: &crate::plan::Creation| c.function == copy.0 && c.call == Some(id);
        if !self.is_enabled(copy, is_here) {
            return product(ways, self.put(copy, place, Number::Foreign));
        }
        let failed = vec![vec![self.set(self.made, 0)]];
        let mut results = product(self.put(copy, place, Number::Null), failed);
        let done = vec![vec![self.set(self.made, 1)]];
        results.extend(product(self.put(copy, place, Number::Other), done));
        product(ways, results)
    }

    /// A place gets a number.
    pub(crate) fn put(&mut self, copy: Copy, place: PlaceId, number: Number) -> Ways {
        match self.plan.input.program.exprs.place(place) {
            Place::Var(v) if self.plan.follows(self.focus, v) => {
                vec![self.give(copy, v, number)]
            }
            Place::Var(v) if self.keeps(copy, v) => self.set_to_any(copy, place),
            _ => self.store_to(copy, place, Stored::Number(number)),
        }
    }

    /// What a call does to the storage of the value by functions of the library; and, if
    /// the automaton looks at it and it is none of the library, whether the storage of what
    /// it gets is free.
    fn storage(&mut self, copy: Copy, id: EdgeId, call: &Call, callee: FunctionId) -> Ways {
        let (plan, Some(value)) = (self.plan, self.focus) else {
            return nothing();
        };
        if plan.members.is_some() {
            // Static variables are never freed.
            return nothing();
        }
        let frees = plan.frees.get(&callee);
        let frees = frees.filter(|f| f.objects.contains(&value));
        let is_foreign = !plan.library[callee] && plan.foreign_events.contains(&(copy.0, id));
        if plan.library[copy.0] || frees.is_none() && !is_foreign {
            return nothing();
        }
        let mut ways = nothing();
        for &argument in &call.arguments {
            if !plan.may_be(self.focus, argument) {
                continue;
            }
            let mut uses = Vec::new();
            for (guards, number) in self.numbers(copy, argument) {
                let (mut is, mut is_not) = (guards.clone(), guards);
                match number {
                    Number::Of(v) => {
                        let own = self.number_of(copy, v);
                        is.push(self.test(own, WATCHED, true));
                        is_not.push(self.test(own, WATCHED, false));
                    }
                    Number::Any => {}
                    Number::Null
                    | Number::Watched
                    | Number::Other
                    | Number::Foreign
                    | Number::Unwatched => {
                        uses.push(is_not);
                        continue;
                    }
                }
                if is_foreign {
                    let what =
                        "use of a value whose storage was freed, which the automaton accepts";
                    let mut late = is.clone();
                    late.extend([self.test(self.freed, 1, true), self.unsupported(what)]);
                    uses.push(late);
                    is.push(self.test(self.freed, 1, false));
                } else {
                    is.push(self.set(self.freed, 1));
                }
                uses.extend([is, is_not]);
            }
            ways = product(ways, uses);
        }
        if frees.is_some_and(|f| f.others) {
            let freed = self.set(self.freed, 1);
            ways = product(ways, vec![vec![freed], Vec::new()]);
        }
        ways
    }

    /// Storage is freed by the program itself.
    pub(crate) fn release(&mut self, copy: Copy, pointer: ExprId) -> Ways {
        let plan = self.plan;
        let matters = !plan.foreign_events.is_empty() && !plan.library[copy.0];
        if !matters || !plan.may_be(self.focus, pointer) {
            return nothing();
        }
        let freed = self.set(self.freed, 1);
        let mut ways = Vec::new();
        for (guards, number) in self.numbers(copy, pointer) {
            let then = match number {
                Number::Of(v) => {
                    let own = self.number_of(copy, v);
                    let is = vec![self.test(own, WATCHED, true), freed.clone()];
                    vec![is, vec![self.test(own, WATCHED, false)]]
                }
                Number::Any => vec![vec![freed.clone()], Vec::new()],
                Number::Null
                | Number::Watched
                | Number::Other
                | Number::Foreign
                | Number::Unwatched => nothing(),
            };
            ways.extend(product(vec![guards], then));
        }
        ways
    }
}

/// Each of the first, and then each of the others. What ends a run stays the end.
pub(crate) fn product(first: Ways, then: Ways) -> Ways {
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

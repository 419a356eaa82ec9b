//! Calls to which the value does not flow (ESP, Example 5): what they do is done to others.

use crate::draft::{Act, Draft};
use crate::handles::Number;
use crate::translate::{Copy, Slicer, nothing};
use program::{Call, ExprId, Op, Place, VarId};

impl Slicer<'_, '_> {
    /// Does the call do nothing to the value because it gets others?
    pub(crate) fn is_for_others(&mut self, copy: Copy, call: &Call, target: Copy) -> bool {
        let plan = self.plan;
        let result = call.result.map(|p| plan.input.program.exprs.place(p));
        let is_used = |v: VarId| plan.follows(self.focus, v) || self.keeps(copy, v);
        if target.0 == plan.input.entry
            || result.is_some_and(|place| !matches!(place, Place::Var(v) if !is_used(v)))
        {
            return false;
        }
        let parameters = self.parameters(target);
        if parameters.is_empty() {
            return false;
        }
        for &(i, parameter) in &parameters {
            let is_handle = plan.follows(self.focus, parameter);
            let given = call.arguments.get(i).copied();
            if !is_handle || !given.is_some_and(|e| self.is_other(copy, e)) {
                return false;
            }
        }
        self.begin_call(copy, call, target.0) == nothing() && self.spares_others(target)
    }

    /// Is the expression a value that another slice answers for?
    fn is_other(&mut self, copy: Copy, expr: ExprId) -> bool {
        let numbers = self.numbers(copy, expr);
        let is_other = |number: &Number| matches!(number, Number::Foreign | Number::Other);
        numbers.iter().all(|(_, number)| is_other(number))
    }

    /// Does nothing happen in a copy that is called with other values?
    fn spares_others(&mut self, copy: Copy) -> bool {
        if let Some(&known) = self.spares.get(&copy) {
            return known;
        }
        // Of a function that calls itself nothing is known.
        self.spares.insert(copy, false);
        let parameters = self.parameters(copy).into_iter().map(|(_, v)| v);
        let written = |v: &VarId| self.plan.writers.contains_key(v);
        let constant: Vec<VarId> = parameters.filter(|v| !written(v)).collect();
        let outer = std::mem::replace(&mut self.foreign, constant.into_iter().collect());
        let draft = self.draft(copy);
        self.foreign = outer;
        let spares = draft.is_some_and(|d| !self.acts_outside(&d));
        self.spares.insert(copy, spares);
        spares
    }

    /// Does anything happen that is not over with the function?
    fn acts_outside(&self, draft: &Draft) -> bool {
        let is_local = |place| match self.out.exprs.place(place) {
            Place::Var(v) => !self.out.vars[v].kind.is_static(),
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
        };
        draft.lines.iter().any(|line| match &line.act {
            Act::Pass(_) => false,
            Act::Final(_) | Act::Invoke { .. } => true,
            Act::Op(op) => match op {
                Op::Skip
                | Op::Assume { .. }
                | Op::Return { .. }
                | Op::Enter { .. }
                | Op::Exit { .. } => false,
                Op::Assign { to, .. } => !is_local(*to),
                Op::Havoc { place } => !is_local(*place),
                _ => true,
            },
        })
    }
}

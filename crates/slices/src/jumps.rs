//! `longjmp`: a run leaves functions without returning from them, and goes on where a
//! function that is still active called `setjmp`.
//!
//! In a slice, a jump is a flag and a return; after each call that may jump the flag is
//! looked at. A function that calls `setjmp` may go on after such a call, or hand on the
//! jump. Which one is meant is not followed: it is one of those that are active.

use crate::draft::{Act, Draft};
use crate::translate::{Copy, Slicer};
use crate::{Ends, Input};
use program::{Call, Cfa, EdgeId, FunctionId, Id, IdVec, Op, Span};

/// Where jumps come from and lead to.
pub(crate) struct Jumps {
    /// Functions that may be left by a jump.
    from: IdVec<FunctionId, bool>,
}

impl Jumps {
    pub fn new(input: &Input<'_>) -> Jumps {
        let (program, calls) = (input.program, input.pointers.calls());
        let mut from: IdVec<FunctionId, bool> = vec![false; program.functions.len()].into();
        for f in program.functions.ids() {
            from[f] = input.end_of(f) == Ends::Jumps;
        }
        // Callees come before callers.
        for component in calls.components() {
            let mut callees = component.iter().flat_map(|&f| calls.callees_of(f));
            if callees.any(|&c| from[c]) {
                component.iter().for_each(|&f| from[f] = true);
            }
        }
        Jumps { from }
    }

    /// May a run leave the function by a jump?
    pub fn leave(&self, function: FunctionId) -> bool {
        self.from[function]
    }
}

/// May runs come back to calls in the function by jumps?
pub(crate) fn is_returned_to(input: &Input<'_>, function: FunctionId) -> bool {
    let program = input.program;
    let body = program.functions[function].body.as_ref();
    let mut edges = body.into_iter().flat_map(Cfa::edges);
    edges.any(|(id, edge)| match &edge.op {
        Op::Call(call) => is_setjmp(input, function, id, call),
        _ => false,
    })
}

/// As the machine has it.
fn is_setjmp(input: &Input<'_>, function: FunctionId, edge: EdgeId, call: &Call) -> bool {
    let callees = input.callees(function, edge, call);
    callees.iter().any(|&callee| {
        matches!(
            input.name(callee),
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp"
        )
    })
}

impl Slicer<'_, '_> {
    /// The beginning of a jump.
    pub(crate) fn jump(&mut self) -> Act {
        self.set(self.jumping, 1)
    }

    /// Adds acts between two locations, and the ways on which they end in a jump. `caught`
    /// is where jumps arrive.
    pub(crate) fn lay(
        &mut self,
        draft: &mut Draft,
        ends: (u32, u32),
        mut acts: Vec<Act>,
        (span, ghost): (Span, bool),
        caught: &mut Option<u32>,
    ) {
        let jump = self.jump();
        let jumps = |act: &Act| match act {
            Act::Invoke { callee, .. } => self.plan.jumps.leave(callee.0),
            act => *act == jump,
        };
        let Some(position) = acts.iter().position(jumps) else {
            return draft.chain(ends, acts, span, ghost);
        };
        let catch = *caught.get_or_insert_with(|| draft.location());
        let mut rest = acts.split_off(position + 1);
        if acts.last() == Some(&jump) {
            return draft.chain((ends.0, catch), acts, span, ghost);
        }
        let after = draft.location();
        draft.chain((ends.0, after), acts, span, ghost);
        rest.insert(0, self.test(self.jumping, 0, true));
        draft.chain((after, ends.1), rest, span, ghost);
        let jumped = self.test(self.jumping, 0, false);
        draft.chain((after, catch), vec![jumped], span, ghost);
    }

    /// What happens where jumps arrive.
    pub(crate) fn catch(&mut self, draft: &mut Draft, copy: Copy, body: &Cfa, caught: u32) {
        let plan = self.plan;
        // A jump leads to a function that is active: it does not leave the entry.
        if copy.0 != plan.input.entry {
            let value = None;
            let onward = vec![Act::Op(Op::Return { value })];
            draft.chain((caught, draft.exit), onward, Span::NONE, false);
        }
        for (id, edge) in body.edges() {
            let Op::Call(call) = &edge.op else {
                continue;
            };
            if !is_setjmp(plan.input, copy.0, id, call) {
                continue;
            }
            let ways = match call.result {
                Some(place) => self.set_to_any(copy, place),
                None => vec![Vec::new()],
            };
            for mut acts in ways {
                acts.insert(0, self.set(self.jumping, 0));
                draft.chain((caught, edge.to.index() as u32), acts, edge.span, false);
            }
        }
    }
}

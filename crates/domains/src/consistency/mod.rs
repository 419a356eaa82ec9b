//! Whether what the others share can be true: HECTOR's `cons` (thesis, section 3.6).
//!
//! It knows nothing itself: there is one state. Before a branch it asks the solver whether
//! what the others know contradicts itself or the branch. So it makes a thorough analysis of
//! several that only look at parts: signs know that `n` is positive and `x` zero, and it sees
//! that `(x + 1) * (x + 1) > n` cannot be. Operations mean what they mean in C; two places may
//! always hold different numbers.

use engine::{Analysis, CallStep, Concrete, Cx, Facts, Gap, Step, Successors, none, one};
use logic::{FormulaId, Time};
use machine::Machine;
use program::Op;
use solver::{Budget, Possibility, Solver};
use std::cell::RefCell;

/// What a question may cost.
const BUDGET: Budget = Budget {
    resource: 200_000,
    wall: None,
    memory: None,
};

pub struct Consistency {
    possibility: RefCell<Possibility>,
}

impl Consistency {
    pub fn new(solver: Box<dyn Solver>) -> Consistency {
        Consistency {
            possibility: RefCell::new(Possibility::new(solver, BUDGET)),
        }
    }

    /// Can the formulae be true together, as far as the solver can tell?
    fn is_possible(&self, cx: &Cx<'_>, formulae: Vec<FormulaId>) -> bool {
        let mut possibility = self.possibility.borrow_mut();
        possibility.is_possible(cx.program, &cx.logic.borrow(), formulae)
    }
}

/// Every concrete state is as it says: it says nothing.
impl Concrete for Consistency {
    fn contains(&self, _: &Cx<'_>, _: &(), _: &mut Machine<'_>) -> Result<(), String> {
        Ok(())
    }
}

impl Analysis for Consistency {
    type State = ();

    // Order and join.

    fn merge(&self, _: &Cx<'_>, _: &(), _: &()) -> Option<()> {
        Some(())
    }

    // Transfer.

    fn initial(&self, _: &Cx<'_>) -> Successors<()> {
        one(())
    }

    fn post(&self, cx: &Cx<'_>, _: &(), step: &Step<'_>, facts: &Facts<'_>) -> Successors<()> {
        match *step.op() {
            Op::Assume { condition, taken } => {
                let mut formulae = facts.formulae();
                let mut logic = cx.logic.borrow_mut();
                let term = logic.at(cx.program, Time::Before, condition);
                let truth = logic.truth(cx.program, term);
                formulae.push(match taken {
                    true => truth,
                    false => logic.not(cx.program, truth),
                });
                drop(logic);
                match self.is_possible(cx, formulae) {
                    true => one(()),
                    false => none(),
                }
            }
            Op::Unsupported { what } => Err(Gap {
                what: cx.program.names[what].to_owned(),
                span: step.span(),
            }),
            Op::Call(_)
            | Op::Skip
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Return { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::Enter { .. }
            | Op::Exit { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::VaEnd { .. } => one(()),
        }
    }

    fn call(&self, _: &Cx<'_>, _: &(), _: &CallStep<'_>, _: &Facts<'_>) -> Successors<()> {
        one(())
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        _: &(),
        _: &(),
        _: &CallStep<'_>,
        facts: &Facts<'_>,
    ) -> Successors<()> {
        match self.is_possible(cx, facts.formulae()) {
            true => one(()),
            false => none(),
        }
    }

    // Words.

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let possibility = self.possibility.borrow();
        vec![
            ("consistency questions", possibility.questions()),
            ("contradictions", possibility.contradictions()),
        ]
    }

    fn show(&self, _: &Cx<'_>, (): &()) -> String {
        String::new()
    }
}

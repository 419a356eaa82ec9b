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
use program::{ExprId, Op};
use rustc_hash::FxHashMap;
use solver::operations::width;
use solver::translate::to_term;
use solver::{Answer, Budget, Solver, Sort, Term, Terms};
use std::cell::RefCell;

/// What a question may cost.
const BUDGET: Budget = Budget {
    resource: 200_000,
    wall: None,
    memory: None,
};

pub struct Consistency {
    inner: RefCell<Inner>,
}

struct Inner {
    terms: Terms,
    solver: Box<dyn Solver>,
    symbols: FxHashMap<(Time, ExprId), Term>,
    /// Of formulae in order: can they be true together?
    known: FxHashMap<Vec<FormulaId>, bool>,
    contradictions: u64,
}

impl Consistency {
    pub fn new(solver: Box<dyn Solver>) -> Consistency {
        Consistency {
            inner: RefCell::new(Inner {
                terms: Terms::new(),
                solver,
                symbols: FxHashMap::default(),
                known: FxHashMap::default(),
                contradictions: 0,
            }),
        }
    }

    /// Can the formulae be true together, as far as the solver can tell?
    fn is_possible(&self, cx: &Cx<'_>, mut formulae: Vec<FormulaId>) -> bool {
        formulae.sort_unstable();
        formulae.dedup();
        let inner = &mut *self.inner.borrow_mut();
        if let Some(&known) = inner.known.get(&formulae) {
            return known;
        }
        let logic = cx.logic.borrow();
        let Inner {
            terms,
            solver,
            symbols,
            ..
        } = inner;
        let types = &cx.program.types;
        let mut meaning = |terms: &mut Terms, time: Time, expr: ExprId| {
            let ty = cx.program.exprs.ty(expr);
            if !types.is_scalar(ty) {
                return None;
            }
            let symbol = symbols.entry((time, expr));
            Some(*symbol.or_insert_with(|| {
                let name = format!("{}{time}", cx.program.show(expr));
                terms.symbol(name, Sort::Bits(width(types, ty)))
            }))
        };
        // What has no meaning here is left out.
        let assertions: Vec<Term> = formulae
            .iter()
            .filter_map(|&f| to_term(&logic, cx.program, terms, f, &mut meaning))
            .collect();
        let possible = match assertions.len() {
            0 => true,
            _ => solver.check(terms, &assertions, &BUDGET) != Answer::Unsat,
        };
        inner.contradictions += u64::from(!possible);
        inner.known.insert(formulae, possible);
        possible
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
        let inner = self.inner.borrow();
        vec![
            ("consistency questions", inner.known.len() as u64),
            ("contradictions", inner.contradictions),
        ]
    }

    fn show(&self, _: &Cx<'_>, (): &()) -> String {
        String::new()
    }
}

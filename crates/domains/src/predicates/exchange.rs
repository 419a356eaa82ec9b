//! What is exchanged with other analyses: their formulae become conditions of blocks, which
//! are the connecting formulae of HECTOR (thesis, section 4.3); regions become formulae.

use super::{Inner, State};
use engine::Cx;
use logic::{FormulaId, Time};
use program::{ExprId, FunctionId};
use rustc_hash::FxHashMap;
use solver::block::{Block, World};
use solver::translate::to_term;
use solver::{Term, Terms};
use std::rc::Rc;

impl Inner {
    /// Others vouch for formulae about the state at the end of a block.
    pub(super) fn hear(
        &mut self,
        cx: &Cx<'_>,
        world: World<'_>,
        block: &mut Block,
        formulae: &[FormulaId],
    ) {
        for &formula in formulae {
            let asked = cx.logic.borrow().expressions(formula);
            let mut known: FxHashMap<ExprId, Term> = FxHashMap::default();
            for (time, expr) in asked {
                if time == Time::Before
                    && let Some(term) = self.encoder.term(world, block, expr)
                {
                    known.insert(expr, term);
                }
            }
            // What has no meaning here is not heard.
            let mut meaning = |_: &mut Terms, time: Time, expr: ExprId| match time {
                Time::Before => known.get(&expr).copied(),
                _ => None,
            };
            // Not before: what a term means may be asked of others, who make formulae.
            let logic = cx.logic.borrow();
            let terms = &mut self.encoder.terms;
            if let Some(term) = to_term(&logic, cx.program, terms, formula, &mut meaning)
                && terms.as_bool(term) != Some(true)
            {
                Rc::make_mut(&mut block.conditions).push(term);
            }
        }
    }

    /// What a state says about the variables of its function and of the program. In a
    /// function that calls itself, the region may mean another activation's.
    pub(super) fn shared(
        &mut self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
    ) -> Option<FormulaId> {
        if !state.fresh || cx.pointers.calls().is_recursive(function) {
            return None;
        }
        let region = self.say_region(cx, state.region)?;
        let mut logic = cx.logic.borrow_mut();
        let parts: Vec<FormulaId> = logic.conjuncts(&region).to_vec();
        let own = parts.into_iter().filter(|&part| {
            let mut read = Vec::new();
            for (_, expr) in logic.expressions(part) {
                crate::reads::of_expr(cx.program, expr, &mut read);
            }
            read.into_iter().all(|(_, place)| {
                let root = cx.program.exprs.root(place);
                root.is_none_or(|var| {
                    let var = &cx.program.vars[var];
                    var.kind.is_static() || var.function == Some(function)
                })
            })
        });
        let own: Vec<FormulaId> = own.collect();
        (!own.is_empty()).then(|| logic.and(cx.program, own))
    }
}

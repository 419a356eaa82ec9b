//! Predicates, regions and states in words of C.

use super::{Inner, State};
use engine::Cx;
use logic::{FormulaId, TermId, Time};
use program::{Expr, ExprId, Id};
use rustc_hash::FxHashMap;
use solver::block::{Block, Meaning};
use solver::translate::ToLogic;
use solver::{SymbolId, Term};

/// Regions with more alternatives are not said.
const MAX_ALTERNATIVES: usize = 16;

impl Inner {
    /// What symbols and reads of memory are in the program.
    fn names(&mut self, cx: &Cx<'_>, of: Term) -> FxHashMap<SymbolId, TermId> {
        let program = cx.program;
        let mut known = FxHashMap::default();
        for &symbol in self.encoder.terms.symbols(of).iter() {
            let Some(meaning) = self.encoder.meaning(symbol) else {
                continue;
            };
            let expr = match meaning {
                Meaning::Var(var) => {
                    let place = program.exprs.find_var(var, program.vars[var].ty);
                    place.and_then(|p| self.reads.load(p))
                }
                Meaning::Address(_) | Meaning::Memory(_) | Meaning::Function(_) => None,
            };
            if let Some(expr) = expr {
                let mut logic = cx.logic.borrow_mut();
                known.insert(symbol, logic.at(program, Time::Before, expr));
            }
        }
        known
    }

    /// A predicate as a formula about the program; None if C has no words for it.
    pub(super) fn formula(&mut self, cx: &Cx<'_>, predicate: Term) -> Option<FormulaId> {
        let (term, reads) = self.with_reads_named(cx, predicate);
        let mut symbols = self.names(cx, term);
        let mut logic = cx.logic.borrow_mut();
        for (symbol, expr) in reads {
            symbols.insert(symbol, logic.at(cx.program, Time::Before, expr));
        }
        ToLogic::new(&mut logic, cx.program, &self.encoder.terms, &symbols).formula(term)
    }

    /// The program's expression for a cell, if it has one.
    pub(super) fn expression(&mut self, cx: &Cx<'_>, cell: Term) -> Option<ExprId> {
        self.reads.fill(cx, &mut self.encoder);
        self.reads.exprs.get(&cell).copied()
    }

    /// A predicate for people.
    pub(super) fn say(&mut self, cx: &Cx<'_>, predicate: Term) -> String {
        match self.formula(cx, predicate) {
            Some(formula) => {
                let logic = cx.logic.borrow();
                let shown = logic.show_plain(cx.program, formula, Time::Before, None);
                shown.to_string()
            }
            None => self.encoder.terms.show(predicate).to_string(),
        }
    }

    pub(super) fn say_region(&mut self, cx: &Cx<'_>, region: super::RegionId) -> Option<FormulaId> {
        let alternatives = self.regions.alternatives(region, MAX_ALTERNATIVES)?;
        let mut said = Vec::new();
        for alternative in alternatives {
            let mut parts = Vec::new();
            for (predicate, value) in alternative {
                // What cannot be said is left out: weaker, and still true.
                if let Some(formula) = self.formula(cx, self.precision.term(predicate)) {
                    parts.push(match value {
                        true => formula,
                        false => cx.logic.borrow_mut().not(cx.program, formula),
                    });
                }
            }
            said.push(cx.logic.borrow_mut().and(cx.program, parts));
        }
        Some(cx.logic.borrow_mut().or(cx.program, said))
    }

    pub(super) fn show(&mut self, cx: &Cx<'_>, state: &State) -> String {
        let mut text = match self.regions.alternatives(state.region, MAX_ALTERNATIVES) {
            None => format!("region {:?}", state.region),
            Some(alternatives) => {
                let mut said = Vec::new();
                for alternative in &alternatives {
                    let mut parts = Vec::new();
                    for &(predicate, value) in alternative {
                        let term = self.precision.term(predicate);
                        let term = match value {
                            true => term,
                            false => self.encoder.terms.not(term),
                        };
                        parts.push(self.say(cx, term));
                    }
                    said.push(match parts.is_empty() {
                        true => "true".to_owned(),
                        false => parts.join(" && "),
                    });
                }
                said.join(" || ")
            }
        };
        if !state.fresh {
            text.push_str(&format!(
                "; {} conditions since",
                state.block.conditions.len()
            ));
        }
        text
    }

    /// Reads of memory that the program has an expression for, with symbols in their
    /// place.
    fn with_reads_named(&mut self, cx: &Cx<'_>, term: Term) -> (Term, Vec<(SymbolId, ExprId)>) {
        self.reads.fill(cx, &mut self.encoder);
        self.reads.name(&mut self.encoder, term)
    }
}

/// The program's reads of memory, as terms over a state.
#[derive(Default)]
pub(super) struct Reads {
    filled: bool,
    loads: FxHashMap<program::PlaceId, ExprId>,
    exprs: FxHashMap<Term, ExprId>,
    names: FxHashMap<Term, Term>,
}

impl Reads {
    pub fn load(&self, place: program::PlaceId) -> Option<ExprId> {
        self.loads.get(&place).copied()
    }

    fn fill(&mut self, cx: &Cx<'_>, encoder: &mut solver::block::Encoder) {
        if std::mem::replace(&mut self.filled, true) {
            return;
        }
        let program = cx.program;
        let start = Block::default();
        for i in 0..program.exprs.len() {
            let expr = ExprId::new(i);
            if let Expr::Load(place) = program.exprs.get(expr) {
                self.loads.insert(place, expr);
                if program.types.is_scalar(program.exprs.ty(expr))
                    && let Some(term) = encoder.term(super::world(cx), &start, expr)
                {
                    self.exprs.entry(term).or_insert(expr);
                }
            }
        }
    }

    /// Puts a symbol in the place of each read that is known, the outermost first.
    fn name(
        &mut self,
        encoder: &mut solver::block::Encoder,
        term: Term,
    ) -> (Term, Vec<(SymbolId, ExprId)>) {
        let mut found = Vec::new();
        let mut put = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.exprs.get(&term) {
                Some(&expr) if encoder.terms.as_symbol(term).is_none() => {
                    let sort = encoder.terms.sort(term);
                    let terms = &mut encoder.terms;
                    let made = self.names.entry(term);
                    let name = *made.or_insert_with(|| terms.symbol("read", sort));
                    if let Some(symbol) = encoder.terms.as_symbol(name) {
                        put.push((term, name));
                        found.push((symbol, expr));
                    }
                }
                _ => open.extend(encoder.terms.operands(term)),
            }
        }
        let mut substitution = solver::Substitution::new(&encoder.terms, put);
        (substitution.apply(&mut encoder.terms, term), found)
    }
}

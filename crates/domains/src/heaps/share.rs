//! What boolean heaps tell other analyses of a product, and hear from them.
//!
//! Told are ground facts about what a step reads: which pointers are null, which are equal,
//! which number lies in the object that a pointer leads to. Heard are comparisons of pointers,
//! and conditions on numbers where some are heap predicates.

use super::conditions::Conditions;
use super::post::Heap;
use super::predicate::{End, Predicate, Words};
use super::scope::{Pin, Scope};
use super::{Heaps, Inner, State};
use crate::reads;
use crate::shapes::class::{V, unary};
use crate::shapes::places::{CellId, Named, Places, Root, resolve};
use ::program::{BinaryOp, Expr, ExprId, PlaceId, arith};
use engine::{Cx, Facts, Step};
use logic::relational::Formula;
use logic::{FormulaId, Term, TermId, Time};

/// The cell that a place is.
fn cell_of(cx: &Cx<'_>, places: &Places, state: &State, place: PlaceId) -> Option<CellId> {
    let (Root::Variable(var), Some(offset)) = resolve(cx.program, place, &|_| None) else {
        return None;
    };
    let slot = state.stack.slot(cx.program, var);
    places.find_cell(Named::Variable(slot, offset))
}

/// Where in its objects a cell points, if that is one place.
fn start(places: &Places, cell: CellId) -> Option<i64> {
    let relations = places.cell(cell).relations.iter();
    let mut starts = relations.flat_map(|r| r.targets.values().copied());
    let first = starts.next()??;
    starts.all(|at| at == Some(first)).then_some(first)
}

/// Of all objects that a pointer may lead to, where it does lead to one.
fn all_of(heap: &Heap, pin: &Pin, holds: impl Fn(&super::cube::Cube) -> bool) -> bool {
    let mut objects = heap.objects.iter();
    heap.facts.get(pin.some) == Some(true)
        && objects.all(|o| o.get(pin.at) == Some(false) || holds(o))
}

impl Heaps {
    /// The number that an expression has.
    pub(super) fn number(&self, cx: &Cx<'_>, state: &State, expr: ExprId) -> Option<i128> {
        let Expr::Load(place) = cx.program.exprs.get(expr) else {
            return None;
        };
        let inner = &mut *self.inner.try_borrow_mut().ok()?;
        let scope = inner.scopes.get_index(state.scope as usize)?.1.clone();
        if let Some(cell) = cell_of(cx, &self.places, state, place) {
            let null = scope.pin_of(cell)?.null?;
            return (state.heap.facts.get(null) == Some(true)).then_some(0);
        }
        let (Root::Pointer(pointer), Some(offset)) = resolve(cx.program, place, &|_| None) else {
            return None;
        };
        let Expr::Load(pointer) = cx.program.exprs.get(pointer) else {
            return None;
        };
        let cell = cell_of(cx, &self.places, state, pointer)?;
        let pin = scope.pin_of(cell)?;
        let at = start(&self.places, cell)?.checked_add(offset)?;
        let width = cx.pointers.width(cx.program, place);
        let (bits, signed) = cx.program.types.bits(cx.program.exprs.ty(expr))?;
        let names = self.names(cx);
        for &data in &scope.class.tracking.data {
            if (data.offset, u64::from(data.width)) != (at, width) {
                continue;
            }
            let formula = unary(inner.symbols.data(&names, data), V);
            let number = scope.unary.iter().position(|p| p.formula == formula)?;
            if all_of(&state.heap, pin, |o| o.get(number) == Some(true)) {
                return Some(arith::wrap(data.value as i128, bits, signed));
            }
        }
        None
    }

    /// What is known of what a step reads.
    pub(super) fn told(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        let mut read = Vec::new();
        reads::of_step(cx.program, step.op(), &mut read);
        self.known(cx, state, read)
    }

    /// What is known of places, with the expressions that read them.
    pub(super) fn known(
        &self,
        cx: &Cx<'_>,
        state: &State,
        read: Vec<(ExprId, PlaceId)>,
    ) -> Option<FormulaId> {
        let program = cx.program;
        let mut known = Vec::new();
        let mut pointers: Vec<(ExprId, CellId)> = Vec::new();
        for (load, place) in read {
            if let Some(number) = self.number(cx, state, load) {
                known.push((BinaryOp::Eq, load, Err(number)));
            } else if let Some(cell) = cell_of(cx, &self.places, state, place) {
                pointers.push((load, cell));
            }
        }
        {
            let inner = self.inner.try_borrow().ok()?;
            let scope = &inner.scopes[state.scope as usize];
            let (heap, facts) = (&state.heap, &state.heap.facts);
            for (i, &(load, cell)) in pointers.iter().enumerate() {
                let Some(pin) = scope.pin_of(cell) else {
                    continue;
                };
                if pin.null.is_some_and(|null| facts.get(null) == Some(false)) {
                    known.push((BinaryOp::Ne, load, Err(0)));
                }
                for &(other_load, other) in &pointers[..i] {
                    let Some(to) = scope.pin_of(other) else {
                        continue;
                    };
                    let starts = start(&self.places, cell).zip(start(&self.places, other));
                    let is_same_start = starts.is_some_and(|(a, b)| a == b);
                    let comparable = program.exprs.ty(load) == program.exprs.ty(other_load);
                    if !comparable || !is_same_start || facts.get(to.some) != Some(true) {
                        continue;
                    }
                    if all_of(heap, pin, |o| o.get(to.at) == Some(true)) {
                        known.push((BinaryOp::Eq, load, Ok(other_load)));
                    } else if all_of(heap, pin, |o| o.get(to.at) == Some(false)) {
                        known.push((BinaryOp::Ne, load, Ok(other_load)));
                    }
                }
            }
        }
        let mut logic = cx.logic.borrow_mut();
        let formulae = known.into_iter().map(|(op, load, other)| {
            let a = logic.at(program, Time::Before, load);
            let b = match other {
                Ok(other) => logic.at(program, Time::Before, other),
                Err(number) => logic.int(program, number, program.exprs.ty(load)),
            };
            logic.compare(program, op, a, b)
        });
        let formulae: Vec<FormulaId> = formulae.collect();
        (!formulae.is_empty()).then(|| logic.and(program, formulae))
    }

    /// What others say that boolean heaps understand, as formulae over the scope of a state.
    pub(super) fn heard(&self, cx: &Cx<'_>, state: &State, facts: &Facts<'_>) -> Vec<Formula> {
        if !facts.is_anybody() || self.is_idle() {
            return Vec::new();
        }
        let formulae = facts.formulae();
        let inner = &mut *self.inner.borrow_mut();
        let scope = inner.scopes[state.scope as usize].clone();
        let mut heard = Vec::new();
        for formula in formulae {
            let conjuncts = cx.logic.borrow().conjuncts(&formula).to_vec();
            for part in conjuncts {
                heard.extend(self.understood(cx, inner, &scope, state, part));
            }
        }
        heard.sort();
        heard.dedup();
        heard
    }

    fn understood(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        scope: &Scope,
        state: &State,
        formula: FormulaId,
    ) -> Option<Formula> {
        let compared = {
            let logic = cx.logic.borrow();
            let (holds, inside) = match logic.formula(formula) {
                logic::Formula::Not(inside) => (false, logic.formula(*inside)),
                other => (true, other),
            };
            let end = |term: TermId| match logic.term(term) {
                Term::At(Time::Before, expr) => match cx.program.exprs.get(expr) {
                    Expr::Load(place) => cell_of(cx, &self.places, state, place).map(Some),
                    _ => None,
                },
                Term::Int(0) => Some(None),
                _ => None,
            };
            match *inside {
                logic::Formula::Compare(logic::Comparison::Eq, a, b) => {
                    end(a).zip(end(b)).map(|ends| (holds, ends))
                }
                _ => None,
            }
        };
        let names = self.names(cx);
        let Inner {
            symbols,
            prover,
            conditions,
            ..
        } = inner;
        let Some((holds, ends)) = compared else {
            let is_asked = scope.has_conditions;
            return is_asked
                .then(|| Conditions::formula(conditions, &names, symbols, prover, formula))?;
        };
        let is_known = |cell: &CellId| scope.pin_of(*cell).is_some();
        let predicate = match ends {
            (Some(a), Some(b)) if [a, b].iter().all(is_known) => {
                // Objects are the same only where pointers lead to one place of them.
                let starts = start(&self.places, a).zip(start(&self.places, b));
                starts.filter(|(a, b)| a == b)?;
                Predicate::Same(a.into(), b.into())
            }
            (Some(a), None) | (None, Some(a)) if is_known(&a) => Predicate::Null(a.into()),
            _ => return None,
        };
        let mut words = Words {
            names: &names,
            symbols,
            prover,
            conditions,
        };
        if let (Predicate::Same(a, b), true) = (&predicate, holds) {
            // They may lead to what is told apart by nobody; but not one alone.
            let both = [*a, *b].map(|end| words.formula(&Predicate::Same(End::IT, end)));
            let [Some(a), Some(b)] = both else {
                return None;
            };
            let agree = Formula::or([
                Formula::and([a.clone(), b.clone()]),
                Formula::and([Formula::not(a), Formula::not(b)]),
            ]);
            return Some(Formula::forall(V, agree));
        }
        let formula = words.formula(&predicate)?;
        Some(match holds {
            true => formula,
            false => Formula::not(formula),
        })
    }
}

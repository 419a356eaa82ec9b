//! What structures tell other analyses: HECTOR's candidate test (thesis, section on the TVLA
//! module).
//!
//! Candidates are made from the program's own annotations: where one says `\reach(l, x, f)`,
//! it is of interest who is reached from `l` now, and what a step does to that. A candidate
//! is shared if it holds in all structures of the state. To those who hear it the closure is
//! the very formula of the annotation, but for its time.
//!
//! Of what a store to a link does, a chain's nodes are found by the update formula of
//! reachability: what was reached without the old link, and what is reached from the new
//! target if the node whose link it is was reached. Null is reached if a chain ends, and
//! nothing else is if all chains do or go on.

use super::class::{U, V, W};
use super::import::{Links, Translation};
use super::links::{LinkStep, link_step};
use super::places::{CellId, Root};
use super::value::{Reader, Shift, Value};
use super::{Shapes, State};
use crate::reads;
use engine::{Cx, Reply, Step};
use logic::relational::{Formula, Variable};
use logic::{FormulaId, Logic, TermId, Time};
use program::{
    BinaryOp, Expr, ExprId, FunctionId, Id, Logical, Op, Place, PlaceId, Program, Quantifier,
};
use std::collections::BTreeSet;
use std::rc::Rc;
use structures::Kleene;

/// Kinds of structures that a witness tells apart.
const MOST_SAID: usize = 16;

/// A closure of an annotation, from a variable.
pub struct Pattern {
    step: ExprId,
    from: ExprId,
    /// Whose annotation it is; None: of a static variable.
    function: Option<FunctionId>,
    link: LinkStep,
}

/// The closures that a program's annotations speak of.
pub fn patterns(cx: &Cx<'_>) -> Vec<Pattern> {
    let (program, mut logic) = (cx.program, cx.logic.borrow_mut());
    let mut found: Vec<Pattern> = Vec::new();
    for id in (0..program.exprs.len()).map(ExprId::new) {
        let Expr::Logical(Logical::Closure { step, from, .. }) = program.exprs.get(id) else {
            continue;
        };
        let Expr::Load(place) = program.exprs.get(from) else {
            continue;
        };
        let Place::Var(var) = program.exprs.place(place) else {
            continue;
        };
        let formula = logic.truth_at(program, Time::Before, step);
        let known = found.iter().any(|p| (p.step, p.from) == (step, from));
        if let Some(link) = link_step(program, &logic, formula).filter(|_| !known) {
            let v = &program.vars[var];
            found.push(Pattern {
                step,
                from,
                function: v.function.filter(|_| !v.kind.is_static()),
                link,
            });
        }
    }
    found
}

/// `cell->f = value`.
#[derive(Clone, Copy)]
struct Store {
    cell: CellId,
    /// None: null.
    value: Option<CellId>,
    value_expr: ExprId,
    place: PlaceId,
    offset: i64,
}

/// What a store may do to what is reached.
#[derive(Clone, Copy)]
enum Effect {
    /// Nothing.
    Keeps,
    /// The stored pointer's target is reached, too.
    Adds,
    /// What the link led to is not reached any more.
    Removes,
}

impl Shapes {
    /// What holds of the closures of annotations, before a step and because of it.
    pub(super) fn tell(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        let Ok(mut inner) = self.inner.try_borrow_mut() else {
            return None;
        };
        let inner = &mut *inner;
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() {
            return None;
        }
        let patterns = self.patterns.get_or_init(|| patterns(cx));
        let here = |p: &&Pattern| p.function.is_none_or(|f| f == step.function);
        let patterns: Vec<&Pattern> = patterns.iter().filter(here).collect();
        if patterns.is_empty() {
            return None;
        }
        let names = self.names(cx);
        let mut reader = Reader {
            cx,
            names: &names,
            symbols: &mut inner.symbols,
            class: &class,
            stack: &state.stack,
            told: &|_| Reply::Unknown,
        };
        let store = store(&mut reader, step.op());
        let mut candidates = Vec::new();
        {
            let mut logic = cx.logic.borrow_mut();
            for pattern in &patterns {
                ground(
                    cx.program,
                    &mut logic,
                    &mut reader,
                    pattern,
                    step,
                    &mut candidates,
                );
                if let Some(store) = store.filter(|s| s.offset == pattern.link.offset) {
                    let effects = [Effect::Keeps, Effect::Adds, Effect::Removes];
                    for effect in effects {
                        let holds = after(&mut reader, pattern, &store, effect);
                        let said = sentence(cx.program, &mut logic, pattern, &store, effect);
                        candidates.extend(holds.zip(said));
                    }
                }
            }
        }
        let holds = |formula: &Formula, wanted: Kleene| {
            state.shapes.iter().all(|&s| {
                let structure = &inner.structures[s as usize];
                structure.evaluate(&class.vocabulary, formula, &[]) == wanted
            })
        };
        let mut logic = cx.logic.borrow_mut();
        let mut said = Vec::new();
        for (formula, candidate) in candidates {
            if holds(&formula, Kleene::True) {
                said.push(candidate);
            } else if holds(&formula, Kleene::False) && is_ground(&logic, candidate) {
                said.push(logic.not(cx.program, candidate));
            }
        }
        (!said.is_empty()).then(|| logic.and(cx.program, said))
    }
}

impl Shapes {
    /// What all structures of a state say of pointers with names.
    pub(super) fn say(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
    ) -> Option<FormulaId> {
        let inner = &mut *self.inner.try_borrow_mut().ok()?;
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() || state.shapes.is_empty() {
            return None;
        }
        let names = self.names(cx);
        let mut reader = Reader {
            cx,
            names: &names,
            symbols: &mut inner.symbols,
            class: &class,
            stack: &state.stack,
            told: &|_| Reply::Unknown,
        };
        let mut said = BTreeSet::new();
        for &number in state.shapes.iter() {
            let structure = &inner.structures[number as usize];
            said.insert(reads::say_pointers(cx, function, &mut |a, b| {
                let formula = {
                    let logic = &mut *cx.logic.borrow_mut();
                    let a = logic.at(cx.program, Time::Before, a);
                    let b = match b {
                        Some(b) => logic.at(cx.program, Time::Before, b),
                        None => logic.int(cx.program, 0, logic.ty(a)),
                    };
                    let equal = logic.compare(cx.program, BinaryOp::Eq, a, b);
                    Translation::new(&mut reader, logic).formula(equal)
                };
                let value = structure.evaluate(&class.vocabulary, &formula, &[]);
                value.is_definite().then_some(value == Kleene::True)
            })?);
            if said.len() > MOST_SAID {
                return None;
            }
        }
        Some(cx.logic.borrow_mut().or(cx.program, said))
    }
}

fn is_ground(logic: &Logic, formula: FormulaId) -> bool {
    !matches!(logic.formula(formula), logic::Formula::Quantified(..))
}

/// The pointer variables that a step reads, as expressions.
fn pointers_read(program: &Program, step: &Step<'_>) -> Vec<ExprId> {
    let mut read = Vec::new();
    reads::of_step(program, step.op(), &mut read);
    let is_variable = |place: PlaceId| matches!(program.exprs.place(place), Place::Var(_));
    let pointers = read.into_iter().filter(|&(expr, place)| {
        is_variable(place) && program.types.is_pointer(program.exprs.ty(expr))
    });
    pointers.map(|(expr, _)| expr).collect()
}

/// Whether the step's pointers are reached, and the end is; whether they are where the
/// chain begins.
fn ground(
    program: &Program,
    logic: &mut Logic,
    reader: &mut Reader<'_>,
    pattern: &Pattern,
    step: &Step<'_>,
    out: &mut Vec<(Formula, FormulaId)>,
) {
    let read = pointers_read(program, step);
    if read.is_empty() {
        return;
    }
    let steps = logic.truth_at(program, Time::Before, pattern.step);
    let from = logic.at(program, Time::Before, pattern.from);
    let ty = logic.ty(from);
    let mut candidates = vec![];
    let null = logic.int(program, 0, ty);
    candidates.push(logic.closure(program, steps, from, null));
    for expr in read {
        let to = logic.at(program, Time::Before, expr);
        if logic.ty(to) == ty && expr != pattern.from {
            candidates.push(logic.closure(program, steps, from, to));
            candidates.push(logic.compare(program, BinaryOp::Eq, from, to));
        }
    }
    for candidate in candidates {
        let formula = Translation::new(reader, logic).formula(candidate);
        out.push((formula, candidate));
    }
}

/// The store to a link that an operation is.
fn store(reader: &mut Reader<'_>, op: &Op) -> Option<Store> {
    let &Op::Assign { to, value } = op else {
        return None;
    };
    let width = reader.cx.pointers.width(reader.cx.program, to);
    let (Root::Pointer(pointer), Some(offset)) = reader.resolve(to) else {
        return None;
    };
    let Value::Cell(cell, Shift::NONE) = reader.value(pointer) else {
        return None;
    };
    let stored = match reader.value(value) {
        Value::Null => None,
        Value::Cell(stored, Shift::NONE) => Some(stored),
        _ => return None,
    };
    (width == reader.places().pointer_size).then_some(Store {
        cell,
        value: stored,
        value_expr: value,
        place: to,
        offset,
    })
}

/// A node as a store and a pattern name it: at its beginning, and not freed.
fn node(reader: &mut Reader<'_>, cell: CellId, at: Variable) -> Option<Formula> {
    let begins = |r: &super::places::Relation| r.targets.values().all(|at| *at == Some(0));
    if !reader.places().cell(cell).relations.iter().all(begins) {
        return None;
    }
    let (points, freed) = (reader.points_into(cell, at), reader.freed(at));
    Some(Formula::and([points, Formula::not(freed)]))
}

/// When a store has an effect on what is reached.
fn after(
    reader: &mut Reader<'_>,
    pattern: &Pattern,
    store: &Store,
    effect: Effect,
) -> Option<Formula> {
    let Value::Cell(start, Shift::NONE) = reader.value(pattern.from) else {
        return None;
    };
    let links = Links::of(reader, &pattern.link).filter(|l| l.holders_are_large)?;
    let begun = node(reader, start, U)?;
    let holder = node(reader, store.cell, U)?;
    let is_holder = node(reader, store.cell, V)?;
    let (given, is_given, null_given) = match store.value {
        Some(cell) => (
            node(reader, cell, U)?,
            node(reader, cell, V)?,
            reader.null(cell),
        ),
        None => (Formula::False, Formula::False, Formula::True),
    };
    // V is reached from the beginning, from what is stored, by the old link.
    let begins_at = reached(reader, &links, Some(start), begun.clone());
    let from_given = reached(reader, &links, store.value, given.clone());
    let old = |reader: &mut Reader<'_>, to: Variable| {
        let link = links.link(reader, U, to);
        Formula::exists(U, Formula::and([holder.clone(), link]))
    };
    let behind = {
        let (first, leads) = (old(reader, W), links.closure(reader, W, V));
        Formula::exists(W, Formula::and([first, leads]))
    };
    let at_holder =
        |set: &Formula| Formula::exists(V, Formula::and([is_holder.clone(), set.clone()]));
    let cut = |set: &Formula| {
        let through = Formula::and([at_holder(set), behind.clone()]);
        Formula::and([set.clone(), Formula::not(through)])
    };
    let now = Formula::or([
        cut(&begins_at),
        Formula::and([at_holder(&begins_at), cut(&from_given)]),
    ]);
    let (wanted, needs) = match effect {
        Effect::Keeps => (begins_at.clone(), Formula::True),
        Effect::Adds => (
            Formula::or([begins_at.clone(), is_given.clone()]),
            Formula::exists(U, given.clone()),
        ),
        Effect::Removes => {
            let gone = old(reader, V);
            (
                Formula::and([begins_at.clone(), Formula::not(gone.clone())]),
                Formula::exists(V, gone),
            )
        }
    };
    let same = iff(now.clone(), wanted);
    let null = links.null(reader, V);
    let ended = Formula::exists(V, Formula::and([begins_at.clone(), null.clone()]));
    let ends = Formula::exists(
        V,
        Formula::and([
            now.clone(),
            Formula::or([
                Formula::and([Formula::not(is_holder.clone()), null]),
                Formula::and([is_holder.clone(), null_given.clone()]),
            ]),
        ]),
    );
    let goes_on = Formula::or([
        Formula::not(Formula::or([begins_at, now])),
        links.valid(reader, V),
    ]);
    let stored = Formula::or([null_given, Formula::exists(U, given)]);
    Some(Formula::and([
        needs,
        Formula::exists(U, begun),
        Formula::exists(U, holder.clone()),
        stored,
        // The old link leads back to no holder: else what it led to is also before it.
        Formula::not(at_holder(&behind)),
        Formula::forall(V, Formula::and([same, goes_on])),
        iff(ended, ends),
    ]))
}

/// V is reached from a node; from a cell's, by the predicate that keeps that.
fn reached(reader: &mut Reader<'_>, links: &Links, cell: Option<CellId>, from: Formula) -> Formula {
    let kept = cell.and_then(|cell| links.reached(reader, cell, V));
    kept.unwrap_or_else(|| {
        let leads = links.closure(reader, U, V);
        Formula::exists(U, Formula::and([from, leads]))
    })
}

fn iff(a: Formula, b: Formula) -> Formula {
    let neither = Formula::and([Formula::not(a.clone()), Formula::not(b.clone())]);
    Formula::or([Formula::and([a, b]), neither])
}

/// `\forall x; \reach(l, x, f)@C <==> …`.
fn sentence(
    program: &Program,
    logic: &mut Logic,
    pattern: &Pattern,
    store: &Store,
    effect: Effect,
) -> Option<FormulaId> {
    let ty = program.exprs.ty(pattern.from);
    let x = logic.bound(0, ty);
    let chain = |logic: &mut Logic, time: Time| {
        let step = logic.truth_at(program, time, pattern.step);
        let from = logic.at(program, time, pattern.from);
        logic.closure(program, step, from, x)
    };
    let (before, then) = (chain(logic, Time::Before), chain(logic, Time::After));
    let is = |logic: &mut Logic, term: TermId| {
        let term = logic.cast(program, term, ty);
        logic.compare(program, BinaryOp::Eq, x, term)
    };
    let wanted = match effect {
        Effect::Keeps => before,
        Effect::Adds => {
            let given = logic.at(program, Time::Before, store.value_expr);
            let given = is(logic, given);
            logic.or(program, [before, given])
        }
        Effect::Removes => {
            let old = program.exprs.find_load(store.place)?;
            let old = logic.at(program, Time::Before, old);
            let gone = is(logic, old);
            let stays = logic.not(program, gone);
            logic.and(program, [before, stays])
        }
    };
    let body = logic.iff(program, then, wanted);
    Some(logic.quantified(program, Quantifier::All, ty, body))
}

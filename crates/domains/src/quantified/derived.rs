//! Predicates that no annotation states, but that carry a proof from one to the next.
//!
//! - What all elements have, all *but one* have while a function changes that one. HECTOR's
//!   users wrote such predicates down (thesis, section 5.4).
//! - That a pointer lies outside of what it is asked to lie in, from both sides.
//! - That nothing began to live, where nobody asks for it but what is known of memory needs it.
//! - What is asked before anything is changed was so at the function's beginning, and stays so.

use super::effects::Touched;
use super::pool::{insert, variable};
use engine::Cx;
use logic::{Comparison, Formula, FormulaId, Logic, Time};
use program::{BinaryOp, EdgeId, Expr, FunctionId, Logical, Op, Program, Quantifier, Query, VarId};
use rustc_hash::FxHashSet;
use solver::first_order::{Cell, Root, Symbol, cell, mentions};

/// The sides of equivalences.
pub fn sides(program: &Program, logic: &mut Logic, found: &mut Vec<FormulaId>) {
    for formula in found.clone() {
        if let Formula::Iff(a, b) = *logic.formula(formula) {
            insert(program, logic, a, found);
            insert(program, logic, b, found);
        }
    }
}

/// Of `p <= x` and `x < q`, which `&&` asks one after the other: that not both are so.
pub fn outside(program: &Program, logic: &mut Logic, found: &mut Vec<FormulaId>) {
    let compared =
        |logic: &Logic, formula: FormulaId, wanted: Comparison| match *logic.formula(formula) {
            Formula::Compare(comparison, a, b) if comparison == wanted => Some((a, b)),
            _ => None,
        };
    for from in found.clone() {
        let Some((_, x)) = compared(logic, from, Comparison::Le) else {
            continue;
        };
        if !program.types.is_pointer(logic.ty(x)) {
            continue;
        }
        for to in found.clone() {
            if compared(logic, to, Comparison::Lt).is_some_and(|(y, _)| y == x) {
                let both = logic.and(program, [from, to]);
                let outside = logic.not(program, both);
                insert(program, logic, outside, found);
            }
        }
    }
}

/// Where nothing is allocated, but objects of the environment may begin to live: that no element
/// of a kind that is spoken of did.
pub fn same_life(
    cx: &Cx<'_>,
    logic: &mut Logic,
    touched: Option<&Touched>,
    found: &mut Vec<FormulaId>,
) {
    if touched.is_none_or(|touched| !touched.environment || touched.allocates) {
        return;
    }
    for formula in found.clone() {
        for (_, expr) in logic.expressions(formula) {
            let Expr::Query(Query::Allocated(pointer)) = cx.program.exprs.get(expr) else {
                continue;
            };
            if cx.program.exprs.get(pointer) != Expr::Logical(Logical::Bound(0)) {
                continue;
            }
            let then = logic.truth_at(cx.program, Time::Entry, expr);
            let now = logic.truth_at(cx.program, Time::Before, expr);
            let same = logic.iff(cx.program, then, now);
            let ty = cx.program.exprs.ty(pointer);
            let same = logic.quantified(cx.program, Quantifier::All, ty, same);
            insert(cx.program, logic, same, found);
        }
    }
}

/// Of what is said of all pointers: that it holds of all others than one through which the
/// function writes what it reads.
pub fn but_one(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    let written = written(cx, function);
    for formula in found.clone() {
        let Formula::Quantified(quantifier, ty, body) = *logic.formula(formula) else {
            continue;
        };
        let mut cells = Vec::new();
        read(cx.program, logic, body, &mut cells);
        for &(var, written) in &written {
            let Some(load) = super::pool::load_of(cx.program, var) else {
                continue;
            };
            let one = logic.at(cx.program, Time::Before, load);
            if logic.ty(one) != ty || !cells.contains(&written) {
                continue;
            }
            let x = logic.bound(0, ty);
            let is_it = logic.compare(cx.program, BinaryOp::Eq, x, one);
            let others = match quantifier {
                Quantifier::All => logic.or(cx.program, [is_it, body]),
                Quantifier::Some => {
                    let other = logic.not(cx.program, is_it);
                    logic.and(cx.program, [other, body])
                }
            };
            let others = logic.quantified(cx.program, quantifier, ty, others);
            insert(cx.program, logic, others, found);
        }
    }
}

/// The fields that a function writes behind variables.
fn written(cx: &Cx<'_>, function: FunctionId) -> Vec<(VarId, Cell)> {
    let mut found = Vec::new();
    let body = cx.function(function).body.iter();
    for (_, edge) in body.flat_map(|body| body.edges()) {
        if let Op::Assign { to, .. } = edge.op
            && let Some((Root::Pointer(pointer), cell)) = cell(cx.program, to)
            && let Some(var) = variable(cx.program, pointer)
            && !found.contains(&(var, cell))
        {
            found.push((var, cell));
        }
    }
    found
}

/// What a formula reads now, but for the links that chains go along: what becomes of these
/// others say.
fn read(program: &Program, logic: &mut Logic, formula: FormulaId, found: &mut Vec<Cell>) {
    match logic.formula(formula).clone() {
        Formula::True | Formula::False | Formula::Closure { .. } => {}
        Formula::Not(a) | Formula::Quantified(_, _, a) => read(program, logic, a, found),
        Formula::And(parts) | Formula::Or(parts) => {
            for &part in &parts {
                read(program, logic, part, found);
            }
        }
        Formula::Iff(a, b) => {
            read(program, logic, a, found);
            read(program, logic, b, found);
        }
        Formula::Compare(..) => {
            let symbols = mentions(program, logic, formula).unwrap_or_default();
            found.extend(symbols.into_iter().filter_map(|symbol| match symbol {
                (Time::Before, Symbol::Memory(cell)) => Some(cell),
                _ => None,
            }));
        }
    }
}

/// The branches of a function before which nothing was changed.
pub fn early(cx: &Cx<'_>, function: FunctionId) -> FxHashSet<EdgeId> {
    let mut early = FxHashSet::default();
    let Some(body) = &cx.function(function).body else {
        return early;
    };
    let mut places = FxHashSet::default();
    if body.edges().all(|(_, edge)| edge.to != body.entry()) {
        places.insert(body.entry());
    }
    // Only local variables get values.
    let is_still = |op: &Op| {
        let touched = Touched::of(cx, op);
        let is_quiet = match op {
            Op::Skip | Op::Assume { .. } => true,
            Op::Assign { .. } | Op::Enter { .. } => touched.memory.is_empty() && !touched.scopes,
            _ => false,
        };
        let mut changed = touched.registers.iter();
        is_quiet && !touched.environment && changed.all(|&var| !is_given(cx, function, var))
    };
    loop {
        let open = body.edges().map(|(_, edge)| edge.to);
        let open = open.filter(|to| !places.contains(to));
        let is_early = |to: &program::Location| {
            let mut coming = body.edges().filter(|(_, edge)| edge.to == *to);
            coming.all(|(_, edge)| places.contains(&edge.from) && is_still(&edge.op))
        };
        let more: Vec<_> = open.filter(is_early).collect();
        if more.is_empty() {
            break;
        }
        places.extend(more);
    }
    for (id, edge) in body.edges() {
        if places.contains(&edge.from) && is_still(&edge.op) {
            early.insert(id);
        }
    }
    early
}

/// Has a variable a value when the function begins?
fn is_given(cx: &Cx<'_>, function: FunctionId, var: VarId) -> bool {
    let is_static = cx.program.vars[var].kind.is_static();
    is_static || cx.function(function).parameters.contains(&var)
}

/// What is asked before anything was changed, of the beginning.
pub fn at_entry(
    cx: &Cx<'_>,
    logic: &mut Logic,
    function: FunctionId,
    early: &FxHashSet<EdgeId>,
    found: &mut Vec<FormulaId>,
) {
    let body = cx.function(function).body.iter();
    for (id, edge) in body.flat_map(|body| body.edges()) {
        if let Op::Assume { condition, .. } = edge.op
            && early.contains(&id)
        {
            let formula = logic.truth_at(cx.program, Time::Entry, condition);
            for part in logic.conjuncts(&formula).to_vec() {
                let symbols = mentions(cx.program, logic, part).unwrap_or_default();
                let mut vars = symbols.iter().filter_map(|(_, symbol)| match symbol {
                    Symbol::Var(var) => Some(*var),
                    _ => None,
                });
                let is_given = vars.all(|var| is_given(cx, function, var));
                let is_fixed = |(_, s): &(Time, Symbol)| matches!(s, Symbol::Var(_));
                if is_given && !symbols.iter().all(is_fixed) {
                    insert(cx.program, logic, part, found);
                }
            }
        }
    }
}

//! The steps of closures that shapes know: `\reach`, from a structure to where a field leads.

use super::places::{Root, resolve};
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::{Expr, ExprId, Logical, Place, Program, Query};

/// `\valid_read(a) && a->f == b`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkStep {
    /// Of the field.
    pub offset: i64,
    /// Of what `a` points to.
    pub size: u64,
    pub time: Time,
}

/// The field that a step goes by, if it is such a step.
pub fn link_step(program: &Program, logic: &Logic, step: FormulaId) -> Option<LinkStep> {
    let Formula::And(parts) = logic.formula(step) else {
        return None;
    };
    let &[a, b] = &parts[..] else {
        return None;
    };
    let found = |valid, leads| {
        let size = validity(program, logic, valid)?;
        let (offset, time) = leading(program, logic, leads)?;
        (size.1 == time).then_some(LinkStep {
            offset,
            size: size.0,
            time,
        })
    };
    found(a, b).or_else(|| found(b, a))
}

/// `\valid_read(a)`: the size of what it points to.
fn validity(program: &Program, logic: &Logic, formula: FormulaId) -> Option<(u64, Time)> {
    let Formula::Not(inner) = logic.formula(formula) else {
        return None;
    };
    let Formula::Compare(Comparison::Eq, question, zero) = *logic.formula(*inner) else {
        return None;
    };
    let Term::At(time, expr) = logic.term(question) else {
        return None;
    };
    let Expr::Query(Query::Readable(place)) = program.exprs.get(expr) else {
        return None;
    };
    let Place::Deref(pointer) = program.exprs.place(place) else {
        return None;
    };
    let size = program.types.size_of(program.exprs.place_ty(place))?;
    let plain = logic.constant(zero) == Some(0) && is_former(program, pointer);
    plain.then_some((size, time))
}

/// `a->f == b`: the offset of the field.
fn leading(program: &Program, logic: &Logic, formula: FormulaId) -> Option<(i64, Time)> {
    let Formula::Compare(Comparison::Eq, a, b) = *logic.formula(formula) else {
        return None;
    };
    let field = |term: TermId| {
        let Term::At(time, expr) = logic.term(term) else {
            return None;
        };
        let Expr::Load(place) = program.exprs.get(expr) else {
            return None;
        };
        match resolve(program, place, &|_| None) {
            (Root::Pointer(pointer), Some(offset)) if is_former(program, pointer) => {
                Some((offset, time))
            }
            _ => None,
        }
    };
    let is_latter = |term: TermId| logic.term(term) == Term::Bound(0);
    match (is_latter(a), is_latter(b)) {
        (true, _) => field(b),
        (_, true) => field(a),
        _ => None,
    }
}

/// The variable that a step begins at.
fn is_former(program: &Program, pointer: ExprId) -> bool {
    matches!(program.exprs.get(pointer), Expr::Logical(Logical::Bound(1)))
}

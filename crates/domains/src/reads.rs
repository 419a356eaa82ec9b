//! What steps read, for those who share only what may be of use.

use engine::Cx;
use logic::FormulaId;
use program::{Callee, Expr, ExprId, Op, Place, PlaceId, Program, Query};

/// The places that an operation reads, with the expressions that read them, each once.
pub fn of_step(program: &Program, op: &Op, found: &mut Vec<(ExprId, PlaceId)>) {
    match op {
        Op::Assume { condition: e, .. }
        | Op::Return { value: Some(e) }
        | Op::Free { pointer: e }
        | Op::Alloc { size: e, .. } => of_expr(program, *e, found),
        Op::Assign { to, value } => {
            of_place(program, *to, found);
            of_expr(program, *value, found);
        }
        Op::Call(call) => {
            if let Callee::Indirect(callee) = call.callee {
                of_expr(program, callee, found);
            }
            for &argument in &call.arguments {
                of_expr(program, argument, found);
            }
        }
        Op::Skip
        | Op::Havoc { .. }
        | Op::Return { value: None }
        | Op::Enter { .. }
        | Op::Exit { .. }
        | Op::VaStart { .. }
        | Op::VaArg { .. }
        | Op::VaCopy { .. }
        | Op::VaEnd { .. }
        | Op::Unsupported { .. } => {}
    }
}

/// The places that formulae speak about.
pub fn of_formulae(cx: &Cx<'_>, formulae: &[FormulaId], found: &mut Vec<(ExprId, PlaceId)>) {
    let logic = cx.logic.borrow();
    for &formula in formulae {
        for (_, expr) in logic.expressions(formula) {
            of_expr(cx.program, expr, found);
        }
    }
}

/// The places that an expression reads.
pub fn of_expr(program: &Program, expr: ExprId, found: &mut Vec<(ExprId, PlaceId)>) {
    match program.exprs.get(expr) {
        Expr::Load(place) => {
            if !found.contains(&(expr, place)) {
                found.push((expr, place));
            }
            of_place(program, place, found);
        }
        Expr::Address(place) => of_place(program, place, found),
        Expr::Unary(_, a) | Expr::Cast(a) => of_expr(program, a, found),
        Expr::Binary(_, a, b) => {
            of_expr(program, a, found);
            of_expr(program, b, found);
        }
        Expr::Query(query) => match query {
            Query::Readable(place) | Query::Writable(place) => of_place(program, place, found),
            Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => {
                of_expr(program, e, found);
            }
            Query::Tracked | Query::Released => {}
        },
        // What formulae of annotations speak about are not only places.
        Expr::Logical(_) => {}
        Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
    }
}

/// The places that are read to find a place.
fn of_place(program: &Program, place: PlaceId, found: &mut Vec<(ExprId, PlaceId)>) {
    match program.exprs.place(place) {
        Place::Var(_) => {}
        Place::Deref(e) => of_expr(program, e, found),
        Place::Field(base, _) => of_place(program, base, found),
        Place::Index(base, e) => {
            of_place(program, base, found);
            of_expr(program, e, found);
        }
    }
}

//! What steps read, for those who share only what may be of use.

use engine::{Cx, variables};
use logic::{FormulaId, Time};
use program::{
    BinaryOp, Callee, Expr, ExprId, FunctionId, Op, Place, PlaceId, Program, Query, VarKind,
};

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

/// The pointers with names that a function sees, with the expressions that read them.
pub fn of_pointers(cx: &Cx<'_>, function: FunctionId) -> Vec<(ExprId, PlaceId)> {
    let program = cx.program;
    let statics = program.vars.ids();
    let statics = statics.filter(|v| program.vars[*v].kind.is_static());
    let seen = variables(cx.function(function)).chain(statics);
    let pointers = seen.filter_map(|var| {
        let v = &program.vars[var];
        let named = match v.kind {
            VarKind::Global(_) | VarKind::Static | VarKind::Parameter | VarKind::Local => true,
            VarKind::Literal | VarKind::Temporary => false,
        };
        if !named || !program.types.is_pointer(v.ty) {
            return None;
        }
        let place = program.exprs.find_var(var, v.ty)?;
        Some((program.exprs.find_load(place)?, place))
    });
    pointers.collect()
}

/// Pointers of a function of which more is said than whether they are null.
const MOST_COMPARED: usize = 16;

/// Which pointers are null, which are not, and which are equal, over `@1`: what C can say of
/// linked structures. Asked is whether two are equal; null is None.
pub fn say_pointers(
    cx: &Cx<'_>,
    function: FunctionId,
    equal: &mut dyn FnMut(ExprId, Option<ExprId>) -> Option<bool>,
) -> Option<FormulaId> {
    let program = cx.program;
    let mut known = Vec::new();
    let mut apart: Vec<ExprId> = Vec::new();
    for (load, _) in of_pointers(cx, function) {
        let null = equal(load, None);
        if let Some(null) = null {
            known.push((load, None, null));
        }
        if null == Some(true) || apart.len() >= MOST_COMPARED {
            continue;
        }
        // It is enough to say that it is the same as one of those that are.
        let comparable = |&&other: &&ExprId| program.exprs.ty(load) == program.exprs.ty(other);
        let mut others = apart.iter().filter(comparable);
        match others.find(|&&other| equal(load, Some(other)) == Some(true)) {
            Some(&other) => known.push((load, Some(other), true)),
            None => apart.push(load),
        }
    }
    if known.is_empty() {
        return None;
    }
    let logic = &mut *cx.logic.borrow_mut();
    let known = known.into_iter().map(|(load, other, holds)| {
        let a = logic.at(program, Time::Before, load);
        let b = match other {
            Some(other) => logic.at(program, Time::Before, other),
            None => logic.int(program, 0, program.exprs.ty(load)),
        };
        let op = if holds { BinaryOp::Eq } else { BinaryOp::Ne };
        logic.compare(program, op, a, b)
    });
    let known: Vec<FormulaId> = known.collect();
    Some(logic.and(program, known))
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

//! Functions that are analysed once for each of their call sites because they
//! return fresh storage: `malloc` and whatever is written around it.
//!
//! Without this, all blocks of a program would be one object, the one that the
//! library's model allocates.

use program::{
    Callee, Expr, ExprId, FunctionId, IdVec, Op, Place, PlaceId, Program, Storage, VarId,
};
use rustc_hash::FxHashSet;

/// Longer functions are analysed once.
const MOST_EDGES: usize = 64;

/// For each function, may what it returns be storage that it (or such a function
/// that it calls) has just allocated?
pub(crate) fn wrappers(program: &Program) -> IdVec<FunctionId, bool> {
    let mut found: IdVec<FunctionId, bool> = vec![false; program.functions.len()].into();
    let candidates: Vec<FunctionId> = program
        .functions
        .enumerate()
        .filter(|(_, f)| {
            let returns_pointer = program
                .types
                .signature_of(f.ty)
                .is_some_and(|s| program.types.is_pointer(s.result.ty));
            returns_pointer
                && f.body
                    .as_ref()
                    .is_some_and(|b| b.edge_count() <= MOST_EDGES)
        })
        .map(|(id, _)| id)
        .collect();
    loop {
        let mut changed = false;
        for &f in &candidates {
            if !found[f] && returns_fresh(program, f, &found) {
                found[f] = true;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn returns_fresh(program: &Program, function: FunctionId, found: &IdVec<FunctionId, bool>) -> bool {
    let Some(body) = &program.functions[function].body else {
        return false;
    };
    let mut fresh: FxHashSet<VarId> = FxHashSet::default();
    let var = |place: PlaceId| match program.exprs.place(place) {
        Place::Var(v) => Some(v),
        _ => None,
    };
    loop {
        let before = fresh.len();
        for (_, edge) in body.edges() {
            match &edge.op {
                Op::Alloc {
                    to,
                    storage: Storage::Heap,
                    ..
                } => fresh.extend(var(*to)),
                Op::Call(call) => {
                    if let (Callee::Direct(f), Some(result)) = (call.callee, call.result)
                        && found[f]
                        && f != function
                    {
                        fresh.extend(var(result));
                    }
                }
                Op::Assign { to, value } => {
                    if copied(program, *value).is_some_and(|v| fresh.contains(&v)) {
                        fresh.extend(var(*to));
                    }
                }
                _ => {}
            }
        }
        if fresh.len() == before {
            break;
        }
    }
    body.edges().any(|(_, edge)| match edge.op {
        Op::Return { value: Some(value) } => {
            copied(program, value).is_some_and(|v| fresh.contains(&v))
        }
        _ => false,
    })
}

/// The variable whose value, perhaps converted, the expression is.
fn copied(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs.get(expr) {
        Expr::Load(place) => match program.exprs.place(place) {
            Place::Var(v) => Some(v),
            _ => None,
        },
        Expr::Cast(inner) => copied(program, inner),
        _ => None,
    }
}

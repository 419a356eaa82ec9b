//! Functions that are analysed once for each of their call sites: those that
//! return fresh storage (`malloc` and whatever is written around it), those that
//! copy bytes from one place to another (`memcpy` and the like), and short ones
//! that return a parameter (`xmalloc` may end with one that asks for null).
//!
//! Without this, all blocks of a program would be one object, the one that the
//! library's model allocates; and whatever is copied anywhere would be everywhere.

use crate::accesses::{self, Access};
use program::{
    Callee, Cfa, Expr, ExprId, FunctionId, IdVec, Op, Place, PlaceId, Program, Storage, VarId,
};
use rustc_hash::FxHashSet;

/// Longer functions are analysed once.
const MOST_EDGES: usize = 64;
/// Longer functions do more than hand their arguments on to one that copies.
const THIN: usize = 8;

/// For each function, is it analysed once for each of its calls?
pub(crate) fn wrappers(program: &Program) -> IdVec<FunctionId, bool> {
    let returned: Vec<Option<usize>> = program
        .functions
        .ids()
        .map(|f| returned(program, f))
        .collect();
    let returned: IdVec<FunctionId, Option<usize>> = returned.into();
    let mut found = allocating(program, &returned);
    let copying = copying(program);
    for (id, found) in program.functions.ids().zip(found.iter_mut()) {
        *found |= copying[id] || returned[id].is_some();
    }
    found
}

/// The position of a pointer among the parameters that a short function returns.
fn returned(program: &Program, function: FunctionId) -> Option<usize> {
    let function = &program.functions[function];
    let body = function.body.as_ref().filter(|b| b.edge_count() <= THIN)?;
    body.edges().find_map(|(_, edge)| match edge.op {
        Op::Return { value: Some(value) } => {
            let var = copied(program, value)?;
            let is_pointer = program.types.is_pointer(program.vars[var].ty);
            let mut parameters = function.parameters.iter();
            parameters.position(|&p| p == var).filter(|_| is_pointer)
        }
        _ => None,
    })
}

fn copying(program: &Program) -> IdVec<FunctionId, bool> {
    let bodies = program.functions.iter().map(|f| f.body.as_ref());
    let small = bodies.map(|b| b.filter(|b| b.edge_count() <= MOST_EDGES));
    let small: Vec<Option<&Cfa>> = small.collect();
    let copies = |b: &&Cfa| copies_bytes(program, b);
    let found = small.iter().map(|b| b.as_ref().is_some_and(copies));
    let mut found: IdVec<FunctionId, bool> = found.collect::<Vec<_>>().into();
    loop {
        let mut changed = false;
        for (id, body) in found.ids().zip(&small) {
            let thin = body.filter(|b| b.edge_count() <= THIN);
            let hands_on = |b: &Cfa| {
                b.edges()
                    .any(|(_, e)| calls(&e.op, |f| found[f] && f != id))
            };
            if !found[id] && thin.is_some_and(hands_on) {
                found[id] = true;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn calls(op: &Op, which: impl Fn(FunctionId) -> bool) -> bool {
    match op {
        Op::Call(call) => matches!(call.callee, Callee::Direct(f) if which(f)),
        _ => false,
    }
}

/// Are there bytes loaded through a pointer and bytes stored through one?
fn copies_bytes(program: &Program, body: &Cfa) -> bool {
    let through = |place: PlaceId| {
        program.exprs.root(place).is_none()
            && program.types.size_of(program.exprs.place_ty(place)) == Some(1)
    };
    let (mut loads, mut stores) = (false, false);
    for (_, edge) in body.edges() {
        if let Op::Assign { to, value } = edge.op {
            stores |= through(to) && program.exprs.int_value(value).is_none();
            accesses::each(program, &edge.op, &mut |place, access| {
                loads |= access == Access::Read && through(place);
            });
        }
    }
    loads && stores
}

/// For each function, may what it returns be storage that it (or such a function
/// that it calls) has just allocated?
fn allocating(
    program: &Program,
    returned: &IdVec<FunctionId, Option<usize>>,
) -> IdVec<FunctionId, bool> {
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
            if !found[f] && returns_fresh(program, f, &found, returned) {
                found[f] = true;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn returns_fresh(
    program: &Program,
    function: FunctionId,
    found: &IdVec<FunctionId, bool>,
    returned: &IdVec<FunctionId, Option<usize>>,
) -> bool {
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
                        && f != function
                    {
                        let same = returned[f].and_then(|i| call.arguments.get(i));
                        let same = same.and_then(|&a| copied(program, a));
                        if found[f] || same.is_some_and(|v| fresh.contains(&v)) {
                            fresh.extend(var(result));
                        }
                    }
                }
                Op::Assign { to, value }
                    if copied(program, *value).is_some_and(|v| fresh.contains(&v)) =>
                {
                    fresh.extend(var(*to));
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

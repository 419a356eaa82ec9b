//! What is known of functions before anything is sliced: which of them may return, which
//! return fresh storage and nothing else, and whose storage they may free.

use crate::{Ends, Input};
use pointers::{Holder, ObjectId, Passage, ValueFlow, copied};
use program::{
    Callee, Expr, ExprId, FunctionId, Id, IdVec, Op, Place, PlaceId, Program, Storage, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions that may return: the least solution, for recursion without an end
/// returns as little as a loop without one.
pub(crate) fn returning(input: &Input<'_>) -> IdVec<FunctionId, bool> {
    let program = input.program;
    let count = program.functions.len();
    let mut returns: IdVec<FunctionId, bool> = vec![false; count].into();
    for (id, function) in program.functions.enumerate() {
        returns[id] = function.body.is_none() && input.end_of(id) == Ends::No;
    }
    // Callees come before callers, so that one round does for most.
    loop {
        let mut changed = false;
        for component in input.pointers.calls().components() {
            for &f in component {
                if !returns[f] && reaches_exit(input, f, &returns) {
                    returns[f] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return returns;
        }
    }
}

fn reaches_exit(input: &Input<'_>, f: FunctionId, returns: &IdVec<FunctionId, bool>) -> bool {
    let Some(body) = &input.program.functions[f].body else {
        return false;
    };
    let Some(exit) = body.exit() else {
        return false;
    };
    let mut seen = vec![false; body.location_count()];
    let mut pending = vec![body.entry()];
    while let Some(at) = pending.pop() {
        if at == exit {
            return true;
        }
        if std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        for id in body.leaving_ids(at) {
            let edge = body.edge(id);
            let passes = match &edge.op {
                Op::Call(call) => {
                    let unknown = input.pointers.calls().calls_unknown(f, id);
                    unknown || input.callees(f, id, call).iter().any(|&c| returns[c])
                }
                _ => true,
            };
            if passes {
                pending.push(edge.to);
            }
        }
    }
    false
}

/// The functions whose result is null or storage that the very call has allocated.
pub(crate) fn fresh(input: &Input<'_>) -> FxHashSet<FunctionId> {
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    for component in input.pointers.calls().components() {
        // Recursion is left out: nobody writes such wrappers.
        if let [f] = component[..]
            && is_fresh(input, f, &found)
        {
            found.insert(f);
        }
    }
    found
}

fn is_fresh(input: &Input<'_>, f: FunctionId, found: &FxHashSet<FunctionId>) -> bool {
    let program = input.program;
    let Some(body) = &program.functions[f].body else {
        return false;
    };
    let variable = |place: PlaceId| match program.exprs.place(place) {
        Place::Var(v) => Some(v),
        _ => None,
    };
    // Whatever is assigned to a variable, by operations of this function.
    let mut sources: FxHashMap<VarId, Vec<Option<ExprId>>> = FxHashMap::default();
    let mut allocated: FxHashSet<VarId> = FxHashSet::default();
    let mut spoiled: FxHashSet<VarId> = FxHashSet::default();
    let mut returned = Vec::new();
    for (id, edge) in body.edges() {
        match &edge.op {
            Op::Assign { to, value } => {
                if let Some(v) = variable(*to) {
                    sources.entry(v).or_default().push(Some(*value));
                }
            }
            Op::Alloc {
                to,
                storage: Storage::Heap,
                ..
            } => allocated.extend(variable(*to)),
            Op::Alloc { to, .. } | Op::VaArg { to, .. } | Op::Havoc { place: to } => {
                spoiled.extend(variable(*to));
            }
            Op::Call(call) => {
                let callees = input.pointers.calls().callees(f, id);
                let is_fresh = matches!(call.callee, Callee::Direct(_))
                    && !callees.is_empty()
                    && callees.iter().all(|c| found.contains(c));
                if let Some(v) = call.result.and_then(variable) {
                    match is_fresh {
                        true => allocated.insert(v),
                        false => spoiled.insert(v),
                    };
                }
            }
            Op::Return { value: Some(value) } => returned.push(*value),
            Op::Return { value: None } => return false,
            _ => {}
        }
    }
    let mut pending = returned;
    let mut seen: FxHashSet<VarId> = FxHashSet::default();
    let mut allocates = false;
    while let Some(value) = pending.pop() {
        match program.exprs.get(value) {
            Expr::Int(0) => {}
            Expr::Cast(inner) => pending.push(inner),
            Expr::Load(place) => {
                let Some(v) = variable(place) else {
                    return false;
                };
                let var = &program.vars[v];
                if var.addressed
                    || var.kind.is_static()
                    || var.kind == program::VarKind::Parameter
                    || spoiled.contains(&v)
                {
                    return false;
                }
                allocates |= allocated.contains(&v);
                if seen.insert(v) {
                    let assigned = sources.get(&v).into_iter().flatten();
                    pending.extend(assigned.flatten());
                }
            }
            _ => return false,
        }
    }
    allocates
}

/// The functions that return a pointer that they are given, and the position of that
/// parameter.
pub(crate) fn handing_back(
    input: &Input<'_>,
    writers: &FxHashMap<VarId, Vec<FunctionId>>,
) -> FxHashMap<FunctionId, usize> {
    let program = input.program;
    let mut found = FxHashMap::default();
    for &f in input.pointers.calls().reached() {
        let function = &program.functions[f];
        let Some(body) = &function.body else {
            continue;
        };
        let mut returned: FxHashSet<Option<VarId>> = FxHashSet::default();
        for (_, edge) in body.edges() {
            if let Op::Return { value } = edge.op {
                returned.insert(value.and_then(|v| copied_pointer(program, v)));
            }
        }
        let Some(Some(var)) = returned.iter().next() else {
            continue;
        };
        let is_kept = !program.vars[*var].addressed && !writers.contains_key(var);
        let position = function.parameters.iter().position(|p| p == var);
        if let Some(position) = position.filter(|_| is_kept && returned.len() == 1) {
            found.insert(f, position);
        }
    }
    found
}

/// The variable whose value an expression is, converted from pointer to pointer at most.
pub(crate) fn copied_pointer(program: &Program, expr: ExprId) -> Option<VarId> {
    let expr = without_pointer_casts(program, expr);
    match program.exprs.get(expr) {
        Expr::Load(_) if program.types.is_pointer(program.exprs.ty(expr)) => copied(program, expr),
        _ => None,
    }
}

/// A pointer before it was converted from other pointers.
pub(crate) fn without_pointer_casts(program: &Program, mut expr: ExprId) -> ExprId {
    let is_pointer = |e: ExprId| program.types.is_pointer(program.exprs.ty(e));
    while let Expr::Cast(inner) = program.exprs.get(expr)
        && is_pointer(expr)
        && is_pointer(inner)
    {
        expr = inner;
    }
    expr
}

/// What a function of the library may free, itself or by calls within the library.
#[derive(Clone, Default)]
pub(crate) struct Frees {
    pub objects: FxHashSet<usize>,
    /// More than what it is called with.
    pub others: bool,
}

/// What each function of the library may free of some objects.
pub(crate) fn freeing(
    input: &Input<'_>,
    flow: &ValueFlow,
    writers: &FxHashMap<VarId, Vec<FunctionId>>,
    objects: &[ObjectId],
) -> FxHashMap<FunctionId, Frees> {
    let mut frees: FxHashMap<FunctionId, Frees> = FxHashMap::default();
    for component in input.pointers.calls().components() {
        let mut all = Frees::default();
        for &f in component.iter().filter(|&&f| input.is_library(f)) {
            let Some(body) = &input.program.functions[f].body else {
                continue;
            };
            for (_, edge) in body.edges() {
                if let Op::Free { pointer } = edge.op {
                    let targets = input.pointers.points_to(input.program, pointer);
                    for target in targets {
                        let known = objects.iter().position(|&o| o == target.object);
                        all.objects.extend(known);
                    }
                    all.others |= !is_given(input, flow, writers, pointer);
                }
            }
            for callee in input.pointers.calls().callees_of(f) {
                if let Some(more) = frees.get(callee) {
                    all.objects.extend(&more.objects);
                    all.others |= more.others;
                }
            }
        }
        if !all.objects.is_empty() {
            for &f in component.iter().filter(|&&f| input.is_library(f)) {
                frees.insert(f, all.clone());
            }
        }
    }
    frees
}

/// Has an expression of the library surely the value of an argument that the library
/// was called with?
fn is_given(
    input: &Input<'_>,
    flow: &ValueFlow,
    writers: &FxHashMap<VarId, Vec<FunctionId>>,
    expr: ExprId,
) -> bool {
    let program = input.program;
    let Some(var) = copied(program, expr) else {
        return false;
    };
    let is_user = |holder: Holder| match holder {
        Holder::Result(f) => !input.is_library(f),
        Holder::Var(v) => !input.is_in_library(program.vars[v].span),
    };
    let sources = flow.sources([Holder::Var(var)], is_user);
    sources.into_iter().all(|holder| match holder {
        Holder::Result(_) => false,
        Holder::Var(v) => {
            let copies = flow
                .entering(holder)
                .filter(|(_, passage)| matches!(passage, Passage::Copy(..)));
            let written = writers.get(&v).map_or(0, Vec::len);
            !program.vars[v].kind.is_static() && copies.count() == written
        }
    })
}

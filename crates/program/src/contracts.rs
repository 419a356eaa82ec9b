//! What the annotations of a function say where it is called: arguments stand for its
//! parameters, and where the result goes for the result.
//!
//! This interns expressions and changes nothing else: an analysis that wants to follow what a
//! callee asks, or what it says about its result, finds the words for it in the program.

use crate::cfa::{Call, Callee, Op};
use crate::expr::{Expr, Place, Query};
use crate::ids::{ExprId, FunctionId, PlaceId, VarId};
use crate::logical::Logical;
use crate::program::Program;
use rustc_hash::FxHashMap;

/// Conditions of annotations, by function.
pub type Contracts = FxHashMap<FunctionId, Vec<ExprId>>;

/// For each function what its callees' annotations say about its calls.
pub fn contracts(program: &mut Program) -> Contracts {
    let own = asked(program);
    let mut calls = Vec::new();
    for caller in program.functions.ids().filter(|_| !own.is_empty()) {
        let body = program.functions[caller].body.iter();
        for (_, edge) in body.flat_map(|body| body.edges()) {
            if let Op::Call(call) = &edge.op
                && let Callee::Direct(callee) = call.callee
                && own.contains_key(&callee)
            {
                calls.push((caller, callee, call.clone()));
            }
        }
    }
    let mut found = Contracts::default();
    for (caller, callee, call) in calls {
        let conditions = &own[&callee];
        let values = values(program, &call, callee);
        let known = found.entry(caller).or_default();
        for &condition in conditions {
            let mut words = Words {
                program,
                values: &values,
            };
            let said = words.expr(condition);
            known.extend(said.filter(|said| !known.contains(said)));
        }
    }
    found
}

/// What the annotations of each function ask.
fn asked(program: &Program) -> FxHashMap<FunctionId, Vec<ExprId>> {
    let mut own: FxHashMap<FunctionId, Vec<ExprId>> = FxHashMap::default();
    for function in program.functions.ids() {
        let body = program.functions[function].body.iter();
        for (_, edge) in body.flat_map(|body| body.edges()) {
            if let Op::Assume {
                condition,
                taken: true,
            } = edge.op
                && edge.ghost
            {
                own.entry(function).or_default().push(condition);
            }
        }
    }
    own
}

/// What stands for the variables of a callee: arguments for parameters that it never changes
/// and for what keeps their first values, the place of the result for what is returned.
fn values(program: &mut Program, call: &Call, callee: FunctionId) -> FxHashMap<VarId, ExprId> {
    let function = &program.functions[callee];
    let Some(body) = &function.body else {
        return FxHashMap::default();
    };
    let mut given: FxHashMap<VarId, Option<ExprId>> = FxHashMap::default();
    let mut returned: Option<Option<ExprId>> = None;
    for (_, edge) in body.edges() {
        match &edge.op {
            &Op::Assign { to, value } => {
                if let Place::Var(var) = program.exprs.place(to) {
                    given
                        .entry(var)
                        .and_modify(|v| *v = None)
                        .or_insert(Some(value));
                }
            }
            &Op::Havoc { place } | &Op::Alloc { to: place, .. } => {
                if let Place::Var(var) = program.exprs.place(place) {
                    given.insert(var, None);
                }
            }
            Op::Call(call) => {
                if let Some(to) = call.result
                    && let Place::Var(var) = program.exprs.place(to)
                {
                    given.insert(var, None);
                }
            }
            &Op::Return { value } => {
                returned = match returned {
                    Some(known) if known != value => Some(None),
                    _ => Some(value),
                };
            }
            _ => {}
        }
    }
    let variable = |program: &Program, expr: ExprId| match program.exprs.get(expr) {
        Expr::Load(place) => match program.exprs.place(place) {
            Place::Var(var) => Some(var),
            _ => None,
        },
        _ => None,
    };
    let parameters = function.parameters.iter().copied();
    let stays =
        |&(var, _): &(VarId, ExprId)| !given.contains_key(&var) && !program.vars[var].addressed;
    let pairs = parameters.zip(call.arguments.iter().copied());
    let mut values: FxHashMap<VarId, ExprId> = pairs.filter(stays).collect();
    let first = given.iter().filter(|(var, _)| program.vars[**var].ghost);
    let kept = first.filter_map(|(&var, &value)| {
        let argument = values.get(&variable(program, value?)?)?;
        Some((var, *argument))
    });
    let kept: Vec<(VarId, ExprId)> = kept.collect();
    values.extend(kept);
    if let Some(Some(result)) = returned
        && let Some(var) = variable(program, result)
        && let Some(to) = call.result
    {
        let load = program.exprs.load(to);
        values.insert(var, load);
    }
    values
}

struct Words<'a> {
    program: &'a mut Program,
    values: &'a FxHashMap<VarId, ExprId>,
}

impl Words<'_> {
    /// None if the caller has no words for it: it speaks about the callee's own variables, or
    /// about the past.
    fn expr(&mut self, id: ExprId) -> Option<ExprId> {
        let ty = self.program.exprs.ty(id);
        let expr = match self.program.exprs.get(id) {
            Expr::Load(place) => {
                if let Place::Var(var) = self.program.exprs.place(place)
                    && let Some(&value) = self.values.get(&var)
                {
                    return (self.program.exprs.ty(value) == ty).then_some(value);
                }
                Expr::Load(self.place(place)?)
            }
            Expr::Address(place) => {
                let place = self.place(place)?;
                return Some(self.program.exprs.address(place, ty));
            }
            Expr::Unary(op, a) => Expr::Unary(op, self.expr(a)?),
            Expr::Binary(op, a, b) => Expr::Binary(op, self.expr(a)?, self.expr(b)?),
            Expr::Cast(a) => {
                let a = self.expr(a)?;
                let Program { exprs, types, .. } = &mut *self.program;
                return Some(exprs.cast(types, a, ty));
            }
            Expr::Query(query) => Expr::Query(match query {
                Query::Readable(place) => Query::Readable(self.place(place)?),
                Query::Writable(place) => Query::Writable(self.place(place)?),
                Query::Allocated(e) => Query::Allocated(self.expr(e)?),
                Query::Freeable(_) | Query::Callable(_) | Query::Tracked | Query::Released => {
                    return None;
                }
            }),
            Expr::Logical(Logical::Quantified(quantifier, of, body)) => {
                Expr::Logical(Logical::Quantified(quantifier, of, self.expr(body)?))
            }
            Expr::Logical(Logical::Closure { step, from, to }) => {
                let (step, from, to) = (self.expr(step)?, self.expr(from)?, self.expr(to)?);
                Expr::Logical(Logical::Closure { step, from, to })
            }
            Expr::Logical(Logical::AtEntry(_)) => return None,
            constant @ (Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Function(_)
            | Expr::Logical(Logical::Bound(_))) => constant,
        };
        let made = self.program.exprs.intern(expr, ty);
        (self.program.exprs.depth(made) <= crate::Exprs::MAX_DEPTH).then_some(made)
    }

    fn place(&mut self, id: PlaceId) -> Option<PlaceId> {
        let ty = self.program.exprs.place_ty(id);
        let place = match self.program.exprs.place(id) {
            Place::Var(var) => {
                let is_static = self.program.vars[var].kind.is_static();
                return is_static.then_some(id);
            }
            Place::Deref(pointer) => {
                let pointer = self.expr(pointer)?;
                return Some(self.program.exprs.deref(pointer, ty));
            }
            Place::Field(base, field) => Place::Field(self.place(base)?, field),
            Place::Index(base, index) => Place::Index(self.place(base)?, self.expr(index)?),
        };
        Some(self.program.exprs.intern_place(place, ty))
    }
}

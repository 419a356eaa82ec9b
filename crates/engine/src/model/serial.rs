//! Where runs always go on: the *seriality* that falsification by over-approximation rests
//! on (thesis, remark 6.2.1). In C a run may end for many reasons: `exit`, a failing
//! assumption, a division by zero, an access that nobody checks. So a location counts as
//! serial only where the form of its operations says that the machine has a successor for
//! each state that a run can have there; checks that are woven before an operation belong to
//! that.

use crate::analysis::Cx;
use program::{
    BinaryOp, Call, Callee, Cfa, Edge, EdgeId, Expr, ExprId, FunctionId, Location, Op, Place,
    PlaceId, Query, TypeId,
};
use properties::Property;

/// What a run does at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Going {
    /// It may end there, as far as the form says.
    MayEnd,
    /// It takes one of the steps.
    Steps,
    /// It calls a function.
    Calls,
    /// It returns to the caller.
    Returns,
    /// It is given a number, and then takes one of two branches: the edges, and the number
    /// that leads along each.
    Chooses([(EdgeId, i128); 2]),
}

/// What runs do at a location of a function.
pub(super) fn going(cx: &Cx<'_>, function: FunctionId, at: Location) -> Going {
    let Some(body) = &cx.function(function).body else {
        return Going::MayEnd;
    };
    if body.error_at(at).is_some() {
        return Going::MayEnd;
    }
    if body.exit() == Some(at) {
        // Where the program begins it ends.
        return match function == cx.start {
            true => Going::MayEnd,
            false => Going::Returns,
        };
    }
    let form = Form { cx };
    match body.leaving(at) {
        [edge] => form.single(body, edge),
        [a, b] if is_branch(a, b) && form.assumes(a) => Going::Steps,
        _ => Going::MayEnd,
    }
}

/// Do two edges assume a condition and its opposite?
fn is_branch(a: &Edge, b: &Edge) -> bool {
    match (&a.op, &b.op) {
        (
            Op::Assume { condition, taken },
            Op::Assume {
                condition: other,
                taken: not_taken,
            },
        ) => condition == other && taken != not_taken,
        _ => false,
    }
}

struct Form<'a> {
    cx: &'a Cx<'a>,
}

impl Form<'_> {
    fn single(&self, body: &Cfa, edge: &Edge) -> Going {
        let steps = |is_total: bool| match is_total {
            true => Going::Steps,
            false => Going::MayEnd,
        };
        match &edge.op {
            Op::Skip | Op::Enter { .. } | Op::Exit { .. } => Going::Steps,
            Op::Assign { to, value } => steps(self.place(*to) && self.value(*value)),
            Op::Havoc { place } => match self.place(*place) {
                true => self.input(body, edge.to, *place),
                false => Going::MayEnd,
            },
            Op::Return { value } => steps(value.is_none_or(|v| self.value(v))),
            Op::Call(call) => self.call(body, edge.to, call),
            Op::Assume { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::VaStart { .. }
            | Op::VaArg { .. }
            | Op::VaCopy { .. }
            | Op::VaEnd { .. }
            | Op::Unsupported { .. } => Going::MayEnd,
        }
    }

    fn call(&self, body: &Cfa, to: Location, call: &Call) -> Going {
        let Callee::Direct(callee) = call.callee else {
            return Going::MayEnd;
        };
        let given = call.arguments.iter().all(|&a| self.value(a));
        let taken = call.result.is_none_or(|place| self.place(place));
        if !given || !taken {
            return Going::MayEnd;
        }
        if self.cx.function(callee).body.is_none() {
            return Going::MayEnd;
        }
        match call.result.filter(|_| self.gives_anything(callee)) {
            Some(result) => match self.input(body, to, result) {
                Going::Steps => Going::Calls,
                going => going,
            },
            None => Going::Calls,
        }
    }

    /// Is it a function of the library that returns any value of its type?
    fn gives_anything(&self, function: FunctionId) -> bool {
        let program = self.cx.program;
        let function = self.cx.function(function);
        let place = program.sources.physical(function.span);
        let is_library = place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX));
        is_library && program.names[function.name].starts_with("__VERIFIER_nondet_")
    }

    /// A place is given any number; is that what the branch behind it is about?
    fn input(&self, body: &Cfa, to: Location, place: PlaceId) -> Going {
        let (types, exprs) = (&self.cx.program.types, &self.cx.program.exprs);
        let is_whole = matches!(exprs.place(place), Place::Var(_));
        if !is_whole || !types.is_integer(exprs.place_ty(place)) {
            return Going::Steps;
        }
        let mut edges = body.leaving_ids(to);
        let (Some(a), Some(b), None) = (edges.next(), edges.next(), edges.next()) else {
            return Going::Steps;
        };
        let (first, second) = (body.edge(a), body.edge(b));
        let Op::Assume { condition, taken } = first.op else {
            return Going::Steps;
        };
        if !is_branch(first, second) {
            return Going::Steps;
        }
        let holds = |number| truth(self.cx, condition, place, number);
        match (holds(1), holds(0)) {
            (Some(one), Some(zero)) if one != zero => {
                let number = |taken: bool| i128::from(taken == one);
                Going::Chooses([(a, number(taken)), (b, number(!taken))])
            }
            _ => Going::Steps,
        }
    }

    fn assumes(&self, edge: &Edge) -> bool {
        match edge.op {
            Op::Assume { condition, .. } => self.value(condition),
            _ => false,
        }
    }

    /// Can the place be accessed, whatever the state? Checks of accesses stand before them.
    fn place(&self, place: PlaceId) -> bool {
        let program = self.cx.program;
        let checked = self.cx.properties.contains(Property::ValidDeref);
        program.exprs.is_static(&program.types, place) || checked && self.found(place)
    }

    /// Can what the place is computed from be evaluated?
    fn found(&self, place: PlaceId) -> bool {
        match self.cx.program.exprs.place(place) {
            Place::Var(_) => true,
            Place::Deref(pointer) => self.value(pointer),
            Place::Field(base, _) => self.found(base),
            Place::Index(base, index) => self.found(base) && self.value(index),
        }
    }

    /// Can the expression be evaluated, whatever the state? Checks of overflows stand before
    /// them.
    fn value(&self, expr: ExprId) -> bool {
        let program = self.cx.program;
        match program.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => true,
            Expr::Load(place) => self.place(place),
            Expr::Address(place) => self.found(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.value(a),
            Expr::Binary(op, a, b) => !is_division(op) && self.value(a) && self.value(b),
            Expr::Query(query) => match query {
                Query::Readable(place) | Query::Writable(place) => self.found(place),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.value(e),
                Query::Tracked | Query::Released => true,
            },
            Expr::Logical(_) => false,
        }
    }
}

fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Div | BinaryOp::Rem)
}

/// The truth of a condition that is about a place only, if that holds a number.
fn truth(cx: &Cx<'_>, condition: ExprId, place: PlaceId, number: i128) -> Option<bool> {
    value(cx, condition, place, number).map(|value| value != 0)
}

/// The value of simple expressions: what branches on an input look like.
fn value(cx: &Cx<'_>, expr: ExprId, place: PlaceId, number: i128) -> Option<i128> {
    let exprs = &cx.program.exprs;
    let is_integer = |ty: TypeId| cx.program.types.is_integer(ty);
    let of = |e: ExprId| value(cx, e, place, number);
    match exprs.get(expr) {
        Expr::Int(value) => Some(value),
        Expr::Load(from) if from == place => Some(number),
        // Zero and one are numbers of every type.
        Expr::Cast(a) if is_integer(exprs.ty(expr)) && is_integer(exprs.ty(a)) => {
            of(a).filter(|value| (0..=1).contains(value))
        }
        Expr::Binary(op, a, b) => {
            use BinaryOp::*;
            let (a, b) = (of(a)?, of(b)?);
            Some(i128::from(match op {
                Eq => a == b,
                Ne => a != b,
                Lt => a < b,
                Le => a <= b,
                Add | Sub | Mul | Div | Rem | Shl | Shr | And | Or | Xor | PointerAdd
                | PointerDiff => return None,
            }))
        }
        Expr::Float(_)
        | Expr::Zero
        | Expr::Load(_)
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Cast(_)
        | Expr::Query(_)
        | Expr::Logical(_) => None,
    }
}

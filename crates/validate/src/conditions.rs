//! The arithmetic of conditions. A condition is no part of the program: evaluating it
//! must neither end a run nor be a violation of its own. Signed numbers wrap, and what
//! can go wrong is asked about first.

use program::{BinaryOp, Expr, ExprId, Fold, IntKind, Place, PlaceId, Program, Query, UnaryOp};

/// The expression with arithmetic that cannot overflow: over unsigned numbers.
pub fn wrapping(program: &mut Program, expr: ExprId) -> ExprId {
    let ty = program.exprs.ty(expr);
    let signed = program.types.int_kind(ty).filter(|k| k.is_signed());
    match program.exprs.get(expr) {
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Function(_)
        | Expr::Query(_)
        | Expr::Logical(_) => expr,
        Expr::Load(place) => {
            let place = wrapping_place(program, place);
            program.exprs.load(place)
        }
        Expr::Address(place) => {
            let place = wrapping_place(program, place);
            program.exprs.intern(Expr::Address(place), ty)
        }
        Expr::Cast(a) => {
            let a = wrapping(program, a);
            program.exprs.intern(Expr::Cast(a), ty)
        }
        Expr::Unary(op, a) => {
            let a = wrapping(program, a);
            match (op, signed) {
                (UnaryOp::Neg, Some(kind)) => {
                    let a = to_unsigned(program, a, kind);
                    let Program { exprs, types, .. } = program;
                    let made = exprs.unary(types, op, a, Fold::Wrap);
                    exprs.cast(types, made, ty)
                }
                _ => program.exprs.intern(Expr::Unary(op, a), ty),
            }
        }
        Expr::Binary(op, a, b) => {
            let (a, b) = (wrapping(program, a), wrapping(program, b));
            use BinaryOp::*;
            let kind = match op {
                Add | Sub | Mul | Shl => signed,
                Div | Rem | Shr | And | Or | Xor | Eq | Ne | Lt | Le | PointerAdd | PointerDiff => {
                    None
                }
            };
            let Some(kind) = kind else {
                return program.exprs.intern(Expr::Binary(op, a, b), ty);
            };
            let a = to_unsigned(program, a, kind);
            // The amount of a shift has a type of its own.
            let b = match op {
                Shl => b,
                _ => to_unsigned(program, b, kind),
            };
            let unsigned = program.exprs.ty(a);
            let Program { exprs, types, .. } = program;
            let made = exprs.binary(types, op, a, b, unsigned, Fold::Wrap);
            exprs.cast(types, made, ty)
        }
    }
}

fn to_unsigned(program: &mut Program, a: ExprId, kind: IntKind) -> ExprId {
    let unsigned = program.types.int(kind.to_unsigned());
    program.exprs.cast(&program.types, a, unsigned)
}

fn wrapping_place(program: &mut Program, place: PlaceId) -> PlaceId {
    let ty = program.exprs.place_ty(place);
    let made = match program.exprs.place(place) {
        Place::Var(_) => return place,
        Place::Deref(e) => Place::Deref(wrapping(program, e)),
        Place::Field(base, i) => Place::Field(wrapping_place(program, base), i),
        Place::Index(base, i) => {
            let base = wrapping_place(program, base);
            Place::Index(base, wrapping(program, i))
        }
    };
    program.exprs.intern_place(made, ty)
}

/// What must be true for the expression to have a value, in order of evaluation.
pub fn guards(program: &mut Program, expr: ExprId, found: &mut Vec<ExprId>) {
    match program.exprs.get(expr) {
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Function(_)
        | Expr::Query(_)
        | Expr::Logical(_) => {}
        Expr::Load(place) => {
            place_guards(program, place, found);
            if !program.exprs.is_static(&program.types, place) {
                let int = program.types.common.int;
                let query = Expr::Query(Query::Readable(place));
                add(program.exprs.intern(query, int), found);
            }
        }
        Expr::Address(place) => place_guards(program, place, found),
        Expr::Unary(_, a) | Expr::Cast(a) => guards(program, a, found),
        Expr::Binary(op, a, b) => {
            guards(program, a, found);
            guards(program, b, found);
            let ty = program.exprs.ty(expr);
            let kind = program.types.int_kind(ty);
            if let (BinaryOp::Div | BinaryOp::Rem, Some(kind)) = (op, kind) {
                division_guards(program, a, b, kind, found);
            }
        }
    }
}

fn add(guard: ExprId, found: &mut Vec<ExprId>) {
    if !found.contains(&guard) {
        found.push(guard);
    }
}

fn place_guards(program: &mut Program, place: PlaceId, found: &mut Vec<ExprId>) {
    match program.exprs.place(place) {
        Place::Var(_) => {}
        Place::Deref(e) => guards(program, e, found),
        Place::Field(base, _) => place_guards(program, base, found),
        Place::Index(base, i) => {
            place_guards(program, base, found);
            guards(program, i, found);
        }
    }
}

/// `b` is not zero, and not -1 if `a` is the least number: as one comparison,
/// `(a == least) + (b == -1) != 2`.
fn division_guards(
    program: &mut Program,
    a: ExprId,
    b: ExprId,
    kind: IntKind,
    found: &mut Vec<ExprId>,
) {
    let ty = program.exprs.ty(a);
    let bits = program.model().int_bits(kind);
    let Program { exprs, types, .. } = program;
    let int = types.common.int;
    let compare = |exprs: &mut program::Exprs, op, x, value: i128| {
        let ty = exprs.ty(x);
        let value = exprs.int(types, value, ty);
        exprs.binary(types, op, x, value, int, Fold::Wrap)
    };
    add(compare(exprs, BinaryOp::Ne, b, 0), found);
    if kind.is_signed() && exprs.ty(b) == ty {
        let least = compare(exprs, BinaryOp::Eq, a, -1i128 << (bits - 1));
        let minus_one = compare(exprs, BinaryOp::Eq, b, -1);
        let both = exprs.binary(types, BinaryOp::Add, least, minus_one, int, Fold::Wrap);
        add(compare(exprs, BinaryOp::Ne, both, 2), found);
    }
}

//! Comparing patterns with what the program's expressions look like.
//!
//! Conversions that the pattern does not write are passed over: lowering made them
//! explicit. `$n` stands for the value as it is used, conversions included.

use crate::automaton::{CastType, Node, Term};
use program::{BinaryOp, Expr, ExprId, Place, PlaceId, Program, Type, UnaryOp, VarKind};

/// What jokers stand for, in order of their places in the pattern.
pub(super) type Bindings = Vec<(u32, ExprId)>;

/// Does the expression look like the pattern?
pub(super) fn expr(p: &Program, node: &Node, id: ExprId, bound: &mut Bindings) -> bool {
    match &node.term {
        Term::Any => return true,
        Term::Bound(number) => {
            bound.push((*number, id));
            return true;
        }
        _ => {}
    }
    if let Term::Cast(ty, inner) = &node.term {
        return match p.exprs.get(id) {
            Expr::Cast(a) if is_type(p, *ty, id) => expr(p, inner, a, bound),
            // A conversion to the same type is none.
            _ => is_type(p, *ty, id) && expr(p, inner, id, bound),
        };
    }
    match (&node.term, p.exprs.get(id)) {
        (Term::Int(value), Expr::Int(v)) => *value == v,
        (Term::Negated(a), Expr::Int(v)) => matches!(a.term, Term::Int(n) if -n == v),
        (Term::Negated(a), Expr::Unary(UnaryOp::Neg, b)) => expr(p, a, b, bound),
        (Term::Complement(a), Expr::Unary(UnaryOp::Not, b)) => expr(p, a, b, bound),
        (Term::Name(name), Expr::Function(f)) => p.names[p.functions[f].name] == **name,
        (Term::Address(a), Expr::Function(f)) => {
            matches!(&a.term, Term::Name(name) if p.names[p.functions[f].name] == **name)
        }
        (Term::Address(a), Expr::Address(place)) => self::place(p, a, place, bound),
        // An array stands for the address of its first element.
        (Term::Name(_), Expr::Address(place)) => match p.exprs.place(place) {
            Place::Index(array, first) => {
                p.exprs.int_value(first) == Some(0) && self::place(p, node, array, bound)
            }
            _ => false,
        },
        (Term::Not(a), Expr::Binary(BinaryOp::Eq, b, zero)) => {
            p.exprs.int_value(zero) == Some(0) && expr(p, a, b, bound)
        }
        (Term::Binary(op, a, b), Expr::Binary(found, x, y)) => {
            let same = match found {
                BinaryOp::PointerAdd => *op == BinaryOp::Add,
                BinaryOp::PointerDiff => *op == BinaryOp::Sub,
                found => *op == found,
            };
            same && expr(p, a, x, bound) && expr(p, b, y, bound)
        }
        (Term::Name(_) | Term::Deref(_) | Term::Field(..) | Term::Index(..), Expr::Load(place)) => {
            self::place(p, node, place, bound)
        }
        (_, Expr::Cast(a)) => expr(p, node, a, bound),
        _ => false,
    }
}

/// Does the place look like the pattern? A joker stands for the value in it.
pub(super) fn place(p: &Program, node: &Node, id: PlaceId, bound: &mut Bindings) -> bool {
    match (&node.term, p.exprs.place(id)) {
        (Term::Name(name), Place::Var(v)) => {
            p.names[p.vars[v].name] == **name && p.vars[v].kind != VarKind::Temporary
        }
        (Term::Deref(a), Place::Deref(pointer)) => expr(p, a, pointer, bound),
        (Term::Deref(a), Place::Index(array, first)) => {
            p.exprs.int_value(first) == Some(0) && place(p, a, array, bound)
        }
        (Term::Field(a, name), Place::Field(base, index)) => {
            let fields = p.types.fields(p.exprs.place_ty(base));
            let field = fields.get(index as usize).and_then(|f| f.name);
            field.is_some_and(|n| p.names[n] == **name) && place(p, a, base, bound)
        }
        (Term::Index(a, i), Place::Index(array, index)) => {
            place(p, a, array, bound) && expr(p, i, index, bound)
        }
        (Term::Index(a, i), Place::Deref(pointer)) => match p.exprs.get(pointer) {
            Expr::Binary(BinaryOp::PointerAdd, base, index) => {
                expr(p, a, base, bound) && expr(p, i, index, bound)
            }
            _ => matches!(i.term, Term::Int(0)) && expr(p, a, pointer, bound),
        },
        (Term::Cast(_, a), _) => place(p, a, id, bound),
        _ => false,
    }
}

fn is_type(p: &Program, ty: CastType, id: ExprId) -> bool {
    match (ty, p.types.get(p.exprs.ty(id))) {
        (CastType::Int(kind), Type::Int(found)) => kind == found,
        (CastType::Pointer, Type::Pointer(_)) => true,
        _ => false,
    }
}

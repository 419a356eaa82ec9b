//! Comparing patterns with what the program's expressions look like.
//!
//! Conversions that the pattern does not write are passed over: lowering made them
//! explicit. `$n` stands for the value as it is used, conversions included.

use crate::automaton::{CastType, Node, Term};
use program::{
    BinaryOp, Cfa, Expr, ExprId, Op, Place, PlaceId, Program, Type, UnaryOp, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What jokers stand for, in order of their places in the pattern.
pub(super) type Bindings = Vec<(u32, ExprId)>;

/// A program, and what temporaries of the function at hand stand for.
#[derive(Clone, Copy)]
pub(super) struct Shapes<'p> {
    pub program: &'p Program,
    pub definitions: &'p BTreeMap<VarId, ExprId>,
}

/// What temporaries that are assigned once stand for. Lowering cuts expressions with
/// them; a pattern knows nothing of that.
pub(super) fn definitions(program: &Program, cfa: &Cfa) -> BTreeMap<VarId, ExprId> {
    let mut found = BTreeMap::new();
    let mut often = BTreeSet::new();
    for (_, edge) in cfa.edges() {
        let (to, value) = match &edge.op {
            Op::Assign { to, value } => (*to, Some(*value)),
            Op::Havoc { place: to } | Op::Alloc { to, .. } | Op::VaArg { to, .. } => (*to, None),
            Op::Call(call) => match call.result {
                Some(to) => (to, None),
                None => continue,
            },
            _ => continue,
        };
        let Place::Var(var) = program.exprs.place(to) else {
            often.extend(program.exprs.root(to));
            continue;
        };
        if program.vars[var].kind == VarKind::Temporary {
            match value {
                Some(value) if !found.contains_key(&var) => {
                    found.insert(var, value);
                }
                _ => {
                    often.insert(var);
                }
            }
        }
    }
    found.retain(|var, _| !often.contains(var) && !program.vars[*var].addressed);
    found
}

/// Does the expression look like the pattern?
pub(super) fn expr(s: Shapes<'_>, node: &Node, id: ExprId, bound: &mut Bindings) -> bool {
    let p = s.program;
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
            Expr::Cast(a) if is_type(p, *ty, id) => expr(s, inner, a, bound),
            // A conversion to the same type is none.
            _ => is_type(p, *ty, id) && expr(s, inner, id, bound),
        };
    }
    match (&node.term, p.exprs.get(id)) {
        (Term::Int(value), Expr::Int(v)) => *value == v,
        (Term::Negated(a), Expr::Int(v)) => matches!(a.term, Term::Int(n) if -n == v),
        (Term::Negated(a), Expr::Unary(UnaryOp::Neg, b)) => expr(s, a, b, bound),
        (Term::Complement(a), Expr::Unary(UnaryOp::Not, b)) => expr(s, a, b, bound),
        (Term::Name(name), Expr::Function(f)) => p.names[p.functions[f].name] == **name,
        (Term::Address(a), Expr::Function(f)) => {
            matches!(&a.term, Term::Name(name) if p.names[p.functions[f].name] == **name)
        }
        (Term::Address(a), Expr::Address(place)) => self::place(s, a, place, bound),
        // An array stands for the address of its first element.
        (Term::Name(_), Expr::Address(place)) => match p.exprs.place(place) {
            Place::Index(array, first) => {
                p.exprs.int_value(first) == Some(0) && self::place(s, node, array, bound)
            }
            _ => false,
        },
        (Term::Not(a), Expr::Binary(BinaryOp::Eq, b, zero)) => {
            p.exprs.int_value(zero) == Some(0) && expr(s, a, b, bound)
        }
        (Term::Binary(op, a, b), Expr::Binary(found, x, y)) => {
            let same = match found {
                BinaryOp::PointerAdd => *op == BinaryOp::Add,
                BinaryOp::PointerDiff => *op == BinaryOp::Sub,
                found => *op == found,
            };
            same && expr(s, a, x, bound) && expr(s, b, y, bound)
        }
        (Term::Name(_) | Term::Deref(_) | Term::Field(..) | Term::Index(..), Expr::Load(place))
            if temporary(s, place).is_none() =>
        {
            self::place(s, node, place, bound)
        }
        (_, Expr::Load(place)) => match temporary(s, place) {
            Some(value) => expr(s, node, value, bound),
            None => false,
        },
        (_, Expr::Cast(a)) => expr(s, node, a, bound),
        _ => false,
    }
}

/// Does the place look like the pattern? A joker stands for the value in it.
pub(super) fn place(s: Shapes<'_>, node: &Node, id: PlaceId, bound: &mut Bindings) -> bool {
    let p = s.program;
    match (&node.term, p.exprs.place(id)) {
        (Term::Name(name), Place::Var(v)) => {
            p.names[p.vars[v].name] == **name && p.vars[v].kind != VarKind::Temporary
        }
        (Term::Deref(a), Place::Deref(pointer)) => expr(s, a, pointer, bound),
        (Term::Deref(a), Place::Index(array, first)) => {
            p.exprs.int_value(first) == Some(0) && place(s, a, array, bound)
        }
        (Term::Field(a, name), Place::Field(base, index)) => {
            let fields = p.types.fields(p.exprs.place_ty(base));
            let field = fields.get(index as usize).and_then(|f| f.name);
            field.is_some_and(|n| p.names[n] == **name) && place(s, a, base, bound)
        }
        (Term::Index(a, i), Place::Index(array, index)) => {
            place(s, a, array, bound) && expr(s, i, index, bound)
        }
        (Term::Index(a, i), Place::Deref(pointer)) => match p.exprs.get(pointer) {
            Expr::Binary(BinaryOp::PointerAdd, base, index) => {
                expr(s, a, base, bound) && expr(s, i, index, bound)
            }
            _ => matches!(i.term, Term::Int(0)) && expr(s, a, pointer, bound),
        },
        (Term::Cast(_, a), _) => place(s, a, id, bound),
        _ => false,
    }
}

/// What a temporary stands for.
fn temporary(s: Shapes<'_>, place: PlaceId) -> Option<ExprId> {
    match s.program.exprs.place(place) {
        Place::Var(var) => s.definitions.get(&var).copied(),
        _ => None,
    }
}

fn is_type(p: &Program, ty: CastType, id: ExprId) -> bool {
    match (ty, p.types.get(p.exprs.ty(id))) {
        (CastType::Int(kind), Type::Int(found)) => kind == found,
        (CastType::Pointer, Type::Pointer(_)) => true,
        _ => false,
    }
}

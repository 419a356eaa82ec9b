//! Expressions and places: the one expression language of the house.
//!
//! Expressions have no side effects, no implicit conversions, and a type; all
//! are hash-consed, so equal ids mean equal expressions. The same ids serve as
//! the operands of operations, the terms of the logic, predicates, shared facts
//! and witness invariants.
//!
//! *Invariant*: an expression is at most [`Exprs::MAX_DEPTH`] deep, so walking
//! one by recursion is safe. The front end cuts deeper ones with temporaries.

use crate::arith;
use crate::float;
use crate::ids::{ExprId, FunctionId, Id, PlaceId, TypeId, VarId};
use crate::logical::Logical;
use crate::types::{ArrayLength, Type, Types};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Neg,
    /// Bitwise complement.
    Not,
}

/// Operands of arithmetic and comparisons have one common type (of shifts, the
/// right operand has its own); comparisons give `int` 0 or 1. `>` and `>=` are
/// `Lt` and `Le` with their operands exchanged; `!x` is `x == 0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    /// Pointer plus an integer of type `ptrdiff_t`, counted in elements.
    PointerAdd,
    /// Difference of two pointers, counted in elements.
    PointerDiff,
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le)
    }

    pub fn symbol(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add | PointerAdd => "+",
            Sub | PointerDiff => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            And => "&",
            Or => "|",
            Xor => "^",
            Eq => "==",
            Ne => "!=",
            Lt => "<",
            Le => "<=",
        }
    }
}

/// A question about memory. Its answer is an `int`, 0 or 1, and depends on more
/// than values: on which objects live. Checks are made of these; C has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// May the place be read: does it lie in a living object?
    Readable(PlaceId),
    Writable(PlaceId),
    /// Is the pointer null, or does it point to the beginning of a living block?
    Freeable(ExprId),
    /// Is it the address of a function?
    Callable(ExprId),
    /// Is it the address of an element of a living object, seen as an array of what the
    /// pointer's type says?
    Allocated(ExprId),
    /// Does a live variable lead to every block?
    Tracked,
    /// Is every block freed?
    Released,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// A constant of integer or pointer type, as [`arith`] keeps values.
    Int(i128),
    /// A constant of floating type: the bits of its format.
    Float(u128),
    /// All bytes zero, of an aggregate type.
    Zero,
    /// The value stored in a place.
    Load(PlaceId),
    /// The address of a place.
    Address(PlaceId),
    /// The address of a function.
    Function(FunctionId),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// Conversion to the expression's type.
    Cast(ExprId),
    Query(Query),
    /// What only annotations say.
    Logical(Logical),
}

/// What can be assigned to and have its address taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Var(VarId),
    /// What the pointer points to.
    Deref(ExprId),
    /// A field of a record, by its index; of a complex number, 0 is the real
    /// part and 1 the imaginary.
    Field(PlaceId, u32),
    /// An element of an array (or vector).
    Index(PlaceId, ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node<T> {
    node: T,
    ty: TypeId,
    depth: u16,
    /// How many binders there must be around it, for its variables.
    free: u16,
}

/// What folding may assume about signed overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// An operation that overflows stays, so that checks can find it.
    Exact,
    /// Overflow wraps: for constant expressions, whose value is needed now.
    Wrap,
}

/// The maximum of depths, and that of numbers of binders.
fn larger(a: (u16, u16), b: (u16, u16)) -> (u16, u16) {
    (a.0.max(b.0), a.1.max(b.1))
}

/// All expressions and places of a program.
#[derive(Clone, Default)]
pub struct Exprs {
    exprs: IndexSet<Node<Expr>, FxBuildHasher>,
    places: IndexSet<Node<Place>, FxBuildHasher>,
}

impl Exprs {
    pub const MAX_DEPTH: u16 = 200;

    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    pub fn place_count(&self) -> usize {
        self.places.len()
    }

    #[inline]
    pub fn get(&self, id: ExprId) -> Expr {
        self.exprs[id.index()].node
    }

    #[inline]
    pub fn ty(&self, id: ExprId) -> TypeId {
        self.exprs[id.index()].ty
    }

    pub fn depth(&self, id: ExprId) -> u16 {
        self.exprs[id.index()].depth
    }

    /// How many binders there must be around the expression: none, if it is closed.
    pub fn free(&self, id: ExprId) -> u16 {
        self.exprs[id.index()].free
    }

    pub fn place_free(&self, id: PlaceId) -> u16 {
        self.places[id.index()].free
    }

    #[inline]
    pub fn place(&self, id: PlaceId) -> Place {
        self.places[id.index()].node
    }

    #[inline]
    pub fn place_ty(&self, id: PlaceId) -> TypeId {
        self.places[id.index()].ty
    }

    pub fn place_depth(&self, id: PlaceId) -> u16 {
        self.places[id.index()].depth
    }

    /// The variables that places name.
    pub fn mentioned_vars(&self) -> FxHashSet<VarId> {
        let vars = self.places.iter().filter_map(|p| match p.node {
            Place::Var(v) => Some(v),
            _ => None,
        });
        vars.collect()
    }

    /// The functions whose address is taken.
    pub fn mentioned_functions(&self) -> impl Iterator<Item = FunctionId> {
        self.exprs.iter().filter_map(|e| match e.node {
            Expr::Function(f) => Some(f),
            _ => None,
        })
    }

    /// The value of an integer (or absolute pointer) constant.
    pub fn int_value(&self, id: ExprId) -> Option<i128> {
        match self.get(id) {
            Expr::Int(v) => Some(v),
            _ => None,
        }
    }

    /// Interns `expr` as it is. `ty` is canonical.
    pub fn intern(&mut self, expr: Expr, ty: TypeId) -> ExprId {
        let of = |e: ExprId| (self.depth(e), self.free(e));
        let of_place = |p: PlaceId| (self.place_depth(p), self.place_free(p));
        let (inner, free) = match expr {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => (0, 0),
            Expr::Load(p) | Expr::Address(p) => of_place(p),
            Expr::Unary(_, a) | Expr::Cast(a) => of(a),
            Expr::Binary(_, a, b) => larger(of(a), of(b)),
            Expr::Query(q) => match q {
                Query::Readable(p) | Query::Writable(p) => of_place(p),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => of(e),
                Query::Tracked | Query::Released => (0, 0),
            },
            Expr::Logical(Logical::Bound(n)) => (0, (n as u16).saturating_add(1)),
            Expr::Logical(logical) => logical.parts().fold((0, 0), |most, (part, binds)| {
                let (depth, free) = of(part);
                larger(most, (depth, free.saturating_sub(binds as u16)))
            }),
        };
        let depth = 1 + inner;
        let node = Node {
            node: expr,
            ty,
            depth,
            free,
        };
        ExprId::new(self.exprs.insert_full(node).0)
    }

    /// Interns `place` as it is. `ty` is canonical.
    pub fn intern_place(&mut self, place: Place, ty: TypeId) -> PlaceId {
        let (inner, free) = match place {
            Place::Var(_) => (0, 0),
            Place::Deref(e) => (self.depth(e), self.free(e)),
            Place::Field(p, _) => (self.place_depth(p), self.place_free(p)),
            Place::Index(p, e) => larger(
                (self.place_depth(p), self.place_free(p)),
                (self.depth(e), self.free(e)),
            ),
        };
        let depth = 1 + inner;
        let node = Node {
            node: place,
            ty,
            depth,
            free,
        };
        PlaceId::new(self.places.insert_full(node).0)
    }

    // Constructors that keep expressions in a simple form.

    /// A constant; `value` is wrapped to the type.
    pub fn int(&mut self, types: &Types, value: i128, ty: TypeId) -> ExprId {
        let (bits, signed) = types.bits(ty).unwrap_or((128, true));
        self.intern(Expr::Int(arith::wrap(value, bits, signed)), ty)
    }

    pub fn var(&mut self, var: VarId, ty: TypeId) -> PlaceId {
        self.intern_place(Place::Var(var), ty)
    }

    /// The place that is a variable, if anything names it.
    pub fn find_var(&self, var: VarId, ty: TypeId) -> Option<PlaceId> {
        let node = Node {
            node: Place::Var(var),
            ty,
            depth: 1,
            free: 0,
        };
        self.places.get_index_of(&node).map(PlaceId::new)
    }

    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.place_ty(place);
        self.intern(Expr::Load(place), ty)
    }

    /// The value of a place, if some expression is that.
    pub fn find_load(&self, place: PlaceId) -> Option<ExprId> {
        let node = Node {
            node: Expr::Load(place),
            ty: self.place_ty(place),
            depth: 1 + self.place_depth(place),
            free: self.place_free(place),
        };
        self.exprs.get_index_of(&node).map(ExprId::new)
    }

    /// `*pointer` as a place of type `ty`; `*&place` is the place itself.
    pub fn deref(&mut self, pointer: ExprId, ty: TypeId) -> PlaceId {
        match self.get(pointer) {
            Expr::Address(place) if self.place_ty(place) == ty => place,
            _ => self.intern_place(Place::Deref(pointer), ty),
        }
    }

    /// `&place` with the pointer type `ty`; `&*pointer` is the pointer itself.
    pub fn address(&mut self, place: PlaceId, ty: TypeId) -> ExprId {
        match self.place(place) {
            Place::Deref(pointer) if self.ty(pointer) == ty => pointer,
            _ => self.intern(Expr::Address(place), ty),
        }
    }

    pub fn unary(&mut self, types: &Types, op: UnaryOp, a: ExprId, fold: Fold) -> ExprId {
        let ty = self.ty(a);
        let folded = match (self.get(a), types.get(ty)) {
            (Expr::Int(v), Type::Int(k)) => {
                let (bits, signed) = (types.model().int_bits(k), k.is_signed());
                match op {
                    UnaryOp::Not => Some(Expr::Int(arith::complement(v, bits, signed))),
                    UnaryOp::Neg => {
                        let r = arith::negate(v, bits, signed);
                        (!r.overflow || fold == Fold::Wrap).then_some(Expr::Int(r.value))
                    }
                }
            }
            (Expr::Float(v), Type::Float(k)) if op == UnaryOp::Neg => {
                Some(Expr::Float(float::negate(k, v)))
            }
            _ => None,
        };
        self.intern(folded.unwrap_or(Expr::Unary(op, a)), ty)
    }

    /// `a op b` of type `ty`, folded if both are constant.
    pub fn binary(
        &mut self,
        types: &Types,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        ty: TypeId,
        fold: Fold,
    ) -> ExprId {
        let folded = match (self.get(a), self.get(b)) {
            (Expr::Int(x), Expr::Int(y)) => {
                let (bits, signed) = types.bits(self.ty(a)).unwrap_or((128, true));
                arith::binary(op, x, y, bits, signed)
                    .filter(|r| !r.overflow || fold == Fold::Wrap)
                    .map(|r| Expr::Int(r.value))
            }
            (Expr::Float(x), Expr::Float(y)) => match types.float_kind(self.ty(a)) {
                Some(k) if op.is_comparison() => {
                    let order = float::compare(k, x, y);
                    let truth = match op {
                        BinaryOp::Eq => order.is_some_and(|o| o.is_eq()),
                        BinaryOp::Ne => order.is_none_or(|o| o.is_ne()),
                        BinaryOp::Lt => order.is_some_and(|o| o.is_lt()),
                        _ => order.is_some_and(|o| o.is_le()),
                    };
                    Some(Expr::Int(truth as i128))
                }
                Some(k) => float::binary(k, op, x, y).map(Expr::Float),
                None => None,
            },
            _ => None,
        };
        self.intern(folded.unwrap_or(Expr::Binary(op, a, b)), ty)
    }

    /// `pointer + count` elements; folded into the index where the pointer is
    /// the address of an array element and stays inside the array.
    pub fn pointer_add(&mut self, types: &Types, pointer: ExprId, count: ExprId) -> ExprId {
        let ty = self.ty(pointer);
        if let Some(n) = self.int_value(count) {
            if n == 0 {
                return pointer;
            }
            let size = types.pointee(ty).and_then(|t| types.stride_of(t.ty));
            match (self.get(pointer), size) {
                (Expr::Int(base), Some(size)) => {
                    return self.int(types, base + n * i128::from(size), ty);
                }
                (Expr::Address(element), _) => {
                    if let Some(moved) = self.move_index(types, element, n) {
                        return self.intern(Expr::Address(moved), ty);
                    }
                }
                _ => {}
            }
        }
        self.intern(Expr::Binary(BinaryOp::PointerAdd, pointer, count), ty)
    }

    fn move_index(&mut self, types: &Types, element: PlaceId, n: i128) -> Option<PlaceId> {
        let Place::Index(array, index) = self.place(element) else {
            return None;
        };
        let moved = self.int_value(index)? + n;
        let Type::Array {
            length: ArrayLength::Fixed(length),
            ..
        } = types.get(self.place_ty(array))
        else {
            return None;
        };
        if moved < 0 || moved > i128::from(length) {
            return None;
        }
        let index = self.int(types, moved, self.ty(index));
        Some(self.intern_place(Place::Index(array, index), self.place_ty(element)))
    }

    /// Conversion of `a` to the canonical type `ty`.
    pub fn cast(&mut self, types: &Types, a: ExprId, ty: TypeId) -> ExprId {
        let from = self.ty(a);
        if from == ty {
            return a;
        }
        let folded = match (self.get(a), types.get(ty)) {
            (Expr::Int(v), Type::Int(crate::IntKind::Bool)) => Some(Expr::Int((v != 0) as i128)),
            (Expr::Int(v), Type::Int(_) | Type::Pointer(_)) => {
                return self.int(types, v, ty);
            }
            (Expr::Int(v), Type::Float(k)) => {
                let unsigned = types.int_kind(from) == Some(crate::IntKind::UInt128);
                Some(Expr::Float(float::from_int(k, v, unsigned)))
            }
            (Expr::Float(v), Type::Float(to)) => types
                .float_kind(from)
                .map(|k| Expr::Float(float::convert(k, to, v))),
            (Expr::Float(v), Type::Int(crate::IntKind::Bool)) => types
                .float_kind(from)
                .map(|k| Expr::Int(!float::is_zero(k, v) as i128)),
            (Expr::Float(v), Type::Int(to)) => types.float_kind(from).and_then(|k| {
                float::to_int(k, v, types.model().int_bits(to), to.is_signed()).map(Expr::Int)
            }),
            // Between pointer types only the last cast matters.
            (Expr::Cast(inner), Type::Pointer(_))
                if types.is_pointer(from) && types.is_pointer(self.ty(inner)) =>
            {
                return self.cast(types, inner, ty);
            }
            _ => None,
        };
        self.intern(folded.unwrap_or(Expr::Cast(a)), ty)
    }

    /// The variable that a place lies in, if no pointer is followed.
    pub fn root(&self, mut place: PlaceId) -> Option<VarId> {
        loop {
            match self.place(place) {
                Place::Var(v) => return Some(v),
                Place::Deref(_) => return None,
                Place::Field(p, _) | Place::Index(p, _) => place = p,
            }
        }
    }

    /// Is the place known without evaluating anything: a variable, or fields
    /// and constant in-range elements of one? Reading or writing it cannot go
    /// wrong, so it does not count as a memory access.
    pub fn is_static(&self, types: &Types, mut place: PlaceId) -> bool {
        loop {
            match self.place(place) {
                Place::Var(_) => return true,
                Place::Deref(_) => return false,
                Place::Field(p, _) => place = p,
                Place::Index(p, i) => {
                    let length = match types.get(self.place_ty(p)) {
                        Type::Array {
                            length: ArrayLength::Fixed(n),
                            ..
                        } => n,
                        Type::Vector { length, .. } => length,
                        _ => return false,
                    };
                    match self.get(i) {
                        Expr::Int(v) if (0..i128::from(length)).contains(&v) => place = p,
                        _ => return false,
                    }
                }
            }
        }
    }
}

//! Operands: values and the places they are loaded from and stored to.
//!
//! A value is an expression not yet evaluated. It may read memory through at
//! most one place that is not static (`access`); combining two such values
//! first puts one of them into a temporary. That keeps the promise that an
//! operation makes at most one memory access.

use super::{Lowerer, Mode};
use program::{
    BinaryOp, Expr, ExprId, Exprs, Fold, FunctionId, Id, Initial, Op, Place, PlaceId, QualType,
    Qualifiers, Span, Type, TypeId, UnaryOp, Var, VarId, VarKind,
};

/// What an expression yields when its value is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub expr: ExprId,
    /// As declared; the expression's own type is the canonical one.
    pub ty: TypeId,
    /// Width of the bit-field it was read from.
    pub bit_width: Option<u8>,
    /// Does the expression read a place that is not static?
    pub access: bool,
}

impl Value {
    pub fn new(expr: ExprId, ty: TypeId) -> Value {
        Value {
            expr,
            ty,
            bit_width: None,
            access: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lvalue {
    pub place: PlaceId,
    pub ty: QualType,
    pub bit_width: Option<u8>,
}

/// What an expression denotes, before it is used as a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Value(Value),
    Place(Lvalue),
    /// An array of variable length, known by its address.
    Variable {
        pointer: Value,
        ty: QualType,
    },
    Function(FunctionId),
    /// A function known by its address.
    FunctionPointer {
        pointer: Value,
        ty: TypeId,
    },
}

impl Lowerer<'_> {
    // Emission.

    pub(super) fn emit(&mut self, op: Op, span: Span) {
        let span = if span.is_none() {
            self.statement_span
        } else {
            span
        };
        match &mut self.mode {
            Mode::Unevaluated => {}
            Mode::Constant { emitted } => *emitted = true,
            Mode::Formula => self.not_formal(span),
            Mode::Evaluate => match &mut self.body {
                Some(body) => body.emit(op, span),
                None => self.error(span, "expression is not constant"),
            },
        }
    }

    pub(super) fn unsupported(&mut self, what: &str, span: Span) {
        let what = self.p.names.intern(what);
        self.emit(Op::Unsupported { what }, span);
    }

    // Values.

    pub(super) fn error_value(&mut self) -> Value {
        let expr = self.p.exprs.int(&self.p.types, 0, self.int_ty());
        Value::new(expr, self.p.types.common.error)
    }

    pub(super) fn void_value(&mut self) -> Value {
        let expr = self.p.exprs.int(&self.p.types, 0, self.int_ty());
        Value::new(expr, self.p.types.common.void)
    }

    /// An integer constant.
    pub(super) fn int_value(&mut self, value: i128, ty: TypeId) -> Value {
        let canonical = self.p.types.canonical(ty);
        let expr = self.p.exprs.int(&self.p.types, value, canonical);
        Value::new(expr, ty)
    }

    /// A floating constant.
    pub(super) fn float_value(&mut self, bits: u128, ty: TypeId) -> Value {
        let canonical = self.p.types.canonical(ty);
        Value::new(self.p.exprs.intern(Expr::Float(bits), canonical), ty)
    }

    pub(super) fn constant_of(&self, value: Value) -> Option<i128> {
        self.p.exprs.int_value(value.expr)
    }

    fn fold(&self) -> Fold {
        match self.mode {
            Mode::Constant { .. } => Fold::Wrap,
            Mode::Evaluate | Mode::Unevaluated | Mode::Formula => Fold::Exact,
        }
    }

    /// `a op b` on operands already converted, with a result of type `ty`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        ty: TypeId,
        span: Span,
    ) -> Value {
        let (a, b) = self.one_access(a, b, span);
        let (a, b) = (self.flatten(a), self.flatten(b));
        let canonical = self.p.types.canonical(ty);
        let fold = self.fold();
        let expr = self
            .p
            .exprs
            .binary(&self.p.types, op, a.expr, b.expr, canonical, fold);
        Value {
            expr,
            ty,
            bit_width: None,
            access: a.access || b.access,
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: Value) -> Value {
        let a = self.flatten(a);
        let fold = self.fold();
        Value {
            expr: self.p.exprs.unary(&self.p.types, op, a.expr, fold),
            bit_width: None,
            ..a
        }
    }

    /// `a op b` as an `int`, for comparable operands.
    pub(super) fn compare(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        let int = self.int_ty();
        self.binary(op, a, b, int, span)
    }

    /// Sees to it that at most one of two values accesses memory.
    fn one_access(&mut self, a: Value, b: Value, span: Span) -> (Value, Value) {
        if a.access && b.access {
            (self.spill(a, span), b)
        } else {
            (a, b)
        }
    }

    /// Cuts an expression that grows too deep.
    pub(super) fn flatten(&mut self, value: Value) -> Value {
        if self.p.exprs.depth(value.expr) + 8 < Exprs::MAX_DEPTH {
            value
        } else if self.mode == Mode::Formula {
            self.too_deep()
        } else {
            self.spill(value, Span::NONE)
        }
    }

    /// Puts the value into a temporary.
    pub(super) fn spill(&mut self, value: Value, span: Span) -> Value {
        if self.is_error(value.ty) || self.mode == Mode::Formula {
            return value;
        }
        let place = self.temporary_of(value);
        self.emit(
            Op::Assign {
                to: place,
                value: value.expr,
            },
            span,
        );
        Value {
            expr: self.p.exprs.load(place),
            access: false,
            ..value
        }
    }

    /// The value as one that later effects do not change.
    pub(super) fn stabilize(&mut self, value: Value, span: Span) -> Value {
        if self.is_stable(value.expr) {
            value
        } else {
            self.spill(value, span)
        }
    }

    /// The place with everything that leads to it fixed now.
    pub(super) fn stabilize_place(&mut self, place: PlaceId, span: Span) -> PlaceId {
        let ty = self.p.exprs.place_ty(place);
        match self.p.exprs.place(place) {
            Place::Var(_) => place,
            Place::Deref(e) => {
                let e = self.stabilize_expr(e, span);
                self.p.exprs.deref(e, ty)
            }
            Place::Field(base, i) => {
                let base = self.stabilize_place(base, span);
                self.p.exprs.intern_place(Place::Field(base, i), ty)
            }
            Place::Index(base, i) => {
                let base = self.stabilize_place(base, span);
                let i = self.stabilize_expr(i, span);
                self.p.exprs.intern_place(Place::Index(base, i), ty)
            }
        }
    }

    fn stabilize_expr(&mut self, expr: ExprId, span: Span) -> ExprId {
        let value = Value::new(expr, self.p.exprs.ty(expr));
        self.stabilize(value, span).expr
    }

    /// Can no assignment elsewhere, call or `free` change the expression's value?
    fn is_stable(&self, expr: ExprId) -> bool {
        match self.p.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => true,
            Expr::Load(place) => match self.p.exprs.place(place) {
                Place::Var(v) => self.is_private(v),
                _ => false,
            },
            Expr::Address(place) => self.is_stable_place(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.is_stable(a),
            Expr::Binary(_, a, b) => self.is_stable(a) && self.is_stable(b),
            Expr::Query(_) | Expr::Logical(_) => false,
        }
    }

    fn is_stable_place(&self, place: PlaceId) -> bool {
        match self.p.exprs.place(place) {
            Place::Var(_) => true,
            Place::Deref(e) => self.is_stable(e),
            Place::Field(base, _) => self.is_stable_place(base),
            Place::Index(base, i) => self.is_stable_place(base) && self.is_stable(i),
        }
    }

    /// A variable that only assignments naming it can change. Of two such
    /// effects in one expression, C leaves the order open.
    fn is_private(&self, var: VarId) -> bool {
        let v = &self.p.vars[var];
        match v.kind {
            VarKind::Temporary => true,
            VarKind::Local | VarKind::Parameter => {
                self.p.types.is_scalar(v.ty)
                    && self
                        .body
                        .as_ref()
                        .is_some_and(|b| !b.addressed.contains(&v.name))
            }
            VarKind::Global(_) | VarKind::Static | VarKind::Literal => false,
        }
    }

    // Temporaries.

    pub(super) fn temporary(&mut self, ty: TypeId) -> VarId {
        let canonical = self.p.types.canonical(ty);
        let count = match (&self.mode, &mut self.body) {
            (Mode::Evaluate, Some(body)) => {
                body.temporaries += 1;
                body.temporaries - 1
            }
            _ => {
                if let Some(&var) = self.scratch.get(&canonical) {
                    return var;
                }
                self.scratch.len()
            }
        };
        let name = self.temporary_name(count);
        let var = self.add_var(name, QualType::plain(ty), VarKind::Temporary, Span::NONE);
        match (&self.mode, &mut self.body) {
            (Mode::Evaluate, Some(body)) => body.locals.push(var),
            _ => {
                self.scratch.insert(canonical, var);
            }
        }
        var
    }

    pub(super) fn temporary_place(&mut self, ty: TypeId) -> PlaceId {
        let var = self.temporary(ty);
        self.p.exprs.var(var, self.p.vars[var].ty)
    }

    /// A temporary that can hold the value; its type is the expression's.
    fn temporary_of(&mut self, value: Value) -> PlaceId {
        let ty = self.p.exprs.ty(value.expr);
        self.temporary_place(ty)
    }

    pub(super) fn add_var(
        &mut self,
        name: program::Name,
        declared: QualType,
        kind: VarKind,
        span: Span,
    ) -> VarId {
        let function = match kind {
            VarKind::Parameter | VarKind::Local | VarKind::Temporary => {
                self.body.as_ref().map(|b| b.function)
            }
            VarKind::Global(_) | VarKind::Static | VarKind::Literal => None,
        };
        self.p.vars.push(Var {
            name,
            ty: self.p.types.canonical(declared.ty),
            declared,
            kind,
            function,
            initial: Initial::Indeterminate,
            extra_bytes: 0,
            align: None,
            thread_local: false,
            defined: true,
            addressed: false,
            weak: false,
            shadow: 0,
            ghost: false,
            span,
        })
    }

    // Places.

    pub(super) fn var_place(&mut self, var: VarId) -> PlaceId {
        self.p.exprs.var(var, self.p.vars[var].ty)
    }

    pub(super) fn field_place(&mut self, base: PlaceId, index: u32) -> PlaceId {
        let ty = self.p.types.fields(self.p.exprs.place_ty(base))[index as usize].ty;
        self.p.exprs.intern_place(Place::Field(base, index), ty)
    }

    /// The place a pointer value points to. Reads of memory that lead there
    /// come first.
    pub(super) fn deref_place(&mut self, pointer: Value, ty: TypeId, span: Span) -> PlaceId {
        let pointer = if pointer.access {
            self.spill(pointer, span)
        } else {
            self.flatten(pointer)
        };
        let canonical = self.p.types.canonical(ty);
        self.p.exprs.deref(pointer.expr, canonical)
    }

    pub(super) fn is_static(&self, place: PlaceId) -> bool {
        self.p.exprs.is_static(&self.p.types, place)
    }

    /// Stores a value of the place's type.
    pub(super) fn assign(&mut self, to: PlaceId, value: Value, span: Span) {
        if self.is_error(value.ty) {
            return;
        }
        let value = if value.access && !self.is_static(to) {
            self.spill(value, span)
        } else {
            value
        };
        self.emit(
            Op::Assign {
                to,
                value: value.expr,
            },
            span,
        );
    }

    /// The value that an operand has: loads places, lets arrays and functions
    /// decay to pointers (C11 6.3.2.1).
    pub(super) fn rvalue(&mut self, operand: Operand, span: Span) -> Value {
        match operand {
            Operand::Value(v) => v,
            Operand::Place(lvalue) => self.load(lvalue, span),
            Operand::Variable { pointer, ty } => {
                let Type::Array { element, .. } = self.ty(ty.ty) else {
                    return self.error_value();
                };
                let ty = self.p.types.intern(Type::Pointer(element));
                self.cast(pointer, ty)
            }
            Operand::Function(function) => {
                let declared = self.p.functions[function].declared;
                let ty = self.p.types.pointer_to(declared);
                let canonical = self.p.types.canonical(ty);
                Value::new(self.p.exprs.intern(Expr::Function(function), canonical), ty)
            }
            Operand::FunctionPointer { pointer, .. } => pointer,
        }
    }

    fn load(&mut self, lvalue: Lvalue, span: Span) -> Value {
        match self.ty(lvalue.ty.ty) {
            Type::Array { element, .. } => {
                let element = element.with(lvalue.ty.quals.without(Qualifiers::ATOMIC));
                self.decay(lvalue.place, element)
            }
            Type::Error => self.error_value(),
            Type::Void => self.void_value(),
            _ if !self.p.types.is_complete(lvalue.ty.ty) => {
                let message = format!("{} is an incomplete type", self.quoted(lvalue.ty.ty));
                self.error(span, message);
                self.error_value()
            }
            _ => Value {
                expr: self.p.exprs.load(lvalue.place),
                ty: lvalue.ty.ty,
                bit_width: lvalue.bit_width,
                access: !self.is_static(lvalue.place),
            },
        }
    }

    /// The address of an array's first element.
    fn decay(&mut self, array: PlaceId, element: QualType) -> Value {
        let zero = self
            .p
            .exprs
            .int(&self.p.types, 0, self.p.types.common.ptrdiff);
        let ty = self.p.types.canonical(element.ty);
        let first = self.p.exprs.intern_place(Place::Index(array, zero), ty);
        let pointer = self.p.types.intern(Type::Pointer(element));
        self.address_of(first, pointer)
    }

    /// The address of a place, as a pointer of the declared type `ty`.
    pub(super) fn address_of(&mut self, place: PlaceId, ty: TypeId) -> Value {
        if let Some(var) = self.p.exprs.root(place) {
            self.p.vars[var].addressed = true;
        }
        let canonical = self.p.types.canonical(ty);
        // `&((struct s *)0)->member`, the old way to write `offsetof`.
        if let Some(address) = self.absolute_address(place) {
            let expr = self.p.exprs.int(&self.p.types, address, canonical);
            return Value::new(expr, ty);
        }
        let expr = match self.p.exprs.place(place) {
            // `&*p` and `&p[0]` are the pointer itself.
            Place::Deref(pointer) => self.p.exprs.cast(&self.p.types, pointer, canonical),
            _ => self.p.exprs.intern(Expr::Address(place), canonical),
        };
        Value::new(expr, ty)
    }

    /// The address of a place that lies at a constant address.
    fn absolute_address(&self, place: PlaceId) -> Option<i128> {
        let exprs = &self.p.exprs;
        match exprs.place(place) {
            Place::Var(_) => None,
            Place::Deref(pointer) => exprs.int_value(pointer),
            Place::Field(base, _) | Place::Index(base, _) => {
                Some(self.absolute_address(base)? + self.step_offset(place)?)
            }
        }
    }

    /// Bytes from the base of a field or element place to the place itself.
    fn step_offset(&self, place: PlaceId) -> Option<i128> {
        let exprs = &self.p.exprs;
        match exprs.place(place) {
            Place::Var(_) | Place::Deref(_) => Some(0),
            Place::Field(base, i) => {
                let fields = self.p.types.fields(exprs.place_ty(base));
                Some(i128::from(fields.get(i as usize)?.offset))
            }
            Place::Index(_, i) => {
                let size = self.p.types.size_of(exprs.place_ty(place))?;
                Some(exprs.int_value(i)? * i128::from(size))
            }
        }
    }

    /// The variable and constant byte offset that an address constant means.
    pub(super) fn static_address(&self, expr: ExprId) -> Option<(VarId, i128)> {
        let exprs = &self.p.exprs;
        match exprs.get(expr) {
            Expr::Address(place) => self.static_place(place),
            Expr::Cast(a)
                if self.p.types.size_of(exprs.ty(a)) == self.p.types.size_of(exprs.ty(expr)) =>
            {
                self.static_address(a)
            }
            Expr::Binary(BinaryOp::PointerAdd, a, b) => {
                let (var, offset) = self.static_address(a)?;
                let pointee = self.p.types.pointee(exprs.ty(a))?;
                let stride = i128::from(self.p.types.stride_of(pointee.ty)?);
                Some((var, offset + exprs.int_value(b)? * stride))
            }
            _ => None,
        }
    }

    fn static_place(&self, place: PlaceId) -> Option<(VarId, i128)> {
        match self.p.exprs.place(place) {
            Place::Var(v) => Some((v, 0)),
            Place::Deref(_) => None,
            Place::Field(base, _) | Place::Index(base, _) => {
                let (var, offset) = self.static_place(base)?;
                Some((var, offset + self.step_offset(place)?))
            }
        }
    }

    /// A string literal as an object of its own.
    pub(super) fn literal(&mut self, bytes: &[u8], ty: TypeId, span: Span) -> VarId {
        if self.mode == Mode::Unevaluated {
            return self.temporary(ty);
        }
        let name = self.known.anonymous;
        let var = self.add_var(name, QualType::plain(ty), VarKind::Literal, span);
        self.p.vars[var].initial = Initial::Bytes(bytes.into());
        var
    }

    /// Number used to tell apart variables of one name in one function.
    pub(super) fn shadow_number(&mut self, var: VarId) {
        let name = self.p.vars[var].name;
        if let Some(body) = &mut self.body {
            let count = body.name_uses.entry(name).or_insert(0);
            self.p.vars[var].shadow = *count;
            *count += 1;
        }
        debug_assert!(var.index() < self.p.vars.len());
    }
}

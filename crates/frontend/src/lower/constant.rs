//! Constant expressions (C11 6.6): lowering with nothing emitted.

use super::value::Value;
use super::{Lowerer, Mode};
use crate::ast;
use program::{BinaryOp, Expr, ExprId, Initial, Place, PlaceId, Qualifiers, VarKind};

impl Lowerer<'_> {
    /// The value of an integer constant expression; None after an error.
    pub(super) fn constant_int(&mut self, e: &ast::Expr<'_>) -> Option<i128> {
        match self.probe_constant(e)? {
            Some(value) => Some(value),
            None => {
                self.error(e.span, "expression is not constant");
                None
            }
        }
    }

    /// Some(None) if the expression is right but not an integer constant; None
    /// after an error.
    pub(super) fn probe_constant(&mut self, e: &ast::Expr<'_>) -> Option<Option<i128>> {
        // A statement expression is not constant, and must not be lowered twice:
        // what it declares may nest.
        if e.contains_statement() {
            return Some(None);
        }
        let errors = self.diagnostics.len();
        let (value, constant) = self.constant_value(e);
        if self.is_error(value.ty) || self.diagnostics[errors..].iter().any(|d| d.is_error()) {
            return None;
        }
        let is_integer = self.p.types.is_integer(value.ty);
        Some(self.constant_of(value).filter(|_| constant && is_integer))
    }

    /// The value of an expression, and whether it could be had without
    /// evaluating anything at run time.
    pub(super) fn constant_value(&mut self, e: &ast::Expr<'_>) -> (Value, bool) {
        let constant = Mode::Constant { emitted: false };
        let (value, mode) = self.in_mode(constant, |s| s.value(e));
        (value, mode == constant)
    }

    /// The value of an initialiser of static storage.
    pub(super) fn static_value(&mut self, e: &ast::Expr<'_>) -> Value {
        let errors = self.diagnostics.len();
        let (mut value, constant) = self.constant_value(e);
        if self.is_error(value.ty)
            || self.diagnostics.len() > errors
                && self.diagnostics[errors..].iter().any(|d| d.is_error())
        {
            return self.error_value();
        }
        if let Some(known) = self.known_load(value.expr) {
            value.expr = known;
            value.access = false;
        }
        if !constant || !self.is_address_constant(value.expr) {
            self.error(e.span, "initializer is not constant");
            return self.error_value();
        }
        value
    }

    /// What a `const` variable was initialised with, or an element of a string
    /// literal; gcc takes those as constant.
    fn known_load(&mut self, expr: ExprId) -> Option<ExprId> {
        let Expr::Load(place) = self.p.exprs.get(expr) else {
            return None;
        };
        if let Some(value) = self.literal_element(place) {
            let ty = self.p.exprs.ty(expr);
            return Some(self.p.exprs.int(&self.p.types, value, ty));
        }
        let Place::Var(var) = self.p.exprs.place(place) else {
            return None;
        };
        let var = &self.p.vars[var];
        match &var.initial {
            Initial::Items(items) if var.declared.quals.contains(Qualifiers::CONST) => {
                match items[..] {
                    [(p, value)] if p == place => Some(value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The character in an element of a string literal; behind its text are zeros.
    fn literal_element(&self, place: PlaceId) -> Option<i128> {
        let exprs = &self.p.exprs;
        let Place::Index(array, index) = exprs.place(place) else {
            return None;
        };
        let Place::Var(var) = exprs.place(array) else {
            return None;
        };
        let (Initial::Bytes(bytes), VarKind::Literal) =
            (&self.p.vars[var].initial, self.p.vars[var].kind)
        else {
            return None;
        };
        let (8, signed) = self.p.types.bits(exprs.place_ty(place))? else {
            return None;
        };
        let index = u64::try_from(exprs.int_value(index)?).ok()?;
        if index >= self.p.object_size(var)? {
            return None;
        }
        let byte = bytes.get(index as usize).copied().unwrap_or(0);
        Some(program::arith::wrap(i128::from(byte), 8, signed))
    }

    /// A number, an address of static storage, or such an address and an offset.
    pub(super) fn is_address_constant(&self, expr: ExprId) -> bool {
        let exprs = &self.p.exprs;
        match exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => true,
            Expr::Address(place) => self.is_static_storage(place),
            Expr::Cast(a) => self.is_address_constant(a),
            Expr::Unary(_, a) => self.is_address_constant(a),
            Expr::Binary(op, a, b) => {
                matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Sub
                        | BinaryOp::PointerAdd
                        | BinaryOp::Eq
                        | BinaryOp::Ne
                        | BinaryOp::PointerDiff
                ) && self.is_address_constant(a)
                    && self.is_address_constant(b)
            }
            Expr::Query(_) | Expr::Logical(_) => false,
            // A string literal that initialises an array member.
            Expr::Load(place) => match exprs.place(place) {
                Place::Var(v) => self.p.vars[v].kind == VarKind::Literal,
                _ => false,
            },
        }
    }

    fn is_static_storage(&self, place: PlaceId) -> bool {
        match self.p.exprs.place(place) {
            Place::Var(v) => self.p.vars[v].kind.is_static(),
            Place::Deref(e) => self.is_address_constant(e),
            Place::Field(base, _) => self.is_static_storage(base),
            Place::Index(base, i) => {
                self.is_static_storage(base) && self.p.exprs.int_value(i).is_some()
            }
        }
    }

    pub(super) fn static_assert(&mut self, a: ast::StaticAssert<'_>) {
        if self.constant_int(a.condition) == Some(0) {
            let message = match a.message {
                Some(m) => format!(
                    "static assertion failed: {}",
                    String::from_utf8_lossy(m.bytes)
                ),
                None => "static assertion failed".to_owned(),
            };
            self.error(a.condition.span, message);
        }
    }
}

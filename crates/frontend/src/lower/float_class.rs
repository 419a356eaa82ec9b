//! Built-in functions that classify and compare floating-point numbers.

use super::Lowerer;
use super::builtin::Arguments;
use super::value::Value;
use crate::ast::{self};
use program::{BinaryOp, FloatKind, Span, Type, UnaryOp};

impl Lowerer<'_> {
    pub(super) fn float_constant(&mut self, kind: FloatKind, text: &str) -> Value {
        let bits = program::float::parse(kind, text).unwrap_or(0);
        let ty = self.p.types.float(kind);
        self.float_value(bits, ty)
    }

    /// An argument of a given or, if none is, of its own floating type.
    fn float_argument(
        &mut self,
        e: &ast::Expr<'_>,
        kind: Option<FloatKind>,
    ) -> Option<(Value, FloatKind)> {
        let value = self.value(e);
        let value = match (kind, self.ty(value.ty)) {
            (None, Type::Float(_)) => value,
            _ => {
                let ty = self.p.types.float(kind.unwrap_or(FloatKind::Double));
                self.convert(value, ty, e.span)
            }
        };
        let value = self.spill(value, e.span);
        let kind = self.p.types.float_kind(value.ty)?;
        Some((value, kind))
    }

    pub(super) fn classify(
        &mut self,
        name: &str,
        e: &ast::Expr<'_>,
        kind: Option<FloatKind>,
        span: Span,
    ) -> Value {
        let Some((x, kind)) = self.float_argument(e, kind) else {
            return self.error_value();
        };
        self.classified(name, x, kind, span)
    }

    fn classified(&mut self, name: &str, x: Value, kind: FloatKind, span: Span) -> Value {
        let int = self.int_ty();
        let inf = self.float_constant(kind, "inf");
        let minus_inf = self.unary(UnaryOp::Neg, inf);
        match name {
            "isnan" => self.compare(BinaryOp::Ne, x, x, span),
            "isinf" => {
                let a = self.compare(BinaryOp::Eq, x, inf, span);
                let b = self.compare(BinaryOp::Eq, x, minus_inf, span);
                self.binary(BinaryOp::Or, a, b, int, span)
            }
            "isinf_sign" => {
                let a = self.compare(BinaryOp::Eq, x, inf, span);
                let b = self.compare(BinaryOp::Eq, x, minus_inf, span);
                self.binary(BinaryOp::Sub, a, b, int, span)
            }
            "isnormal" => {
                let finite = self.classified("isfinite", x, kind, span);
                let smallest = match kind.format() {
                    FloatKind::Float16 => "0x1p-14",
                    FloatKind::Float => "0x1p-126",
                    FloatKind::Double => "0x1p-1022",
                    _ => "0x1p-16382",
                };
                let least = self.float_constant(kind, smallest);
                let minus = self.unary(UnaryOp::Neg, least);
                let a = self.compare(BinaryOp::Le, least, x, span);
                let b = self.compare(BinaryOp::Le, x, minus, span);
                let large = self.binary(BinaryOp::Or, a, b, int, span);
                self.binary(BinaryOp::And, finite, large, int, span)
            }
            // Finite: strictly between the infinities.
            _ => {
                let a = self.compare(BinaryOp::Lt, minus_inf, x, span);
                let b = self.compare(BinaryOp::Lt, x, inf, span);
                self.binary(BinaryOp::And, a, b, int, span)
            }
        }
    }

    /// `fpclassify(nan, infinite, normal, subnormal, zero, x)`: the classes
    /// exclude each other, so their values can be added up.
    pub(super) fn fpclassify(&mut self, arguments: Arguments<'_, '_>, span: Span) -> Value {
        let int = self.int_ty();
        let mut classes = Vec::new();
        for a in &arguments[..5] {
            let value = self.value(a);
            let value = self.convert(value, int, a.span);
            classes.push(self.spill(value, a.span));
        }
        let Some((x, kind)) = self.float_argument(arguments[5], None) else {
            return self.error_value();
        };
        let zero = self.float_constant(kind, "0");
        let is_zero = self.compare(BinaryOp::Eq, x, zero, span);
        let finite = self.classified("isfinite", x, kind, span);
        let normal = self.classified("isnormal", x, kind, span);
        let special = self.binary(BinaryOp::Or, normal, is_zero, int, span);
        let subnormal = self.compare(BinaryOp::Lt, special, finite, span);
        let nan = self.classified("isnan", x, kind, span);
        let infinite = self.classified("isinf", x, kind, span);
        let mut sum = self.int_value(0, int);
        for (truth, class) in [nan, infinite, normal, subnormal, is_zero]
            .into_iter()
            .zip(classes)
        {
            let term = self.binary(BinaryOp::Mul, truth, class, int, span);
            sum = self.binary(BinaryOp::Add, sum, term, int, span);
        }
        sum
    }

    pub(super) fn float_comparison(
        &mut self,
        name: &str,
        arguments: Arguments<'_, '_>,
        span: Span,
    ) -> Value {
        let (Some((a, _)), Some((b, _))) = (
            self.float_argument(arguments[0], None),
            self.float_argument(arguments[1], None),
        ) else {
            return self.error_value();
        };
        let (a, b) = self.usual_conversions(a, b);
        let int = self.int_ty();
        match name {
            "isgreater" => self.compare(BinaryOp::Lt, b, a, span),
            "isgreaterequal" => self.compare(BinaryOp::Le, b, a, span),
            "isless" => self.compare(BinaryOp::Lt, a, b, span),
            "islessequal" => self.compare(BinaryOp::Le, a, b, span),
            "islessgreater" => {
                let less = self.compare(BinaryOp::Lt, a, b, span);
                let greater = self.compare(BinaryOp::Lt, b, a, span);
                self.binary(BinaryOp::Or, less, greater, int, span)
            }
            _ => {
                let x = self.compare(BinaryOp::Ne, a, a, span);
                let y = self.compare(BinaryOp::Ne, b, b, span);
                self.binary(BinaryOp::Or, x, y, int, span)
            }
        }
    }
}

//! Promotions, the usual arithmetic conversions, implicit conversions and
//! compatibility of types (C11 6.2.7, 6.3, 6.5.16.1).

use super::Lowerer;
use super::value::Value;
use program::{
    ArrayLength, BinaryOp, Expr, FloatKind, IntKind, QualType, Qualifiers, Signature, Span, Type,
    TypeId,
};

/// What a value is converted for.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Assigning,
    Initializing,
    Passing,
    Returning,
    Computing,
}

impl Lowerer<'_> {
    /// The type that an integer type (or a bit-field of it) is promoted to.
    pub(super) fn promoted(&mut self, ty: TypeId, width: Option<u8>) -> TypeId {
        let Some(kind) = self.p.types.int_kind(ty) else {
            return ty;
        };
        let int_bits = self.p.model().int_bits(IntKind::Int);
        if let Some(width) = width {
            // Only a bit-field that fits `int` is promoted (C11 6.3.1.1).
            return if u32::from(width) < int_bits
                || (u32::from(width) == int_bits && kind.is_signed())
            {
                self.int_ty()
            } else if u32::from(width) == int_bits {
                self.p.types.common.unsigned
            } else {
                self.p.types.int(kind)
            };
        }
        if kind.rank() < IntKind::Int.rank() {
            self.int_ty()
        } else {
            self.p.types.int(kind)
        }
    }

    pub(super) fn promote(&mut self, value: Value) -> Value {
        let ty = self.promoted(value.ty, value.bit_width);
        self.cast(value, ty)
    }

    /// The width of a bit-field that is wider than `int`. C leaves its type open;
    /// gcc gives it one of just so many bits, to which all results are cut.
    pub(super) fn wide(&self, value: Value) -> Option<u8> {
        let int_bits = self.p.model().int_bits(IntKind::Int);
        value.bit_width.filter(|&width| {
            let bits = self.p.types.bits(value.ty).map_or(0, |(bits, _)| bits);
            (int_bits + 1..bits).contains(&u32::from(width))
        })
    }

    /// The common type of two integers of which at least one is a wide bit-field,
    /// and how many bits of it there are if not all: more bits win.
    pub(super) fn wide_common_type(&mut self, a: Value, b: Value) -> (TypeId, Option<u8>) {
        let (x, y) = (self.wide(a), self.wide(b));
        let (s, t) = (
            self.promoted(a.ty, a.bit_width),
            self.promoted(b.ty, b.bit_width),
        );
        let bits = |width: Option<u8>, ty: TypeId| match width {
            Some(width) => u32::from(width),
            None => self.p.types.bits(ty).map_or(0, |(bits, _)| bits),
        };
        match bits(x, s).cmp(&bits(y, t)) {
            std::cmp::Ordering::Greater => (s, x),
            std::cmp::Ordering::Less => (t, y),
            std::cmp::Ordering::Equal => (self.common_type(s, t), x),
        }
    }

    /// Cuts a value to so many bits, if a number is given.
    pub(super) fn narrow(&mut self, value: Value, width: Option<u8>, span: Span) -> Value {
        let (Some(width), Some(kind)) = (width, self.p.types.int_kind(value.ty)) else {
            return value;
        };
        let ty = value.ty;
        let cut = if kind.is_signed() {
            let (int, unsigned) = (self.int_ty(), self.p.types.int(kind.to_unsigned()));
            let lost = self.p.model().int_bits(kind) - u32::from(width);
            let lost = self.int_value(i128::from(lost), int);
            let value = self.cast(value, unsigned);
            let value = self.binary(BinaryOp::Shl, value, lost, unsigned, span);
            let value = self.cast(value, ty);
            self.binary(BinaryOp::Shr, value, lost, ty, span)
        } else {
            let mask = self.int_value((1 << width) - 1, ty);
            self.binary(BinaryOp::And, value, mask, ty, span)
        };
        Value {
            bit_width: Some(width),
            ..cut
        }
    }

    /// What an argument without a prototype is converted to.
    pub(super) fn promote_argument(&mut self, value: Value) -> Value {
        match self.ty(value.ty) {
            Type::Float(FloatKind::Float) => {
                let double = self.p.types.common.double;
                self.cast(value, double)
            }
            _ => self.promote(value),
        }
    }

    /// The common type of two arithmetic types.
    pub(super) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        match (self.ty(a), self.ty(b)) {
            (Type::Complex(x), Type::Complex(y)) => self.complex(x.max(y)),
            (Type::Complex(x), Type::Float(y)) | (Type::Float(y), Type::Complex(x)) => {
                self.complex(x.max(y))
            }
            (Type::Complex(x), _) | (_, Type::Complex(x)) => self.complex(x),
            (Type::Float(x), Type::Float(y)) => self.p.types.float(x.max(y)),
            (Type::Float(_), _) => a,
            (_, Type::Float(_)) => b,
            _ => {
                let (a, b) = (self.promoted(a, None), self.promoted(b, None));
                match (self.p.types.int_kind(a), self.p.types.int_kind(b)) {
                    (Some(x), Some(y)) => {
                        let kind = self.common_int(x, y);
                        self.p.types.int(kind)
                    }
                    _ => self.p.types.common.error,
                }
            }
        }
    }

    fn complex(&mut self, kind: FloatKind) -> TypeId {
        self.p.types.intern(Type::Complex(kind))
    }

    fn common_int(&self, a: IntKind, b: IntKind) -> IntKind {
        if a.is_signed() == b.is_signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
        let model = self.p.model();
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if model.int_bits(signed) > model.int_bits(unsigned) {
            signed
        } else {
            signed.to_unsigned()
        }
    }

    /// Converts two arithmetic operands to their common type.
    pub(super) fn usual_conversions(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = (self.promote_bits(a), self.promote_bits(b));
        let ty = self.common_type(a.ty, b.ty);
        (self.cast(a, ty), self.cast(b, ty))
    }

    /// Promotes bit-fields, whose width the type alone does not tell.
    fn promote_bits(&mut self, value: Value) -> Value {
        match value.bit_width {
            Some(_) => self.promote(value),
            None => value,
        }
    }

    /// An explicit or already checked conversion. Converting to `void` is the
    /// caller's affair.
    pub(super) fn cast(&mut self, value: Value, ty: TypeId) -> Value {
        let canonical = self.p.types.canonical(ty);
        if self.is_error(value.ty) || self.is_error(ty) {
            return self.error_value();
        }
        // gcc extends a pointer by its sign where the integer is wider.
        let wider = self.p.types.is_integer(canonical)
            && self.p.types.size_of(canonical) > Some(self.p.model().pointer_size());
        let ptrdiff = self.p.types.common.ptrdiff;
        let value = if wider && self.p.types.is_pointer(value.ty) {
            self.cast(value, ptrdiff)
        } else {
            value
        };
        let from = self.p.exprs.ty(value.expr);
        let value = if from == canonical {
            value
        } else {
            self.flatten(value)
        };
        let simple = |t: Type| !matches!(t, Type::Complex(_) | Type::Vector { .. });
        if from == canonical || (simple(self.ty(from)) && simple(self.ty(canonical))) {
            return Value {
                expr: self.p.exprs.cast(&self.p.types, value.expr, canonical),
                ty,
                bit_width: None,
                access: value.access,
            };
        }
        self.cast_complex(value, ty)
    }

    /// Conversion as if by assignment.
    pub(super) fn convert(&mut self, value: Value, to: TypeId, span: Span) -> Value {
        self.convert_for(Purpose::Computing, value, to, span)
    }

    /// Conversion for assignment, initialisation, argument passing and return.
    pub(super) fn convert_for(
        &mut self,
        purpose: Purpose,
        value: Value,
        to: TypeId,
        span: Span,
    ) -> Value {
        if self.is_error(value.ty) || self.is_error(to) {
            return self.error_value();
        }
        let (from, target) = (self.ty(value.ty), self.ty(to));
        let fine = match (from, target) {
            (Type::Void, _) => {
                self.error(span, "void value not ignored as it ought to be");
                return self.error_value();
            }
            (Type::Float(_) | Type::Complex(_), Type::Pointer(_))
            | (Type::Pointer(_), Type::Float(_) | Type::Complex(_)) => false,
            _ if self.p.types.is_scalar(value.ty) && self.p.types.is_scalar(to) => true,
            (Type::Record(a), Type::Record(b)) if a == b => true,
            (_, Type::Record(r)) if self.p.types.record(r).transparent => {
                return self.convert_to_transparent(value, to, span);
            }
            (Type::Vector { .. }, Type::Vector { .. }) => {
                self.p.types.size_of(value.ty) == self.p.types.size_of(to)
            }
            _ => false,
        };
        if !fine {
            let (from, to) = (self.quoted(value.ty), self.quoted(to));
            let message = match purpose {
                Purpose::Assigning => format!("assigning to {to} from incompatible type {from}"),
                Purpose::Initializing => {
                    format!("initializing {to} with an expression of incompatible type {from}")
                }
                Purpose::Passing => {
                    format!("passing {from} to a parameter of incompatible type {to}")
                }
                Purpose::Returning => {
                    format!("returning {from} from a function with incompatible result type {to}")
                }
                Purpose::Computing => format!("incompatible types: expected {to}, found {from}"),
            };
            self.error(span, message);
            return self.error_value();
        }
        self.cast(value, to)
    }

    /// An argument for a transparent union is passed as its matching member.
    fn convert_to_transparent(&mut self, value: Value, to: TypeId, span: Span) -> Value {
        let fields = self.p.types.fields(to).to_vec();
        let matching = fields.iter().position(|f| {
            self.compatible(f.declared.ty, value.ty)
                || (self.p.types.is_pointer(f.ty) && self.p.types.is_pointer(value.ty))
        });
        let index = matching.or_else(|| {
            let is_null = self.p.exprs.int_value(value.expr) == Some(0);
            fields
                .iter()
                .position(|f| is_null && self.p.types.is_pointer(f.ty))
        });
        let Some(index) = index else {
            let message = format!("incompatible types: no member of {} fits", self.quoted(to));
            self.error(span, message);
            return self.error_value();
        };
        let value = self.cast(value, fields[index].declared.ty);
        let union = self.temporary_place(to);
        let member = self.field_place(union, index as u32);
        self.assign(member, value, span);
        let expr = self.p.exprs.load(union);
        Value::new(expr, to)
    }

    /// Is the value a null pointer constant?
    pub(super) fn is_null_constant(&self, value: Value) -> bool {
        let types = &self.p.types;
        self.p.exprs.get(value.expr) == Expr::Int(0)
            && (types.is_integer(value.ty)
                || types
                    .pointee(value.ty)
                    .is_some_and(|t| t.ty == types.common.void && t.quals == Qualifiers::NONE))
    }

    /// Are two types compatible (C11 6.2.7)? Qualifiers at the top do not count.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let types = &self.p.types;
        let same = |x: QualType, y: QualType| x.quals == y.quals && self.compatible(x.ty, y.ty);
        match (types.get(a), types.get(b)) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Enum(e), Type::Int(k)) | (Type::Int(k), Type::Enum(e)) => {
                types.enumeration(e).kind == k
            }
            (Type::Pointer(x), Type::Pointer(y)) => same(x, y),
            (
                Type::Array {
                    element: x,
                    length: m,
                },
                Type::Array {
                    element: y,
                    length: n,
                },
            ) => {
                let lengths = match (m, n) {
                    (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && same(x, y)
            }
            (Type::Function(x), Type::Function(y)) => {
                self.compatible_functions(types.signature(x), types.signature(y))
            }
            (
                Type::Vector {
                    element: x,
                    length: m,
                },
                Type::Vector {
                    element: y,
                    length: n,
                },
            ) => m == n && self.compatible(x, y),
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &Signature, b: &Signature) -> bool {
        if !self.compatible(a.result.ty, b.result.ty) {
            return false;
        }
        let promoted_alike = |s: &Signature| {
            !s.variadic
                && s.parameters.iter().all(|t| match self.ty(t.ty) {
                    Type::Int(k) => k.rank() >= IntKind::Int.rank(),
                    Type::Float(k) => k != FloatKind::Float,
                    _ => true,
                })
        };
        match (a.prototype, b.prototype) {
            (true, true) => {
                a.variadic == b.variadic
                    && a.parameters.len() == b.parameters.len()
                    && a.parameters
                        .iter()
                        .zip(&b.parameters)
                        .all(|(x, y)| self.compatible(x.ty, y.ty))
            }
            // `f()` says nothing, but then the arguments arrive promoted.
            (false, true) => a.parameters.is_empty() && promoted_alike(b) || self.same_arity(a, b),
            (true, false) => b.parameters.is_empty() && promoted_alike(a) || self.same_arity(a, b),
            (false, false) => true,
        }
    }

    fn same_arity(&self, a: &Signature, b: &Signature) -> bool {
        a.parameters.len() == b.parameters.len()
    }

    /// The composite of two compatible types: what both together say.
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.ty(a), self.ty(b)) {
            (
                Type::Array {
                    element: x,
                    length: m,
                },
                Type::Array {
                    element: y,
                    length: n,
                },
            ) => {
                let length = match (m, n) {
                    (ArrayLength::Fixed(_), _) => m,
                    (_, ArrayLength::Fixed(_)) => n,
                    (ArrayLength::Unknown, _) => n,
                    _ => m,
                };
                let element = QualType {
                    ty: self.composite(x.ty, y.ty),
                    quals: x.quals,
                };
                self.p.types.intern(Type::Array { element, length })
            }
            (Type::Pointer(x), Type::Pointer(y)) => {
                let to = QualType {
                    ty: self.composite(x.ty, y.ty),
                    quals: x.quals.union(y.quals),
                };
                self.p.types.intern(Type::Pointer(to))
            }
            (Type::Function(x), Type::Function(y)) => {
                let (x, y) = (
                    self.p.types.signature(x).clone(),
                    self.p.types.signature(y).clone(),
                );
                let prototyped = if x.prototype || !y.prototype { &x } else { &y };
                let both = x.prototype && y.prototype && x.parameters.len() == y.parameters.len();
                let parameters = if both {
                    x.parameters
                        .iter()
                        .zip(&y.parameters)
                        .map(|(s, t)| QualType {
                            ty: self.composite(s.ty, t.ty),
                            quals: s.quals,
                        })
                        .collect()
                } else {
                    prototyped.parameters.clone()
                };
                let signature = Signature {
                    result: QualType {
                        ty: self.composite(x.result.ty, y.result.ty),
                        quals: x.result.quals,
                    },
                    parameters,
                    variadic: prototyped.variadic,
                    prototype: prototyped.prototype,
                };
                self.p.types.function(signature)
            }
            _ => a,
        }
    }
}

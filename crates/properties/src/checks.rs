//! Which checks an operation needs.

use crate::property::{Properties, Property};
use program::{
    BinaryOp, Callee, Expr, ExprId, Fold, IntKind, Op, Place, PlaceId, Program, Query, Type,
    TypeId, UnaryOp, VarKind,
};

/// A condition that must hold before an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    pub property: Property,
    pub condition: ExprId,
}

/// Collects the checks of one operation, in the order of evaluation.
pub(crate) struct Checks<'p> {
    program: &'p mut Program,
    properties: &'p Properties,
    pub found: Vec<Check>,
}

impl<'p> Checks<'p> {
    pub fn new(program: &'p mut Program, properties: &'p Properties) -> Checks<'p> {
        Checks {
            program,
            properties,
            found: Vec::new(),
        }
    }

    pub fn operation(&mut self, op: &Op) {
        match op {
            Op::Skip | Op::Enter { .. } | Op::Exit { .. } | Op::Unsupported { .. } => {}
            Op::Assume { condition, .. } => self.expr(*condition),
            Op::Assign { to, value } => {
                self.expr(*value);
                self.written(*to);
            }
            Op::Havoc { place } => self.written(*place),
            Op::Call(call) => {
                if let Callee::Indirect(callee) = call.callee {
                    self.expr(callee);
                    if !matches!(self.program.exprs.get(callee), Expr::Function(_)) {
                        self.query(Property::ValidDeref, Query::Callable(callee));
                    }
                }
                for &argument in &call.arguments {
                    self.expr(argument);
                }
                // The size of what is no block is asked for where it would be freed.
                if let Callee::Direct(callee) = call.callee
                    && &self.program.names[self.program.functions[callee].name] == "__concord_size"
                    && let Some(&block) = call.arguments.first()
                {
                    self.query(Property::ValidFree, Query::Freeable(block));
                }
                if let Some(result) = call.result {
                    self.written(result);
                }
            }
            Op::Return { value } => {
                if let Some(value) = value {
                    self.expr(*value);
                }
            }
            Op::Alloc { to, size, .. } => {
                self.expr(*size);
                self.written(*to);
            }
            Op::Free { pointer } => {
                self.expr(*pointer);
                self.query(Property::ValidFree, Query::Freeable(*pointer));
            }
            Op::VaStart { list } | Op::VaEnd { list } => self.written(*list),
            Op::VaArg { to, list } => {
                self.written(*list);
                self.written(*to);
            }
            Op::VaCopy { to, from } => {
                self.read(*from);
                self.written(*to);
            }
        }
    }

    fn query(&mut self, property: Property, query: Query) {
        if self.properties.contains(property) {
            let int = self.program.types.common.int;
            let condition = self.program.exprs.intern(Expr::Query(query), int);
            self.add(property, condition);
        }
    }

    fn add(&mut self, property: Property, condition: ExprId) {
        if self.program.exprs.int_value(condition) != Some(1) {
            let check = Check {
                property,
                condition,
            };
            if !self.found.contains(&check) {
                self.found.push(check);
            }
        }
    }

    fn read(&mut self, place: PlaceId) {
        self.inside(place);
        if !self.program.exprs.is_static(&self.program.types, place) {
            self.query(Property::ValidDeref, Query::Readable(place));
        }
    }

    fn written(&mut self, place: PlaceId) {
        self.inside(place);
        // A cast may have made a constant something that can be named in an assignment.
        // Local ones are made by assignments.
        let root = self
            .program
            .exprs
            .root(place)
            .map(|v| &self.program.vars[v]);
        let is_constant = root.is_some_and(|v| {
            let constant = self.program.types.is_const(v.declared);
            v.kind == VarKind::Literal || v.kind.is_static() && constant
        });
        if is_constant || !self.program.exprs.is_static(&self.program.types, place) {
            self.query(Property::ValidDeref, Query::Writable(place));
        }
    }

    /// The expressions that a place is made of.
    fn inside(&mut self, place: PlaceId) {
        match self.program.exprs.place(place) {
            Place::Var(_) => {}
            Place::Deref(pointer) => self.expr(pointer),
            Place::Field(base, _) => self.inside(base),
            Place::Index(base, index) => {
                self.inside(base);
                self.expr(index);
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let ty = self.program.exprs.ty(id);
        match self.program.exprs.get(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) | Expr::Query(_) => {}
            // What cannot be read inside has no value; nothing goes wrong.
            Expr::Logical(_) => {}
            Expr::Load(place) => self.read(place),
            Expr::Address(place) => self.inside(place),
            Expr::Cast(a) => self.expr(a),
            Expr::Unary(op, a) => {
                self.expr(a);
                if op == UnaryOp::Neg && self.may_overflow(ty) {
                    self.negation(a, ty);
                }
            }
            Expr::Binary(op, a, b) => {
                self.expr(a);
                self.expr(b);
                self.binary(op, a, b, ty);
            }
        }
    }

    fn may_overflow(&self, ty: TypeId) -> bool {
        self.properties.contains(Property::NoOverflow)
            && matches!(self.program.types.get(ty), Type::Int(k) if k.is_signed())
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) {
        use BinaryOp::*;
        let is_int = matches!(self.program.types.get(ty), Type::Int(_));
        match op {
            Div | Rem if is_int => {
                if self.properties.contains(Property::NoDivisionByZero) {
                    let zero = self.int(0, ty);
                    let condition = self.compare(Ne, b, zero);
                    self.add(Property::NoDivisionByZero, condition);
                }
                if self.may_overflow(ty) {
                    self.quotient(a, b, ty);
                }
            }
            // No type is wider: reaching it leaves the property open, since the
            // machine will not confirm it.
            Add | Sub | Mul if self.may_overflow(ty) && self.bits(ty) > 64 => {
                let open = self.int(0, self.program.types.common.int);
                self.add(Property::NoOverflow, open);
            }
            Add | Sub | Mul if self.may_overflow(ty) => {
                let wide = self.wide(ty);
                let (a, b) = (self.cast(a, wide), self.cast(b, wide));
                let exact = self.arithmetic(op, a, b, wide);
                self.fits(exact, ty, wide);
            }
            Shl if self.may_overflow(ty) => self.left_shift(a, b, ty),
            _ => {}
        }
    }

    /// `-a` leaves the type for its least value only.
    fn negation(&mut self, a: ExprId, ty: TypeId) {
        let least = self.least(ty);
        let condition = self.compare(BinaryOp::Ne, a, least);
        self.add(Property::NoOverflow, condition);
    }

    /// The least value divided by -1 leaves the type: a + 1 + (b + 1 == 0) … said
    /// without a connective, `(a == least) + (b == -1) != 2`.
    fn quotient(&mut self, a: ExprId, b: ExprId, ty: TypeId) {
        let least = self.least(ty);
        let minus_one = self.int(-1, ty);
        let int = self.program.types.common.int;
        let first = self.compare(BinaryOp::Eq, a, least);
        let second = self.compare(BinaryOp::Eq, b, minus_one);
        let both = self.arithmetic(BinaryOp::Add, first, second, int);
        let two = self.int(2, int);
        let condition = self.compare(BinaryOp::Ne, both, two);
        self.add(Property::NoOverflow, condition);
    }

    /// `a << b` is defined if `a` is not negative and the result fits. Amounts
    /// out of range shift everything out and are no overflow.
    fn left_shift(&mut self, a: ExprId, b: ExprId, ty: TypeId) {
        let bits = self.bits(ty);
        let amount = self.program.exprs.ty(b);
        // Shifting back gives the number again exactly if nothing was lost, and
        // a negative number has a bit to lose.
        let unsigned = self.unsigned(ty);
        let as_unsigned = self.cast(a, unsigned);
        let most = self.int(((1u128 << (bits - 1)) - 1) as i128, unsigned);
        let room = self.arithmetic(BinaryOp::Shr, most, b, unsigned);
        let fits = self.compare(BinaryOp::Le, as_unsigned, room);
        let width = self.int(i128::from(bits), amount);
        let in_range = self.compare(BinaryOp::Lt, b, width);
        let zero = self.int(0, amount);
        let not_negative = self.compare(BinaryOp::Le, zero, b);
        // fits >= in_range * not_negative
        let int = self.program.types.common.int;
        let in_range = self.arithmetic(BinaryOp::Mul, in_range, not_negative, int);
        let condition = self.compare(BinaryOp::Le, in_range, fits);
        self.add(Property::NoOverflow, condition);
    }

    /// The exact result is a value of the type: it survives the way there and back.
    fn fits(&mut self, exact: ExprId, ty: TypeId, wide: TypeId) {
        let narrow = self.cast(exact, ty);
        let back = self.cast(narrow, wide);
        let condition = self.compare(BinaryOp::Eq, exact, back);
        self.add(Property::NoOverflow, condition);
    }

    // Building.

    fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.program.exprs.int(&self.program.types, value, ty)
    }

    fn bits(&self, ty: TypeId) -> u32 {
        self.program.types.bits(ty).map_or(32, |(bits, _)| bits)
    }

    fn least(&mut self, ty: TypeId) -> ExprId {
        let bits = self.bits(ty);
        self.int(-1i128 << (bits - 1), ty)
    }

    fn cast(&mut self, e: ExprId, ty: TypeId) -> ExprId {
        self.program.exprs.cast(&self.program.types, e, ty)
    }

    fn arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
        let types = &self.program.types;
        self.program.exprs.binary(types, op, a, b, ty, Fold::Wrap)
    }

    fn compare(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let int = self.program.types.common.int;
        self.arithmetic(op, a, b, int)
    }

    /// A signed type in which sums and products are exact.
    fn wide(&mut self, ty: TypeId) -> TypeId {
        let bits = self.bits(ty);
        let kind = match bits {
            0..=32 => IntKind::LongLong,
            _ => IntKind::Int128,
        };
        self.program.types.int(kind)
    }

    fn unsigned(&mut self, ty: TypeId) -> TypeId {
        let bits = self.bits(ty);
        let kind = match bits {
            0..=8 => IntKind::UChar,
            9..=16 => IntKind::UShort,
            17..=32 => IntKind::UInt,
            33..=64 => IntKind::ULongLong,
            _ => IntKind::UInt128,
        };
        self.program.types.int(kind)
    }
}

//! Expressions and addresses, in the order in which the machine evaluates them.

use super::state::{Object, ObjectId, Origin, Value};
use super::{Builder, Built, Spot};
use crate::access;
use crate::operations;
use crate::term::{Sort, Term};
use program::{BinaryOp, Expr, ExprId, FunctionId, Place, PlaceId, Query, TypeId};

pub(super) fn number(term: Term) -> Value {
    Value {
        term,
        origin: Origin::None,
    }
}

impl Builder<'_> {
    /// The value of a scalar expression.
    pub(super) fn eval(&mut self, id: ExprId) -> Built<Value> {
        let program = self.program;
        let types = &program.types;
        let ty = program.exprs.ty(id);
        Ok(match program.exprs.get(id) {
            Expr::Int(value) => self.constant(value as u128, ty),
            Expr::Float(bits) => self.constant(bits, ty),
            Expr::Zero => self.constant(0, ty),
            Expr::Function(f) => number(self.function_base(f)),
            Expr::Load(place) => return self.load(place),
            Expr::Address(place) => return self.address(place),
            Expr::Unary(op, a) => {
                let a = self.eval(a)?;
                number(self.terms.c_unary(types, op, ty, a.term))
            }
            Expr::Binary(op, ..) if op.is_comparison() => {
                let truth = self.condition(id)?;
                number(self.terms.c_truth(types, truth, ty))
            }
            Expr::Binary(op, a, b) => {
                let operands = (program.exprs.ty(a), program.exprs.ty(b));
                let (x, y) = (self.eval(a)?, self.eval(b)?);
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && types.float_kind(operands.0).is_none() {
                    let zero = self.terms.bits(0, self.terms.width(y.term));
                    let divisible = self.terms.ne(y.term, zero);
                    self.require(divisible);
                }
                Value {
                    term: self.terms.c_binary(types, op, operands, x.term, y.term),
                    origin: carried(op, x.origin, y.origin),
                }
            }
            Expr::Cast(a) => {
                let value = self.eval(a)?;
                let from = program.exprs.ty(a);
                let carries = types.bits(from).is_some() && types.bits(ty).is_some();
                Value {
                    term: self.terms.c_cast(types, from, ty, value.term),
                    origin: match carries {
                        true => value.origin,
                        false => Origin::None,
                    },
                }
            }
            Expr::Query(query) => {
                let truth = self.answer(query)?;
                number(self.terms.c_truth(types, truth, ty))
            }
            // Any value: terms have no quantifiers. The machine knows.
            Expr::Logical(_) => {
                let width = operations::width(types, ty);
                number(self.terms.symbol("formula", Sort::Bits(width)))
            }
        })
    }

    /// The truth of an expression that is 0 or not.
    pub(super) fn condition(&mut self, id: ExprId) -> Built<Term> {
        let program = self.program;
        match program.exprs.get(id) {
            Expr::Binary(op, a, b) if op.is_comparison() => {
                let ty = program.exprs.ty(a);
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                let types = &program.types;
                let truth = self.terms.c_compare(types, op, ty, a.term, b.term);
                match types.float_kind(ty) {
                    Some(_) => Ok(truth),
                    None => Ok(self.unless_reused(op, a, b, truth)),
                }
            }
            Expr::Query(query) => self.answer(query),
            _ => {
                let value = self.eval(id)?;
                let zero = self.terms.bits(0, self.terms.width(value.term));
                Ok(self.terms.ne(value.term, zero))
            }
        }
    }

    fn constant(&mut self, value: u128, ty: TypeId) -> Value {
        let width = operations::width(&self.program.types, ty);
        number(self.terms.bits(value, width))
    }

    pub(super) fn function_base(&mut self, function: FunctionId) -> Term {
        let f = &self.program.functions[function];
        if f.weak && f.body.is_none() {
            return self.terms.bits(0, self.pointer_bits);
        }
        if let Some(&base) = self.functions.get(&function) {
            return base;
        }
        let base = self.terms.base(Some(1), 16, self.pointer_bits);
        self.functions.insert(function, base);
        base
    }

    // Questions about memory.

    fn answer(&mut self, query: Query) -> Built<Term> {
        match query {
            Query::Readable(place) | Query::Writable(place) => {
                if let Place::Var(var) = self.program.exprs.place(place)
                    && self.is_register(var)
                {
                    return Ok(self.terms.bool(true));
                }
                let pointer = self.address(place)?;
                let size = self.place_size(place);
                let write = matches!(query, Query::Writable(_));
                Ok(self.valid(pointer, size, write))
            }
            Query::Freeable(pointer) => {
                let pointer = self.eval(pointer)?;
                let null = self.is_null(pointer);
                let block = self.is_block(pointer);
                Ok(self.terms.or(null, block))
            }
            Query::Callable(pointer) => {
                let pointer = self.eval(pointer)?.term;
                let mut bases: Vec<_> = self.functions.iter().map(|(f, b)| (*f, *b)).collect();
                bases.sort_unstable();
                let mut callable = self.terms.bool(false);
                for (_, base) in bases {
                    let here = self.terms.eq(pointer, base);
                    callable = self.terms.or(callable, here);
                }
                Ok(callable)
            }
            Query::Released => {
                let blocks = self.blocks();
                let alive = blocks.into_iter().map(|id| self.state.object(id).alive);
                let alive: Vec<_> = alive.collect();
                let left = self.terms.any(alive);
                Ok(self.terms.not(left))
            }
            Query::Allocated(_) => {
                let any = self.terms.symbol("allocated", Sort::Bits(1));
                let one = self.terms.bits(1, 1);
                Ok(self.terms.eq(any, one))
            }
            Query::Tracked => self.unsupported("the question whether all blocks are tracked"),
        }
    }

    /// Where an object has ended, another may be now, though terms say that all are
    /// apart: how an address of the one compares with others is not known.
    fn unless_reused(&mut self, op: BinaryOp, a: Value, b: Value, truth: Term) -> Term {
        let number = |v: Value| v.origin == Origin::None;
        let constant = |v: Value| self.terms.is_constant(v.term);
        let apart = number(a) && number(b) || constant(a) || constant(b);
        let same = a.origin == b.origin && matches!(a.origin, Origin::Object(_));
        if apart || same || a.term == b.term {
            return truth;
        }
        let (x, y) = (self.dangles(a), self.dangles(b));
        let dangling = self.terms.or(x, y);
        if self.terms.as_bool(dangling) == Some(false) {
            return truth;
        }
        let key = (op, a.term, b.term);
        let any = match self.reused.get(&key) {
            Some(&any) => any,
            None => {
                let symbol = self.terms.symbol("reused", Sort::Bits(1));
                let one = self.terms.bits(1, 1);
                let any = self.terms.eq(symbol, one);
                self.reused.insert(key, any);
                any
            }
        };
        self.terms.ite(dangling, any, truth)
    }

    /// Is it an address of an object that has ended?
    fn dangles(&mut self, value: Value) -> Term {
        let ended: Vec<ObjectId> = match value.origin {
            Origin::Object(id) => vec![id],
            Origin::None | Origin::Wild => Vec::new(),
            Origin::Any if self.terms.width(value.term) != self.pointer_bits => Vec::new(),
            Origin::Any => self.state.objects().map(|(id, _)| id).collect(),
        };
        let mut dangles = self.terms.bool(false);
        for id in ended {
            let Object {
                base, size, alive, ..
            } = *self.state.object(id);
            if self.terms.as_bool(alive) == Some(true) {
                continue;
            }
            let gone = self.terms.not(alive);
            let here = match value.origin {
                Origin::Object(_) => gone,
                _ => {
                    let offset = self.terms.sub(value.term, base);
                    let inside = self.terms.ule(offset, size);
                    self.terms.and(gone, inside)
                }
            };
            dangles = self.terms.or(dangles, here);
        }
        dangles
    }

    // Places.

    pub(super) fn address(&mut self, place: PlaceId) -> Built<Value> {
        let program = self.program;
        let exprs = &program.exprs;
        match exprs.place(place) {
            Place::Var(var) => {
                let object = match program.vars[var].kind.is_static() {
                    true => self.statics.get(&var).copied(),
                    false => {
                        let frame = self.state.frames.last();
                        frame.and_then(|f| f.slots.get(&var).copied())
                    }
                };
                match object {
                    Some(id) => Ok(Value {
                        term: self.state.object(id).base,
                        origin: Origin::Object(id),
                    }),
                    None => self.unsupported("a variable that is not there"),
                }
            }
            Place::Deref(pointer) => self.eval(pointer),
            Place::Field(base, i) => {
                let offset = match program.types.fields(exprs.place_ty(base)).get(i as usize) {
                    Some(field) => field.offset,
                    // A part of a complex number.
                    None => {
                        let size = program.types.size_of(exprs.place_ty(place));
                        u64::from(i) * size.unwrap_or(0)
                    }
                };
                let base = self.address(base)?;
                Ok(self.moved(base, offset))
            }
            Place::Index(base, index) => {
                let stride = program.types.size_of(exprs.place_ty(place)).unwrap_or(0);
                let base = self.address(base)?;
                let signed = program.types.bits(exprs.ty(index)).is_some_and(|(_, s)| s);
                let index = self.eval(index)?.term;
                let index = self.terms.resize(index, self.pointer_bits, signed);
                let stride = self.terms.bits(stride.into(), self.pointer_bits);
                let bytes = self.terms.mul(index, stride);
                Ok(Value {
                    term: self.terms.add(base.term, bytes),
                    origin: base.origin,
                })
            }
        }
    }

    pub(super) fn moved(&mut self, pointer: Value, bytes: u64) -> Value {
        let offset = self.terms.bits(bytes.into(), self.pointer_bits);
        Value {
            term: self.terms.add(pointer.term, offset),
            origin: pointer.origin,
        }
    }

    fn load(&mut self, place: PlaceId) -> Built<Value> {
        if let Place::Var(var) = self.program.exprs.place(place)
            && self.is_register(var)
        {
            return self.register(var);
        }
        let Some(access) = access::of_place(self.program, place) else {
            return self.unsupported("the value of an aggregate");
        };
        let pointer = self.address(place)?;
        self.load_at(Spot::Place(place), pointer, access)
    }

    pub(super) fn place_size(&self, place: PlaceId) -> u64 {
        match access::of_place(self.program, place) {
            Some(access) => access.size(),
            None => {
                let ty = self.program.exprs.place_ty(place);
                self.program.types.size_of(ty).unwrap_or(0)
            }
        }
    }
}

/// Which pointer's object the result of an operation belongs to, as the machine
/// has it.
fn carried(op: BinaryOp, a: Origin, b: Origin) -> Origin {
    use BinaryOp::*;
    match op {
        PointerAdd => match a {
            Origin::None => b,
            _ => a,
        },
        Add | Sub | And | Or | Xor => match (a, b) {
            (Origin::None, Origin::None) => Origin::None,
            // It leads where it says.
            _ if op == Xor => Origin::Any,
            (Origin::None, _) => b,
            (_, Origin::None) => a,
            (Origin::Any, _) | (_, Origin::Any) => Origin::Any,
            // Two pointers: their difference is a number, and so is what else is
            // made of two objects' addresses.
            _ if op == Sub || a != b => Origin::None,
            _ => a,
        },
        Mul | Div | Rem | Shl | Shr | Eq | Ne | Lt | Le | PointerDiff => Origin::None,
    }
}

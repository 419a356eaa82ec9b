//! Evaluation of expressions, places and questions in a graph. Where the machine would end
//! the run there is no value; where a segment is in the way, the need is told.

use super::Segments;
use super::graph::Graph;
use super::layout::{Access, field_offset};
use super::object::{Cells, Kind, Object};
use super::unfold::Need;
use super::value::{Address, ObjectId, Value};
use engine::{Cx, Facts, Gap, Question, Reply};
use program::{
    BinaryOp, Expr, ExprId, IntKind, Place, PlaceId, Query, Span, Type, UnaryOp, VarId, arith,
};

/// Why there is no value.
#[derive(Debug)]
pub enum Stop {
    /// The machine ends the run.
    End,
    Gap(Gap),
    /// Not before this is known.
    Need(Need),
}

impl Stop {
    pub fn gap<T>(what: impl Into<String>, span: Span) -> Eval<T> {
        let what = what.into();
        Err(Stop::Gap(Gap { what, span }))
    }
}

pub type Eval<T> = Result<T, Stop>;

/// A graph while a step changes it.
pub struct Now<'a> {
    pub segments: &'a Segments,
    pub cx: &'a Cx<'a>,
    pub graph: Graph,
    pub facts: Option<&'a Facts<'a>>,
}

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    Register(VarId),
    /// To an object that is no segment, inside it as far as its size is known.
    At(ObjectId, u64),
    Somewhere(ObjectId),
    Anywhere,
}

impl Now<'_> {
    pub fn pointer_bits(&self) -> u32 {
        self.segments.layout.pointer_bits()
    }

    /// The value of a scalar expression.
    pub fn eval(&mut self, id: ExprId) -> Eval<Value> {
        let program = self.cx.program;
        Ok(match program.exprs.get(id) {
            Expr::Int(n) => Value::Int(n),
            Expr::Float(_) => Value::Any,
            Expr::Zero => Value::ZERO,
            Expr::Function(f) if program.functions[f].is_absent() => Value::ZERO,
            Expr::Function(f) => Value::Function(f),
            Expr::Load(place) => return self.load(place),
            Expr::Address(place) => return self.address(place),
            Expr::Unary(op, a) => match (self.eval(a)?, program.types.bits(program.exprs.ty(id))) {
                (Value::Int(n), Some((bits, signed))) => Value::Int(match op {
                    UnaryOp::Neg => arith::negate(n, bits, signed).value,
                    UnaryOp::Not => arith::complement(n, bits, signed),
                }),
                _ => Value::Any,
            },
            Expr::Binary(op, a, b) => return self.binary(op, a, b),
            Expr::Cast(a) => {
                let value = self.eval(a)?;
                self.cast(a, id, value)?
            }
            Expr::Query(query) => truth(self.query(query)?),
            // Of annotations, nothing is known here.
            Expr::Logical(_) => Value::Any,
        })
    }

    /// The value of an integer; others may know it.
    pub fn number(&mut self, id: ExprId) -> Eval<Option<i128>> {
        if let Value::Int(n) = self.eval(id)? {
            return Ok(Some(n));
        }
        let reply = self.facts.map(|facts| facts.ask(&Question::Value(id)));
        Ok(match reply {
            Some(Reply::Int(n)) => Some(n),
            Some(Reply::Unknown | Reply::Address(..) | Reply::Functions(_)) | None => None,
        })
    }

    fn cast(&mut self, from: ExprId, to: ExprId, value: Value) -> Eval<Value> {
        let program = self.cx.program;
        let types = &program.types;
        let (from, to) = (program.exprs.ty(from), program.exprs.ty(to));
        if let (Value::To(a), Some(pointee)) = (value, types.pointee(to))
            && a.offset == 0
        {
            self.note_type(a.object, pointee.ty);
        }
        if types.int_kind(to) == Some(IntKind::Bool) && types.float_kind(from).is_none() {
            return Ok(truth(self.equals(value, Value::ZERO)?.map(|zero| !zero)));
        }
        let (Some((bits, signed)), Type::Int(_) | Type::Pointer(_)) =
            (types.bits(to), types.get(from))
        else {
            return Ok(Value::Any);
        };
        Ok(match value {
            Value::Int(n) => Value::Int(arith::wrap(n, bits, signed)),
            // An address fits as a whole or not at all.
            _ if types.bits(from).map(|b| b.0) == Some(bits) => value,
            Value::Any | Value::To(_) | Value::Within(_) | Value::Gone | Value::Function(_) => {
                Value::Any
            }
        })
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Eval<Value> {
        let (x, y) = (self.eval(a)?, self.eval(b)?);
        let program = self.cx.program;
        let ty = program.exprs.ty(a);
        let Some((bits, signed)) = program.types.bits(ty) else {
            return Ok(Value::Any);
        };
        let is_word = bits == self.pointer_bits();
        Ok(match (op, x, y) {
            (BinaryOp::Eq, ..) => truth(self.equals(x, y)?),
            (BinaryOp::Ne, ..) => truth(self.equals(x, y)?.map(|equal| !equal)),
            (BinaryOp::PointerAdd, ..) => {
                let stride = self.stride(a);
                let count = match y {
                    Value::Int(n) => Some(n),
                    _ => self.number(b)?,
                };
                let by = count.and_then(|n| n.checked_mul(stride));
                self.moved(x, by.and_then(|n| i64::try_from(n).ok()))?
            }
            (BinaryOp::PointerDiff | BinaryOp::Sub, Value::To(p), Value::To(q))
                if is_word && (p.object, p.end) == (q.object, q.end) =>
            {
                let stride = match op {
                    BinaryOp::PointerDiff => self.stride(a).max(1),
                    _ => 1,
                };
                let bytes = i128::from(p.offset) - i128::from(q.offset);
                Value::Int(arith::wrap(
                    bytes / stride,
                    bits,
                    op != BinaryOp::Sub || signed,
                ))
            }
            (BinaryOp::PointerDiff, ..) => Value::Any,
            (BinaryOp::Lt | BinaryOp::Le, Value::To(p), Value::To(q))
                if (p.object, p.end) == (q.object, q.end)
                    && self.is_inside(p)
                    && self.is_inside(q) =>
            {
                truth(Some(match op {
                    BinaryOp::Lt => p.offset < q.offset,
                    _ => p.offset <= q.offset,
                }))
            }
            (_, Value::Int(m), Value::Int(n)) => match arith::binary(op, m, n, bits, signed) {
                Some(outcome) => Value::Int(outcome.value),
                // All bits are shifted out; a negative number leaves its sign.
                None if op == BinaryOp::Shl => Value::ZERO,
                None if op == BinaryOp::Shr => Value::Int(if m < 0 { -1 } else { 0 }),
                None => return Err(Stop::End),
            },
            (BinaryOp::Add, x, Value::Int(n)) | (BinaryOp::Add, Value::Int(n), x) if is_word => {
                self.moved(x, i64::try_from(arith::wrap(n, bits, true)).ok())?
            }
            (BinaryOp::Sub, x, Value::Int(n)) if is_word => {
                self.moved(x, i64::try_from(arith::wrap(-n, bits, true)).ok())?
            }
            (BinaryOp::Div | BinaryOp::Rem, _, Value::Int(0)) => return Err(Stop::End),
            (
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Rem
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Lt
                | BinaryOp::Le,
                ..,
            ) => Value::Any,
        })
    }

    fn stride(&self, pointer: ExprId) -> i128 {
        let types = &self.cx.program.types;
        let to = types.pointee(self.cx.program.exprs.ty(pointer));
        to.and_then(|t| types.stride_of(t.ty)).unwrap_or(1).into()
    }

    /// An address moved by some bytes, if it is known how many.
    fn moved(&mut self, value: Value, by: Option<i64>) -> Eval<Value> {
        let Some(by) = by else {
            return Ok(match value {
                Value::To(a) => match self.graph.object(a.object).is_abstract() {
                    true => return Err(Stop::Need(Need::Node(a.object, a.end))),
                    false => Value::Within(a.object),
                },
                Value::Within(_) => value,
                Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => Value::Any,
            });
        };
        Ok(value.moved(by, self.pointer_bits()))
    }

    // Comparisons.

    /// Does an address lie in its object, or just behind it?
    fn is_inside(&self, a: Address) -> bool {
        let size = self.graph.object(a.object).size;
        0 <= a.offset && size.is_some_and(|size| a.offset.unsigned_abs() <= size)
    }

    /// Are two values equal? An object that ended may have given its place to another.
    pub fn equals(&mut self, x: Value, y: Value) -> Eval<Option<bool>> {
        if let (Value::Int(m), Value::Int(n)) = (x, y) {
            return Ok(Some(m == n));
        }
        if x == y && matches!(x, Value::To(_) | Value::Function(_)) {
            return Ok(Some(true));
        }
        // Of an empty segment an address is another one.
        for value in [x, y] {
            if let Value::To(a) = value
                && self.graph.object(a.object).may_be_empty()
            {
                return Err(Stop::Need(Need::Length(a.object)));
            }
        }
        Ok(match (x, y) {
            (Value::To(p), Value::To(q)) if p.object == q.object => match p.end == q.end {
                true => Some(p.offset == q.offset),
                false => {
                    let links = self.graph.object(p.object).links();
                    if links.is_none_or(|l| l.least < 2) {
                        return Err(Stop::Need(Need::Node(p.object, p.end)));
                    }
                    (self.is_inside(p) && self.is_inside(q)).then_some(false)
                }
            },
            (Value::To(p), Value::To(q)) => {
                (self.is_inside(p) && self.is_inside(q)).then_some(false)
            }
            (Value::To(p), Value::Int(0)) | (Value::Int(0), Value::To(p)) => {
                self.is_inside(p).then_some(false)
            }
            (Value::Gone | Value::Function(_), Value::Int(0))
            | (Value::Int(0), Value::Gone | Value::Function(_)) => Some(false),
            (Value::Function(_), Value::Function(_)) => Some(false),
            (Value::Function(_), Value::To(p)) | (Value::To(p), Value::Function(_)) => {
                self.is_inside(p).then_some(false)
            }
            (
                Value::Any
                | Value::Int(_)
                | Value::To(_)
                | Value::Within(_)
                | Value::Gone
                | Value::Function(_),
                _,
            ) => None,
        })
    }

    // Places.

    /// The object of a variable in memory; one of which nothing is known yet is made.
    pub fn variable(&mut self, var: VarId) -> ObjectId {
        if let Some(&id) = self.graph.named.get(&var) {
            return id;
        }
        let is_static = self.cx.program.vars[var].kind.is_static();
        let kind = match is_static {
            true => Kind::Static(var),
            false => Kind::Local(var),
        };
        let size = self.segments.layout.var(var).size;
        let id = self.graph.add(Object::new(kind, size));
        self.graph.named.insert(var, id);
        id
    }

    /// The address of a place.
    pub fn address(&mut self, place: PlaceId) -> Eval<Value> {
        let program = self.cx.program;
        Ok(match program.exprs.place(place) {
            Place::Var(v) => Value::to(self.variable(v)),
            Place::Deref(e) => self.eval(e)?,
            Place::Field(base, field) => {
                let by = field_offset(program, base, field, place);
                let base = self.address(base)?;
                self.moved(base, Some(by))?
            }
            Place::Index(base, index) => {
                let base = self.address(base)?;
                let count = self.number(index)?;
                let stride = program.types.size_of(program.exprs.place_ty(place));
                let by = count.zip(stride).and_then(|(n, s)| n.checked_mul(s.into()));
                self.moved(base, by.and_then(|n| i64::try_from(n).ok()))?
            }
        })
    }

    /// Where an access to a place goes; the run ends if it is not valid.
    pub fn locate(&mut self, place: PlaceId, size: u64, write: bool) -> Eval<Spot> {
        if let Place::Var(v) = self.cx.program.exprs.place(place)
            && self.segments.layout.var(v).is_register
        {
            return Ok(Spot::Register(v));
        }
        let address = self.address(place)?;
        if let Value::To(a) = address {
            let exprs = &self.cx.program.exprs;
            let mut outer = place;
            while let Place::Field(base, _) | Place::Index(base, _) = exprs.place(outer) {
                outer = base;
            }
            self.note_type(a.object, exprs.place_ty(outer));
        }
        match self.access(address, size, write)? {
            Some(false) => Err(Stop::End),
            Some(true) | None => Ok(match address {
                Value::To(a) => match u64::try_from(a.offset) {
                    Ok(at) => Spot::At(a.object, at),
                    Err(_) => Spot::Somewhere(a.object),
                },
                Value::Within(id) => Spot::Somewhere(id),
                Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => Spot::Anywhere,
            }),
        }
    }

    /// Is an access to so many bytes valid?
    fn access(&mut self, address: Value, size: u64, write: bool) -> Eval<Option<bool>> {
        Ok(match address {
            Value::To(a) => {
                let object = self.graph.object(a.object);
                if object.is_abstract() {
                    return Err(Stop::Need(Need::Node(a.object, a.end)));
                }
                if write && self.is_read_only(object) {
                    return Ok(Some(false));
                }
                match (u64::try_from(a.offset), object.size) {
                    (Err(_), _) => Some(false),
                    (Ok(at), Some(room)) => Some(at.saturating_add(size) <= room),
                    (Ok(_), None) => None,
                }
            }
            Value::Within(id) => match write && self.is_read_only(self.graph.object(id)) {
                true => Some(false),
                false => None,
            },
            Value::Int(0) | Value::Gone => Some(false),
            Value::Any | Value::Int(_) | Value::Function(_) => None,
        })
    }

    fn is_read_only(&self, object: &Object) -> bool {
        match object.kind {
            Kind::Static(v) => self.segments.layout.var(v).read_only,
            Kind::Local(_)
            | Kind::Frame(_)
            | Kind::Outer
            | Kind::Block
            | Kind::Maybe(_)
            | Kind::Segment(_) => false,
        }
    }

    // Loads.

    pub fn load(&mut self, place: PlaceId) -> Eval<Value> {
        let Some(access) = Access::of_place(self.cx.program, place) else {
            return Ok(Value::Any);
        };
        Ok(match self.locate(place, access.size(), false)? {
            Spot::Register(v) => self.graph.register(v),
            Spot::At(id, at) => {
                let stored = self.graph.object(id).cells.read(at, access.size());
                decode(access, stored)
            }
            Spot::Somewhere(id) => {
                let object = self.graph.object(id);
                let all = object
                    .size
                    .map_or(Value::Any, |size| object.cells.read(0, size));
                match all {
                    Value::ZERO => decode(access, all),
                    _ => Value::Any,
                }
            }
            Spot::Anywhere => Value::Any,
        })
    }

    /// The cells of an aggregate.
    pub fn aggregate(&mut self, value: ExprId, size: u64) -> Eval<Cells> {
        Ok(match self.cx.program.exprs.get(value) {
            Expr::Zero => Cells::zero(size),
            Expr::Load(place) => match self.locate(place, size, false)? {
                Spot::At(id, at) => self.graph.object(id).cells.part(at, size),
                Spot::Register(_) | Spot::Somewhere(_) | Spot::Anywhere => Cells::default(),
            },
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_)
            | Expr::Query(_)
            | Expr::Logical(_) => Cells::default(),
        })
    }

    // Types.

    /// A block is what it is first used as, if that is a record as large as the block.
    fn note_type(&mut self, id: ObjectId, ty: program::TypeId) {
        let object = self.graph.object(id);
        let types = &self.cx.program.types;
        if object.kind == Kind::Block
            && object.ty.is_none()
            && types.record_of(ty).is_some()
            && types.size_of(ty) == object.size
        {
            self.graph.object_mut(id).ty = Some(ty);
        }
    }

    // Questions about memory.

    pub fn query(&mut self, query: Query) -> Eval<Option<bool>> {
        match query {
            Query::Readable(place) => self.accessible(place, false),
            Query::Writable(place) => self.accessible(place, true),
            Query::Freeable(e) => {
                let value = self.eval(e)?;
                Ok(match value {
                    Value::Int(0) => Some(true),
                    Value::To(a) => match self.graph.object(a.object).kind {
                        Kind::Block => Some(a.offset == 0),
                        Kind::Segment(links) if links.least > 0 => Some(a.offset == 0),
                        Kind::Segment(_) | Kind::Maybe(_) => {
                            return Err(Stop::Need(Need::Length(a.object)));
                        }
                        Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer => {
                            Some(false)
                        }
                    },
                    Value::Gone | Value::Function(_) => Some(false),
                    Value::Any | Value::Int(_) | Value::Within(_) => None,
                })
            }
            Query::Callable(e) => Ok(match self.eval(e)? {
                Value::Function(_) => Some(true),
                Value::Int(0) | Value::Gone => Some(false),
                Value::Any | Value::Int(_) | Value::To(_) | Value::Within(_) => None,
            }),
            Query::Allocated(_) => Ok(None),
            Query::Tracked => Ok((!self.graph.lost).then_some(true)),
            Query::Released => {
                if self.graph.lost || self.graph.hidden {
                    return Ok(None);
                }
                let mut blocks = self.graph.objects.iter().filter(|(_, o)| o.is_heap());
                match blocks.next() {
                    None => Ok(Some(true)),
                    Some((&id, o)) if o.may_be_empty() => Err(Stop::Need(Need::Length(id))),
                    Some(_) => Ok(Some(false)),
                }
            }
        }
    }

    fn accessible(&mut self, place: PlaceId, write: bool) -> Eval<Option<bool>> {
        let program = self.cx.program;
        if let Place::Var(v) = program.exprs.place(place)
            && self.segments.layout.var(v).is_register
        {
            return Ok(Some(true));
        }
        let size = match Access::of_place(program, place) {
            Some(access) => access.size(),
            None => {
                let ty = program.exprs.place_ty(place);
                program.types.size_of(ty).unwrap_or(0)
            }
        };
        let address = self.address(place)?;
        self.access(address, size, write)
    }
}

fn truth(known: Option<bool>) -> Value {
    known.map_or(Value::Any, |b| Value::Int(b.into()))
}

/// What is stored, as it is read so.
pub fn decode(access: Access, stored: Value) -> Value {
    match (access, stored) {
        (_, Value::Any) | (Access::Bytes { .. }, _) => Value::Any,
        (Access::Number { size, bits, signed }, Value::Int(n)) => {
            // Bytes of a `_Bool` may hold more than it has.
            match u64::from(bits) < 8 * size && n >= 1 << bits {
                true => Value::Any,
                false => Value::Int(arith::wrap(n, bits, signed)),
            }
        }
        (Access::Number { size, bits, .. }, _) => match u64::from(bits) == 8 * size {
            true => stored,
            false => Value::Any,
        },
    }
}

/// What is stored of a value of a type.
pub fn encode(access: Access, value: Value) -> Value {
    match (access, value) {
        (Access::Bytes { .. }, _) => Value::Any,
        (Access::Number { size, .. }, Value::Int(n)) => {
            Value::Int(arith::wrap(n, 8 * size as u32, false))
        }
        (Access::Number { .. }, _) => value,
    }
}

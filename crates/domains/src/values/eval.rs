//! Evaluation: Tables 1 and 2 of the paper, for C's expressions and places.
//!
//! Where the machine would end the run there is no value. An access keeps only the
//! targets at which it is valid, and what that says about the pointer is noted.

use super::Values;
use super::arithmetic::{self, Width, truth};
use super::object::{DEAD, LIVE, UNKNOWN_SIZE};
use super::offset::Offset;
use super::region::{Region, RegionId};
use super::state::State;
use super::tables::{Access, Root, Thing, field_offset, is_bool};
use super::value::{Address, Pointer, Reads, Value};
use engine::{Cx, Gap};
use pointers::Object;
use program::{BinaryOp, Expr, ExprId, Id, Place, PlaceId, Query, Span, Type, UnaryOp, float};
use smallvec::SmallVec;
use std::rc::Rc;

/// Why there is no value.
#[derive(Debug)]
pub enum Stop {
    /// The machine ends the run.
    End,
    Gap(Gap),
}

impl Stop {
    pub fn gap<T>(what: impl Into<String>, span: Span) -> Result<T, Stop> {
        Err(Stop::Gap(Gap {
            what: what.into(),
            span,
        }))
    }
}

pub type Eval<T> = Result<T, Stop>;

/// Where a place begins.
#[derive(Clone, Debug)]
pub enum Base {
    Region(RegionId),
    /// What a pointer points to.
    Pointer(ExprId, Value),
}

/// Where an access may go, all of it valid.
#[derive(Clone, Debug)]
pub struct Located {
    pub targets: SmallVec<[Address; 2]>,
    /// The pointer that leads there, what of it is left, and the distance of the
    /// access from where it points, in bytes.
    pub through: Option<(ExprId, Value, Offset)>,
}

impl Located {
    /// The one place, if it is that of one object.
    pub fn must(&self) -> Option<Address> {
        match self.targets[..] {
            [one] if one.offset.is_exact() && !one.region.is_summary() => Some(one),
            _ => None,
        }
    }
}

/// Evaluates in a state.
pub struct Evaluator<'a> {
    pub values: &'a Values,
    pub cx: &'a Cx<'a>,
    pub state: &'a State,
    /// What an access says about its pointer.
    pub learned: Option<(ExprId, Value)>,
}

impl<'a> Evaluator<'a> {
    pub fn new(values: &'a Values, cx: &'a Cx<'a>, state: &'a State) -> Evaluator<'a> {
        Evaluator {
            values,
            cx,
            state,
            learned: None,
        }
    }

    pub fn width(&self, expr: ExprId) -> Width {
        let program = self.cx.program;
        program
            .types
            .bits(program.exprs.ty(expr))
            .unwrap_or((128, true))
    }

    /// The value of a scalar expression.
    pub fn eval(&mut self, id: ExprId) -> Eval<Value> {
        let program = self.cx.program;
        Ok(match program.exprs.get(id) {
            Expr::Int(n) => Value::Int(n),
            Expr::Float(bits) => Value::Int(bits as i128),
            Expr::Zero => Value::ZERO,
            Expr::Function(f) if program.functions[f].is_absent() => Value::ZERO,
            Expr::Function(f) => Value::to(RegionId::function(f), Offset::ZERO),
            Expr::Load(place) => return self.load(place),
            Expr::Address(place) => return self.address(place),
            Expr::Unary(op, a) => {
                let value = self.eval(a)?;
                let width = self.width(id);
                match (op, program.types.float_kind(program.exprs.ty(id))) {
                    (UnaryOp::Neg, Some(kind)) => match value {
                        Value::Int(n) => Value::Int(float::negate(kind, n as u128) as i128),
                        _ => Value::Top,
                    },
                    (UnaryOp::Neg, None) => arithmetic::negate(&value, width),
                    (UnaryOp::Not, _) => arithmetic::complement(&value, width),
                }
            }
            Expr::Binary(op, a, b) => return self.binary(op, a, b),
            Expr::Cast(a) => {
                let value = self.eval(a)?;
                self.cast(a, id, value)
            }
            Expr::Query(query) => truth(self.query(query)?),
            Expr::Logical(_) => Value::Top,
        })
    }

    fn cast(&self, from: ExprId, to: ExprId, value: Value) -> Value {
        let program = self.cx.program;
        let (from_ty, to_ty) = (program.exprs.ty(from), program.exprs.ty(to));
        let types = &program.types;
        let number = match value {
            Value::Int(n) => Some(n),
            _ => None,
        };
        match (types.get(from_ty), types.get(to_ty)) {
            (Type::Float(kind), Type::Int(_)) if is_bool(program, to_ty) => {
                truth(number.map(|n| !float::is_zero(kind, n as u128)))
            }
            (_, Type::Int(_)) if is_bool(program, to_ty) => {
                truth(self.is_zero(&value).map(|zero| !zero))
            }
            (Type::Float(a), Type::Float(b)) => match number {
                Some(n) => Value::Int(float::convert(a, b, n as u128) as i128),
                None => Value::Top,
            },
            (Type::Float(kind), _) => match number {
                Some(n) => {
                    let (bits, signed) = self.width(to);
                    Value::Int(float::to_int_anyway(kind, n as u128, bits, signed))
                }
                None => Value::Top,
            },
            (_, Type::Float(kind)) => match number {
                Some(n) => {
                    let wide = types.int_kind(from_ty) == Some(program::IntKind::UInt128);
                    Value::Int(float::from_int(kind, n, wide) as i128)
                }
                None => Value::Top,
            },
            _ => arithmetic::to_int(&value, self.width(from), self.width(to)),
        }
    }

    /// Is the number zero, of which address it ever may be?
    pub fn is_zero(&self, value: &Value) -> Option<bool> {
        arithmetic::is_zero(value)
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Eval<Value> {
        let program = self.cx.program;
        let ty = program.exprs.ty(a);
        let (x, y) = (self.eval(a)?, self.eval(b)?);
        if let Some(kind) = program.types.float_kind(ty) {
            return Ok(arithmetic::float_binary(op, kind, &x, &y));
        }
        let width = self.width(a);
        match op {
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => {
                Ok(truth(self.compare(op, &x, &y, width)))
            }
            BinaryOp::PointerAdd => {
                let by = self.scaled(&y, self.width(b), self.stride(a));
                // `n + (char *)0` keeps what the number carried.
                if let (Value::Int(0), Value::Pointer(_)) = (&x, &y) {
                    return Ok(match self.stride(a) {
                        1 => y,
                        _ => Value::Top,
                    });
                }
                Ok(self.shifted(&x, by))
            }
            BinaryOp::PointerDiff => Ok(match self.distance(&x, &y) {
                Some(bytes) => Value::Int(bytes / i128::from(self.stride(a).max(1))),
                None => Value::Top,
            }),
            _ => {
                let address = width.0 == self.values.tables.pointer_bits;
                match (op, &x, &y) {
                    (BinaryOp::Add, Value::Pointer(_), Value::Int(n)) if address => {
                        Ok(self.shifted(&x, self.scaled(&Value::Int(*n), width, 1)))
                    }
                    (BinaryOp::Add, Value::Int(n), Value::Pointer(_)) if address => {
                        Ok(self.shifted(&y, self.scaled(&Value::Int(*n), width, 1)))
                    }
                    (BinaryOp::Sub, Value::Pointer(_), Value::Int(n)) if address => {
                        Ok(self.shifted(&x, self.scaled(&Value::Int(-n), width, 1)))
                    }
                    (BinaryOp::Sub, Value::Pointer(_), Value::Pointer(_)) if address => {
                        Ok(match self.distance(&x, &y) {
                            Some(bytes) => {
                                Value::Int(program::arith::wrap(bytes, width.0, width.1))
                            }
                            None => Value::Top,
                        })
                    }
                    _ => arithmetic::binary(op, &x, &y, width).ok_or(Stop::End),
                }
            }
        }
    }

    fn stride(&self, pointer: ExprId) -> u64 {
        let types = &self.cx.program.types;
        let to = types.pointee(self.cx.program.exprs.ty(pointer));
        to.and_then(|t| types.stride_of(t.ty)).unwrap_or(1)
    }

    /// Bytes of so many elements.
    fn scaled(&self, count: &Value, (bits, signed): Width, stride: u64) -> Offset {
        let pointer_bits = self.values.tables.pointer_bits;
        match super::tables::bounds(bits, signed) {
            Some((low, high)) => {
                let (lo, hi) = count.bounds(low, high);
                match lo <= hi {
                    true => Offset::scaled(lo, hi, stride, pointer_bits),
                    false => Offset::ANY,
                }
            }
            None => Offset::ANY,
        }
    }

    /// A pointer moved by some bytes.
    fn shifted(&self, pointer: &Value, by: Offset) -> Value {
        if by == Offset::ZERO {
            return pointer.clone();
        }
        let bits = self.values.tables.pointer_bits;
        match pointer {
            Value::Int(n) if by.is_exact() => {
                Value::Int(program::arith::wrap(n + i128::from(by.lo), bits, false))
            }
            Value::Pointer(p) => {
                let mut moved = Pointer {
                    addresses: p.addresses.clone(),
                    // Another number than zero, but still no address.
                    null: p.null && !by.is_exact(),
                    wild: p.wild || p.null,
                    tags: SmallVec::new(),
                };
                for address in &mut moved.addresses {
                    address.offset = address.offset.plus(by, bits);
                }
                if p.wild {
                    moved.null = true;
                }
                if by.is_exact() {
                    moved.tags = p.tags.clone();
                    for tag in &mut moved.tags {
                        tag.by -= 8 * by.lo;
                    }
                }
                moved.normal()
            }
            Value::Int(_) | Value::Top | Value::Range(_) | Value::List(_) => Value::Top,
        }
    }

    /// Bytes between two pointers into one object.
    fn distance(&self, a: &Value, b: &Value) -> Option<i128> {
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => {
                let bits = self.values.tables.pointer_bits;
                Some(program::arith::wrap(x - y, bits, true))
            }
            (Value::Pointer(p), Value::Pointer(q)) => {
                let (x, y) = (p.must()?, q.must()?);
                (x.region == y.region && x.region != RegionId::ERROR)
                    .then(|| i128::from(x.offset.lo - y.offset.lo))
            }
            _ => None,
        }
    }

    // Comparisons.

    pub fn compare(&self, op: BinaryOp, a: &Value, b: &Value, width: Width) -> Option<bool> {
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (a, b) {
            (Value::Pointer(p), Value::Pointer(q)) if equality => {
                self.equal(p, q).map(|equal| equal == (op == BinaryOp::Eq))
            }
            (Value::Pointer(p), Value::Pointer(q)) => {
                let (x, y) = (p.must()?, q.must()?);
                let inside =
                    0 <= x.offset.lo.min(y.offset.lo) && x.offset.hi.max(y.offset.hi) < 1 << 30;
                if x.region != y.region || x.region == RegionId::ERROR || !inside {
                    return None;
                }
                Some(match op {
                    BinaryOp::Lt => x.offset.lo < y.offset.lo,
                    _ => x.offset.lo <= y.offset.lo,
                })
            }
            (Value::Pointer(_), Value::Int(0)) | (Value::Int(0), Value::Pointer(_)) if equality => {
                let pointer = if matches!(a, Value::Pointer(_)) { a } else { b };
                pointer.excludes(0).then_some(op == BinaryOp::Ne)
            }
            _ => arithmetic::compare(op, a, b, width),
        }
    }

    /// Rules 9 to 11 of Table 2. Objects that ended may have given their place to
    /// others, and beyond an object anything may lie.
    fn equal(&self, p: &Pointer, q: &Pointer) -> Option<bool> {
        if let (Some(x), Some(y)) = (p.must(), q.must())
            && x == y
            && x.region != RegionId::ERROR
        {
            return Some(true);
        }
        let possible = p.null && q.null
            || p.wild
            || q.wild
            || p.null && !self.all_nonzero(q)
            || q.null && !self.all_nonzero(p)
            || p.addresses
                .iter()
                .any(|x| q.addresses.iter().any(|y| self.may_equal(x, y)));
        (!possible).then_some(false)
    }

    fn all_nonzero(&self, p: &Pointer) -> bool {
        let plain = Pointer {
            null: false,
            ..p.clone()
        };
        plain.addresses.is_empty() || Value::pointer(plain).excludes(0)
    }

    pub fn may_equal(&self, x: &Address, y: &Address) -> bool {
        if x.region == y.region && x.region != RegionId::ERROR {
            if x.region.is_summary() {
                return true;
            }
            return x.offset.overlaps(0, 8, y.offset, 0, 8);
        }
        !(self.is_inside(x) && self.is_inside(y))
    }

    /// Does the address surely lie in a living object, or just past its end?
    fn is_inside(&self, address: &Address) -> bool {
        let Offset { lo, hi, .. } = address.offset;
        let within = |size: u64| {
            let size = if size == UNKNOWN_SIZE { 0 } else { size };
            0 <= lo && hi >= 0 && hi as u64 <= size
        };
        match address.region.get() {
            Region::Error => false,
            Region::Environment => within(self.values.environment_size),
            Region::Function(_) => within(1),
            Region::Var(_) | Region::EarlierVar(_) | Region::Latest(_) | Region::EarlierSite(_) => {
                let object = self.state.object(address.region);
                object.is_some_and(|o| o.life & DEAD == 0 && within(o.size))
            }
        }
    }

    // Places.

    /// Where a place begins, and the distance from there.
    pub fn base(&mut self, place: PlaceId) -> Eval<(Base, Offset)> {
        let program = self.cx.program;
        let bits = self.values.tables.pointer_bits;
        let root = self.values.place(self.cx, place).root;
        if let Root::Fixed(region, at) = root {
            return Ok((Base::Region(region), Offset::exact(at)));
        }
        Ok(match program.exprs.place(place) {
            Place::Var(v) => {
                let region = self.values.tables.vars[v.index()].region;
                (Base::Region(region), Offset::ZERO)
            }
            Place::Deref(e) => {
                let value = self.eval(e)?;
                (Base::Pointer(e, value), Offset::ZERO)
            }
            Place::Field(inner, _) => {
                let (base, by) = self.base(inner)?;
                let field = Offset::exact(field_offset(program, place));
                (base, by.plus(field, bits))
            }
            Place::Index(inner, index) => {
                let (base, by) = self.base(inner)?;
                let count = self.eval(index)?;
                let stride = program.types.size_of(program.exprs.place_ty(place));
                let more = self.scaled(&count, self.width(index), stride.unwrap_or(0));
                (base, by.plus(more, bits))
            }
        })
    }

    /// The address of a place.
    pub fn address(&mut self, place: PlaceId) -> Eval<Value> {
        let (base, by) = self.base(place)?;
        Ok(match base {
            Base::Region(region) => Value::to(region, by),
            Base::Pointer(_, value) => self.shifted(&value, by),
        })
    }

    /// Where an access to the place may go.
    pub fn locate(&mut self, place: PlaceId, size: u64, write: bool) -> Eval<Located> {
        let (base, by) = self.base(place)?;
        self.locate_from(base, by, size, write)
    }

    pub fn locate_from(&mut self, base: Base, by: Offset, size: u64, write: bool) -> Eval<Located> {
        let bits = self.values.tables.pointer_bits;
        let (expr, value) = match base {
            Base::Region(region) => {
                let address = Address { region, offset: by };
                let (offset, _) = self.check(address, size, write).ok_or(Stop::End)?;
                let mut targets = SmallVec::new();
                targets.push(Address { region, offset });
                return Ok(Located {
                    targets,
                    through: None,
                });
            }
            Base::Pointer(expr, value) => (expr, value),
        };
        let candidates = self.candidates(expr, &value);
        let mut targets: SmallVec<[Address; 2]> = SmallVec::new();
        let mut left = Pointer::default();
        for address in &candidates {
            let moved = Address {
                offset: address.offset.plus(by, bits),
                ..*address
            };
            if let Some((offset, _)) = self.check(moved, size, write) {
                targets.push(Address {
                    region: address.region,
                    offset,
                });
                // Where it points is as far before.
                let offset = match by.is_exact() {
                    true => offset.plus(Offset::exact(-by.lo), bits),
                    false => address.offset,
                };
                left.addresses.push(Address {
                    region: address.region,
                    offset,
                });
            }
        }
        if targets.is_empty() {
            return Err(Stop::End);
        }
        if let Value::Pointer(p) = &value {
            left.tags = p.tags.clone();
        }
        let left = left.normal();
        if left != value {
            self.learned = Some((expr, left.clone()));
        }
        let value = match left {
            Value::Pointer(_) => left,
            _ => value,
        };
        Ok(Located {
            targets,
            through: Some((expr, value, by)),
        })
    }

    /// The addresses that a pointer may mean. What is not known of it is bounded by
    /// what anything ever points to.
    pub fn candidates(&self, expr: ExprId, value: &Value) -> SmallVec<[Address; 2]> {
        match value {
            Value::Pointer(p) => p.addresses.iter().copied().collect(),
            Value::Int(_) | Value::List(_) => SmallVec::new(),
            Value::Top | Value::Range(_) => self.bounded(expr),
        }
    }

    fn bounded(&self, expr: ExprId) -> SmallVec<[Address; 2]> {
        let mut found = SmallVec::new();
        for &(thing, offset) in &*self.values.points_to(self.cx, expr) {
            self.regions(thing, &mut |region| found.push(Address { region, offset }));
        }
        found
    }

    /// The regions that something is called in this state.
    pub fn regions(&self, thing: Thing, f: &mut dyn FnMut(RegionId)) {
        let mut each = |region: RegionId| {
            if self.state.object(region).is_some() {
                f(region);
            }
        };
        match thing {
            Thing::Var(v) => {
                let region = self.values.tables.vars[v.index()].region;
                each(region);
                if region.is_renamable() {
                    each(region.earlier());
                }
            }
            Thing::Site(function, edge) => {
                for site in self.values.sites.of_edge(function, edge) {
                    each(RegionId::site(site));
                    each(RegionId::site(site).earlier());
                }
            }
            Thing::Environment => f(RegionId::ENVIRONMENT),
            Thing::Function(function) => f(RegionId::function(function)),
        }
    }

    /// The offsets at which an access is valid, and whether it surely is.
    pub fn check(&self, address: Address, size: u64, write: bool) -> Option<(Offset, bool)> {
        let (room, sure) = match address.region.get() {
            Region::Error | Region::Function(_) => return None,
            Region::Environment => {
                let size = self.values.environment_size;
                (size, size != UNKNOWN_SIZE)
            }
            Region::Var(v) | Region::EarlierVar(v) => {
                let object = self.state.object(address.region)?;
                if write && self.values.tables.vars[v.index()].read_only || object.life & LIVE == 0
                {
                    return None;
                }
                (object.size, object.life & DEAD == 0)
            }
            Region::Latest(_) | Region::EarlierSite(_) => {
                let object = self.state.object(address.region)?;
                if object.life & LIVE == 0 {
                    return None;
                }
                (object.size, object.life & DEAD == 0)
            }
        };
        let last = match room {
            UNKNOWN_SIZE => i64::MAX,
            room => i64::try_from(room)
                .ok()?
                .checked_sub(i64::try_from(size).ok()?)?,
        };
        let valid = address.offset.within(0, last)?;
        Some((
            valid,
            sure && room != UNKNOWN_SIZE && valid == address.offset,
        ))
    }

    // Loads.

    pub fn load(&mut self, place: PlaceId) -> Eval<Value> {
        let info = self.values.place(self.cx, place);
        match (info.root, info.access) {
            (Root::Register(v), _) => Ok(self.state.register(v)),
            (_, None) => Ok(Value::Top),
            (_, Some(access)) => {
                let located = self.locate(place, info.size, false)?;
                Ok(self.read(&located, access))
            }
        }
    }

    /// `deref` of the paper: the tag of a may pointer, or what all targets hold.
    pub fn read(&self, located: &Located, access: Access) -> Value {
        if let Some((_, Value::Pointer(p), by)) = &located.through
            && by.is_exact()
            && let Some(known) = p.tag(8 * by.lo + i64::from(access.shift()), access.width())
        {
            return access.decode(known.clone());
        }
        let mut found: Option<Value> = None;
        for target in &located.targets {
            let value = match self.state.object(target.region) {
                Some(object) => {
                    access.decode(object.read_at(target.offset, access.shift(), access.width()))
                }
                None => Value::Top,
            };
            found = Some(match found {
                None => value,
                Some(others) => others.join(&value, &Reads::NONE),
            });
            if found.as_ref().is_some_and(Value::is_top) {
                return Value::Top;
            }
        }
        found.unwrap_or(Value::Top)
    }

    /// Does what is read so say what all of its bits are, wherever it lies?
    pub fn tells_all(&self, located: &Located, access: Access) -> bool {
        let (by, bits) = (access.shift(), access.width());
        if let Some((_, Value::Pointer(p), at)) = &located.through
            && at.is_exact()
            && let Some(known) = p.tag(8 * at.lo + i64::from(by), bits)
        {
            return access.tells_all(known);
        }
        located.targets.iter().all(|target| {
            let object = self.state.object(target.region);
            let stored = object.map_or(Value::Top, |o| o.read_at(target.offset, by, bits));
            access.tells_all(&stored)
        })
    }

    // Questions about memory.

    pub fn query(&mut self, query: Query) -> Eval<Option<bool>> {
        match query {
            Query::Readable(place) => self.accessible(place, false),
            Query::Writable(place) => self.accessible(place, true),
            Query::Freeable(e) => {
                let value = self.eval(e)?;
                Ok(self.each(&value, true, |address| self.is_block(address)))
            }
            Query::Callable(e) => {
                let value = self.eval(e)?;
                Ok(
                    self.each(&value, false, |address| match address.region.get() {
                        Region::Function(_) if address.offset == Offset::ZERO => Some(true),
                        Region::Function(_) if address.offset.contains(Offset::ZERO) => None,
                        _ => Some(false),
                    }),
                )
            }
            Query::Allocated(_) => Ok(None),
            Query::Released => Ok(self.released()),
            Query::Tracked => Ok(match self.released() {
                Some(true) => Some(true),
                _ => self.tracked(),
            }),
        }
    }

    /// The common answer of all that a pointer may be.
    fn each(
        &self,
        value: &Value,
        null: bool,
        answer: impl Fn(Address) -> Option<bool>,
    ) -> Option<bool> {
        let p = match value {
            Value::Int(0) => return Some(null),
            Value::Int(_) => return Some(false),
            Value::Pointer(p) => p,
            Value::Top | Value::Range(_) | Value::List(_) => return None,
        };
        let mut answers = p.addresses.iter().map(|a| answer(*a)).collect::<Vec<_>>();
        if p.null {
            answers.push(Some(null));
        }
        if p.wild {
            answers.push(Some(false));
        }
        let first = answers.first().copied().flatten();
        answers
            .iter()
            .all(|a| *a == first)
            .then_some(first)
            .flatten()
    }

    fn accessible(&mut self, place: PlaceId, write: bool) -> Eval<Option<bool>> {
        let info = self.values.place(self.cx, place);
        if let Root::Register(_) = info.root {
            return Ok(Some(true));
        }
        let bits = self.values.tables.pointer_bits;
        let (base, by) = self.base(place)?;
        let answer = |address: Address| match self.check(address, info.size, write) {
            None => Some(false),
            Some((_, true)) => Some(true),
            Some((_, false)) => None,
        };
        Ok(match base {
            Base::Region(region) => answer(Address { region, offset: by }),
            Base::Pointer(_, value) => self.each(&value, false, |address| {
                answer(Address {
                    offset: address.offset.plus(by, bits),
                    ..address
                })
            }),
        })
    }

    /// Does the address begin a living block?
    pub fn is_block(&self, address: Address) -> Option<bool> {
        let region = address.region;
        match region.get() {
            Region::Latest(site) | Region::EarlierSite(site) => {
                let site = self.values.sites.get(site);
                let frame = &self.values.tables.frame_storage;
                let Some(object) = self.state.object(region) else {
                    return Some(false);
                };
                if frame.contains(&(site.function, site.edge))
                    || object.life & LIVE == 0
                    || !address.offset.contains(Offset::ZERO)
                {
                    return Some(false);
                }
                (object.life & DEAD == 0 && address.offset.is_exact()).then_some(true)
            }
            Region::Error
            | Region::Environment
            | Region::Var(_)
            | Region::EarlierVar(_)
            | Region::Function(_) => Some(false),
        }
    }

    fn is_heap(&self, region: RegionId) -> bool {
        match region.get() {
            Region::Latest(site) | Region::EarlierSite(site) => {
                let site = self.values.sites.get(site);
                let frame = &self.values.tables.frame_storage;
                !frame.contains(&(site.function, site.edge))
            }
            Region::Error
            | Region::Environment
            | Region::Var(_)
            | Region::EarlierVar(_)
            | Region::Function(_) => false,
        }
    }

    /// Is every block freed?
    fn released(&self) -> Option<bool> {
        let mut answer = Some(true);
        self.state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            if object.life & LIVE != 0 && self.is_heap(region) {
                let sure = object.life == LIVE && !region.is_summary();
                answer = if sure { Some(false) } else { None };
            }
            answer != Some(false)
        });
        answer
    }

    /// Does a variable lead to every block? Only if must pointers do is it sure; that
    /// none does nobody can tell here, for callers' registers are not in the state.
    fn tracked(&self) -> Option<bool> {
        let mut reached: SmallVec<[RegionId; 8]> = SmallVec::new();
        let visit = |value: &Value, reached: &mut SmallVec<[RegionId; 8]>| {
            if let Value::Pointer(p) = value
                && let [address] = p.addresses[..]
                && !p.null
                && !p.wild
                && !address.region.is_summary()
                && self.is_heap(address.region)
                && !reached.contains(&address.region)
            {
                reached.push(address.region);
            }
        };
        let program = self.cx.program;
        self.state.registers.each(|key, value| {
            let var = program::VarId::new(key as usize);
            if program.vars[var].kind != program::VarKind::Temporary {
                visit(value, &mut reached);
            }
            true
        });
        self.state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            let is_root = match region.get() {
                Region::Var(v) => program.vars[v].kind != program::VarKind::Temporary,
                Region::Error
                | Region::Environment
                | Region::EarlierVar(_)
                | Region::Function(_)
                | Region::Latest(_)
                | Region::EarlierSite(_) => false,
            };
            if is_root && object.life == LIVE {
                object.cells.each(|_, cell| {
                    visit(&cell.value, &mut reached);
                    true
                });
            }
            true
        });
        let mut next = 0;
        while next < reached.len() {
            if let Some(object) = self.state.object(reached[next]).map(Rc::clone)
                && object.life == LIVE
            {
                object.cells.each(|_, cell| {
                    visit(&cell.value, &mut reached);
                    true
                });
            }
            next += 1;
        }
        let all = self.state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            object.life & LIVE == 0
                || !self.is_heap(region)
                || !region.is_summary() && reached.contains(&region)
        });
        all.then_some(true)
    }
}

/// What the points-to analysis calls something; None for what no pointer is
/// followed to.
pub fn thing(object: Object) -> Option<Thing> {
    match object {
        Object::Environment => Some(Thing::Environment),
        Object::Var(v) => Some(Thing::Var(v)),
        Object::Literal(v) => Some(Thing::Var(v)),
        Object::Function(f) => Some(Thing::Function(f)),
        Object::Heap { function, edge, .. } => Some(Thing::Site(function, edge)),
        Object::Outside | Object::Variadic(_) | Object::Result(_) => None,
    }
}

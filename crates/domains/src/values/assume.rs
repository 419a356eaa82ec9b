//! Conditions: Rules 6 and 7 of Table 3, and the strengthening that the paper
//! describes after them, for all comparisons.

use super::Values;
use super::arithmetic::{self, Width, meet};
use super::eval::{Base, Eval, Evaluator};
use super::memory::Holder;
use super::offset::Offset;
use super::region::Region;
use super::state::State;
use super::tables::{Root, bounds, is_bool};
use super::value::{Pointer, Value};
use engine::Cx;
use program::{BinaryOp, Expr, ExprId, PlaceId, Query, UnaryOp};

/// Numbers below are nobody's address.
const FIRST_ADDRESS: i128 = 0x1000;

impl Values {
    /// The state in which a condition has a truth; None if it cannot.
    pub fn assume(
        &self,
        cx: &Cx<'_>,
        state: &State,
        condition: ExprId,
        taken: bool,
    ) -> Eval<Option<State>> {
        let mut new = state.clone();
        let learned = {
            let mut evaluator = Evaluator::new(self, cx, state);
            let value = evaluator.eval(condition)?;
            if arithmetic::is_zero(&value).is_some_and(|zero| zero == taken) {
                return Ok(None);
            }
            evaluator.learned
        };
        self.learn(cx, &mut new, learned);
        let possible = self.refine(cx, &mut new, condition, taken)?;
        Ok(possible.then_some(new))
    }

    /// Strengthens the state by the truth of an expression. False if that is
    /// impossible.
    fn refine(&self, cx: &Cx<'_>, state: &mut State, expr: ExprId, taken: bool) -> Eval<bool> {
        match cx.program.exprs.get(expr) {
            Expr::Binary(op, a, b) if op.is_comparison() => {
                let (op, a, b) = match (op, taken) {
                    (op, true) => (op, a, b),
                    (BinaryOp::Eq, false) => (BinaryOp::Ne, a, b),
                    (BinaryOp::Ne, false) => (BinaryOp::Eq, a, b),
                    (BinaryOp::Lt, false) => (BinaryOp::Le, b, a),
                    (_, false) => (BinaryOp::Lt, b, a),
                };
                // Unordered floats make the opposite of `<` not `>=`.
                let ty = cx.program.exprs.ty(a);
                if cx.program.types.float_kind(ty).is_some() {
                    return Ok(true);
                }
                self.refine_comparison(cx, state, op, a, b)
            }
            Expr::Query(query) => self.refine_query(cx, state, query, taken),
            _ => {
                let value = Evaluator::new(self, cx, state).eval(expr)?;
                let is_float = cx
                    .program
                    .types
                    .float_kind(cx.program.exprs.ty(expr))
                    .is_some();
                if is_float {
                    return Ok(true);
                }
                let op = if taken { BinaryOp::Ne } else { BinaryOp::Eq };
                match self.restrict(cx, state, expr, &value, op, &Value::ZERO) {
                    Some(new) => self.narrow(cx, state, expr, new),
                    None => Ok(false),
                }
            }
        }
    }

    fn refine_comparison(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Eval<bool> {
        for (x, y, op) in [(a, b, Relation::Plain(op)), (b, a, mirrored(op))] {
            let (left, right) = {
                let mut evaluator = Evaluator::new(self, cx, state);
                (evaluator.eval(x)?, evaluator.eval(y)?)
            };
            // `>` and `>=` have no operator of their own here.
            let Some(new) = self.restrict_by(cx, state, x, &left, op, &right) else {
                return Ok(false);
            };
            if new != left && !self.narrow(cx, state, x, new)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn restrict_by(
        &self,
        cx: &Cx<'_>,
        state: &State,
        expr: ExprId,
        value: &Value,
        op: Relation,
        other: &Value,
    ) -> Option<Value> {
        match op {
            Relation::Plain(op) => self.restrict(cx, state, expr, value, op, other),
            Relation::Greater | Relation::NotLess => {
                let width = self.width(cx, expr);
                let (low, high) = match bounds(width.0, width.1) {
                    Some(found) => found,
                    None => return Some(value.clone()),
                };
                let (lo, _) = other.bounds(low, high);
                let lo = if op == Relation::Greater { lo + 1 } else { lo };
                self.between(cx, expr, value, lo, high)
            }
        }
    }

    fn width(&self, cx: &Cx<'_>, expr: ExprId) -> Width {
        let ty = cx.program.exprs.ty(expr);
        cx.program.types.bits(ty).unwrap_or((128, true))
    }

    /// What is left of a value that is in a relation to another; None if nothing.
    fn restrict(
        &self,
        cx: &Cx<'_>,
        state: &State,
        expr: ExprId,
        value: &Value,
        op: BinaryOp,
        other: &Value,
    ) -> Option<Value> {
        let (bits, signed) = self.width(cx, expr);
        let Some((low, high)) = bounds(bits, signed) else {
            return Some(value.clone());
        };
        match op {
            BinaryOp::Eq => self.equal_to(cx, state, expr, value, other, (low, high)),
            BinaryOp::Ne => self.unequal_to(value, other, (low, high)),
            BinaryOp::Lt | BinaryOp::Le => {
                let (_, hi) = other.bounds(low, high);
                let hi = if op == BinaryOp::Lt { hi - 1 } else { hi };
                self.between(cx, expr, value, low, hi)
            }
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
            | BinaryOp::PointerAdd
            | BinaryOp::PointerDiff => Some(value.clone()),
        }
    }

    /// The numbers of a value between two bounds.
    fn between(
        &self,
        cx: &Cx<'_>,
        expr: ExprId,
        value: &Value,
        lo: i128,
        hi: i128,
    ) -> Option<Value> {
        if lo > hi {
            return None;
        }
        let (bits, signed) = self.width(cx, expr);
        let (low, high) = bounds(bits, signed)?;
        if lo <= low && high <= hi {
            return Some(value.clone());
        }
        if let Value::Pointer(_) = value {
            return match lo > 0 {
                true => meet(value, &Value::range(lo, hi, [])?),
                false => Some(value.clone()),
            };
        }
        // A range says so of a type as a whole.
        let within = Value::range(lo.max(low), hi.min(high), [])?;
        match meet(value, &within)? {
            Value::Range(r) if r.lo == r.hi && !self.may_carry(cx, expr, r.lo) => {
                Some(Value::Int(r.lo))
            }
            new => Some(new),
        }
    }

    /// May a number be an address if it is the value of an expression?
    fn may_carry(&self, cx: &Cx<'_>, expr: ExprId, number: i128) -> bool {
        !(-FIRST_ADDRESS..FIRST_ADDRESS).contains(&number) && !self.points_to(cx, expr).is_empty()
    }

    fn equal_to(
        &self,
        cx: &Cx<'_>,
        state: &State,
        expr: ExprId,
        value: &Value,
        other: &Value,
        (low, high): (i128, i128),
    ) -> Option<Value> {
        if let Some(n) = other.constant() {
            return match value {
                Value::Int(m) => (*m == n).then(|| value.clone()),
                Value::Top | Value::Range(_) if value.excludes(n) => None,
                Value::Top | Value::Range(_) => match self.may_carry(cx, expr, n) {
                    true => Value::range(n, n, []),
                    false => Some(Value::Int(n)),
                },
                Value::Pointer(p) if n == 0 => match (p.null || p.wild, value.excludes(0)) {
                    (_, true) => None,
                    // An address that is not surely another number stays in doubt.
                    _ if p.addresses.is_empty() || self.addresses_exclude_zero(p) => p
                        .null
                        .then_some(Value::ZERO)
                        .or(Some(value.clone()).filter(|_| p.wild)),
                    _ => Some(value.clone()),
                },
                Value::Pointer(_) | Value::List(_) => Some(value.clone()),
            };
        }
        match (value, other) {
            (Value::Pointer(p), Value::Pointer(q)) => {
                // Those that may be the same as one of the other's.
                let evaluator = Evaluator::new(self, cx, state);
                let mut left = Pointer {
                    null: p.null && (q.null || q.wild || !other.excludes(0)),
                    ..(**p).clone()
                };
                if !q.wild {
                    left.addresses.retain(|x| {
                        q.null && !self.address_excludes_zero(x)
                            || q.addresses.iter().any(|y| evaluator.may_equal(x, y))
                    });
                }
                let empty = left.addresses.is_empty() && !left.null && !left.wild;
                (!empty).then(|| left.normal())
            }
            (Value::Top | Value::Range(_), _) if other.excludes(0) => {
                let (lo, hi) = other.bounds(low, high);
                let known = match other {
                    Value::Range(r) => Value::range(lo, hi, r.excluded.iter().copied())?,
                    _ => Value::range(i128::MIN, i128::MAX, [0])?,
                };
                meet(value, &known)
            }
            (Value::Top | Value::Range(_) | Value::Int(_), Value::Range(r)) => {
                let known = Value::range(r.lo, r.hi, r.excluded.iter().copied())?;
                meet(value, &known)
            }
            _ => Some(value.clone()),
        }
    }

    fn addresses_exclude_zero(&self, p: &Pointer) -> bool {
        p.addresses.iter().all(|a| self.address_excludes_zero(a))
    }

    fn address_excludes_zero(&self, a: &super::value::Address) -> bool {
        Value::to(a.region, a.offset).excludes(0)
    }

    fn unequal_to(&self, value: &Value, other: &Value, (low, high): (i128, i128)) -> Option<Value> {
        let Some(n) = other.constant() else {
            // The one address that the other surely is.
            if let (Value::Pointer(p), Value::Pointer(q)) = (value, other)
                && let Some(at) = q.must()
                && at.region != super::region::RegionId::ERROR
            {
                let mut left = (**p).clone();
                left.addresses.retain(|a| *a != at);
                let empty = left.addresses.is_empty() && !left.null && !left.wild;
                return (!empty).then(|| left.normal());
            }
            return Some(value.clone());
        };
        match value {
            Value::Int(m) => (*m != n).then(|| value.clone()),
            Value::Top => Value::range(
                if n == low { low } else { i128::MIN },
                if n == high { high } else { i128::MAX },
                [n],
            ),
            Value::Range(r) => {
                let (lo, hi) = match () {
                    () if n == low => (r.lo.max(low), r.hi),
                    () if n == high => (r.lo, r.hi.min(high)),
                    () => (r.lo, r.hi),
                };
                let excluded = r.excluded.iter().copied().chain([n]);
                Value::range(lo, hi, excluded)
            }
            Value::Pointer(p) if n == 0 && p.null => {
                let mut left = (**p).clone();
                left.null = false;
                let empty = left.addresses.is_empty() && !left.wild;
                (!empty).then(|| Value::pointer(left))
            }
            Value::Pointer(_) | Value::List(_) => Some(value.clone()),
        }
    }

    /// Makes an expression's value known to be `new`, wherever it came from. False if
    /// that is impossible.
    fn narrow(&self, cx: &Cx<'_>, state: &mut State, expr: ExprId, new: Value) -> Eval<bool> {
        let program = cx.program;
        match program.exprs.get(expr) {
            Expr::Load(place) => {
                self.narrow_place(cx, state, place, new);
                Ok(true)
            }
            Expr::Cast(inner) => self.narrow_cast(cx, state, expr, inner, new),
            Expr::Unary(UnaryOp::Neg, inner) => {
                let width = self.width(cx, expr);
                let negated = arithmetic::negate(&new, width);
                self.narrow_to(cx, state, inner, negated)
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => {
                let (x, n, op) = match (program.exprs.int_value(x), program.exprs.int_value(y)) {
                    (_, Some(n)) => (x, n, op),
                    (Some(n), _) if op == BinaryOp::Add => (y, n, op),
                    _ => return Ok(true),
                };
                if matches!(new, Value::Pointer(_) | Value::Top) {
                    return Ok(true);
                }
                // x + n is within these bounds, all modulo the type's width: so is x
                // within the moved ones if nothing wraps.
                let back = if op == BinaryOp::Add {
                    BinaryOp::Sub
                } else {
                    BinaryOp::Add
                };
                let width = self.width(cx, x);
                match arithmetic::binary(back, &new, &Value::Int(n), width) {
                    Some(moved) => self.narrow_to(cx, state, x, moved),
                    None => Ok(true),
                }
            }
            Expr::Binary(op, ..) if op.is_comparison() => self.narrow_truth(cx, state, expr, &new),
            Expr::Query(_) => self.narrow_truth(cx, state, expr, &new),
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(..)
            | Expr::Logical(_) => Ok(true),
        }
    }

    /// An expression that is 0 or 1 has become known.
    fn narrow_truth(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        expr: ExprId,
        new: &Value,
    ) -> Eval<bool> {
        match arithmetic::is_zero(new) {
            Some(zero) => self.refine(cx, state, expr, !zero),
            None => Ok(true),
        }
    }

    /// The same, of an operand whose own value may already say more.
    fn narrow_to(&self, cx: &Cx<'_>, state: &mut State, expr: ExprId, new: Value) -> Eval<bool> {
        let old = Evaluator::new(self, cx, state).eval(expr)?;
        match meet(&old, &new) {
            None => Ok(false),
            Some(both) if both == old => Ok(true),
            Some(Value::Int(n)) if !matches!(old, Value::Int(_)) && self.may_carry(cx, expr, n) => {
                match Value::range(n, n, []) {
                    Some(value) => self.narrow(cx, state, expr, value),
                    None => Ok(true),
                }
            }
            Some(both) => self.narrow(cx, state, expr, both),
        }
    }

    fn narrow_cast(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        expr: ExprId,
        inner: ExprId,
        new: Value,
    ) -> Eval<bool> {
        let program = cx.program;
        let (to, from) = (program.exprs.ty(expr), program.exprs.ty(inner));
        if program.types.float_kind(to).is_some() || program.types.float_kind(from).is_some() {
            return Ok(true);
        }
        if is_bool(program, to) {
            return self.narrow_truth(cx, state, inner, &new);
        }
        let (width, inner_width) = (self.width(cx, expr), self.width(cx, inner));
        let old = Evaluator::new(self, cx, state).eval(inner)?;
        let (Some((low, high)), Some((inner_low, inner_high))) = (
            bounds(width.0, width.1),
            bounds(inner_width.0, inner_width.1),
        ) else {
            return Ok(true);
        };
        let (lo, hi) = old.bounds(inner_low, inner_high);
        if low <= lo && hi <= high {
            // The conversion changes no number.
            return self.narrow_to(cx, state, inner, new);
        }
        if width.0 != inner_width.0 {
            return Ok(true);
        }
        // As many bits: a constant is one before and after, and so is not being zero.
        match new.constant() {
            Some(n) => {
                let n = program::arith::wrap(n, inner_width.0, inner_width.1);
                self.narrow_to(cx, state, inner, Value::Int(n))
            }
            None if new.excludes(0) => match Value::range(i128::MIN, i128::MAX, [0]) {
                Some(nonzero) => self.narrow_to(cx, state, inner, nonzero),
                None => Ok(true),
            },
            None => Ok(true),
        }
    }

    fn narrow_place(&self, cx: &Cx<'_>, state: &mut State, place: PlaceId, new: Value) {
        let info = self.place(cx, place);
        let Some(access) = info.access else {
            return;
        };
        let located = match info.root {
            Root::Register(v) => {
                return self.strengthen_pointer(state, Holder::Register(v), new);
            }
            Root::Fixed(..) | Root::Computed => {
                Evaluator::new(self, cx, state).locate(place, info.size, false)
            }
        };
        let Ok(located) = located else {
            return;
        };
        if !Evaluator::new(self, cx, state).tells_all(&located, access) {
            return;
        }
        if let Some(at) = located.must() {
            let holder = Holder::Cell(at.region, at.offset.lo, access);
            return self.strengthen_pointer(state, holder, new);
        }
        // Which object it is is not known, but of this one it is.
        if let Some((expr, pointer, by)) = &located.through
            && by.is_exact()
            && let Some(holder) = self.holder(cx, state, *expr)
        {
            let at = 8 * by.lo + i64::from(access.shift());
            let stored = access.encode(new);
            self.tag(state, holder, pointer, at, access.width(), &stored);
        }
    }

    // Questions about memory.

    fn refine_query(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        query: Query,
        taken: bool,
    ) -> Eval<bool> {
        let (expr, value, kept) = {
            let mut evaluator = Evaluator::new(self, cx, state);
            let (expr, value, by, size, write) = match query {
                Query::Readable(place) | Query::Writable(place) => {
                    let info = self.place(cx, place);
                    let (base, by) = match info.root {
                        Root::Register(_) => return Ok(taken),
                        Root::Fixed(..) | Root::Computed => evaluator.base(place)?,
                    };
                    let Base::Pointer(expr, value) = base else {
                        return Ok(true);
                    };
                    let write = matches!(query, Query::Writable(_));
                    (expr, value, by, info.size, write)
                }
                Query::Freeable(e) | Query::Callable(e) => {
                    let value = evaluator.eval(e)?;
                    (e, value, Offset::ZERO, 0, false)
                }
                Query::Allocated(_) | Query::Tracked | Query::Released => return Ok(true),
            };
            let bits = self.tables.pointer_bits;
            let mut kept = Pointer::default();
            if let Value::Pointer(p) = &value {
                kept.tags = p.tags.clone();
                kept.wild = p.wild && !taken;
                kept.null = p.null && taken == matches!(query, Query::Freeable(_));
            } else {
                // Only what can be asked about a pointer that leads somewhere is known.
                let null = matches!(query, Query::Freeable(_)) && !value.excludes(0);
                if !taken || matches!(value, Value::Int(_)) {
                    return Ok(true);
                }
                kept.null = null;
            }
            for address in evaluator.candidates(expr, &value) {
                let answer = match query {
                    Query::Readable(_) | Query::Writable(_) => {
                        let moved = super::value::Address {
                            offset: address.offset.plus(by, bits),
                            ..address
                        };
                        match evaluator.check(moved, size, write) {
                            None => Some(false),
                            Some((_, true)) => Some(true),
                            Some((valid, false)) => {
                                // The offsets at which it is valid.
                                if taken && by.is_exact() {
                                    let offset = valid.plus(Offset::exact(-by.lo), bits);
                                    kept.addresses
                                        .push(super::value::Address { offset, ..address });
                                    continue;
                                }
                                None
                            }
                        }
                    }
                    Query::Freeable(_) => evaluator.is_block(address),
                    Query::Callable(_) => Some(matches!(address.region.get(), Region::Function(_))),
                    Query::Allocated(_) | Query::Tracked | Query::Released => None,
                };
                if answer != Some(!taken) {
                    kept.addresses.push(address);
                }
            }
            (expr, value, kept)
        };
        if kept.addresses.is_empty() && !kept.null && !kept.wild {
            return Ok(false);
        }
        let new = kept.normal();
        match new == value || !matches!(new, Value::Pointer(_) | Value::Int(_)) {
            true => Ok(true),
            false => self.narrow(cx, state, expr, new),
        }
    }
}

/// A relation as seen from the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Plain(BinaryOp),
    Greater,
    NotLess,
}

fn mirrored(op: BinaryOp) -> Relation {
    match op {
        BinaryOp::Lt => Relation::Greater,
        BinaryOp::Le => Relation::NotLess,
        op => Relation::Plain(op),
    }
}

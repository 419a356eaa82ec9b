//! Expressions, addresses and memory, in the order in which the machine works.

use super::access::{self, Access, Drawn};
use super::contents::{Content, Found};
use super::executor::{Executor, Home, Step, Stop, Target, invalid};
use super::state::{Draw, Kind, Life, NO_OBJECT, ObjectId, State};
use machine::Cell;
use program::{BinaryOp, Expr, ExprId, Id, Logical, Place, PlaceId, Query, TypeId};
use properties::Property;
use solver::{Node, Sort, Term};

/// So many places that an access may mean are told apart by conditions; beyond,
/// one way is taken for each.
const MAX_CANDIDATES: u64 = 256;

impl Executor<'_> {
    /// The value of a scalar expression.
    pub fn eval(&mut self, state: &mut State, id: ExprId) -> Step<Term> {
        let program = self.program;
        let ty = program.exprs.ty(id);
        Ok(match program.exprs.get(id) {
            Expr::Int(value) => {
                let width = self.width(ty);
                self.terms.bits(value as u128, width)
            }
            Expr::Float(bits) => {
                let width = self.width(ty);
                self.terms.bits(bits, width)
            }
            Expr::Zero => {
                let width = self.width(ty);
                self.terms.bits(0, width)
            }
            Expr::Function(f) => self.function_base(f),
            Expr::Load(place) => return self.load(state, place),
            Expr::Address(place) => return self.address(state, place),
            Expr::Unary(op, a) => {
                let value = self.eval(state, a)?;
                self.terms.c_unary(&program.types, op, ty, value)
            }
            Expr::Binary(op, a, b) if op.is_comparison() => {
                let truth = self.comparison(state, op, a, b)?;
                self.truth_value(truth, ty)
            }
            Expr::Binary(op, a, b) => return self.binary(state, op, a, b),
            Expr::Cast(a) => {
                let value = self.eval(state, a)?;
                let from = program.exprs.ty(a);
                self.terms.c_cast(&program.types, from, ty, value)
            }
            Expr::Query(query) => {
                let truth = self.answer(state, query)?;
                self.truth_value(truth, ty)
            }
            Expr::Logical(logical) => match logical {
                Logical::Bound(n) => return self.bound_value(n),
                Logical::Quantified(..) | Logical::Closure { .. } => {
                    let truth = self.formula(state, id)?;
                    self.truth_value(truth, ty)
                }
                Logical::AtEntry(_) => {
                    let what = "the past of what a quantifier ranges over";
                    return self.span_unsupported(state, what);
                }
            },
        })
    }

    /// The truth of an expression that is 0 or not.
    pub fn condition(&mut self, state: &mut State, id: ExprId) -> Step<Term> {
        match self.program.exprs.get(id) {
            Expr::Binary(op, a, b) if op.is_comparison() => self.comparison(state, op, a, b),
            Expr::Query(query) => self.answer(state, query),
            _ => {
                let value = self.eval(state, id)?;
                let zero = self.terms.bits(0, self.terms.width(value));
                let is_zero = self.terms.eq(value, zero);
                Ok(self.terms.not(is_zero))
            }
        }
    }

    pub fn width(&self, ty: TypeId) -> u32 {
        access::of_type(self.program, ty).map_or(32, Access::width)
    }

    fn truth_value(&mut self, truth: Term, ty: TypeId) -> Term {
        let width = self.width(ty);
        let (one, zero) = (self.terms.bits(1, width), self.terms.bits(0, width));
        self.terms.ite(truth, one, zero)
    }

    fn comparison(&mut self, state: &mut State, op: BinaryOp, a: ExprId, b: ExprId) -> Step<Term> {
        let ty = self.program.exprs.ty(a);
        let x = self.eval(state, a)?;
        let y = self.eval(state, b)?;
        let types = &self.program.types;
        let truth = self.terms.c_compare(types, op, ty, x, y);
        if types.float_kind(ty).is_some() {
            return Ok(truth);
        }
        if self.terms.is_constant(truth) && self.compares_ended(state, x, y) {
            return Ok(self.reused(op, x, y));
        }
        Ok(truth)
    }

    /// Whether two addresses are in this relation, of which nobody knows.
    fn reused(&mut self, op: BinaryOp, x: Term, y: Term) -> Term {
        if let Some(&known) = self.reused.get(&(op, x, y)) {
            return known;
        }
        if op == BinaryOp::Ne {
            let same = self.reused(BinaryOp::Eq, x, y);
            return self.terms.not(same);
        }
        let symbol = self.terms.symbol("reused", Sort::Bits(1));
        if let Some(id) = self.terms.as_symbol(symbol) {
            self.comparisons.insert(id, (op, x, y));
        }
        let one = self.terms.bits(1, 1);
        let truth = self.terms.eq(symbol, one);
        self.reused.insert((op, x, y), truth);
        truth
    }

    /// Are addresses of several objects compared, of which some have ended? Where
    /// they were, others may be now, though terms say that all are apart.
    fn compares_ended(&mut self, state: &State, x: Term, y: Term) -> bool {
        let mut ids: Vec<ObjectId> = Vec::new();
        for term in [x, y] {
            let symbols = self.terms.symbols(term).to_vec();
            ids.extend(symbols.iter().filter_map(|&s| self.pointed(state, s)));
        }
        ids.sort_unstable();
        ids.dedup();
        let youngest = ids.last().copied().unwrap_or_default();
        let left = |&id: &ObjectId| state.objects.get(id).leaves_room_for(youngest);
        ids.len() > 1 && ids.iter().any(left)
    }

    fn binary(&mut self, state: &mut State, op: BinaryOp, a: ExprId, b: ExprId) -> Step<Term> {
        use BinaryOp::*;
        let ty = self.program.exprs.ty(a);
        let x = self.eval(state, a)?;
        let y = self.eval(state, b)?;
        let types = &self.program.types;
        if matches!(op, Div | Rem) && types.float_kind(ty).is_none() {
            let zero = self.terms.bits(0, self.terms.width(y));
            let by_zero = self.terms.eq(y, zero);
            if self.holds(state, by_zero)? {
                return invalid("division by zero", Property::NoDivisionByZero);
            }
        }
        let operands = (ty, self.program.exprs.ty(b));
        Ok(self.terms.c_binary(types, op, operands, x, y))
    }

    /// Is the condition true on this path? Where it can be both, the path splits.
    pub fn holds(&mut self, state: &State, condition: Term) -> Step<bool> {
        if let Some(truth) = self.terms.as_bool(condition) {
            return Ok(truth);
        }
        if state.assumed.contains(&condition) {
            return Ok(true);
        }
        let negated = self.terms.not(condition);
        if state.assumed.contains(&negated) {
            return Ok(false);
        }
        Err(Stop::Split(condition))
    }

    // Questions about memory.

    fn answer(&mut self, state: &mut State, query: Query) -> Step<Term> {
        match query {
            Query::Readable(place) | Query::Writable(place) => {
                let pointer = self.address(state, place)?;
                let size = self.place_size(place);
                let write = matches!(query, Query::Writable(_));
                let target = self.target(state, pointer)?;
                Ok(self.valid(state, target, size, write))
            }
            Query::Freeable(pointer) => {
                let pointer = self.eval(state, pointer)?;
                let target = self.target(state, pointer)?;
                Ok(match target {
                    Target::Null => {
                        let zero = self.terms.bits(0, self.pointer_bits);
                        self.terms.eq(pointer, zero)
                    }
                    Target::Object(id, offset) => {
                        let object = state.objects.get(id);
                        let block = object.kind == Kind::Heap && object.life == Life::Live;
                        let zero = self.terms.bits(0, self.pointer_bits);
                        match block {
                            true => self.terms.eq(offset, zero),
                            false => self.terms.bool(false),
                        }
                    }
                    Target::Nowhere => {
                        let zero = self.terms.bits(0, self.pointer_bits);
                        self.terms.eq(pointer, zero)
                    }
                    Target::Wild | Target::Function(..) => self.terms.bool(false),
                })
            }
            Query::Callable(pointer) => {
                let pointer = self.eval(state, pointer)?;
                let target = self.target(state, pointer)?;
                Ok(match target {
                    Target::Function(_, offset) => {
                        let zero = self.terms.bits(0, self.pointer_bits);
                        self.terms.eq(offset, zero)
                    }
                    _ => self.terms.bool(false),
                })
            }
            Query::Allocated(pointer) => {
                let size = self.element_size(self.program.exprs.ty(pointer));
                let pointer = self.eval(state, pointer)?;
                let target = self.target(state, pointer)?;
                Ok(self.is_element(state, target, size))
            }
            Query::Tracked => {
                let tracked = self.find_leak(state)?.is_none();
                Ok(self.terms.bool(tracked))
            }
            Query::Released => {
                let mut blocks = state.objects.iter();
                let left = blocks.any(|(_, o)| o.kind == Kind::Heap && o.life == Life::Live);
                Ok(self.terms.bool(!left))
            }
        }
    }

    pub fn target(&mut self, state: &State, pointer: Term) -> Step<Target> {
        let pointer = self.under_assumptions(state, pointer);
        self.resolve(state, pointer)
    }

    /// The condition under which an access is valid.
    fn valid(&mut self, state: &State, target: Target, size: u64, write: bool) -> Term {
        let Target::Object(id, offset) = target else {
            return self.terms.bool(false);
        };
        let object = state.objects.get(id);
        let room = object.contents.size();
        if object.life != Life::Live || write && object.read_only || size > room {
            return self.terms.bool(false);
        }
        let last = self.terms.bits(u128::from(room - size), self.pointer_bits);
        self.terms.ule(offset, last)
    }

    // Places.

    pub fn address(&mut self, state: &mut State, place: PlaceId) -> Step<Term> {
        let program = self.program;
        Ok(match program.exprs.place(place) {
            Place::Var(var) => match self.homes[var.index()] {
                Home::Static(object) => state.objects.get(object).base,
                Home::Slot(slot) => match state.frame().slots.get(slot as usize) {
                    Some(&object) if object != NO_OBJECT => state.objects.get(object).base,
                    _ => return invalid("a variable out of its scope", Property::ValidDeref),
                },
                Home::Register(..) => {
                    return self.span_unsupported(state, "the address of a register");
                }
            },
            Place::Deref(pointer) => self.eval(state, pointer)?,
            Place::Field(base, i) => {
                let base_ty = program.exprs.place_ty(base);
                let offset = match program.types.fields(base_ty).get(i as usize) {
                    Some(field) => field.offset,
                    None => {
                        let ty = program.exprs.place_ty(place);
                        u64::from(i) * program.types.size_of(ty).unwrap_or(0)
                    }
                };
                let base = self.address(state, base)?;
                let offset = self.terms.bits(u128::from(offset), self.pointer_bits);
                self.terms.add(base, offset)
            }
            Place::Index(base, index) => {
                let stride = program.types.size_of(program.exprs.place_ty(place));
                let base = self.address(state, base)?;
                let ty = program.exprs.ty(index);
                let index = self.eval(state, index)?;
                let signed = program.types.bits(ty).is_some_and(|(_, s)| s);
                let index = self.terms.resize(index, self.pointer_bits, signed);
                let stride = u128::from(stride.unwrap_or(0));
                let stride = self.terms.bits(stride, self.pointer_bits);
                let bytes = self.terms.mul(index, stride);
                self.terms.add(base, bytes)
            }
        })
    }

    /// The object and offset of a valid access; where it can be invalid, the
    /// path splits, and ends on that side.
    pub fn locate(
        &mut self,
        state: &mut State,
        pointer: Term,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, Term)> {
        let target = self.target(state, pointer)?;
        let valid = self.valid(state, target, size, write);
        if !self.holds(state, valid)? {
            match target {
                Target::Wild => {
                    return self.span_unsupported(state, "an address made from a number");
                }
                // As large as it is used, but not here.
                Target::Object(id, _) if state.objects.get(id).kind == Kind::Environment => {
                    return self.span_unsupported(state, "an access far from an unknown address");
                }
                Target::Null | Target::Nowhere | Target::Object(..) | Target::Function(..) => {}
            }
            return invalid("an invalid access", Property::ValidDeref);
        }
        match target {
            Target::Object(id, offset) => Ok((id, offset)),
            _ => invalid("an invalid access", Property::ValidDeref),
        }
    }

    fn load(&mut self, state: &mut State, place: PlaceId) -> Step<Term> {
        if let Place::Var(var) = self.program.exprs.place(place)
            && let Home::Register(r, access) = self.homes[var.index()]
        {
            if let Some(value) = state.frame().registers[r as usize] {
                return Ok(value);
            }
            let drawn = self.draw(state, access.request());
            state.frame_mut().registers[r as usize] = Some(drawn);
            return Ok(drawn);
        }
        let Some(access) = access::of_place(self.program, place) else {
            return self.span_unsupported(state, "the value of an aggregate");
        };
        let pointer = self.address(state, place)?;
        self.load_at(state, pointer, access)
    }

    pub fn load_at(&mut self, state: &mut State, pointer: Term, access: Access) -> Step<Term> {
        let size = access.size();
        let (object, offset) = self.locate(state, pointer, size, false)?;
        let raw = self.read(state, object, offset, size, access)?;
        Ok(access.decode(&mut self.terms, raw))
    }

    /// The bytes at an offset; indeterminate ones become inputs first.
    fn read(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Term,
        size: u64,
        access: Access,
    ) -> Step<Term> {
        let offset = state.chosen(offset);
        if let Some(offset) = self.terms.as_bits(offset) {
            return Ok(self.read_at(state, object, offset as u64, size, access));
        }
        let candidates = self.candidates(state, object, offset, size)?;
        let mut value: Option<Term> = None;
        for &at in candidates.iter().rev() {
            let here = self.read_cell(state, object, at, size, access);
            value = Some(match value {
                None => here,
                Some(others) => {
                    let index = self.terms.bits(u128::from(at), self.pointer_bits);
                    let is_here = self.terms.eq(offset, index);
                    self.terms.ite(is_here, here, others)
                }
            });
        }
        match value {
            Some(value) => Ok(value),
            None => invalid("an invalid access", Property::ValidDeref),
        }
    }

    /// Reads where the machine reads, too: inputs are drawn in order.
    fn read_at(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Term {
        let found = state
            .objects
            .get(object)
            .contents
            .read(&mut self.terms, offset, size);
        match found {
            Found::Value(value) => value,
            Found::Blank if !matches!(access, Access::Bits { .. }) => {
                let drawn = match state.objects.get(object).kind {
                    Kind::Environment => self.draw_given(state, access.request()),
                    _ => self.draw(state, access.request()),
                };
                let raw = access.encode(&mut self.terms, drawn);
                self.write_at(state, object, offset, raw);
                raw
            }
            Found::Blank | Found::Partial => {
                for i in 0..size {
                    let contents = &state.objects.get(object).contents;
                    if contents.read(&mut self.terms, offset + i, 1) == Found::Blank {
                        let byte = self.draw(state, Access::BYTE.request());
                        self.write_at(state, object, offset + i, byte);
                    }
                }
                let contents = &state.objects.get(object).contents;
                match contents.read(&mut self.terms, offset, size) {
                    Found::Value(value) => value,
                    // Every byte was just given a value.
                    Found::Blank | Found::Partial => self.terms.bits(0, 8 * size as u32),
                }
            }
        }
    }

    /// Reads where the machine may or may not read: inputs belong to the place.
    fn read_cell(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Term {
        let found = {
            let contents = &state.objects.get(object).contents;
            contents.read(&mut self.terms, offset, size)
        };
        if let Found::Value(value) = found {
            return value;
        }
        let whole = found == Found::Blank && !matches!(access, Access::Bits { .. });
        let (count, part) = if whole { (1, size) } else { (size, 1) };
        for i in 0..count {
            let at = offset + i * part;
            let contents = &state.objects.get(object).contents;
            if contents.read(&mut self.terms, at, part) == Found::Blank {
                let raw = match whole {
                    true => {
                        let given = state.objects.get(object).kind == Kind::Environment;
                        let value = self.fresh(access.request(), given);
                        access.encode(&mut self.terms, value)
                    }
                    false => self.fresh(Access::BYTE.request(), false),
                };
                let o = state.objects.get(object);
                let cell = Cell {
                    class: o.kind.class(),
                    birth: o.birth,
                    offset: at,
                };
                let draw = Draw::Cell { cell, term: raw };
                state.draws.push(draw);
                self.write_at(state, object, at, raw);
            }
        }
        let contents = &state.objects.get(object).contents;
        match contents.read(&mut self.terms, offset, size) {
            Found::Value(value) => value,
            Found::Blank | Found::Partial => self.terms.bits(0, 8 * size as u32),
        }
    }

    fn write_at(&mut self, state: &mut State, object: ObjectId, offset: u64, raw: Term) {
        let contents = &mut state.objects.get_mut(object).contents;
        contents.write(&mut self.terms, offset, raw);
    }

    /// The offsets that an access of an object may mean.
    fn candidates(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: Term,
        size: u64,
    ) -> Step<Vec<u64>> {
        let room = state.objects.get(object).contents.size();
        let (constant, step) = self.stride_in(offset);
        let last = room.saturating_sub(size);
        // What is added may be a negative number.
        let shift = 64 - self.pointer_bits;
        let constant = ((constant << shift) as i64) >> shift;
        let first = i128::from(constant).rem_euclid(i128::from(step)) as u64;
        if room < size || last / step + 1 > MAX_CANDIDATES {
            return Err(Stop::Concretize(offset));
        }
        Ok((first..=last).step_by(step as usize).collect())
    }

    /// An offset is the first number plus a multiple of the second.
    fn stride_in(&self, offset: Term) -> (u64, u64) {
        match self.terms.node(offset) {
            Node::Bits(value) => (value as u64, 0),
            Node::Add(a, b) => {
                let ((a, s), (b, t)) = (self.stride_in(a), self.stride_in(b));
                let step = gcd(s, t);
                (a.wrapping_add(b), step)
            }
            Node::Mul(a, b) => match (self.terms.as_bits(a), self.terms.as_bits(b)) {
                (Some(k), None) => (0, self.factor(b, k as u64)),
                (None, Some(k)) => (0, self.factor(a, k as u64)),
                _ => (0, 1),
            },
            Node::Shl(_, by) => match self.terms.as_bits(by) {
                Some(by) if by < 32 => (0, 1 << by),
                _ => (0, 1),
            },
            _ => (0, 1),
        }
    }

    /// A number that surely divides `k * of`.
    fn factor(&self, of: Term, k: u64) -> u64 {
        let k = (k as i64).unsigned_abs().max(1);
        let extended = match self.terms.node(of) {
            Node::ZeroExtend(inner) | Node::SignExtend(inner) => self.terms.width(inner),
            _ => self.terms.width(of),
        };
        // If products may wrap, only the power of two in it is sure.
        match extended + (64 - k.leading_zeros()) < self.pointer_bits {
            true => k,
            false => 1 << k.trailing_zeros(),
        }
    }

    pub fn store_at(
        &mut self,
        state: &mut State,
        pointer: Term,
        access: Access,
        value: Term,
    ) -> Step<()> {
        let size = access.size();
        let (object, offset) = self.locate(state, pointer, size, true)?;
        let offset = state.chosen(offset);
        let Some(offset) = self.terms.as_bits(offset) else {
            return self.store_somewhere(state, object, offset, access, value);
        };
        let offset = offset as u64;
        let raw = match access {
            Access::Bits { field, .. } => {
                let whole = field.shift == 0 && u64::from(field.width) == 8 * size;
                let old = match whole {
                    true => self.terms.bits(0, 8 * size as u32),
                    false => self.read_at(state, object, offset, size, access),
                };
                self.terms.c_insert(old, field, value)
            }
            _ => access.encode(&mut self.terms, value),
        };
        self.write_at(state, object, offset, raw);
        Ok(())
    }

    /// A store whose place is known only by conditions.
    fn store_somewhere(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: Term,
        access: Access,
        value: Term,
    ) -> Step<()> {
        let size = access.size();
        for at in self.candidates(state, object, offset, size)? {
            let old = self.read_cell(state, object, at, size, access);
            let new = match access {
                Access::Bits { field, .. } => self.terms.c_insert(old, field, value),
                _ => access.encode(&mut self.terms, value),
            };
            let index = self.terms.bits(u128::from(at), self.pointer_bits);
            let is_here = self.terms.eq(offset, index);
            let raw = self.terms.ite(is_here, new, old);
            self.write_at(state, object, at, raw);
        }
        Ok(())
    }

    /// The bytes of an aggregate. Who copies reads: what is indeterminate becomes inputs, so
    /// that both have the same.
    pub fn take(
        &mut self,
        state: &mut State,
        place: PlaceId,
        size: u64,
    ) -> Step<Vec<(u64, Content)>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let pointer = self.address(state, place)?;
        let (object, offset) = self.locate(state, pointer, size, false)?;
        let offset = self.number(state, offset)? as u64;
        if !self.is_determined(state, object, offset, size) {
            self.determine(state, place, object, offset, size)?;
        }
        let contents = &state.objects.get(object).contents;
        Ok(contents.take(&mut self.terms, offset, size))
    }

    fn is_determined(&self, state: &State, object: ObjectId, offset: u64, size: u64) -> bool {
        let contents = &state.objects.get(object).contents;
        contents.is_determined(offset, size)
    }

    /// Gives values to what an aggregate is made of.
    fn determine(
        &mut self,
        state: &mut State,
        place: PlaceId,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Step<()> {
        if size > MAX_COPIED {
            return self.span_unsupported(state, "a copy of a large object that was never set");
        }
        let program = self.program;
        let ty = program.exprs.place_ty(place);
        for leaf in program.types.leaves(Some(ty), size) {
            let at = offset + leaf.offset;
            if !self.is_determined(state, object, at, leaf.size) {
                let access = leaf.scalar.and_then(|ty| access::of_type(program, ty));
                self.read_at(state, object, at, leaf.size, access.unwrap_or(Access::BYTE));
            }
        }
        Ok(())
    }

    /// Writes the bytes of an aggregate.
    pub fn put(
        &mut self,
        state: &mut State,
        pointer: Term,
        size: u64,
        pieces: Vec<(u64, Content)>,
    ) -> Step<()> {
        if size == 0 {
            return Ok(());
        }
        let (object, offset) = self.locate(state, pointer, size, true)?;
        let offset = self.number(state, offset)? as u64;
        let contents = &mut state.objects.get_mut(object).contents;
        contents.put(&mut self.terms, offset, size, pieces);
        Ok(())
    }
}

/// Of larger objects that were never set there are no copies.
const MAX_COPIED: u64 = 1 << 14;

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

//! Assignments, allocation and release: Table 3 of the paper, for C.
//!
//! Where the rules as printed are unsound, these are not: a write forgets every value
//! tag that it may make wrong (the paper's `ptsTo`, which its rules do not use).

use super::Values;
use super::eval::{Eval, Evaluator, Located, Stop};
use super::object::{Fill, LIVE, Object, UNKNOWN_SIZE};
use super::offset::Offset;
use super::region::{ContextId, RegionId, Site};
use super::state::{Destiny, Handed, State};
use super::tables::{Access, Home, Root, uncast};
use super::value::{Address, Pointer, Value};
use engine::Cx;
use program::{EdgeId, Expr, ExprId, FunctionId, Id, PlaceId, Storage, VarId};
use smallvec::SmallVec;

/// Where a scalar can be changed without a doubt: what holds a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    Register(VarId),
    Cell(RegionId, i64, Access),
}

impl Values {
    /// The variable or bytes that hold the value of an expression.
    pub fn holder(&self, cx: &Cx<'_>, state: &State, expr: ExprId) -> Option<Holder> {
        let Expr::Load(place) = cx.program.exprs.get(uncast(cx.program, expr)) else {
            return None;
        };
        let info = self.place(cx, place);
        match info.root {
            Root::Register(v) => Some(Holder::Register(v)),
            Root::Fixed(region, at) => Some(Holder::Cell(region, at, info.access?)),
            Root::Computed => {
                let mut evaluator = Evaluator::new(self, cx, state);
                let located = evaluator.locate(place, info.size, false).ok()?;
                let at = located.must()?;
                Some(Holder::Cell(at.region, at.offset.lo, info.access?))
            }
        }
    }

    /// Replaces what a holder holds by something that says more about the same value.
    pub fn strengthen(&self, state: &mut State, holder: Holder, value: Value) {
        match holder {
            Holder::Register(v) => state.set_register(v, value),
            Holder::Cell(region, at, access) => {
                let Some(object) = state.object(region) else {
                    return;
                };
                let mut object = (**object).clone();
                let bit = 8 * at + i64::from(access.shift());
                object.write(bit, access.width(), access.encode(value));
                state.set_object(region, object);
            }
        }
    }

    /// What an access has taught about its pointer.
    pub fn learn(&self, cx: &Cx<'_>, state: &mut State, learned: Option<(ExprId, Value)>) {
        if let Some((expr, value)) = learned
            && let Some(holder) = self.holder(cx, state, expr)
        {
            self.strengthen_pointer(state, holder, value);
        }
    }

    /// May becomes must: what the tags said holds of the region from now on.
    pub fn strengthen_pointer(&self, state: &mut State, holder: Holder, value: Value) {
        if let Value::Pointer(p) = &value
            && !p.tags.is_empty()
            && let Some(at) = p.must()
        {
            if let Some(object) = state.object(at.region) {
                let mut object = (**object).clone();
                for tag in &p.tags {
                    let bit = 8 * at.offset.lo + tag.by;
                    if object.read(bit, tag.bits).is_top() {
                        object.write(bit, tag.bits, tag.value.clone());
                    }
                }
                state.set_object(at.region, object);
            }
            let plain = value.without_tags();
            return self.strengthen(state, holder, plain);
        }
        self.strengthen(state, holder, value);
    }

    /// Writes a scalar where it may go.
    pub fn write(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        located: &Located,
        access: Access,
        value: Value,
    ) {
        let value = access.encode(value);
        let (by, bits) = (access.shift(), access.width());
        let holder = located
            .through
            .as_ref()
            .and_then(|(expr, ..)| self.holder(cx, state, *expr));
        if let Some(at) = located.must() {
            if let Some(object) = state.object(at.region) {
                let mut object = (**object).clone();
                object.life &= LIVE;
                object.write(8 * at.offset.lo + i64::from(by), bits, value);
                state.set_object(at.region, object);
            }
            state.untag(&located.targets, by, u64::from(bits));
            return;
        }
        for target in &located.targets {
            if let Some(object) = state.object(target.region) {
                let mut object = (**object).clone();
                object.write_weakly(target.offset, by, bits, &value);
                state.set_object(target.region, object);
            }
        }
        state.untag(&located.targets, by, u64::from(bits));
        // Rule 3: the pointer itself remembers what was stored.
        if let (Some(holder), Some((_, pointer, distance))) = (holder, &located.through)
            && distance.is_exact()
            && !self.may_hold(&located.targets, holder)
        {
            let at = 8 * distance.lo + i64::from(by);
            self.tag(state, holder, pointer, at, bits, &value);
        }
    }

    /// Notes what lies at a distance from where the holder's pointer points.
    pub fn tag(
        &self,
        state: &mut State,
        holder: Holder,
        pointer: &Value,
        by: i64,
        bits: u32,
        value: &Value,
    ) {
        // Its other tags may have just been forgotten, where it is held.
        let held = match holder {
            Holder::Register(v) => state.register(v),
            Holder::Cell(region, at, access) => match state.object(region) {
                Some(object) => {
                    access.decode(object.read(8 * at + i64::from(access.shift()), access.width()))
                }
                None => return,
            },
        };
        let Value::Pointer(known) = pointer else {
            return;
        };
        let mut new = Pointer {
            tags: SmallVec::new(),
            ..(**known).clone()
        };
        if let Value::Pointer(held) = held {
            new.tags = held.tags.clone();
        }
        new.set_tag(by, bits, value);
        self.strengthen(state, holder, Value::pointer(new));
    }

    /// May one of the targets be the holder itself?
    fn may_hold(&self, targets: &[Address], holder: Holder) -> bool {
        match holder {
            Holder::Register(_) => false,
            Holder::Cell(region, ..) => targets.iter().any(|t| t.region == region),
        }
    }

    /// Stores a scalar in a place. The state has learned of the access what there was
    /// to learn.
    pub fn store(&self, cx: &Cx<'_>, state: &mut State, to: PlaceId, value: Value) -> Eval<()> {
        let info = self.place(cx, to);
        match (info.root, info.access) {
            (Root::Register(v), _) => state.set_register(v, value),
            (_, None) => {}
            (_, Some(access)) => {
                let (located, learned) = {
                    let mut evaluator = Evaluator::new(self, cx, state);
                    let located = evaluator.locate(to, info.size, true)?;
                    (located, evaluator.learned)
                };
                self.learn(cx, state, learned);
                self.write(cx, state, &located, access, value);
            }
        }
        Ok(())
    }

    /// Stores an aggregate in a place.
    pub fn store_aggregate(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        to: PlaceId,
        size: u64,
        part: &Object,
    ) -> Eval<()> {
        let (located, learned) = {
            let mut evaluator = Evaluator::new(self, cx, state);
            let located = evaluator.locate(to, size, true)?;
            (located, evaluator.learned)
        };
        self.learn(cx, state, learned);
        if size == 0 {
            return Ok(());
        }
        let bits = u32::try_from(size.saturating_mul(8)).unwrap_or(u32::MAX);
        for target in &located.targets {
            let Some(object) = state.object(target.region) else {
                continue;
            };
            let mut object = (**object).clone();
            match located.must() {
                Some(at) => {
                    object.life &= LIVE;
                    object.paste(8 * at.offset.lo, bits, part);
                }
                None => object.paste_weakly(target.offset, bits, part),
            }
            state.set_object(target.region, object);
        }
        state.untag(&located.targets, 0, size.saturating_mul(8));
        Ok(())
    }

    /// The bytes of an aggregate expression.
    pub fn aggregate(
        &self,
        evaluator: &mut Evaluator<'_>,
        value: ExprId,
        size: u64,
    ) -> Eval<Object> {
        let Expr::Load(from) = evaluator.cx.program.exprs.get(value) else {
            return Ok(Object::new(size, Fill::Zero));
        };
        let located = evaluator.locate(from, size, false)?;
        let bits = u32::try_from(size.saturating_mul(8)).unwrap_or(u32::MAX);
        let mut found: Option<Object> = None;
        for target in &located.targets {
            let part = match evaluator.state.object(target.region) {
                Some(object) if target.offset.is_exact() => object.cut(8 * target.offset.lo, bits),
                _ => Object::new(size, Fill::Unknown),
            };
            found = Some(match found {
                None => part,
                Some(others) => others.join(&part, &super::value::Reads::NONE),
            });
        }
        let mut part = found.unwrap_or_else(|| Object::new(size, Fill::Unknown));
        part.size = size;
        part.life = LIVE;
        Ok(part)
    }

    /// A value of any type, as it is handed over.
    pub fn hand(&self, evaluator: &mut Evaluator<'_>, value: ExprId) -> Eval<Handed> {
        let program = evaluator.cx.program;
        let ty = program.exprs.ty(value);
        Ok(match Access::of_type(program, ty) {
            Some(access) => Handed::Scalar(evaluator.eval(value)?, access),
            None => {
                let size = program.types.size_of(ty).unwrap_or(0);
                Handed::Aggregate(self.aggregate(evaluator, value, size)?, size)
            }
        })
    }

    // Storage.

    /// A variable begins to live.
    pub fn enter(&self, state: &mut State, var: VarId) {
        let info = self.tables.vars[var.index()];
        match info.home {
            Home::Register => state.set_register(var, Value::Top),
            Home::Own | Home::Addressed => {
                if info.home == Home::Addressed && state.object(info.region).is_some() {
                    state.end(info.region);
                }
                state.set_object(info.region, Object::new(info.size, Fill::Unknown));
            }
            Home::Static => {}
        }
    }

    pub fn exit(&self, state: &mut State, function: FunctionId, var: VarId) {
        let info = self.tables.vars[var.index()];
        match info.home {
            Home::Register => state.set_register(var, Value::Top),
            Home::Own => state.memory.remove(info.region.key()),
            Home::Addressed => {
                if state.object(info.region).is_some() {
                    state.end(info.region);
                }
            }
            Home::Static => {}
        }
        let sites = &self.tables.functions[function.index()].scope_sites;
        for &(_, edge) in sites.iter().filter(|(v, _)| *v == var) {
            self.end_frame_storage(state, function, edge);
        }
    }

    /// What an operation allocated in this call of the function ends.
    pub fn end_frame_storage(&self, state: &mut State, function: FunctionId, edge: EdgeId) {
        let recursive = self.tables.functions[function.index()].is_recursive;
        for site in self.sites.of_edge(function, edge) {
            let region = RegionId::site(site);
            // An outer call may have allocated it.
            if recursive {
                state.may_end(region);
                state.may_end(region.earlier());
                continue;
            }
            for region in [region, region.earlier()] {
                if state.object(region).is_some() {
                    state.end(region);
                }
            }
        }
    }

    /// Fresh storage; its address.
    pub fn allocate(
        &self,
        state: &mut State,
        function: FunctionId,
        edge: EdgeId,
        storage: Storage,
        size: &Value,
    ) -> Value {
        let context = match storage {
            Storage::Heap => state.context,
            Storage::Frame | Storage::Scope(_) => ContextId::NONE,
        };
        if let Storage::Scope(var) = storage {
            let sites = &self.tables.functions[function.index()].scope_sites;
            for &(_, other) in sites.iter().filter(|(v, _)| *v == var) {
                self.end_frame_storage(state, function, other);
            }
        }
        let site = self.sites.site(Site {
            function,
            edge,
            context,
        });
        let size = match size.constant() {
            Some(n) => (n as u64).min(UNKNOWN_SIZE - 1),
            None => UNKNOWN_SIZE,
        };
        let region = RegionId::site(site);
        let mut fresh = Object::new(size, Fill::Unknown);
        if self.merge {
            // The partition "Merge": one name for all blocks of a site.
            let summary = region.earlier();
            if let Some(others) = state.object(summary) {
                fresh = others.join(&fresh, &super::value::Reads::NONE);
            }
            state.set_object(summary, fresh);
            // The summary is not what it was.
            state.note(region, Destiny::STAYS | Destiny::JOINED);
            return Value::to(summary, Offset::ZERO);
        }
        state.fold(region);
        state.set_object(region, fresh);
        Value::to(region, Offset::ZERO)
    }

    /// `free`: Rule 5. The error address takes the place of the block's.
    pub fn free(&self, cx: &Cx<'_>, state: &mut State, pointer: ExprId) -> Eval<()> {
        let (blocks, may_be_null) = {
            let mut evaluator = Evaluator::new(self, cx, state);
            let value = evaluator.eval(pointer)?;
            let null = match &value {
                Value::Int(n) => *n == 0,
                Value::Pointer(p) => p.null,
                Value::Top | Value::Range(_) => !value.excludes(0),
                Value::List(_) => false,
            };
            let mut blocks = evaluator.candidates(pointer, &value);
            blocks.retain(|a| evaluator.is_block(*a) != Some(false));
            (blocks, null)
        };
        match &blocks[..] {
            [] if !may_be_null => return Err(Stop::End),
            [block] if !may_be_null && !block.region.is_summary() => state.end(block.region),
            blocks => {
                for block in blocks {
                    state.may_end(block.region);
                }
            }
        }
        Ok(())
    }
}

//! Calls and returns, and functions without a body.
//!
//! A callee's state has no registers of its callers, so that calls can share what is
//! found out about it. When it returns, the caller's registers come back: blocks that
//! they point to may have got other names meanwhile ([`State::destiny`]), and tags may
//! have become wrong. What the callee cannot write keeps the caller's value.

use super::Values;
use super::eval::{Eval, Evaluator, Stop, thing};
use super::object::{Fill, LIVE, NONE, Object};
use super::offset::Offset;
use super::region::{ContextId, Region, RegionId};
use super::state::{Destiny, Handed, State, renamed, with_tags};
use super::step::convert;
use super::tables::{Access, Home, Thing};
use super::value::{Address, Pointer, Tag, Value};
use crate::map::{Alone, Map, mix};
use engine::{CallStep, Cx, Step};
use machine::UnknownCalls;
use pointers::Offsets;
use program::{Call, ExprId, FunctionId, Id, PlaceId, Storage, VarId, VarKind};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use solver::path::Primitive;
use std::rc::Rc;

/// What a function may write, itself or by calls.
#[derive(Default)]
pub struct Mods {
    things: FxHashMap<Thing, Vec<(Offset, u64)>>,
}

impl Mods {
    /// May bits of a thing be written?
    fn touches(&self, thing: Thing, offset: Offset, by: i64, bits: u64) -> bool {
        self.things.get(&thing).is_some_and(|written| {
            written
                .iter()
                .any(|(at, width)| offset.overlaps(by, bits, *at, 0, 8 * width))
        })
    }
}

/// An arithmetic progression, as offsets are kept here.
pub fn offset_of(offsets: Offsets) -> Offset {
    if offsets.is_exact() {
        return Offset::exact(offsets.start());
    }
    let step = match u32::try_from(offsets.step()) {
        Ok(step) if step > 0 => i64::from(step),
        _ => return Offset::ANY,
    };
    match offsets.is_endless() {
        true => {
            let rounds = (1i64 << 40) / step;
            Offset {
                lo: offsets.start() - rounds * step,
                hi: offsets.start() + rounds * step,
                step: step as u32,
            }
        }
        false => Offset {
            lo: offsets.start(),
            hi: offsets.start() + (offsets.count() as i64 - 1) * step,
            step: step as u32,
        },
    }
}

impl Values {
    /// What a function may write.
    fn mods(&self, cx: &Cx<'_>, function: FunctionId) -> Rc<Mods> {
        if let Some(mods) = self.mods.borrow().get(&function) {
            return Rc::clone(mods);
        }
        let mut mods = Mods::default();
        for cell in cx.pointers.mods(function) {
            let (target, width) = cx.pointers.cell(cell);
            if let Some(thing) = thing(cx.pointers.object(target.object)) {
                let written = mods.things.entry(thing).or_default();
                written.push((offset_of(target.offsets), u64::from(width)));
            }
        }
        let mods = Rc::new(mods);
        self.mods.borrow_mut().insert(function, Rc::clone(&mods));
        mods
    }

    /// What a region is to the points-to analysis.
    fn thing_of(&self, region: RegionId) -> Option<Thing> {
        match region.get() {
            Region::Error => None,
            Region::Environment => Some(Thing::Environment),
            Region::Var(v) | Region::EarlierVar(v) => Some(Thing::Var(v)),
            Region::Function(f) => Some(Thing::Function(f)),
            Region::Latest(site) | Region::EarlierSite(site) => {
                let site = self.sites.get(site);
                Some(Thing::Site(site.function, site.edge))
            }
        }
    }

    /// The context in which a callee allocates.
    fn context(&self, caller: &State, call: &CallStep<'_>) -> ContextId {
        let wraps = |f: FunctionId| self.tables.functions[f.index()].is_wrapper;
        match (wraps(call.step.function), wraps(call.callee)) {
            (_, false) => ContextId::NONE,
            (true, true) if caller.context != ContextId::NONE => caller.context,
            (_, true) => self.sites.context(call.step.function, call.step.id),
        }
    }

    /// The arguments of a call, and what evaluating them taught.
    #[allow(clippy::type_complexity)]
    fn handed(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        call: &CallStep<'_>,
    ) -> Eval<(Vec<Handed>, Option<(ExprId, Value)>)> {
        let mut handed = Vec::with_capacity(call.call.arguments.len());
        let mut learned = None;
        for &argument in &call.call.arguments {
            let mut evaluator = Evaluator::new(self, cx, caller);
            handed.push(self.hand(&mut evaluator, argument)?);
            learned = evaluator.learned.or(learned);
        }
        Ok((handed, learned))
    }

    /// What library code is called with, as far as that keeps its states apart:
    /// numbers, literals, and what its own small structures hold.
    fn literals(&self, cx: &Cx<'_>, caller: &State, callee: FunctionId, handed: &[Handed]) -> u64 {
        let info = &self.tables.functions[callee.index()];
        if !info.is_library || info.is_recursive {
            return 0;
        }
        let mut number = 0;
        for (i, argument) in handed.iter().enumerate() {
            let here = match argument {
                Handed::Scalar(Value::Int(n), _) => mix(*n as u64),
                Handed::Scalar(Value::Pointer(p), _) => match literal_position(cx, p) {
                    Some(at) => u64::from(at.region.key()) << 24 ^ at.offset.lo as u64,
                    None => self.small_structure(cx, caller, p),
                },
                Handed::Scalar(Value::Top | Value::Range(_) | Value::List(_), _)
                | Handed::Aggregate(..) => 0,
            };
            number = mix(number ^ mix(here.wrapping_add(i as u64 + 1)));
        }
        number
    }

    /// A number for what a small variable of library code holds: a directive, or a
    /// list of arguments.
    fn small_structure(&self, cx: &Cx<'_>, caller: &State, pointer: &Pointer) -> u64 {
        const SMALL: u64 = 24;
        let Some(at) = pointer.must() else {
            return 0;
        };
        let function = match at.region.get() {
            Region::Var(v) => cx.program.vars[v].function,
            Region::Error
            | Region::Environment
            | Region::EarlierVar(_)
            | Region::Function(_)
            | Region::Latest(_)
            | Region::EarlierSite(_) => None,
        };
        let library = function.is_some_and(|f| self.tables.functions[f.index()].is_library);
        match caller.object(at.region) {
            Some(object) if library && object.size <= SMALL => object.cells.digest(),
            _ => 0,
        }
    }

    /// Is library code reading a literal at different positions in the two states?
    /// There are not many, and what it does depends on them.
    pub fn reads_apart(&self, cx: &Cx<'_>, a: &State, b: &State) -> bool {
        let library = |key: u32| {
            let function = cx.program.vars[VarId::new(key as usize)].function;
            function.is_some_and(|f| self.tables.functions[f.index()].is_library)
        };
        !a.registers.all(&b.registers, |key, x, y| match (x, y) {
            (Some(Value::Pointer(p)), Some(Value::Pointer(q))) if p != q && library(key) => {
                match (literal_position(cx, p), literal_position(cx, q)) {
                    (Some(x), Some(y)) => {
                        let inside = |at: Address| {
                            let object = a.object(at.region);
                            object.is_some_and(|o| (0..=o.size as i64).contains(&at.offset.lo))
                        };
                        x == y || !inside(x) || !inside(y)
                    }
                    _ => true,
                }
            }
            _ => true,
        })
    }

    /// The state on entry to a function with a body.
    pub fn enter_function(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        call: &CallStep<'_>,
    ) -> Eval<Option<State>> {
        let (mut handed, learned) = self.handed(cx, caller, call)?;
        let mut state = caller.clone();
        self.learn(cx, &mut state, learned);
        state.literals = self.literals(cx, caller, call.callee, &handed);
        state.registers = Map::new();
        state.destiny = Map::new();
        state.result = None;
        state.unnamed = None;
        state.context = self.context(caller, call);
        for var in &self.tables.functions[call.step.function.index()].own {
            let region = self.tables.vars[var.index()].region;
            state.memory.remove(region.key());
        }
        // The names of the callee's variables are needed again.
        let callee = cx.function(call.callee);
        let info = &self.tables.functions[call.callee.index()];
        for region in self.folded(&state, call.callee) {
            state.fold(region);
            for value in &mut handed {
                self.fold_in(value, region);
            }
        }
        for &var in &info.entered {
            self.enter(&mut state, var);
        }
        let mut rest = handed.into_iter();
        for &parameter in &callee.parameters {
            let Some(argument) = rest.next() else {
                break;
            };
            self.give(&mut state, parameter, argument);
        }
        let rest: Vec<Handed> = rest.collect();
        let variadic = cx.program.types.signature_of(callee.ty);
        if !rest.is_empty() || variadic.is_some_and(|s| s.variadic) {
            state.unnamed = Some(self.unnamed(&rest));
        }
        Ok(Some(state))
    }

    /// The callee's variables that are alive when it is called: of outer calls.
    fn folded(&self, caller: &State, callee: FunctionId) -> SmallVec<[RegionId; 4]> {
        let info = &self.tables.functions[callee.index()];
        if !info.is_recursive {
            return SmallVec::new();
        }
        let regions = info.in_memory.iter().map(|v| self.tables.vars[v.index()]);
        regions
            .filter(|v| v.home == Home::Addressed && caller.object(v.region).is_some())
            .map(|v| v.region)
            .collect()
    }

    fn fold_in(&self, handed: &mut Handed, region: RegionId) {
        let to = |r: RegionId| (r == region).then(|| smallvec![region.earlier()]);
        match handed {
            Handed::Scalar(value, _) => *value = value.rename(&to),
            Handed::Aggregate(object, _) => {
                *object = (*renamed(&Rc::new(object.clone()), &to)).clone();
            }
        }
    }

    /// Puts an argument into its parameter, converted where call and callee disagree.
    fn give(&self, state: &mut State, parameter: VarId, argument: Handed) {
        let info = self.tables.vars[parameter.index()];
        match (info.access, argument) {
            (Some(access), Handed::Scalar(value, given)) => {
                let value = convert(&value, given, access);
                match info.home {
                    Home::Register => state.set_register(parameter, value),
                    Home::Own | Home::Addressed | Home::Static => {
                        if let Some(object) = state.object(info.region) {
                            let mut object = (**object).clone();
                            object.write(0, access.width(), value);
                            state.set_object(info.region, object);
                        }
                    }
                }
            }
            (None, Handed::Aggregate(part, given)) => {
                let size = info.size.min(given);
                if let Some(object) = state.object(info.region) {
                    let mut object = (**object).clone();
                    let bits = u32::try_from(8 * size).unwrap_or(u32::MAX);
                    object.paste(0, bits, &part);
                    state.set_object(info.region, object);
                }
            }
            // The machine leaves such a parameter as it is, or takes the bytes.
            (Some(_), Handed::Aggregate(..)) | (None, Handed::Scalar(..)) => {}
        }
    }

    /// The state after a call of a function with a body.
    pub fn return_from(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
    ) -> Eval<Option<State>> {
        // Another call's exit, if it is of another context.
        if exit.context != self.context(caller, call) {
            return Ok(None);
        }
        let handed = self.handed(cx, caller, call)?.0;
        if exit.literals != self.literals(cx, caller, call.callee, &handed) {
            return Ok(None);
        }
        let mut exit = exit.clone();
        let folded = self.folded(caller, call.callee);
        for &region in &folded {
            self.unfold(caller, &mut exit, region);
        }
        let mods = self.mods(cx, call.callee);
        let destiny = exit.destiny.clone();
        let to = |region: RegionId| -> Option<SmallVec<[RegionId; 2]>> {
            let Destiny(may) = *destiny.get(region.key())?;
            let mut names = SmallVec::new();
            if may & Destiny::STAYS != 0 {
                names.push(region);
            }
            if may & Destiny::EARLIER != 0 {
                names.push(region.earlier());
            }
            if may & Destiny::ENDED != 0 {
                names.push(RegionId::ERROR);
            }
            Some(names)
        };
        let survives = |pointer: &Pointer, tag: &Tag| {
            pointer.addresses.iter().all(|a| {
                let thing = self.thing_of(a.region);
                thing.is_none_or(|t| !mods.touches(t, a.offset, tag.by, u64::from(tag.bits)))
            })
        };
        let update = |value: &Value| with_tags(&value.rename(&to), &survives);
        let update_object = |object: &Rc<Object>| -> Rc<Object> {
            if object.cells.flags() == 0 {
                return Rc::clone(object);
            }
            let mut new = (**object).clone();
            new.cells.map_flagged(u8::MAX, |_, cell| {
                let mut cell = cell.clone();
                cell.value = update(&cell.value);
                Some(cell)
            });
            Rc::new(new)
        };
        let own = &self.tables.functions[call.step.function.index()].own;
        let is_own = |region: RegionId| match region.get() {
            Region::Var(v) => own.contains(&v),
            Region::Error
            | Region::Environment
            | Region::EarlierVar(_)
            | Region::Function(_)
            | Region::Latest(_)
            | Region::EarlierSite(_) => false,
        };
        let memory = exit.memory.merge(
            &caller.memory,
            (Alone::Ask, Alone::Ask),
            |key, after, before| {
                let region = RegionId::from_key(key);
                match (after, before) {
                    (_, Some(before)) if is_own(region) => Some(update_object(before)),
                    (Some(after), Some(before)) => Some(self.kept(
                        region,
                        after,
                        before,
                        &mods,
                        &destiny,
                        folded.contains(&region.latest()),
                        &update_object,
                    )),
                    // A local of somebody else's caller.
                    (Some(after), None) => region.is_site().then(|| Rc::clone(after)),
                    (None, _) => None,
                }
            },
        );
        let mut registers = caller.registers.clone();
        registers.map_flagged(u8::MAX, |_, value| {
            Some(update(value)).filter(|v| !v.is_top())
        });
        let unnamed = caller.unnamed.as_ref().map(|list| {
            let list = list.iter().map(|a| super::value::Argument {
                value: update(&a.value),
                ..a.clone()
            });
            list.collect()
        });
        let mut state = State {
            registers,
            memory,
            destiny: composed(&caller.destiny, &exit.destiny),
            context: caller.context,
            literals: caller.literals,
            result: None,
            unnamed,
        };
        self.deliver(cx, &mut state, call.call.result, exit.result.as_deref())?;
        Ok(Some(state))
    }

    /// What an object holds after a call: where the callee cannot write, what it held
    /// before.
    #[allow(clippy::too_many_arguments)]
    fn kept(
        &self,
        region: RegionId,
        after: &Rc<Object>,
        before: &Rc<Object>,
        mods: &Mods,
        destiny: &Map<Destiny>,
        was_folded: bool,
        update: &dyn Fn(&Rc<Object>) -> Rc<Object>,
    ) -> Rc<Object> {
        let renewed = region.is_site() && destiny.get(region.latest().key()).is_some();
        let Some(thing) = self.thing_of(region) else {
            return Rc::clone(after);
        };
        if renewed || was_folded || after.life & LIVE == 0 || before.life & LIVE == 0 {
            return Rc::clone(after);
        }
        let Some(written) = mods.things.get(&thing) else {
            let mut kept = (*update(before)).clone();
            // It may have been freed meanwhile, but not begun to live.
            let may = match region.is_site() {
                true => super::object::DEAD | NONE,
                false => 0,
            };
            kept.life = after.life & (before.life | may);
            return Rc::new(kept);
        };
        // Cells that no write overlaps.
        let updated = update(before);
        let mut mixed = (**after).clone();
        updated.cells.each(|key, cell| {
            let here = i64::from(key);
            let width = u64::from(cell.bits);
            let is_written = written
                .iter()
                .any(|(at, bytes)| at.overlaps(0, 8 * bytes, Offset::ZERO, here, width));
            if !is_written && !cell.value.is_top() {
                let known = after.cells.get(key);
                if known.is_none_or(|k| *k != *cell) {
                    mixed.write(here, cell.bits, cell.value.clone());
                }
            }
            true
        });
        Rc::new(mixed)
    }

    /// A caller's variable gets its name back from the summary of earlier calls.
    fn unfold(&self, caller: &State, exit: &mut State, region: RegionId) {
        let earlier = region.earlier();
        let others = caller.object(earlier).is_some();
        exit.memory.remove(region.key());
        exit.rename(&|r| {
            if r != earlier {
                return None;
            }
            Some(match others {
                true => smallvec![region, earlier],
                false => smallvec![region],
            })
        });
        if let Some(object) = exit.object(earlier) {
            let mut object = (**object).clone();
            let was = caller.object(region).map_or(LIVE, |o| o.life);
            object.life = LIVE | was & NONE;
            object.size = self.size_of(region).unwrap_or(object.size);
            exit.set_object(region, object);
        }
        if !others {
            exit.memory.remove(earlier.key());
        }
    }

    fn size_of(&self, region: RegionId) -> Option<u64> {
        match region.get() {
            Region::Var(v) | Region::EarlierVar(v) => Some(self.tables.vars[v.index()].size),
            Region::Error
            | Region::Environment
            | Region::Function(_)
            | Region::Latest(_)
            | Region::EarlierSite(_) => None,
        }
    }

    /// Hands the result of a call to where it goes; nothing is indeterminate.
    fn deliver(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        to: Option<PlaceId>,
        result: Option<&Handed>,
    ) -> Eval<()> {
        let Some(to) = to else {
            return Ok(());
        };
        let info = self.place(cx, to);
        match (info.access, result) {
            (Some(access), Some(Handed::Scalar(value, given))) => {
                // A bit-field takes what its type would.
                let wanted = Access::of_type(cx.program, cx.program.exprs.place_ty(to));
                let value = convert(value, *given, wanted.unwrap_or(access));
                self.store(cx, state, to, value)
            }
            (Some(_), _) => self.store(cx, state, to, Value::Top),
            (None, Some(Handed::Aggregate(part, given))) => {
                let size = info.size.min(*given);
                self.store_aggregate(cx, state, to, size, part)
            }
            (None, _) => {
                let part = Object::new(info.size, Fill::Unknown);
                self.store_aggregate(cx, state, to, info.size, &part)
            }
        }
    }

    // Functions without a body.

    /// A call of a function that is only declared.
    pub fn declared(
        &self,
        cx: &Cx<'_>,
        mut state: State,
        step: &Step<'_>,
        call: &Call,
        function: FunctionId,
    ) -> Eval<Option<State>> {
        let mut handed = Vec::with_capacity(call.arguments.len());
        let mut learned = None;
        {
            for &argument in &call.arguments {
                let mut evaluator = Evaluator::new(self, cx, &state);
                handed.push(self.hand(&mut evaluator, argument)?);
                learned = evaluator.learned.or(learned);
            }
        }
        self.learn(cx, &mut state, learned);
        let argument = |i: usize| match handed.get(i) {
            Some(Handed::Scalar(value, _)) => value.clone(),
            _ => Value::ZERO,
        };
        let word = Access::Pointer {
            size: (self.tables.pointer_bits / 8) as u8,
        };
        let Some(primitive) = self.tables.functions[function.index()].primitive else {
            return self.unknown(cx, state, call, function, &handed);
        };
        let result = match primitive {
            Primitive::End
            | Primitive::ErrorCall
            | Primitive::Assertion
            | Primitive::Unreachable
            | Primitive::Infeasible => return Ok(None),
            Primitive::SetJump | Primitive::LongJump => {
                let name = &cx.program.names[cx.program.functions[function].name];
                return Stop::gap(name, step.span());
            }
            Primitive::Output => None,
            Primitive::Size => {
                let evaluator = Evaluator::new(self, cx, &state);
                let value = argument(0);
                let expr = call.arguments.first().ok_or(Stop::End)?;
                let mut blocks = evaluator.candidates(*expr, &value);
                blocks.retain(|a| evaluator.is_block(*a) != Some(false));
                let sizes: Vec<u64> = blocks
                    .iter()
                    .filter_map(|a| state.object(a.region))
                    .map(|o| o.size)
                    .collect();
                let Some(&first) = sizes.first() else {
                    return Ok(None);
                };
                let same =
                    first != super::object::UNKNOWN_SIZE && sizes.iter().all(|s| *s == first);
                Some(match same {
                    true => Value::Int(i128::from(first)),
                    false => Value::Top,
                })
            }
            Primitive::Alloca => {
                let size = argument(0);
                Some(self.allocate(&mut state, step.function, step.id, Storage::Frame, &size))
            }
        };
        let result = result.map(|value| Handed::Scalar(value, word));
        self.deliver(cx, &mut state, call.result, result.as_ref())?;
        Ok(Some(state))
    }

    fn unknown(
        &self,
        cx: &Cx<'_>,
        mut state: State,
        call: &Call,
        function: FunctionId,
        handed: &[Handed],
    ) -> Eval<Option<State>> {
        match cx.settings.unknown_calls {
            UnknownCalls::Pure => {}
            UnknownCalls::Havoc => self.havoc_reachable(&mut state, handed),
            UnknownCalls::Error => return Ok(None),
        }
        if cx.program.functions[function].no_return {
            return Ok(None);
        }
        // The machine asks for a number of its type.
        let access = call.result.and_then(|to| self.place(cx, to).access);
        let result = access.map(|a| Handed::Scalar(a.typed(Value::Top), a));
        self.deliver(cx, &mut state, call.result, result.as_ref())?;
        Ok(Some(state))
    }

    /// Everything that can be reached from the arguments becomes indeterminate.
    fn havoc_reachable(&self, state: &mut State, handed: &[Handed]) {
        let mut reached: Vec<RegionId> = Vec::new();
        let mut everything = false;
        let mut visit = |value: &Value, reached: &mut Vec<RegionId>| match value {
            Value::Int(_) => {}
            Value::Pointer(p) => {
                for a in &p.addresses {
                    if !reached.contains(&a.region) {
                        reached.push(a.region);
                    }
                }
            }
            Value::List(list) => {
                for argument in list.iter() {
                    if let Value::Pointer(p) = &argument.value {
                        reached.extend(p.addresses.iter().map(|a| a.region));
                    }
                }
            }
            Value::Top | Value::Range(_) => everything = true,
        };
        for argument in handed {
            match argument {
                Handed::Scalar(value, _) => visit(value, &mut reached),
                Handed::Aggregate(object, _) => {
                    object.cells.each(|_, cell| {
                        visit(&cell.value, &mut reached);
                        true
                    });
                    if object.fill == Fill::Unknown {
                        visit(&Value::Top, &mut reached);
                    }
                }
            }
        }
        let mut next = 0;
        while next < reached.len() {
            match state.object(reached[next]) {
                Some(object) => {
                    object.cells.each(|_, cell| {
                        visit(&cell.value, &mut reached);
                        true
                    });
                    if object.fill == Fill::Unknown {
                        visit(&Value::Top, &mut reached);
                    }
                }
                None => {
                    let special = reached[next] == RegionId::ENVIRONMENT;
                    if special {
                        visit(&Value::Top, &mut reached);
                    }
                }
            }
            next += 1;
        }
        if everything {
            state.memory.each(|key, _| {
                reached.push(RegionId::from_key(key));
                true
            });
            reached.push(RegionId::ENVIRONMENT);
        }
        reached.sort_unstable();
        reached.dedup();
        let mut written: Vec<Address> = Vec::new();
        for region in reached {
            let read_only = match region.get() {
                Region::Var(v) | Region::EarlierVar(v) => self.tables.vars[v.index()].read_only,
                Region::Function(_) | Region::Error => true,
                Region::Environment | Region::Latest(_) | Region::EarlierSite(_) => false,
            };
            if read_only {
                continue;
            }
            if let Some(object) = state.object(region) {
                let mut object = (**object).clone();
                object.forget();
                state.set_object(region, object);
            }
            written.push(Address {
                region,
                offset: Offset::ANY,
            });
        }
        state.untag(&written, 0, 8);
    }
}

/// Where in a string literal a pointer points.
fn literal_position(cx: &Cx<'_>, pointer: &Pointer) -> Option<Address> {
    let at = pointer.must()?;
    match at.region.get() {
        Region::Var(v) if cx.program.vars[v].kind == VarKind::Literal => Some(at),
        Region::Error
        | Region::Environment
        | Region::Var(_)
        | Region::EarlierVar(_)
        | Region::Function(_)
        | Region::Latest(_)
        | Region::EarlierSite(_) => None,
    }
}

/// What has become of blocks since the caller was entered.
fn composed(before: &Map<Destiny>, callee: &Map<Destiny>) -> Map<Destiny> {
    let kept = Destiny(Destiny::STAYS);
    // What is shared was not computed from the other: nothing may be skipped.
    let mut all = before.clone();
    callee.each(|key, next| {
        let old = before.get(key).copied().unwrap_or(kept);
        all.insert(key, old.then(*next));
        true
    });
    all
}

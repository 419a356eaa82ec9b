//! The symbolic-execution lattice of "Joining Dataflow with Predicates" (Fischer,
//! Jhala, Majumdar 2005, section 4), for real C.
//!
//! It tracks what variables and memory hold: constants, what conditions taught about
//! other numbers, must pointers, and may pointers that remember the value at their
//! target. Joins are flat, so that it is fast and its chains are short; what it joins
//! away is for others to keep apart.
//!
//! The files, in the order of the paper: `value.rs`, `offset.rs`, `object.rs` and
//! `state.rs` are the lattice; `region.rs` names regions and their summaries; `eval.rs`
//! and `arithmetic.rs` evaluate; `memory.rs`, `assume.rs`, `step.rs` and `calls.rs` are
//! the transfer functions; `show.rs` and `facts.rs` say what a state knows;
//! `contains.rs` holds it against the machine. `tables.rs` has what is computed once.
//!
//! What it assumes beside what the points-to analysis does: a pointer that went through
//! arithmetic in which its object was lost is not used for another object that has
//! taken the place of one that ended.
//!
//! What it does not do: relate two unknown values; tell elements of an array apart
//! where the index is not known; follow jumps out of functions.

mod arithmetic;
mod assume;
mod calls;
mod contains;
mod eval;
mod facts;
mod memory;
mod object;
mod offset;
mod region;
mod show;
mod state;
mod step;
mod tables;
mod value;

pub use object::{Fill, Object};
pub use region::{Region, RegionId};
pub use state::State;
pub use value::{Pointer, Value};

use calls::Mods;
use engine::{Analysis, CallStep, Cx, Facts, Question, Reply, Step, Successors, none, one};
use eval::{Eval, Stop, thing};
use logic::FormulaId;
use object::UNKNOWN_SIZE;
use offset::Offset;
use program::{ExprId, FunctionId, Id, Initial, Location, PlaceId, VarKind};
use region::Sites;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use tables::{Access, Home, PlaceInfo, Tables, Thing, initial_object};

/// Bytes of an object of the environment: it is as large as it is used, up to this.
const ENVIRONMENT_SIZE: u64 = 1 << 16;

/// With more literals, the points-to analysis does not tell them apart.
const MOST_LITERALS: usize = 256;

type Bounds = Rc<[(Thing, Offset)]>;

pub struct Values {
    tables: Tables,
    sites: Sites,
    /// The paper's partition "Merge": one summary for each site.
    merge: bool,
    /// Bytes of an object of the environment, if they are all as large.
    environment_size: u64,
    many_literals: bool,
    /// What expressions point to at any time.
    points: RefCell<FxHashMap<ExprId, Bounds>>,
    mods: RefCell<FxHashMap<FunctionId, Rc<Mods>>>,
    index: facts::Index,
}

impl Values {
    pub fn new(cx: &Cx<'_>, merge: bool) -> Values {
        let program = cx.program;
        let literals = program.vars.iter();
        let literals = literals.filter(|v| v.kind == VarKind::Literal).count();
        let many_literals = literals > MOST_LITERALS;
        // The program's arguments belong to the environment, too.
        let arguments = cx.settings.entry == "main" && !cx.function(cx.start).parameters.is_empty();
        Values {
            tables: Tables::new(program, cx.pointers),
            sites: Sites::default(),
            merge,
            environment_size: match arguments || many_literals {
                true => UNKNOWN_SIZE,
                false => ENVIRONMENT_SIZE,
            },
            many_literals,
            points: RefCell::default(),
            mods: RefCell::default(),
            index: Values::index(cx),
        }
    }

    fn place(&self, cx: &Cx<'_>, place: PlaceId) -> PlaceInfo {
        debug_assert_eq!(self.tables.places.len(), cx.program.exprs.place_count());
        self.tables.places[place.index()]
    }

    /// Where a pointer may ever point.
    fn points_to(&self, cx: &Cx<'_>, expr: ExprId) -> Bounds {
        if let Some(found) = self.points.borrow().get(&expr) {
            return Rc::clone(found);
        }
        let targets = cx.pointers.points_to(cx.program, expr);
        let mut list: Vec<(Thing, Offset)> = Vec::new();
        for target in targets {
            let object = cx.pointers.object(target.object);
            // One literal stands for all: what it holds is not known.
            let found = match object {
                pointers::Object::Literal(_) if self.many_literals => Some(Thing::Environment),
                object => thing(object),
            };
            let offset = calls::offset_of(target.offsets);
            list.extend(found.map(|thing| (thing, offset)));
        }
        list.sort_unstable();
        list.dedup();
        let list: Bounds = list.into();
        self.points.borrow_mut().insert(expr, Rc::clone(&list));
        list
    }

    fn initial_state(&self, cx: &Cx<'_>) -> Eval<State> {
        let program = cx.program;
        let mut state = State::default();
        for id in program.vars.ids() {
            let info = self.tables.vars[id.index()];
            if info.home == Home::Static {
                state.set_object(info.region, initial_object(program, id, info.size));
            }
        }
        for (id, var) in program.vars.enumerate() {
            let info = self.tables.vars[id.index()];
            if let Initial::Items(items) = &var.initial
                && info.home == Home::Static
            {
                for &(place, value) in items {
                    self.initialize(cx, &mut state, place, value)?;
                }
            }
            if &program.names[var.name] == "__concord_malloc_may_fail"
                && let Some(object) = state.object(info.region)
            {
                let mut object = (**object).clone();
                let value = Value::Int(cx.settings.malloc_may_fail as i128);
                object.write(0, 32, value);
                state.set_object(info.region, object);
            }
        }
        let start = cx.function(cx.start);
        for &var in &self.tables.functions[cx.start.index()].entered {
            self.enter(&mut state, var);
        }
        let is_main = cx.settings.entry == "main";
        for (i, &var) in start.parameters.iter().enumerate() {
            let given = match (self.tables.vars[var.index()].access, is_main, i) {
                // At least the program's name.
                (Some(access @ Access::Int { .. }), true, 0) => access
                    .bounds()
                    .map_or(Value::Top, |(_, high)| Value::number(1, high)),
                (Some(Access::Pointer { .. }), true, 1 | 2) => {
                    Value::to(RegionId::ENVIRONMENT, Offset::ZERO)
                }
                (Some(Access::Pointer { .. }), _, _) => {
                    let mut pointer = Pointer {
                        null: true,
                        ..Pointer::default()
                    };
                    pointer.addresses.push(value::Address {
                        region: RegionId::ENVIRONMENT,
                        offset: Offset::ZERO,
                    });
                    Value::pointer(pointer)
                }
                _ => Value::Top,
            };
            if self.tables.vars[var.index()].home == Home::Register {
                state.set_register(var, given);
            }
        }
        Ok(state)
    }

    /// Initialising is writing, but not forbidden for constants.
    fn initialize(
        &self,
        cx: &Cx<'_>,
        state: &mut State,
        place: PlaceId,
        value: ExprId,
    ) -> Eval<()> {
        let info = self.place(cx, place);
        let tables::Root::Fixed(region, at) = info.root else {
            return self.assign(cx, state, place, value);
        };
        let Some(object) = state.object(region) else {
            return Ok(());
        };
        let mut object = (**object).clone();
        let mut evaluator = eval::Evaluator::new(self, cx, state);
        match info.access {
            Some(access) => {
                let value = evaluator.eval(value)?;
                let bit = 8 * at + i64::from(access.shift());
                object.write(bit, access.width(), access.encode(value));
            }
            None => {
                let program = cx.program;
                let known = program.types.size_of(program.exprs.place_ty(place));
                let given = program.types.size_of(program.exprs.ty(value));
                let size = known.or(given).unwrap_or(0);
                let part = self.aggregate(&mut evaluator, value, size)?;
                let bits = u32::try_from(8 * size).unwrap_or(u32::MAX);
                object.paste(8 * at, bits, &part);
            }
        }
        state.set_object(region, object);
        Ok(())
    }
}

/// A state or none, and what is not modelled.
fn successors(found: Eval<Option<State>>) -> Successors<State> {
    match found {
        Ok(Some(state)) => one(state),
        Ok(None) | Err(Stop::End) => none(),
        Err(Stop::Gap(gap)) => Err(gap),
    }
}

impl Analysis for Values {
    type State = State;

    fn initial(&self, cx: &Cx<'_>) -> Successors<State> {
        successors(self.initial_state(cx).map(Some))
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &State,
        step: &Step<'_>,
        _facts: &Facts<'_>,
    ) -> Successors<State> {
        successors(self.step(cx, state, step))
    }

    fn call(
        &self,
        cx: &Cx<'_>,
        state: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        successors(self.enter_function(cx, state, call))
    }

    fn ret(
        &self,
        cx: &Cx<'_>,
        caller: &State,
        exit: &State,
        call: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<State> {
        successors(self.return_from(cx, caller, exit, call))
    }

    fn merge(&self, cx: &Cx<'_>, new: &State, old: &State) -> Option<State> {
        match self.reads_apart(cx, new, old) {
            true => None,
            false => new.join(old),
        }
    }

    fn covered(&self, _cx: &Cx<'_>, state: &State, by: &State) -> bool {
        state.is_below(by)
    }

    fn partition(&self, state: &State) -> u64 {
        state.place()
    }

    fn merge_key(&self, state: &State) -> u64 {
        state.place()
    }

    fn share(&self, cx: &Cx<'_>, state: &State, step: &Step<'_>) -> Option<FormulaId> {
        self.shared(cx, state, step)
    }

    fn answer(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        self.reply(cx, state, question)
    }

    fn invariant(
        &self,
        cx: &Cx<'_>,
        state: &State,
        function: FunctionId,
        _at: Location,
    ) -> Option<FormulaId> {
        self.known_facts(cx, state, function)
    }

    fn show(&self, cx: &Cx<'_>, state: &State) -> String {
        self.text(cx, state)
    }
}

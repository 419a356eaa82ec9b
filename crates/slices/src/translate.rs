//! From operations of the program to those of a slice.

use crate::calls::product;
use crate::cells::Stored;
use crate::copies::level;
use crate::draft::{Act, Draft};
use crate::facts::without_pointer_casts;
use crate::handles::{FOREIGN, NULL, Number, WATCHED};
use crate::memory::{Cell, without_casts};
use crate::phase;
use crate::plan::{Plan, compared_with, compared_with_null, is_var};
use pointers::Object;
use program::{
    BinaryOp, EdgeId, Expr, ExprId, Fold, FunctionId, Id, Initial, IntKind, Op, Place, PlaceId,
    Program, QualType, Span, TypeId, Var, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A function of the slice: one of the program's, and the place on the path to the
/// creation, or what it is called with, for which this is a copy of it (0: none).
pub(crate) type Copy = (FunctionId, usize);

/// Ways through an operation, each of them acts one after the other; none if runs end.
pub(crate) type Ways = Vec<Vec<Act>>;

/// What library models do not cover, where all they could do is to data: results and
/// memory, which slices do not follow.
const ONLY_DATA: &[&str] = &[
    "arguments of printf by position",
    "a command of fcntl",
    "a request of ioctl",
    "more than 64 handlers for the end of the process",
    "a variable of the environment of more than 128 KiB",
    "a floating-point number of more than 500 characters",
    "scanf of wide characters",
    "a directive of scanf",
    "fmemopen for writing",
    "more than four characters put back",
    "a buffer for a stream",
    "characters beyond ASCII",
    "memory from sbrk",
];

/// A slice in the making.
#[derive(Clone)]
pub(crate) struct Slicer<'p, 'a> {
    pub plan: &'p Plan<'a>,
    pub focus: Option<usize>,
    /// Where the creation has been passed: a location of a function.
    pub meeting: Option<(FunctionId, u32)>,
    /// The slice's tables. The program's ids mean the same in them.
    pub out: Program,
    /// The integers of the program that are kept as they are.
    pub flags: FxHashSet<VarId>,
    /// Copies in which something happens, once one has begun to look; and those of which
    /// that is not known any more.
    pub effective: BTreeSet<Copy>,
    pub is_begun: bool,
    pub unknown: FxHashSet<Copy>,
    /// Drafts of copies in which something happens, as long as they stay what they are.
    pub drafts: FxHashMap<Copy, Draft>,
    /// Copies in which something happens or that call such; None before that is known.
    pub relevant: Option<BTreeSet<Copy>>,
    /// Of relevant copies: does nothing happen if they are called with other values?
    pub spares: FxHashMap<Copy, bool>,
    /// Parameters that hold other values while that is found out.
    pub foreign: FxHashSet<VarId>,
    /// The numbers of handles.
    numbers: FxHashMap<(usize, VarId), VarId>,
    /// Has the value been created? Was the creation passed? Has one been chosen? Is its
    /// storage free?
    pub made: VarId,
    pub passed: VarId,
    pub chosen: VarId,
    pub freed: VarId,
    /// Is the address that is watched in the automaton's set?
    pub member: VarId,
    /// Is the run on its way to where `setjmp` was called?
    pub jumping: VarId,
    /// For arguments that are not expressions, by position and type.
    arguments: FxHashMap<(usize, TypeId), VarId>,
}

impl Plan<'_> {
    /// Where the creation of a value has been passed.
    fn meeting(&self, focus: Option<usize>) -> Option<(FunctionId, u32)> {
        let &(function, edge) = self.created[focus?].path.first()?;
        let body = self.input.program.functions[function].body.as_ref()?;
        Some((function, phase::meeting(body, edge)?))
    }
}

impl<'p, 'a> Slicer<'p, 'a> {
    pub fn new(plan: &'p Plan<'a>, focus: Option<usize>) -> Slicer<'p, 'a> {
        let mut out = plan.skeleton.clone();
        let mut ghost = |name: &str| {
            let int = out.types.common.int;
            let kind = VarKind::Global(program::Linkage::Internal);
            let name = format!("{}::{name}", plan.input.observer.name);
            variable(&mut out, &name, int, (kind, None), Span::NONE)
        };
        let (made, passed) = (ghost("made"), ghost("passed"));
        let (chosen, freed) = (ghost("chosen"), ghost("freed"));
        let (member, jumping) = (ghost("member"), ghost("jumping"));
        for var in [made, passed, chosen, freed, member, jumping] {
            out.vars[var].initial = Initial::Zero;
        }
        let mut slicer = Slicer {
            plan,
            focus,
            meeting: plan.meeting(focus),
            out,
            flags: FxHashSet::default(),
            effective: BTreeSet::new(),
            is_begun: false,
            unknown: FxHashSet::default(),
            drafts: FxHashMap::default(),
            relevant: None,
            spares: FxHashMap::default(),
            foreign: FxHashSet::default(),
            numbers: FxHashMap::default(),
            made,
            passed,
            chosen,
            freed,
            member,
            jumping,
            arguments: FxHashMap::default(),
        };
        slicer.begin_cells();
        slicer
    }

    /// What is in cells when the program begins.
    fn begin_cells(&mut self) {
        let plan = self.plan;
        for cell in &plan.memory.cells {
            if !plan.follows(self.focus, cell.var) {
                continue;
            }
            let number = match cell.is_one {
                true => self.initial_in(cell),
                // Was the value stored in one of them?
                false if self.focus.is_none_or(|value| plan.is_heap(value)) => Number::Null,
                false => Number::Any,
            };
            self.out.vars[cell.var].initial = self.constant(cell.var, number);
        }
    }

    fn initial_in(&mut self, cell: &Cell) -> Number {
        let (plan, program) = (self.plan, self.plan.input.program);
        let unknown = plan.unknown_in(self.focus, cell.var);
        let null = self.assigned(cell.var, Number::Null);
        let Object::Var(v) = plan.input.pointers.object(cell.target.object) else {
            return unknown;
        };
        let (at, word) = (cell.target.offsets, program.model().pointer_size());
        match &program.vars[v].initial {
            Initial::Zero => null,
            Initial::Items(items) => {
                let mut number = null;
                for &(place, value) in items {
                    let own = plan.input.pointers.places(program, place);
                    let width = plan.input.pointers.width(program, place);
                    if own.iter().any(|t| t.offsets.overlaps(width, at, word)) {
                        let fits = width == word && own.iter().all(|t| t.offsets == at);
                        number = match program.exprs.int_value(value) {
                            Some(0) if fits => null,
                            _ if fits && plan.members.is_some() => {
                                plan.number_of_constant(self.focus, value)
                            }
                            _ => unknown,
                        };
                    }
                }
                number
            }
            Initial::Bytes(_) | Initial::Indeterminate => unknown,
        }
    }

    /// What a variable of the slice begins with.
    fn constant(&mut self, var: VarId, number: Number) -> Initial {
        let constant = match number {
            Number::Null => NULL,
            Number::Watched => WATCHED,
            Number::Other => OTHER,
            Number::Foreign => FOREIGN,
            Number::Of(_) | Number::Unwatched | Number::Any => return Initial::Indeterminate,
        };
        let item = (self.place(var), self.int(constant));
        Initial::Items(Box::new([item]))
    }

    /// The body of a copy, with calls of copies as acts if it is known which matter.
    pub fn draft(&mut self, copy: Copy) -> Option<Draft> {
        let mut draft = self.sketch(copy)?;
        draft.reduce();
        Some(draft)
    }

    /// The same with everything that makes no difference.
    pub fn sketch(&mut self, copy: Copy) -> Option<Draft> {
        let body = self.plan.input.program.functions[copy.0].body.as_ref()?;
        let meeting = self.meeting(copy);
        let mut draft = Draft::like(body);
        let mut caught = None;
        for (id, edge) in body.edges() {
            let ends = (edge.from.index() as u32, edge.to.index() as u32);
            for mut acts in self.edge(copy, id) {
                if Some(ends.0) == meeting {
                    acts.insert(0, self.set(self.passed, 1));
                }
                let at = (edge.span, edge.ghost);
                self.lay(&mut draft, ends, acts, at, &mut caught);
            }
        }
        if let Some(caught) = caught {
            self.catch(&mut draft, copy, body, caught);
        }
        Some(draft)
    }

    /// Where the creation has been passed, if that is in this copy.
    fn meeting(&self, copy: Copy) -> Option<u32> {
        let (function, at) = self.meeting?;
        ((copy.0, level(copy)) == (function, 0)).then_some(at)
    }

    fn edge(&mut self, copy: Copy, id: EdgeId) -> Ways {
        let plan = self.plan;
        let program = plan.input.program;
        let Some(body) = &program.functions[copy.0].body else {
            return Vec::new();
        };
        let edge = body.edge(id);
        if edge.ghost
            && let Some(ways) = self.set_operation(copy, id)
        {
            return ways;
        }
        match &edge.op {
            Op::Skip | Op::VaEnd { .. } => nothing(),
            Op::VaStart { list } | Op::VaCopy { to: list, .. } => {
                self.store_to(copy, *list, Stored::Unknown)
            }
            Op::Assume { condition, taken } => {
                // While it watches nothing, the automaton asks of each value in its own slice.
                // What it asks of others while it watches one, and what the program asks, is
                // not known.
                let in_own_slice = plan.asked_of_nothing.contains(&(copy.0, id));
                self.assume(copy, *condition, *taken, in_own_slice)
            }
            Op::Assign { to, value } if is_var(program, *to, plan.tracked) => {
                self.create(copy, id, *value)
            }
            Op::Assign { to, value } => match program.exprs.place(*to) {
                Place::Var(v) if !plan.follows(self.focus, v) && self.keeps(copy, v) => {
                    self.assign(copy, v, *value, &edge.op)
                }
                _ => self.assign_handle(copy, *to, *value),
            },
            Op::Havoc { place: to } | Op::Alloc { to, .. } => self.set_to_any(copy, *to),
            Op::VaArg { to, list } => {
                let first = self.store_to(copy, *list, Stored::Unknown);
                product(first, self.set_to_any(copy, *to))
            }
            Op::Call(call) => self.call(copy, id, call),
            Op::Return { value } => {
                let mut ways = Vec::new();
                for (mut acts, value) in self.returned(copy, *value) {
                    acts.push(Act::Op(Op::Return { value }));
                    ways.push(acts);
                }
                ways
            }
            Op::Free { pointer } => self.release(copy, *pointer),
            Op::Enter { variables } => {
                let begun = variables.iter().flat_map(|&v| self.begin(copy, v));
                let mut acts: Vec<Act> = begun.collect();
                let variables = self.kept_variables(copy, variables);
                if !variables.is_empty() {
                    acts.push(Act::Op(Op::Enter { variables }));
                }
                vec![acts]
            }
            Op::Exit { variables } => {
                let variables = self.kept_variables(copy, variables);
                match variables.is_empty() {
                    true => nothing(),
                    false => vec![vec![Act::Op(Op::Exit { variables })]],
                }
            }
            Op::Unsupported { what } => {
                let is_data = plan.library[copy.0] && ONLY_DATA.contains(&&program.names[*what]);
                match is_data {
                    true => nothing(),
                    false => vec![vec![Act::Final(edge.op.clone())]],
                }
            }
        }
    }

    /// A place gets something from where the slice does not look.
    pub fn set_to_any(&mut self, copy: Copy, place: PlaceId) -> Ways {
        match self.plan.input.program.exprs.place(place) {
            Place::Var(v) if self.plan.follows(self.focus, v) => {
                let number = self.plan.unknown_in(self.focus, v);
                vec![self.give(copy, v, number)]
            }
            Place::Var(v) if self.keeps(copy, v) => vec![vec![Act::Op(Op::Havoc { place })]],
            _ => self.store_to(copy, place, Stored::Unknown),
        }
    }

    /// A handle, or something in memory, is assigned.
    pub fn assign_handle(&mut self, copy: Copy, to: PlaceId, value: ExprId) -> Ways {
        match self.plan.input.program.exprs.place(to) {
            Place::Var(v) if self.plan.follows(self.focus, v) => {
                let mut ways = Vec::new();
                for (mut acts, number) in self.numbers(copy, value) {
                    let number = self.assigned(v, number);
                    acts.extend(self.give(copy, v, number));
                    ways.push(acts);
                }
                ways
            }
            Place::Var(v) if self.keeps(copy, v) => self.set_to_any(copy, to),
            _ => self.store_to(copy, to, Stored::Value(value)),
        }
    }

    /// A flag is assigned.
    fn assign(&mut self, copy: Copy, var: VarId, value: ExprId, op: &Op) -> Ways {
        if self.is_kept(copy, value) || self.is_kept_pointer(copy, value) {
            return vec![vec![Act::Op(op.clone())]];
        }
        let place = self.place(var);
        if let Some(truths) = self.truths(copy, value) {
            let assign = |value| Act::Op(Op::Assign { to: place, value });
            let with = |(mut acts, value): (Vec<Act>, ExprId)| {
                acts.push(assign(value));
                acts
            };
            return truths.into_iter().map(with).collect();
        }
        let mut acts = vec![Act::Op(Op::Havoc { place })];
        // All that is asked of a pointer is whether it is null.
        if let Expr::Address(place) = self.plan.input.program.exprs.get(value)
            && self.plan.input.program.exprs.root(place).is_some()
        {
            acts.push(self.test(var, 0, false));
        }
        vec![acts]
    }

    /// What it may be whether a handle is null, as a constant, and what is so then; None
    /// if that is not what the expression says.
    pub fn truths(&mut self, copy: Copy, expr: ExprId) -> Option<Vec<(Vec<Act>, ExprId)>> {
        let program = self.plan.input.program;
        compared_with_null(program, expr)?;
        let ty = program.exprs.ty(expr);
        let mut truths = Vec::new();
        for taken in [false, true] {
            let value = self.out.exprs.int(&self.out.types, i128::from(taken), ty);
            let ways = self.assume(copy, expr, taken, false);
            truths.extend(ways.into_iter().map(|acts| (acts, value)));
        }
        Some(truths)
    }

    // Variables.

    /// Is the variable kept as it is?
    pub fn keeps(&self, copy: Copy, var: VarId) -> bool {
        let v = &self.plan.input.program.vars[var];
        let observer = self.plan.input.observer;
        if v.ghost {
            // Neither other automata nor which of its choices this one takes.
            return var == observer.state || observer.integers.contains(&var);
        }
        self.flags.contains(&var) && (v.kind.is_static() || copy.1 == 0)
    }

    /// Does the expression depend on nothing but variables that are kept as they are?
    pub fn is_kept(&self, copy: Copy, expr: ExprId) -> bool {
        let program = self.plan.input.program;
        match program.exprs.get(expr) {
            Expr::Int(_) => true,
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(v) => {
                    let integer = program.types.is_integer(program.vars[v].ty);
                    integer && self.keeps(copy, v) && !self.plan.follows(self.focus, v)
                }
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
            },
            Expr::Unary(_, a) | Expr::Cast(a) => {
                self.is_kept(copy, a) && program.types.is_integer(program.exprs.ty(expr))
            }
            Expr::Binary(BinaryOp::PointerAdd | BinaryOp::PointerDiff, _, _) => false,
            Expr::Binary(_, a, b) => self.is_kept(copy, a) && self.is_kept(copy, b),
            Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => false,
        }
    }

    /// Is the expression null, or the value of a pointer that is kept?
    fn is_kept_pointer(&self, copy: Copy, expr: ExprId) -> bool {
        let program = self.plan.input.program;
        match program.exprs.get(without_pointer_casts(program, expr)) {
            Expr::Int(_) => true,
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(v) => self.keeps(copy, v) && !self.plan.follows(self.focus, v),
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
            },
            _ => false,
        }
    }

    /// The variable that holds the number of a handle.
    pub fn number_of(&mut self, copy: Copy, var: VarId) -> VarId {
        if var.index() >= self.plan.input.program.vars.len() {
            // A cell, or a variable of the slice.
            return var;
        }
        let original = &self.plan.input.program.vars[var];
        let at = match original.kind.is_static() {
            true => 0,
            false => copy.1,
        };
        if let Some(&known) = self.numbers.get(&(at, var)) {
            return known;
        }
        let int = self.out.types.common.int;
        let name = self.plan.input.program.names[original.name].to_owned();
        let owner = (original.kind, original.function);
        let made = variable(&mut self.out, &name, int, owner, original.span);
        self.out.vars[made].shadow = original.shadow;
        self.out.vars[made].initial = self.initial(var, made);
        self.numbers.insert((at, var), made);
        made
    }

    fn initial(&mut self, var: VarId, made: VarId) -> Initial {
        let program = self.plan.input.program;
        let is_null = match &program.vars[var].initial {
            Initial::Indeterminate => return Initial::Indeterminate,
            Initial::Zero => true,
            Initial::Bytes(bytes) => bytes.iter().all(|&b| b == 0),
            Initial::Items(items) => items
                .iter()
                .all(|(_, value)| program.exprs.int_value(*value) == Some(0)),
        };
        let is_heap = |value: usize| self.plan.is_heap(value);
        let number = match is_null {
            true => self.assigned(var, Number::Null),
            false if self.plan.members.is_some() => match &program.vars[var].initial {
                Initial::Items(items) if items.len() == 1 => {
                    self.plan.number_of_constant(self.focus, items[0].1)
                }
                _ => Number::Any,
            },
            // The address of a variable; one number for all, so that it survives joins.
            false if self.focus.is_none_or(is_heap) => Number::Foreign,
            false => Number::Any,
        };
        self.constant(made, number)
    }

    /// The number that a handle gets: where a slice follows null alone, the null of a
    /// handle that may hold values is for their slices.
    pub fn assigned(&self, var: VarId, number: Number) -> Number {
        let held = self.plan.holds.get(&var).is_some_and(|h| !h.is_empty());
        match number {
            Number::Null if held && self.leaves_null() => Number::Foreign,
            _ => number,
        }
    }

    /// Does the slice leave the null of what may hold values to their slices?
    pub fn leaves_null(&self) -> bool {
        self.focus.is_none() && self.plan.members.is_none()
    }

    fn kept_variables(&mut self, copy: Copy, variables: &[VarId]) -> Box<[VarId]> {
        let mut kept = Vec::new();
        for &v in variables {
            if self.plan.follows(self.focus, v) {
                kept.push(self.number_of(copy, v));
            } else if self.keeps(copy, v) {
                kept.push(v);
            }
        }
        kept.into()
    }

    // Expressions of the slice.

    pub fn int(&mut self, value: i128) -> ExprId {
        let int = self.out.types.common.int;
        self.out.exprs.int(&self.out.types, value, int)
    }

    pub fn place(&mut self, var: VarId) -> PlaceId {
        let ty = self.out.vars[var].ty;
        self.out.exprs.var(var, ty)
    }

    pub fn value(&mut self, var: VarId) -> ExprId {
        let place = self.place(var);
        self.out.exprs.load(place)
    }

    /// Passable if the variable has (or has not) the value.
    pub fn test(&mut self, var: VarId, value: i128, taken: bool) -> Act {
        let int = self.out.types.common.int;
        let ty = self.out.vars[var].ty;
        let a = self.value(var);
        let b = self.out.exprs.int(&self.out.types, value, ty);
        let types = &self.out.types;
        let exprs = &mut self.out.exprs;
        let condition = exprs.binary(types, BinaryOp::Eq, a, b, int, Fold::Exact);
        Act::Op(Op::Assume { condition, taken })
    }

    pub fn set(&mut self, var: VarId, value: i128) -> Act {
        let (to, value) = (self.place(var), self.int(value));
        Act::Op(Op::Assign { to, value })
    }

    /// The acts that give a handle its number.
    pub fn give(&mut self, copy: Copy, var: VarId, number: Number) -> Vec<Act> {
        let own = self.number_of(copy, var);
        match number {
            Number::Of(other) if other == var => Vec::new(),
            Number::Of(other) => {
                let other = self.number_of(copy, other);
                let (to, value) = (self.place(own), self.value(other));
                vec![Act::Op(Op::Assign { to, value })]
            }
            Number::Null => vec![self.set(own, NULL)],
            Number::Watched => vec![self.set(own, WATCHED)],
            Number::Other => self.set_to_none_of(own, &[NULL, WATCHED, FOREIGN]),
            Number::Foreign => self.set_to_none_of(own, &[NULL, WATCHED]),
            Number::Unwatched => self.set_to_none_of(own, &[WATCHED]),
            Number::Any => self.set_to_none_of(own, &[]),
        }
    }

    /// Gives a variable any value but these.
    fn set_to_none_of(&mut self, var: VarId, excluded: &[i128]) -> Vec<Act> {
        let place = self.place(var);
        let mut acts = vec![Act::Op(Op::Havoc { place })];
        for &value in excluded {
            acts.push(self.test(var, value, false));
        }
        acts
    }

    /// An expression for a number, and what has to be done before; as an argument at
    /// this position.
    pub fn expression(
        &mut self,
        copy: Copy,
        number: Number,
        position: usize,
    ) -> (Vec<Act>, ExprId) {
        let excluded: &[i128] = match number {
            Number::Null => return (Vec::new(), self.int(NULL)),
            Number::Watched => return (Vec::new(), self.int(WATCHED)),
            Number::Of(var) => {
                let own = self.number_of(copy, var);
                return (Vec::new(), self.value(own));
            }
            Number::Other => &[NULL, WATCHED, FOREIGN],
            Number::Foreign => &[NULL, WATCHED],
            Number::Unwatched => &[WATCHED],
            Number::Any => &[],
        };
        let int = self.out.types.common.int;
        let argument = self.argument(position, int);
        let acts = self.set_to_none_of(argument, excluded);
        (acts, self.value(argument))
    }

    /// A variable for an argument at a position.
    pub fn argument(&mut self, position: usize, ty: TypeId) -> VarId {
        if let Some(&known) = self.arguments.get(&(position, ty)) {
            return known;
        }
        let kind = VarKind::Global(program::Linkage::Internal);
        let observer = &self.plan.input.observer.name;
        let name = format!("{observer}::argument{position}");
        let made = variable(&mut self.out, &name, ty, (kind, None), Span::NONE);
        self.out.vars[made].shadow = self.arguments.len() as u32;
        self.arguments.insert((position, ty), made);
        made
    }

    /// Something that is converted to any value of any integer type.
    pub fn anything(&mut self, position: usize) -> (Vec<Act>, ExprId) {
        let wide = self.out.types.int(IntKind::LongLong);
        let argument = self.argument(position, wide);
        let place = self.place(argument);
        (vec![Act::Op(Op::Havoc { place })], self.value(argument))
    }

    // Conditions and creations.

    fn assume(&mut self, copy: Copy, condition: ExprId, taken: bool, in_own_slice: bool) -> Ways {
        let program = self.plan.input.program;
        if let Some(value) = program.exprs.int_value(condition) {
            return match (value != 0) == taken {
                true => nothing(),
                false => Vec::new(),
            };
        }
        if let Some(other) = compared_with(program, condition, self.plan.tracked) {
            let mut ways = Vec::new();
            for (mut acts, number) in self.numbers(copy, other) {
                match number {
                    Number::Of(v) => {
                        let own = self.number_of(copy, v);
                        acts.push(self.test(own, WATCHED, taken));
                    }
                    Number::Null | Number::Other | Number::Foreign | Number::Unwatched if taken => {
                        continue;
                    }
                    Number::Watched if !taken => continue,
                    _ => {}
                }
                ways.push(acts);
            }
            return ways;
        }
        if let Some(other) = compared_with_null(program, condition) {
            // A flag may be a handle that other slices answer for.
            if !in_own_slice && self.is_kept_pointer(copy, other) {
                return vec![vec![Act::Op(Op::Assume { condition, taken })]];
            }
            let is_equal = matches!(program.exprs.get(condition), Expr::Binary(BinaryOp::Eq, ..));
            let mut ways = Vec::new();
            for (acts, number) in self.numbers(copy, other) {
                let is_null = is_equal == taken;
                let then = self.assume_null(copy, condition, number, is_null, in_own_slice);
                ways.extend(product(vec![acts], then));
            }
            return ways;
        }
        match self.is_kept(copy, condition) {
            true => vec![vec![Act::Op(Op::Assume { condition, taken })]],
            false => vec![vec![Act::Pass(Some(condition))]],
        }
    }

    /// A pointer is null, or is not.
    fn assume_null(
        &mut self,
        copy: Copy,
        condition: ExprId,
        number: Number,
        is_null: bool,
        in_own_slice: bool,
    ) -> Ways {
        let unknown = || vec![vec![Act::Pass(Some(condition))]];
        match number {
            Number::Foreign if !in_own_slice => unknown(),
            number @ (Number::Null | Number::Watched | Number::Other | Number::Foreign) => {
                match (number == Number::Null) == is_null {
                    true => nothing(),
                    false => Vec::new(),
                }
            }
            Number::Of(v) => {
                let own = self.number_of(copy, v);
                let mut ways = vec![vec![self.test(own, NULL, is_null)]];
                if is_null && !in_own_slice {
                    ways.push(vec![self.test(own, FOREIGN, true)]);
                }
                ways
            }
            Number::Unwatched | Number::Any => unknown(),
        }
    }

    /// An instance is created, if it is for the value of the slice.
    fn create(&mut self, copy: Copy, id: EdgeId, value: ExprId) -> Ways {
        let is_enabled = self.is_enabled(copy, |c| c.function == copy.0 && c.edge == id);
        if !is_enabled {
            return Vec::new();
        }
        let acts = vec![
            self.test(self.chosen, 0, true),
            // Values of different copies are kept apart.
            self.set(self.chosen, 1 + self.plan.copies.number(copy) as i128),
            self.set(self.freed, 0),
        ];
        let program = self.plan.input.program;
        match program.exprs.get(without_casts(program, value)) {
            Expr::Load(place) => product(vec![acts], self.put(copy, place, Number::Watched)),
            _ => vec![acts],
        }
    }

    /// Does the creation, in this copy, give the value of the slice?
    pub fn is_enabled(&self, copy: Copy, which: impl Fn(&crate::plan::Creation) -> bool) -> bool {
        let (plan, Some(value)) = (self.plan, self.focus) else {
            return false;
        };
        let path = &plan.created[value].path;
        plan.creations.iter().filter(|c| which(c)).any(|creation| {
            let call = creation.call.map(|call| (creation.function, call));
            let is_fresh = call.is_some_and(|c| plan.fresh_calls.contains(&c));
            match path.last() {
                Some(&last) if is_fresh => Some(last) == call && level(copy) + 1 == path.len(),
                _ => creation.objects.contains(&value),
            }
        })
    }
}

/// A number that is none of the others.
const OTHER: i128 = 2;

/// One way, on which nothing happens.
pub(crate) fn nothing() -> Ways {
    vec![Vec::new()]
}

pub(crate) fn variable(
    out: &mut Program,
    name: &str,
    ty: TypeId,
    (kind, function): (VarKind, Option<FunctionId>),
    span: Span,
) -> VarId {
    let name = out.names.intern(name);
    out.vars.push(Var {
        name,
        ty,
        declared: QualType::plain(ty),
        kind,
        function,
        initial: Initial::Indeterminate,
        extra_bytes: 0,
        align: None,
        thread_local: false,
        defined: true,
        addressed: false,
        weak: false,
        shadow: 0,
        ghost: true,
        span,
    })
}

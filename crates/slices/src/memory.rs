//! Values in memory: the cells from which they flow to operations that matter, and what
//! stores do to cells.
//!
//! A cell is a pointer's bytes in an abstract object. Of some there is one at a time: in
//! static variables, in those of functions that are not recursive, and in blocks that are
//! allocated once. Slices keep the number that such a cell holds, as they do for variables;
//! a store that cannot mean anything else replaces it, others may. Of cells of which there
//! may be many (elements of an array, blocks that are allocated in a loop) slices remember
//! whether the value was ever stored in one.
//!
//! Which cells there are is a matter of precision: what is loaded from elsewhere is whatever
//! the points-to analysis allows. What stores do to them is not.

use crate::Input;
use crate::jumps::is_returned_to;
use pointers::{Holder, Object, ObjectId, Offsets, Target, ValueFlow, is_holder};
use program::{
    Cfa, EdgeId, Expr, ExprId, FunctionId, Id, IdVec, Op, Place, PlaceId, Program, TypeId, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// With more cells than this nobody looks for others.
const MOST_CELLS: usize = 256;
/// What is loaded from more places is not followed, and from still more not looked for.
const MOST_TARGETS: usize = 8;
const MOST_DEMANDED: usize = 32;

pub(crate) struct Cell {
    pub target: Target,
    /// There is one at a time.
    pub is_one: bool,
    /// What it is in slices: the number that it holds; of many, whether the value was ever
    /// stored in one.
    pub var: VarId,
}

/// What a store may do to cells.
pub(crate) struct Written {
    /// It means one of these places.
    pub places: Vec<Vec<Hit>>,
    /// Or one in which there are no cells.
    pub misses: bool,
}

/// A cell that a store meets.
pub(crate) struct Hit {
    pub cell: usize,
    /// Where it lies in what is stored, unless they only overlap.
    pub at: Option<i64>,
    /// If the store means this place, it writes the cell.
    pub is_sure: bool,
}

/// The cells of a program that matter.
pub(crate) struct Memory {
    pub cells: Vec<Cell>,
    by_target: FxHashMap<Target, usize>,
    by_object: FxHashMap<ObjectId, Vec<usize>>,
    written: FxHashMap<PlaceId, Written>,
    /// Bytes of a pointer.
    word: u64,
}

impl Memory {
    fn new(program: &Program) -> Memory {
        Memory {
            cells: Vec::new(),
            by_target: FxHashMap::default(),
            by_object: FxHashMap::default(),
            written: FxHashMap::default(),
            word: program.model().pointer_size(),
        }
    }

    /// The cells that a load so many bytes after one of these places may read, one for
    /// each; none where that is not followed. None if nothing is known.
    pub fn read_at(&self, targets: &[Target], by: i64) -> Option<Vec<Option<usize>>> {
        if targets.is_empty() || targets.len() > MOST_TARGETS {
            return None;
        }
        let moved = targets.iter().map(|t| moved(*t, by));
        let cells: Vec<Option<usize>> = moved.map(|t| self.by_target.get(&t).copied()).collect();
        cells.iter().any(Option::is_some).then_some(cells)
    }

    /// What a store to the place may do; None if nothing.
    pub fn written(&self, place: PlaceId) -> Option<&Written> {
        self.written.get(&place)
    }

    /// What a store to a whole object does: to a parameter, or to what is returned.
    pub fn written_whole(&self, object: ObjectId, width: u64) -> Written {
        let offsets = Offsets::ZERO;
        self.hits(&[Target { object, offsets }], width)
    }

    pub fn of_object(&self, object: ObjectId) -> &[usize] {
        self.by_object.get(&object).map_or(&[], |list| list)
    }

    /// Does an access to the place read or write a pointer's bytes at once?
    pub fn is_pointer(&self, input: &Input<'_>, place: PlaceId) -> bool {
        let program = input.program;
        let ty = program.exprs.place_ty(place);
        let scalar = program.types.is_pointer(ty) || program.types.is_integer(ty);
        // A bit-field may be as wide, and narrower than its type.
        scalar
            && program.types.size_of(ty) == Some(self.word)
            && input.pointers.width(program, place) == self.word
            && !is_bit_field(program, place)
    }

    /// What a store to one of these places does.
    pub fn hits(&self, targets: &[Target], width: u64) -> Written {
        let mut places = Vec::new();
        let mut misses = false;
        for target in targets {
            let mut hits = Vec::new();
            for &cell in self.of_object(target.object) {
                let own = self.cells[cell].target.offsets;
                if !target.offsets.overlaps(width, own, self.word) {
                    continue;
                }
                let at = own.start() - target.offsets.start();
                let is_exact = target.offsets.is_exact() && own.is_exact();
                let is_inside = at >= 0 && at as u64 + self.word <= width;
                // Stores to elements meet one of them, and never parts of two.
                let step = target.offsets.step();
                let is_element = own.is_exact()
                    && width == self.word
                    && step >= width
                    && at.rem_euclid(step as i64) == 0;
                hits.push(Hit {
                    cell,
                    at: match is_exact {
                        true => is_inside.then_some(at),
                        false => is_element.then_some(0),
                    },
                    is_sure: self.cells[cell].is_one && is_exact,
                });
            }
            match hits.is_empty() {
                true => misses = true,
                false => places.push(hits),
            }
        }
        Written { places, misses }
    }
}

/// Looks for all from which values flow to operations that matter.
pub(crate) struct Finder<'f, 'a> {
    input: &'f Input<'a>,
    flow: &'f ValueFlow,
    library: &'f IdVec<FunctionId, bool>,
    /// What is loaded into holders.
    loads: FxHashMap<Holder, Vec<PlaceId>>,
    stores: Vec<(To, From)>,
    once: FxHashSet<FunctionId>,
    /// Variables of slices: these and the following are for cells.
    first: usize,
    holders: BTreeSet<Holder>,
    memory: Memory,
    pending: Vec<Holder>,
    /// Cells of which it is not known yet what is stored in them.
    fresh: Vec<usize>,
}

/// Where something is stored.
#[derive(Clone, Copy)]
enum To {
    Place(PlaceId),
    /// A whole object: a parameter, or what a function returns.
    Whole(Object),
}

/// What is stored.
#[derive(Clone, Copy)]
enum From {
    Value(ExprId),
    Result(FunctionId),
}

impl<'f, 'a> Finder<'f, 'a> {
    pub fn new(
        input: &'f Input<'a>,
        flow: &'f ValueFlow,
        library: &'f IdVec<FunctionId, bool>,
    ) -> Finder<'f, 'a> {
        let mut finder = Finder {
            input,
            flow,
            library,
            loads: FxHashMap::default(),
            stores: Vec::new(),
            once: run_once(input),
            first: input.program.vars.len(),
            holders: BTreeSet::new(),
            memory: Memory::new(input.program),
            pending: Vec::new(),
            fresh: Vec::new(),
        };
        for &f in input.pointers.calls().reached() {
            if let Some(body) = &input.program.functions[f].body {
                finder.index(f, body);
            }
        }
        finder
    }

    /// Values flow from this expression to an operation that matters.
    pub fn demand(&mut self, expr: ExprId) {
        let program = self.input.program;
        let Expr::Load(place) = program.exprs.get(without_casts(program, expr)) else {
            return;
        };
        match program.exprs.place(place) {
            Place::Var(v) if is_holder(program, v) => self.pending.push(Holder::Var(v)),
            _ => self.demand_place(place),
        }
    }

    /// The holders and the memory from which values flow to what was demanded.
    pub fn finish(mut self) -> (BTreeSet<Holder>, Memory) {
        loop {
            self.follow_holders();
            let fresh = std::mem::take(&mut self.fresh);
            if fresh.is_empty() {
                break;
            }
            self.follow_cells(&fresh);
        }
        self.find_stores();
        (self.holders, self.memory)
    }

    fn index(&mut self, f: FunctionId, body: &Cfa) {
        let program = self.input.program;
        let memory = |place: PlaceId| match program.exprs.place(place) {
            Place::Var(v) => !is_holder(program, v),
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => true,
        };
        let loaded = |e: ExprId| match program.exprs.get(without_casts(program, e)) {
            Expr::Load(place) if memory(place) => Some(place),
            _ => None,
        };
        for (id, edge) in body.edges() {
            match &edge.op {
                Op::Assign { to, value } => match program.exprs.place(*to) {
                    Place::Var(v) if is_holder(program, v) => {
                        let list = loaded(*value);
                        self.loads.entry(Holder::Var(v)).or_default().extend(list);
                    }
                    _ => self.stores.push((To::Place(*to), From::Value(*value))),
                },
                Op::Return { value: Some(value) } => {
                    let list = loaded(*value);
                    self.loads
                        .entry(Holder::Result(f))
                        .or_default()
                        .extend(list);
                    if !program.types.is_scalar(program.exprs.ty(*value)) {
                        let to = To::Whole(Object::Result(f));
                        self.stores.push((to, From::Value(*value)));
                    }
                }
                Op::Call(call) => {
                    for &callee in self.input.pointers.calls().callees(f, id) {
                        let parameters = &program.functions[callee].parameters;
                        for (&parameter, &argument) in parameters.iter().zip(&call.arguments) {
                            if is_holder(program, parameter) {
                                let holder = Holder::Var(parameter);
                                self.loads
                                    .entry(holder)
                                    .or_default()
                                    .extend(loaded(argument));
                            } else {
                                let to = To::Whole(Object::Var(parameter));
                                self.stores.push((to, From::Value(argument)));
                            }
                        }
                        if let Some(result) = call.result.filter(|p| memory(*p)) {
                            self.stores.push((To::Place(result), From::Result(callee)));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn follow_holders(&mut self) {
        let program = self.input.program;
        while let Some(holder) = self.pending.pop() {
            let is_foreign = match holder {
                Holder::Result(f) => self.library[f],
                Holder::Var(v) => program.vars[v].function.is_some_and(|f| self.library[f]),
            };
            if is_foreign || !self.holders.insert(holder) {
                continue;
            }
            let entering = self.flow.entering(holder).map(|(from, _)| from);
            self.pending.extend(entering);
            for place in self.loads.get(&holder).cloned().unwrap_or_default() {
                self.demand_place(place);
            }
        }
    }

    fn demand_place(&mut self, place: PlaceId) {
        if self.memory.is_pointer(self.input, place) {
            let targets = self.input.pointers.places(self.input.program, place);
            if targets.len() <= MOST_DEMANDED {
                for target in targets {
                    self.add(target);
                }
            }
        }
    }

    /// Makes a cell, if one can say when it changes.
    fn add(&mut self, target: Target) {
        let program = self.input.program;
        let object = self.input.pointers.object(target.object);
        let is_one = match object {
            Object::Var(v) => {
                let var = &program.vars[v];
                let recursive = |f: FunctionId| self.input.pointers.calls().is_recursive(f);
                if var.ghost || var.thread_local {
                    return;
                }
                var.kind.is_static() || var.function.is_some_and(|f| !recursive(f))
            }
            Object::Heap { .. } => self.is_allocated_once(object),
            // It is taken as soon as it is returned.
            Object::Result(_) => true,
            Object::Environment | Object::Outside | Object::Literal(_) => return,
            Object::Function(_) | Object::Variadic(_) => return,
        };
        if self.memory.cells.len() >= MOST_CELLS
            || self.memory.by_target.contains_key(&target)
            || self.input.pointers.is_escaped(target.object)
        {
            return;
        }
        let number = self.memory.cells.len();
        self.memory.cells.push(Cell {
            target,
            is_one: is_one && target.offsets.is_exact(),
            var: VarId::new(self.first + number),
        });
        self.memory.by_target.insert(target, number);
        let of_object = self.memory.by_object.entry(target.object);
        of_object.or_default().push(number);
        self.fresh.push(number);
    }

    /// Demands what is stored in new cells.
    fn follow_cells(&mut self, fresh: &[usize]) {
        let (program, pointers) = (self.input.program, self.input.pointers);
        let objects = fresh.iter().map(|&c| self.memory.cells[c].target.object);
        let objects: FxHashSet<ObjectId> = objects.collect();
        let mut sources: Vec<(From, Vec<i64>)> = Vec::new();
        for &(to, from) in &self.stores {
            let written = match to {
                To::Place(place) => {
                    if !pointers.may_lie_in(program, place, |o| objects.contains(&o)) {
                        continue;
                    }
                    let targets = pointers.places(program, place);
                    self.memory.hits(&targets, pointers.width(program, place))
                }
                To::Whole(object) => match pointers.find_object(object) {
                    Some(id) if objects.contains(&id) => {
                        self.memory.written_whole(id, size(program, from))
                    }
                    _ => continue,
                },
            };
            let hits = written.places.iter().flatten();
            let places: Vec<i64> = hits
                .filter(|h| fresh.contains(&h.cell))
                .filter_map(|h| h.at)
                .collect();
            if !places.is_empty() {
                sources.push((from, places));
            }
        }
        for (from, places) in sources {
            match from {
                From::Result(f) if returns_scalar(program, f) => {
                    self.pending.push(Holder::Result(f));
                }
                From::Result(f) => {
                    if let Some(object) = pointers.find_object(Object::Result(f)) {
                        let offsets = Offsets::ZERO;
                        for at in places {
                            self.add(moved(Target { object, offsets }, at));
                        }
                    }
                }
                From::Value(value) if program.types.is_scalar(program.exprs.ty(value)) => {
                    self.demand(value);
                }
                From::Value(value) => {
                    if let Expr::Load(place) = program.exprs.get(value) {
                        let targets = pointers.places(program, place);
                        if targets.len() <= MOST_DEMANDED {
                            for (&target, &at) in targets
                                .iter()
                                .flat_map(|t| places.iter().map(move |at| (t, at)))
                            {
                                self.add(moved(target, at));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Finds what all stores of the program do to the cells.
    fn find_stores(&mut self) {
        let (program, pointers) = (self.input.program, self.input.pointers);
        if self.memory.cells.is_empty() {
            return;
        }
        let mut places: BTreeSet<PlaceId> = BTreeSet::new();
        for &f in pointers.calls().reached() {
            let body = program.functions[f].body.as_ref();
            for (_, edge) in body.into_iter().flat_map(Cfa::edges) {
                match &edge.op {
                    Op::Assign { to, .. }
                    | Op::Havoc { place: to }
                    | Op::Alloc { to, .. }
                    | Op::VaStart { list: to }
                    | Op::VaCopy { to, .. } => {
                        places.insert(*to);
                    }
                    Op::VaArg { to, list } => places.extend([*to, *list]),
                    Op::Call(call) => places.extend(call.result),
                    Op::Skip
                    | Op::Assume { .. }
                    | Op::Return { .. }
                    | Op::Free { .. }
                    | Op::Enter { .. }
                    | Op::Exit { .. }
                    | Op::VaEnd { .. }
                    | Op::Unsupported { .. } => {}
                }
            }
        }
        let has_cells = |o: ObjectId| self.memory.by_object.contains_key(&o);
        places.retain(|&p| pointers.may_lie_in(program, p, has_cells));
        for place in places {
            let targets = pointers.places(program, place);
            let width = pointers.width(program, place);
            let written = self.memory.hits(&targets, width);
            if !written.places.is_empty() {
                self.memory.written.insert(place, written);
            }
        }
    }

    /// Is there at most one block of this kind in a run?
    fn is_allocated_once(&self, object: Object) -> bool {
        let Object::Heap {
            mut function,
            mut edge,
            mut context,
        } = object
        else {
            return false;
        };
        loop {
            if is_repeated(self.input, function, edge) {
                return false;
            }
            let Some(site) = self.input.pointers.context(context) else {
                return self.once.contains(&function);
            };
            (function, edge, context) = (site.function, site.edge, site.parent);
        }
    }
}

/// The functions that a run calls at most once.
fn run_once(input: &Input<'_>) -> FxHashSet<FunctionId> {
    let (program, calls) = (input.program, input.pointers.calls());
    let mut sites: FxHashMap<FunctionId, Vec<(FunctionId, EdgeId)>> = FxHashMap::default();
    for &f in calls.reached() {
        let body = program.functions[f].body.as_ref();
        for (id, edge) in body.into_iter().flat_map(Cfa::edges) {
            if let Op::Call(_) = edge.op {
                for &callee in calls.callees(f, id) {
                    sites.entry(callee).or_default().push((f, id));
                }
            }
        }
    }
    let mut once = FxHashSet::default();
    if sites.contains_key(&input.entry) {
        return once;
    }
    once.insert(input.entry);
    // Callers come before callees.
    for &f in calls.components().iter().rev().flatten() {
        if let Some([(caller, edge)]) = sites.get(&f).map(|s| &s[..])
            && once.contains(caller)
            && !is_root(program, f)
            && !is_repeated(input, *caller, *edge)
        {
            once.insert(f);
        }
    }
    once
}

/// Is the function run without being called?
fn is_root(program: &Program, f: FunctionId) -> bool {
    let function = &program.functions[f];
    function.constructor.is_some() || function.destructor || &program.names[function.name] == "exit"
}

/// May a run of the function pass the edge more than once?
fn is_repeated(input: &Input<'_>, function: FunctionId, edge: EdgeId) -> bool {
    let Some(body) = &input.program.functions[function].body else {
        return true;
    };
    if is_returned_to(input, function) {
        return true;
    }
    let mut seen = vec![false; body.location_count()];
    let mut pending = vec![body.edge(edge).to];
    while let Some(at) = pending.pop() {
        if at == body.edge(edge).from {
            return true;
        }
        if !std::mem::replace(&mut seen[at.index()], true) {
            pending.extend(body.leaving_ids(at).map(|e| body.edge(e).to));
        }
    }
    false
}

fn moved(target: Target, by: i64) -> Target {
    let offsets = target.offsets.plus(Offsets::exact(by));
    Target { offsets, ..target }
}

pub(crate) fn without_casts(program: &Program, mut expr: ExprId) -> ExprId {
    while let Expr::Cast(inner) = program.exprs.get(expr) {
        expr = inner;
    }
    expr
}

fn size(program: &Program, from: From) -> u64 {
    let ty = match from {
        From::Value(value) => Some(program.exprs.ty(value)),
        From::Result(f) => result_type(program, f),
    };
    ty.and_then(|ty| program.types.size_of(ty)).unwrap_or(0)
}

fn result_type(program: &Program, f: FunctionId) -> Option<TypeId> {
    let signature = program.types.signature_of(program.functions[f].ty);
    signature.map(|s| s.result.ty)
}

fn returns_scalar(program: &Program, f: FunctionId) -> bool {
    result_type(program, f).is_some_and(|ty| program.types.is_scalar(ty))
}

pub(crate) fn is_bit_field(program: &Program, place: PlaceId) -> bool {
    match program.exprs.place(place) {
        Place::Field(record, index) => {
            let fields = program.types.fields(program.exprs.place_ty(record));
            fields.get(index as usize).is_some_and(|f| f.bits.is_some())
        }
        Place::Var(_) | Place::Deref(_) | Place::Index(..) => false,
    }
}

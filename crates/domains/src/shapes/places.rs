//! What shapes are about, found once for a program: *sites* (which objects are nodes),
//! *cells* (which named places hold pointers to them), *fields* (at which offsets nodes
//! hold pointers), and at which offset of its target a pointer points.
//!
//! All of it comes from the points-to analysis, so that types need not be believed: a
//! link is a pointer from one offset of an object to one of another, whatever records
//! lie there. A pointer to the inside of a node (`struct list_head`, `&p->next`) is a
//! pointer with another offset.

use super::elements;
use engine::Cx;
use indexmap::IndexMap;
use pointers::{Object, ObjectId, Offsets, Target};
use program::live::Live;
use program::{
    Callee, Expr, ExprId, FunctionId, Id, Location, Op, Place, PlaceId, Program, Storage, VarId,
    VarKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Objects of one origin, which are nodes if shapes are tracked there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u16);

#[derive(Clone, Debug)]
pub struct Site {
    pub object: ObjectId,
    pub kind: SiteKind,
    /// In bytes, where all objects of the site are as large.
    pub size: Option<u64>,
    /// Where not the blocks are nodes, but the elements of arrays: in bytes.
    pub element: Option<u64>,
}

impl Site {
    /// In bytes, of what is a node.
    pub fn node_size(&self) -> Option<u64> {
        self.element.or(self.size)
    }

    /// The offsets in a node at which pointers to some offsets of an object point.
    pub fn offsets(&self, offsets: Offsets) -> Option<Vec<i64>> {
        elements::within(offsets, self.size, self.element)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteKind {
    /// Blocks of the heap.
    Block,
    Variable(Slot),
}

/// A variable of one activation of its function. Those of functions that do not call
/// themselves, and static ones, have level 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    pub var: VarId,
    pub level: Level,
}

/// How many activations of a function there are before one, up to a few.
pub type Level = u8;

/// Activations beyond the first that are told apart.
const MOST_LEVELS: Level = 2;

/// Of an activation that may be one of several that are not told apart.
pub const SHARED: Level = Level::MAX;

/// What is entered now, and what waits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    /// The newest last.
    pub frames: Rc<[Frame]>,
    /// The function that is running, and which activation of it.
    pub function: FunctionId,
    pub level: Level,
    /// Calls were left out of the frames, because they were there.
    pub collapsed: bool,
}

impl Stack {
    pub fn new(function: FunctionId) -> Stack {
        Stack {
            frames: [].into(),
            function,
            level: 0,
            collapsed: false,
        }
    }

    /// The stack after a call of a function.
    pub fn push(&self, cx: &Cx<'_>, call: program::EdgeId, callee: FunctionId) -> Stack {
        let caller = self.function;
        let here = |f: &&Frame| (f.function, f.call) == (caller, call);
        let is_there = self.frames.iter().any(|f| here(&f));
        let collapsed = self.collapsed || is_there;
        let frames: Rc<[Frame]> = match is_there {
            true => Rc::clone(&self.frames),
            false => {
                let level = self.level;
                let frame = Frame {
                    function: caller,
                    call,
                    level,
                };
                self.frames.iter().copied().chain([frame]).collect()
            }
        };
        let before = frames.iter().filter(|f| f.function == callee).count();
        let level = match cx.pointers.calls().is_recursive(callee) {
            false => 0,
            true if collapsed || before > usize::from(MOST_LEVELS) => SHARED,
            true => before as Level,
        };
        Stack {
            frames,
            function: callee,
            level,
            collapsed,
        }
    }

    /// The newest activation of a variable's function.
    pub fn slot(&self, program: &Program, var: VarId) -> Slot {
        let level = match program.vars[var].function {
            None => 0,
            Some(f) if f == self.function => self.level,
            Some(f) => {
                let newest = self.frames.iter().rev().find(|frame| frame.function == f);
                newest.map_or(0, |frame| frame.level)
            }
        };
        let level = if program.vars[var].kind.is_static() {
            0
        } else {
            level
        };
        Slot { var, level }
    }
}

/// A place that has a name and may hold a pointer to a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Named {
    /// A variable, or what lies in it at an offset.
    Variable(Slot, i64),
    /// What a function returns, between its `Return` and the caller's next step.
    Result(FunctionId),
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub named: Named,
    /// It is no variable of the program.
    pub is_ghost: bool,
    /// Nothing but its name leads to it.
    pub is_register: bool,
    /// It may have been moved out of the object that it points into, and come back.
    pub strays: bool,
    pub relations: Vec<Relation>,
}

/// Offsets at which nodes hold pointers to nodes, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u16);

#[derive(Clone, Debug)]
pub struct Field {
    pub offset: i64,
    /// In order: the sites whose objects have it.
    pub sites: Vec<SiteId>,
    pub relations: Vec<Relation>,
}

/// Where a cell or field may point, so that the target's site tells the offset. Most
/// have one; where several offsets of a site are possible there is one for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relation {
    /// In order of sites. None: any offset of the object.
    pub targets: BTreeMap<SiteId, Option<i64>>,
}

/// More offsets of one site are not told apart.
pub(super) const MOST_OFFSETS: usize = 3;

/// A function that is entered, and the call by which it was left for another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub call: program::EdgeId,
    /// Of the function.
    pub level: Level,
}

pub struct Places {
    pub sites: Vec<Site>,
    of_object: FxHashMap<ObjectId, Vec<SiteId>>,
    pub cells: IndexMap<Named, Cell, FxBuildHasher>,
    pub fields: Vec<Field>,
    of_offset: BTreeMap<i64, FieldId>,
    /// Cells of a function's registers, with their numbers in `live`.
    registers: Vec<Vec<(CellId, Slot)>>,
    live: Vec<Option<Live>>,
    pub pointer_size: u64,
    /// Numbers become pointers somewhere, so that a pointer may lead where nothing that it
    /// was made from did.
    pub forges: bool,
}

impl Places {
    /// Whole blocks are nodes.
    pub fn new(cx: &Cx<'_>) -> Places {
        Places::found(cx, false)
    }

    /// Elements of arrays are nodes, where they can be.
    pub fn with_elements(cx: &Cx<'_>) -> Places {
        Places::found(cx, true)
    }

    fn found(cx: &Cx<'_>, elements: bool) -> Places {
        let program = cx.program;
        let pointer_size = program.model().pointer_size();
        let mut places = Places {
            sites: Vec::new(),
            of_object: FxHashMap::default(),
            cells: IndexMap::default(),
            fields: Vec::new(),
            of_offset: BTreeMap::new(),
            registers: vec![Vec::new(); program.functions.len()],
            live: Vec::new(),
            pointer_size,
            forges: forges(program),
        };
        places.find_sites(cx);
        if elements && !places.sites.is_empty() {
            places.find_elements(cx);
        }
        places.find_cells(cx);
        places.find_fields(cx);
        places.find_live(cx);
        places
    }

    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[usize::from(id.0)]
    }

    pub fn site_ids(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.sites.len() as u16).map(SiteId)
    }

    /// The sites of an object: of a variable, one for each activation that is told apart.
    pub fn sites_of(&self, object: ObjectId) -> &[SiteId] {
        self.of_object.get(&object).map_or(&[], |sites| sites)
    }

    pub fn site_of_variable(&self, cx: &Cx<'_>, slot: Slot) -> Option<SiteId> {
        let object = cx.pointers.object_of_var(cx.program, slot.var)?;
        let mut sites = self.sites_of(object).iter().copied();
        sites.find(|&s| self.site(s).kind == SiteKind::Variable(slot))
    }

    /// Some sites, and those of the variables that hold pointers to them: what is written
    /// through pointers to such a variable has to be seen.
    pub fn closed(&self, cx: &Cx<'_>, mut sites: BTreeSet<SiteId>) -> BTreeSet<SiteId> {
        loop {
            let before = sites.len();
            for cell in self.cells.values().filter(|c| !c.is_register) {
                let mut targets = cell.relations.iter().flat_map(|r| r.targets.keys());
                if let Named::Variable(slot, _) = cell.named
                    && targets.any(|site| sites.contains(site))
                {
                    sites.extend(self.site_of_variable(cx, slot));
                }
            }
            if sites.len() == before {
                return sites;
            }
        }
    }

    /// Does the variable of a site live? None: depends on the place.
    pub fn is_alive(&self, cx: &Cx<'_>, slot: Slot, stack: &Stack) -> Option<bool> {
        let v = &cx.program.vars[slot.var];
        let of = v.function.filter(|_| !v.kind.is_static());
        let Some(function) = of else {
            return Some(true);
        };
        let running = (stack.function, stack.level) == (function, slot.level);
        let mut waiting = stack.frames.iter();
        let waits = waiting.any(|f| (f.function, f.level) == (function, slot.level));
        // Of those that were left out nothing is said.
        (!running && !waits && !stack.collapsed).then_some(false)
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.0 as usize]
    }

    pub fn find_cell(&self, named: Named) -> Option<CellId> {
        self.cells.get_index_of(&named).map(|i| CellId(i as u32))
    }

    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len() as u32).map(CellId)
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[usize::from(id.0)]
    }

    pub fn field_at(&self, offset: i64) -> Option<FieldId> {
        self.of_offset.get(&offset).copied()
    }

    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len() as u16).map(FieldId)
    }

    /// Do blocks lead to blocks?
    pub fn has_links(&self) -> bool {
        let mut targets = self.fields.iter().flat_map(|f| &f.relations);
        targets.any(|r| {
            r.targets
                .keys()
                .any(|&s| self.site(s).kind == SiteKind::Block)
        })
    }

    // Making.

    /// Blocks, and the variables that have to do with them.
    fn find_sites(&mut self, cx: &Cx<'_>) {
        let pointers = cx.pointers;
        let is_block = |object: ObjectId| match pointers.object(object) {
            Object::Heap { function, edge, .. } => is_heap(cx.program, function, edge),
            _ => false,
        };
        let mut variables: BTreeSet<ObjectId> = BTreeSet::new();
        for (id, object) in pointers.objects() {
            match object {
                Object::Heap { .. } if is_block(id) => {
                    let size = block_size(cx, object);
                    self.add_site(id, SiteKind::Block, size);
                }
                _ => {}
            }
        }
        if self.sites.is_empty() {
            return;
        }
        // What holds pointers to blocks, and what such pointers may point to instead.
        for (id, object) in pointers.objects() {
            let is_site = self.of_object.contains_key(&id);
            let is_variable = matches!(object, Object::Var(v) if is_plain(cx.program, v));
            if !is_site && !is_variable {
                continue;
            }
            let contents = contents_of(cx, id, self.pointer_size, None);
            let all = contents.iter().flat_map(|(_, targets)| targets);
            let targets: Vec<Target> = all.copied().collect();
            let leads_to_block = targets.iter().any(|t| is_block(t.object));
            if is_variable && leads_to_block {
                variables.insert(id);
            }
            if is_site || leads_to_block {
                variables.extend(variables_of(cx, &targets));
            }
        }
        for (_, targets) in register_contents(cx) {
            if targets.iter().any(|t| is_block(t.object)) {
                variables.extend(variables_of(cx, &targets));
            }
        }
        self.close(cx, &mut variables);
        for id in variables {
            if let Object::Var(v) = pointers.object(id) {
                let size = cx.program.object_size(v);
                for slot in slots(cx, v).filter(|s| s.level != SHARED) {
                    self.add_site(id, SiteKind::Variable(slot), size);
                }
            }
        }
    }

    /// Variables that hold pointers to nodes are nodes: what is written through pointers
    /// to them has to be seen.
    fn close(&self, cx: &Cx<'_>, variables: &mut BTreeSet<ObjectId>) {
        let holders: Vec<(ObjectId, Vec<Target>)> = cx
            .pointers
            .objects()
            .filter(|(_, o)| matches!(o, Object::Var(v) if is_plain(cx.program, *v)))
            .map(|(id, _)| {
                let contents = contents_of(cx, id, self.pointer_size, None).into_iter();
                (id, contents.flat_map(|(_, targets)| targets).collect())
            })
            .collect();
        loop {
            let before = variables.len();
            for (id, targets) in &holders {
                if targets.iter().any(|t| variables.contains(&t.object)) {
                    variables.insert(*id);
                }
            }
            if variables.len() == before {
                break;
            }
        }
    }

    fn add_site(&mut self, object: ObjectId, kind: SiteKind, size: Option<u64>) {
        let id = SiteId(self.sites.len() as u16);
        self.of_object.entry(object).or_default().push(id);
        self.sites.push(Site {
            object,
            kind,
            size,
            element: None,
        });
    }

    pub(super) fn set_element(&mut self, id: SiteId, size: Option<u64>) {
        self.sites[usize::from(id.0)].element = size;
    }

    fn find_cells(&mut self, cx: &Cx<'_>) {
        for (named, targets) in register_contents(cx) {
            let is_ghost = match named {
                Named::Variable(slot, _) => cx.program.vars[slot.var].ghost,
                Named::Result(_) => false,
            };
            self.add_cell(named, true, is_ghost, &targets);
        }
        for (id, object) in cx.pointers.objects() {
            let Object::Var(v) = object else {
                continue;
            };
            if !is_plain(cx.program, v) {
                continue;
            }
            for (offset, targets) in contents_of(cx, id, self.pointer_size, None) {
                if let Some(offset) = offset {
                    for slot in slots(cx, v).filter(|s| s.level != SHARED) {
                        self.add_cell(Named::Variable(slot, offset), false, false, &targets);
                    }
                }
            }
        }
    }

    fn add_cell(&mut self, named: Named, is_register: bool, is_ghost: bool, targets: &[Target]) {
        let relations = self.relations(targets);
        if relations.is_empty() {
            return;
        }
        let cell = Cell {
            named,
            is_ghost,
            is_register,
            strays: targets.iter().any(|t| !t.offsets.is_exact()),
            relations,
        };
        let (id, _) = self.cells.insert_full(named, cell);
        if let Named::Variable(v, _) = named
            && is_register
        {
            self.registers[0].push((CellId(id as u32), v));
        }
    }

    fn find_fields(&mut self, cx: &Cx<'_>) {
        let mut found: BTreeMap<i64, (BTreeSet<SiteId>, BTreeSet<Target>)> = BTreeMap::new();
        for site in self.site_ids() {
            let Site {
                object,
                kind,
                element,
                ..
            } = *self.site(site);
            if kind != SiteKind::Block {
                continue;
            }
            for (offset, targets) in contents_of(cx, object, self.pointer_size, element) {
                let Some(offset) = offset else {
                    continue;
                };
                if targets
                    .iter()
                    .any(|t| self.of_object.contains_key(&t.object))
                {
                    let entry = found.entry(offset).or_default();
                    entry.0.insert(site);
                    entry.1.extend(targets);
                }
            }
        }
        for (offset, (sites, targets)) in found {
            let targets: Vec<Target> = targets.into_iter().collect();
            let id = FieldId(self.fields.len() as u16);
            self.of_offset.insert(offset, id);
            self.fields.push(Field {
                offset,
                sites: sites.into_iter().collect(),
                relations: self.relations(&targets),
            });
        }
    }

    /// One relation for each number of offsets that a site may be pointed at.
    fn relations(&self, targets: &[Target]) -> Vec<Relation> {
        let mut offsets: BTreeMap<SiteId, Option<BTreeSet<i64>>> = BTreeMap::new();
        for target in targets {
            for &site in self.sites_of(target.object) {
                let known = offsets.entry(site).or_insert_with(|| Some(BTreeSet::new()));
                match (self.site(site).offsets(target.offsets), &mut *known) {
                    (Some(more), Some(set)) if set.len() + more.len() <= MOST_OFFSETS => {
                        set.extend(more);
                    }
                    _ => *known = None,
                }
            }
        }
        let mut relations: Vec<Relation> = Vec::new();
        for (site, offsets) in offsets {
            let list: Vec<Option<i64>> = match offsets {
                Some(set) => set.into_iter().map(Some).collect(),
                None => vec![None],
            };
            for (number, offset) in list.into_iter().enumerate() {
                if relations.len() == number {
                    relations.push(Relation::default());
                }
                relations[number].targets.insert(site, offset);
            }
        }
        relations
    }

    fn find_live(&mut self, cx: &Cx<'_>) {
        let program = cx.program;
        // The first list has those of all functions up to now.
        let all = std::mem::take(&mut self.registers[0]);
        for (cell, slot) in all {
            if let Some(function) = program.vars[slot.var].function {
                self.registers[function.index()].push((cell, slot));
            }
        }
        for function in program.functions.ids() {
            let registers = &self.registers[function.index()];
            let body = program.functions[function].body.as_ref();
            let live = body.filter(|_| !registers.is_empty()).map(|body| {
                let numbers: FxHashMap<VarId, usize> = registers
                    .iter()
                    .enumerate()
                    .map(|(i, r)| (r.1.var, i))
                    .collect();
                Live::of(program, body, registers.len(), &|v| {
                    numbers.get(&v).copied()
                })
            });
            self.live.push(live);
        }
    }

    // Asking.

    /// The cells that have a meaning at a location, with the callers' that wait, in order.
    pub fn cells_at(
        &self,
        cx: &Cx<'_>,
        (function, at): (FunctionId, Location),
        stack: &Stack,
    ) -> Vec<CellId> {
        let mut found: Vec<CellId> = Vec::new();
        self.live_registers((function, stack.level), at, &mut found);
        let mut active: FxHashSet<(FunctionId, Level)> = FxHashSet::default();
        active.insert((function, stack.level));
        for frame in stack.frames.iter().filter(|f| f.level != SHARED) {
            active.insert((frame.function, frame.level));
            if let Some(body) = &cx.program.functions[frame.function].body {
                let edge = body.edge(frame.call);
                let first = found.len();
                self.live_registers((frame.function, frame.level), edge.to, &mut found);
                // What the call returns is not there yet.
                if let Op::Call(call) = &edge.op
                    && let Some(to) = call.result
                    && let Place::Var(v) = cx.program.exprs.place(to)
                {
                    let level = frame.level;
                    let result = self.find_cell(Named::Variable(Slot { var: v, level }, 0));
                    let mut number = 0;
                    found.retain(|cell| {
                        number += 1;
                        number <= first || Some(*cell) != result
                    });
                }
            }
        }
        let body = cx.program.functions[function].body.as_ref();
        let is_exit = body.is_some_and(|b| b.exit() == Some(at));
        for (id, cell) in self.cell_ids().zip(self.cells.values()) {
            let wanted = match cell.named {
                _ if cell.is_register => {
                    matches!(cell.named, Named::Result(f) if is_exit && f == function)
                }
                Named::Result(_) => false,
                Named::Variable(Slot { var, level }, _) => {
                    let of = cx.program.vars[var].function;
                    let is_active = of.is_some_and(|f| active.contains(&(f, level)));
                    cx.program.vars[var].kind.is_static() || is_active
                }
            };
            if wanted {
                found.push(id);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn live_registers(
        &self,
        (function, level): (FunctionId, Level),
        at: Location,
        found: &mut Vec<CellId>,
    ) {
        let Some(live) = &self.live[function.index()] else {
            return;
        };
        let registers = &self.registers[function.index()];
        for &(cell, slot) in registers.iter().filter(|(_, slot)| slot.level == level) {
            // Activations of one function share its numbers: those of the last one count.
            let number = registers
                .iter()
                .rposition(|(_, other)| other.var == slot.var);
            let is_live = number.is_some_and(|number| live.is_live(at, number));
            if is_live {
                found.push(cell);
            }
        }
    }
}

/// The offsets of a short progression that lie in an object.
pub(super) fn exact(offsets: Offsets, size: Option<u64>) -> Option<Vec<i64>> {
    if offsets.is_exact() {
        return Some(vec![offsets.start()]);
    }
    let step = i64::try_from(offsets.step()).ok()?;
    let (start, count) = match (offsets.is_endless(), size) {
        (false, _) => (offsets.start(), offsets.count()),
        (true, Some(size)) => (offsets.start(), (size / offsets.step()).max(1)),
        (true, None) => return None,
    };
    let last = i64::try_from(count).ok()?;
    (count <= MOST_OFFSETS as u64).then(|| (0..last).map(|i| start + i * step).collect())
}

/// The activations of a variable that are told apart.
fn slots(cx: &Cx<'_>, var: VarId) -> impl Iterator<Item = Slot> + use<> {
    let v = &cx.program.vars[var];
    let function = v.function.filter(|_| !v.kind.is_static());
    let again = function.is_some_and(|f| cx.pointers.calls().is_recursive(f));
    let levels = if again { MOST_LEVELS } else { 0 };
    let shared = again.then_some(SHARED);
    (0..=levels)
        .chain(shared)
        .map(move |level| Slot { var, level })
}

/// Is a number made a pointer?
fn forges(program: &Program) -> bool {
    let exprs = &program.exprs;
    let mut all = (0..exprs.len()).map(ExprId::new);
    all.any(|id| match exprs.get(id) {
        Expr::Cast(inner) => {
            program.types.is_pointer(exprs.ty(id))
                && !program.types.is_pointer(exprs.ty(inner))
                && exprs.int_value(inner).is_none()
        }
        _ => false,
    })
}

/// A variable of the program in memory.
fn is_plain(program: &Program, var: VarId) -> bool {
    let v = &program.vars[var];
    !v.ghost && v.kind != VarKind::Literal
}

fn is_heap(program: &Program, function: FunctionId, edge: program::EdgeId) -> bool {
    let body = program.functions[function].body.as_ref();
    body.is_some_and(|b| {
        matches!(
            b.edge(edge).op,
            Op::Alloc {
                storage: Storage::Heap,
                ..
            }
        )
    })
}

fn variables_of(cx: &Cx<'_>, targets: &[Target]) -> Vec<ObjectId> {
    let variables = targets.iter().filter(
        |t| matches!(cx.pointers.object(t.object), Object::Var(v) if is_plain(cx.program, v)),
    );
    variables.map(|t| t.object).collect()
}

/// What lies in an object where pointers fit: at an exact offset, or somewhere.
fn contents_of(
    cx: &Cx<'_>,
    object: ObjectId,
    pointer_size: u64,
    element: Option<u64>,
) -> Vec<(Option<i64>, Vec<Target>)> {
    let everywhere = Target {
        object,
        offsets: Offsets::ANY,
    };
    let mut found: BTreeMap<Option<i64>, BTreeSet<Target>> = BTreeMap::new();
    for cell in cx.pointers.cells_at(everywhere, 1) {
        let (target, width) = cx.pointers.cell(cell);
        let size = match cx.pointers.object(object) {
            Object::Var(v) => cx.program.object_size(v),
            _ => None,
        };
        let offsets = elements::within(target.offsets, size, element);
        let offsets = offsets.filter(|_| u64::from(width) == pointer_size);
        let keys: Vec<Option<i64>> = match offsets {
            Some(list) => list.into_iter().map(Some).collect(),
            None => vec![None],
        };
        let contents = cx.pointers.contents_at(target, u64::from(width));
        for key in keys {
            found
                .entry(key)
                .or_default()
                .extend(contents.iter().copied());
        }
    }
    let found = found.into_iter();
    found.map(|(o, t)| (o, t.into_iter().collect())).collect()
}

/// What registers and results of functions may point to.
fn register_contents(cx: &Cx<'_>) -> Vec<(Named, Vec<Target>)> {
    let program = cx.program;
    let mut found = Vec::new();
    for (var, v) in program.vars.enumerate() {
        let is_register = !v.addressed && !v.kind.is_static() && program.types.is_scalar(v.ty);
        let place = program.exprs.find_var(var, v.ty);
        // Annotations keep what pointers were.
        let is_kept = v.ghost && v.kind == VarKind::Temporary;
        if let Some(place) = place.filter(|_| is_register && (!v.ghost || is_kept)) {
            let targets = cx.pointers.contents(program, place);
            for slot in slots(cx, var) {
                found.push((Named::Variable(slot, 0), targets.clone()));
            }
        }
    }
    for (function, f) in program.functions.enumerate() {
        let edges = f.body.iter().flat_map(|b| b.edges());
        let mut targets = BTreeSet::new();
        for (_, edge) in edges {
            if let Op::Return { value: Some(value) } = edge.op
                && program.types.is_scalar(program.exprs.ty(value))
            {
                targets.extend(cx.pointers.points_to(program, value));
            }
        }
        if !targets.is_empty() {
            found.push((Named::Result(function), targets.into_iter().collect()));
        }
    }
    found
}

/// The size of the blocks of a site, if it is one number: that of the operation, or an
/// argument of the calls that lead there.
fn block_size(cx: &Cx<'_>, object: Object) -> Option<u64> {
    let Object::Heap {
        function,
        edge,
        context,
    } = object
    else {
        return None;
    };
    let body = cx.program.functions[function].body.as_ref()?;
    let Op::Alloc { size, .. } = body.edge(edge).op else {
        return None;
    };
    let (mut function, mut size, mut context) = (function, size, context);
    // Calls are told apart for a few levels; beyond, all callers have to agree.
    loop {
        if let Some(number) = cx.program.exprs.int_value(size) {
            return u64::try_from(number).ok();
        }
        let parameter = parameter_of(cx.program, function, size)?;
        match cx.pointers.context(context) {
            Some(site) => {
                size = argument(cx.program, site.function, site.edge, parameter)?;
                (function, context) = (site.function, site.parent);
            }
            None => return agreed(cx, function, parameter, 0),
        }
    }
}

/// The number that all calls of a function give for a parameter.
fn agreed(cx: &Cx<'_>, function: FunctionId, parameter: usize, depth: u32) -> Option<u64> {
    const DEEPEST: u32 = 4;
    let mut common: Option<u64> = None;
    for &caller in cx.pointers.calls().reached() {
        let Some(body) = &cx.program.functions[caller].body else {
            continue;
        };
        for (id, edge) in body.edges() {
            let Op::Call(call) = &edge.op else {
                continue;
            };
            let means = match call.callee {
                Callee::Direct(f) => f == function,
                Callee::Indirect(_) => cx.pointers.calls().callees(caller, id).contains(&function),
            };
            if !means {
                continue;
            }
            let given = *call.arguments.get(parameter)?;
            let number = match cx.program.exprs.int_value(given) {
                Some(number) => u64::try_from(number).ok()?,
                None if depth < DEEPEST => {
                    let outer = parameter_of(cx.program, caller, given)?;
                    agreed(cx, caller, outer, depth + 1)?
                }
                None => return None,
            };
            if common.is_some_and(|a| a != number) {
                return None;
            }
            common = Some(number);
        }
    }
    common
}

/// The position of the parameter that an expression is, if it is one that never changes.
fn parameter_of(program: &Program, function: FunctionId, mut expr: ExprId) -> Option<usize> {
    while let Expr::Cast(inner) = program.exprs.get(expr) {
        let (from, to) = (program.exprs.ty(inner), program.exprs.ty(expr));
        if program.types.bits(from)? != program.types.bits(to)? {
            return None;
        }
        expr = inner;
    }
    let Expr::Load(place) = program.exprs.get(expr) else {
        return None;
    };
    let Place::Var(var) = program.exprs.place(place) else {
        return None;
    };
    let f = &program.functions[function];
    let position = f.parameters.iter().position(|&p| p == var)?;
    let writes = |op: &Op| match op {
        Op::Assign { to, .. } | Op::Alloc { to, .. } | Op::Havoc { place: to } => {
            program.exprs.root(*to) == Some(var)
        }
        Op::Call(call) => call
            .result
            .is_some_and(|to| program.exprs.root(to) == Some(var)),
        _ => false,
    };
    let changed = f.body.as_ref()?.edges().any(|(_, edge)| writes(&edge.op));
    (!changed && !program.vars[var].addressed).then_some(position)
}

fn argument(
    program: &Program,
    function: FunctionId,
    edge: program::EdgeId,
    parameter: usize,
) -> Option<ExprId> {
    let body = program.functions[function].body.as_ref()?;
    match &body.edge(edge).op {
        Op::Call(call) => call.arguments.get(parameter).copied(),
        _ => None,
    }
}

/// The variable or pointer that a place is found from, and the offset from there if it is
/// one number. `index` says what an index is that is no constant.
pub fn resolve(
    program: &Program,
    mut place: PlaceId,
    index: &dyn Fn(ExprId) -> Option<i128>,
) -> (Root, Option<i64>) {
    let mut offset = Some(0i64);
    let mut add = |by: Option<i64>| {
        offset = offset.zip(by).and_then(|(a, b)| a.checked_add(b));
    };
    let root = loop {
        match program.exprs.place(place) {
            Place::Var(v) => break Root::Variable(v),
            Place::Deref(e) => break Root::Pointer(e),
            Place::Field(record, number) => {
                let ty = program.exprs.place_ty(record);
                let field = program.types.fields(ty).get(number as usize);
                // Bit-fields and parts of complex numbers hold no pointers.
                let plain = field.filter(|f| f.bits.is_none());
                add(plain.map(|f| f.offset as i64));
                place = record;
            }
            Place::Index(array, element) => {
                let stride = program.types.stride_of(program.exprs.place_ty(place));
                let number = program.exprs.int_value(element).or_else(|| index(element));
                let by = number
                    .zip(stride)
                    .and_then(|(n, s)| i64::try_from(n.checked_mul(i128::from(s))?).ok());
                add(by);
                place = array;
            }
        }
    };
    (root, offset)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    Variable(VarId),
    Pointer(ExprId),
}

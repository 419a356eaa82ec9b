//! Questions: what expressions point to, where places lie, what may alias.
//!
//! Expressions of the program are looked up in the graph as it was built. Others
//! (a predicate that an analysis made up, say) are computed from what memory
//! holds; answers are sound for every expression over the program's variables.

use crate::atoms::{self, Atom, Way};
use crate::graph::{Node, Use};
use crate::layout::{self, Root, Shape};
use crate::object::{ENVIRONMENT, OUTSIDE, Object, ObjectId, Target};
use crate::{CellId, ClassId, Context, ContextId, Offsets, Pointers};
use program::{ExprId, FunctionId, Id, Place, PlaceId, Program, VarId};
use std::collections::BTreeSet;

/// Where targets come from.
pub(crate) enum Origin {
    Node(Node, Way),
    Target(Target),
}

impl Pointers {
    /// What a scalar expression may point to, in order.
    pub fn points_to(&self, program: &Program, expr: ExprId) -> Vec<Target> {
        let mut found = BTreeSet::new();
        for origin in self.origins(program, expr) {
            self.collect(origin, &mut found);
        }
        found.into_iter().collect()
    }

    /// What the scalar in a place may point to, in order: as [`Pointers::points_to`] of
    /// what is loaded from it.
    pub fn contents(&self, program: &Program, place: PlaceId) -> Vec<Target> {
        let width = layout::place_width(program, place);
        let shape = layout::shape(program, program.exprs.place_ty(place));
        let mut found = BTreeSet::new();
        if matches!(shape, Shape::Number | Shape::Pointer) {
            for origin in self.read(program, place, width, shape == Shape::Pointer) {
                self.collect(origin, &mut found);
            }
        }
        found.into_iter().collect()
    }

    /// Where a place may lie, in order. Empty for a variable whose address is
    /// never taken and that is not static: it is no memory.
    pub fn places(&self, program: &Program, place: PlaceId) -> Vec<Target> {
        let mut found = BTreeSet::new();
        let (root, offsets) = layout::resolve(program, self.members, place);
        match root {
            Root::Var(v) if layout::is_register(program, v) => {}
            Root::Var(v) => {
                if let Some(object) = self.objects.find_var(program, v) {
                    found.insert(Target { object, offsets });
                }
            }
            Root::Pointer(e) => {
                for origin in self.origins(program, e) {
                    self.collect(move_by(origin, offsets), &mut found);
                }
            }
        }
        found.into_iter().collect()
    }

    /// The pointer that a place is found through, and the way from there; None if it is
    /// found from a variable.
    pub fn through(&self, program: &Program, place: PlaceId) -> Option<(ExprId, Offsets)> {
        match layout::resolve(program, self.members, place) {
            (Root::Var(_), _) => None,
            (Root::Pointer(e), offsets) => Some((e, offsets)),
        }
    }

    /// May the place lie in an object of which this is asked?
    pub fn may_lie_in(
        &self,
        program: &Program,
        place: PlaceId,
        wanted: impl Fn(ObjectId) -> bool,
    ) -> bool {
        match layout::resolve(program, self.members, place).0 {
            Root::Var(v) => self.objects.find_var(program, v).is_some_and(wanted),
            Root::Pointer(e) => self
                .origins(program, e)
                .into_iter()
                .any(|origin| match origin {
                    Origin::Target(target) => wanted(target.object),
                    Origin::Node(node, _) => {
                        let points = &self.graph.points[self.graph.find(node) as usize];
                        let mut objects = points.iter().map(|t| self.objects.get_target(t).object);
                        objects.any(&wanted)
                    }
                }),
        }
    }

    /// Bytes that reading or writing a place touches.
    pub fn width(&self, program: &Program, place: PlaceId) -> u64 {
        u64::from(layout::place_width(program, place))
    }

    /// What a pointer that lies there may point to, in order.
    pub fn contents_at(&self, mut target: Target, width: u64) -> Vec<Target> {
        let mut found = BTreeSet::new();
        if self.objects.is_blob(target.object) {
            target.offsets = Offsets::ANY;
        }
        for origin in self.load(target, u32::try_from(width).unwrap_or(u32::MAX), true) {
            self.collect(origin, &mut found);
        }
        found.into_iter().collect()
    }

    /// Have undefined functions got hold of the object, and may they write it?
    pub fn is_escaped(&self, object: ObjectId) -> bool {
        self.escaped.is_some_and(|node| {
            let points = &self.graph.points[self.graph.find(node) as usize];
            let mut objects = points.iter().map(|t| self.objects.get_target(t).object);
            objects.any(|o| o == object)
        })
    }

    /// May the two places have a byte in common?
    pub fn may_alias(&self, program: &Program, a: PlaceId, b: PlaceId) -> bool {
        let register = |place: PlaceId| match program.exprs.place(place) {
            Place::Var(v) if layout::is_register(program, v) => Some(v),
            _ => None,
        };
        if let (Some(v), Some(w)) = (register(a), register(b)) {
            return v == w;
        }
        let width = |place| u64::from(layout::place_width(program, place));
        let (v, w) = (width(a), width(b));
        let others = self.places(program, b);
        self.places(program, a).iter().any(|x| {
            let same = others.iter().filter(|y| y.object == x.object);
            same.into_iter()
                .any(|y| x.offsets.overlaps(v, y.offsets, w))
        })
    }

    pub fn object(&self, id: ObjectId) -> Object {
        self.objects.get(id)
    }

    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, Object)> {
        (0..self.objects.len())
            .map(ObjectId::new)
            .map(|id| (id, self.objects.get(id)))
    }

    pub fn find_object(&self, object: Object) -> Option<ObjectId> {
        self.objects.find(object)
    }

    /// The object of a variable, if the program has anything to do with it.
    pub fn object_of_var(&self, program: &Program, var: VarId) -> Option<ObjectId> {
        self.objects.find_var(program, var)
    }

    /// The call site that tells blocks of one `Alloc` apart; None at the root.
    pub fn context(&self, id: ContextId) -> Option<Context> {
        self.objects.context(id)
    }

    /// The memory that an access to the place reads or writes: object, offsets
    /// and width of a cell.
    pub fn cell(&self, id: CellId) -> (Target, u32) {
        let cell = self.cells.get(id);
        let (object, offsets) = (cell.object, cell.offsets);
        (Target { object, offsets }, cell.width)
    }

    /// The cells that have a byte in common with the place, in order.
    pub fn cells(&self, program: &Program, place: PlaceId) -> Vec<CellId> {
        let width = u64::from(layout::place_width(program, place));
        let mut found = BTreeSet::new();
        for target in self.places(program, place) {
            found.extend(self.cells_at(target, width));
        }
        found.into_iter().collect()
    }

    /// The cells that have a byte in common with so many bytes at a target.
    pub fn cells_at(&self, target: Target, width: u64) -> impl Iterator<Item = CellId> {
        let cells = self.cells.of(target.object).iter().copied();
        cells.filter(move |&id| {
            let cell = self.cells.get(id);
            let (offsets, other) = (cell.offsets, u64::from(cell.width));
            target.offsets.overlaps(width, offsets, other)
        })
    }

    /// The class of the memory that an access to the place touches; None for
    /// registers, and where nothing valid can be accessed. An aggregate may
    /// touch several; the first is given.
    pub fn class_of(&self, program: &Program, place: PlaceId) -> Option<ClassId> {
        let cells = self.cells(program, place);
        cells.first().map(|&cell| self.classes.of(cell))
    }

    /// The cells that a function may write, itself or by calls, in order. Its own
    /// variables are among them; registers are not.
    pub fn mods(&self, function: FunctionId) -> impl Iterator<Item = CellId> {
        self.mods[function].iter().map(CellId)
    }

    /// May a call of the function change what the place holds? A register of
    /// another call never changes.
    pub fn modifies(&self, program: &Program, function: FunctionId, place: PlaceId) -> bool {
        let mods = &self.mods[function];
        self.cells(program, place)
            .into_iter()
            .any(|c| mods.contains(c.0))
    }

    // Inside.

    /// What a node points to, but for the mark of what came from outside.
    pub(crate) fn targets(&self, node: Node) -> impl Iterator<Item = Target> {
        let points = self.graph.points[self.graph.find(node) as usize].iter();
        let targets = points.map(|t| self.objects.get_target(t));
        targets.filter(|t| t.object != OUTSIDE)
    }

    fn collect(&self, origin: Origin, found: &mut BTreeSet<Target>) {
        match origin {
            Origin::Target(target) => {
                found.insert(target);
            }
            Origin::Node(node, way) => {
                for Target { object, offsets } in self.targets(node) {
                    let offsets = way.apply(offsets);
                    found.insert(Target { object, offsets });
                }
            }
        }
    }

    /// Where the targets of a scalar expression come from.
    pub(crate) fn origins(&self, program: &Program, expr: ExprId) -> Vec<Origin> {
        let mut list = Vec::new();
        for (atom, way) in atoms::atoms(program, self.members, expr) {
            let object = match atom {
                Atom::Read {
                    place,
                    width,
                    pointer,
                } => {
                    for origin in self.read(program, place, width, pointer) {
                        list.extend(self.moved(origin, way));
                    }
                    continue;
                }
                Atom::Var(v) => self.objects.find_var(program, v),
                Atom::Function(f) => self.objects.find(Object::Function(f)),
            };
            // What the program never mentions has no object.
            list.extend(object.map(|object| {
                let offsets = way.apply(Offsets::ZERO);
                Origin::Target(Target { object, offsets })
            }));
        }
        list
    }

    fn moved(&self, origin: Origin, way: Way) -> Vec<Origin> {
        match origin {
            Origin::Target(Target { object, offsets }) => {
                let offsets = way.apply(offsets);
                vec![Origin::Target(Target { object, offsets })]
            }
            Origin::Node(n, before) if before == Way::of(Offsets::ZERO) => {
                vec![Origin::Node(n, way)]
            }
            origin => {
                let mut found = BTreeSet::new();
                self.collect(origin, &mut found);
                let moved = found.into_iter().map(|Target { object, offsets }| {
                    let offsets = way.apply(offsets);
                    Origin::Target(Target { object, offsets })
                });
                moved.collect()
            }
        }
    }

    fn read(&self, program: &Program, place: PlaceId, width: u32, pointer: bool) -> Vec<Origin> {
        let (root, offsets) = layout::resolve(program, self.members, place);
        let plain = |n: Node| Origin::Node(n, Way::of(Offsets::ZERO));
        let mut list = Vec::new();
        match root {
            Root::Var(v) if layout::is_register(program, v) => {
                list.extend(self.register_nodes(v).iter().map(|&n| plain(n)));
            }
            Root::Var(v) => {
                if let Some(object) = self.objects.find_var(program, v) {
                    list.extend(self.load(Target { object, offsets }, width, pointer));
                }
            }
            Root::Pointer(e) => {
                for origin in self.origins(program, e) {
                    let known = match origin {
                        Origin::Node(n, way) => {
                            self.loaded_through(n, way, offsets, width, pointer)
                        }
                        Origin::Target(_) => None,
                    };
                    if let Some(node) = known {
                        list.push(plain(node));
                        continue;
                    }
                    let mut targets = BTreeSet::new();
                    self.collect(move_by(origin, offsets), &mut targets);
                    for target in targets {
                        list.extend(self.load(target, width, pointer));
                    }
                }
            }
        }
        list
    }

    /// The node of a load that the program has.
    fn loaded_through(
        &self,
        mut node: Node,
        way: Way,
        offsets: Offsets,
        width: u32,
        pointer: bool,
    ) -> Option<Node> {
        if way.walk != 0 {
            if way.first != Offsets::ZERO {
                node = self.graph.find_middle(node, Use::Shift(way.first))?;
            }
            node = self.graph.find_middle(node, Use::Walk(way.walk))?;
        }
        let by = way.then.plus(offsets);
        self.graph
            .find_middle(node, Use::Load { by, width, pointer })
    }

    /// What a load from a target may give.
    fn load(&self, target: Target, width: u32, pointer: bool) -> Vec<Origin> {
        let plain = |n: Node| Origin::Node(self.graph.find(n), Way::of(Offsets::ZERO));
        let mut list = Vec::new();
        if pointer && self.cells.is_indeterminate(target.object) {
            list.push(Origin::Target(Target {
                object: ENVIRONMENT,
                offsets: Offsets::ZERO,
            }));
        }
        let known = self.objects.find_target(target);
        if let Some(node) = known.and_then(|t| self.cells.find_loaded(&self.objects, t, width)) {
            list.push(plain(node));
            return list;
        }
        for &id in self.cells.of(target.object) {
            let cell = self.cells.get(id);
            let other = u64::from(cell.width);
            if let Some(stored) = cell.stored
                && target
                    .offsets
                    .overlaps(u64::from(width), cell.offsets, other)
            {
                list.push(plain(stored));
            }
        }
        list
    }

    /// What is known of a value of aggregate type has no single answer.
    pub(crate) fn is_aggregate(program: &Program, place: PlaceId) -> bool {
        layout::shape(program, program.exprs.place_ty(place)) == Shape::Aggregate
    }
}

pub(crate) fn move_by(origin: Origin, by: Offsets) -> Origin {
    match origin {
        Origin::Target(Target { object, offsets }) => Origin::Target(Target {
            object,
            offsets: offsets.moved(by),
        }),
        Origin::Node(n, way) => Origin::Node(
            n,
            Way {
                then: way.then.plus(by),
                ..way
            },
        ),
    }
}

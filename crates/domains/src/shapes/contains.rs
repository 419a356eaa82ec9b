//! Is a concrete state in an abstract one? For tests against the machine.
//!
//! Nodes are some of the objects, or of the elements of arrays, and blocks do not say which site they come from: an
//! object may be any node that nothing excludes, or none. A variable that lives is a node
//! if its site is tracked. What is freed or indeterminate may be anything. That `escaped`
//! is false is not looked at: what comes of it is.

use super::class::{Class, Names, Symbols};
use super::places::{CellId, FieldId, Named, Relation, SHARED, SiteId, SiteKind, Slot, Stack};
use super::{Shapes, State};
use engine::{Concrete, Cx};
use machine::{Held, Kind, Machine, Origin, Scalar};
use program::{FunctionId, Location, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use structures::{Kleene, Structure};

/// More objects, or a longer search, are not looked at.
pub const MOST_OBJECTS: usize = 12;
const STEPS: u32 = 20_000;

/// A concrete state, as far as a class speaks of it.
pub struct Check<'a, 'm> {
    cx: &'a Cx<'a>,
    names: Names<'a>,
    class: &'a Class,
    pub machine: &'a Machine<'m>,
    /// Functions of the open calls.
    calls: Vec<FunctionId>,
    /// What the cells hold that hold something.
    cells: Vec<(CellId, Scalar)>,
    pub objects: Vec<Individual>,
}

/// An object, or an element of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Individual {
    pub origin: Origin,
    /// Of an element: where it begins, and its size.
    element: Option<(i64, u64)>,
}

impl Individual {
    fn whole(origin: Origin) -> Individual {
        Individual {
            origin,
            element: None,
        }
    }

    /// Where it begins in the object.
    pub fn start(self) -> i64 {
        self.element.map_or(0, |(start, _)| start)
    }

    /// The offset in it of one in the object, if that lies there.
    fn within(self, offset: i64) -> Option<i64> {
        match self.element {
            None => Some(offset),
            Some((start, size)) => {
                let at = offset - start;
                (at >= 0 && (at as u64) < size).then_some(at)
            }
        }
    }
}

/// The node that an object is, and the site that it is of.
pub type Image = Option<(usize, SiteId)>;

impl Concrete for Shapes {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() {
            return Ok(());
        }
        let calls = machine.calls();
        if stack_of(cx, &calls).as_ref() != Some(&state.stack) {
            return Err("other calls".into());
        }
        let check = Check::new(cx, self.names(cx), &class, machine);
        if check.objects.len() > MOST_OBJECTS {
            return Ok(());
        }
        let is_in = state.shapes.iter().any(|&shape| {
            let structure = &inner.structures[shape as usize];
            let mut search = Search {
                check: &check,
                symbols: &mut inner.symbols,
                structure,
                images: vec![None; check.objects.len()],
                left: STEPS,
            };
            search.cells_agree() && search.assign(0)
        });
        match is_in {
            true => Ok(()),
            false => Err(format!("no structure has {}", check.text())),
        }
    }
}

/// The calls that are open, as states have them.
pub fn stack_of(cx: &Cx<'_>, calls: &[(FunctionId, Location)]) -> Option<Stack> {
    let mut stack = Stack::new(calls.first()?.0);
    for pair in calls.windows(2) {
        let body = cx.program.functions[pair[0].0].body.as_ref()?;
        let mut edges = body.edges();
        let (edge, _) = edges.find(|(_, e)| e.from == pair[0].1 && matches!(e.op, Op::Call(_)))?;
        stack = stack.push(cx, edge, pair[1].0);
    }
    Some(stack)
}

impl<'a, 'm> Check<'a, 'm> {
    pub fn new(
        cx: &'a Cx<'a>,
        names: Names<'a>,
        class: &'a Class,
        machine: &'a Machine<'m>,
    ) -> Check<'a, 'm> {
        let mut check = Check {
            cx,
            names,
            class,
            machine,
            calls: machine.calls().iter().map(|c| c.0).collect(),
            cells: Vec::new(),
            objects: Vec::new(),
        };
        check.find_cells();
        check.objects = check.found_objects();
        check
    }

    fn held(&self, Slot { var, level }: Slot) -> Option<Held> {
        let v = &self.cx.program.vars[var];
        if v.kind.is_static() {
            return self.machine.variable(var);
        }
        let of = |(number, f): (usize, &FunctionId)| (Some(*f) == v.function).then_some(number);
        let activations: Vec<usize> = self.calls.iter().enumerate().filter_map(of).collect();
        let call = match level {
            SHARED => activations.last(),
            level => activations.get(usize::from(level)),
        };
        self.machine.variable_of(*call?, var)
    }

    fn find_cells(&mut self) {
        let width = self.names.places.pointer_size as usize;
        for &cell in &self.class.cells {
            let Named::Variable(slot, offset) = self.names.places.cell(cell).named else {
                continue;
            };
            // A part of an address is not looked at.
            let ty = self.cx.program.vars[slot.var].ty;
            let is_narrow = self
                .cx
                .program
                .types
                .size_of(ty)
                .is_some_and(|s| s < width as u64);
            let value = match self.held(slot) {
                Some(Held::Register(_)) if is_narrow => None,
                Some(Held::Register(value)) => value,
                Some(Held::Object(origin)) if self.machine.is_live(origin) => {
                    self.machine.read_bytes(origin, offset, width)
                }
                Some(Held::Object(_)) | None => None,
            };
            self.cells.extend(value.map(|value| (cell, value)));
        }
    }

    pub fn variable(&self, site: SiteId) -> Option<Origin> {
        let SiteKind::Variable(slot) = self.names.places.site(site).kind else {
            return None;
        };
        match self.held(slot) {
            Some(Held::Object(origin)) => Some(origin).filter(|o| self.machine.is_live(*o)),
            Some(Held::Register(_)) | None => None,
        }
    }

    /// Variables, blocks that live, and freed ones that something points to.
    fn found_objects(&self) -> Vec<Individual> {
        let sites = self.class.tracking.sites.iter();
        let mut found: Vec<Origin> = sites.filter_map(|&s| self.variable(s)).collect();
        let live = self.machine.live_objects().filter(|o| o.1 == Kind::Heap);
        found.extend(live.map(|o| o.0));
        let mut pointed: Vec<Origin> = self.cells.iter().map(|c| c.1.origin).collect();
        for individual in found.iter().flat_map(|&o| self.individuals(o)) {
            let fields = self.class.fields.iter();
            pointed.extend(fields.filter_map(|&f| Some(self.field(individual, f)?.origin)));
        }
        for origin in pointed {
            let kind = self.machine.object(origin).map(|o| o.0);
            if kind == Some(Kind::Heap) && !found.contains(&origin) {
                found.push(origin);
            }
        }
        let found = found.into_iter();
        found.flat_map(|o| self.individuals(o)).collect()
    }

    /// What an object may be as a node: itself, or its elements.
    fn individuals(&self, origin: Origin) -> Vec<Individual> {
        let mut found = vec![Individual::whole(origin)];
        let sites = self.class.tracking.sites.iter();
        let sizes = sites.filter_map(|&s| self.names.places.site(s).element);
        let sizes: BTreeSet<u64> = sizes.collect();
        let plain = Scalar { value: 0, origin };
        let is_block = self.machine.object(origin).map(|o| o.0) == Some(Kind::Heap);
        let length = self.machine.pointee(plain).filter(|_| is_block);
        for size in sizes {
            let count = length.as_ref().map_or(0, |p| p.size / size);
            found.extend((0..count).map(|k| Individual {
                origin,
                element: Some(((k * size) as i64, size)),
            }));
        }
        found
    }

    fn field(&self, object: Individual, field: FieldId) -> Option<Scalar> {
        self.bytes(
            object,
            self.names.places.field(field).offset,
            self.names.places.pointer_size as usize,
        )
    }

    /// What lies at an offset.
    pub fn bytes(&self, object: Individual, offset: i64, width: usize) -> Option<Scalar> {
        self.machine
            .read_bytes(object.origin, object.start() + offset, width)
    }

    /// Does a value point to an object of a site where a relation does?
    fn hits(&self, value: Scalar, object: Individual, site: SiteId, relation: &Relation) -> bool {
        self.lies_in(value, object)
            && match relation.targets.get(&site) {
                Some(None) => true,
                Some(&at) => {
                    let offset = self.machine.pointee(value).map(|p| p.offset);
                    at == offset.and_then(|offset| object.within(offset))
                }
                None => false,
            }
    }

    /// Does a value point somewhere in an object, or element?
    fn lies_in(&self, value: Scalar, object: Individual) -> bool {
        let offset = self.machine.pointee(value).map(|p| p.offset);
        value.origin == object.origin
            && match object.element {
                None => true,
                Some(_) => offset.is_some_and(|offset| object.within(offset).is_some()),
            }
    }

    /// Does a value point to bytes of an object, or element?
    fn is_inside(&self, value: Scalar, object: Individual) -> bool {
        let in_range = |p: machine::Pointee| p.offset >= 0 && (p.offset as u64) < p.size;
        self.lies_in(value, object) && self.machine.pointee(value).is_none_or(in_range)
    }

    /// Does something point to a freed block of which the machine knows nothing any more?
    pub fn points_to_gone(&self) -> bool {
        let is_gone = |value: Scalar| {
            let is_pointer = !value.origin.is_none();
            is_pointer && self.machine.object(value.origin).is_none()
        };
        let mut objects = self.objects.iter();
        self.cells.iter().any(|c| is_gone(c.1))
            || objects.any(|&object| {
                let mut fields = self.class.fields.iter();
                fields.any(|&f| self.field(object, f).is_some_and(is_gone))
            })
    }

    /// The objects that are nodes as a structure, and these nodes.
    pub fn concrete(&self, symbols: &mut Symbols, images: &[Image]) -> (Structure, Vec<usize>) {
        let (names, v) = (&self.names, &self.class.vocabulary);
        let mut s = Structure::empty(v);
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let mut nodes = Vec::new();
        for (number, image) in images.iter().enumerate() {
            if let Some((node, _)) = image {
                numbers.insert(number, s.add_node());
                nodes.push(*node);
            }
        }
        let of = |so: bool| if so { Kleene::True } else { Kleene::False };
        for &cell in &self.class.cells {
            let value = self.cells.iter().find(|c| c.0 == cell).map(|c| c.1);
            let null = symbols.null(names, cell);
            s.set_nullary(v, null, value.map_or(Kleene::Unknown, |x| of(x.value == 0)));
            for (number, relation) in names.places.cell(cell).relations.iter().enumerate() {
                let p = symbols.points(names, cell, number);
                for (&object, &node) in &numbers {
                    let Some((_, site)) = images[object] else {
                        continue;
                    };
                    let truth = value.map_or(Kleene::Unknown, |x| {
                        of(self.hits(x, self.objects[object], site, relation))
                    });
                    s.set_unary(v, p, node, truth);
                }
            }
        }
        for &field in &self.class.fields {
            let f = names.places.field(field);
            let null = symbols.null_link(names, field);
            for (&object, &node) in &numbers {
                let Some((_, site)) = images[object] else {
                    continue;
                };
                let individual = self.objects[object];
                let has = f.sites.contains(&site);
                let is_live = self.machine.is_live(individual.origin);
                let value = self.field(individual, field).filter(|_| is_live);
                let truth = value.map_or(Kleene::Unknown, |x| of(x.value == 0));
                s.set_unary(v, null, node, if has { truth } else { Kleene::Unknown });
                for (number, relation) in f.relations.iter().enumerate() {
                    let p = symbols.link(names, field, number);
                    for (&other, &target) in &numbers {
                        let Some((_, to)) = images[other] else {
                            continue;
                        };
                        let truth = match value {
                            _ if !has => Kleene::False,
                            Some(x) => of(self.hits(x, self.objects[other], to, relation)),
                            None if !is_live => Kleene::False,
                            None => Kleene::Unknown,
                        };
                        s.set_binary(v, p, node, target, truth);
                    }
                }
            }
        }
        (s, nodes)
    }

    /// May an object be of a site?
    pub fn may_be_of(&self, object: Individual, site: SiteId) -> bool {
        let Individual { origin, element } = object;
        if self.names.places.site(site).element != element.map(|(_, size)| size) {
            return false;
        }
        if !self.is_block(site) {
            return self.variable(site) == Some(origin);
        }
        let plain = Scalar { value: 0, origin };
        let of_size = |size| self.machine.pointee(plain).is_some_and(|p| p.size == size);
        let kind = self.machine.object(origin).map(|o| o.0);
        kind == Some(Kind::Heap) && self.names.places.site(site).size.is_none_or(of_size)
    }

    fn is_block(&self, site: SiteId) -> bool {
        self.names.places.site(site).kind == SiteKind::Block
    }

    pub fn text(&self) -> String {
        let show = |value: Scalar| match self.objects.iter().position(|o| self.lies_in(value, *o)) {
            Some(number) => {
                let offset = self.machine.pointee(value).map_or(0, |p| p.offset);
                format!("o{number}+{offset}")
            }
            None => format!("{:#x}", value.value),
        };
        let mut parts = Vec::new();
        for &(cell, value) in &self.cells {
            parts.push(format!("{}={}", self.names.cell(cell), show(value)));
        }
        for (number, &object) in self.objects.iter().enumerate() {
            let fields = self.class.fields.iter();
            let fields = fields.filter_map(|&f| {
                Some(format!(
                    "{}={}",
                    self.names.field(f),
                    show(self.field(object, f)?)
                ))
            });
            let fields: Vec<String> = fields.collect();
            let kind = self.machine.object(object.origin).map(|o| o.0);
            let freed = if self.machine.is_live(object.origin) {
                ""
            } else {
                " freed"
            };
            parts.push(format!("o{number}:{kind:?}{freed}({})", fields.join(" ")));
        }
        parts.join(" ")
    }
}

struct Search<'a, 'c, 'm> {
    check: &'a Check<'c, 'm>,
    symbols: &'a mut Symbols,
    structure: &'a Structure,
    /// Of the objects, in their order.
    images: Vec<Image>,
    left: u32,
}

/// Can something be so of which a structure says this?
pub fn allows(said: Kleene, so: bool) -> bool {
    said == Kleene::Unknown || (said == Kleene::True) == so
}

impl Search<'_, '_, '_> {
    fn cells_agree(&mut self) -> bool {
        let check = self.check;
        check.cells.iter().all(|&(cell, value)| {
            let null = self.symbols.null(&check.names, cell);
            allows(
                self.structure.nullary(&check.class.vocabulary, null),
                value.value == 0,
            )
        })
    }

    /// Images for the objects from a number on.
    fn assign(&mut self, number: usize) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let check = self.check;
        let Some(&object) = check.objects.get(number) else {
            return self.is_whole();
        };
        for node in 0..self.structure.node_count() {
            let mut others = self.images[..number].iter().flatten();
            if !self.structure.is_summary(node) && others.any(|o| o.0 == node) {
                continue;
            }
            for &site in &check.class.tracking.sites {
                self.images[number] = Some((node, site));
                if self.is_alone(number)
                    && self.may_be(object, node, site)
                    && self.links_agree(number)
                    && self.assign(number + 1)
                {
                    return true;
                }
            }
        }
        self.images[number] = None;
        let sites = &check.class.tracking.sites;
        let is_variable = sites
            .iter()
            .any(|&s| check.variable(s) == Some(object.origin) && object.element.is_none());
        !is_variable && self.assign(number + 1)
    }

    /// An object is not a node and its elements nodes, too.
    fn is_alone(&self, number: usize) -> bool {
        let size = |o: Individual| o.element.map(|(_, size)| size);
        let object = self.check.objects[number];
        let before = self.check.objects[..number].iter().zip(&self.images);
        before
            .filter(|(o, image)| o.origin == object.origin && image.is_some())
            .all(|(o, _)| size(*o) == size(object))
    }

    /// What holds of one node.
    fn may_be(&mut self, object: Individual, node: usize, site: SiteId) -> bool {
        let check = self.check;
        let (names, v) = (&check.names, &check.class.vocabulary);
        let places = names.places;
        for &other in &check.class.tracking.sites {
            let p = self.symbols.site(names, other);
            if !allows(self.structure.unary(v, p, node), other == site) {
                return false;
            }
        }
        let is_live = check.machine.is_live(object.origin);
        if !check.may_be_of(object, site) {
            return false;
        }
        let freed = self.symbols.freed();
        if !allows(self.structure.unary(v, freed, node), !is_live) {
            return false;
        }
        if check.class.has_elements {
            let first = self.symbols.first();
            let is_first = object.element.is_some() && object.start() == 0;
            if !allows(self.structure.unary(v, first, node), is_first) {
                return false;
            }
        }
        for &(cell, value) in &check.cells {
            let relations = &places.cell(cell).relations;
            let mut hit = false;
            for (number, relation) in relations.iter().enumerate() {
                let p = self.symbols.points(names, cell, number);
                let here = check.hits(value, object, site, relation);
                hit |= here;
                if !allows(self.structure.unary(v, p, node), here) {
                    return false;
                }
            }
            if check.is_inside(value, object) && !hit {
                return false;
            }
        }
        if !is_live || !check.is_block(site) {
            return true;
        }
        for &data in &check.class.tracking.data {
            let read = check.bytes(object, data.offset, data.width.into());
            let p = self.symbols.data(names, data);
            if let Some(read) = read
                && !allows(
                    self.structure.unary(v, p, node),
                    read.value as u128 == data.value,
                )
            {
                return false;
            }
        }
        for &field in &check.class.fields {
            let p = self.symbols.null_link(names, field);
            if places.field(field).sites.contains(&site)
                && let Some(value) = check.field(object, field)
                && !allows(self.structure.unary(v, p, node), value.value == 0)
            {
                return false;
            }
        }
        true
    }

    /// The links between an object and those before it.
    fn links_agree(&mut self, number: usize) -> bool {
        (0..=number).all(|other| {
            self.link_agrees(number, other) && (other == number || self.link_agrees(other, number))
        })
    }

    fn link_agrees(&mut self, from: usize, to: usize) -> bool {
        let check = self.check;
        let (Some((a, site)), Some((b, target))) = (self.images[from], self.images[to]) else {
            return true;
        };
        if check.class.has_elements {
            let (x, y) = (check.objects[from], check.objects[to]);
            let both = x.element.is_some() && y.element.is_some() && x.origin == y.origin;
            let together = self.symbols.together();
            let v = &check.class.vocabulary;
            if !allows(self.structure.binary(v, together, a, b), both) {
                return false;
            }
        }
        let is_live = check.machine.is_live(check.objects[from].origin);
        if !is_live || !check.is_block(site) {
            return true;
        }
        check.class.fields.iter().all(|&field| {
            let f = check.names.places.field(field);
            let Some(value) = check.field(check.objects[from], field) else {
                return true;
            };
            if !f.sites.contains(&site) {
                return true;
            }
            let mut relations = f.relations.iter().enumerate();
            relations.all(|(number, relation)| {
                let p = self.symbols.link(&check.names, field, number);
                let so = check.hits(value, check.objects[to], target, relation);
                allows(self.structure.binary(&check.class.vocabulary, p, a, b), so)
            })
        })
    }

    /// Every node is an object, and what is defined by the rest is as it is defined.
    fn is_whole(&mut self) -> bool {
        let check = self.check;
        let v = &check.class.vocabulary;
        let has = |node| self.images.iter().flatten().any(|i| i.0 == node);
        let freed = self.symbols.freed();
        let may_be_gone =
            |node| check.points_to_gone() && self.structure.unary(v, freed, node) != Kleene::False;
        if !(0..self.structure.node_count()).all(|node| has(node) || may_be_gone(node)) {
            return false;
        }
        let lost = self.symbols.lost();
        let is_node = |object: &Individual| {
            let mut images = check.objects.iter().zip(&self.images);
            images.any(|(o, image)| o.origin == object.origin && image.is_some())
        };
        let is_lost = |object: &Individual| {
            let kind = check.machine.object(object.origin).map(|o| o.0);
            let is_block = kind == Some(Kind::Heap) && check.machine.is_live(object.origin);
            is_block && !is_node(object)
        };
        if self.structure.nullary(v, lost) == Kleene::False && check.objects.iter().any(is_lost) {
            return false;
        }
        // Of an array all elements are nodes, or none.
        let is_missing = |(number, o): (usize, &Individual)| {
            let mut images = check.objects.iter().zip(&self.images);
            self.images[number].is_none()
                && images.any(|(other, image)| {
                    let same = |a: &Individual| a.element.map(|(_, size)| (a.origin, size));
                    image.is_some() && o.element.is_some() && same(o) == same(other)
                })
        };
        if check.objects.iter().enumerate().any(is_missing) {
            return false;
        }
        // What leads to a node that is gone is not seen.
        check.points_to_gone() || {
            let (concrete, nodes) = check.concrete(self.symbols, &self.images);
            self.is_defined(concrete, &nodes)
        }
    }

    fn is_defined(&self, mut s: Structure, nodes: &[usize]) -> bool {
        let v = &self.check.class.vocabulary;
        let agrees = |said: Kleene, so: Kleene| {
            so == Kleene::Unknown || said == Kleene::Unknown || said == so
        };
        for (p, parameters, formula) in v.definitions() {
            match *parameters {
                [x] => {
                    for (n, &node) in nodes.iter().enumerate() {
                        let so = s.evaluate(v, formula, &[(x, n)]);
                        if !agrees(self.structure.unary(v, p, node), so) {
                            return false;
                        }
                        s.set_unary(v, p, n, so);
                    }
                }
                [x, y] => {
                    for (n, &a) in nodes.iter().enumerate() {
                        for (m, &b) in nodes.iter().enumerate() {
                            let so = s.evaluate(v, formula, &[(x, n), (y, m)]);
                            if !agrees(self.structure.binary(v, p, a, b), so) {
                                return false;
                            }
                            s.set_binary(v, p, n, m, so);
                        }
                    }
                }
                _ => {}
            }
        }
        true
    }
}

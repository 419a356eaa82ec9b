//! What functions write, and which memory accesses meet: one pass over the
//! operations of all reached functions, after solving.

use crate::accesses::{self, Access};
use crate::atoms::Way;
use crate::classes::Builder;
use crate::graph::Node;
use crate::layout::{self, Layouts, Part, Root};
use crate::object::Target;
use crate::query::{Origin, move_by};
use crate::set::Set;
use crate::{CellId, Offsets, Pointers};
use program::{FunctionId, PlaceId, Program};
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub(crate) fn compute(pointers: &mut Pointers, program: &Program) {
    let mut effects = Effects {
        pointers,
        program,
        layouts: Layouts::default(),
        classes: Builder::default(),
        through: FxHashMap::default(),
        touched: FxHashMap::default(),
    };
    effects.statics();
    for function in effects.pointers.calls.reached().to_vec() {
        effects.function(function);
    }
    effects.unknown();
    let Effects { classes, .. } = effects;
    pointers.classes = classes.finish(&pointers.cells);
    close(pointers);
}

/// A function writes what its callees write.
fn close(pointers: &mut Pointers) {
    let calls = &pointers.calls;
    for component in calls.components() {
        let mut all = Set::default();
        for &f in component {
            all.union(&pointers.mods[f]);
            for &callee in calls.callees_of(f) {
                if calls.component(callee) != calls.component(f) {
                    all.union(&pointers.mods[callee]);
                }
            }
        }
        for &f in component {
            pointers.mods[f] = all.clone();
        }
    }
}

struct Effects<'a> {
    pointers: &'a mut Pointers,
    program: &'a Program,
    layouts: Layouts,
    classes: Builder,
    /// The cells that an access through a node touches.
    through: FxHashMap<(Node, Way, u32), Rc<Set>>,
    /// The cells of each place and part of it.
    touched: FxHashMap<PlaceId, Rc<[Rc<Set>]>>,
}

impl Effects<'_> {
    /// Initial values are memory too, though nobody writes them.
    fn statics(&mut self) {
        for (_, var) in self.program.vars.enumerate() {
            if let program::Initial::Items(items) = &var.initial
                && var.kind.is_static()
            {
                for &(place, _) in items {
                    self.touch(place);
                }
            }
        }
    }

    fn function(&mut self, function: FunctionId) {
        let program = self.program;
        let Some(body) = &program.functions[function].body else {
            return;
        };
        let mut accessed = Vec::new();
        for (_, edge) in body.edges() {
            accesses::each(program, &edge.op, &mut |place, access| {
                accessed.push((place, access));
            });
        }
        accessed.sort_unstable_by_key(|&(place, access)| (place, access == Access::Write));
        accessed.dedup();
        let mut written = Set::default();
        for (place, access) in accessed {
            let touched = self.touch(place);
            if access == Access::Write {
                for cells in touched.iter() {
                    written.union(cells);
                }
            }
        }
        self.pointers.mods[function] = written;
    }

    /// Undefined functions may write all that they have got hold of.
    fn unknown(&mut self) {
        let Some(escaped) = self.pointers.escaped else {
            return;
        };
        let graph = &self.pointers.graph;
        let points = &graph.points[graph.find(escaped) as usize];
        let mut written = Set::default();
        for target in points.iter() {
            let object = self.pointers.objects.get_target(target).object;
            for cell in self.pointers.cells.of(object) {
                written.insert(cell.0);
            }
        }
        let mut callers: Vec<_> = self.pointers.calls.callers_of_unknown().collect();
        callers.sort_unstable();
        callers.dedup();
        for caller in callers {
            self.pointers.mods[caller].union(&written);
        }
    }

    /// The cells that an access to a place touches, one set for each part.
    fn touch(&mut self, place: PlaceId) -> Rc<[Rc<Set>]> {
        if let Some(found) = self.touched.get(&place) {
            return Rc::clone(found);
        }
        let program = self.program;
        let (root, offsets) = layout::resolve(program, self.pointers.members, place);
        let mut list = Vec::new();
        let ty = program.exprs.place_ty(place);
        let parts: Rc<[Part]> = if Pointers::is_aggregate(program, place) {
            self.layouts.parts(program, ty)
        } else {
            let width = layout::place_width(program, place);
            let offsets = Offsets::ZERO;
            Rc::new([Part { offsets, width, ty }])
        };
        match root {
            Root::Var(v) if layout::is_register(program, v) => {}
            Root::Var(v) => {
                let object = self.pointers.objects.add_var(program, v);
                for part in parts.iter() {
                    let offsets = offsets.plus(part.offsets);
                    let cell = self.cell(Target { object, offsets }, part.width);
                    let cells: Set = cell.into_iter().map(|c| c.0).collect();
                    self.classes.access(&cells, part.ty);
                    list.push(Rc::new(cells));
                }
            }
            Root::Pointer(e) => {
                let origins = self.pointers.origins(program, e);
                for part in parts.iter() {
                    let by = offsets.plus(part.offsets);
                    let mut first = None;
                    for origin in &origins {
                        let cells = self.reach(origin, by, part.width);
                        self.classes.access(&cells, part.ty);
                        // All that one access may touch is one class.
                        let one = cells.iter().next();
                        self.classes.join(first, one);
                        first = first.or(one);
                        list.push(cells);
                    }
                }
            }
        }
        let list: Rc<[Rc<Set>]> = list.into();
        self.touched.insert(place, Rc::clone(&list));
        list
    }

    fn reach(&mut self, origin: &Origin, by: Offsets, width: u32) -> Rc<Set> {
        let (node, way) = match *origin {
            Origin::Target(target) => {
                let Origin::Target(moved) = move_by(Origin::Target(target), by) else {
                    return Rc::default();
                };
                let cell = self.cell(moved, width);
                return Rc::new(cell.into_iter().map(|c| c.0).collect());
            }
            Origin::Node(node, way) => (self.pointers.graph.find(node), way),
        };
        let way = Way {
            then: way.then.plus(by),
            ..way
        };
        if let Some(found) = self.through.get(&(node, way, width)) {
            return Rc::clone(found);
        }
        let points = std::mem::take(&mut self.pointers.graph.points[node as usize]);
        let mut cells = Set::default();
        for id in points.iter() {
            let Target { object, offsets } = self.pointers.objects.get_target(id);
            let offsets = way.apply(offsets);
            if let Some(cell) = self.cell(Target { object, offsets }, width) {
                cells.insert(cell.0);
            }
        }
        self.pointers.graph.points[node as usize] = points;
        let cells = Rc::new(cells);
        self.through.insert((node, way, width), Rc::clone(&cells));
        cells
    }

    fn cell(&mut self, target: Target, width: u32) -> Option<CellId> {
        let objects = &mut self.pointers.objects;
        let id = objects.target(target.object, target.offsets);
        self.pointers.cells.cell(objects, id, width)
    }
}

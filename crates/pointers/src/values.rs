//! Values: where the targets of an expression come from, and how memory is read
//! and written.

use crate::atoms::{self, Atom, Way};
use crate::build::{Analysis, Source};
use crate::graph::{Node, Use};
use crate::layout::{self, Root};
use crate::object::{Object, ObjectId};
use crate::{ContextId, Offsets};
use program::{ExprId, Id, PlaceId, VarId};

impl Analysis<'_> {
    /// What is read from a part of a place.
    pub fn read(
        &mut self,
        context: ContextId,
        place: PlaceId,
        part: Offsets,
        width: u32,
        pointer: bool,
    ) -> Vec<Source> {
        let (root, offsets) = layout::resolve(self.program, self.options.members, place);
        let by = offsets.plus(part);
        let mut list = Vec::new();
        match root {
            Root::Var(v) if layout::is_register(self.program, v) => {
                list.push(Source::Node(self.register(context, v), Offsets::ZERO));
            }
            Root::Var(v) => {
                let object = self.objects.add_var(self.program, v);
                self.read_object(object, by, width, pointer, &mut list);
            }
            Root::Pointer(e) => {
                for source in self.sources(context, e) {
                    match source {
                        Source::Node(n, more) => {
                            let by = more.plus(by);
                            let how = Use::Load { by, width, pointer };
                            list.push(Source::Node(self.use_of(n, how), Offsets::ZERO));
                        }
                        Source::Target(t) => {
                            let t = self.objects.shift(t, by);
                            let node = self.loaded(t, width, pointer);
                            list.extend(node.map(|n| Source::Node(n, Offsets::ZERO)));
                        }
                    }
                }
            }
        }
        list
    }

    pub fn read_object(
        &mut self,
        object: ObjectId,
        by: Offsets,
        width: u32,
        pointer: bool,
        list: &mut Vec<Source>,
    ) {
        let target = self.objects.target(object, by);
        let node = self.loaded(target, width, pointer);
        list.extend(node.map(|n| Source::Node(n, Offsets::ZERO)));
    }

    /// Stores into a place of so many bytes.
    pub fn write(&mut self, context: ContextId, place: PlaceId, width: u32, values: &[Source]) {
        self.write_at(context, place, Offsets::ZERO, width, values);
    }

    pub fn write_at(
        &mut self,
        context: ContextId,
        place: PlaceId,
        part: Offsets,
        width: u32,
        values: &[Source],
    ) {
        let (root, offsets) = layout::resolve(self.program, self.options.members, place);
        let by = offsets.plus(part);
        match root {
            Root::Var(v) if layout::is_register(self.program, v) => {
                let node = self.register(context, v);
                self.flow(values, node);
            }
            Root::Var(v) => {
                let object = self.objects.add_var(self.program, v);
                self.write_object(object, by, width, values);
            }
            Root::Pointer(e) => {
                for source in self.sources(context, e) {
                    match source {
                        Source::Node(n, more) => {
                            let by = more.plus(by);
                            let middle = self.use_of(n, Use::Store { by, width });
                            self.flow(values, middle);
                        }
                        Source::Target(t) => {
                            let t = self.objects.shift(t, by);
                            if let Some(node) = self.stored(t, width) {
                                self.flow(values, node);
                            }
                        }
                    }
                }
            }
        }
    }

    pub fn write_object(&mut self, object: ObjectId, by: Offsets, width: u32, values: &[Source]) {
        let target = self.objects.target(object, by);
        if let Some(node) = self.stored(target, width) {
            self.flow(values, node);
        }
    }

    /// Everything of the sources flows to a node.
    pub fn flow(&mut self, values: &[Source], to: Node) {
        for &value in values {
            match value {
                Source::Node(n, Offsets::ZERO) => self.graph.copy(n, to),
                Source::Node(n, by) => {
                    let middle = self.use_of(n, Use::Shift(by));
                    self.graph.copy(middle, to);
                }
                Source::Target(t) => self.graph.add_target(to, t),
            }
        }
    }

    /// The middle node of a use; what the node points to already is used now.
    pub fn use_of(&mut self, node: Node, how: Use) -> Node {
        let (middle, new) = self.graph.middle(node, how);
        if new {
            let n = self.graph.find(node) as usize;
            let targets = self.graph.points[n].clone();
            self.do_use(&targets, how, middle);
        }
        middle
    }

    pub fn register(&mut self, context: ContextId, var: VarId) -> Node {
        let slot = match context {
            ContextId::ROOT => &mut self.registers[var.index()],
            _ => {
                let made = self.cloned.entry((var, context));
                return *made.or_insert_with(|| self.graph.node());
            }
        };
        *slot.get_or_insert_with(|| self.graph.node())
    }

    // Expressions.

    /// Where the targets of a scalar expression come from.
    pub fn sources(&mut self, context: ContextId, expr: ExprId) -> Vec<Source> {
        let mut list = Vec::new();
        for (atom, way) in atoms::atoms(self.program, self.options.members, expr) {
            match atom {
                Atom::Read {
                    place,
                    width,
                    pointer,
                } => {
                    for source in self.read(context, place, Offsets::ZERO, width, pointer) {
                        list.push(self.moved(source, way));
                    }
                }
                Atom::Var(v) => {
                    let object = self.objects.add_var(self.program, v);
                    let offsets = way.apply(Offsets::ZERO);
                    list.push(Source::Target(self.objects.target(object, offsets)));
                }
                Atom::Function(f) => {
                    let object = self.objects.add(Object::Function(f));
                    list.push(Source::Target(self.objects.target(object, Offsets::ZERO)));
                }
            }
        }
        list
    }

    fn moved(&mut self, source: Source, way: Way) -> Source {
        match source {
            Source::Target(t) => {
                let target = self.objects.get_target(t);
                let offsets = way.apply(target.offsets);
                Source::Target(self.objects.target(target.object, offsets))
            }
            Source::Node(n, by) if way.walk == 0 => Source::Node(n, by.plus(way.then)),
            Source::Node(n, by) => {
                let n = match by.plus(way.first) {
                    Offsets::ZERO => n,
                    by => self.use_of(n, Use::Shift(by)),
                };
                Source::Node(self.use_of(n, Use::Walk(way.walk)), way.then)
            }
        }
    }
}

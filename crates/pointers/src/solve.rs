//! Solving: wave propagation (Pereira and Berlin, 2009).
//!
//! A wave makes one node of each cycle of inclusions, hands what is new along
//! the inclusions in topological order, and then does with it what the nodes'
//! uses say, which adds inclusions for the next wave. Only differences are
//! handed on.

use crate::Offsets;
use crate::build::Analysis;
use crate::cells::Unwritten;
use crate::graph::{Node, Use};
use crate::object::{OUTSIDE, Object, ObjectId};
use crate::set::Set;
use program::{FunctionId, Id};
use rustc_hash::FxHashSet;

/// A pointer that may point to more objects makes them blobs.
const MOST_ACCESSED: usize = 64;

impl Analysis<'_> {
    pub fn solve(&mut self) {
        let mut order: Vec<Node> = Vec::new();
        loop {
            self.build_pending();
            self.divide_no_more();
            // Looking for cycles pays only if there are new inclusions.
            if self.graph.added > 0 {
                order = self.graph.collapse();
            }
            let known = order.len();
            if known < self.graph.len() {
                let last = order.iter().max().map_or(0, |&n| n + 1);
                let new = last..self.graph.len() as Node;
                order.extend(new.filter(|&n| self.graph.is_representative(n)));
            }
            let mut busy = false;
            for &node in &order {
                busy |= self.hand_on(node);
            }
            for &node in &order {
                self.do_uses(node);
            }
            let found = std::mem::take(&mut self.found_callees);
            for (site, callee) in found {
                self.bind(site, callee);
            }
            if !busy && self.pending.is_empty() && self.new_blobs.is_empty() {
                break;
            }
        }
    }

    /// Hands what is new along inclusions. False if nothing is.
    fn hand_on(&mut self, node: Node) -> bool {
        let n = node as usize;
        if self.graph.fresh[n].is_empty() || !self.graph.is_representative(node) {
            return false;
        }
        let fresh = std::mem::take(&mut self.graph.fresh[n]);
        let copies = std::mem::take(&mut self.graph.copies[n]);
        for &to in &copies {
            self.graph.add_targets(to, &fresh);
        }
        self.graph.copies[n] = copies;
        let used = !self.graph.uses[n].is_empty() || !self.graph.calls[n].is_empty();
        if used {
            self.graph.unused[n].union(&fresh);
        }
        true
    }

    fn do_uses(&mut self, node: Node) {
        let n = node as usize;
        if self.graph.unused[n].is_empty() {
            return;
        }
        let accessed = |u: &(Use, Node)| matches!(u.0, Use::Load { .. } | Use::Store { .. });
        if self.graph.points[n].len() > MOST_ACCESSED && self.graph.uses[n].iter().any(accessed) {
            self.make_blobs(node);
        }
        let targets = std::mem::take(&mut self.graph.unused[n]);
        let uses = std::mem::take(&mut self.graph.uses[n]);
        for &(how, middle) in &uses {
            self.do_use(&targets, how, middle);
        }
        // A use cannot add uses: only building does.
        self.graph.uses[n] = uses;
        for i in 0..self.graph.calls[n].len() {
            let site = self.graph.calls[n][i];
            self.call_targets(&targets, site);
        }
    }

    /// If the node points to very many objects, they are not told apart any more.
    fn make_blobs(&mut self, node: Node) {
        let mut found = FxHashSet::default();
        for target in self.graph.points[node as usize].iter() {
            let object = self.objects.get_target(target).object;
            if !matches!(
                self.objects.get(object),
                Object::Function(_) | Object::Literal(_) | Object::Outside
            ) {
                found.insert(object);
            }
        }
        if found.len() > MOST_ACCESSED {
            let new = found.into_iter().filter(|&o| !self.objects.is_blob(o));
            self.new_blobs.extend(new);
        }
    }

    /// Makes blobs of what was found to be one.
    fn divide_no_more(&mut self) {
        let mut new = std::mem::take(&mut self.new_blobs);
        if new.is_empty() {
            return;
        }
        new.sort_unstable();
        new.dedup();
        for object in new {
            let (graph, objects) = (&mut self.graph, &mut self.objects);
            self.cells.make_blob(graph, objects, object);
        }
        let before = self.objects.target_count() as u32;
        let canonical: Vec<u32> = (0..before).map(|t| self.objects.canonical(t)).collect();
        self.graph.rename(&canonical);
    }

    pub(crate) fn do_use(&mut self, targets: &Set, how: Use, middle: Node) {
        match how {
            Use::Shift(by) => {
                let moved = targets.iter().map(|t| self.objects.shift(t, by));
                let moved: Set = moved.collect();
                self.graph.add_targets(middle, &moved);
            }
            Use::Walk(stride) => {
                let moved = targets.iter().map(|t| self.objects.walk(t, stride));
                let moved: Set = moved.collect();
                self.graph.add_targets(middle, &moved);
            }
            Use::Load { by, width, pointer } => {
                for target in targets.iter() {
                    let target = self.objects.shift(target, by);
                    if let Some(node) = self.loaded(target, width, pointer) {
                        self.graph.copy(node, middle);
                    }
                }
            }
            Use::Store { by, width } => {
                for target in targets.iter() {
                    let target = self.objects.shift(target, by);
                    if let Some(node) = self.stored(target, width) {
                        self.graph.copy(middle, node);
                    }
                }
            }
            Use::Havoc(how) => {
                for target in targets.iter() {
                    let object = self.objects.get_target(target).object;
                    self.make_indeterminate(object, how);
                }
            }
        }
    }

    pub(crate) fn call_targets(&mut self, targets: &Set, site: u32) {
        for target in targets.iter() {
            let object = self.objects.get_target(target).object;
            match self.objects.get(object) {
                Object::Function(f) => self.found_callees.push((site, Some(f))),
                Object::Outside => self.found_callees.push((site, None)),
                // A run that calls what is no function ends.
                Object::Environment
                | Object::Var(_)
                | Object::Literal(_)
                | Object::Heap { .. }
                | Object::Variadic(_)
                | Object::Result(_) => {}
            }
        }
    }

    /// The node of what a cell can be loaded with; None if it is no memory.
    pub(crate) fn loaded(&mut self, target: u32, width: u32, pointer: bool) -> Option<Node> {
        if self.is_constant(target) {
            return None;
        }
        if self.objects.get_target(target).object == OUTSIDE {
            return pointer.then(|| self.outside());
        }
        let cell = self.cells.cell(&self.objects, target, width)?;
        let (graph, objects) = (&mut self.graph, &mut self.objects);
        Some(self.cells.loaded(graph, objects, cell, pointer))
    }

    pub(crate) fn stored(&mut self, target: u32, width: u32) -> Option<Node> {
        if self.is_constant(target) {
            return None;
        }
        let cell = self.cells.cell(&self.objects, target, width)?;
        Some(self.cells.stored(&mut self.graph, cell))
    }

    /// Literals cannot be written, and hold no pointers.
    fn is_constant(&self, target: u32) -> bool {
        let object = self.objects.get_target(target).object;
        matches!(self.objects.get(object), Object::Literal(_))
    }

    /// What is found outside came from there too.
    fn outside(&mut self) -> Node {
        if let Some(node) = self.outside {
            return node;
        }
        let node = self.graph.node();
        self.outside = Some(node);
        let target = self.objects.target(OUTSIDE, Offsets::ANY);
        self.graph.add_target(node, target);
        node
    }

    pub(crate) fn make_indeterminate(&mut self, object: ObjectId, how: Unwritten) {
        let (graph, objects) = (&mut self.graph, &mut self.objects);
        self.cells.make_indeterminate(graph, objects, object, how);
    }

    /// The functions that were reached, in order.
    pub(crate) fn reached(&self) -> Vec<FunctionId> {
        let mut list: Vec<FunctionId> = self.instances.iter().map(|i| i.0).collect();
        list.sort_unstable_by_key(|f| f.index());
        list.dedup();
        list
    }
}

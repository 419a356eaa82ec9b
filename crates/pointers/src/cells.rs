//! Memory: cells, the bytes that an access reads or writes.
//!
//! A cell is a target and a width. What is stored into a cell can be loaded from
//! every cell of the object that has a byte in common with it; so each cell has
//! a node for what was stored there and one for what can be loaded there. Types
//! play no part: unions, casts and copying byte by byte are all the same.

use crate::graph::{Graph, Node};
use crate::object::{Object, ObjectId, Objects, Target};
use crate::{CellId, Offsets};
use program::Id;
use rustc_hash::FxHashMap;

pub(crate) struct Cell {
    pub object: ObjectId,
    pub offsets: Offsets,
    pub width: u32,
    pub stored: Option<Node>,
    pub loaded: Option<Node>,
    /// Is it loaded as a pointer?
    pointer: bool,
}

impl Cell {
    pub fn overlaps(&self, other: &Cell) -> bool {
        let (width, other_width) = (u64::from(self.width), u64::from(other.width));
        self.offsets.overlaps(width, other.offsets, other_width)
    }
}

/// What pointers are in bytes that the program did not write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Unwritten {
    /// Nobody set them.
    Unset,
    /// They came from outside.
    Given,
}

#[derive(Default)]
pub(crate) struct Cells {
    cells: Vec<Cell>,
    found: FxHashMap<(u32, u32), CellId>,
    of_object: Vec<Vec<CellId>>,
    /// The objects that may hold indeterminate bytes.
    indeterminate: Vec<Option<Unwritten>>,
    /// What all blobs hold.
    blob: Option<Node>,
}

impl Cells {
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn get(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    pub fn of(&self, object: ObjectId) -> &[CellId] {
        self.of_object.get(object.index()).map_or(&[], |v| v)
    }

    pub fn is_indeterminate(&self, object: ObjectId) -> bool {
        matches!(self.indeterminate.get(object.index()), Some(Some(_)))
    }

    /// The cell at a target; None if the target is no memory.
    pub fn cell(&mut self, objects: &Objects, target: u32, width: u32) -> Option<CellId> {
        let Target { object, offsets } = objects.get_target(target);
        if matches!(objects.get(object), Object::Function(_) | Object::Outside) {
            return None;
        }
        if objects.is_blob(object) && self.blob.is_some() {
            return self.of_object[object.index()].first().copied();
        }
        if let Some(&found) = self.found.get(&(target, width)) {
            return Some(found);
        }
        if !objects.is_inside(target, width) {
            return None;
        }
        self.make_room(objects);
        let id = self.add(object, offsets, width);
        self.found.insert((target, width), id);
        Some(id)
    }

    fn add(&mut self, object: ObjectId, offsets: Offsets, width: u32) -> CellId {
        let id = CellId::new(self.cells.len());
        self.cells.push(Cell {
            object,
            offsets,
            width,
            stored: None,
            loaded: None,
            pointer: false,
        });
        self.of_object[object.index()].push(id);
        id
    }

    /// Keeps the contents of the object together with those of all blobs, in one
    /// cell without parts: where a pointer may point to very many objects,
    /// telling them apart costs much and helps nobody.
    pub fn make_blob(&mut self, graph: &mut Graph, objects: &mut Objects, object: ObjectId) {
        if !objects.make_blob(object) {
            return;
        }
        self.make_room(objects);
        let node = *self.blob.get_or_insert_with(|| graph.node());
        for id in std::mem::take(&mut self.of_object[object.index()]) {
            let cell = &self.cells[id.index()];
            for old in cell.stored.into_iter().chain(cell.loaded) {
                graph.unify(node, old);
            }
        }
        let id = self.add(object, Offsets::ANY, 1);
        let cell = &mut self.cells[id.index()];
        (cell.stored, cell.loaded) = (Some(node), Some(node));
        self.draw(graph, objects, id);
    }

    /// Is the cell still in use?
    pub fn is_live(&self, id: CellId) -> bool {
        let object = self.cells[id.index()].object;
        // A blob has one cell, made last.
        self.of_object[object.index()].first() <= Some(&id)
    }

    fn make_room(&mut self, objects: &Objects) {
        self.of_object.resize(objects.len(), Vec::new());
        self.indeterminate.resize(objects.len(), None);
    }

    /// The node of what is stored in a cell.
    pub fn stored(&mut self, graph: &mut Graph, id: CellId) -> Node {
        if let Some(node) = self.cells[id.index()].stored {
            return node;
        }
        let node = graph.node();
        self.cells[id.index()].stored = Some(node);
        let cell = &self.cells[id.index()];
        for &other in &self.of_object[cell.object.index()] {
            let other = &self.cells[other.index()];
            if let Some(loaded) = other.loaded
                && cell.overlaps(other)
            {
                graph.copy(node, loaded);
            }
        }
        node
    }

    /// The node of what can be loaded from a cell.
    pub fn loaded(
        &mut self,
        graph: &mut Graph,
        objects: &mut Objects,
        id: CellId,
        pointer: bool,
    ) -> Node {
        let node = match self.cells[id.index()].loaded {
            Some(node) => node,
            None => {
                let node = graph.node();
                self.cells[id.index()].loaded = Some(node);
                let cell = &self.cells[id.index()];
                for &other in &self.of_object[cell.object.index()] {
                    let other = &self.cells[other.index()];
                    if let Some(stored) = other.stored
                        && cell.overlaps(other)
                    {
                        graph.copy(stored, node);
                    }
                }
                node
            }
        };
        let cell = &mut self.cells[id.index()];
        if pointer && !cell.pointer {
            cell.pointer = true;
            self.draw(graph, objects, id);
        }
        node
    }

    /// Whatever an object holds may be indeterminate.
    pub fn make_indeterminate(
        &mut self,
        graph: &mut Graph,
        objects: &mut Objects,
        id: ObjectId,
        how: Unwritten,
    ) {
        self.make_room(objects);
        let known = &mut self.indeterminate[id.index()];
        if *known >= Some(how) {
            return;
        }
        *known = Some(how);
        for cell in self.of_object[id.index()].clone() {
            if objects.is_blob(id) || self.cells[cell.index()].pointer {
                self.draw(graph, objects, cell);
            }
        }
    }

    /// An indeterminate pointer that was read stays in memory.
    fn draw(&mut self, graph: &mut Graph, objects: &mut Objects, id: CellId) {
        let Some(how) = self.indeterminate[self.cells[id.index()].object.index()] else {
            return;
        };
        let stored = self.stored(graph, id);
        for target in objects.indeterminate(how) {
            graph.add_target(stored, target);
        }
    }

    /// The node of what can be loaded from a cell, if the program does.
    pub fn find_loaded(&self, objects: &Objects, target: u32, width: u32) -> Option<Node> {
        if objects.is_blob(objects.get_target(target).object) {
            return self.blob;
        }
        let id = self.found.get(&(target, width))?;
        self.cells[id.index()].loaded
    }
}

//! Objects of a graph, and the cells in which they hold values.

use super::value::{ObjectId, Value};
use program::{TypeId, VarId};
use smallvec::SmallVec;

/// Bytes of an object that hold something known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub at: u64,
    pub size: u64,
    pub value: Value,
}

impl Cell {
    fn end(&self) -> u64 {
        self.at + self.size
    }
}

/// In order and apart; none holds anything unknown. Neighbours that are zero are one
/// cell, so that equal contents are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cells(SmallVec<[Cell; 4]>);

impl Cells {
    pub fn zero(size: u64) -> Cells {
        let mut cells = Cells::default();
        cells.write(0, size, Value::ZERO);
        cells
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Cell> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn read(&self, at: u64, size: u64) -> Value {
        let after = self.0.partition_point(|c| c.at <= at);
        let Some(cell) = after.checked_sub(1).map(|i| self.0[i]) else {
            return Value::Any;
        };
        let inside = at + size <= cell.end();
        match cell.value {
            Value::Int(0) if inside => Value::ZERO,
            value if (cell.at, cell.size) == (at, size) => value,
            _ => Value::Any,
        }
    }

    pub fn write(&mut self, at: u64, size: u64, value: Value) {
        if size == 0 {
            return;
        }
        self.forget(at, size);
        if value == Value::Any {
            return;
        }
        let mut new = Cell { at, size, value };
        let mut index = self.0.partition_point(|c| c.at < at);
        if value == Value::ZERO {
            if self
                .0
                .get(index)
                .is_some_and(|c| c.value == value && c.at == new.end())
            {
                new.size += self.0.remove(index).size;
            }
            let before = index.checked_sub(1).map(|i| self.0[i]);
            if let Some(before) = before.filter(|c| c.value == value && c.end() == at) {
                index -= 1;
                self.0.remove(index);
                new = Cell {
                    at: before.at,
                    size: before.size + new.size,
                    value,
                };
            }
        }
        self.0.insert(index, new);
    }

    /// Nothing is known about some bytes any more.
    pub fn forget(&mut self, at: u64, size: u64) {
        let end = at.saturating_add(size);
        if !self.0.iter().any(|c| c.at < end && at < c.end()) {
            return;
        }
        let mut kept = SmallVec::new();
        for cell in &self.0 {
            if cell.end() <= at || end <= cell.at {
                kept.push(*cell);
            } else if cell.value == Value::ZERO {
                if cell.at < at {
                    let size = at - cell.at;
                    kept.push(Cell { size, ..*cell });
                }
                if end < cell.end() {
                    let size = cell.end() - end;
                    let at = end;
                    kept.push(Cell { at, size, ..*cell });
                }
            }
        }
        self.0 = kept;
    }

    /// The cells of some bytes, counted from their beginning.
    pub fn part(&self, at: u64, size: u64) -> Cells {
        let mut part = Cells::default();
        for cell in &self.0 {
            let (from, to) = (cell.at.max(at), cell.end().min(at + size));
            let whole = (from, to) == (cell.at, cell.end());
            if from < to && (whole || cell.value == Value::ZERO) {
                part.0.push(Cell {
                    at: from - at,
                    size: to - from,
                    value: cell.value,
                });
            }
        }
        part
    }

    /// Writes what another has over some bytes.
    pub fn paste(&mut self, at: u64, size: u64, part: &Cells) {
        self.forget(at, size);
        for cell in part.0.iter().filter(|c| c.end() <= size) {
            self.write(at + cell.at, cell.size, cell.value);
        }
    }

    /// Changes all values.
    pub fn map(&mut self, mut f: impl FnMut(Value) -> Value) {
        let mut changed: SmallVec<[(Cell, Value); 4]> = SmallVec::new();
        for cell in &self.0 {
            let new = f(cell.value);
            if new != cell.value {
                changed.push((*cell, new));
            }
        }
        for (cell, value) in changed {
            self.write(cell.at, cell.size, value);
        }
    }
}

/// How the nodes of a segment hang together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Links {
    /// Where in a node links lead.
    pub head: i64,
    /// Where the link to the node behind lies. The segment's own cell has that of the last
    /// node.
    pub next: u64,
    /// Where the link to the node before lies, if there is one. The segment's own cell has
    /// that of the first node.
    pub prev: Option<u64>,
    /// There are at least so many nodes.
    pub least: u8,
}

/// More nodes than this are not counted.
pub const MOST_COUNTED: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Static(VarId),
    /// A variable of the function that runs.
    Local(VarId),
    /// Storage of the function that runs, which ends with a variable's scope or the call.
    Frame(Option<VarId>),
    /// Variables and storage of functions that wait.
    Outer,
    /// Of the heap.
    Block,
    /// A block of the heap, or nothing: then its address is null. What leads to it leads so
    /// far into it.
    Maybe(i64),
    /// A list of blocks of the heap.
    Segment(Links),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub kind: Kind,
    /// In bytes; of a segment, that of each node.
    pub size: Option<u64>,
    pub cells: Cells,
    /// The segment each node of which has one of these of its own.
    pub owner: Option<ObjectId>,
    /// What accesses took it for. Blocks of different types are not nodes of one list.
    pub ty: Option<TypeId>,
}

impl Object {
    pub fn new(kind: Kind, size: Option<u64>) -> Object {
        Object {
            kind,
            size,
            cells: Cells::default(),
            owner: None,
            ty: None,
        }
    }

    pub fn links(&self) -> Option<Links> {
        match self.kind {
            Kind::Segment(links) => Some(links),
            Kind::Static(_)
            | Kind::Local(_)
            | Kind::Frame(_)
            | Kind::Outer
            | Kind::Block
            | Kind::Maybe(_) => None,
        }
    }

    pub fn is_heap(&self) -> bool {
        matches!(self.kind, Kind::Block | Kind::Maybe(_) | Kind::Segment(_))
    }

    /// Does it stand for a number of blocks that is not known?
    pub fn is_abstract(&self) -> bool {
        matches!(self.kind, Kind::Maybe(_) | Kind::Segment(_))
    }

    /// May it stand for nothing?
    pub fn may_be_empty(&self) -> bool {
        match self.kind {
            Kind::Maybe(_) => true,
            Kind::Segment(links) => links.least == 0,
            Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer | Kind::Block => false,
        }
    }
}

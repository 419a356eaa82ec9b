//! Classes: a partition of memory that a formula can keep in separate arrays.
//!
//! Two cells are in one class if one access may touch either, or if they have a
//! byte in common. So an access touches one class, and what is written to one
//! class is never read from another.

use crate::cells::{Cell, Cells};
use crate::set::Set;
use crate::{CellId, ClassId};
use program::{Id, IdVec, TypeId};
use rustc_hash::FxHashMap;

/// Cells that accesses cannot tell apart.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub cells: Vec<CellId>,
    /// The types that the memory is accessed as, in order of their making.
    pub types: Vec<TypeId>,
    /// Do accesses overlap without being to the same bytes?
    pub punned: bool,
}

/// All classes, in order of their first cell.
#[derive(Default)]
pub struct Classes {
    classes: IdVec<ClassId, Class>,
    of_cell: Vec<ClassId>,
}

impl Classes {
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    pub fn get(&self, id: ClassId) -> &Class {
        &self.classes[id]
    }

    pub fn iter(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.classes.enumerate()
    }

    pub fn of(&self, cell: CellId) -> ClassId {
        self.of_cell[cell.index()]
    }
}

/// Classes in the making: a union-find over cells.
#[derive(Default)]
pub(crate) struct Builder {
    parent: Vec<u32>,
    types: FxHashMap<u32, Vec<TypeId>>,
}

impl Builder {
    fn find(&mut self, cell: u32) -> u32 {
        let grown = self.parent.len()..cell as usize + 1;
        self.parent.extend(grown.map(|i| i as u32));
        let mut root = cell;
        while self.parent[root as usize] != root {
            let above = self.parent[self.parent[root as usize] as usize];
            self.parent[root as usize] = above;
            root = above;
        }
        root
    }

    /// One access touches any of the cells, as a value of this type.
    pub fn access(&mut self, cells: &Set, ty: TypeId) {
        let mut items = cells.iter();
        let Some(first) = items.next() else {
            return;
        };
        let known = self.types.entry(first).or_default();
        if !known.contains(&ty) {
            known.push(ty);
        }
        for other in items {
            self.join(Some(first), Some(other));
        }
    }

    pub fn join(&mut self, a: Option<u32>, b: Option<u32>) {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.find(a), self.find(b));
            self.parent[a.max(b) as usize] = a.min(b);
        }
    }

    pub fn finish(mut self, cells: &Cells) -> Classes {
        let mut punned = vec![false; cells.len()];
        for (a, punned) in punned.iter_mut().enumerate() {
            let cell = cells.get(CellId::new(a));
            for &b in cells.of(cell.object) {
                let other = cells.get(b);
                if b.index() > a && cell.overlaps(other) {
                    self.join(Some(a as u32), Some(b.0));
                    *punned |= !same_bytes(cell, other);
                }
            }
        }
        let mut classes = Classes::default();
        let mut numbers: FxHashMap<u32, ClassId> = FxHashMap::default();
        for (cell, &punned) in punned.iter().enumerate() {
            if !cells.is_live(CellId::new(cell)) {
                // Nobody asks for it.
                classes.of_cell.push(ClassId::new(0));
                continue;
            }
            let root = self.find(cell as u32);
            let id = *numbers
                .entry(root)
                .or_insert_with(|| classes.classes.push(Class::default()));
            let class = &mut classes.classes[id];
            class.cells.push(CellId::new(cell));
            class.punned |= punned;
            if let Some(types) = self.types.get(&(cell as u32)) {
                class.types.extend(types);
            }
            classes.of_cell.push(id);
        }
        for class in classes.classes.iter_mut() {
            class.types.sort_unstable();
            class.types.dedup();
        }
        classes
    }
}

/// Do the cells overlap only where they are the same bytes?
fn same_bytes(a: &Cell, b: &Cell) -> bool {
    let step = crate::offsets::gcd(a.offsets.step(), b.offsets.step());
    let first = a.offsets.start() - b.offsets.start();
    let aligned = match step {
        0 => first == 0,
        step => first.rem_euclid(step as i64) == 0 && step >= u64::from(a.width),
    };
    a.width == b.width && aligned
}

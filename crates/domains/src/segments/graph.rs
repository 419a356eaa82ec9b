//! Symbolic memory graphs (Dudka, Peringer, Vojnar 2013): objects, and the variables and
//! cells that lead to them.
//!
//! What a graph says: the blocks of the heap are those that it has, unless some are *lost*.
//! A variable in memory that has no object holds anything. In *wild* graphs something was
//! written or freed of which nobody knows where; functions that wait know nothing either.

use super::object::{Cells, Kind, Object};
use super::value::{Address, End, ObjectId, Value};
use program::VarId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a function returns, between its `Return` and the caller's next step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Handed {
    /// With its width in bits and its signedness.
    Scalar(Value, Option<(u32, bool)>),
    Aggregate(Cells, u64),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Graph {
    pub objects: BTreeMap<ObjectId, Rc<Object>>,
    /// Scalars of the function that runs which nothing points to. What is not here may be
    /// anything.
    pub registers: BTreeMap<VarId, Value>,
    /// The objects of variables that have a name here.
    pub named: BTreeMap<VarId, ObjectId>,
    /// What functions that wait know of the objects that this one was given.
    pub anchors: Vec<Value>,
    pub result: Option<Handed>,
    /// There may be blocks that are none of the objects.
    pub lost: bool,
    /// Functions that wait may have blocks.
    pub hidden: bool,
    pub wild: bool,
    /// At the head of a loop, where lists of different lengths become one.
    pub head: bool,
    /// The entry that the function was called with, by number; see `calls.rs`.
    pub entry: u32,
}

impl Graph {
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[&id]
    }

    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let object = self
            .objects
            .get_mut(&id)
            .expect("addresses lead to objects");
        Rc::make_mut(object)
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        let id = self.objects.last_key_value().map_or(0, |(id, _)| id + 1);
        self.objects.insert(id, Rc::new(object));
        id
    }

    pub fn register(&self, var: VarId) -> Value {
        self.registers.get(&var).copied().unwrap_or(Value::Any)
    }

    pub fn set_register(&mut self, var: VarId, value: Value) {
        match value {
            Value::Any => self.registers.remove(&var),
            _ => self.registers.insert(var, value),
        };
    }

    /// Changes all values. `f` is told the object that holds one.
    pub fn map(&mut self, mut f: impl FnMut(Option<ObjectId>, Value) -> Value) {
        let mut forgotten = Vec::new();
        for (&var, value) in &mut self.registers {
            *value = f(None, *value);
            if *value == Value::Any {
                forgotten.push(var);
            }
        }
        for var in forgotten {
            self.registers.remove(&var);
        }
        for value in &mut self.anchors {
            *value = f(None, *value);
        }
        match &mut self.result {
            Some(Handed::Scalar(value, _)) => *value = f(None, *value),
            Some(Handed::Aggregate(cells, _)) => cells.map(|v| f(None, v)),
            None => {}
        }
        for (&id, object) in &mut self.objects {
            let changes = |c: &super::object::Cell| f(Some(id), c.value) != c.value;
            if object.cells.iter().any(changes) {
                Rc::make_mut(object).cells.map(|v| f(Some(id), v));
            }
        }
    }

    /// All values, with the objects that hold them.
    pub fn values(&self) -> impl Iterator<Item = (Option<ObjectId>, Value)> {
        let inside = self.objects.iter();
        let inside = inside.flat_map(|(&id, o)| o.cells.iter().map(move |c| (Some(id), c.value)));
        self.roots().map(|v| (None, v)).chain(inside)
    }

    /// The values that no object holds.
    pub fn roots(&self) -> impl Iterator<Item = Value> {
        let (scalar, cells) = match &self.result {
            Some(Handed::Scalar(value, _)) => (Some(*value), None),
            Some(Handed::Aggregate(cells, _)) => (None, Some(cells)),
            None => (None, None),
        };
        let cells = cells.into_iter().flat_map(|c| c.iter().map(|c| c.value));
        let registers = self.registers.values().copied();
        let anchors = self.anchors.iter().copied();
        registers.chain(anchors).chain(scalar).chain(cells)
    }

    /// An object ends: its addresses lead nowhere.
    pub fn end(&mut self, id: ObjectId) {
        let Some(object) = self.objects.remove(&id) else {
            return;
        };
        let inside = |offset: i64| {
            let size = object.size.unwrap_or(0);
            0 <= offset && offset.unsigned_abs() <= size
        };
        self.named.retain(|_, o| *o != id);
        self.map(|_, value| match value {
            Value::To(a) if a.object == id && inside(a.offset) => Value::Gone,
            value if value.object() == Some(id) => Value::Any,
            value => value,
        });
    }

    /// Variables and storage of the function that runs end where `which` says so.
    pub fn end_all(&mut self, which: impl Fn(&Object) -> bool) {
        let objects = self.objects.iter().filter(|(_, o)| which(o));
        let ended: Vec<ObjectId> = objects.map(|(&id, _)| id).collect();
        for id in ended {
            self.end(id);
        }
    }

    /// Anything may have happened to everything.
    pub fn forget_all(&mut self) {
        self.objects.clear();
        self.named.clear();
        self.map(|_, value| match value {
            Value::To(_) | Value::Within(_) | Value::Gone => Value::Any,
            Value::Any | Value::Int(_) | Value::Function(_) => value,
        });
        if let Some(Handed::Aggregate(cells, _)) = &mut self.result {
            cells.clear();
        }
        self.lost = true;
        self.wild = true;
    }

    /// The objects that values lead to.
    pub fn reached(&self, from: impl Iterator<Item = Value>) -> BTreeSet<ObjectId> {
        let mut pending: Vec<ObjectId> = from.filter_map(Value::object).collect();
        let mut found = BTreeSet::new();
        while let Some(id) = pending.pop() {
            if found.insert(id) {
                let cells = self.object(id).cells.iter();
                pending.extend(cells.filter_map(|c| c.value.object()));
            }
        }
        found
    }

    /// Drops what nothing leads to. Blocks among it are lost.
    pub fn collect(&mut self) {
        let named = self.named.values().map(|&id| Value::to(id));
        // Variables of functions that wait are there whoever points to them.
        let outer = self.objects.iter().filter(|(_, o)| o.kind == Kind::Outer);
        let outer = outer.map(|(&id, _)| Value::to(id));
        let all: Vec<Value> = self.roots().chain(named).chain(outer).collect();
        let reached = self.reached(all.into_iter());
        if reached.len() == self.objects.len() {
            return;
        }
        let lost = &mut self.lost;
        self.objects.retain(|id, object| {
            let kept = reached.contains(id);
            *lost |= !kept && object.is_heap();
            kept
        });
    }

    /// Numbers objects in the order in which they are found, so that graphs that look alike
    /// are equal.
    pub fn renumber(&mut self) {
        let mut order: Vec<ObjectId> = Vec::with_capacity(self.objects.len());
        let mut numbers: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
        let mut visit = |id: ObjectId, order: &mut Vec<ObjectId>| {
            numbers.entry(id).or_insert_with(|| {
                order.push(id);
                order.len() as ObjectId - 1
            });
        };
        for &id in self.named.values() {
            visit(id, &mut order);
        }
        for id in self.roots().filter_map(Value::object) {
            visit(id, &mut order);
        }
        let mut next = 0;
        loop {
            while let Some(&id) = order.get(next) {
                next += 1;
                for id in self
                    .object(id)
                    .cells
                    .iter()
                    .filter_map(|c| c.value.object())
                {
                    visit(id, &mut order);
                }
            }
            if order.len() == self.objects.len() {
                break;
            }
            // What nothing leads to: variables of functions that wait.
            match self.objects.keys().find(|id| !order.contains(id)) {
                Some(&id) => visit(id, &mut order),
                None => break,
            }
        }
        if order.iter().enumerate().all(|(i, &id)| i as ObjectId == id) {
            return;
        }
        self.rename(|id| numbers[&id]);
    }

    /// Gives objects other numbers.
    pub fn rename(&mut self, to: impl Fn(ObjectId) -> ObjectId) {
        let value = |value: Value| match value {
            Value::To(a) => Value::To(Address {
                object: to(a.object),
                ..a
            }),
            Value::Within(object) => Value::Within(to(object)),
            Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => value,
        };
        self.map(|_, v| value(v));
        for id in self.named.values_mut() {
            *id = to(*id);
        }
        let objects = std::mem::take(&mut self.objects);
        self.objects = objects
            .into_iter()
            .map(|(id, mut object)| {
                if let Some(owner) = object.owner {
                    Rc::make_mut(&mut object).owner = Some(to(owner));
                }
                (to(id), object)
            })
            .collect();
    }

    /// Addresses of one node become those of another.
    pub fn redirect(&mut self, from: (ObjectId, End), to: (ObjectId, End)) {
        self.map(|_, value| match value {
            Value::To(a) if (a.object, a.end) == from => Value::at(to.0, to.1, a.offset),
            value => value,
        });
    }

    /// Do addresses of what a node owns lie only in that node, beside its links, and in what else
    /// it owns?
    pub fn owns_alone(&self) -> bool {
        let owner = |id: ObjectId| self.objects.get(&id).and_then(|o| o.owner);
        let is_shared = |value: Value| value.object().and_then(owner).is_none();
        let belongs = |id: ObjectId, of: ObjectId| {
            std::iter::successors(owner(id), |&above| owner(above)).any(|above| above == of)
        };
        let holds_well = |id: ObjectId, object: &Object| {
            let is_link = |at: u64| {
                let links = object.links();
                links.is_some_and(|l| l.next == at || l.prev == Some(at))
            };
            object.cells.iter().all(|cell| {
                let target = cell.value.object();
                let Some((target, of)) = target.and_then(|t| Some((t, owner(t)?))) else {
                    return true;
                };
                id == target || belongs(id, of) || id == of && !is_link(cell.at)
            })
        };
        self.objects
            .iter()
            .all(|(&id, object)| holds_well(id, object))
            && self.roots().all(is_shared)
            && self.named.values().all(|&id| owner(id).is_none())
    }

    /// What each node of a segment owns, and what that owns.
    pub fn owned(&self, segment: ObjectId) -> Vec<ObjectId> {
        let mut found: Vec<ObjectId> = Vec::new();
        let mut next = 0;
        let mut of = Some(segment);
        while let Some(owner) = of {
            let owned = self.objects.iter().filter(|(_, o)| o.owner == Some(owner));
            found.extend(owned.map(|(&id, _)| id));
            of = found.get(next).copied();
            next += 1;
        }
        found
    }
}

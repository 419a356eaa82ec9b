//! Taking segments apart: a segment that may be empty is or is not, and a node is taken
//! from one of its ends before anybody looks at it.

use super::graph::Graph;
use super::object::{Kind, Links, Object};
use super::value::{Address, End, ObjectId, Value};
use std::collections::BTreeMap;

/// What has to be known of a segment before a step can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Is it empty?
    Length(ObjectId),
    /// What is the node at this end like?
    Node(ObjectId, End),
}

impl Graph {
    /// The cases of a graph in each of which the need is met.
    pub fn cases(self, need: Need, pointer_bits: u32) -> Vec<Graph> {
        let (segment, end) = match need {
            Need::Length(segment) => (segment, None),
            Need::Node(segment, end) => (segment, Some(end)),
        };
        let mut cases = Vec::new();
        let mut full = self;
        if full.object(segment).may_be_empty() {
            let mut empty = full.clone();
            empty.remove_empty(segment, pointer_bits);
            cases.push(empty);
            let object = full.object_mut(segment);
            object.kind = match object.kind {
                Kind::Segment(links) => Kind::Segment(Links { least: 1, ..links }),
                Kind::Static(_)
                | Kind::Local(_)
                | Kind::Frame(_)
                | Kind::Outer
                | Kind::Block
                | Kind::Maybe(_) => Kind::Block,
            };
        }
        if let (Some(end), Kind::Segment(_)) = (end, full.object(segment).kind) {
            full.take_node(segment, end, u64::from(pointer_bits / 8));
        }
        cases.push(full);
        cases
    }

    /// A segment is empty: its addresses are those of what lies behind and before it.
    pub fn remove_empty(&mut self, id: ObjectId, pointer_bits: u32) {
        let object = self.object(id).clone();
        let size = u64::from(pointer_bits / 8);
        let read = |at: u64| object.cells.read(at, size);
        let (head, behind, before) = match object.kind {
            Kind::Segment(links) => {
                let before = links.prev.map_or(Value::Any, read);
                (links.head, read(links.next), before)
            }
            Kind::Maybe(head) => (head, Value::ZERO, Value::Any),
            Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer | Kind::Block => return,
        };
        let mut gone = self.owned(id);
        gone.retain(|owned| self.objects.remove(owned).is_some());
        self.objects.remove(&id);
        let instead = |a: Address| {
            let by = a.offset - head;
            let mut value = match a.end {
                End::First => behind,
                End::Last => before,
                End::Own => Value::Any,
            };
            // What leads behind itself leads round to what lies before, and back.
            if let Value::To(again) = value
                && again.object == id
            {
                value = match (a.end, again.end) {
                    (End::First, End::Last) => before,
                    (End::Last, End::First) => behind,
                    (End::First | End::Last | End::Own, _) => Value::Any,
                };
                if value.object() == Some(id) {
                    value = Value::Any;
                }
            }
            value.moved(by, pointer_bits)
        };
        // Nobody is within what is not there, nor at something that it owned.
        let is_gone = |object: ObjectId| object == id || gone.contains(&object);
        self.map(|_, value| match value {
            Value::To(a) if a.object == id => instead(a),
            value if value.object().is_some_and(is_gone) => Value::Any,
            value => value,
        });
    }

    /// Takes the node at one end out of a segment that is not empty.
    fn take_node(&mut self, id: ObjectId, end: End, word: u64) -> ObjectId {
        let segment = self.object(id).clone();
        let Kind::Segment(links) = segment.kind else {
            return id;
        };
        let node = self.copy_node(id, &segment);
        let (link, back) = match end {
            End::First | End::Own => (Some(links.next), links.prev),
            End::Last => (links.prev, Some(links.next)),
        };
        self.redirect((id, end), (node, End::First));
        if let Some(at) = link {
            let rest = Value::at(id, end, links.head);
            self.object_mut(node).cells.write(at, word, rest);
        }
        if let Some(at) = back {
            let new = Value::at(node, End::First, links.head);
            self.object_mut(id).cells.write(at, word, new);
        }
        let least = links.least.saturating_sub(1);
        self.object_mut(id).kind = Kind::Segment(Links { least, ..links });
        node
    }

    /// A block like the nodes of a segment, with what it owns; its links are the segment's.
    fn copy_node(&mut self, id: ObjectId, segment: &Object) -> ObjectId {
        let node = self.add(Object {
            kind: Kind::Block,
            ..segment.clone()
        });
        let mut copies: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
        for owned in self.owned(id) {
            let copy = self.object(owned).clone();
            copies.insert(owned, self.add(copy));
        }
        let renamed = |value: Value| match value {
            Value::To(a) if a.object == id && a.end == End::Own => {
                Value::at(node, End::First, a.offset)
            }
            Value::To(a) => match copies.get(&a.object) {
                Some(&object) => Value::To(Address { object, ..a }),
                None => value,
            },
            Value::Within(object) => Value::Within(copies.get(&object).copied().unwrap_or(object)),
            Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => value,
        };
        for &copy in copies.values().chain([&node]) {
            let object = self.object_mut(copy);
            object.cells.map(renamed);
            object.owner = match object.owner {
                Some(owner) if owner == id => segment.owner,
                Some(owner) => Some(copies.get(&owner).copied().unwrap_or(owner)),
                None => None,
            };
        }
        node
    }
}

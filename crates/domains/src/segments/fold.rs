//! Abstraction: neighbours of a list become a segment where nothing else leads to what lies
//! between them, and numbers that nobody counts are forgotten. What is bounded after it: a
//! graph has no two neighbours that are alike.

use super::graph::Graph;
use super::join::{Join, Policy, is_small};
use super::object::{Kind, Links, MOST_COUNTED, Object};
use super::value::{End, ObjectId, Value};

/// Objects beyond which a graph is not followed any further.
const MOST_OBJECTS: usize = 80;

/// Neighbours of a list beyond which numbers are given up to fold them.
const LONGEST: usize = 4;

/// Two neighbours of a list: which they are, and how they hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Neighbours {
    a: ObjectId,
    b: ObjectId,
    links: Links,
}

impl Graph {
    /// Makes segments of lists.
    pub fn fold(&mut self, word: u64) {
        while let Some(folded) = self.folded(word) {
            *self = folded;
            self.renumber();
        }
        if self.objects.len() > MOST_OBJECTS {
            self.forget_all();
        }
    }

    /// Forgets the numbers that are not small.
    pub fn forget_numbers(&mut self) {
        self.map(|_, value| match value {
            Value::Int(n) if !is_small(n) => Value::Any,
            value => value,
        });
    }

    fn folded(&self, word: u64) -> Option<Graph> {
        let policy = |small: bool| Policy {
            lengths: true,
            numbers: true,
            small,
        };
        let candidates = self.candidates(word);
        // Numbers that differ from node to node are given up in long lists only.
        let mut lossy = None;
        for found in &candidates {
            let joined =
                Join::neighbours(self, (found.a, found.b), found.links, policy(true), word);
            let Some((graph, id, gives_up)) = joined else {
                continue;
            };
            let replaced = self.replaced(graph, found, id, word);
            if !gives_up {
                return Some(replaced);
            }
            if lossy.is_none() && self.length(&candidates, found) > LONGEST {
                lossy = Some(replaced);
            }
        }
        lossy
    }

    /// How many pairs of neighbours hang together with one.
    fn length(&self, candidates: &[Neighbours], found: &Neighbours) -> usize {
        let alike =
            |c: &&Neighbours| (c.links.next, c.links.prev) == (found.links.next, found.links.prev);
        let mut ids = vec![found.a, found.b];
        loop {
            let more = candidates.iter().filter(alike).find_map(|c| {
                match (ids.contains(&c.a), ids.contains(&c.b)) {
                    (true, false) => Some(c.b),
                    (false, true) => Some(c.a),
                    (true, true) | (false, false) => None,
                }
            });
            match more {
                Some(id) => ids.push(id),
                None => return ids.len() - 1,
            }
        }
    }

    /// Lets the links and addresses of two neighbours be those of their segment.
    fn replaced(&self, mut graph: Graph, found: &Neighbours, id: ObjectId, word: u64) -> Graph {
        let links = found.links;
        let behind = self.object(found.b).cells.read(links.next, word);
        graph.object_mut(id).cells.write(links.next, word, behind);
        if let Some(prev) = links.prev {
            let before = self.object(found.a).cells.read(prev, word);
            graph.object_mut(id).cells.write(prev, word, before);
        }
        graph.map(|_, value| match value {
            Value::To(p) if p.object == found.a => Value::at(id, End::First, p.offset),
            Value::To(p) if p.object == found.b => Value::at(id, End::Last, p.offset),
            value => value,
        });
        graph
    }

    /// The pairs of neighbours that may become segments, in order.
    fn candidates(&self, word: u64) -> Vec<Neighbours> {
        let mut found = Vec::new();
        for (&a, x) in &self.objects {
            if !is_node(x) {
                continue;
            }
            for cell in x.cells.iter().filter(|c| c.size == word) {
                let Value::To(to) = cell.value else {
                    continue;
                };
                let (b, y) = (to.object, self.object(to.object));
                let alike = b != a && is_node(y) && x.owner == y.owner && x.size == y.size;
                let known = x.links().or(y.links());
                if !alike || x.ty != y.ty || to.end != End::First {
                    continue;
                }
                let back = y.cells.iter().find(|c| {
                    let from = match x.links() {
                        Some(_) => End::Last,
                        None => End::First,
                    };
                    c.size == word && c.value == Value::at(a, from, to.offset)
                });
                let links = Links {
                    head: to.offset,
                    next: cell.at,
                    prev: back.map(|c| c.at).filter(|&at| at != cell.at),
                    least: (count(x) + count(y)).min(MOST_COUNTED),
                };
                // A segment goes on as it is.
                let same = |l: Links| {
                    let least = links.least;
                    Links { least, ..l } == links
                };
                // With links both ways there are two ways to see it.
                let turned = links.prev.is_some_and(|prev| prev < links.next);
                let fits = !turned && known.is_none_or(same) && y.links().is_none_or(same);
                let neighbours = Neighbours { a, b, links };
                if fits && self.is_inner(&neighbours, word) {
                    found.push(neighbours);
                }
            }
        }
        // Lists with links both ways first, so that these are not taken for others.
        found.sort_by_key(|n| n.links.prev.is_none());
        found
    }

    /// Does nothing else lead to where two neighbours touch?
    fn is_inner(&self, n: &Neighbours, word: u64) -> bool {
        let (x, y) = (self.object(n.a), self.object(n.b));
        // The other way round it is a ring, which needs a node to begin with.
        let ring = y.cells.read(n.links.next, word).object() == Some(n.a);
        let back = n.links.prev.map(|p| x.cells.read(p, word));
        if ring || back.is_some_and(|v| v.object() == Some(n.b)) {
            return false;
        }
        let behind = y.cells.read(n.links.next, word).object();
        let mut to_b = 0;
        let mut outside_b = false;
        for (holder, value) in self.values() {
            match value {
                Value::Within(id) if id == n.a || id == n.b => return false,
                Value::To(p) if p.object == n.b && holder != Some(n.b) => {
                    // Its own things may lead back to it.
                    let own = holder.is_some_and(|h| self.object(h).owner == Some(n.b));
                    let inner = p.end == End::First && y.is_abstract();
                    if holder == Some(n.a) && p.end == End::First && p.offset == n.links.head {
                        to_b += 1;
                    } else if inner || n.links.prev.is_none() && !own {
                        if !self.leads_only_from(n.b, holder) {
                            return false;
                        }
                    } else if !own && holder != behind {
                        outside_b = true;
                    }
                }
                Value::To(p) if p.object == n.a && p.end == End::Last && holder != Some(n.b) => {
                    return false;
                }
                _ => {}
            }
        }
        // A node in the middle that something leads to begins the rest of its list.
        let goes_on = behind.is_some_and(|c| {
            let z = self.object(c);
            z.is_heap() && z.size == y.size
        });
        to_b == 1 && !(outside_b && goes_on && y.links().is_none())
    }

    /// Is the holder something that only a node leads to, so that it is the node's own?
    fn leads_only_from(&self, node: ObjectId, holder: Option<ObjectId>) -> bool {
        let Some(holder) = holder else {
            return false;
        };
        if !self.object(holder).is_heap() {
            return false;
        }
        let reached = self.reached([Value::to(holder)].into_iter());
        // What leads to the holder comes from the node or from what it reaches without the
        // node.
        let family = self.family(node, &reached);
        family.contains(&holder)
    }

    /// The objects that can only be reached through a node, among some.
    fn family(
        &self,
        node: ObjectId,
        among: &std::collections::BTreeSet<ObjectId>,
    ) -> std::collections::BTreeSet<ObjectId> {
        let mut family = among.clone();
        family.remove(&node);
        loop {
            let before = family.len();
            let mut outside = std::collections::BTreeSet::new();
            for (holder, value) in self.values() {
                if let Some(target) = value.object()
                    && family.contains(&target)
                    && holder.is_none_or(|h| h != node && !family.contains(&h))
                {
                    outside.insert(target);
                }
            }
            family.retain(|id| !outside.contains(id) && self.object(*id).is_heap());
            if family.len() == before {
                return family;
            }
        }
    }
}

fn count(object: &Object) -> u8 {
    match object.kind {
        Kind::Segment(links) => links.least,
        Kind::Static(_)
        | Kind::Local(_)
        | Kind::Frame(_)
        | Kind::Outer
        | Kind::Block
        | Kind::Maybe(_) => 1,
    }
}

/// Can it be part of a list?
fn is_node(object: &Object) -> bool {
    matches!(object.kind, Kind::Block | Kind::Segment(_))
}

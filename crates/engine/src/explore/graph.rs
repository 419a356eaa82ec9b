//! The abstract reachability graph: nodes and states in arenas.

use super::ContextId;
use crate::product::ProductState;
use indexmap::IndexSet;
use program::{EdgeId, Location};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::ops::Index;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// No node: the first one's parent.
    const NONE: NodeId = NodeId(u32::MAX);
    /// Instead of a callee's exit: the node is a function's entry.
    const ENTRY: NodeId = NodeId(u32::MAX - 1);

    pub(super) fn next(count: usize) -> NodeId {
        NodeId(count as u32)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One way in which a node was reached. The nodes that it names are older than the node
/// itself, so that paths backwards end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    parent: NodeId,
    edge: u32,
    /// The callee's exit, or none.
    exit: NodeId,
}

const NO_EDGE: u32 = u32::MAX;

impl Link {
    pub(super) fn step(parent: NodeId, edge: EdgeId) -> Link {
        Link {
            parent,
            edge: program::Id::index(edge) as u32,
            exit: NodeId::NONE,
        }
    }

    pub(super) fn entry(caller: Option<(NodeId, EdgeId)>) -> Link {
        Link {
            parent: caller.map_or(NodeId::NONE, |(node, _)| node),
            edge: caller.map_or(NO_EDGE, |(_, edge)| program::Id::index(edge) as u32),
            exit: NodeId::ENTRY,
        }
    }

    pub(super) fn ret(parent: NodeId, edge: EdgeId, exit: NodeId) -> Link {
        Link {
            exit,
            ..Link::step(parent, edge)
        }
    }

    /// The entry by the call that this one returns from.
    pub(super) fn entered(self) -> Link {
        let exit = NodeId::ENTRY;
        Link { exit, ..self }
    }

    /// The node before; of an entry, the caller; of a node after a call, the caller too.
    /// None where execution begins.
    pub fn parent(self) -> Option<NodeId> {
        (self.parent != NodeId::NONE).then_some(self.parent)
    }

    /// The edge from the parent.
    pub fn edge(self) -> Option<EdgeId> {
        (self.edge != NO_EDGE).then(|| program::Id::new(self.edge as usize))
    }

    pub fn is_entry(self) -> bool {
        self.exit == NodeId::ENTRY
    }

    /// The callee's exit, if the link leads from before a call to after it.
    pub fn exit(self) -> Option<NodeId> {
        (self.exit < NodeId::ENTRY).then_some(self.exit)
    }

    /// The nodes that have to be there for the link to be.
    pub(super) fn ends(self) -> impl Iterator<Item = NodeId> {
        self.parent().into_iter().chain(self.exit())
    }
}

type Links = SmallVec<[Link; 1]>;

/// What has become of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It is to be expanded.
    Waiting,
    /// It is to be expanded again: some of what it led to was removed.
    Again,
    Expanded,
    /// This newer node contains it.
    Merged(NodeId),
    Removed,
}

/// A state at a location of a context.
#[derive(Clone, Debug)]
pub struct Node {
    pub context: ContextId,
    pub at: Location,
    /// Its number in the table of product states.
    pub state: u32,
    fate: Fate,
    links: Links,
}

impl Node {
    /// Has a state that contains this one taken its place, or was it removed?
    pub fn is_dropped(&self) -> bool {
        matches!(self.fate, Fate::Merged(_) | Fate::Removed)
    }

    /// Is it still to be expanded?
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self.fate, Fate::Waiting | Fate::Again)
    }

    /// The ways in which it was reached, the one that made it first.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    pub fn parent(&self) -> Option<NodeId> {
        self.links.first()?.parent()
    }

    /// The edge from the parent.
    pub fn edge(&self) -> Option<EdgeId> {
        self.links.first()?.edge()
    }

    pub fn is_entry(&self) -> bool {
        self.links.first().is_some_and(|link| link.is_entry())
    }

    /// The callee's exit, if the node comes after a call.
    pub fn exit(&self) -> Option<NodeId> {
        self.links.first()?.exit()
    }
}

#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    states: IndexSet<ProductState, FxBuildHasher>,
}

impl Index<NodeId> for Graph {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

impl Graph {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A new node, in the place of those that were merged into it: it was reached in
    /// all the ways that they were.
    pub fn push(
        &mut self,
        (context, at): (ContextId, Location),
        state: u32,
        link: Link,
        merged: &[NodeId],
    ) -> NodeId {
        let id = NodeId::next(self.nodes.len());
        let mut links = Links::new();
        for &old in merged {
            links.extend(self.nodes[old.index()].links.iter().map(|&l| self.now(l)));
        }
        links.retain(|other| *other != link);
        links.sort_unstable();
        links.dedup();
        links.insert(0, link);
        for &old in merged {
            let node = &mut self.nodes[old.index()];
            node.fate = Fate::Merged(id);
        }
        self.nodes.push(Node {
            context,
            at,
            state,
            fate: Fate::Waiting,
            links,
        });
        id
    }

    /// The node that has a node's state now; None if it was removed.
    pub fn standing(&self, mut id: NodeId) -> Option<NodeId> {
        loop {
            match self[id].fate {
                Fate::Waiting | Fate::Again | Fate::Expanded => return Some(id),
                Fate::Merged(into) => id = into,
                Fate::Removed => return None,
            }
        }
    }

    /// A link by the nodes that stand for those it names, so that links do not become
    /// more with each merge on the way to a node.
    fn now(&self, link: Link) -> Link {
        let now = |id: NodeId| self.standing(id).unwrap_or(id);
        Link {
            parent: link.parent().map_or(link.parent, now),
            exit: link.exit().map_or(link.exit, now),
            ..link
        }
    }

    /// Notes that a node is expanded now. None if it need not be; otherwise, whether it
    /// has been before.
    pub fn begin(&mut self, id: NodeId) -> Option<bool> {
        let fate = &mut self.nodes[id.index()].fate;
        let again = match fate {
            Fate::Waiting => false,
            Fate::Again => true,
            Fate::Expanded | Fate::Merged(_) | Fate::Removed => return None,
        };
        *fate = Fate::Expanded;
        Some(again)
    }

    /// The node is to be expanded again. False if it waits already.
    pub fn wait_again(&mut self, id: NodeId) -> bool {
        let fate = &mut self.nodes[id.index()].fate;
        let expanded = *fate == Fate::Expanded;
        if expanded {
            *fate = Fate::Again;
        }
        expanded
    }

    pub fn remove(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        node.fate = Fate::Removed;
        node.links = Links::new();
    }

    /// Marks the nodes and all that was reached through them, even in part: a merged
    /// state contains what came through them. What was merged into a marked node is
    /// marked with it.
    pub fn reached_through(&self, nodes: &[NodeId]) -> Box<[bool]> {
        let mut standing: Vec<Option<NodeId>> = vec![None; self.len()];
        for (id, node) in self.nodes().rev() {
            standing[id.index()] = match node.fate {
                Fate::Waiting | Fate::Again | Fate::Expanded => Some(id),
                Fate::Merged(into) => standing[into.index()],
                Fate::Removed => None,
            };
        }
        let mut onward: Vec<(NodeId, NodeId)> = Vec::new();
        for (id, node) in self.nodes().filter(|(_, node)| !node.is_dropped()) {
            let ends = node.links.iter().flat_map(|link| link.ends());
            onward.extend(ends.filter_map(|from| Some((standing[from.index()]?, id))));
        }
        onward.sort_unstable();
        let mut marked = vec![false; self.len()];
        let mut open: Vec<NodeId> = Vec::new();
        open.extend(nodes.iter().filter_map(|id| standing[id.index()]));
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut marked[id.index()], true) {
                continue;
            }
            let first = onward.partition_point(|(from, _)| *from < id);
            let of_it = onward[first..].iter().take_while(|(from, _)| *from == id);
            open.extend(of_it.map(|(_, to)| *to));
        }
        for (at, id) in standing.iter().enumerate() {
            marked[at] = id.is_some_and(|id| marked[id.index()]);
        }
        marked.into()
    }

    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.map(|(i, node)| (NodeId::next(i), node))
    }

    pub fn intern(&mut self, state: ProductState) -> u32 {
        self.states.insert_full(state).0 as u32
    }

    pub fn state(&self, number: u32) -> &ProductState {
        &self.states[number as usize]
    }

    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The nodes of one path from the beginning, as a run passes them: through the
    /// callees, whose exits are left out.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut callers = Vec::new();
        let mut at = to;
        loop {
            let node = &self[at];
            path.push(at);
            let Some(link) = self.way_to(node) else {
                break;
            };
            let before = match (link.exit(), link.is_entry()) {
                (Some(exit), _) => {
                    callers.extend(link.parent());
                    // The step that led to the exit is the return itself.
                    self.way_to(&self[exit]).and_then(Link::parent)
                }
                (None, true) => callers.pop().or(link.parent()),
                (None, false) => link.parent(),
            };
            match before {
                Some(before) => at = before,
                None => break,
            }
        }
        path.reverse();
        path
    }

    /// One way to a node, through nodes that stand if there is one.
    fn way_to(&self, node: &Node) -> Option<Link> {
        let stands = |link: &&Link| link.ends().all(|id| !self[id].is_dropped());
        let links = &node.links;
        links.iter().find(stands).or(links.first()).copied()
    }
}

//! The abstract reachability graph: nodes and states in arenas.

use super::{ContextId, Origin};
use crate::product::ProductState;
use indexmap::IndexSet;
use program::{EdgeId, Location};
use rustc_hash::FxBuildHasher;
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

/// A state at a location of a context.
#[derive(Clone, Debug)]
pub struct Node {
    pub context: ContextId,
    pub at: Location,
    /// Its number in the table of product states.
    pub state: u32,
    parent: NodeId,
    edge: u32,
    exit: NodeId,
}

const DROPPED: u32 = u32::MAX;
const NO_EDGE: u32 = u32::MAX - 1;

impl Node {
    pub(super) fn new(context: ContextId, at: Location, state: u32, origin: Origin) -> Node {
        let edge = origin
            .edge
            .map_or(NO_EDGE, |e| program::Id::index(e) as u32);
        Node {
            context,
            at,
            state,
            parent: origin.parent.unwrap_or(NodeId::NONE),
            edge,
            exit: match origin.kind {
                super::Kind::Step => NodeId::NONE,
                super::Kind::Entry => NodeId::ENTRY,
                super::Kind::Return(exit) => exit,
            },
        }
    }

    /// Has a state that contains this one taken its place?
    pub fn is_dropped(&self) -> bool {
        self.edge == DROPPED
    }

    pub fn parent(&self) -> Option<NodeId> {
        (self.parent != NodeId::NONE).then_some(self.parent)
    }

    /// The edge from the parent, while the node is not dropped.
    pub fn edge(&self) -> Option<EdgeId> {
        let known = self.edge != DROPPED && self.edge != NO_EDGE;
        known.then(|| program::Id::new(self.edge as usize))
    }

    pub fn is_entry(&self) -> bool {
        self.exit == NodeId::ENTRY
    }

    /// The callee's exit, if the node comes after a call.
    pub fn exit(&self) -> Option<NodeId> {
        (self.exit < NodeId::ENTRY).then_some(self.exit)
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

    pub fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId::next(self.nodes.len() - 1)
    }

    pub fn drop(&mut self, id: NodeId) {
        self.nodes[id.index()].edge = DROPPED;
    }

    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
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
            let before = match (node.exit(), node.is_entry()) {
                (Some(exit), _) => {
                    callers.extend(node.parent());
                    // The step that led to the exit is the return itself.
                    self[exit].parent()
                }
                (None, true) => callers.pop().or(node.parent()),
                (None, false) => node.parent(),
            };
            match before {
                Some(before) => at = before,
                None => break,
            }
        }
        path.reverse();
        path
    }
}

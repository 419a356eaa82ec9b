//! The order in which nodes are expanded.

use super::NodeId;
use program::{Id, Location};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The newest first: little waits.
    DepthFirst,
    /// The oldest first: short paths come first.
    BreadthFirst,
    /// Callees before their callers go on, earlier locations before later ones:
    /// what meets has met before it is expanded.
    Program,
}

pub(super) struct Worklist {
    order: Order,
    heap: BinaryHeap<Reverse<(u64, NodeId)>>,
}

impl Worklist {
    pub fn new(order: Order) -> Worklist {
        Worklist {
            order,
            heap: BinaryHeap::new(),
        }
    }

    pub fn push(&mut self, node: NodeId, depth: u32, at: Location) {
        let rank = match self.order {
            Order::DepthFirst => u64::from(u32::MAX - node.number()),
            Order::BreadthFirst => u64::from(node.number()),
            Order::Program => u64::from(u32::MAX - depth) << 32 | at.index() as u64,
        };
        self.heap.push(Reverse((rank, node)));
    }

    pub fn pop(&mut self) -> Option<NodeId> {
        self.heap.pop().map(|Reverse((_, node))| node)
    }
}

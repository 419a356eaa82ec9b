//! The order in which nodes are expanded.

use super::NodeId;
use program::Location;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

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

pub(super) enum Worklist {
    Stack(Vec<NodeId>),
    Queue(VecDeque<NodeId>),
    Heap(BinaryHeap<Reverse<(u32, Location, NodeId)>>),
}

impl Worklist {
    pub fn new(order: Order) -> Worklist {
        match order {
            Order::DepthFirst => Worklist::Stack(Vec::new()),
            Order::BreadthFirst => Worklist::Queue(VecDeque::new()),
            Order::Program => Worklist::Heap(BinaryHeap::new()),
        }
    }

    pub fn push(&mut self, node: NodeId, depth: u32, at: Location) {
        match self {
            Worklist::Stack(stack) => stack.push(node),
            Worklist::Queue(queue) => queue.push_back(node),
            Worklist::Heap(heap) => heap.push(Reverse((u32::MAX - depth, at, node))),
        }
    }

    pub fn pop(&mut self) -> Option<NodeId> {
        match self {
            Worklist::Stack(stack) => stack.pop(),
            Worklist::Queue(queue) => queue.pop_front(),
            Worklist::Heap(heap) => heap.pop().map(|Reverse((_, _, node))| node),
        }
    }
}

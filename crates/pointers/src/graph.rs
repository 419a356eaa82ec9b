//! The constraint graph: nodes with points-to sets, inclusions between them, and
//! what is done with the targets of a node.
//!
//! Equal inclusions are kept once; nodes of a cycle become one (see `solve`).
//! What is done with a node's targets (offsets added, memory read or written) has
//! one *middle* node for each way of doing it, shared by all operations that do
//! the same, so that a large set is gone through once for each way and not for
//! each operation.

use crate::Offsets;
use crate::cells::Unwritten;
use crate::set::Set;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) type Node = u32;

/// What is done with the targets of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Use {
    /// They flow to the middle node, so much further.
    Shift(Offsets),
    /// They flow to the middle node, any number of such elements further, but
    /// do not leave an array that they are in.
    Walk(u64),
    /// What memory holds there flows to the middle node. `pointer`: it is read
    /// as a pointer, so that what is indeterminate leads to the environment.
    Load {
        by: Offsets,
        width: u32,
        pointer: bool,
    },
    /// The middle node flows to memory there.
    Store { by: Offsets, width: u32 },
    /// The objects become indeterminate.
    Havoc(Unwritten),
}

#[derive(Default)]
pub(crate) struct Graph {
    parent: Vec<Node>,
    pub points: Vec<Set>,
    /// The targets not yet handed on along inclusions; part of `points`.
    pub fresh: Vec<Set>,
    /// The targets handed on, but not yet used; part of `points`.
    pub unused: Vec<Set>,
    pub copies: Vec<Vec<Node>>,
    pub uses: Vec<Vec<(Use, Node)>>,
    /// Indirect calls whose callee the node is, by number.
    pub calls: Vec<Vec<u32>>,
    edges: FxHashSet<(Node, Node)>,
    middles: FxHashMap<(Node, Use), Node>,
    /// Inclusions added since cycles were last looked for.
    pub added: usize,
}

impl Graph {
    pub fn node(&mut self) -> Node {
        let node = self.parent.len() as Node;
        self.parent.push(node);
        self.points.push(Set::EMPTY);
        self.fresh.push(Set::EMPTY);
        self.unused.push(Set::EMPTY);
        self.copies.push(Vec::new());
        self.uses.push(Vec::new());
        self.calls.push(Vec::new());
        node
    }

    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// The node that stands for a node since cycles became one.
    pub fn find(&self, mut node: Node) -> Node {
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
        }
        node
    }

    pub fn is_representative(&self, node: Node) -> bool {
        self.parent[node as usize] == node
    }

    pub fn add_target(&mut self, node: Node, target: u32) {
        let n = self.find(node) as usize;
        if self.points[n].insert(target) {
            self.fresh[n].insert(target);
        }
    }

    pub fn add_targets(&mut self, node: Node, targets: &Set) {
        let n = self.find(node) as usize;
        self.points[n].absorb(targets, &mut self.fresh[n]);
    }

    /// Everything that `from` points to, `to` does.
    pub fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.copies[from as usize].push(to);
        self.added += 1;
        if !self.points[from as usize].is_empty() {
            let targets = std::mem::take(&mut self.points[from as usize]);
            self.add_targets(to, &targets);
            self.points[from as usize] = targets;
        }
    }

    /// The middle node of a use, and whether it is new.
    pub fn middle(&mut self, node: Node, how: Use) -> (Node, bool) {
        let node = self.find(node);
        if let Some(&found) = self.middles.get(&(node, how)) {
            return (self.find(found), false);
        }
        let middle = self.node();
        self.middles.insert((node, how), middle);
        self.uses[node as usize].push((how, middle));
        (middle, true)
    }

    /// The middle node of a use that the program has.
    pub fn find_middle(&self, node: Node, how: Use) -> Option<Node> {
        let found = self.middles.get(&(self.find(node), how))?;
        Some(self.find(*found))
    }

    /// Makes one node of two that point to the same; `into` stays. Their middle
    /// nodes of equal uses have to become one as well and are returned.
    fn merge(&mut self, from: Node, into: Node, more: &mut Vec<(Node, Node)>) {
        let (f, i) = (from as usize, into as usize);
        self.parent[f] = into;
        let take = std::mem::take::<Set>;
        let (points, fresh, unused) = (
            take(&mut self.points[f]),
            take(&mut self.fresh[f]),
            take(&mut self.unused[f]),
        );
        // What both have handed on and used needs nothing more.
        let mut rest = fresh;
        rest.union(&unused);
        rest.union(&self.fresh[i]);
        rest.union(&self.unused[i]);
        rest.union(&points.symmetric_difference(&self.points[i]));
        self.points[i].union(&points);
        self.fresh[i] = rest;
        self.unused[i] = Set::EMPTY;
        let copies = std::mem::take(&mut self.copies[f]);
        self.copies[i].extend(copies);
        let calls = std::mem::take(&mut self.calls[f]);
        self.calls[i].extend(calls);
        for (how, middle) in std::mem::take(&mut self.uses[f]) {
            self.middles.remove(&(from, how));
            match self.middles.get(&(into, how)) {
                Some(&other) => more.push((middle, other)),
                None => {
                    self.middles.insert((into, how), middle);
                    self.uses[i].push((how, middle));
                }
            }
        }
    }

    /// Makes nodes one.
    pub fn unify(&mut self, a: Node, b: Node) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a != b {
                // The older stays, so that the order of merging does not matter.
                self.merge(a.max(b), a.min(b), &mut pending);
            }
        }
    }

    /// Makes one node of each cycle of inclusions; the representatives in
    /// topological order, sources first.
    pub fn collapse(&mut self) -> Vec<Node> {
        self.added = 0;
        for n in 0..self.parent.len() {
            let root = self.find(n as Node);
            self.parent[n] = root;
            if root as usize != n {
                continue;
            }
            let mut copies = std::mem::take(&mut self.copies[n]);
            for c in &mut copies {
                *c = self.find(*c);
            }
            copies.sort_unstable();
            copies.dedup();
            copies.retain(|&c| c as usize != n);
            self.copies[n] = copies;
        }
        let (mut order, cycles) = components(&self.parent, &self.copies);
        for cycle in &cycles {
            for pair in cycle.windows(2) {
                self.unify(pair[0], pair[1]);
            }
        }
        order.retain(|&n| self.is_representative(n));
        order.reverse();
        order
    }

    /// Gives targets new numbers; beyond the list they keep theirs.
    pub fn rename(&mut self, numbers: &[u32]) {
        let new = |t: u32| numbers.get(t as usize).copied().unwrap_or(t);
        for n in 0..self.parent.len() {
            for set in [&mut self.points[n], &mut self.fresh[n], &mut self.unused[n]] {
                if set.iter().any(|t| new(t) != t) {
                    *set = set.iter().map(new).collect();
                }
            }
        }
    }

    /// What only solving needed.
    pub fn forget(&mut self) {
        for n in 0..self.parent.len() {
            self.parent[n] = self.find(n as Node);
            self.points[n].shrink();
        }
        self.fresh = Vec::new();
        self.unused = Vec::new();
        self.copies = Vec::new();
        self.uses = Vec::new();
        self.calls = Vec::new();
        self.edges = FxHashSet::default();
    }
}

/// Tarjan's algorithm without recursion: the representatives with successors
/// first (one for each component: its least node), and the components of more
/// than one node.
fn components(parent: &[Node], copies: &[Vec<Node>]) -> (Vec<Node>, Vec<Vec<Node>>) {
    const NEW: u32 = u32::MAX;
    let mut index = vec![NEW; parent.len()];
    let mut low = vec![0u32; parent.len()];
    let mut done = vec![false; parent.len()];
    let mut open: Vec<Node> = Vec::new();
    let mut path: Vec<(Node, u32)> = Vec::new();
    let mut order = Vec::new();
    let mut cycles = Vec::new();
    let mut next = 0;
    for start in 0..parent.len() as Node {
        if parent[start as usize] != start || index[start as usize] != NEW {
            continue;
        }
        path.push((start, 0));
        while let Some(&mut (n, ref mut at)) = path.last_mut() {
            let i = n as usize;
            if *at == 0 {
                index[i] = next;
                low[i] = next;
                next += 1;
                open.push(n);
            }
            if let Some(&to) = copies[i].get(*at as usize) {
                *at += 1;
                let t = to as usize;
                if index[t] == NEW {
                    path.push((to, 0));
                } else if !done[t] {
                    low[i] = low[i].min(index[t]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                let b = before as usize;
                low[b] = low[b].min(low[i]);
            }
            if low[i] == index[i] {
                let first = open.iter().rposition(|&o| o == n).unwrap_or(0);
                let mut component = open.split_off(first);
                for &c in &component {
                    done[c as usize] = true;
                }
                component.sort_unstable();
                order.push(component[0]);
                if component.len() > 1 {
                    cycles.push(component);
                }
            }
        }
    }
    (order, cycles)
}

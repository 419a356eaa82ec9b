//! Lazy abstraction (Henzinger, Jhala, Majumdar, Sutre 2002): when a domain has been
//! refined, only what the refinement is about is explored again.

use super::{Event, Exploration, Link, Merge, NodeId};

impl Exploration<'_> {
    /// Removes nodes and everything that was reached through them; of nodes that were
    /// merged into others, those others. What led there from elsewhere is expanded again
    /// when the exploration goes on, so that at its end every successor of a node is
    /// contained in a node again.
    ///
    /// Takes as long as the graph is big.
    pub fn cut(&mut self, nodes: &[NodeId]) {
        let removed = self.graph.reached_through(nodes);
        let (again, at_start) = self.led_to(&removed);
        self.forget(&removed, &again);
        for (at, _) in removed.iter().enumerate().filter(|(_, removed)| **removed) {
            self.graph.remove(NodeId::next(at));
        }
        for id in again {
            if self.graph.wait_again(id) {
                let node = &self.graph[id];
                let depth = self.contexts[node.context].depth;
                self.worklist.push(id, depth, node.at);
            }
        }
        if at_start {
            self.start();
        }
    }

    /// The nodes that stay and that led to removed ones, in order; and whether the start
    /// of execution did.
    ///
    /// If a node was merged into another, that other has steps of its own. If the exit
    /// that a caller went on from goes, the caller waits for the next one.
    fn led_to(&self, removed: &[bool]) -> (Vec<NodeId>, bool) {
        let mut again = Vec::new();
        let mut at_start = false;
        let mut note = |link: Link| match link.parent() {
            Some(parent) if self.holds(link, removed) => again.push(parent),
            Some(_) => {}
            None => at_start = true,
        };
        for (id, node) in self.nodes() {
            if removed[id.index()] {
                node.links().iter().for_each(|&link| note(link));
            }
        }
        for &(by, link) in &self.covered {
            if removed[by.index()] {
                note(link);
            }
        }
        again.sort_unstable();
        again.dedup();
        (again, at_start)
    }

    fn stays(&self, id: NodeId, removed: &[bool]) -> bool {
        !removed[id.index()] && !self.graph[id].is_dropped()
    }

    fn holds(&self, link: Link, removed: &[bool]) -> bool {
        link.ends().all(|id| self.stays(id, removed))
    }

    /// Nothing speaks of the removed nodes any more, nor of the steps that are taken
    /// again: those will be noted then.
    fn forget(&mut self, removed: &[bool], again: &[NodeId]) {
        let mut repeats = vec![false; removed.len()];
        for id in again {
            repeats[id.index()] = true;
        }
        let repeats = |id: NodeId| repeats[id.index()];
        let is_removed = |id: NodeId| removed[id.index()];

        let mut covered = std::mem::take(&mut self.covered);
        covered.retain(|&(by, link)| {
            let repeated = link.parent().is_some_and(repeats);
            !is_removed(by) && !repeated && self.holds(link, removed)
        });
        self.covered = covered;

        let graph = &self.graph;
        let stays = |id: NodeId| !is_removed(id) && !graph[id].is_dropped();
        self.contexts.retain(|id| stays(id) && !repeats(id), stays);

        let merges = &mut self.merges;
        self.reached.retain(|place, nodes| {
            let before = nodes.len();
            nodes.retain(|id| !is_removed(*id));
            if nodes.len() < before {
                merges.remove(place);
            }
            !nodes.is_empty()
        });
        self.seen.retain(|_, by| !is_removed(*by));
        if self.setup.merge == Merge::Never {
            for (id, node) in self.graph.nodes() {
                let mut parents = node.links().iter().filter_map(|link| link.parent());
                if stays(id) && parents.any(repeats) {
                    let place = (node.context, node.at, node.state);
                    self.seen.entry(place).or_insert(id);
                }
            }
        }
        self.pending.retain(|event| match event {
            Event::Violation(id, _) => !is_removed(*id),
            Event::Gap(_) | Event::Finished | Event::Limit => true,
        });
    }
}

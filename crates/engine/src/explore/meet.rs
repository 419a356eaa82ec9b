//! What becomes of a state that was reached: it is covered, merged with what is there,
//! or a new node.

use super::{ContextId, Exploration, Link, Merge, NodeId, Place};
use crate::product::ProductState;
use program::{Cfa, FunctionId, Location, Op};
use smallvec::SmallVec;

/// States that a new one is compared with where paths are kept apart. Equal states
/// are always found; this bounds the search for more general ones.
const MAX_COMPARED: usize = 4;

impl<'a> Exploration<'a> {
    /// From now on states are not merged at a location, only covered. It may be what
    /// made an exploration end.
    pub fn keep_apart(&mut self, function: FunctionId, at: Location) {
        self.apart.insert((function, at));
    }

    /// Where that is so, in order.
    pub fn kept_apart(&self) -> Vec<(FunctionId, Location)> {
        let mut places: Vec<_> = self.apart.iter().copied().collect();
        places.sort_unstable();
        places
    }

    /// A state has been reached: it is covered, merged with what is there, or new.
    pub(super) fn add(
        &mut self,
        context: ContextId,
        at: Location,
        state: ProductState,
        link: Link,
    ) {
        match self.setup.merge {
            Merge::Never => self.add_apart(context, at, state, link),
            Merge::Always => self.add_merged(context, at, state, 0, link),
            Merge::WhenKeysAgree => {
                let key = self.product.merge_key(&state);
                self.add_merged(context, at, state, key, link);
            }
        }
    }

    fn add_apart(&mut self, context: ContextId, at: Location, state: ProductState, link: Link) {
        let id = self.graph.intern(state);
        // Only where paths meet can there be something to meet.
        // Where a node is expanded again, that is what it led to.
        if self.is_join(context, at) || self.again {
            let new = NodeId::next(self.graph.len());
            let seen = self.seen.entry((context, at, id)).or_insert(new);
            if *seen != new {
                self.statistics.covered += 1;
                self.covered.push((*seen, link));
                return;
            }
            let state = self.graph.state(id);
            let place = Place {
                context,
                at,
                partition: self.product.partition(state),
                key: 0,
            };
            let others = self.reached.entry(place).or_default();
            for &other in others.iter().rev().take(MAX_COMPARED) {
                let by = self.graph.state(self.graph[other].state);
                if self.product.covered(self.cx, state, by) {
                    self.statistics.covered += 1;
                    self.covered.push((other, link));
                    *seen = other;
                    return;
                }
            }
            others.push(new);
        }
        self.push((context, at), id, link, &[]);
    }

    fn add_merged(
        &mut self,
        context: ContextId,
        at: Location,
        mut state: ProductState,
        key: u64,
        link: Link,
    ) {
        let place = Place {
            context,
            at,
            partition: self.product.partition(&state),
            key,
        };
        let apart = self.is_apart(context, at);
        let others = self.reached.get(&place).cloned().unwrap_or_default();
        let mut kept: SmallVec<[NodeId; 2]> = SmallVec::new();
        let mut merged_with: SmallVec<[NodeId; 2]> = SmallVec::new();
        for other in others {
            let old = self.graph.state(self.graph[other].state);
            if self.product.covered(self.cx, &state, old) {
                self.statistics.covered += 1;
                self.covered.push((other, link));
                return;
            }
            if apart {
                kept.push(other);
                continue;
            }
            let widen = self.may_widen(context, at)
                && self.merges.get(&place).copied().unwrap_or(0) >= self.setup.widen_after;
            let merged = match widen {
                true => self.product.widen(self.cx, &state, old),
                false => self.product.merge(self.cx, &state, old),
            };
            match merged {
                Some(merged) => {
                    self.statistics.merged += 1;
                    self.statistics.widened += widen as u64;
                    *self.merges.entry(place).or_default() += 1;
                    merged_with.push(other);
                    state = merged;
                }
                None => kept.push(other),
            }
        }
        let id = self.graph.intern(state);
        kept.push(self.push((context, at), id, link, &merged_with));
        self.reached.insert(place, kept);
    }

    fn push(
        &mut self,
        (context, at): (ContextId, Location),
        state: u32,
        link: Link,
        merged: &[NodeId],
    ) -> NodeId {
        self.statistics.nodes += 1;
        let id = self.graph.push((context, at), state, link, merged);
        self.worklist.push(id, self.contexts[context].depth, at);
        id
    }

    fn is_apart(&self, context: ContextId, at: Location) -> bool {
        let function = self.contexts[context].function;
        !self.apart.is_empty() && self.apart.contains(&(function, at))
    }

    pub(super) fn body(&self, context: ContextId) -> Option<&'a Cfa> {
        let function = self.contexts[context].function;
        self.cx.program.functions[function].body.as_ref()
    }

    /// Ascending chains that do not end go through a loop head, or through the entry of a
    /// function that calls itself with ever more, or through its exit if what it returns
    /// depends on what it returned.
    fn may_widen(&self, context: ContextId, at: Location) -> bool {
        let body = self.body(context);
        body.is_some_and(|b| b.is_loop_head(at) || b.entry() == at || b.exit() == Some(at))
    }

    fn is_join(&mut self, context: ContextId, at: Location) -> bool {
        let function = self.contexts[context].function;
        let Some(body) = self.body(context) else {
            return false;
        };
        let joins = self.joins.entry(function).or_insert_with(|| joins(body));
        joins[program::Id::index(at)]
    }
}

/// Which locations more than one path leads to: an entry may be called from anywhere,
/// and after a call there may be a path for each exit.
fn joins(body: &Cfa) -> Box<[bool]> {
    let mut entered = vec![0u32; body.location_count()];
    entered[program::Id::index(body.entry())] = 2;
    for (_, edge) in body.edges() {
        let ways = 1 + matches!(edge.op, Op::Call(_)) as u32;
        entered[program::Id::index(edge.to)] += ways;
    }
    entered.into_iter().map(|n| n > 1).collect()
}

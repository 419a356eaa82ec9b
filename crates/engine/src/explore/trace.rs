//! One path to a node, move by move.

use super::{Exploration, Link, NodeId};
use crate::analysis::{CallStep, Facts, Step};
use crate::component::StateId;
use crate::product::ProductState;
use crate::refine::{Move, Way};
use program::{Op, Span};

/// A path from where execution begins.
pub struct Trace<'a> {
    /// One more than moves: where each begins, and the last one ends.
    pub nodes: Vec<NodeId>,
    pub moves: Vec<Move<'a>>,
}

impl<'a> Exploration<'a> {
    /// A path to a node. Where states were merged the analyses say which way they mean;
    /// if they do not care, it is the oldest, for it is the shortest.
    pub fn trace(&mut self, to: NodeId) -> Trace<'a> {
        let mut nodes = vec![to];
        let mut moves = Vec::new();
        let mut callers: Vec<NodeId> = Vec::new();
        let mut at = to;
        let mut first = true;
        loop {
            let mut links: Vec<Link> = self.links(at).to_vec();
            // A function is entered by the call that it returned to.
            let entered = links.first().is_some_and(|link| link.is_entry());
            if entered && let Some(caller) = callers.pop() {
                let now = |id: NodeId| self.standing(id).unwrap_or(id);
                let own = |l: &Link| l.parent().map(now) == Some(now(caller));
                if links.iter().any(own) {
                    links.retain(own);
                }
            }
            links.sort_unstable_by_key(|link| (link.exit(), link.parent()));
            let ways: Vec<(Link, Move<'a>)> = links
                .into_iter()
                .filter_map(|link| Some((link, self.by(link, at)?)))
                .collect();
            if ways.is_empty() {
                break;
            }
            let chosen = self.retrace(first, at, &ways).min(ways.len() - 1);
            first = false;
            let (link, by) = ways[chosen];
            let before = match link.exit() {
                Some(exit) => {
                    callers.extend(link.parent());
                    Some(exit)
                }
                None => link.parent(),
            };
            let Some(before) = before else {
                break;
            };
            moves.push(by);
            nodes.push(before);
            at = before;
        }
        nodes.reverse();
        moves.reverse();
        Trace { nodes, moves }
    }

    /// The moves of a path to a node that says what matters: calls after which the merge key
    /// is what it was before are stepped over. Where states were merged it is the oldest way.
    pub(crate) fn outline(&self, to: NodeId) -> Vec<Move<'a>> {
        let mut moves = Vec::new();
        // The calls whose callees the path is in, coming from their ends.
        let mut calls: Vec<Link> = Vec::new();
        let mut at = to;
        loop {
            let links = self.links(at).iter();
            let oldest = links
                .min_by_key(|link| (link.exit(), link.parent()))
                .copied();
            let Some(mut link) = oldest else {
                break;
            };
            if link.is_entry()
                && let Some(call) = calls.pop()
            {
                // What entered by this call may have been covered, and then it is no link.
                link = call.entered();
            }
            let (Some(before), Some(by)) = (link.parent(), self.by(link, at)) else {
                break;
            };
            at = match link.exit() {
                None => {
                    moves.push(by);
                    before
                }
                Some(exit) => match self.key(before) == self.key(at) {
                    true => before,
                    false => {
                        moves.push(by);
                        calls.push(link);
                        exit
                    }
                },
            };
        }
        moves.reverse();
        moves
    }

    fn key(&self, node: NodeId) -> u64 {
        self.product.merge_key(self.state(node))
    }

    fn retrace(&mut self, first: bool, at: NodeId, ways: &[(Link, Move<'a>)]) -> usize {
        let state = |id: NodeId| self.graph.state(self.graph[id].state);
        let (after, before): (_, Vec<_>) = (
            state(at).clone(),
            ways.iter()
                .map(|(link, _)| {
                    let from = link.exit().or(link.parent());
                    let caller = link.exit().and(link.parent());
                    (from.map(state).cloned(), caller.map(state).cloned())
                })
                .collect(),
        );
        for (i, component) in self.product.components_mut().iter_mut().enumerate() {
            let of_it: Vec<_> = before
                .iter()
                .zip(ways)
                .filter_map(|((from, caller), (_, by))| {
                    Some(Way {
                        from: &from.as_ref()?[i],
                        caller: caller.as_ref().map(|c| &c[i]),
                        by: *by,
                    })
                })
                .collect();
            if of_it.len() == ways.len()
                && let Some(way) = component.retrace(self.cx, first, after[i], &of_it)
            {
                return way;
            }
        }
        0
    }

    /// The move that a link to a node stands for; None where execution begins.
    pub(crate) fn by(&self, link: Link, to: NodeId) -> Option<Move<'a>> {
        let (parent, id) = (link.parent()?, link.edge()?);
        let function = self.function(parent);
        let edge = self.cx.program.functions[function].body.as_ref()?.edge(id);
        let step = Step { function, id, edge };
        let call = |callee| match &edge.op {
            Op::Call(call) => Some(CallStep { step, call, callee }),
            _ => None,
        };
        Some(match link.exit() {
            Some(exit) => Move::Return(call(self.function(exit))?),
            None if link.is_entry() => Move::Call(call(self.function(to))?),
            None => Move::Step(step),
        })
    }

    /// The states of one component after a move; None where that is not known.
    pub(crate) fn move_alone(
        &mut self,
        component: usize,
        state: StateId,
        caller: Option<StateId>,
        by: &Move<'_>,
    ) -> Option<Vec<StateId>> {
        let cx = self.cx;
        let mut out = Vec::new();
        let component = &mut self.product.components_mut()[component];
        let facts = Facts::nothing();
        let done = match by {
            Move::Step(step) => component.post(cx, state, step, &facts, &mut out),
            Move::Call(call) => component.call(cx, state, call, &facts, &mut out),
            Move::Return(call) => component.ret(cx, caller?, state, call, &facts, &mut out),
        };
        done.ok().map(|()| out)
    }

    /// The states of the product after a move; None where that is not known.
    pub(crate) fn move_together(
        &mut self,
        state: &ProductState,
        caller: Option<&ProductState>,
        by: &Move<'_>,
    ) -> Option<Vec<ProductState>> {
        let cx = self.cx;
        let mut out = Vec::new();
        let done = match by {
            Move::Step(step) => self.product.post(cx, state, step, &mut out),
            Move::Call(call) => self.product.call(cx, state, call, &mut out),
            Move::Return(call) => self.product.ret(cx, caller?, state, call, &mut out),
        };
        done.ok().map(|()| out)
    }

    /// The text that a node stands before.
    pub(crate) fn span_at(&self, node: NodeId) -> Span {
        let body = self.cx.program.functions[self.function(node)].body.as_ref();
        let edge = body.and_then(|b| b.leaving(self.graph[node].at).first());
        edge.map_or(Span::NONE, |e| e.span)
    }
}

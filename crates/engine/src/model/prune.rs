//! Post-pruning (thesis, section 6.3): states that *fizzle out* are taken out of a model.
//!
//! A node that is hopeless though nothing is bad covers no state of any run: such a state
//! would have a run to a location that there is not. Analyses notice contradictions late, so
//! whole paths may have that fate. Without those nodes and their edges the model is as sound
//! as before: what covers a state of a run stays.

use super::{Model, Skeleton, fates};
use crate::analysis::Cx;

impl Model {
    /// Takes out what covers no state of any run; says how many nodes that were.
    pub fn prune(&mut self, cx: &Cx<'_>) -> usize {
        let before = self.skeleton.nodes.len();
        self.skeleton.prune(cx);
        let mut numbers: Vec<Option<u32>> = vec![None; self.states.len()];
        let mut kept = Vec::new();
        for node in &mut self.skeleton.nodes {
            let number = &mut numbers[node.state as usize];
            node.state = *number.get_or_insert_with(|| {
                kept.push(node.state);
                kept.len() as u32 - 1
            });
        }
        let states = kept.iter().map(|&at| self.states[at as usize].clone());
        self.states = states.collect();
        before - self.skeleton.nodes.len()
    }
}

impl Skeleton {
    pub fn prune(&mut self, cx: &Cx<'_>) {
        let fates = fates(cx, self, |_| false);
        let mut next = 0;
        let numbers: Vec<Option<u32>> = fates
            .iter()
            .map(|fate| {
                let stays = !fate.is_hopeless();
                next += u32::from(stays);
                stays.then(|| next - 1)
            })
            .collect();
        let now = |old: u32| numbers[old as usize];
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            now(at - 1).is_some()
        });
        let renumber = |old: &mut u32| match now(*old) {
            Some(new) => {
                *old = new;
                true
            }
            None => false,
        };
        self.starts.retain_mut(renumber);
        for edges in [&mut self.steps, &mut self.calls] {
            edges.retain_mut(|edge| renumber(&mut edge.from) && renumber(&mut edge.to));
        }
        self.returns.retain_mut(|back| {
            let ends = [&mut back.call, &mut back.exit, &mut back.to];
            ends.into_iter().all(renumber)
        });
    }
}

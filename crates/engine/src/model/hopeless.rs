//! What every run comes to: the judgement *H*, "hopeless" (thesis, section 6.2; Charlton and
//! Huth, *Falsifying safety properties through games on over-approximating models*, 2008).
//!
//! A node is hopeless with respect to bad nodes if each concrete state that it covers has a
//! run to a bad location. It is so
//! - if it is bad;
//! - where a run takes a step: if all nodes that steps lead to are hopeless, for one of them
//!   covers what comes next; likewise for calls, and for returns;
//! - where a run is given a number and branches on it (the thesis's `Choice`): if all nodes
//!   that one of the two branches leads to are hopeless, for a run may take that branch.
//!
//! It is the least such judgement: a loop that may go on for ever is no way to a bad
//! location. Where runs may end ([`serial`](super::serial)), nothing is concluded. A model
//! with a hole has nodes whose successors are missing, so nothing is concluded of it at all.
//!
//! The time is that of looking at each edge once.

use super::Skeleton;
use super::serial::{Going, going};
use crate::analysis::Cx;
use program::{FunctionId, Location};
use rustc_hash::FxHashMap;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Open,
    /// Each state that it covers has a run to a bad location.
    Hopeless,
    /// The same, if the run is given this number next.
    HopelessIf(i128),
}

impl Fate {
    pub fn is_hopeless(self) -> bool {
        self != Fate::Open
    }
}

/// Something that is concluded once so many others are: a node, or that all nodes are
/// hopeless which a branch leads to, of a node or of all that an input leads to.
struct Rule {
    /// What is concluded.
    item: usize,
    /// Conclusions that it still needs.
    left: usize,
    fate: Fate,
}

#[derive(Default)]
struct Rules {
    rules: Vec<Rule>,
    /// By item: the rules that need it.
    uses: Vec<Vec<usize>>,
    /// By item.
    known: Vec<Fate>,
    ready: Vec<usize>,
}

impl Rules {
    fn item(&mut self) -> usize {
        self.uses.push(Vec::new());
        self.known.push(Fate::Open);
        self.known.len() - 1
    }

    fn rule(&mut self, item: usize, needs: impl Iterator<Item = usize>, fate: Fate) {
        let rule = self.rules.len();
        let mut left = 0;
        for need in needs {
            self.uses[need].push(rule);
            left += 1;
        }
        self.rules.push(Rule { item, left, fate });
        if left == 0 {
            self.ready.push(rule);
        }
    }

    fn conclude(mut self) -> Vec<Fate> {
        while let Some(rule) = self.ready.pop() {
            let Rule { item, fate, .. } = self.rules[rule];
            if self.known[item].is_hopeless() {
                continue;
            }
            self.known[item] = fate;
            for at in std::mem::take(&mut self.uses[item]) {
                let user = &mut self.rules[at];
                user.left -= 1;
                if user.left == 0 {
                    self.ready.push(at);
                }
            }
        }
        self.known
    }
}

/// The fate of each node with respect to the bad ones.
pub fn fates(cx: &Cx<'_>, model: &Skeleton, is_bad: impl Fn(u32) -> bool) -> Vec<Fate> {
    let count = model.nodes.len();
    if model.hole.is_some() {
        return vec![Fate::Open; count];
    }
    let onward = Onward::of(model);
    let mut places: FxHashMap<(FunctionId, Location), Going> = FxHashMap::default();
    let mut rules = Rules::default();
    for _ in 0..count {
        rules.item();
    }
    // Of a node: all that the branch leads to.
    let mut branches: FxHashMap<(u32, program::EdgeId), usize> = FxHashMap::default();
    for (number, node) in model.nodes.iter().enumerate() {
        let id = number as u32;
        if is_bad(id) {
            rules.rule(number, std::iter::empty(), Fate::Hopeless);
            continue;
        }
        let (function, at) = (node.function, node.at);
        let going = *places
            .entry((function, at))
            .or_insert_with(|| going(cx, function, at));
        let steps = || onward.steps(model, id).map(|edge| edge.to as usize);
        match going {
            Going::MayEnd => {}
            Going::Steps => rules.rule(number, steps(), Fate::Hopeless),
            Going::Calls => {
                let entries = onward.calls(model, id).map(|edge| edge.to as usize);
                rules.rule(number, entries, Fate::Hopeless);
            }
            Going::Returns => {
                let after = onward.returns(id).map(|&at| model.returns[at].to as usize);
                rules.rule(number, after, Fate::Hopeless);
            }
            Going::Chooses(ways) => {
                // A number comes in one step, or from a function that returns it.
                let after = onward.summaries(model, id).map(|back| back.to);
                let next: Vec<u32> = onward.steps(model, id).map(|e| e.to).chain(after).collect();
                for (by, given) in ways {
                    let mut needs = Vec::new();
                    for &next in &next {
                        let branch = *branches.entry((next, by)).or_insert_with(|| {
                            let item = rules.item();
                            let taken = onward.steps(model, next).filter(|e| e.by == by);
                            let taken = taken.map(|edge| edge.to as usize);
                            rules.rule(item, taken, Fate::Hopeless);
                            item
                        });
                        needs.push(branch);
                    }
                    rules.rule(number, needs.into_iter(), Fate::HopelessIf(given));
                }
                let next = next.iter().map(|&next| next as usize);
                rules.rule(number, next, Fate::Hopeless);
            }
        }
    }
    let mut known = rules.conclude();
    known.truncate(count);
    known
}

/// The edges of a model by where they begin.
pub(crate) struct Onward {
    steps: Vec<usize>,
    calls: Vec<usize>,
    /// By exit: the numbers of returns.
    returns: FxHashMap<u32, Vec<usize>>,
}

impl Onward {
    pub fn of(model: &Skeleton) -> Onward {
        // Edges are in order of where they begin.
        let first = |edges: &[super::Edge]| {
            let nodes = 0..=model.nodes.len() as u32;
            nodes
                .map(|node| edges.partition_point(|edge| edge.from < node))
                .collect()
        };
        let mut returns: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (at, back) in model.returns.iter().enumerate() {
            returns.entry(back.exit).or_default().push(at);
        }
        Onward {
            steps: first(&model.steps),
            calls: first(&model.calls),
            returns,
        }
    }

    pub fn steps<'m>(
        &self,
        model: &'m Skeleton,
        node: u32,
    ) -> impl Iterator<Item = &'m super::Edge> + use<'m> {
        let range = self.steps[node as usize]..self.steps[node as usize + 1];
        model.steps[range].iter()
    }

    pub fn calls<'m>(
        &self,
        model: &'m Skeleton,
        node: u32,
    ) -> impl Iterator<Item = &'m super::Edge> + use<'m> {
        let range = self.calls[node as usize]..self.calls[node as usize + 1];
        model.calls[range].iter()
    }

    /// The returns to a call.
    pub fn summaries<'m>(
        &self,
        model: &'m Skeleton,
        call: u32,
    ) -> impl Iterator<Item = &'m super::Return> + use<'m> {
        // They are in order of calls.
        let first = model.returns.partition_point(|back| back.call < call);
        let from = model.returns[first..].iter();
        from.take_while(move |back| back.call == call)
    }

    /// The numbers of the returns from an exit.
    pub fn returns(&self, exit: u32) -> impl Iterator<Item = &usize> {
        self.returns.get(&exit).into_iter().flatten()
    }
}

//! Bodies under construction, and what is left of them when steps that do nothing are
//! gone.
//!
//! Property simulation is cheap because branches whose arms do the same are no branches
//! (ESP, section 2). Here they are removed before anything is simulated: steps that do
//! nothing are contracted, and a choice between ways to one place is none.

use program::{Cfa, CfaBuilder, ExprId, FunctionId, Id, Location, Op, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// What one line of a draft does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// Nothing. It may have been decided by a condition that is not followed.
    Pass(Option<ExprId>),
    Op(Op),
    /// An operation after which nothing of the run matters: an alarm, or something
    /// without a meaning.
    Final(Op),
    /// A call of a copy of a function, in the slice's numbering.
    Invoke {
        callee: (FunctionId, usize),
        op: Op,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub from: u32,
    pub to: u32,
    pub act: Act,
    pub span: Span,
    pub ghost: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub count: u32,
    pub entry: u32,
    /// Where returns lead.
    pub exit: u32,
    pub lines: Vec<Line>,
}

impl Draft {
    /// With the locations of a body.
    pub fn like(body: &Cfa) -> Draft {
        let count = body.location_count() as u32;
        Draft {
            count: count + 1,
            entry: body.entry().index() as u32,
            exit: body.exit().map_or(count, |l| l.index() as u32),
            lines: Vec::new(),
        }
    }

    pub fn location(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }

    /// Adds acts one after the other between two locations.
    pub fn chain(&mut self, (from, to): (u32, u32), acts: Vec<Act>, span: Span, ghost: bool) {
        let mut at = from;
        let last = acts.len().saturating_sub(1);
        if acts.is_empty() {
            let act = Act::Pass(None);
            self.lines.push(Line {
                from,
                to,
                act,
                span,
                ghost,
            });
        }
        for (i, act) in acts.into_iter().enumerate() {
            let next = match i == last {
                true => to,
                false => self.location(),
            };
            self.lines.push(Line {
                from: at,
                to: next,
                act,
                span,
                ghost,
            });
            at = next;
        }
    }

    /// Does anything happen in it, beside choices and returns?
    pub fn is_effective(&self) -> bool {
        self.lines.iter().any(|l| match &l.act {
            Act::Pass(_) => false,
            Act::Op(op) => !matches!(
                op,
                Op::Skip
                    | Op::Assume { .. }
                    | Op::Return { .. }
                    | Op::Enter { .. }
                    | Op::Exit { .. }
            ),
            Act::Final(_) | Act::Invoke { .. } => true,
        })
    }

    /// The conditions of choices that are left and not followed.
    pub fn open_choices(&self) -> impl Iterator<Item = ExprId> {
        let mut leaving: FxHashMap<u32, u32> = FxHashMap::default();
        for line in &self.lines {
            *leaving.entry(line.from).or_default() += 1;
        }
        self.lines.iter().filter_map(move |l| match l.act {
            Act::Pass(condition) if leaving[&l.from] > 1 => condition,
            _ => None,
        })
    }

    /// Removes what makes no difference. Every run through the lines is one through
    /// those that are left, without the steps that do nothing.
    pub fn reduce(&mut self) {
        self.join_circles();
        loop {
            let before = (self.lines.len(), self.passes());
            self.forward();
            self.merge_arms();
            self.prune();
            if (self.lines.len(), self.passes()) == before {
                break;
            }
        }
        self.join_circles();
    }

    fn passes(&self) -> usize {
        let pass = |l: &&Line| matches!(l.act, Act::Pass(_));
        self.lines.iter().filter(pass).count()
    }

    /// Replaces locations, and drops steps from a location to itself that do nothing.
    fn rename(&mut self, to: &[u32]) {
        self.entry = to[self.entry as usize];
        self.exit = to[self.exit as usize];
        for line in &mut self.lines {
            line.from = to[line.from as usize];
            line.to = to[line.to as usize];
        }
        self.lines
            .retain(|l| !matches!(l.act, Act::Pass(_)) || l.from != l.to);
    }

    /// Locations between which runs can go back and forth without doing anything are
    /// one.
    fn join_circles(&mut self) {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.count as usize];
        for line in &self.lines {
            if matches!(line.act, Act::Pass(_)) {
                next[line.from as usize].push(line.to);
            }
        }
        let to = components(&next);
        self.rename(&to);
    }

    /// A location from which one step leads that does nothing is where that leads.
    fn forward(&mut self) {
        const NONE: u32 = u32::MAX;
        const MANY: u32 = u32::MAX - 1;
        let mut only = vec![NONE; self.count as usize];
        for line in &self.lines {
            let slot = &mut only[line.from as usize];
            *slot = match (&line.act, *slot) {
                (Act::Pass(_), NONE) => line.to,
                (Act::Pass(_), known) if known == line.to => known,
                _ => MANY,
            };
        }
        only[self.exit as usize] = MANY;
        let mut to: Vec<u32> = vec![NONE; self.count as usize];
        let mut path = Vec::new();
        for start in 0..self.count {
            let mut at = start;
            // There are no circles: they are joined.
            while to[at as usize] == NONE {
                match only[at as usize] {
                    NONE | MANY => to[at as usize] = at,
                    next => {
                        path.push(at);
                        at = next;
                    }
                }
            }
            let end = to[at as usize];
            for passed in path.drain(..) {
                to[passed as usize] = end;
            }
        }
        self.rename(&to);
    }

    /// Choices between ways to one place are none.
    fn merge_arms(&mut self) {
        let mut free: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut arms: FxHashMap<(u32, u32, ExprId), [bool; 2]> = FxHashMap::default();
        for line in &self.lines {
            match line.act {
                Act::Pass(_) => {
                    free.insert((line.from, line.to));
                }
                Act::Op(Op::Assume { condition, taken }) => {
                    let arm = arms.entry((line.from, line.to, condition)).or_default();
                    arm[usize::from(taken)] = true;
                }
                Act::Op(_) | Act::Final(_) | Act::Invoke { .. } => {}
            }
        }
        let both = arms.iter().filter(|(_, arm)| **arm == [true, true]);
        let mut made: Vec<(u32, u32)> = both.map(|(&(from, to, _), _)| (from, to)).collect();
        made.retain(|way| !free.contains(way));
        made.sort_unstable();
        made.dedup();
        let mut kept: FxHashSet<(u32, u32)> = FxHashSet::default();
        let lines = std::mem::take(&mut self.lines);
        for mut line in lines {
            let way = (line.from, line.to);
            match line.act {
                Act::Pass(_) if !kept.insert(way) => continue,
                Act::Op(Op::Assume { .. }) if free.contains(&way) => continue,
                Act::Op(Op::Assume { .. }) if made.binary_search(&way).is_ok() => {
                    if !kept.insert(way) {
                        continue;
                    }
                    line.act = Act::Pass(None);
                }
                Act::Pass(_) | Act::Op(_) | Act::Final(_) | Act::Invoke { .. } => {}
            }
            self.lines.push(line);
        }
    }

    /// Keeps what can be reached and matters to anybody afterwards.
    fn prune(&mut self) {
        let count = self.count as usize;
        let mut reached = vec![false; count];
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut previous: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut useful = vec![false; count];
        let mut pending = vec![self.exit];
        for line in &self.lines {
            match line.act {
                Act::Final(_) => pending.push(line.from),
                Act::Invoke { .. } => {
                    pending.push(line.from);
                    next[line.from as usize].push(line.to);
                    previous[line.to as usize].push(line.from);
                }
                Act::Pass(_) | Act::Op(_) => {
                    next[line.from as usize].push(line.to);
                    previous[line.to as usize].push(line.from);
                }
            }
        }
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut useful[at as usize], true) {
                pending.extend(&previous[at as usize]);
            }
        }
        pending.push(self.entry);
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut reached[at as usize], true) {
                pending.extend(&next[at as usize]);
            }
        }
        self.lines.retain(|l| {
            let matters = match l.act {
                Act::Final(_) | Act::Invoke { .. } => true,
                Act::Pass(_) | Act::Op(_) => useful[l.to as usize],
            };
            reached[l.from as usize] && matters
        });
    }

    /// The body that it has become. `of_copy` says which function a copy is.
    pub fn finish(self, of_copy: impl Fn((FunctionId, usize)) -> FunctionId) -> Cfa {
        let mut b = CfaBuilder::new();
        for _ in 0..self.count {
            b.location();
        }
        let nowhere = b.location();
        for line in self.lines {
            let from = Location::new(line.from as usize);
            let to = Location::new(line.to as usize);
            let (op, to) = match line.act {
                Act::Pass(_) => (Op::Skip, to),
                Act::Op(op) => (op, to),
                Act::Final(op) => (op, nowhere),
                Act::Invoke { callee, mut op } => {
                    if let Op::Call(call) = &mut op {
                        call.callee = program::Callee::Direct(of_copy(callee));
                    }
                    (op, to)
                }
            };
            match line.ghost {
                true => b.ghost_edge(from, to, op, line.span),
                false => b.edge(from, to, op, line.span),
            }
        }
        let (entry, exit) = (self.entry as usize, self.exit as usize);
        b.finish(Location::new(entry), Location::new(exit))
    }
}

/// For each vertex the least of its strongly connected component: Tarjan's algorithm
/// without recursion.
fn components(next: &[Vec<u32>]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let count = next.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0u32; count]);
    let mut done = vec![false; count];
    let mut result: Vec<u32> = (0..count as u32).collect();
    let mut open: Vec<u32> = Vec::new();
    let mut number = 0;
    for start in 0..count as u32 {
        if index[start as usize] != NEW {
            continue;
        }
        let mut path: Vec<(u32, usize)> = vec![(start, 0)];
        while let Some((v, at)) = path.last_mut() {
            let v = *v as usize;
            if *at == 0 {
                index[v] = number;
                low[v] = number;
                number += 1;
                open.push(v as u32);
            }
            if let Some(&to) = next[v].get(*at) {
                *at += 1;
                let to_index = to as usize;
                if index[to_index] == NEW {
                    path.push((to, 0));
                } else if !done[to_index] {
                    low[v] = low[v].min(index[to_index]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[v]);
            }
            if low[v] == index[v] {
                let first = open.iter().rposition(|&o| o as usize == v).unwrap_or(0);
                let members = open.split_off(first);
                let least = members.iter().copied().min().unwrap_or(v as u32);
                for &m in &members {
                    done[m as usize] = true;
                    result[m as usize] = least;
                }
            }
        }
    }
    result
}

//! Natural loops of a function.

use program::{Cfa, Id, Location};

/// The locations of a loop. It is entered by its head only.
pub struct Loop {
    pub head: Location,
    /// By location.
    pub inside: Vec<bool>,
    pub size: usize,
}

impl Loop {
    pub fn contains(&self, at: Location) -> bool {
        self.inside[at.index()]
    }
}

/// The natural loops, in order of their heads. Cycles with several entrances are in
/// none of their own.
pub fn loops(body: &Cfa) -> Vec<Loop> {
    let count = body.location_count();
    let mut before: Vec<Vec<Location>> = vec![Vec::new(); count];
    for (_, edge) in body.edges() {
        before[edge.to.index()].push(edge.from);
    }
    let dominators = dominators(body, &before);
    let mut found = Vec::new();
    for &head in body.loop_heads() {
        let mut inside = vec![false; count];
        inside[head.index()] = true;
        let mut pending: Vec<Location> = before[head.index()].clone();
        pending.retain(|&from| dominates(&dominators, head, from));
        if pending.is_empty() {
            continue;
        }
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut inside[at.index()], true) {
                pending.extend(&before[at.index()]);
            }
        }
        let size = inside.iter().filter(|&&i| i).count();
        found.push(Loop { head, inside, size });
    }
    found
}

/// The innermost loop that a location lies in.
pub fn innermost(loops: &[Loop], at: Location) -> Option<usize> {
    let around = loops.iter().enumerate().filter(|(_, l)| l.contains(at));
    around.min_by_key(|(_, l)| l.size).map(|(i, _)| i)
}

/// The immediate dominator of each location; the entry's is itself (Cooper, Harvey,
/// Kennedy 2001: locations are numbered in reverse postorder).
fn dominators(body: &Cfa, before: &[Vec<Location>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let entry = body.entry().index();
    let mut immediate = vec![UNKNOWN; body.location_count()];
    immediate[entry] = entry;
    loop {
        let mut changed = false;
        for at in body
            .locations()
            .map(Id::index)
            .filter(|&l: &usize| l != entry)
        {
            let mut new = UNKNOWN;
            for from in before[at].iter().map(|l| l.index()) {
                if immediate[from] == UNKNOWN {
                    continue;
                }
                new = match new {
                    UNKNOWN => from,
                    _ => meet(&immediate, new, from),
                };
            }
            changed |= std::mem::replace(&mut immediate[at], new) != new;
        }
        if !changed {
            return immediate;
        }
    }
}

fn meet(immediate: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = immediate[a];
        }
        while b > a {
            b = immediate[b];
        }
    }
    a
}

fn dominates(immediate: &[usize], by: Location, mut at: Location) -> bool {
    loop {
        if at == by {
            return true;
        }
        let up = Location::new(immediate[at.index()]);
        if up == at {
            return false;
        }
        at = up;
    }
}

//! Before and after the point at which the value may have been created.
//!
//! Where a value is created under a guard, runs that have not come there yet and runs that
//! went past have no value; but only the latter know what the guard was. Property
//! simulation would merge the two in every function that both call, for their property
//! states are the same. So a slice also remembers whether the point was passed.

use program::{Cfa, EdgeId, Id};

/// Larger functions are not looked at.
const MOST_LOCATIONS: usize = 4000;

/// The location at which runs that created the value and runs that did not meet again:
/// the nearest that all runs from the creation pass, and that others come to too.
pub(crate) fn meeting(body: &Cfa, creation: EdgeId) -> Option<u32> {
    let count = body.location_count();
    let exit = body.exit()?;
    if count > MOST_LOCATIONS {
        return None;
    }
    let (mut next, mut previous) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for (_, edge) in body.edges() {
        next[edge.from.index()].push(edge.to.index());
        previous[edge.to.index()].push(edge.from.index());
    }
    let from = body.edge(creation).from.index();
    let to = body.edge(creation).to.index();
    let without = |cut: usize| reached(&next, body.entry().index(), Some(cut));
    let around = without(from);
    let ends = reached(&previous, exit.index(), None);
    if !ends[to] {
        return None;
    }
    // Locations are numbered in the order of the program, so that the nearest comes first.
    let mut candidates = (from + 1..count).filter(|&at| ends[at] && around[at]);
    let meets = |at: usize| {
        let past = reached(&next, to, Some(at));
        at == to || !past[exit.index()]
    };
    candidates.find(|&at| meets(at)).map(|at| at as u32)
}

/// What can be reached from a location, without passing another.
fn reached(next: &[Vec<usize>], from: usize, cut: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        if Some(at) != cut && !std::mem::replace(&mut seen[at], true) {
            pending.extend(&next[at]);
        }
    }
    seen
}

//! Arrays of structures: blocks whose elements are nodes.
//!
//! A block that is accessed as an array without an end (`t[i]`, `p = t + i`) is one node for
//! each element, if all accesses agree on that: they lie a whole number of elements apart,
//! and none reaches from one element into the next. What lies behind the last whole element
//! is no node. The points-to analysis knows all accesses, so that types need not be believed.

use super::places::{MOST_OFFSETS, Places, SiteKind, exact};
use crate::reads;
use engine::Cx;
use pointers::{ObjectId, Offsets};
use program::{Op, PlaceId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// More offsets of one access are not looked at.
const MOST_MEMBERS: u64 = 64;

impl Places {
    /// Says of which sites the elements are nodes.
    pub(super) fn find_elements(&mut self, cx: &Cx<'_>) {
        let accesses = accesses(cx);
        for id in self.site_ids() {
            let site = self.site(id);
            if site.kind != SiteKind::Block {
                continue;
            }
            let found = accesses.get(&site.object).map_or(&[][..], |list| list);
            let size = element_size(found).filter(|&size| {
                let few = |whole: u64| whole / size <= MOST_OFFSETS as u64;
                size > self.pointer_size && !site.size.is_some_and(few)
            });
            self.set_element(id, size);
        }
    }
}

/// The offsets and widths at which blocks are accessed.
fn accesses(cx: &Cx<'_>) -> FxHashMap<ObjectId, Vec<(Offsets, u64)>> {
    let mut places: BTreeSet<PlaceId> = BTreeSet::new();
    for &function in cx.pointers.calls().reached() {
        let edges = cx.function(function).body.iter().flat_map(|b| b.edges());
        for (_, edge) in edges {
            let mut read = Vec::new();
            reads::of_step(cx.program, &edge.op, &mut read);
            places.extend(read.into_iter().map(|(_, place)| place));
            places.extend(written(&edge.op));
        }
    }
    let mut found: FxHashMap<ObjectId, Vec<(Offsets, u64)>> = FxHashMap::default();
    for place in places {
        let width = cx.pointers.width(cx.program, place);
        for target in cx.pointers.places(cx.program, place) {
            let list = found.entry(target.object).or_default();
            list.push((target.offsets, width));
        }
    }
    found
}

/// The places that an operation writes.
fn written(op: &Op) -> Vec<PlaceId> {
    match op {
        Op::Assign { to, .. } | Op::Alloc { to, .. } | Op::Havoc { place: to } => vec![*to],
        Op::Call(call) => call.result.into_iter().collect(),
        Op::VaStart { list } | Op::VaEnd { list } => vec![*list],
        Op::VaArg { to, list } => vec![*to, *list],
        Op::VaCopy { to, from } => vec![*to, *from],
        Op::Skip
        | Op::Assume { .. }
        | Op::Free { .. }
        | Op::Return { .. }
        | Op::Enter { .. }
        | Op::Exit { .. }
        | Op::Unsupported { .. } => Vec::new(),
    }
}

/// The size of the elements that accesses agree on.
fn element_size(accesses: &[(Offsets, u64)]) -> Option<u64> {
    let endless = accesses.iter().filter(|(offsets, _)| offsets.is_endless());
    let size = endless.map(|(offsets, _)| offsets.step()).reduce(gcd)?;
    let is_inside = |start: i64, width: u64| start.rem_euclid(size as i64) as u64 + width <= size;
    let fits = |&(offsets, width): &(Offsets, u64)| match offsets.is_endless() {
        true => is_inside(offsets.start(), width),
        false if offsets.count() > MOST_MEMBERS => false,
        false => (0..offsets.count() as i64)
            .all(|k| is_inside(offsets.start() + k * offsets.step() as i64, width)),
    };
    accesses.iter().all(fits).then_some(size)
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

/// The offsets in a node at which pointers to some offsets of a block point, if they are few.
pub fn within(offsets: Offsets, size: Option<u64>, element: Option<u64>) -> Option<Vec<i64>> {
    let Some(element) = element else {
        return exact(offsets, size);
    };
    let all = match offsets.is_endless() {
        true if offsets.step().is_multiple_of(element) => vec![offsets.start()],
        true => return None,
        false => exact(offsets, None)?,
    };
    let mut found: Vec<i64> = all
        .into_iter()
        .map(|at| at.rem_euclid(element as i64))
        .collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

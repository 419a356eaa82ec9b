//! Which locations belong to a loop.

use program::{FunctionId, Id, Location, Program};
use rustc_hash::FxHashMap;

/// The locations on some way from a loop head back to it.
#[derive(Default)]
pub struct Loops {
    known: FxHashMap<(FunctionId, Location), Box<[bool]>>,
}

impl Loops {
    pub fn contains(
        &mut self,
        program: &Program,
        head: (FunctionId, Location),
        at: Location,
    ) -> bool {
        let members = self.known.entry(head).or_insert_with(|| {
            let Some(body) = &program.functions[head.0].body else {
                return Box::default();
            };
            let edges = || body.edges().map(|(_, edge)| (edge.from, edge.to));
            let reach = |ahead: bool| {
                let mut reached = vec![false; body.location_count()];
                let mut next: FxHashMap<Location, Vec<Location>> = FxHashMap::default();
                for (from, to) in edges() {
                    let (from, to) = if ahead { (from, to) } else { (to, from) };
                    next.entry(from).or_default().push(to);
                }
                let mut open = vec![head.1];
                while let Some(at) = open.pop() {
                    if !std::mem::replace(&mut reached[at.index()], true) {
                        open.extend(next.get(&at).into_iter().flatten());
                    }
                }
                reached
            };
            let (ahead, back) = (reach(true), reach(false));
            ahead.into_iter().zip(back).map(|(a, b)| a && b).collect()
        });
        members.get(at.index()).copied().unwrap_or(false)
    }
}

//! Lazy refinement: what is done about an abstract path to an error.
//!
//! An analysis that refines excludes the path, if it is impossible as far as it can
//! tell. Otherwise, if the analyses that do not refine would have excluded the path, had
//! nothing been merged on the way, a join is at fault: what met there is to be told
//! apart, and if that cannot be, is not merged there any more (seed 000, section 3.2).
//! What was learned is about some places: the path is cut at the first of them, and only
//! what lies behind is explored again.

use crate::component::StateId;
use crate::explore::{Exploration, NodeId, Trace};
use crate::product::ProductState;
use crate::refine::{Lesson, Move, Path, Refutation};
use crate::watch::Watch;
use program::{FunctionId, Location, Program};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// How often the same path is excluded before it is given up.
const MAX_REPEATS: u32 = 16;

/// What became of a path.
pub(crate) enum Outcome {
    /// The exploration has been cut and can go on.
    Refined,
    /// The path may be possible.
    Possible,
    /// Neither; a few words why.
    Stuck(String),
}

/// Remembers what has been done.
#[derive(Default)]
pub(crate) struct Refiner {
    seen: FxHashMap<u64, u32>,
    /// By place: nodes before this one were made before the last lesson about it.
    learned: FxHashMap<(FunctionId, Location), NodeId>,
    pub refinements: u64,
    pub separations: u64,
    pub kept_apart: u64,
}

impl Refiner {
    /// Does something about a path to an error.
    pub fn examine(
        &mut self,
        exploration: &mut Exploration<'_>,
        trace: &Trace<'_>,
        watch: &mut dyn Watch,
    ) -> Outcome {
        let mut hasher = FxHasher::default();
        for by in &trace.moves {
            by.number().hash(&mut hasher);
        }
        let times = self.seen.entry(hasher.finish()).or_default();
        *times += 1;
        if *times > MAX_REPEATS {
            return Outcome::Stuck("refinement makes no progress".into());
        }
        let cx = exploration.cx();
        let mut why = String::new();
        let nodes = trace.nodes.iter();
        let states: Vec<_> = nodes.map(|&node| exploration.state(node).clone()).collect();
        let count = exploration.product().components().len();
        // The cheapest offer comes first, then those that cannot say what it would cost. Those
        // that waited for the others have their turn when nobody is left.
        let mut offers: Vec<(u64, usize)> = Vec::new();
        for i in 0..count {
            let component = &mut exploration.product_mut().components_mut()[i];
            let offer = component.offer(cx, &Path::new(&trace.moves));
            offers.push((offer.unwrap_or(u64::MAX), i));
        }
        offers.sort_unstable();
        let mut turns: Vec<(usize, bool)> = offers.iter().rev().map(|o| (o.1, false)).collect();
        while let Some((i, insist)) = turns.pop() {
            let product = exploration.product_mut();
            match product.refute(cx, i, &trace.moves, &states, insist) {
                Refutation::Feasible => return Outcome::Possible,
                Refutation::Later if insist => {}
                Refutation::Later => turns.insert(0, (i, true)),
                Refutation::Unable(reason) => {
                    if !reason.is_empty() {
                        why = reason;
                        // Who says why has had a look: nobody need insist.
                        turns.retain(|(_, insist)| !insist);
                    }
                }
                Refutation::Refined(lesson) => {
                    let first = self.first_of(exploration, &trace.nodes, &lesson);
                    self.note(exploration, &lesson);
                    let Some(node) = first else {
                        why = "no new predicate excludes the path".into();
                        continue;
                    };
                    self.refinements += 1;
                    tell(watch, cx.program, "excluded a path", &lesson);
                    exploration.cut(&[node]);
                    return Outcome::Refined;
                }
            }
        }
        Outcome::Stuck(why)
    }

    /// Was it a join that let the path through? Then the exploration has been cut.
    pub fn blame_join(
        &mut self,
        exploration: &mut Exploration<'_>,
        trace: &Trace<'_>,
        watch: &mut dyn Watch,
    ) -> bool {
        let components = exploration.product().components();
        let eager: Vec<usize> = (0..components.len())
            .filter(|&i| !components[i].refines())
            .collect();
        if eager.len() == components.len() {
            return false;
        }
        for &i in &eager {
            // From each join backwards: the first after which the path is impossible.
            for join in (1..trace.nodes.len()).rev() {
                let node = trace.nodes[join];
                if exploration.links(node).len() < 2 {
                    continue;
                }
                let Some(stop) = blocked(exploration, i, trace, join) else {
                    continue;
                };
                return self.separate(exploration, trace, join, stop, watch);
            }
        }
        match last_to_blame(exploration, trace) {
            Some((join, stop)) => self.separate(exploration, trace, join, stop, watch),
            None => false,
        }
    }

    /// Tells apart what met at a join.
    fn separate(
        &mut self,
        exploration: &mut Exploration<'_>,
        trace: &Trace<'_>,
        join: usize,
        stop: usize,
        watch: &mut dyn Watch,
    ) -> bool {
        let cx = exploration.cx();
        let node = trace.nodes[join];
        let place = (exploration.function(node), exploration.node(node).at);
        let before = trace.nodes[join - 1];
        let others: Vec<_> = exploration
            .links(node)
            .iter()
            .copied()
            .filter(|link| link.exit().or(link.parent()) != Some(before))
            .collect();
        let mut lessons = Vec::new();
        let mut cuts = vec![node];
        for link in others {
            let (Some(by), Some(from)) =
                (exploration.by(link, node), link.exit().or(link.parent()))
            else {
                continue;
            };
            let mut other = exploration.trace(from);
            other.moves.push(by);
            other.nodes.push(node);
            let (a, rest) = (&trace.moves[..join], &trace.moves[join..stop]);
            let components = exploration.product_mut().components_mut().iter_mut();
            let mut lesson = None;
            for component in components {
                lesson = component.separate(cx, a, &other.moves, rest);
                if lesson.is_some() {
                    break;
                }
            }
            // Those that nobody can tell apart may not matter; if they do, the join is
            // blamed again, and nothing is left to learn.
            let Some(lesson) = lesson else {
                continue;
            };
            cuts.extend(self.first_of(exploration, &trace.nodes[..join], &lesson));
            cuts.extend(self.first_of(exploration, &other.nodes, &lesson));
            lessons.push(lesson);
        }
        for lesson in &lessons {
            self.note(exploration, lesson);
        }
        if lessons.is_empty() {
            // They overlap, or nobody can say how they differ.
            exploration.keep_apart(place.0, place.1);
            self.kept_apart += 1;
            let place = cx.program.show(exploration.span_at(node));
            watch.refined(&format!("{place}: states are not merged here any more"));
        } else {
            self.separations += 1;
            for lesson in &lessons {
                tell(watch, cx.program, "separated two paths", lesson);
            }
        }
        self.refinements += 1;
        exploration.cut(&cuts);
        true
    }

    /// The first node of a path whose state would be another one with what is known now,
    /// as far as a lesson needs it.
    fn first_of(
        &self,
        exploration: &Exploration<'_>,
        nodes: &[NodeId],
        lesson: &Lesson,
    ) -> Option<NodeId> {
        nodes.iter().copied().find(|&node| {
            let place = (exploration.function(node), exploration.node(node).at);
            let is_older = || self.learned.get(&place).is_some_and(|&since| node < since);
            let is_new = lesson.places.binary_search(&place).is_ok();
            is_new || lesson.needed.binary_search(&place).is_ok() && is_older()
        })
    }

    fn note(&mut self, exploration: &Exploration<'_>, lesson: &Lesson) {
        let next = exploration.next_node();
        let places = lesson.places.iter();
        self.learned.extend(places.map(|&place| (place, next)));
    }
}

/// Does a component exclude the path, had nothing been merged at a join and behind it?
/// How many moves it takes until it is stuck.
fn blocked(
    exploration: &mut Exploration<'_>,
    component: usize,
    trace: &Trace<'_>,
    join: usize,
) -> Option<usize> {
    let mut states: Vec<StateId> = vec![exploration.state(trace.nodes[join - 1])[component]];
    // What calls return to; those before the join are looked up.
    let mut open: Vec<StateId> = Vec::new();
    for (i, by) in trace.moves.iter().enumerate().skip(join - 1) {
        // Where it becomes several states the question is not worth it.
        let [state] = states[..] else {
            return None;
        };
        let caller = match by {
            Move::Call(_) => {
                open.push(state);
                None
            }
            Move::Return(_) => match open.pop() {
                Some(caller) => Some(caller),
                None => {
                    let caller = caller_of(trace, i)?;
                    Some(exploration.state(trace.nodes[caller])[component])
                }
            },
            Move::Step(_) => None,
        };
        states = exploration.move_alone(component, state, caller, by)?;
        if states.is_empty() {
            return Some(i + 1);
        }
    }
    None
}

/// The last join without which all components together exclude the path, and how many
/// moves it takes until they are stuck.
fn last_to_blame(exploration: &mut Exploration<'_>, trace: &Trace<'_>) -> Option<(usize, usize)> {
    let joins: Vec<usize> = (1..trace.nodes.len())
        .filter(|&at| exploration.links(trace.nodes[at]).len() > 1)
        .collect();
    // Nothing is lost by merging less: what one join lets through, those behind it do.
    let (mut found, mut from, mut to) = (None, 0, joins.len());
    while from < to {
        let middle = if found.is_none() {
            from
        } else {
            from + (to - from) / 2
        };
        match blocked_together(exploration, trace, joins[middle]) {
            Some(stop) => {
                found = Some((joins[middle], stop));
                from = middle + 1;
            }
            None => to = middle,
        }
    }
    found
}

/// States that are followed at once without merging.
const MAX_FOLLOWED: usize = 64;

/// As [`blocked`], of all components together.
fn blocked_together(
    exploration: &mut Exploration<'_>,
    trace: &Trace<'_>,
    join: usize,
) -> Option<usize> {
    let before = exploration.state(trace.nodes[join - 1]).clone();
    // With the states that calls behind the join were made in.
    let mut states: Vec<(ProductState, Vec<ProductState>)> = vec![(before, Vec::new())];
    for (i, by) in trace.moves.iter().enumerate().skip(join - 1) {
        let mut next = Vec::new();
        for (state, mut open) in states {
            let caller = match by {
                Move::Call(_) => {
                    open.push(state.clone());
                    None
                }
                Move::Return(_) => match open.pop() {
                    Some(caller) => Some(caller),
                    None => {
                        let caller = caller_of(trace, i)?;
                        Some(exploration.state(trace.nodes[caller]).clone())
                    }
                },
                Move::Step(_) => None,
            };
            let after = exploration.move_together(&state, caller.as_ref(), by)?;
            next.extend(after.into_iter().map(|state| (state, open.clone())));
        }
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            return Some(i + 1);
        }
        if next.len() > MAX_FOLLOWED {
            return None;
        }
        states = next;
    }
    None
}

/// The point before the call that a move returns from.
fn caller_of(trace: &Trace<'_>, ret: usize) -> Option<usize> {
    let mut depth = 0;
    for at in (0..ret).rev() {
        match trace.moves[at] {
            Move::Return(_) => depth += 1,
            Move::Call(_) if depth == 0 => return Some(at),
            Move::Call(_) => depth -= 1,
            Move::Step(_) => {}
        }
    }
    None
}

/// Lines that a sentence names; the rest is counted.
const MAX_LINES: usize = 6;

fn tell(watch: &mut dyn Watch, program: &Program, what: &str, lesson: &Lesson) {
    let facts = match lesson.facts.is_empty() {
        true => "what is known by now".to_owned(),
        false => lesson.facts.join(", "),
    };
    let about = match lesson.places.is_empty() {
        true => &lesson.needed,
        false => &lesson.places,
    };
    let mut places: BTreeSet<(&str, u32)> = BTreeSet::new();
    for &(function, at) in about {
        let f = &program.functions[function];
        let edge = f.body.as_ref().and_then(|b| b.leaving(at).first());
        let span = edge.map_or(f.span, |e| e.span);
        let place = program.sources.position(span);
        places.extend(place.map(|p| (p.file, p.line)));
    }
    let mut text = format!("{what} by {facts} at ");
    let mut file = "";
    for (i, &(name, line)) in places.iter().take(MAX_LINES).enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        let _ = match name == file {
            true => write!(text, "{separator}{line}"),
            false => write!(text, "{separator}{name}:{line}"),
        };
        file = name;
    }
    if places.len() > MAX_LINES {
        let _ = write!(text, " and {} more", places.len() - MAX_LINES);
    }
    watch.refined(&text);
}

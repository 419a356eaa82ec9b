//! Rules for predicates that are closures: `t(v, u) = (n | m)*(v, u)`.
//!
//! The definition alone says little: a path through a summary node is never definite. These
//! rules say what a path must be like. T and N are the closure and its step; a path from v
//! to another individual has a first step and a last one, and can be chosen without
//! repetition, so that a single node does not step to itself.
//!
//! All hold for summary nodes: a definite value is one for all individuals of the nodes,
//! and every node has one.

use crate::Structure;
use crate::coerce::{Inconsistent, Progress};
use crate::program::{Touched, close, transpose};
use crate::structure::{Plane, Words, get, ones, put, same};
use crate::vocabulary::{Declarations, Definition, Predicate, Slot};
use logic::relational::{Formula, PredicateId};
use smallvec::SmallVec;

/// Which predicate is the closure of which, and whether that one is a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClosureLaw {
    closure: PredicateId,
    steps: Vec<PredicateId>,
    functional: bool,
}

#[derive(Debug)]
pub(crate) struct ClosureRule {
    pub law: ClosureLaw,
    closure: usize,
    steps: Vec<usize>,
    /// The step is one partial function.
    functional: bool,
}

/// The binary predicates of which this defines the closure.
pub(crate) fn steps_of(definition: &Definition) -> Option<Vec<PredicateId>> {
    let Formula::Closure {
        a,
        b,
        step,
        from,
        to,
    } = &definition.formula
    else {
        return None;
    };
    if definition.parameters[..] != [*from, *to] || from == to || a == b {
        return None;
    }
    let parts = match &**step {
        Formula::Or(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    parts
        .iter()
        .map(|part| match part {
            Formula::Binary(p, v, u) if v == a && u == b => Some(*p),
            _ => None,
        })
        .collect()
}

impl ClosureRule {
    /// The closures among the definitions, where they are, and clauses that follow from them.
    pub(crate) fn all(declarations: &Declarations) -> (Vec<ClosureRule>, Vec<usize>, Vec<Formula>) {
        let find = |p: PredicateId| declarations.predicates.iter().find(|own| own.id == p);
        let (mut rules, mut places, mut clauses) = (Vec::new(), Vec::new(), Vec::new());
        for (i, p) in declarations.predicates.iter().enumerate() {
            let Some(ids) = p.definition.as_ref().and_then(steps_of) else {
                continue;
            };
            let Some(steps) = ids
                .iter()
                .map(|id| find(*id))
                .collect::<Option<Vec<&Predicate>>>()
            else {
                continue;
            };
            let slots = steps.iter().map(|p| match p.slot {
                Slot::Binary(i) => Some(i),
                Slot::Nullary(_) | Slot::Unary(_) => None,
            });
            let (Slot::Binary(closure), Some(slots)) =
                (p.slot, slots.collect::<Option<Vec<usize>>>())
            else {
                continue;
            };
            let functional = matches!(steps[..], [step] if step.traits.unique);
            rules.push(ClosureRule {
                law: ClosureLaw {
                    closure: p.id,
                    steps: ids.clone(),
                    functional,
                },
                closure,
                steps: slots,
                functional,
            });
            places.push(i);
            clauses.extend(
                declarations
                    .predicates
                    .iter()
                    .filter_map(|c| antisymmetry(c, p.id, &ids)),
            );
        }
        (rules, places, clauses)
    }

    /// What it reads and changes.
    pub(crate) fn touched(&self) -> Touched {
        let own = Touched::slot(Slot::Binary(self.closure));
        self.steps.iter().fold(own, |all, step| {
            all.with(Touched::slot(Slot::Binary(*step)))
        })
    }

    pub(crate) fn apply(&self, s: &mut Structure) -> Progress {
        // Almost all structures have rows of one word.
        if s.words_per_row() == 1 {
            self.sharpen::<true>(s)
        } else {
            self.sharpen::<false>(s)
        }
    }

    fn sharpen<const ONE: bool>(&self, s: &mut Structure) -> Progress {
        let n = s.node_count();
        let w = if ONE { 1 } else { s.words_per_row() };
        let row = |node: usize| node * w..(node + 1) * w;
        let union = |s: &Structure, plane| {
            let mut all = Words::from_slice(s.binary_plane(self.steps[0], plane));
            for step in &self.steps[1..] {
                all.iter_mut()
                    .zip(s.binary_plane(*step, plane))
                    .for_each(|(a, b)| *a |= b);
            }
            all
        };
        let (step_must, mut step_may) = (union(s, Plane::Must), union(s, Plane::May));
        let mut must = Words::from_slice(s.binary_plane(self.closure, Plane::Must));
        let mut may = Words::from_slice(s.binary_plane(self.closure, Plane::May));

        // N => T, T reflexive and transitive.
        must.iter_mut().zip(&step_must).for_each(|(a, b)| *a |= b);
        for node in 0..n {
            if !get(&may[row(node)], node) {
                return Err(Inconsistent);
            }
            if !s.is_summary(node) {
                put(&mut must[row(node)], node, true);
                // A path need not stay.
                put(&mut step_may[row(node)], node, false);
            }
        }
        close(&mut must, n, w);

        // From here on T and its transpose are narrowed together.
        let mut back = transposed::<ONE>(&may, n, w);
        let step_back = transposed::<ONE>(&step_may, n, w);
        narrow::<ONE>(&mut may, &step_may, &must, n, w);
        meet_transposed::<ONE>(&mut back, &may, n, w);
        let must_back = transposed::<ONE>(&must, n, w);
        narrow::<ONE>(&mut back, &step_back, &must_back, n, w);
        meet_transposed::<ONE>(&mut may, &back, n, w);

        if self.functional {
            one_path::<ONE>(&mut must, &mut may, &mut back, n, w);
        }
        if !within(&must, &may) {
            return Err(Inconsistent);
        }

        // A definite path with one possible first step, or last one.
        let summaries: SmallVec<[u64; 1]> = SmallVec::from_slice(s.summaries());
        let mut definite = Words::from_elem(0, n * w);
        {
            let (definite, must) = (&mut definite[..], &mut must[..]);
            let (step_may, step_back) = (&step_may[..], &step_back[..]);
            let (may, back, summaries) = (&may[..], &back[..], &summaries[..]);
            for from in 0..n {
                let reached: SmallVec<[u64; 1]> = SmallVec::from_slice(&must[row(from)]);
                for to in ones(&reached).filter(|to| *to != from) {
                    let first = intersection(&step_may[row(from)], &back[row(to)])?;
                    if let Some(node) = first.filter(|node| !get(summaries, *node)) {
                        put(&mut definite[row(from)], node, true);
                        put(&mut must[row(node)], to, true);
                    }
                    let last = intersection(&may[row(from)], &step_back[row(to)])?;
                    if let Some(node) = last.filter(|node| !get(summaries, *node)) {
                        put(&mut definite[row(node)], to, true);
                        put(&mut must[row(from)], node, true);
                    }
                }
            }
        }
        let mut changed = store(s, self.closure, Plane::Must, &must);
        changed = changed.with(store(s, self.closure, Plane::May, &may));
        // not T => not N.
        let (mut possible, mut ambiguous) =
            (Words::from_elem(0, n * w), Words::from_elem(0, n * w));
        for step in &self.steps {
            let mut narrowed = Words::from_slice(s.binary_plane(*step, Plane::May));
            narrowed.iter_mut().zip(&may).for_each(|(a, b)| *a &= b);
            if !within(s.binary_plane(*step, Plane::Must), &narrowed) {
                return Err(Inconsistent);
            }
            changed = changed.with(store(s, *step, Plane::May, &narrowed));
            let both = possible.iter_mut().zip(&mut ambiguous).zip(&narrowed);
            both.for_each(|((one, more), may)| {
                *more |= *one & may;
                *one |= may;
            });
        }
        if !within(&definite, &possible) {
            return Err(Inconsistent);
        }
        let mut known = definite;
        known.iter_mut().zip(&ambiguous).for_each(|(a, b)| *a &= !b);
        for step in &self.steps {
            let mut must = Words::from_slice(s.binary_plane(*step, Plane::Must));
            let others = known.iter().zip(s.binary_plane(*step, Plane::May));
            must.iter_mut()
                .zip(others)
                .for_each(|(must, (known, may))| *must |= known & may);
            changed = changed.with(store(s, *step, Plane::Must, &must));
        }
        Ok(changed)
    }
}

/// Whether all of the one is in the other.
fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | (a & !b)) == 0
}

/// Of two individuals on the path from a third, one reaches the other.
fn one_path<const ONE: bool>(
    must: &mut [u64],
    may: &mut [u64],
    back: &mut [u64],
    n: usize,
    w: usize,
) {
    let w = if ONE { 1 } else { w };
    let mut common = Words::from_elem(0, n * w);
    let common = &mut common[..];
    if ONE {
        for row in must.iter().copied() {
            let reached = common.iter_mut().enumerate();
            reached.for_each(|(a, to)| *to |= row & all_if(row, a));
        }
        for from in 0..n {
            let nodes = may.iter().zip(&*back).enumerate();
            may[from] &= nodes.fold(!0, |left, (a, (may, back))| {
                left & (may | back | !all_if(must[from], a))
            });
        }
        must.iter_mut()
            .zip(common.iter().zip(&*back))
            .for_each(|(must, (common, back))| *must |= common & !back);
        meet_transposed::<ONE>(back, may, n, w);
        return;
    }
    for from in 0..n {
        for a in ones(&must[from * w..(from + 1) * w]) {
            for i in 0..w {
                common[a * w + i] |= must[from * w + i];
            }
        }
    }
    for from in 0..n {
        for a in ones(&must[from * w..(from + 1) * w]) {
            for i in 0..w {
                may[from * w + i] &= may[a * w + i] | back[a * w + i];
            }
        }
    }
    for a in 0..n * w {
        must[a] |= common[a] & !back[a];
    }
    meet_transposed::<ONE>(back, may, n, w);
}

/// T(v, w) only if v is w or some step of v leads to what may reach w; and what v surely
/// reaches reaches nothing that v does not.
fn narrow<const ONE: bool>(may: &mut [u64], step_may: &[u64], must: &[u64], n: usize, w: usize) {
    if ONE {
        for from in 0..n {
            let nodes = may.iter().enumerate();
            may[from] &= nodes.fold(1 << from, |support, (next, may)| {
                support | (may & all_if(step_may[from], next))
            });
        }
        for from in 0..n {
            let (own, row) = (may[from], must[from]);
            let nodes = may.iter_mut().enumerate();
            nodes.for_each(|(reached, may)| *may &= own | !all_if(row, reached));
        }
        return;
    }
    let mut support: SmallVec<[u64; 1]> = SmallVec::from_elem(0, w);
    for from in 0..n {
        support.fill(0);
        put(&mut support, from, true);
        for next in ones(&step_may[from * w..(from + 1) * w]) {
            support
                .iter_mut()
                .zip(&may[next * w..(next + 1) * w])
                .for_each(|(a, b)| *a |= b);
        }
        may[from * w..(from + 1) * w]
            .iter_mut()
            .zip(&support)
            .for_each(|(a, b)| *a &= b);
    }
    for from in 0..n {
        support.copy_from_slice(&may[from * w..(from + 1) * w]);
        for reached in ones(&must[from * w..(from + 1) * w]) {
            may[reached * w..(reached + 1) * w]
                .iter_mut()
                .zip(&support)
                .for_each(|(a, b)| *a &= b);
        }
    }
}

/// All ones if the node is in the row, by arithmetic: in small structures that is faster than
/// to look for the nodes of a row.
#[inline]
fn all_if(row: u64, node: usize) -> u64 {
    (row >> node & 1).wrapping_neg()
}

fn transposed<const ONE: bool>(matrix: &[u64], n: usize, w: usize) -> Words {
    let mut new = Words::from_elem(0, matrix.len());
    transpose(matrix, &mut new, n, if ONE { 1 } else { w });
    new
}

fn meet_transposed<const ONE: bool>(matrix: &mut [u64], other: &[u64], n: usize, w: usize) {
    let other = transposed::<ONE>(other, n, w);
    matrix.iter_mut().zip(&other).for_each(|(a, b)| *a &= b);
}

/// The only node in both rows; an error if there is none.
fn intersection(a: &[u64], b: &[u64]) -> Result<Option<usize>, Inconsistent> {
    let both = a
        .iter()
        .zip(b)
        .enumerate()
        .filter(|(_, (a, b))| **a & **b != 0);
    let mut found = None;
    for (i, (a, b)) in both {
        let word = a & b;
        if found.is_some() || !word.is_power_of_two() {
            return Ok(None);
        }
        found = Some(i * 64 + word.trailing_zeros() as usize);
    }
    match found {
        Some(node) => Ok(Some(node)),
        None => Err(Inconsistent),
    }
}

fn store(s: &mut Structure, slot: usize, plane: Plane, words: &[u64]) -> Touched {
    let own = s.binary_plane_mut(slot, plane);
    let changed = !same(own, words);
    own.copy_from_slice(words);
    Touched::plane(Slot::Binary(slot), plane).when(changed)
}

/// `c(v) = exists u. n(v, u) & t(u, v)` says that v lies on a cycle. What does not, and
/// reaches another and is reached by it, would.
fn antisymmetry(c: &Predicate, closure: PredicateId, steps: &[PredicateId]) -> Option<Formula> {
    let definition = c.definition.as_ref()?;
    let ([v], Formula::Exists(u, body), [step]) =
        (&definition.parameters[..], &definition.formula, steps)
    else {
        return None;
    };
    let wanted = [
        Formula::Binary(*step, *v, *u),
        Formula::Binary(closure, *u, *v),
    ];
    let Formula::And(parts) = &**body else {
        return None;
    };
    if parts.len() != 2 || !wanted.iter().all(|f| parts.contains(f)) {
        return None;
    }
    Some(Formula::or([
        Formula::not(Formula::Binary(closure, *v, *u)),
        Formula::not(Formula::Binary(closure, *u, *v)),
        Formula::Unary(c.id, *v),
        Formula::equal(*v, *u),
    ]))
}

//! Coerce: what the rules of a vocabulary say about one structure (TOPLAS 2002, section 6.4).
//!
//! Rules are applied until nothing changes. They make unknown values definite, make summary
//! nodes single, or find that the structure stands for nothing.

use crate::Structure;
use crate::clauses::{self, Kind, Rule, Target};
use crate::closures::ClosureRule;
use crate::program::{Machine, Touched};
use crate::structure::{Plane, get, ones, put};
use crate::vocabulary::{Declarations, Slot};
use smallvec::SmallVec;

#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// Rules, what they read and what they change.
    agenda: Vec<(Turn, Touched, Touched)>,
}

#[derive(Debug)]
enum Turn {
    Unique(Slot),
    Closure(ClosureRule),
    Clause(Rule),
}

/// The structure stands for nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Inconsistent;

/// Whether something changed.
pub(crate) type Progress = Result<bool, Inconsistent>;

impl Rules {
    pub(crate) fn new(declarations: &Declarations) -> Rules {
        let mut agenda = Vec::new();
        for p in declarations.predicates.iter().filter(|p| p.traits.unique) {
            let own = Touched::slot(p.slot);
            agenda.push((Turn::Unique(p.slot), own, own.with(Touched::SUMMARIES)));
        }
        let (closures, skip, more) = ClosureRule::all(declarations);
        for rule in closures {
            let own = rule.touched();
            agenda.push((Turn::Closure(rule), own.with(Touched::SUMMARIES), own));
        }
        for rule in clauses::rules(declarations, &|i| skip.contains(&i), &more) {
            let (reads, writes) = (rule.reads, rule.writes);
            agenda.push((Turn::Clause(rule), reads, writes));
        }
        Rules { agenda }
    }

    /// `changed`: what changed since the rules were last applied to this structure.
    pub(crate) fn coerce(
        &self,
        s: &mut Structure,
        machine: &mut Machine,
        changed: Touched,
    ) -> Result<(), Inconsistent> {
        let mut waiting: SmallVec<[bool; 128]> = self
            .agenda
            .iter()
            .map(|(_, reads, _)| reads.meets(changed))
            .collect();
        loop {
            let mut idle = true;
            for (i, (rule, _, writes)) in self.agenda.iter().enumerate() {
                if !std::mem::take(&mut waiting[i]) {
                    continue;
                }
                idle = false;
                let progress = match rule {
                    Turn::Unique(slot) => unique(s, *slot)?,
                    Turn::Closure(rule) => rule.apply(s)?,
                    Turn::Clause(rule) => apply(rule, s, machine)?,
                };
                if progress {
                    for (waiting, (_, reads, _)) in waiting.iter_mut().zip(&self.agenda) {
                        *waiting |= reads.meets(*writes);
                    }
                }
            }
            if idle {
                return Ok(());
            }
        }
    }
}

/// At most one individual: where it must be, it is alone, and nowhere else.
fn unique(s: &mut Structure, slot: Slot) -> Progress {
    let mut changed = false;
    match slot {
        Slot::Nullary(_) => {}
        Slot::Unary(i) => {
            if let Some(node) = at_most_one(s.unary_plane(i, Plane::Must))? {
                changed |= single(s, node);
                changed |= only(s.unary_plane_mut(i, Plane::May), node);
            }
        }
        Slot::Binary(i) => {
            for source in 0..s.node_count() {
                if let Some(node) = at_most_one(s.binary_row(i, Plane::Must, source))? {
                    changed |= single(s, node);
                    changed |= only(s.binary_row_mut(i, Plane::May, source), node);
                }
            }
        }
    }
    Ok(changed)
}

fn at_most_one(row: &[u64]) -> Result<Option<usize>, Inconsistent> {
    let mut nodes = ones(row);
    let first = nodes.next();
    match nodes.next() {
        Some(_) => Err(Inconsistent),
        None => Ok(first),
    }
}

pub(crate) fn single(s: &mut Structure, node: usize) -> bool {
    let was = s.is_summary(node);
    s.set_summary(node, false);
    was
}

fn only(row: &mut [u64], node: usize) -> bool {
    let mut changed = false;
    for (i, word) in row.iter_mut().enumerate() {
        let keep = if i == node / 64 {
            *word & (1 << (node % 64))
        } else {
            0
        };
        changed |= keep != *word;
        *word = keep;
    }
    changed
}

/// Whether the predicate has no unknown value.
fn settled(s: &Structure, target: Target) -> bool {
    match target {
        Target::Nullary(i) => s.nullary_bit(i, Plane::Must) == s.nullary_bit(i, Plane::May),
        Target::Unary(i, _) => s.unary_plane(i, Plane::Must) == s.unary_plane(i, Plane::May),
        Target::Binary(i, _, _) => s.binary_plane(i, Plane::Must) == s.binary_plane(i, Plane::May),
        Target::Equal(..) => s.summaries().iter().all(|word| *word == 0),
    }
}

fn apply(rule: &Rule, s: &mut Structure, machine: &mut Machine) -> Progress {
    let nothing_open = match &rule.kind {
        Kind::Conflict { .. } => false,
        Kind::Derive { target, .. } => settled(s, *target),
        Kind::Witness { targets, .. } => targets.iter().all(|(target, _)| settled(s, *target)),
    };
    if nothing_open && !rule.sees_conflict {
        return Ok(false);
    }
    machine.run(&rule.program, s);
    let value = |r| machine.value(&rule.program, r);
    match &rule.kind {
        Kind::Conflict { condition } => {
            if value(*condition)[0] != 0 {
                Err(Inconsistent)
            } else {
                Ok(false)
            }
        }
        Kind::Derive {
            condition,
            target,
            value: to,
        } => derive(s, value(*condition), *target, *to),
        Kind::Witness {
            condition,
            candidates,
            targets,
        } => witness(
            s,
            value(*condition),
            value(*candidates),
            targets,
            machine,
            rule,
        ),
    }
}

/// `must`/`may` of a range of words: all where `condition` is become `to`.
fn settle(s: &mut Structure, slot: Slot, condition: &[u64], to: bool) -> Progress {
    let (must, may): (&[u64], &[u64]) = match slot {
        Slot::Unary(i) => (s.unary_plane(i, Plane::Must), s.unary_plane(i, Plane::May)),
        Slot::Binary(i) => (
            s.binary_plane(i, Plane::Must),
            s.binary_plane(i, Plane::May),
        ),
        Slot::Nullary(_) => unreachable!("a nullary predicate has no row"),
    };
    let mut changed = false;
    for ((c, must), may) in condition.iter().zip(must).zip(may) {
        let (against, open) = if to { (!may, !must) } else { (*must, *may) };
        if c & against != 0 {
            return Err(Inconsistent);
        }
        changed |= c & open != 0;
    }
    if changed {
        let plane = if to { Plane::Must } else { Plane::May };
        let words = match slot {
            Slot::Unary(i) => s.unary_plane_mut(i, plane),
            Slot::Binary(i) => s.binary_plane_mut(i, plane),
            Slot::Nullary(_) => unreachable!("a nullary predicate has no row"),
        };
        for (word, c) in words.iter_mut().zip(condition) {
            *word = if to { *word | c } else { *word & !c };
        }
    }
    Ok(changed)
}

fn derive(s: &mut Structure, condition: &[u64], target: Target, to: bool) -> Progress {
    if condition.iter().all(|word| *word == 0) {
        return Ok(false);
    }
    let w = s.words_per_row();
    match target {
        Target::Nullary(i) => nullary(s, i, to),
        Target::Unary(i, _) => settle(s, Slot::Unary(i), condition, to),
        Target::Binary(i, a, b) if a < b => settle(s, Slot::Binary(i), condition, to),
        Target::Binary(i, a, b) => {
            let mut changed = false;
            for node in 0..s.node_count() {
                // The condition is over the literal's variables in their own order.
                if a == b {
                    if get(condition, node) {
                        changed |= entry(s, i, node, node, to, true)?;
                    }
                } else {
                    for other in ones(&condition[node * w..(node + 1) * w]) {
                        changed |= entry(s, i, other, node, to, false)?;
                    }
                }
            }
            Ok(changed)
        }
        Target::Equal(..) => {
            let mut changed = false;
            for node in 0..s.node_count() {
                for other in ones(&condition[node * w..(node + 1) * w]) {
                    changed |= equal(s, node, other, to)?;
                }
            }
            Ok(changed)
        }
    }
}

fn nullary(s: &mut Structure, i: usize, to: bool) -> Progress {
    if s.nullary_bit(i, if to { Plane::May } else { Plane::Must }) != to {
        return Err(Inconsistent);
    }
    let plane = if to { Plane::Must } else { Plane::May };
    let changed = s.nullary_bit(i, plane) != to;
    s.put_nullary(i, plane, to);
    Ok(changed)
}

/// One individual, or all pairs of two, are the same or are not.
fn equal(s: &mut Structure, a: usize, b: usize, to: bool) -> Progress {
    match (a == b, to) {
        (true, true) => Ok(single(s, a)),
        (false, false) => Ok(false),
        (true, false) | (false, true) => Err(Inconsistent),
    }
}

/// `diagonal`: known only of an individual with itself, which is less than the entry of a
/// summary node says.
fn entry(s: &mut Structure, i: usize, a: usize, b: usize, to: bool, diagonal: bool) -> Progress {
    let (against, plane) = if to {
        (Plane::May, Plane::Must)
    } else {
        (Plane::Must, Plane::May)
    };
    if get(s.binary_row(i, against, a), b) != to {
        return Err(Inconsistent);
    }
    let changed = get(s.binary_row(i, plane, a), b) != to;
    if !changed || (diagonal && s.is_summary(a)) {
        return Ok(false);
    }
    put(s.binary_row_mut(i, plane, a), b, to);
    Ok(true)
}

fn unary_entry(s: &mut Structure, i: usize, node: usize, to: bool) -> Progress {
    let (against, plane) = if to {
        (Plane::May, Plane::Must)
    } else {
        (Plane::Must, Plane::May)
    };
    if get(s.unary_plane(i, against), node) != to {
        return Err(Inconsistent);
    }
    let changed = get(s.unary_plane(i, plane), node) != to;
    put(s.unary_plane_mut(i, plane), node, to);
    Ok(changed)
}

fn witness(
    s: &mut Structure,
    condition: &[u64],
    candidates: &[u64],
    targets: &[(Target, bool)],
    machine: &Machine,
    rule: &Rule,
) -> Progress {
    let Kind::Witness {
        condition: register,
        ..
    } = &rule.kind
    else {
        return Ok(false);
    };
    let closed = machine.rank(&rule.program, *register) == 0;
    let w = s.words_per_row();
    let mut changed = false;
    let mut found =
        |s: &mut Structure, source: Option<usize>, row: &[u64]| -> Result<(), Inconsistent> {
            let mut nodes = ones(row);
            let (Some(one), None) = (nodes.next(), nodes.next()) else {
                return Ok(());
            };
            if s.is_summary(one) {
                return Ok(());
            }
            let node = |argument: usize| {
                if argument == 0 {
                    source.unwrap_or(one)
                } else {
                    one
                }
            };
            for (target, to) in targets {
                changed |= match *target {
                    Target::Nullary(i) => nullary(s, i, *to)?,
                    Target::Unary(i, a) => unary_entry(s, i, node(a), *to)?,
                    Target::Binary(i, a, b) => entry(s, i, node(a), node(b), *to, a == b)?,
                    Target::Equal(a, b) => equal(s, node(a), node(b), *to)?,
                };
            }
            Ok(())
        };
    if closed {
        if condition[0] != 0 {
            found(s, None, candidates)?;
        }
    } else {
        for source in ones(condition) {
            found(s, Some(source), &candidates[source * w..(source + 1) * w])?;
        }
    }
    Ok(changed)
}

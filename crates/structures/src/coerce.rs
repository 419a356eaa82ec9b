//! Coerce: what the rules of a vocabulary say about one structure (TOPLAS 2002, section 6.4).
//!
//! Rules are applied until nothing changes. They make unknown values definite, make summary
//! nodes single, or find that the structure stands for nothing.

use crate::Structure;
use crate::clauses::{self, Again, Kind, Law, Rule, Target};
use crate::closures::ClosureRule;
use crate::program::{Machine, Touched};
use crate::structure::{Plane, Words, get, is_zero, ones, put, same};
use crate::vocabulary::{Declarations, Slot};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The next vocabulary's rules have this id.
static IDS: AtomicU64 = AtomicU64::new(0);

#[derive(Debug)]
pub(crate) struct Rules {
    agenda: Vec<Entry>,
    /// For each bit of [`Touched`] the rules that read it.
    readers: Readers,
    /// The same for rules for which it matters how often they are applied.
    eager: Readers,
    /// These rules are applied to a structure of which [`Coerced`] is known.
    again: Waiting,
    again_if_split: Waiting,
    all: Waiting,
    /// Which rules come from which law.
    laws: FxHashMap<Law, Waiting>,
    id: u64,
}

/// What is known of a structure besides its value: the rules of which vocabularies, by their
/// id, were applied until nothing changed, and nothing changed since; and whether a summary
/// node was split before and not all rules were applied. See [`Rule::again`]. What is found
/// out of one copy of a structure is known of all; `None`: no one will ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coerced(Option<Rc<RefCell<Ids>>>);

type Ids = SmallVec<[(u64, bool); 2]>;

impl Coerced {
    /// Nothing is known yet.
    pub(crate) fn unknown() -> Coerced {
        Coerced(Some(Rc::default()))
    }

    fn get(&self, id: u64) -> Option<bool> {
        let known = self.0.as_ref()?.borrow();
        known.iter().find(|(own, _)| *own == id).map(|(_, s)| *s)
    }

    fn set(&self, id: u64, split: bool) {
        if let Some(known) = &self.0 {
            let mut known = known.borrow_mut();
            known.retain(|(own, _)| *own != id);
            known.push((id, split));
        }
    }
}

/// Equal structures may differ in what is known of them.
impl PartialEq for Coerced {
    fn eq(&self, _: &Coerced) -> bool {
        true
    }
}

impl Eq for Coerced {}

impl PartialOrd for Coerced {
    fn partial_cmp(&self, other: &Coerced) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coerced {
    fn cmp(&self, _: &Coerced) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Coerced {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

type Readers = [Waiting; Touched::BITS];

#[derive(Debug)]
struct Entry {
    rule: Turn,
    /// The eager rules that read what this one may change.
    wakes: Waiting,
}

#[derive(Debug)]
enum Turn {
    Unique(Slot),
    Closure(ClosureRule),
    Clause(Rule),
}

/// A set of rules, by their places in the agenda.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting(SmallVec<[u64; 4]>);

impl Waiting {
    fn add(&mut self, other: &Waiting) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn remove(&mut self, other: &Waiting) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    fn add_readers(&mut self, readers: &Readers, of: Touched) {
        of.bits().for_each(|bit| self.add(&readers[bit]));
    }

    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// The first from this place on, or from the beginning; it waits no longer.
    fn take(&mut self, from: usize) -> Option<usize> {
        let words = self.0.len();
        let first = from / 64;
        // The word of the place is looked at twice: for what is after it, and before.
        for i in first..=first + words {
            let at = i % words;
            let late = if i == first { !0 << (from % 64) } else { !0 };
            let found = self.0[at] & late;
            if found != 0 {
                self.0[at] &= !(1 << found.trailing_zeros());
                return Some(at * 64 + found.trailing_zeros() as usize);
            }
        }
        None
    }
}

/// The structure stands for nothing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Inconsistent;

/// What changed.
pub(crate) type Progress = Result<Touched, Inconsistent>;

/// Whether something changed.
type Changed = Result<bool, Inconsistent>;

impl Rules {
    pub(crate) fn new(declarations: &Declarations) -> Rules {
        // Rules, what they read and what they change; laws, and how many rules they have.
        let mut agenda: Vec<(Turn, Touched, Touched)> = Vec::new();
        let mut laws: Vec<(Law, usize)> = Vec::new();
        for p in declarations.predicates.iter().filter(|p| p.traits.unique) {
            let own = Touched::slot(p.slot);
            let reads = Touched::plane(p.slot, Plane::Must);
            agenda.push((Turn::Unique(p.slot), reads, own.with(Touched::SUMMARIES)));
            laws.push((Law::Unique(p.id, std::mem::discriminant(&p.slot)), 1));
        }
        let (closures, skip, more) = ClosureRule::all(declarations);
        for rule in closures {
            let own = rule.touched();
            laws.push((Law::Closure(rule.law.clone()), 1));
            agenda.push((Turn::Closure(rule), own.with(Touched::SUMMARIES), own));
        }
        for (law, rules) in clauses::rules(declarations, &|i| skip.contains(&i), &more) {
            laws.push((law, rules.len()));
            for rule in rules {
                let (reads, writes) = (rule.reads, rule.writes);
                agenda.push((Turn::Clause(rule), reads, writes));
            }
        }
        // With a bit for the place after the last rule.
        let none = Waiting(SmallVec::from_elem(0, agenda.len() / 64 + 1));
        let mut readers: Readers = std::array::from_fn(|_| none.clone());
        let mut eager = readers.clone();
        let (mut again, mut again_if_split) = (none.clone(), none.clone());
        for (i, (rule, reads, _)) in agenda.iter().enumerate() {
            let when = match rule {
                Turn::Unique(_) | Turn::Closure(_) => Again::Never,
                Turn::Clause(rule) => rule.again(),
            };
            let (readers, reads) = match when {
                Again::Never => (&mut readers, *reads),
                Again::IfSplit | Again::Always => (&mut eager, reads.slots()),
            };
            reads.bits().for_each(|bit| readers[bit].insert(i));
            if when >= Again::IfSplit {
                again_if_split.insert(i);
            }
            if when >= Again::Always {
                again.insert(i);
            }
        }
        let mut next = 0;
        let mut of_laws: FxHashMap<Law, Waiting> = FxHashMap::default();
        for (law, count) in laws {
            let rules = of_laws.entry(law).or_insert_with(|| none.clone());
            (next..next + count).for_each(|i| rules.insert(i));
            next += count;
        }
        let mut all = none.clone();
        all.add_readers(&readers, Touched::ALL);
        all.add_readers(&eager, Touched::ALL);
        let entry = |(rule, _, writes): (Turn, Touched, Touched)| {
            let mut wakes = none.clone();
            wakes.add_readers(&eager, writes);
            Entry { rule, wakes }
        };
        Rules {
            agenda: agenda.into_iter().map(entry).collect(),
            readers,
            eager,
            again,
            again_if_split,
            all,
            laws: of_laws,
            id: IDS.fetch_add(1, Relaxed),
        }
    }

    /// For a structure to which the rules were just applied. `split`: it has a part of a
    /// summary node that it had not when all rules were.
    pub(crate) fn applied(&self, split: bool) -> Coerced {
        let coerced = Coerced::unknown();
        coerced.set(self.id, split);
        coerced
    }

    /// The rules to apply to a structure to which those of the other vocabulary were, besides
    /// those that read what has changed since.
    pub(crate) fn beyond(&self, other: &Rules) -> Waiting {
        let mut beyond = self.all.clone();
        for (law, rules) in &self.laws {
            if other.laws.contains_key(law) {
                beyond.remove(rules);
            }
        }
        beyond.add_readers(&self.eager, Touched::ALL);
        beyond
    }

    /// Applies all rules, but for those that are known to have nothing to say.
    pub(crate) fn coerce_all(
        &self,
        s: &mut Structure,
        machine: &mut Machine,
    ) -> Result<(), Inconsistent> {
        let rules = match s.coerced.get(self.id) {
            Some(false) => &self.again,
            Some(true) => &self.again_if_split,
            None => &self.all,
        };
        if !self.run(s, machine, rules.clone())? {
            s.coerced.set(self.id, false);
        }
        Ok(())
    }

    /// Applies some rules, and those that read what has changed since they were all applied.
    pub(crate) fn coerce_some(
        &self,
        s: &mut Structure,
        machine: &mut Machine,
        rules: &Waiting,
        changed: Touched,
    ) -> Result<(), Inconsistent> {
        let mut waiting = rules.clone();
        waiting.add_readers(&self.readers, changed);
        waiting.add_readers(&self.eager, changed);
        self.run(s, machine, waiting).map(drop)
    }

    /// `changed`: what changed since the rules were last applied to this structure, and
    /// what eager rules believe to have changed.
    pub(crate) fn coerce(
        &self,
        s: &mut Structure,
        machine: &mut Machine,
        changed: Touched,
        eagerly: Touched,
    ) -> Result<(), Inconsistent> {
        let mut waiting = Waiting(SmallVec::from_elem(0, self.agenda.len() / 64 + 1));
        waiting.add_readers(&self.readers, changed);
        waiting.add_readers(&self.eager, eagerly);
        self.run(s, machine, waiting).map(drop)
    }

    /// Whether something changed.
    fn run(&self, s: &mut Structure, machine: &mut Machine, mut waiting: Waiting) -> Changed {
        if is_zero(&waiting.0) {
            return Ok(false);
        }
        let (mut next, mut progress) = (0, false);
        machine.load(s);
        while let Some(i) = waiting.take(next) {
            let Entry { rule, wakes } = &self.agenda[i];
            let changed = match rule {
                Turn::Unique(slot) => unique(&mut machine.s, *slot)?,
                Turn::Closure(rule) => rule.apply(&mut machine.s)?,
                Turn::Clause(rule) if apply(rule, machine)? => rule.writes,
                Turn::Clause(_) => Touched::default(),
            };
            if !changed.is_empty() {
                progress = true;
                machine.changed();
                waiting.add(wakes);
                waiting.add_readers(&self.readers, changed);
            }
            next = i + 1;
        }
        if progress {
            machine.s.unload(s);
        }
        Ok(progress)
    }
}

/// At most one individual: where it must be, it is alone, and nowhere else.
fn unique(s: &mut Structure, slot: Slot) -> Progress {
    let (mut alone, mut nowhere_else) = (false, false);
    match slot {
        Slot::Nullary(_) => {}
        Slot::Unary(i) => {
            if let Some(node) = at_most_one(s.unary_plane(i, Plane::Must))? {
                alone |= single(s, node);
                nowhere_else |= only(s.unary_plane_mut(i, Plane::May), node);
            }
        }
        Slot::Binary(i) => {
            for source in 0..s.node_count() {
                if let Some(node) = at_most_one(s.binary_row(i, Plane::Must, source))? {
                    alone |= single(s, node);
                    nowhere_else |= only(s.binary_row_mut(i, Plane::May, source), node);
                }
            }
        }
    }
    let summaries = Touched::SUMMARIES.when(alone);
    Ok(summaries.with(Touched::plane(slot, Plane::May).when(nowhere_else)))
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
        Target::Unary(i, _) => same(s.unary_plane(i, Plane::Must), s.unary_plane(i, Plane::May)),
        Target::Binary(i, _, _) => same(
            s.binary_plane(i, Plane::Must),
            s.binary_plane(i, Plane::May),
        ),
        Target::Equal(..) => s.summaries().iter().all(|word| *word == 0),
    }
}

fn apply(rule: &Rule, machine: &mut Machine) -> Changed {
    let nothing_open = match &rule.kind {
        Kind::Conflict => false,
        Kind::Derive { target, .. } => settled(&machine.s, *target),
        Kind::Witness { targets, .. } => targets
            .iter()
            .all(|(target, _)| settled(&machine.s, *target)),
    };
    if nothing_open && !rule.sees_conflict {
        return Ok(false);
    }
    if !machine.run(&rule.program) {
        return Ok(false);
    }
    match &rule.kind {
        Kind::Conflict => Err(Inconsistent),
        Kind::Derive {
            condition,
            target,
            value,
        } => {
            let condition = machine.range(&rule.program, *condition);
            derive(&mut machine.s, condition, *target, *value)
        }
        Kind::Witness {
            condition,
            candidates,
            targets,
        } => {
            // A copy: what is found may change what the condition is.
            let sources = Words::from_slice(machine.value(&rule.program, *condition));
            let sources = (rule.program.rank(*condition) > 0).then_some(&sources[..]);
            let candidates = machine.range(&rule.program, *candidates);
            witness(&mut machine.s, sources, candidates, targets)
        }
    }
}

/// All where the condition (a range of the structure's words) is become `to`.
fn settle(s: &mut Structure, slot: Slot, condition: Range<usize>, to: bool) -> Changed {
    let (must, may) = match slot {
        Slot::Unary(i) => (
            s.unary_offset(i, Plane::Must),
            s.unary_offset(i, Plane::May),
        ),
        Slot::Binary(i) => (
            s.binary_offset(i, Plane::Must),
            s.binary_offset(i, Plane::May),
        ),
        Slot::Nullary(_) => unreachable!("a nullary predicate has no row"),
    };
    let mut changed = false;
    let words = s.words_mut();
    for (i, c) in condition.clone().enumerate() {
        let (c, must, may) = (words[c], words[must + i], words[may + i]);
        let (against, open) = if to { (!may, !must) } else { (must, may) };
        if c & against != 0 {
            return Err(Inconsistent);
        }
        changed |= c & open != 0;
    }
    if changed {
        for (i, c) in condition.enumerate() {
            if to {
                words[must + i] |= words[c];
            } else {
                words[may + i] &= !words[c];
            }
        }
    }
    Ok(changed)
}

fn derive(s: &mut Structure, condition: Range<usize>, target: Target, to: bool) -> Changed {
    match target {
        Target::Nullary(i) => nullary(s, i, to),
        Target::Unary(i, _) => settle(s, Slot::Unary(i), condition, to),
        // The condition is over the arguments in their order.
        Target::Binary(i, a, b) if a != b => settle(s, Slot::Binary(i), condition, to),
        Target::Binary(i, ..) => {
            let row = Words::from_slice(&s.words()[condition]);
            let mut changed = false;
            for node in ones(&row) {
                changed |= entry(s, i, node, node, to, true)?;
            }
            Ok(changed)
        }
        Target::Equal(..) => {
            let matrix = Words::from_slice(&s.words()[condition]);
            let mut changed = false;
            for (node, row) in matrix.chunks_exact(s.words_per_row()).enumerate() {
                for other in ones(row) {
                    changed |= equal(s, node, other, to)?;
                }
            }
            Ok(changed)
        }
    }
}

fn nullary(s: &mut Structure, i: usize, to: bool) -> Changed {
    if s.nullary_bit(i, if to { Plane::May } else { Plane::Must }) != to {
        return Err(Inconsistent);
    }
    let plane = if to { Plane::Must } else { Plane::May };
    let changed = s.nullary_bit(i, plane) != to;
    s.put_nullary(i, plane, to);
    Ok(changed)
}

/// One individual, or all pairs of two, are the same or are not.
fn equal(s: &mut Structure, a: usize, b: usize, to: bool) -> Changed {
    match (a == b, to) {
        (true, true) => Ok(single(s, a)),
        (false, false) => Ok(false),
        (true, false) | (false, true) => Err(Inconsistent),
    }
}

/// `diagonal`: known only of an individual with itself, which is less than the entry of a
/// summary node says.
fn entry(s: &mut Structure, i: usize, a: usize, b: usize, to: bool, diagonal: bool) -> Changed {
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

fn unary_entry(s: &mut Structure, i: usize, node: usize, to: bool) -> Changed {
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

/// `sources`: where one of the candidates is wanted; `None`: there is no source. The
/// candidates are a range of the structure's words: either behind it, or the "may" of a
/// predicate whose "must" is what this changes.
fn witness(
    s: &mut Structure,
    sources: Option<&[u64]>,
    candidates: Range<usize>,
    targets: &[(Target, bool)],
) -> Changed {
    let w = s.words_per_row();
    let mut changed = false;
    let mut found =
        |s: &mut Structure, source: Option<usize>, row: Range<usize>| -> Result<(), Inconsistent> {
            let mut nodes = ones(&s.words()[row]);
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
    match sources {
        None => found(s, None, candidates)?,
        Some(sources) => {
            for source in ones(sources) {
                let start = candidates.start + source * w;
                found(s, Some(source), start..start + w)?;
            }
        }
    }
    Ok(changed)
}

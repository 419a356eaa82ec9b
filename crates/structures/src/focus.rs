//! Focus: a structure becomes several, in each of which something is definite.
//!
//! The cases together stand for what the structure stood for. An individual that must be
//! one node's is taken out of a summary node in two ways: it was the only one of the node,
//! or others are left.

use crate::program::Touched;
use crate::structure::{Plane, get, ones};
use crate::vocabulary::Slot;
use crate::{Focus, Kleene, Structure, Vocabulary};
use logic::relational::PredicateId;

impl Focus {
    /// The cases. The structure itself, if there is nothing to decide.
    pub(crate) fn cases(&self, s: Structure, v: &Vocabulary, out: &mut Vec<Structure>) {
        match *self {
            Focus::Nullary(p) => {
                if v.slot(p).is_none() || s.nullary(v, p).is_definite() {
                    out.push(s);
                    return;
                }
                for value in [Kleene::False, Kleene::True] {
                    let mut case = s.clone();
                    case.set_nullary(v, p, value);
                    out.push(case);
                }
            }
            Focus::Unary(p) => match unique(v, p) {
                Some(i) => place(
                    s,
                    out,
                    &|s, plane| s.unary_plane(i, plane).to_vec(),
                    &|s, node, value| {
                        s.set_unary(v, p, node, value);
                    },
                ),
                None => out.push(s),
            },
            Focus::Image { of, through } => {
                let functional = v.predicate(through).is_some_and(|p| p.traits.unique);
                match (place_of(&s, v, of), v.slot(through)) {
                    (Some(source), Some(Slot::Binary(i))) if functional => {
                        place(
                            s,
                            out,
                            &|s, plane| s.binary_row(i, plane, source).to_vec(),
                            &|s, node, value| {
                                s.set_binary(v, through, source, node, value);
                            },
                        );
                    }
                    _ => out.push(s),
                }
            }
            Focus::Value { of, predicate } => match place_of(&s, v, of) {
                Some(node)
                    if v.slot(predicate).is_some()
                        && !s.unary(v, predicate, node).is_definite() =>
                {
                    for value in [Kleene::False, Kleene::True] {
                        let mut case = s.clone();
                        case.set_unary(v, predicate, node, value);
                        out.push(case);
                    }
                }
                _ => out.push(s),
            },
            Focus::Every(p) => match first_unknown(&s, v, p) {
                Some(node) => apart(s, v, p, node, out),
                None => out.push(s),
            },
        }
    }

    /// Is there more to decide after a split?
    pub(crate) fn is_open(&self, s: &Structure, v: &Vocabulary) -> bool {
        matches!(*self, Focus::Every(p) if first_unknown(s, v, p).is_some())
    }

    /// What the cases change besides summary nodes.
    pub(crate) fn touched(&self, v: &Vocabulary) -> Touched {
        let p = match self {
            Focus::Nullary(p) | Focus::Unary(p) | Focus::Every(p) => p,
            Focus::Image { through, .. } => through,
            Focus::Value { predicate, .. } => predicate,
        };
        v.slot(*p).map_or(Touched::default(), Touched::slot)
    }

    /// What must be definite before: where the source is.
    pub(crate) fn before(&self) -> Option<Focus> {
        match self {
            Focus::Nullary(_) | Focus::Unary(_) | Focus::Every(_) => None,
            Focus::Image { of, .. } | Focus::Value { of, .. } => Some(Focus::Unary(*of)),
        }
    }
}

/// The first node on which a unary predicate is unknown.
fn first_unknown(s: &Structure, v: &Vocabulary, p: PredicateId) -> Option<usize> {
    let Some(Slot::Unary(i)) = v.slot(p) else {
        return None;
    };
    let (must, may) = (s.unary_plane(i, Plane::Must), s.unary_plane(i, Plane::May));
    let mut words = must.iter().zip(may).enumerate();
    let (at, (must, may)) = words.find(|(_, (must, may))| must != may)?;
    Some(64 * at + (must ^ may).trailing_zeros() as usize)
}

/// The cases of a predicate on one node: of no individual of it, of all, of some.
fn apart(s: Structure, v: &Vocabulary, p: PredicateId, node: usize, out: &mut Vec<Structure>) {
    for value in [Kleene::False, Kleene::True] {
        let mut case = s.clone();
        case.set_unary(v, p, node, value);
        out.push(case);
    }
    if get(s.summaries(), node) {
        let n = s.node_count();
        let from: Vec<_> = (0..n).chain([node]).map(Some).collect();
        let mut both = s.select(&from);
        both.set_unary(v, p, node, Kleene::False);
        both.set_unary(v, p, n, Kleene::True);
        out.push(both);
    }
}

fn unique(v: &Vocabulary, p: PredicateId) -> Option<usize> {
    match v.predicate(p) {
        Some(p) if p.traits.unique => match p.slot {
            Slot::Unary(i) => Some(i),
            Slot::Nullary(_) | Slot::Binary(_) => None,
        },
        _ => None,
    }
}

/// The individual on which a unique predicate holds.
fn place_of(s: &Structure, v: &Vocabulary, p: PredicateId) -> Option<usize> {
    let row = s.unary_plane(unique(v, p)?, Plane::Must);
    ones(row).next().filter(|node| !s.is_summary(*node))
}

/// The cases of "at most one individual": none, or which.
fn place(
    s: Structure,
    out: &mut Vec<Structure>,
    row: &dyn Fn(&Structure, Plane) -> Vec<u64>,
    set: &dyn Fn(&mut Structure, usize, Kleene),
) {
    let (must, may) = (row(&s, Plane::Must), row(&s, Plane::May));
    if must == may {
        out.push(s);
        return;
    }
    let nothing = |s: &Structure| {
        let mut none = s.clone();
        ones(&may).for_each(|node| set(&mut none, node, Kleene::False));
        none
    };
    let certain = ones(&must).next();
    if certain.is_none() {
        out.push(nothing(&s));
    }
    for node in ones(&may).filter(|node| certain.is_none_or(|c| c == *node)) {
        let mut only = nothing(&s);
        set(&mut only, node, Kleene::True);
        only.set_summary(node, false);
        if get(s.summaries(), node) && certain.is_none() {
            let none = nothing(&s);
            let n = s.node_count();
            let from: Vec<_> = (0..n).chain([node]).map(Some).collect();
            let mut apart = none.select(&from);
            // The new node is the individual; the old one is what is left.
            apart.set_summary(n, false);
            set(&mut apart, n, Kleene::True);
            out.push(apart);
        }
        out.push(only);
    }
}

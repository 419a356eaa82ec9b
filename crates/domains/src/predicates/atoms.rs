//! The atoms of a formula: comparisons without choices in them.
//!
//! A choice within a comparison — `c ? a : b`, or a read of memory behind a write whose
//! address may or may not be the same — is taken out: its condition is an atom, and so
//! is the comparison with either outcome. So what is said about memory is said about its
//! cells at the addresses that the path uses.

use rustc_hash::FxHashSet;
use solver::{Node, Sort, Substitution, Term, Terms};

/// Comparisons with more choices are left alone.
const MAX_CHOICES: u32 = 4;

/// Adds the atoms of a boolean term to a list.
pub fn atoms(terms: &mut Terms, of: Term, found: &mut Vec<Term>) {
    let mut seen = FxHashSet::default();
    let mut open = vec![(of, 0)];
    while let Some((term, choices)) = open.pop() {
        if !seen.insert(term) || terms.as_bool(term).is_some() {
            continue;
        }
        match terms.node(term) {
            Node::Not(a) => open.push((a, choices)),
            Node::And(a, b) | Node::Or(a, b) => open.extend([(b, choices), (a, choices)]),
            Node::Eq(a, b) if terms.sort(a) == Sort::Bool => {
                open.extend([(b, choices), (a, choices)]);
            }
            Node::Ite(c, a, b) => open.extend([(b, choices), (a, choices), (c, choices)]),
            _ => match (choices < MAX_CHOICES)
                .then(|| choice(terms, term))
                .flatten()
            {
                Some(choice) => {
                    let mut put = |by: Term| {
                        let mut s = Substitution::new(terms, [(choice.of, by)]);
                        s.apply(terms, term)
                    };
                    let (yes, no) = (put(choice.yes), put(choice.no));
                    open.extend([(no, choices + 1), (yes, choices + 1)]);
                    open.push((choice.condition, choices + 1));
                }
                None => found.push(term),
            },
        }
    }
}

/// Within a term, something that is one of two others.
pub struct Choice {
    pub of: Term,
    pub condition: Term,
    pub yes: Term,
    pub no: Term,
}

/// An innermost choice within a term.
pub fn choice(terms: &mut Terms, term: Term) -> Option<Choice> {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    let mut last = None;
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Ite(..) if terms.sort(term) != Sort::Bool => last = Some(term),
            Node::Select(array, _)
                if matches!(terms.node(array), Node::Store(..) | Node::Ite(..)) =>
            {
                last = Some(term);
            }
            _ => {}
        }
        open.extend(terms.operands(term));
    }
    let of = last?;
    Some(match terms.node(of) {
        Node::Ite(condition, yes, no) => Choice {
            of,
            condition,
            yes,
            no,
        },
        Node::Select(array, index) => match terms.node(array) {
            Node::Store(before, at, value) => {
                let condition = terms.eq(at, index);
                let no = terms.select(before, index);
                Choice {
                    of,
                    condition,
                    yes: value,
                    no,
                }
            }
            Node::Ite(condition, a, b) => {
                let (yes, no) = (terms.select(a, index), terms.select(b, index));
                Choice {
                    of,
                    condition,
                    yes,
                    no,
                }
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// Flattens conjunctions, without repetition, in order; None if one is false.
pub fn conjuncts(terms: &Terms, of: impl IntoIterator<Item = Term>) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open: Vec<Term> = of.into_iter().collect();
    open.reverse();
    while let Some(term) = open.pop() {
        match terms.as_bool(term) {
            Some(true) => continue,
            Some(false) => return None,
            None => {}
        }
        match terms.node(term) {
            Node::And(a, b) => open.extend([b, a]),
            _ if seen.insert(term) => found.push(term),
            _ => {}
        }
    }
    Some(found)
}

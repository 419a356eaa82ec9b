//! Why a path is impossible: which of its moves contradict each other.

use super::interpolate::Segment;
use super::{Inner, mentions};
use crate::paths::{PATH, smaller};
use engine::{Cx, Move};
use program::Op;
use rustc_hash::FxHashMap;
use solver::{Core, Node, Term, Terms};

/// Which demands of a path contradict each other.
pub(super) enum Conflict {
    /// The moves they belong to, in order.
    Moves(Vec<usize>),
    None,
    Unknown,
}

/// Which terms read memory.
#[derive(Default)]
pub(super) struct Reads {
    known: FxHashMap<Term, bool>,
}

impl Reads {
    pub(super) fn memory(&mut self, terms: &Terms, term: Term) -> bool {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if !self.known.contains_key(&term) {
                let before = open.len();
                let is_open = |operand: &Term| !self.known.contains_key(operand);
                open.extend(terms.operands(term).filter(is_open));
                if open.len() > before {
                    continue;
                }
                let mut operands = terms.operands(term);
                let reads = matches!(terms.node(term), Node::Select(..))
                    || operands.any(|operand| self.known[&operand]);
                self.known.insert(term, reads);
            }
            open.pop();
        }
        self.known[&term]
    }
}

impl Inner {
    /// Is it an assumption about a variable that counts?
    pub(super) fn is_count(&self, cx: &Cx<'_>, by: &Move<'_>) -> bool {
        let Move::Step(step) = by else {
            return false;
        };
        let Op::Assume { condition, .. } = *step.op() else {
            return false;
        };
        mentions(cx.program, condition, &|var| self.counters.contains(&var))
    }

    /// Why a path, or what is demanded at its end, is impossible. Goals belong to the
    /// move behind the last. What is assumed about counters matters only if it must: it
    /// is another contradiction for each number of rounds. Without `memory`, what is read
    /// from there may be anything.
    pub(super) fn conflict(
        &mut self,
        whole: &Segment,
        goals: &[Term],
        counts: &[bool],
        memory: bool,
    ) -> Conflict {
        let goals = self.encoder.all_at_end(&whole.block, goals);
        let mut conditions: Vec<Term> = whole.block.conditions.to_vec();
        let mut owners = whole.owners.clone();
        conditions.extend(&goals);
        owners.resize(conditions.len(), counts.len());
        let is_count = |i: usize| counts.get(owners[i]).copied().unwrap_or(false);
        let all: Vec<usize> = (0..conditions.len()).collect();
        let first: Vec<usize> = all.iter().copied().filter(|&i| !is_count(i)).collect();
        // Of variables alone it is easily told.
        let mut reads = Reads::default();
        let mut plain = |of: &[usize]| -> Vec<usize> {
            let of = of.iter().copied();
            of.filter(|&i| !reads.memory(&self.encoder.terms, conditions[i]))
                .collect()
        };
        let questions = match memory {
            true => vec![plain(&first), first, all],
            false => vec![plain(&first), plain(&all)],
        };
        let mut core = None;
        let last = questions.len() - 1;
        for (number, among) in questions.into_iter().enumerate() {
            // The shortest beginning that is impossible by itself.
            let is_false = |&&i: &&usize| self.encoder.terms.as_bool(conditions[i]) == Some(false);
            if let Some(&at) = among.iter().find(is_false) {
                return Conflict::Moves(vec![owners[at]]);
            }
            let question: Vec<Term> = among.iter().map(|&i| conditions[i]).collect();
            let solver = &mut self.abstractor.solver;
            match solver.unsat_core(&self.encoder.terms, &question, &PATH) {
                Core::Sat(_) => {}
                Core::Unknown(_) if number == last => return Conflict::Unknown,
                Core::Unknown(_) => {}
                Core::Unsat(found) => {
                    core = Some(found.into_iter().map(|i| among[i]).collect::<Vec<_>>());
                    break;
                }
            }
        }
        let Some(mut core) = core else {
            return Conflict::None;
        };
        core = smaller(core, |without| {
            let question: Vec<Term> = without.iter().map(|&c| conditions[c]).collect();
            self.abstractor.check(&self.encoder, &question).is_unsat()
        });
        let mut moves: Vec<usize> = core.into_iter().map(|c| owners[c]).collect();
        moves.dedup();
        Conflict::Moves(moves)
    }
}

//! Why a path is impossible: which of its moves contradict each other.

use super::interpolate::Segment;
use super::{Inner, mentions};
use engine::{Cx, Move};
use program::Op;
use rustc_hash::FxHashMap;
use solver::{Budget, Core, Node, Term, Terms};

/// The solver's units of work for a question about a whole path.
pub(super) const PATH: Budget = Budget {
    resource: 40_000_000,
    wall: None,
    memory: None,
};

/// Attempts to make a core smaller.
const MAX_SHRINKS: usize = 40;

/// Which demands of a path contradict each other.
pub(super) enum Conflict {
    /// The moves they belong to, in order.
    Moves(Vec<usize>),
    None,
    Unknown,
}

/// Which terms read memory.
#[derive(Default)]
struct Reads {
    known: FxHashMap<Term, bool>,
}

impl Reads {
    fn memory(&mut self, terms: &Terms, term: Term) -> bool {
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
    /// is another contradiction for each number of rounds.
    pub(super) fn conflict(
        &mut self,
        whole: &Segment,
        goals: &[Term],
        counts: &[bool],
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
        let plain = first.iter().copied();
        let plain: Vec<usize> = plain
            .filter(|&i| !reads.memory(&self.encoder.terms, conditions[i]))
            .collect();
        let mut core = None;
        for among in [plain, first, all] {
            // The shortest beginning that is impossible by itself.
            let is_false = |&&i: &&usize| self.encoder.terms.as_bool(conditions[i]) == Some(false);
            if let Some(&at) = among.iter().find(is_false) {
                return Conflict::Moves(vec![owners[at]]);
            }
            let question: Vec<Term> = among.iter().map(|&i| conditions[i]).collect();
            let solver = &mut self.abstractor.solver;
            match solver.unsat_core(&self.encoder.terms, &question, &PATH) {
                Core::Sat(_) => {}
                Core::Unknown(_) if among.len() == conditions.len() => return Conflict::Unknown,
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
        core.sort_unstable();
        // Without the later ones first: what contradicts early needs fewer predicates.
        let mut tries = 0;
        let mut at = core.len();
        while at > 0 && tries < MAX_SHRINKS {
            at -= 1;
            tries += 1;
            let without: Vec<usize> = core
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != at)
                .map(|(_, &c)| c)
                .collect();
            let question: Vec<Term> = without.iter().map(|&c| conditions[c]).collect();
            if self.abstractor.check(&self.encoder, &question).is_unsat() {
                core = without;
            }
        }
        let mut moves: Vec<usize> = core.into_iter().map(|c| owners[c]).collect();
        moves.dedup();
        Conflict::Moves(moves)
    }
}

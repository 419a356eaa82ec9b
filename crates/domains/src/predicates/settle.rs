//! What a path's demands say about memory: which of the cases of an access is meant.
//!
//! A demand on what memory holds becomes, backwards over a write, one on two cases: the
//! addresses are the same, or they are not. All cases of all writes would be far too many.
//! So a run that takes the beginning of the path decides (seed 000's paths are about
//! addresses, too): of each choice the side is kept that is taken in it, with the condition.
//! That demands more than the path does, and excludes one case; others come with the next
//! path. Of the demands, those stay that contradict the beginning.

use super::Inner;
use super::atoms::{choice, conjuncts};
use super::interpolate::{PATH, Segment};
use engine::{Cx, Path};
use rustc_hash::FxHashMap;
use solver::block::Block;
use solver::{Answer, Core, Evaluator, Model, Substitution, Term};

/// Choices in one demand that are decided.
const MAX_CHOICES: usize = 200;

/// The beginning of a path.
pub(super) struct Beginning<'a> {
    pub path: &'a Path<'a>,
    /// All of it as one block, and the moves of it that matter.
    pub whole: &'a Segment,
    pub moves: &'a [usize],
    /// A run that takes it, and the path up to each cut; made when it is needed.
    run: Option<Run>,
}

struct Run {
    model: Model,
    prefixes: Vec<Block>,
}

impl<'a> Beginning<'a> {
    pub fn new(path: &'a Path<'a>, whole: &'a Segment, moves: &'a [usize]) -> Beginning<'a> {
        Beginning {
            path,
            whole,
            moves,
            run: None,
        }
    }
}

impl Inner {
    /// A run that takes a path as far as it can be taken.
    fn run_of(&mut self, cx: &Cx<'_>, beginning: &Beginning<'_>, cuts: &[Segment]) -> Option<Run> {
        let last = *beginning.moves.last()?;
        let whole = beginning.whole;
        let conditions = whole.block.conditions.iter().zip(&whole.owners);
        let before = conditions.filter(|(_, owner)| **owner < last);
        let question: Vec<Term> = before.map(|(&condition, _)| condition).collect();
        let solver = &mut self.abstractor.solver;
        let model = match solver.check(&self.encoder.terms, &question, &PATH) {
            Answer::Sat(model) => model,
            Answer::Unsat | Answer::Unknown(_) => return None,
        };
        let prefixes = self.prefixes(cx, beginning.path, cuts).ok()?;
        Some(Run { model, prefixes })
    }

    /// Demands at the last of some cuts, without choices. None if they contradict each
    /// other.
    pub(super) fn settled(
        &mut self,
        cx: &Cx<'_>,
        beginning: &mut Beginning<'_>,
        cuts: &[Segment],
        demands: Vec<Term>,
    ) -> Option<Vec<Term>> {
        let mut chooses = |&demand: &Term| choice(&mut self.encoder.terms, demand).is_some();
        if !demands.iter().any(&mut chooses) {
            return Some(demands);
        }
        if beginning.run.is_none() {
            beginning.run = self.run_of(cx, beginning, cuts);
        }
        let Some(Run { model, prefixes }) = &beginning.run else {
            return Some(demands);
        };
        let Some(prefix) = prefixes.get(cuts.len() - 1) else {
            return Some(demands);
        };
        let terms = &mut self.encoder.terms;
        let mut values = Values {
            ends: Substitution::new(terms, prefix.changes()),
            model,
            known: FxHashMap::default(),
        };
        let mut settled = Vec::new();
        for mut demand in demands {
            for _ in 0..MAX_CHOICES {
                let terms = &mut self.encoder.terms;
                let Some(choice) = choice(terms, demand) else {
                    break;
                };
                let (condition, by) = match values.holds(terms, choice.condition) {
                    true => (choice.condition, choice.yes),
                    false => (terms.not(choice.condition), choice.no),
                };
                settled.push(condition);
                demand = Substitution::new(terms, [(choice.of, by)]).apply(terms, demand);
            }
            settled.push(demand);
        }
        let settled = conjuncts(&self.encoder.terms, settled)?;
        Some(self.needed(beginning, prefix, settled))
    }

    /// Of demands at the end of a prefix, those that contradict it.
    fn needed(
        &mut self,
        beginning: &Beginning<'_>,
        prefix: &Block,
        demands: Vec<Term>,
    ) -> Vec<Term> {
        let whole = beginning.whole;
        let count = prefix.conditions.len();
        let own = whole.block.conditions.iter().zip(&whole.owners).take(count);
        let own = own.filter(|(_, owner)| beginning.moves.binary_search(owner).is_ok());
        let mut question: Vec<Term> = self.encoder.all_at_end(prefix, &demands);
        question.extend(own.map(|(&condition, _)| condition));
        let solver = &mut self.abstractor.solver;
        match solver.unsat_core(&self.encoder.terms, &question, &PATH) {
            Core::Unsat(core) => {
                let is_needed = |i: &usize| core.contains(i);
                let kept = (0..demands.len()).filter(is_needed);
                kept.map(|i| demands[i]).collect()
            }
            Core::Sat(_) | Core::Unknown(_) => demands,
        }
    }
}

/// What holds at the end of a prefix in the run.
struct Values<'a> {
    ends: Substitution,
    model: &'a Model,
    known: FxHashMap<Term, bool>,
}

impl Values<'_> {
    fn holds(&mut self, terms: &mut solver::Terms, condition: Term) -> bool {
        let end = self.ends.apply(terms, condition);
        let known = self.known.entry(end);
        *known.or_insert_with(|| Evaluator::new(terms, self.model).holds(end))
    }
}

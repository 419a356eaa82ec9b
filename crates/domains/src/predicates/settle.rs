//! What a path's demands say about memory: which of the cases of an access is meant.
//!
//! A demand on what memory holds becomes, backwards over a write, one on two cases: the
//! addresses are the same, or they are not. All cases of all writes would be far too many.
//! So a run that takes the beginning of the path decides: of each choice the side is kept
//! that is taken in it. That the condition holds is a *fact*, to be tracked as well, and to
//! be shown by what comes before. Of the demands those stay that contradict the beginning.

use super::Inner;
use super::atoms::{choice, conjuncts};
use super::interpolate::Segment;
use crate::paths::PATH;
use engine::{Cx, Path};
use rustc_hash::FxHashMap;
use solver::block::Block;
use solver::{Answer, Core, Evaluator, Model, Substitution, Term, Terms};

/// Choices in one demand that are decided.
const MAX_CHOICES: usize = 200;

/// Facts that are tracked beside the demands at a cut.
const MAX_FACTS: usize = 30;

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

    /// What is asked at the last of some cuts, without choices. None if the demands
    /// contradict each other.
    pub(super) fn settled(
        &mut self,
        cx: &Cx<'_>,
        beginning: &mut Beginning<'_>,
        cuts: &[Segment],
        asked: Asked,
    ) -> Option<Asked> {
        let mut chooses = |&term: &Term| choice(&mut self.encoder.terms, term).is_some();
        let mut all = asked.demands.iter().chain(&asked.facts);
        if !all.any(&mut chooses) {
            return Some(asked);
        }
        if beginning.run.is_none() {
            beginning.run = self.run_of(cx, beginning, cuts);
        }
        let Some(Run { model, prefixes }) = &beginning.run else {
            return Some(asked);
        };
        let Some(prefix) = prefixes.get(cuts.len() - 1) else {
            return Some(asked);
        };
        let terms = &mut self.encoder.terms;
        let mut values = Values {
            ends: Substitution::new(terms, prefix.changes()),
            model,
            known: FxHashMap::default(),
        };
        let facts = asked.facts.into_iter();
        let facts: Vec<_> = facts.map(|fact| values.settle(terms, fact)).collect();
        let demands = asked.demands.into_iter();
        let demands: Vec<_> = demands.map(|d| values.settle(terms, d)).collect();
        let wanted = demands.iter().map(|(demand, _)| *demand).collect();
        let wanted = self.needed(beginning, prefix, wanted);
        let mut settled = Asked::default();
        for (demand, conditions) in demands {
            if wanted.contains(&demand) {
                settled.demands.push(demand);
                settled.facts.extend(conditions);
            }
        }
        for (fact, conditions) in facts {
            settled.facts.push(fact);
            settled.facts.extend(conditions);
        }
        settled.tidy(&self.encoder.terms).then_some(settled)
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

/// What is asked at a cut of a path.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Asked {
    /// What the rest of the path demands; the beginning contradicts it.
    pub demands: Vec<Term>,
    /// What holds after the beginning, without which the demands would be others.
    pub facts: Vec<Term>,
}

impl Asked {
    /// Each once, and no more facts than are tracked. False if the demands contradict each
    /// other plainly.
    pub fn tidy(&mut self, terms: &Terms) -> bool {
        let facts = std::mem::take(&mut self.facts);
        self.facts = conjuncts(terms, facts).unwrap_or_default();
        self.facts.truncate(MAX_FACTS);
        match conjuncts(terms, std::mem::take(&mut self.demands)) {
            Some(demands) => {
                self.demands = demands;
                true
            }
            None => false,
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
    /// The term without choices, and the conditions under which it is the same.
    fn settle(&mut self, terms: &mut Terms, mut term: Term) -> (Term, Vec<Term>) {
        let mut conditions = Vec::new();
        for _ in 0..MAX_CHOICES {
            let Some(choice) = choice(terms, term) else {
                break;
            };
            let (condition, by) = match self.holds(terms, choice.condition) {
                true => (choice.condition, choice.yes),
                false => (terms.not(choice.condition), choice.no),
            };
            conditions.push(condition);
            term = Substitution::new(terms, [(choice.of, by)]).apply(terms, term);
        }
        (term, conditions)
    }

    fn holds(&mut self, terms: &mut Terms, condition: Term) -> bool {
        let end = self.ends.apply(terms, condition);
        let known = self.known.entry(end);
        *known.or_insert_with(|| Evaluator::new(terms, self.model).holds(end))
    }
}

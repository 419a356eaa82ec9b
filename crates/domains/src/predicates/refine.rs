//! Refinement: which path was meant, and how two of them can be told apart.

use super::atoms::atoms;
use super::conflict::Reads;
use super::{Blocks, Inner, State, world};
use engine::{Cx, Lesson, Move, Path, Refutation, Way};
use program::Op;
use solver::block::Block;
use solver::{Answer, Evaluator, Term};

#[derive(Default)]
pub(super) struct Counts {
    /// Paths that were to be excluded.
    pub paths: u64,
    pub separations: u64,
    /// Paths for which the ladder's further steps found interpolants, and did not.
    pub generalised: u64,
    pub ladder_failures: u64,
}

impl Inner {
    pub(super) fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = vec![
            ("paths examined", self.counts.paths),
            ("paths separated", self.counts.separations),
            ("paths generalised", self.counts.generalised),
            ("predicates", self.precision.predicate_count() as u64),
            (
                "places with predicates",
                self.precision.places().len() as u64,
            ),
            ("regions", self.regions.count() as u64),
            ("abstractions", self.abstractor.abstractions),
            ("abstractions remembered", self.abstractor.remembered),
            ("questions unanswered", self.abstractor.unanswered),
        ];
        all.extend(self.abstractor.solver.statistics());
        all
    }

    /// The formula of one way to a state, before it is abstracted.
    fn along(&mut self, cx: &Cx<'_>, way: &Way<'_, State>) -> Option<Block> {
        let moves = [way.by];
        self.follow(cx, way.from.block.clone(), &Path::new(&moves), 0)
            .ok()
            .flatten()
    }

    /// Values with which a block is taken from a region, and ends with a fact.
    fn model_of(&mut self, from: &State, block: &Block, end: Option<Term>) -> bool {
        let mut premises = self.abstractor.premises(
            &mut self.encoder,
            &mut self.regions,
            self.precision.terms(),
            from.region,
            block,
        );
        if let Some(end) = end {
            premises.push(self.encoder.at_end(block, end));
        }
        self.model = match self.abstractor.check(&self.encoder, &premises) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        };
        self.model.is_some()
    }

    /// Of the ways that were merged, the one that is taken with the values of a run
    /// through the block.
    pub(super) fn retrace(
        &mut self,
        cx: &Cx<'_>,
        first: bool,
        state: &State,
        ways: &[Way<'_, State>],
    ) -> Option<usize> {
        if first {
            self.model_of(state, &state.block, None);
        }
        if state.fresh && !first {
            let combination = self.end_of(state);
            self.model = None;
            let region = self.end_of(state);
            for end in [combination, region] {
                for (i, way) in ways.iter().enumerate() {
                    let Some(block) = self.along(cx, way) else {
                        continue;
                    };
                    if self.model_of(way.from, &block, Some(end)) {
                        return Some(i);
                    }
                }
            }
            return None;
        }
        if ways.len() == 1 {
            return Some(0);
        }
        // What others knew when the states were made is not in the last step's condition.
        let mut nearly = None;
        for (i, way) in ways.iter().enumerate() {
            let Some(block) = self.along(cx, way) else {
                continue;
            };
            let model = self.model.as_ref()?;
            let mut evaluator = Evaluator::new(&self.encoder.terms, model);
            let mut hold = |of: &Block| of.conditions.iter().all(|&c| evaluator.holds(c));
            if hold(&block) {
                return Some(i);
            }
            if nearly.is_none() && hold(&way.from.block) {
                nearly = Some(i);
            }
        }
        nearly
    }

    /// What holds where one block ends and the next, whose values are known, begins.
    fn end_of(&mut self, state: &State) -> Term {
        let terms = &mut self.encoder.terms;
        let region = self
            .regions
            .term(terms, state.region, self.precision.terms());
        let Some(model) = &self.model else {
            return region;
        };
        let mut combination = vec![region];
        for &predicate in self.precision.at_start(state.start).iter() {
            let predicate = self.precision.term(predicate);
            let holds = Evaluator::new(terms, model).holds(predicate);
            combination.push(match holds {
                true => predicate,
                false => terms.not(predicate),
            });
        }
        terms.all(combination)
    }

    /// Looks for a predicate that holds after one path and not after the other: what the
    /// rest of the path demands, and what was assumed on the way.
    pub(super) fn separate(
        &mut self,
        cx: &Cx<'_>,
        blocks: Blocks,
        a: &[Move<'_>],
        b: &[Move<'_>],
        rest: &[Move<'_>],
    ) -> Option<Lesson> {
        let place = a.last()?.to(cx.program);
        let mut candidates = self.demands_of(cx, a, rest);
        let common = a.iter().zip(b).take_while(|(x, y)| same(x, y)).count();
        for by in b[common..].iter().rev().chain(a[common..].iter().rev()) {
            if let Move::Step(step) = by
                && let Op::Assume { condition, .. } = *step.op()
                && let Some(truth) = self.encoder.truth(world(cx), &Block::default(), condition)
            {
                atoms(&mut self.encoder.terms, truth, &mut candidates);
            }
        }
        if self.memory_last {
            let mut reads = Reads::default();
            candidates.retain(|&c| !reads.memory(&self.encoder.terms, c));
        }
        let mut tried = Vec::new();
        for candidate in candidates {
            if tried.contains(&candidate) || !self.encoder.is_predicate(candidate) {
                continue;
            }
            tried.push(candidate);
            let Some(value) = self.tells_apart(cx, a, b, candidate) else {
                continue;
            };
            let negated = self.encoder.terms.not(candidate);
            // What cannot be at the end of either path.
            let (not_a, not_b) = match value {
                true => (negated, candidate),
                false => (candidate, negated),
            };
            let mut lesson = Lesson::default();
            self.track(cx, place, candidate, &mut lesson);
            for (path, never) in [(a, not_a), (b, not_b)] {
                if let Ok(Refutation::Refined(more)) =
                    self.exclude(cx, blocks, &Path::new(path), &[never])
                {
                    lesson.add(more);
                }
            }
            lesson.tidy();
            if !lesson.places.is_empty() {
                self.counts.separations += 1;
                return Some(lesson);
            }
        }
        None
    }

    /// What the rest of a path demands of the state where it begins.
    fn demands_of(&mut self, cx: &Cx<'_>, a: &[Move<'_>], rest: &[Move<'_>]) -> Vec<Term> {
        let Ok(before) = self.segments(cx, &Path::new(a), None) else {
            return Vec::new();
        };
        let Some(mut block) = before.last().map(|s| s.block.clone()) else {
            return Vec::new();
        };
        if block.is_returning() {
            return Vec::new();
        }
        block = block.next();
        let rest = Path::new(rest);
        for by in 0..rest.moves.len() {
            match self.follow(cx, block.clone(), &rest, by) {
                Ok(Some(next)) => block = next,
                Ok(None) | Err(_) => break,
            }
        }
        let mut found = Vec::new();
        for &condition in block.conditions.iter().rev() {
            atoms(&mut self.encoder.terms, condition, &mut found);
        }
        found
    }

    /// The value that a predicate has after the first path and never after the second,
    /// which always has the other one; None if it does not tell them apart.
    fn tells_apart(
        &mut self,
        cx: &Cx<'_>,
        a: &[Move<'_>],
        b: &[Move<'_>],
        predicate: Term,
    ) -> Option<bool> {
        let mut always = Vec::new();
        for path in [a, b] {
            let whole = self.segments(cx, &Path::new(path), None).ok()?;
            let block = whole.last()?.block.clone();
            let end = self.encoder.at_end(&block, predicate);
            let not = self.encoder.terms.not(end);
            let mut value = None;
            for (goal, if_never) in [(not, true), (end, false)] {
                let mut question = block.conditions.to_vec();
                question.push(goal);
                if self.is_unsat(&question) {
                    value = Some(if_never);
                    break;
                }
            }
            always.push(value?);
        }
        (always[0] != always[1]).then_some(always[0])
    }
}

fn same(a: &Move<'_>, b: &Move<'_>) -> bool {
    match (a, b) {
        (Move::Step(x), Move::Step(y)) => (x.function, x.id) == (y.function, y.id),
        (Move::Call(x), Move::Call(y)) | (Move::Return(x), Move::Return(y)) => {
            (x.step.function, x.step.id, x.callee) == (y.step.function, y.step.id, y.callee)
        }
        _ => false,
    }
}

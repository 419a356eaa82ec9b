//! Where predicates come from: the first step of the ladder, an unsatisfiable core and
//! weakest preconditions along the path that is left of it.
//!
//! The path is cut where blocks end. Behind a cut, what the rest of the path demands is
//! a conjunction over the state there: its negation is implied by what comes before, for
//! the path cannot be taken, and contradicts what comes after. So it is an interpolant,
//! and its atoms are predicates that suffice to exclude the path.

use super::atoms::{atoms, conjuncts};
use super::{Blocks, Inner, Rounds, gap, mentions, world};
use engine::{Cx, Lesson, Move, Refutation};
use program::{FunctionId, Location, Op};
use solver::block::{Block, Unsupported};
use solver::{Answer, Budget, Core, Node, Substitution, Term};

/// The solver's units of work for a question about a whole path.
const PATH: Budget = Budget {
    resource: 40_000_000,
    wall: None,
    memory: None,
};

/// Attempts to make a core smaller.
const MAX_SHRINKS: usize = 40;

/// More demands than these at a cut are not understood as predicates.
const MAX_GOALS: usize = 400;

/// A piece of a path between cuts.
pub(super) struct Segment {
    pub block: Block,
    /// The move that each condition of the block belongs to.
    pub owners: Vec<usize>,
    /// Where it ends, and after how many moves of the path.
    pub to: (FunctionId, Location),
    pub end: usize,
}

/// Which demands of a path contradict each other.
enum Conflict {
    /// The moves they belong to, in order.
    Moves(Vec<usize>),
    None,
    Unknown,
}

impl Inner {
    /// The blocks of a path, one for all of it or cut where blocks end.
    pub(super) fn segments(
        &mut self,
        cx: &Cx<'_>,
        path: &[Move<'_>],
        cut: Option<Blocks>,
    ) -> Result<Vec<Segment>, Unsupported> {
        let preset = |var| cx.preset(var);
        let mut block = self.encoder.start(world(cx), cx.start, &preset)?;
        let mut owners = vec![0; block.conditions.len()];
        let mut segments = Vec::new();
        let mut rounds = Rounds::default();
        let Some(body) = &cx.function(cx.start).body else {
            return Ok(Vec::new());
        };
        let mut to = (cx.start, body.entry());
        for (i, by) in path.iter().enumerate() {
            to = by.to(cx.program);
            match self.follow(cx, &block, by)? {
                Some(next) => block = next,
                // The run ends there.
                None => break,
            }
            owners.resize(block.conditions.len(), i);
            if let Some(blocks) = cut
                && !block.is_returning()
            {
                rounds = self.rounds(cx, &rounds, to);
                if !self.is_cut(cx, blocks, to) {
                    continue;
                }
                if let Some(next) = self.next_round(cx, blocks, &block, &rounds, to) {
                    rounds = next;
                    continue;
                }
                rounds = Rounds::default();
                let next = block.next_of_path();
                segments.push(Segment {
                    block,
                    owners,
                    to,
                    end: i + 1,
                });
                block = next;
                owners = Vec::new();
            }
        }
        segments.push(Segment {
            block,
            owners,
            to,
            end: path.len(),
        });
        Ok(segments)
    }

    /// The block and one more move.
    pub(super) fn follow(
        &mut self,
        cx: &Cx<'_>,
        block: &Block,
        by: &Move<'_>,
    ) -> Result<Option<Block>, Unsupported> {
        let world = world(cx);
        match by {
            Move::Step(step) => self
                .encoder
                .step(world, block, step.function, step.id, step.edge),
            Move::Call(call) => {
                let span = call.step.span();
                let site = (call.step.function, call.step.id);
                self.encoder
                    .call(world, block, call.call, call.callee, site, span)
            }
            Move::Return(call) => {
                let span = call.step.span();
                let site = (call.step.function, call.step.id);
                self.encoder
                    .ret(world, block, call.call, call.callee, site, span)
            }
        }
    }

    pub(super) fn refute(
        &mut self,
        cx: &Cx<'_>,
        blocks: Blocks,
        path: &[Move<'_>],
        _: u32,
    ) -> Refutation {
        self.counts.paths += 1;
        match self.exclude(cx, blocks, path, &[]) {
            Ok(refutation) => refutation,
            Err(unsupported) => Refutation::Unable(gap(unsupported).what),
        }
    }

    /// Tracks what is needed to see that a path ending with `goals` cannot be taken.
    pub(super) fn exclude(
        &mut self,
        cx: &Cx<'_>,
        blocks: Blocks,
        path: &[Move<'_>],
        goals: &[Term],
    ) -> Result<Refutation, Unsupported> {
        let whole = self.segments(cx, path, None)?;
        let Some(whole) = whole.last() else {
            return Ok(Refutation::Feasible);
        };
        let counts: Vec<bool> = path.iter().map(|by| self.is_count(cx, by)).collect();
        let moves = match self.conflict(whole, goals, &counts) {
            Conflict::None => return Ok(Refutation::Feasible),
            Conflict::Unknown => {
                let why = "the solver does not know whether the path is possible";
                return Ok(Refutation::Unable(why.into()));
            }
            Conflict::Moves(moves) => moves,
        };
        let with_goals = moves.last() == Some(&path.len());
        let last = moves.last().map_or(0, |&m| (m + 1).min(path.len()));
        let segments = self.segments(cx, &path[..last], Some(blocks))?;
        let goals: Vec<Term> = match with_goals {
            true => goals.to_vec(),
            false => Vec::new(),
        };
        let counting = moves
            .iter()
            .any(|&m| counts.get(m).copied().unwrap_or(false));
        if counting {
            let lesson = self.guess(cx, path, &segments)?;
            if !lesson.places.is_empty() {
                return Ok(Refutation::Refined(lesson));
            }
        }
        if counting && let Some(lesson) = self.generalise(cx, &segments, &moves, &goals) {
            return Ok(Refutation::Refined(lesson));
        }
        let lesson = self.preconditions(cx, &segments, &moves, goals);
        Ok(match lesson {
            Some(lesson) if !lesson.places.is_empty() => Refutation::Refined(lesson),
            Some(_) => Refutation::Unable("no new predicate excludes the path".into()),
            None => Refutation::Unable("the path's demands are too many".into()),
        })
    }

    /// Is it an assumption about a variable that counts?
    fn is_count(&self, cx: &Cx<'_>, by: &Move<'_>) -> bool {
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
    fn conflict(&mut self, whole: &Segment, goals: &[Term], counts: &[bool]) -> Conflict {
        let goals = self.encoder.all_at_end(&whole.block, goals);
        let mut conditions: Vec<Term> = whole.block.conditions.to_vec();
        let mut owners = whole.owners.clone();
        conditions.extend(&goals);
        owners.resize(conditions.len(), counts.len());
        let is_count = |i: usize| counts.get(owners[i]).copied().unwrap_or(false);
        let all: Vec<usize> = (0..conditions.len()).collect();
        let first: Vec<usize> = all.iter().copied().filter(|&i| !is_count(i)).collect();
        let mut core = None;
        for among in [first, all] {
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

    /// Goes backwards through the segments with what the moves that matter demand, and
    /// tracks its atoms at the cuts.
    fn preconditions(
        &mut self,
        cx: &Cx<'_>,
        segments: &[Segment],
        moves: &[usize],
        goals: Vec<Term>,
    ) -> Option<Lesson> {
        let mut lesson = Lesson::default();
        // None where they contradict each other: then nothing from before is needed.
        let mut demands = Some(goals);
        let mut asked: Vec<Term> = Vec::new();
        // What variables were said to be behind a segment has to hold before it.
        let mut numbers: Vec<Term> = Vec::new();
        for i in (0..segments.len()).rev() {
            let segment = &segments[i];
            let before = self.encoder.all_at_end(&segment.block, &numbers);
            numbers = conjuncts(&self.encoder.terms, before).unwrap_or_default();
            demands = demands.and_then(|d| self.demands_before(segment, moves, d));
            if demands.as_ref().is_some_and(|d| d.len() > MAX_GOALS) {
                return None;
            }
            let Some(before) = i.checked_sub(1).map(|b| segments[b].to) else {
                break;
            };
            if let Some(new) = demands.as_ref().filter(|d| **d != asked) {
                asked.clone_from(new);
                if self.abstractor.check(&self.encoder, new).is_unsat() {
                    demands = None;
                }
            }
            if demands.is_none() && numbers.is_empty() {
                break;
            }
            let mut found = Vec::new();
            for &demand in demands.iter().flatten().chain(&numbers) {
                atoms(&mut self.encoder.terms, demand, &mut found);
            }
            for atom in found {
                let (rest, equal) = self.with_numbers(&segments[..i], atom);
                let mut easy = Vec::new();
                atoms(&mut self.encoder.terms, rest, &mut easy);
                easy.extend(&equal);
                numbers.extend(equal);
                for atom in easy {
                    self.track(cx, before, atom, &mut lesson);
                }
            }
        }
        lesson.places.sort_unstable();
        lesson.places.dedup();
        Some(lesson)
    }

    /// What the moves that matter demand before a segment, given what they demand behind
    /// it; None if that contradicts itself.
    fn demands_before(
        &mut self,
        segment: &Segment,
        moves: &[usize],
        demands: Vec<Term>,
    ) -> Option<Vec<Term>> {
        let mut next = self.encoder.all_at_end(&segment.block, &demands);
        let conditions = segment.block.conditions.iter().zip(&segment.owners);
        let matter = conditions.filter(|(_, owner)| moves.binary_search(owner).is_ok());
        next.extend(matter.map(|(&condition, _)| condition));
        let flat = conjuncts(&self.encoder.terms, next)?;
        self.without_inputs(flat)
    }

    /// Tracks a predicate, if it is one and is not tracked yet.
    pub(super) fn track(
        &mut self,
        cx: &Cx<'_>,
        place: (FunctionId, Location),
        predicate: Term,
        lesson: &mut Lesson,
    ) {
        if !self.encoder.is_predicate(predicate) {
            return;
        }
        if let Node::Eq(a, b) = self.encoder.terms.node(predicate)
            && let Some(cell) = [(a, b), (b, a)]
                .iter()
                .find(|(x, y)| self.encoder.is_cell(*x) && self.encoder.terms.is_constant(*y))
        {
            self.precision.split(place, cell.0);
        }
        let terms = &mut self.encoder.terms;
        if self.precision.track(terms, place, predicate) {
            lesson.places.push(place);
            let fact = self.say(cx, predicate);
            if !lesson.facts.contains(&fact) {
                lesson.facts.push(fact);
            }
        }
    }

    /// Demands on inputs that say what the input is are used to replace it; None if
    /// that makes them false.
    fn without_inputs(&mut self, mut demands: Vec<Term>) -> Option<Vec<Term>> {
        let mut at = 0;
        while at < demands.len() {
            let equation = match self.encoder.terms.node(demands[at]) {
                Node::Eq(a, b) => self.solved(a, b).or_else(|| self.solved(b, a)),
                _ => None,
            };
            let Some((input, value)) = equation else {
                at += 1;
                continue;
            };
            demands.remove(at);
            let mut put = Substitution::new(&self.encoder.terms, [(input, value)]);
            let terms = &mut self.encoder.terms;
            let replaced: Vec<Term> = demands.iter().map(|&d| put.apply(terms, d)).collect();
            demands = conjuncts(&self.encoder.terms, replaced)?;
            at = 0;
        }
        Some(demands)
    }

    /// `a` as an input that is not in `b`.
    fn solved(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let symbol = self.encoder.terms.as_symbol(a)?;
        if self.encoder.meaning(symbol).is_some() || self.encoder.terms.as_base(symbol).is_some() {
            return None;
        }
        let occurs = self.encoder.terms.symbols(b).contains(&symbol);
        (!occurs).then_some((a, b))
    }

    /// Can all of it be true?
    pub(super) fn is_unsat(&mut self, of: &[Term]) -> bool {
        matches!(self.abstractor.check(&self.encoder, of), Answer::Unsat)
    }
}

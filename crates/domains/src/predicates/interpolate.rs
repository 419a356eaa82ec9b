//! Where predicates come from: the first step of the ladder, an unsatisfiable core and
//! weakest preconditions along the path that is left of it.
//!
//! The path is cut where blocks end. Behind a cut, what the rest of the path demands is
//! a conjunction over the state there: its negation is implied by what comes before, for
//! the path cannot be taken, and contradicts what comes after. So it is an interpolant,
//! and its atoms are predicates that suffice to exclude the path.

use super::atoms::{atoms, conjuncts};
use super::conflict::Conflict;
use super::settle::{Asked, Beginning};
use super::{Blocks, Inner, Rounds, gap};
use crate::paths::{self, world};
use engine::{Cx, Lesson, Path, Refutation};
use program::{FunctionId, Location};
use solver::block::{Block, Meaning, Unsupported};
use solver::{Answer, Node, Substitution, Term};

/// More demands than these at a cut are not understood as predicates.
const MAX_GOALS: usize = 400;

/// Atoms of one demand that are tracked.
const MAX_ATOMS: usize = 24;

/// A piece of a path between cuts.
pub(super) struct Segment {
    pub block: Block,
    /// The move that each condition of the block belongs to.
    pub owners: Vec<usize>,
    /// Where it ends, and after how many moves of the path.
    pub to: (FunctionId, Location),
    pub end: usize,
}

impl Inner {
    /// The blocks of a path, one for all of it or cut where blocks end.
    pub(super) fn segments(
        &mut self,
        cx: &Cx<'_>,
        path: &Path<'_>,
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
        // The program's start may be a block of its own.
        for i in 0..=path.moves.len() {
            if let Some(by) = i.checked_sub(1) {
                to = path.moves[by].to(cx.program);
                match self.follow(cx, std::mem::take(&mut block), path, by)? {
                    Some(next) => block = next,
                    // The run ends there.
                    None => break,
                }
                owners.resize(block.conditions.len(), by);
            }
            if i < path.moves.len()
                && let Some(blocks) = cut
                && !block.is_returning()
            {
                rounds = self.rounds(cx, &rounds, &block, to);
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
                    end: i,
                });
                block = next;
                owners = Vec::new();
            }
        }
        segments.push(Segment {
            block,
            owners,
            to,
            end: path.moves.len(),
        });
        Ok(segments)
    }

    /// The block and one more move of a path. It is changed in place if nobody else has it.
    pub(super) fn follow(
        &mut self,
        cx: &Cx<'_>,
        block: Block,
        path: &Path<'_>,
        by: usize,
    ) -> Result<Option<Block>, Unsupported> {
        paths::follow(&mut self.encoder, cx, block, path, by)
    }

    pub(super) fn refute(&mut self, cx: &Cx<'_>, blocks: Blocks, path: &Path<'_>) -> Refutation {
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
        path: &Path<'_>,
        goals: &[Term],
    ) -> Result<Refutation, Unsupported> {
        let whole = self.segments(cx, path, None)?;
        let Some(whole) = whole.last() else {
            return Ok(Refutation::Feasible);
        };
        let counts: Vec<bool> = path.moves.iter().map(|by| self.is_count(cx, by)).collect();
        let memory = !self.memory_last || path.insist;
        let moves = match self.conflict(whole, goals, &counts, memory) {
            Conflict::None if !memory => return Ok(Refutation::Later),
            Conflict::None => return Ok(Refutation::Feasible),
            Conflict::Unknown => {
                let why = "the solver does not know whether the path is possible";
                return Ok(Refutation::Unable(why.into()));
            }
            Conflict::Moves(moves) => moves,
        };
        // What memory holds may have been seen through.
        if !memory && paths::reads_blocks(cx, path, &moves) {
            return Ok(Refutation::Later);
        }
        let with_goals = moves.last() == Some(&path.moves.len());
        let last = moves.last().map_or(0, |&m| (m + 1).min(path.moves.len()));
        let path = &path.up_to(last);
        let segments = self.segments(cx, path, Some(blocks))?;
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
        let beginning = Beginning::new(path, whole, &moves);
        let (_, cuts) = segments.split_last().unwrap_or((whole, &[]));
        let prefixes = match counting {
            true => self.prefixes(cx, path, cuts)?,
            false => Vec::new(),
        };
        let lesson = self.preconditions(cx, &segments, goals, beginning, &prefixes);
        Ok(match lesson {
            Some(lesson) => Refutation::Refined(lesson),
            None => Refutation::Unable("the path's demands are too many".into()),
        })
    }

    /// Goes backwards through the segments with what the moves that matter demand, and
    /// tracks its atoms at the cuts. With the path up to each cut, variables that count
    /// there are followed by their values.
    fn preconditions(
        &mut self,
        cx: &Cx<'_>,
        segments: &[Segment],
        goals: Vec<Term>,
        mut beginning: Beginning<'_>,
        prefixes: &[Block],
    ) -> Option<Lesson> {
        let mut lesson = Lesson::default();
        let mut asked = Asked {
            demands: goals,
            facts: Vec::new(),
        };
        let mut checked: Vec<Term> = Vec::new();
        let mut contradictory = false;
        for i in (0..segments.len()).rev() {
            let segment = &segments[i];
            let mut demands = self.encoder.all_at_end(&segment.block, &asked.demands);
            if !contradictory {
                let conditions = segment.block.conditions.iter().zip(&segment.owners);
                let matter =
                    conditions.filter(|(_, owner)| beginning.moves.binary_search(owner).is_ok());
                demands.extend(matter.map(|(&condition, _)| condition));
            }
            let mut facts = self.encoder.all_at_end(&segment.block, &asked.facts);
            facts.retain(|&fact| self.encoder.is_predicate(fact));
            let flat = conjuncts(&self.encoder.terms, demands);
            let flat = flat.and_then(|flat| self.without_inputs(flat));
            // What contradicts itself needs nothing from before, but for the facts.
            contradictory |= flat.is_none();
            asked = Asked {
                demands: flat.unwrap_or_default(),
                facts,
            };
            if asked.demands.len() > MAX_GOALS {
                return None;
            }
            let Some(cut) = i.checked_sub(1) else {
                break;
            };
            match self.settled(cx, &mut beginning, &segments[..i], asked) {
                Some(settled) => asked = settled,
                None => break,
            }
            if asked.demands != checked {
                checked.clone_from(&asked.demands);
                if self.abstractor.check(&self.encoder, &checked).is_unsat() {
                    contradictory = true;
                    asked.demands.clear();
                }
            }
            if contradictory && asked.facts.is_empty() {
                break;
            }
            let before = segments[cut].to;
            let mut numbers = Vec::new();
            for &term in asked.demands.iter().chain(&asked.facts) {
                let mut found = Vec::new();
                atoms(&mut self.encoder.terms, term, &mut found);
                // Of too many cases nothing is learned.
                if found.len() > MAX_ATOMS {
                    continue;
                }
                for atom in found {
                    let counted = prefixes
                        .get(cut)
                        .is_some_and(|prefix| self.count(cx, before, atom, prefix, &mut lesson));
                    if counted {
                        continue;
                    }
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
            asked.facts.extend(numbers);
        }
        lesson.tidy();
        Some(lesson)
    }

    /// If an atom is about a variable that counts, and that has the same value at a place
    /// whenever a path comes there in so many rounds, its values are told apart there: one
    /// lesson in place of one for each number of rounds. If that was not enough, false.
    fn count(
        &mut self,
        cx: &Cx<'_>,
        place: (FunctionId, Location),
        atom: Term,
        prefix: &Block,
        lesson: &mut Lesson,
    ) -> bool {
        let symbols = self.encoder.terms.symbols(atom);
        let [symbol] = symbols[..] else {
            return false;
        };
        let Some(Meaning::Var(var)) = self.encoder.meaning(symbol) else {
            return false;
        };
        let variable = self.encoder.terms.symbol_term(symbol);
        let end = self.encoder.at_end(prefix, variable);
        let counts = self.counters.contains(&var) && self.encoder.terms.is_constant(end);
        if !counts || !self.precision.split(place, variable) {
            return false;
        }
        lesson.places.push(place);
        lesson.needed.push(place);
        let fact = format!("the values of {}", cx.program.show(var));
        if !lesson.facts.contains(&fact) {
            lesson.facts.push(fact);
        }
        true
    }

    /// Tracks a predicate, if it is one.
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
        lesson.needed.push(place);
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

//! The further steps of the ladder: interpolants by Spacer, over integers and over bit
//! vectors, for paths that go round a loop. Preconditions speak of one number of rounds;
//! these often speak of any.

use super::Inner;
use super::atoms::atoms;
use super::interpolate::Segment;
use engine::{Cx, Lesson};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use solver::block::Meaning;
use solver::{Arithmetic, Budget, Chain, ChainStep, Node, Sort, Substitution, Term};
use std::time::Duration;

/// A path that comes to one place as often has gone round a loop.
const ROUNDS: usize = 3;

/// Cells that such a path may be about.
const MAX_CELLS: usize = 24;

/// Longer chains are beyond what Spacer solves in the time given.
const MAX_STEPS: usize = 60;

/// Failures after which it is not tried any more.
const MAX_FAILURES: u64 = 8;

const SPACER: Budget = Budget {
    resource: 8_000_000,
    wall: Some(Duration::from_millis(1500)),
    memory: None,
};

/// The cells of a chain, and the symbols that stand for them in it.
type Cells = IndexMap<Term, Term, FxBuildHasher>;

impl Inner {
    /// Tracks the atoms of interpolants of the moves that matter, if the path goes round
    /// a loop and there are some.
    pub(super) fn generalise(
        &mut self,
        cx: &Cx<'_>,
        segments: &[Segment],
        moves: &[usize],
        goals: &[Term],
    ) -> Option<Lesson> {
        if self.counts.ladder_failures >= MAX_FAILURES || segments.len() > MAX_STEPS {
            return None;
        }
        let mut visits: FxHashMap<_, usize> = FxHashMap::default();
        let (_, cuts) = segments.split_last()?;
        for segment in cuts {
            *visits.entry(segment.to).or_default() += 1;
        }
        if visits.values().all(|&n| n < ROUNDS) {
            return None;
        }
        let (chain, cells) = self.chain(segments, moves, goals)?;
        for arithmetic in [Arithmetic::Integers, Arithmetic::Bits] {
            let terms = &mut self.encoder.terms;
            let solver = &mut self.abstractor.solver;
            let Some(found) = solver.interpolants(terms, &chain, arithmetic, &SPACER) else {
                continue;
            };
            let names = cells.iter().map(|(&cell, &symbol)| (symbol, cell));
            let mut back = Substitution::new(terms, names);
            let mut lesson = Lesson::default();
            for (interpolant, segment) in found.into_iter().zip(cuts) {
                let terms = &mut self.encoder.terms;
                let interpolant = back.apply(terms, interpolant);
                let mut parts = Vec::new();
                atoms(terms, interpolant, &mut parts);
                for atom in parts {
                    self.track(cx, segment.to, atom, &mut lesson);
                }
            }
            if !lesson.places.is_empty() {
                self.counts.generalised += 1;
                lesson.tidy();
                return Some(lesson);
            }
        }
        self.counts.ladder_failures += 1;
        None
    }

    /// What matters of a path, as steps over the cells that it is about; None if these
    /// are too many.
    fn chain(
        &mut self,
        segments: &[Segment],
        moves: &[usize],
        goals: &[Term],
    ) -> Option<(Chain, Cells)> {
        let mut conditions: Vec<Term> = Vec::new();
        for (i, segment) in segments.iter().enumerate() {
            let own = segment.block.conditions.iter().zip(&segment.owners);
            let own = own.filter(|(_, owner)| moves.binary_search(owner).is_ok());
            let mut own: Vec<Term> = own.map(|(&condition, _)| condition).collect();
            if i + 1 == segments.len() {
                own.extend(self.encoder.all_at_end(&segment.block, goals));
            }
            conditions.push(self.encoder.terms.all(own));
        }
        let mut cells = Cells::default();
        for &condition in &conditions {
            self.collect(condition, &mut cells)?;
        }
        let mut ends: Vec<Vec<Term>> = vec![Vec::new(); segments.len()];
        let mut done = 0;
        while done < cells.len() {
            let cell = *cells.get_index(done)?.0;
            for (segment, ends) in segments.iter().zip(&mut ends) {
                let end = self.encoder.at_end(&segment.block, cell);
                self.collect(end, &mut cells)?;
                ends.push(end);
            }
            done += 1;
        }
        let terms = &mut self.encoder.terms;
        let names = cells.iter().map(|(&cell, &symbol)| (cell, symbol));
        let mut put = Substitution::new(terms, names);
        let mut steps = Vec::new();
        for (condition, ends) in conditions.into_iter().zip(ends) {
            steps.push(ChainStep {
                condition: put.apply(terms, condition),
                after: ends.into_iter().map(|end| put.apply(terms, end)).collect(),
            });
        }
        let variables = cells.values().copied().collect();
        Some((Chain { variables, steps }, cells))
    }

    /// Finds the cells in a term: variables, and reads of memory.
    fn collect(&mut self, term: Term, cells: &mut Cells) -> Option<()> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let is_cell = match self.encoder.terms.node(term) {
                Node::Symbol(symbol) => {
                    matches!(self.encoder.meaning(symbol), Some(Meaning::Var(_)))
                }
                Node::Select(..) => self.encoder.is_cell(term),
                _ => false,
            };
            if !is_cell {
                open.extend(self.encoder.terms.operands(term));
                continue;
            }
            if !cells.contains_key(&term) {
                if cells.len() == MAX_CELLS {
                    return None;
                }
                let sort = self.encoder.terms.sort(term);
                if !matches!(sort, Sort::Bits(_)) {
                    return None;
                }
                let symbol = self.cell_symbol(term, sort);
                cells.insert(term, symbol);
            }
        }
        Some(())
    }

    fn cell_symbol(&mut self, cell: Term, sort: Sort) -> Term {
        if self.encoder.terms.as_symbol(cell).is_some() {
            return cell;
        }
        let terms = &mut self.encoder.terms;
        let made = self.cell_symbols.entry(cell);
        *made.or_insert_with(|| terms.symbol("cell", sort))
    }
}

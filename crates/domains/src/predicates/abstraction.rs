//! What a block does to a region: the strongest combination of predicates that holds
//! after it.
//!
//! What can be read off terms and diagrams is; the solver is asked for the rest, and its
//! models are used for all predicates at once: of a predicate that was seen true and seen
//! false nothing needs to be asked. An answer that does not come is as good as "maybe".

use super::precision::Precision;
use super::regions::{RegionId, Regions};
use biodivine_lib_bdd::Bdd;
use program::{FunctionId, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::block::{Block, Encoder};
use solver::{Answer, Budget, Evaluator, Model, Node, Solver, Term, Terms};
use std::rc::Rc;

/// The solver's units of work for one question: seconds, where it is hard.
pub const QUESTION: Budget = Budget {
    resource: 3_000_000,
    wall: None,
    memory: None,
};

/// After so many questions without an answer there is less time for each.
const PATIENCE: u64 = 12;
const IMPATIENT: Budget = Budget {
    resource: 150_000,
    ..QUESTION
};

/// Predicates whose combinations are enumerated; beyond, each is on its own.
const MAX_OPEN: usize = 80;

/// Combinations that are enumerated.
const MAX_COMBINATIONS: usize = 300;

/// A region, and what cells hold in it.
pub type Alternative = (RegionId, Rc<[(Term, Term)]>);

type Known = FxHashMap<(RegionId, Block, Rc<[u32]>, Rc<[Term]>), Rc<[Alternative]>>;

pub struct Abstractor {
    pub solver: Box<dyn Solver>,
    cartesian: bool,
    known: Known,
    possible: FxHashMap<(RegionId, Block), bool>,
    pub abstractions: u64,
    pub remembered: u64,
    pub unanswered: u64,
}

impl Abstractor {
    pub fn new(solver: Box<dyn Solver>, cartesian: bool) -> Abstractor {
        Abstractor {
            solver,
            cartesian,
            known: FxHashMap::default(),
            possible: FxHashMap::default(),
            abstractions: 0,
            remembered: 0,
            unanswered: 0,
        }
    }

    pub fn check(&mut self, encoder: &Encoder, assertions: &[Term]) -> Answer {
        let budget = match self.unanswered < PATIENCE {
            true => QUESTION,
            false => IMPATIENT,
        };
        let answer = self.solver.check(&encoder.terms, assertions, &budget);
        self.unanswered += matches!(answer, Answer::Unknown(_)) as u64;
        answer
    }

    /// What a block demands of the start, and that it starts in a region.
    pub fn premises(
        &mut self,
        encoder: &mut Encoder,
        regions: &mut Regions,
        predicates: &[Term],
        region: RegionId,
        block: &Block,
    ) -> Vec<Term> {
        let fact = regions.term(&mut encoder.terms, region, predicates);
        let fact = encoder.at_start(block, fact);
        let mut premises = Vec::with_capacity(block.conditions.len() + 1);
        if encoder.terms.as_bool(fact) != Some(true) {
            premises.push(fact);
        }
        premises.extend(block.conditions.iter().copied());
        premises
    }

    /// Can the block be taken from the region?
    pub fn is_possible(
        &mut self,
        encoder: &mut Encoder,
        regions: &mut Regions,
        precision: &Precision,
        region: RegionId,
        block: &Block,
    ) -> bool {
        if block.conditions.is_empty() {
            return true;
        }
        if let Some(&known) = self.possible.get(&(region, block.clone())) {
            self.remembered += 1;
            return known;
        }
        let premises = self.premises(encoder, regions, precision.terms(), region, block);
        let possible = !self.check(encoder, &premises).is_unsat();
        self.possible.insert((region, block.clone()), possible);
        possible
    }

    /// The regions after a block that ends at a place, with the values that cells have
    /// in each; none if the block cannot be taken.
    pub fn after(
        &mut self,
        encoder: &mut Encoder,
        regions: &mut Regions,
        precision: &mut Precision,
        region: RegionId,
        block: &Block,
        at: (FunctionId, Location),
    ) -> Rc<[Alternative]> {
        let key = (
            region,
            block.clone(),
            precision.at(at),
            precision.cells_at(at),
        );
        if let Some(known) = self.known.get(&key) {
            self.remembered += 1;
            return known.clone();
        }
        self.abstractions += 1;
        let mut found: Vec<Alternative> = Vec::new();
        let premises = self.premises(encoder, regions, precision.terms(), region, block);
        for Values { values, but } in self.values_of_cells(encoder, &premises, block, &key.3) {
            for &(cell, value) in &values {
                precision.note(at, cell, value);
            }
            let given = (&values[..], &but[..]);
            let Some(mut bdd) =
                self.compute(encoder, regions, precision, (region, block), &key.2, given)
            else {
                continue;
            };
            // Only what the region says may be put into the next block.
            let mut said = Vec::with_capacity(values.len());
            for (cell, value) in values {
                let equal = encoder.terms.eq(cell, value);
                if let Some((number, sense)) = precision.number(&mut encoder.terms, equal) {
                    bdd = bdd.and(&regions.literal(number, sense));
                    said.push((cell, value));
                }
            }
            found.push((regions.intern(bdd), said.into()));
        }
        let found: Rc<[Alternative]> = found.into();
        self.known.insert(key, found.clone());
        found
    }

    /// The combinations of values that cells can have at the end of a block, of those
    /// cells that have constant values there, or else values that are none of these.
    fn values_of_cells(
        &mut self,
        encoder: &mut Encoder,
        premises: &[Term],
        block: &Block,
        cells: &[Term],
    ) -> Vec<Values> {
        let ends = encoder.all_at_end(block, cells);
        let mut known = Values::default();
        let mut open = Vec::new();
        for (&cell, &end) in cells.iter().zip(&ends) {
            if encoder.terms.is_constant(end) {
                known.values.push((cell, end));
            } else {
                let constants = constant_leaves(&encoder.terms, end);
                if !constants.is_empty() {
                    open.push((cell, end, constants));
                }
            }
        }
        if open.is_empty() {
            return vec![known];
        }
        let mut question = premises.to_vec();
        let mut found = Vec::new();
        loop {
            let model = match self.check(encoder, &question) {
                Answer::Unsat => return found,
                Answer::Sat(model) => model,
                Answer::Unknown(_) => return vec![known],
            };
            if found.len() == MAX_COMBINATIONS {
                return vec![known];
            }
            let mut values = known.clone();
            let mut differs = Vec::new();
            for (cell, end, constants) in &open {
                let width = encoder.terms.width(*end);
                let value = Evaluator::new(&encoder.terms, &model).value(*end);
                let value = encoder.terms.bits(value, width);
                if constants.contains(&value) {
                    values.values.push((*cell, value));
                    differs.push(encoder.terms.ne(*end, value));
                } else {
                    let others = constants.iter();
                    let others: Vec<Term> = others.map(|&c| encoder.terms.ne(*end, c)).collect();
                    let other = encoder.terms.all(others);
                    differs.push(encoder.terms.not(other));
                    values.but.push(other);
                }
            }
            question.push(encoder.terms.any(differs));
            found.push(values);
        }
    }

    fn compute(
        &mut self,
        encoder: &mut Encoder,
        regions: &mut Regions,
        precision: &Precision,
        (region, block): (RegionId, &Block),
        tracked: &[u32],
        (values, but): (&[(Term, Term)], &[Term]),
    ) -> Option<Bdd> {
        let starts: Vec<Term> = tracked.iter().map(|&p| precision.term(p)).collect();
        let mut told = Block::default();
        encoder.put(&mut told, values);
        let told_starts = encoder.all_at_end(&told, &starts);
        let ends = encoder.all_at_end(block, &told_starts);
        // Predicates that the block does not touch keep what the region says of them.
        let untouched: Vec<u32> = tracked
            .iter()
            .zip(starts.iter().zip(&ends))
            .filter(|&(_, (&start, &end))| start == end && encoder.at_start(block, start) == start)
            .map(|(&p, _)| p)
            .collect();
        let mut after = regions.project(region, &untouched);
        let mut open: Vec<(u32, Term)> = Vec::new();
        for (&predicate, &end) in tracked.iter().zip(&ends) {
            if let Some(value) = encoder.terms.as_bool(end) {
                after = after.and(&regions.literal(predicate, value));
            } else if untouched.contains(&predicate) && regions.value(region, predicate).is_some()
                || untouched.contains(&predicate) && block.conditions.is_empty()
            {
                // The projection says it all.
            } else {
                open.push((predicate, end));
            }
        }
        if open.is_empty() && block.conditions.is_empty() && but.is_empty() {
            return Some(after);
        }
        let mut premises = self.premises(encoder, regions, precision.terms(), region, block);
        let cells: Vec<Term> = values.iter().map(|&(cell, _)| cell).collect();
        let cells = encoder.all_at_end(block, &cells);
        for (end, &(_, value)) in cells.into_iter().zip(values) {
            if end != value {
                premises.push(encoder.terms.eq(end, value));
            }
        }
        premises.extend(but);
        let mut models = Vec::new();
        match self.check(encoder, &premises) {
            Answer::Unsat => return None,
            Answer::Sat(model) => models.push(model),
            Answer::Unknown(_) => {}
        }
        let open = self.decide(encoder, regions, &premises, open, &mut models, &mut after);
        if self.cartesian || open.is_empty() || open.len() > MAX_OPEN {
            return Some(after);
        }
        // All combinations of what may be either.
        let mut combinations = regions.empty();
        let ends: Vec<Term> = open.iter().map(|&(_, end)| end).collect();
        for count in 0.. {
            let model = match (count < models.len()).then(|| models[count].clone()) {
                Some(model) => model,
                None => match self.check(encoder, &premises) {
                    Answer::Unsat => break,
                    Answer::Sat(model) => model,
                    // What else there is nobody knows.
                    Answer::Unknown(_) => return Some(after),
                },
            };
            let truths = truths(encoder, &model, &ends);
            let mut combination = regions.full();
            let mut differs = Vec::with_capacity(open.len());
            for (&(predicate, end), &value) in open.iter().zip(&truths) {
                combination = combination.and(&regions.literal(predicate, value));
                differs.push(match value {
                    true => encoder.terms.not(end),
                    false => end,
                });
            }
            let differs = encoder.terms.any(differs);
            if !premises.contains(&differs) {
                premises.push(differs);
            }
            combinations = combinations.or(&combination);
            if count >= MAX_COMBINATIONS {
                return Some(after);
            }
        }
        Some(after.and(&combinations))
    }

    /// Finds the predicates that have one value only; gives the others, and models that
    /// were met on the way.
    fn decide(
        &mut self,
        encoder: &mut Encoder,
        regions: &Regions,
        premises: &[Term],
        open: Vec<(u32, Term)>,
        models: &mut Vec<Model>,
        after: &mut Bdd,
    ) -> Vec<(u32, Term)> {
        let ends: Vec<Term> = open.iter().map(|&(_, end)| end).collect();
        let mut seen = vec![(false, false); open.len()];
        for model in &*models {
            note(encoder, model, &ends, &mut seen);
        }
        let mut left = Vec::new();
        for (i, &(predicate, end)) in open.iter().enumerate() {
            let mut possible = [true, true];
            for value in [true, false] {
                let was_seen = if value { seen[i].0 } else { seen[i].1 };
                if was_seen {
                    continue;
                }
                let goal = match value {
                    true => end,
                    false => encoder.terms.not(end),
                };
                let mut question = premises.to_vec();
                question.push(goal);
                match self.check(encoder, &question) {
                    Answer::Unsat => possible[usize::from(value)] = false,
                    Answer::Sat(model) => {
                        note(encoder, &model, &ends, &mut seen);
                        models.push(model);
                    }
                    Answer::Unknown(_) => {}
                }
                if !possible[usize::from(value)] {
                    break;
                }
            }
            match possible {
                [true, true] => left.push((predicate, end)),
                [false, _] => *after = after.and(&regions.literal(predicate, true)),
                [true, false] => *after = after.and(&regions.literal(predicate, false)),
            }
        }
        left
    }
}

fn truths(encoder: &Encoder, model: &Model, ends: &[Term]) -> Vec<bool> {
    let mut evaluator = Evaluator::new(&encoder.terms, model);
    ends.iter().map(|&end| evaluator.holds(end)).collect()
}

fn note(encoder: &Encoder, model: &Model, ends: &[Term], seen: &mut [(bool, bool)]) {
    for (value, seen) in truths(encoder, model, ends).into_iter().zip(seen) {
        match value {
            true => seen.0 = true,
            false => seen.1 = true,
        }
    }
}

/// What cells hold at the end of a block.
#[derive(Clone, Default)]
struct Values {
    values: Vec<(Term, Term)>,
    /// Of others, which values they do not have.
    but: Vec<Term>,
}

/// The constants among which a term chooses, and maybe others.
fn constant_leaves(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.is_constant(term) {
            found.push(term);
        } else if let Node::Ite(_, a, b) = terms.node(term) {
            open.extend([b, a]);
        }
    }
    found
}

//! The Cartesian post (seed 004, Theorem 2), with splitting.
//!
//! Each abstract object is updated by itself: a heap predicate holds afterwards if the
//! object implies its weakest precondition, does not if it implies that of the negation,
//! and else is open. What is known of the state goes with the object: the facts, and what
//! the objects are like that have names.
//!
//! A pointer that gets a new target makes the abstract program nondeterministic: it may be
//! any object. There the boolean heap is split by the weakest precondition of "is what
//! the pointer points to" (the paper's focus): one heap for each abstract object that may
//! be it, in which one object is and the others are not, and one in which none is.

use super::cube::{Cube, normal};
use super::scope::{HeapPredicate, Pin, S, Scope};
use super::transformer::{Before, Transformer};
use crate::shapes::class::{V, unary};
use logic::relational::{Formula, Variable};
use solver::{Consequences, Prover};
use std::rc::Rc;

/// A boolean heap: what holds of the state, and what objects there may be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Heap {
    pub facts: Cube,
    pub objects: Rc<[Cube]>,
}

/// What the post has cost.
#[derive(Default)]
pub struct Effort {
    /// Abstract objects, and states, that were updated.
    pub updates: u64,
    /// The most entailments that were asked for one of them.
    pub most: u64,
}

pub struct Post<'a> {
    pub prover: &'a mut Prover,
    pub effort: &'a mut Effort,
    pub from: &'a Scope,
    pub to: &'a Scope,
    pub by: &'a Transformer,
    /// What others say of the state before.
    pub heard: &'a [Formula],
}

/// What predicates are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    State,
    Object,
    /// The object that is allocated.
    Fresh,
}

/// A part of a heap in which it is known where a pointer will lead.
struct Case {
    known: Vec<Formula>,
    /// What selects an object, and the abstract one that it is of, or the fresh one.
    selected: Option<(Formula, Option<Cube>)>,
}

impl Post<'_> {
    pub fn of(&mut self, heap: &Heap) -> Vec<Heap> {
        let mut known = self.context(heap);
        known.extend(self.by.known.iter().cloned());
        known.extend(self.heard.iter().cloned());
        let fresh = Formula::exists(V, unary(self.from.fresh, V));
        known.push(match self.by.allocates {
            true => fresh,
            false => Formula::not(fresh),
        });
        if let Some(require) = &self.by.require {
            known.push(require.clone());
            if has_universal(require) {
                known.push(self.covering(heap));
            }
        }
        let mut all = Vec::new();
        for case in self.cases(heap, known) {
            all.extend(self.after(heap, case));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What is known of a state: its facts, and the objects that have names.
    fn context(&self, heap: &Heap) -> Vec<Formula> {
        let mut known = literals(&self.from.facts, &heap.facts, V);
        for pin in &self.from.pins {
            if heap.facts.get(pin.some) != Some(true) {
                continue;
            }
            let objects = heap.objects.iter();
            let may_be = objects.filter(|o| o.get(pin.at) != Some(false));
            let may_be = may_be.map(|o| Formula::and(literals(&self.from.unary, o, V)));
            let is = self.from.unary[pin.at].formula.clone();
            known.push(Formula::exists(V, Formula::and([is, Formula::or(may_be)])));
        }
        known
    }

    /// Every object is one of the abstract ones.
    fn covering(&self, heap: &Heap) -> Formula {
        let objects = heap.objects.iter();
        let objects = objects.map(|o| Formula::and(literals(&self.from.unary, o, V)));
        let fresh = unary(self.from.fresh, V);
        Formula::forall(V, Formula::or(objects.chain([fresh])))
    }

    /// Which of some formulae hold, and which do not, where others do; None if that is
    /// impossible.
    fn decide(&mut self, known: &[Formula], goals: &[Formula]) -> Option<Vec<Option<bool>>> {
        let both = goals.iter().flat_map(|goal| {
            let yes = goal.clone();
            let no = Formula::not(goal.clone());
            [yes, no]
        });
        let both: Vec<Formula> = both.collect();
        match self.prover.consequences(self.from.theory, known, &both) {
            Consequences::Impossible => None,
            Consequences::Of(follows) => {
                let pairs = follows.chunks(2).map(|pair| match pair {
                    [true, _] => Some(true),
                    [_, true] => Some(false),
                    _ => None,
                });
                Some(pairs.collect())
            }
        }
    }

    /// An object that was there before, of an abstract one.
    fn object(&self, cube: &Cube) -> Vec<Formula> {
        let mut known = literals(&self.from.unary, cube, V);
        known.push(Formula::exists(S_, Formula::equal(S_, V)));
        known.push(Formula::not(unary(self.from.fresh, V)));
        if self.by.ended != Formula::False {
            known.push(Formula::not(self.by.ended.clone()));
        }
        known
    }

    /// Splitting.
    fn cases(&mut self, heap: &Heap, known: Vec<Formula>) -> Vec<Case> {
        let whole = |known| Case {
            known,
            selected: None,
        };
        let Some((pin, is)) = self.undecided(&known) else {
            return vec![whole(known)];
        };
        let mut cases = Vec::new();
        let fresh = self.by.allocates.then_some(None);
        for cube in heap.objects.iter().copied().map(Some).chain(fresh) {
            let object = match &cube {
                Some(cube) => self.object(cube),
                None => vec![unary(self.from.fresh, V)],
            };
            let mut here = known.clone();
            here.extend(object.iter().cloned());
            let truth = self.decide(&here, std::slice::from_ref(&is));
            if truth.is_none_or(|truth| truth[0] == Some(false)) {
                continue;
            }
            let mut known = known.clone();
            let at = |f: &Formula| f.rename(&|p| p, &[(V, S)]);
            known.extend(object.iter().map(at));
            known.push(at(&is));
            cases.push(Case {
                known,
                selected: Some((is.clone(), cube)),
            });
        }
        let mut none = known;
        none.push(Formula::not(Formula::exists(V, is)));
        let null = pin.null.map(|null| &self.by.facts[null]);
        match null {
            Some(Before::Formula(null)) => {
                for null in [null.clone(), Formula::not(null.clone())] {
                    let mut known = none.clone();
                    known.push(null);
                    cases.push(whole(known));
                }
            }
            _ => cases.push(whole(none)),
        }
        cases
    }

    /// A pointer that gets a target which the command looks up, and what says which it is.
    fn undecided(&mut self, known: &[Formula]) -> Option<(Pin, Formula)> {
        let (pins, by) = (&self.to.pins, self.by);
        pins.iter().find_map(|&pin| {
            let Before::Formula(is) = &by.unary[pin.at] else {
                return None;
            };
            if *is == unary(self.from.fresh, V) {
                return None;
            }
            // What is open about it must not matter.
            let (sure, possible) = (is.sure(), is.possible());
            if sure != possible {
                let mut here = known.to_vec();
                here.push(possible);
                let truth = self.decide(&here, std::slice::from_ref(&sure));
                if truth.is_some_and(|truth| truth[0] != Some(true)) {
                    return None;
                }
            }
            Some((pin, sure))
        })
    }

    /// The heap after a case; none if that is impossible.
    fn after(&mut self, heap: &Heap, case: Case) -> Option<Heap> {
        let facts = self.updated(&case.known, &heap.facts, Of::State)?;
        let mut objects = Vec::new();
        for cube in heap.objects.iter() {
            let mut known = case.known.clone();
            known.extend(self.object(cube));
            if let Some((is, _)) = &case.selected {
                known.push(Formula::not(is.clone()));
                known.push(Formula::not(Formula::equal(V, S)));
            }
            objects.extend(self.updated(&known, cube, Of::Object));
        }
        if let Some((is, Some(cube))) = &case.selected {
            let mut known = case.known.clone();
            known.extend(self.object(cube));
            known.extend([is.clone(), Formula::equal(V, S)]);
            objects.extend(self.updated(&known, cube, Of::Object));
        }
        if self.by.allocates {
            let mut known = case.known.clone();
            known.push(unary(self.from.fresh, V));
            objects.extend(self.updated(&known, &Cube::default(), Of::Fresh));
        }
        Some(Heap {
            facts,
            objects: normal(objects),
        })
    }

    /// The predicates of an abstract object, or the facts, after the command; None if there
    /// is no such state.
    fn updated(&mut self, known: &[Formula], cube: &Cube, of: Of) -> Option<Cube> {
        let (before, predicates) = match of {
            Of::State => (&self.by.facts, &self.from.facts),
            Of::Object | Of::Fresh => (&self.by.unary, &self.from.unary),
        };
        let learns = self.by.require.is_some() || !self.heard.is_empty() || of == Of::Fresh;
        let mut after = Cube::default();
        let (mut goals, mut numbers) = (Vec::new(), Vec::new());
        for (number, before) in before.iter().enumerate() {
            match before {
                Before::Constant(value) => after.set(number, Some(*value)),
                Before::Same(old) => {
                    after.set(number, cube.get(*old));
                    if cube.get(*old).is_none() && learns {
                        goals.push(predicates[*old].formula.clone());
                        numbers.push(number);
                    }
                }
                Before::Formula(formula) => {
                    goals.push(formula.clone());
                    numbers.push(number);
                }
            }
        }
        self.effort.updates += 1;
        self.effort.most = self.effort.most.max(2 * goals.len() as u64);
        let truths = self.decide(known, &goals)?;
        for (number, truth) in numbers.into_iter().zip(truths) {
            after.set(number, truth);
        }
        Some(after)
    }
}

/// Bound in "exists".
const S_: Variable = Variable(10);

fn literals(predicates: &[HeapPredicate], cube: &Cube, at: Variable) -> Vec<Formula> {
    let literal = |(number, holds): (usize, bool)| {
        let formula = predicates[number].formula.clone();
        let formula = if holds {
            formula
        } else {
            Formula::not(formula)
        };
        formula.rename(&|p| p, &[(V, at)])
    };
    cube.literals().map(literal).collect()
}

fn has_universal(formula: &Formula) -> bool {
    let mut found = false;
    formula.visit(&mut |f| found |= matches!(f, Formula::Forall(..)));
    found
}

//! The product of a model and the automaton of a query, searched for a path to what must not
//! be. Calls and returns match: a function is searched once for each node and clause that it
//! is entered with, and whoever called it so goes on from its exits (Reps, Horwitz, Sagiv
//! 1995). An exit is no state of a run: what returns is in the caller at once.

use super::atoms::{Evaluator, Truths};
use super::clauses::{ClauseId, Clauses, TooLarge};
use crate::model::{Model, Onward};
use indexmap::IndexMap;
use indexmap::map::Entry;
use program::Program;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::VecDeque;

/// A state of a path that may violate the query.
#[derive(Clone, Debug)]
pub struct Passed {
    pub node: u32,
    /// The atoms that matter there.
    pub atoms: Vec<Truth>,
}

/// What an atom is in a state of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    /// Its number.
    pub atom: u32,
    pub holds: bool,
    /// Could it be otherwise in that state?
    pub certain: bool,
}

/// How a state of the product was reached.
#[derive(Clone, Debug)]
enum Way {
    Start,
    /// From this one; the atoms there.
    From(usize, Vec<Truth>),
    /// From this exit, to which that call led.
    Back(usize, usize),
}

/// A node, a clause that has to hold from it on, and the entry of its function: its number,
/// or its own if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Reached {
    entry: Option<usize>,
    node: u32,
    clause: ClauseId,
}

pub struct Search<'a> {
    program: &'a Program,
    model: &'a Model,
    onward: Onward,
    clauses: Clauses,
    reached: IndexMap<Reached, Way, FxBuildHasher>,
    waiting: VecDeque<usize>,
    /// By entry: the states that called, with the atoms there.
    callers: FxHashMap<usize, Vec<(usize, Vec<Truth>)>>,
    exits: FxHashMap<usize, Vec<usize>>,
}

impl<'a> Search<'a> {
    pub fn new(program: &'a Program, model: &'a Model, clauses: Clauses) -> Search<'a> {
        Search {
            program,
            model,
            onward: Onward::of(&model.skeleton),
            clauses,
            reached: IndexMap::default(),
            waiting: VecDeque::new(),
            callers: FxHashMap::default(),
            exits: FxHashMap::default(),
        }
    }

    /// A path on which one of the clauses is violated; None if there is none.
    pub fn run(
        &mut self,
        clauses: &[ClauseId],
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Option<Vec<Passed>>, TooLarge> {
        for &node in &self.model.skeleton.starts {
            for &clause in clauses {
                let entry = None;
                self.add(
                    Reached {
                        entry,
                        node,
                        clause,
                    },
                    Way::Start,
                );
            }
        }
        while let Some(at) = self.waiting.pop_front() {
            if let Some(atoms) = self.expand(at, evaluator)? {
                return Ok(Some(self.path(at, atoms)));
            }
        }
        Ok(None)
    }

    /// States of the product that were looked at.
    pub fn count(&self) -> usize {
        self.reached.len()
    }

    fn add(&mut self, reached: Reached, way: Way) -> usize {
        match self.reached.entry(reached) {
            Entry::Occupied(known) => known.index(),
            Entry::Vacant(none) => {
                let at = none.index();
                none.insert(way);
                self.waiting.push_back(at);
                at
            }
        }
    }

    /// The entry of the function that a state is in.
    fn entry(&self, at: usize) -> usize {
        let (reached, _) = self.get(at);
        reached.entry.unwrap_or(at)
    }

    fn get(&self, at: usize) -> (Reached, &Way) {
        match self.reached.get_index(at) {
            Some((reached, way)) => (*reached, way),
            None => unreachable!("numbers come from the table"),
        }
    }

    /// Goes on from a state. Some if the clause is violated there: the atoms.
    fn expand(
        &mut self,
        at: usize,
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Option<Vec<Truth>>, TooLarge> {
        let (Reached { node, clause, .. }, _) = self.get(at);
        let place = self.model.skeleton.nodes[node as usize];
        let body = self.program.functions[place.function].body.as_ref();
        if body.is_some_and(|body| body.exit() == Some(place.at)) {
            self.leave(at);
            return Ok(None);
        }
        let wanted = self.clauses.atoms(clause);
        let possible = evaluator.truths(&place, &wanted);
        for truths in possible.iter() {
            let atoms = named(&wanted, truths, &possible);
            let holds = |atom: u32| atoms.iter().any(|t| t.atom == atom && t.holds);
            for next in self.clauses.progress(clause, &holds)? {
                if self.clauses.is_violated(next) {
                    return Ok(Some(atoms));
                }
                self.step(at, next, &atoms);
            }
        }
        Ok(None)
    }

    /// Takes the steps and calls of a node; the clause has to hold from there on.
    fn step(&mut self, at: usize, clause: ClauseId, atoms: &[Truth]) {
        let (from, _) = self.get(at);
        let entry = Some(self.entry(at));
        let model = &self.model.skeleton;
        for edge in self.onward.steps(model, from.node) {
            let node = edge.to;
            self.add(
                Reached {
                    entry,
                    node,
                    clause,
                },
                Way::From(at, atoms.to_vec()),
            );
        }
        for edge in self.onward.calls(model, from.node) {
            let node = edge.to;
            let entry = None;
            let into = self.add(
                Reached {
                    entry,
                    node,
                    clause,
                },
                Way::From(at, atoms.to_vec()),
            );
            let callers = self.callers.entry(into).or_default();
            if callers.iter().any(|(caller, _)| *caller == at) {
                continue;
            }
            callers.push((at, atoms.to_vec()));
            for exit in self.exits.get(&into).cloned().unwrap_or_default() {
                self.go_on(at, exit);
            }
        }
    }

    /// A function is left: all who called it so go on.
    fn leave(&mut self, exit: usize) {
        let entry = self.entry(exit);
        self.exits.entry(entry).or_default().push(exit);
        for (caller, _) in self.callers.get(&entry).cloned().unwrap_or_default() {
            self.go_on(caller, exit);
        }
    }

    fn go_on(&mut self, caller: usize, exit: usize) {
        let ((call, _), (from, _)) = (self.get(caller), self.get(exit));
        let (entry, clause) = (Some(self.entry(caller)), from.clause);
        let returns = self.onward.returns(from.node);
        let returns = returns.map(|&at| self.model.skeleton.returns[at]);
        let after: Vec<u32> = returns
            .filter(|back| back.call == call.node)
            .map(|back| back.to)
            .collect();
        for node in after {
            self.add(
                Reached {
                    entry,
                    node,
                    clause,
                },
                Way::Back(exit, caller),
            );
        }
    }

    /// The states of a run on the way to one of the product, where these atoms hold.
    fn path(&self, to: usize, atoms: Vec<Truth>) -> Vec<Passed> {
        let mut path = vec![Passed {
            node: self.get(to).0.node,
            atoms,
        }];
        let mut calls: Vec<usize> = Vec::new();
        let mut at = to;
        loop {
            let (reached, way) = self.get(at);
            let (before, atoms) = match way {
                Way::Start => break,
                Way::Back(exit, caller) => {
                    calls.push(*caller);
                    at = *exit;
                    continue;
                }
                // A function is entered by the call that it returned to.
                Way::From(..) if reached.entry.is_none() && !calls.is_empty() => {
                    let caller = calls.pop().unwrap_or_default();
                    let callers = self.callers.get(&at).into_iter().flatten();
                    let mut same = callers.filter(|(c, _)| *c == caller);
                    let atoms = same.next().map(|(_, atoms)| atoms.clone());
                    (caller, atoms.unwrap_or_default())
                }
                Way::From(before, atoms) => (*before, atoms.clone()),
            };
            path.push(Passed {
                node: self.get(before).0.node,
                atoms,
            });
            at = before;
        }
        path.reverse();
        path
    }
}

/// What atoms are, of several possibilities.
fn named(wanted: &[u32], truths: &Truths, possible: &[Truths]) -> Vec<Truth> {
    let atoms = wanted.iter().enumerate();
    let truth = |(i, &atom): (usize, &u32)| Truth {
        atom,
        holds: truths[i],
        certain: possible.iter().all(|other| other[i] == truths[i]),
    };
    atoms.map(truth).collect()
}

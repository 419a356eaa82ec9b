//! A run of the machine that is watched: does it violate a query?

use super::atoms::{Atom, World};
use super::clauses::{ClauseId, Clauses};
use crate::task::Task;
use machine::{Input, Inputs, Machine, Options};
use program::{Cfa, FunctionId, Location, Span};
use properties::Woven;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A run that violates a query.
#[derive(Clone, Debug)]
pub struct Violated {
    /// In the order in which the machine asks for them.
    pub inputs: Vec<Input>,
    /// Where it is found out.
    pub span: Span,
    /// The states that it passed, to the one where that is.
    pub passed: Vec<(FunctionId, Location)>,
}

/// Who watches runs.
pub struct Monitor<'a> {
    pub task: &'a Task,
    pub woven: &'a Woven,
    pub world: World<'a>,
    pub atoms: &'a [Atom],
    pub clauses: Clauses,
    /// Those of the query.
    pub first: Vec<ClauseId>,
}

impl Monitor<'_> {
    /// Runs the program; None if the run does not violate the query, or that is not known.
    pub fn watch(&mut self, inputs: &mut dyn Inputs, steps: u64) -> Option<Violated> {
        let program = self.world.program;
        let start = &program.functions[self.woven.start];
        let options = Options {
            entry: program.names[start.name].to_owned(),
            steps,
            ..self.task.machine_options()
        };
        let mut machine = Machine::new(program, options, inputs);
        let mut now: BTreeSet<ClauseId> = self.first.iter().copied().collect();
        let mut ended = machine.begin();
        let mut before = None;
        let mut passed = Vec::new();
        while ended.is_none()
            && !now.is_empty()
            && let Some((function, at)) = machine.position()
        {
            let body = program.functions[function].body.as_ref()?;
            let depth = machine.depth();
            if !before.is_none_or(|last| is_step(body, last, (depth, at))) {
                return None;
            }
            before = Some((body, depth, at));
            if body.exit() != Some(at) {
                passed.push((function, at));
                now = self.after(now, &mut machine)?;
            }
            if now.iter().any(|&clause| self.clauses.is_violated(clause)) {
                let edge = body.leaving(at).first();
                return Some(Violated {
                    inputs: machine.drawn().iter().map(|drawn| drawn.1).collect(),
                    span: edge.map_or(Span::NONE, |edge| edge.span),
                    passed,
                });
            }
            ended = machine.step();
        }
        None
    }

    /// What has to hold from the next state on; None if that depends on something that is not
    /// known.
    fn after(
        &mut self,
        now: BTreeSet<ClauseId>,
        machine: &mut Machine<'_>,
    ) -> Option<BTreeSet<ClauseId>> {
        let wanted = now.iter().flat_map(|&clause| self.clauses.atoms(clause));
        let wanted: BTreeSet<u32> = wanted.collect();
        let mut truths: FxHashMap<u32, bool> = FxHashMap::default();
        let mut unknown = Vec::new();
        for atom in wanted {
            match self.atoms[atom as usize].holds(self.world, machine) {
                Some(holds) => drop(truths.insert(atom, holds)),
                None => unknown.push(atom),
            }
        }
        let mut found: Option<BTreeSet<ClauseId>> = None;
        for guess in 0..1u32 << unknown.len() {
            let guessed = unknown.iter().enumerate();
            truths.extend(guessed.map(|(i, &atom)| (atom, guess >> i & 1 == 1)));
            let holds = |atom: u32| truths.get(&atom).copied().unwrap_or(false);
            let mut next = BTreeSet::new();
            for &clause in &now {
                next.extend(self.clauses.progress(clause, &holds).ok()?);
            }
            if found.as_ref().is_some_and(|known| *known != next) {
                return None;
            }
            found = Some(next);
        }
        found
    }
}

/// Did the machine do one operation? Queries count them.
fn is_step(
    body: &Cfa,
    (last, depth_before, from): (&Cfa, usize, Location),
    (depth, at): (usize, Location),
) -> bool {
    match depth.cmp(&depth_before) {
        std::cmp::Ordering::Equal => last.leaving(from).iter().any(|edge| edge.to == at),
        std::cmp::Ordering::Greater => depth == depth_before + 1 && at == body.entry(),
        std::cmp::Ordering::Less => depth + 1 == depth_before,
    }
}

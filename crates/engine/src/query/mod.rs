//! Queries about a finished model (thesis, section 6.1): formulae of linear temporal logic
//! that a finite run can violate, about locations, calls and formulae of the common logic.
//!
//! A query is *true* if no path of the model may violate it: a proof, for the model is sound.
//! If one may, the machine is asked: a run along the path, then some others. Only if one of
//! them violates the query it is *false*; otherwise the path is all there is to tell.
//!
//! A state is one of a run before an operation of the woven automaton; `X` is about the state
//! after that operation, if there is one.

mod atoms;
mod clauses;
mod monitor;
mod parse;
mod search;

pub use atoms::Atom;
pub use monitor::Violated;
pub use search::{Passed, Truth};

use crate::falsify::inputs_along;
use crate::model::Model;
use crate::sample::{Effort, Supply};
use crate::task::Task;
use crate::verdict::{Reason, Unknown};
use atoms::{Evaluator, Reader, World};
use clauses::{ClauseId, Clauses, TooLarge};
use logic::{Logic, ParseError};
use machine::{Inputs, Listed};
use monitor::Monitor;
use program::{FunctionId, Location, Span};
use properties::Woven;
use search::Search;
use solver::Solver;

/// Operations of the search along a path.
const SEARCH: u64 = 1_000_000;

/// A query that was understood.
#[derive(Clone, Debug)]
pub struct Query {
    pub atoms: Vec<Atom>,
    clauses: Clauses,
    first: Vec<ClauseId>,
}

impl Query {
    /// Reads a query about a model of a woven program, to which its expressions are added.
    pub fn parse(
        text: &str,
        woven: &mut Woven,
        logic: &mut Logic,
        model: &Model,
    ) -> Result<Query, ParseError> {
        let mut functions: Vec<FunctionId> = Vec::new();
        functions.extend(model.skeleton.nodes.iter().map(|node| node.function));
        functions.sort_unstable();
        functions.dedup();
        let violations = &woven.violations;
        let program = &mut woven.program;
        let mut reader = Reader::new(program, logic, violations, functions.into_iter());
        let (formula, atoms) = parse::parse(text, &mut reader)?;
        let mut clauses = Clauses::default();
        let first = clauses.of(&formula).map_err(|TooLarge| ParseError {
            at: 0,
            message: "this query is too large".to_owned(),
        })?;
        Ok(Query {
            atoms,
            clauses,
            first,
        })
    }
}

impl Query {
    fn monitor<'a>(&'a self, task: &'a Task, woven: &'a Woven, logic: &'a Logic) -> Monitor<'a> {
        Monitor {
            task,
            woven,
            world: World {
                program: &woven.program,
                logic,
                violations: &woven.violations,
            },
            atoms: &self.atoms,
            clauses: self.clauses.clone(),
            first: self.first.clone(),
        }
    }

    /// Runs the machine so many operations long: does that violate the query? None also if
    /// it is not known.
    pub fn watch(
        &self,
        task: &Task,
        woven: &Woven,
        logic: &Logic,
        inputs: &mut dyn Inputs,
        steps: u64,
    ) -> Option<Violated> {
        self.monitor(task, woven, logic).watch(inputs, steps)
    }
}

/// What is known about a query.
#[derive(Clone, Debug)]
pub enum Asked {
    /// On every path of the model.
    Holds,
    /// The machine showed it.
    Violated(Box<Violated>),
    /// A path of the model may violate it, and no run was found that does.
    Open(Vec<Passed>),
    /// There are runs that the model does not cover.
    Unknown(Unknown),
}

/// What was done for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// States of the product of model and query.
    pub states: usize,
    /// Different questions to the solver.
    pub questions: u64,
}

/// Asks a model. Solvers are made as they are needed.
pub fn ask(
    task: &Task,
    woven: &Woven,
    logic: &Logic,
    model: &Model,
    query: &Query,
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> (Asked, Work) {
    let world = World {
        program: &woven.program,
        logic,
        violations: &woven.violations,
    };
    let mut evaluator = Evaluator::new(world, model, &query.atoms, solver());
    let mut search = Search::new(&woven.program, model, query.clauses.clone());
    let found = search.run(&query.first, &mut evaluator);
    let work = Work {
        states: search.count(),
        questions: evaluator.questions(),
    };
    let path = match found {
        Ok(None) => {
            let asked = match &model.skeleton.hole {
                Some(hole) => Asked::Unknown(hole.clone()),
                None => Asked::Holds,
            };
            return (asked, work);
        }
        Ok(Some(path)) => path,
        Err(TooLarge) => {
            let unknown = Unknown {
                reason: Reason::Bound,
                what: "the query has too many parts".to_owned(),
                span: Span::NONE,
            };
            return (Asked::Unknown(unknown), work);
        }
    };
    let mut monitor = query.monitor(task, woven, logic);
    let places: Vec<(FunctionId, Location)> = path
        .iter()
        .map(|passed| &model.skeleton.nodes[passed.node as usize])
        .map(|node| (node.function, node.at))
        .collect();
    let asked = match run(&mut monitor, &places, solver) {
        Some(violated) => Asked::Violated(Box::new(violated)),
        None => Asked::Open(path),
    };
    (asked, work)
}

/// A run that violates the query: along the path, or on some other inputs.
fn run(
    monitor: &mut Monitor<'_>,
    places: &[(FunctionId, Location)],
    solver: &dyn Fn() -> Box<dyn Solver>,
) -> Option<Violated> {
    let limit = SEARCH.max(2 * places.len() as u64);
    let (task, woven) = (monitor.task, monitor.woven);
    if let Some(inputs) = inputs_along(task, woven, places, &mut *solver(), limit) {
        let steps = Effort::GLANCE.steps_of_a_run.max(2 * places.len() as u64);
        let violated = monitor.watch(&mut Listed::new(inputs), steps);
        if violated.is_some() {
            return violated;
        }
    }
    let runs = 0..Effort::GLANCE.runs;
    runs.into_iter()
        .find_map(|run| monitor.watch(&mut Supply::numbered(run), Effort::GLANCE.steps_of_a_run))
}

//! A run that a hopeless model promises. Where inputs decide, they are chosen as the nodes
//! say on which the run may be; whether it comes to what is promised the machine says.

use super::{Fate, Onward, Skeleton, fates};
use crate::analysis::Cx;
use crate::task::Task;
use crate::verdict::{Counterexample, fault_property};
use machine::{Input, Inputs, Listed, Machine, Options, Outcome, Request};
use program::{FunctionId, Location};
use properties::Property;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Operations of the run.
const STEPS: u64 = 1_000_000;

/// Where a run may be in the model is found out for so many nodes.
const MOST_NODES: usize = 1_000;

/// The number that is wanted next, else zero.
struct Wanted(Rc<Cell<i128>>);

impl Inputs for Wanted {
    fn draw(&mut self, request: Request) -> Option<Input> {
        let number = self.0.take();
        Some(match request {
            Request::Int { .. } => Input::Int(number),
            Request::Pointer => Input::Int(0),
            Request::Float(_) => Input::Bits(0),
        })
    }
}

/// What a model says of a property's violations.
#[derive(Clone, Debug)]
pub enum Promise {
    /// Nothing.
    None,
    /// Runs come to one, whatever they do; but the machine did not show it.
    Hint,
    /// And here is one.
    Kept(Box<Counterexample>),
}

/// Does every run come to a violation of the property, if inputs are chosen well?
pub fn promise(task: &Task, cx: &Cx<'_>, model: &Skeleton, property: Property) -> Promise {
    let is_bad = |id: u32| {
        let node = &model.nodes[id as usize];
        let body = cx.function(node.function).body.as_ref();
        let error = body.and_then(|body| body.error_at(node.at));
        error.is_some_and(|number| cx.violations[number as usize].property == property)
    };
    let fates = fates(cx, model, is_bad);
    let hopeless = |start: &u32| fates[*start as usize].is_hopeless();
    if model.starts.is_empty() || !model.starts.iter().all(hopeless) {
        return Promise::None;
    }
    match drive(task, cx, model, &fates, property) {
        Some(found) => Promise::Kept(Box::new(found)),
        None => Promise::Hint,
    }
}

/// Runs the program as the fates say; None if that does not come to a violation.
fn drive(
    task: &Task,
    cx: &Cx<'_>,
    model: &Skeleton,
    fates: &[Fate],
    property: Property,
) -> Option<Counterexample> {
    let onward = Onward::of(model);
    let wanted = Rc::new(Cell::new(0));
    let mut inputs = Wanted(Rc::clone(&wanted));
    let options = Options {
        entry: cx.program.names[cx.function(cx.start).name].to_owned(),
        steps: STEPS,
        ..task.machine_options()
    };
    let mut machine = Machine::new(cx.program, options, &mut inputs);
    let mut nodes: BTreeSet<u32> = model.starts.iter().copied().collect();
    let mut ended = machine.begin();
    while ended.is_none()
        && let Some(at) = machine.position()
    {
        nodes = here(cx, model, &onward, nodes, at);
        let numbers = nodes.iter().filter_map(|&node| match fates[node as usize] {
            Fate::HopelessIf(number) => Some(number),
            Fate::Open | Fate::Hopeless => None,
        });
        // What the most nodes want.
        let mut votes: FxHashMap<i128, usize> = FxHashMap::default();
        for number in numbers {
            *votes.entry(number).or_default() += 1;
        }
        if let Some((&number, _)) = votes
            .iter()
            .max_by_key(|&(&number, &count)| (count, number))
        {
            wanted.set(number);
        }
        ended = machine.step();
        nodes = next(model, &onward, &nodes);
    }
    let inputs: Vec<Input> = machine.drawn().iter().map(|drawn| drawn.1).collect();
    let mut options = task.machine_options();
    options.steps = STEPS;
    let mut listed = Listed::new(inputs.clone());
    let outcome = Machine::new(&task.program, options, &mut listed).run();
    match outcome {
        Outcome::Fault(incident)
            if fault_property(&task.program, incident.fault) == Some(property) =>
        {
            Some(Counterexample {
                property,
                inputs,
                incident,
            })
        }
        _ => None,
    }
}

/// The nodes that the run may be on, of those that it may have come to: an exit is left at
/// once.
fn here(
    cx: &Cx<'_>,
    model: &Skeleton,
    onward: &Onward,
    nodes: BTreeSet<u32>,
    (function, at): (FunctionId, Location),
) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for id in nodes {
        let node = &model.nodes[id as usize];
        let body = cx.function(node.function).body.as_ref();
        let is_here = |id: u32| {
            let node = &model.nodes[id as usize];
            (node.function, node.at) == (function, at)
        };
        if body.is_some_and(|body| body.exit() == Some(node.at)) {
            let after = onward.returns(id).map(|&back| model.returns[back].to);
            found.extend(after.filter(|&to| is_here(to)));
        }
        found.extend(Some(id).filter(|&id| is_here(id)));
        if found.len() > MOST_NODES {
            break;
        }
    }
    found
}

/// Where a step leads from there.
fn next(model: &Skeleton, onward: &Onward, nodes: &BTreeSet<u32>) -> BTreeSet<u32> {
    let edges = nodes.iter().flat_map(|&node| {
        let steps = onward.steps(model, node);
        steps.chain(onward.calls(model, node))
    });
    edges.map(|edge| edge.to).collect()
}

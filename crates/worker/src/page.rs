//! What a page shows of the program and of the states that were reached.

use engine::{Picture, Prepared};
use program::{FunctionId, Id, Location};
use properties::Woven;
use report::page::{self, Code, Model, Move, MoveKind, Sources, State};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::Hash;

/// States of a page; nobody looks at more, and browsers have to hold them.
const MAX_STATES: usize = 20_000;

/// The text of an operation is cut off here.
const LONGEST_OPERATION: usize = 200;

/// The program with its checks.
pub fn code(prepared: &Prepared<'_>) -> Code {
    let program = &prepared.woven.program;
    let calls = prepared.pointers.calls();
    let mut sources = Sources::new(&program.sources);
    let errors = errors(&prepared.woven);
    // Of what is never called, only the name is there, so that numbers stay.
    let reached: HashSet<FunctionId> = calls.reached().iter().copied().collect();
    let functions = program.functions.enumerate().map(|(id, function)| {
        let is_reached = reached.contains(&id);
        let body = function.body.as_ref().filter(|_| is_reached);
        let edges = body.into_iter().flat_map(|body| body.edges());
        let edges = edges.map(|(_, edge)| page::Edge {
            from: edge.from.index() as u32,
            to: edge.to.index() as u32,
            text: short(program.show(&edge.op).to_string()),
            spot: sources.spot(edge.span),
        });
        let heads = body.map_or(&[][..], |b| b.loop_heads());
        page::Function {
            name: program.names[function.name].to_owned(),
            locations: body.map_or(0, |b| b.location_count()) as u32,
            exit: body.and_then(|b| b.exit()).map(|at| at.index() as u32),
            loop_heads: heads.iter().map(|at| at.index() as u32).collect(),
            edges: edges.collect(),
            calls: numbers(calls.callees_of(id)),
            spot: body.and_then(|_| sources.spot(function.span)),
        }
    });
    let functions = functions.collect();
    let violations = prepared.woven.violations.iter().zip(errors);
    let checks = violations.filter_map(|(violation, place)| {
        // Some end runs and are nothing that was asked about.
        let asked = prepared.task.properties.contains(violation.property);
        let place = place.filter(|(function, _)| asked && reached.contains(function));
        let (function, at) = place?;
        let text = program.sources.short_text(violation.span);
        Some(page::Check {
            property: violation.property.name().to_owned(),
            text: text.unwrap_or_default().to_owned(),
            spot: sources.spot(violation.span),
            function: function.index() as u32,
            at: at.index() as u32,
        })
    });
    let checks = checks.collect();
    Code {
        functions,
        checks,
        files: sources.files(&|path| fs::read(path).ok()),
    }
}

fn numbers(functions: &[FunctionId]) -> Vec<u32> {
    functions.iter().map(|f| f.index() as u32).collect()
}

/// Where each violation is an error location; code that cannot be reached has none.
fn errors(woven: &Woven) -> Vec<Option<(FunctionId, Location)>> {
    let mut places = vec![None; woven.violations.len()];
    for (id, function) in woven.program.functions.enumerate() {
        let body = function.body.as_ref();
        for &(at, number) in body.map_or(&[][..], |b| b.errors()) {
            places[number as usize] = Some((id, at));
        }
    }
    places
}

fn short(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_OPERATION) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The states that were reached.
pub fn model(model: &engine::model::Model) -> Model {
    let mut words = Table::default();
    let mut pictures = Table::default();
    let skeleton = &model.skeleton;
    let states = skeleton.nodes.iter().take(MAX_STATES).map(|node| {
        let parts = &model.states[node.state as usize].parts;
        let mut drawn = Vec::new();
        for (by, part) in parts.iter().enumerate() {
            let own = part.pictures.iter().map(picture);
            drawn.extend(own.map(|p| (by as u32, pictures.number(p))));
        }
        State {
            function: node.function.index() as u32,
            at: node.at.index() as u32,
            words: parts
                .iter()
                .map(|p| words.number(p.words.clone()))
                .collect(),
            pictures: drawn,
        }
    });
    let states: Vec<State> = states.collect();
    let moves = |edges: &[engine::model::Edge], kind| {
        let moves = edges.iter();
        let moves = moves.map(|edge| Move(edge.from, edge.to, kind, edge.by.index() as u32));
        moves.collect::<Vec<_>>()
    };
    let mut all = moves(&skeleton.steps, MoveKind::Step);
    all.extend(moves(&skeleton.calls, MoveKind::Call));
    let returns = skeleton.returns.iter();
    all.extend(returns.map(|back| {
        let edge = back.by.index() as u32;
        Move(back.exit, back.to, MoveKind::Return, edge)
    }));
    all.retain(|Move(from, to, ..)| (*from.max(to) as usize) < states.len());
    Model {
        hole: skeleton.hole.as_ref().map(|hole| hole.what.clone()),
        analyses: model.modules.clone(),
        words: words.list,
        pictures: pictures.list,
        omitted: skeleton.nodes.len() - states.len(),
        states,
        moves: all,
    }
}

fn picture(picture: &Picture) -> page::Picture {
    let remark = |said: &engine::Remark| page::Remark(said.text.clone(), said.certain);
    let remarks = |list: &[engine::Remark]| list.iter().map(remark).collect();
    let nodes = picture.nodes.iter().map(|node| page::Node {
        origin: node.origin.clone(),
        remarks: remarks(&node.remarks),
        double: node.summary,
    });
    let pointers = picture.pointers.iter();
    let links = picture.links.iter();
    page::Picture {
        remarks: remarks(&picture.remarks),
        nodes: nodes.collect(),
        pointers: pointers
            .map(|(name, to)| (remark(name), *to as u32))
            .collect(),
        links: links
            .map(|arrow| (arrow.from as u32, arrow.to as u32, remark(&arrow.label)))
            .collect(),
    }
}

/// Each thing once.
struct Table<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table {
            list: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn number(&mut self, thing: T) -> u32 {
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.list.push(thing.clone());
            self.list.len() as u32 - 1
        })
    }
}

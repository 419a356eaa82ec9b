//! What a page shows of the program and of the states that were reached.

use engine::explore::Exploration;
use engine::{Picture, Prepared};
use program::{FunctionId, Id, Location};
use properties::Woven;
use report::page::{self, Code, Model, Move, MoveKind, Sources, State};
use std::collections::HashMap;
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
    let functions = program.functions.enumerate().map(|(id, function)| {
        let body = function.body.as_ref();
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
            spot: sources.spot(function.span),
        }
    });
    let functions = functions.collect();
    let violations = prepared.woven.violations.iter().zip(errors);
    let checks = violations.filter_map(|(violation, place)| {
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
pub fn model(exploration: &Exploration<'_>, phase: &str) -> Model {
    let cx = exploration.cx();
    let components = exploration.product().components();
    let mut words = Table::default();
    let mut pictures = Table::default();
    let mut numbers = HashMap::new();
    let mut states = Vec::new();
    let mut omitted = 0;
    for (id, node) in exploration.nodes() {
        if states.len() == MAX_STATES {
            omitted += 1;
            continue;
        }
        numbers.insert(id, states.len() as u32);
        let state = exploration.state(id);
        let mut own = Vec::new();
        for (i, component) in components.iter().enumerate() {
            let drawn = component.pictures(cx, state[i], false);
            own.extend(drawn.iter().map(|p| (i as u32, pictures.number(picture(p)))));
        }
        let said = components.iter().zip(state);
        states.push(State {
            function: exploration.function(id).index() as u32,
            at: node.at.index() as u32,
            words: said.map(|(c, &s)| words.number(c.show(cx, s))).collect(),
            pictures: own,
        });
    }
    let mut moves = Vec::new();
    for (id, node) in exploration.nodes() {
        for link in node.links() {
            let (kind, from) = match (link.exit(), link.is_entry()) {
                (Some(exit), _) => (MoveKind::Return, Some(exit)),
                (None, true) => (MoveKind::Call, link.parent()),
                (None, false) => (MoveKind::Step, link.parent()),
            };
            let from = from.and_then(|from| exploration.standing(from));
            let ends = from.and_then(|from| Some((*numbers.get(&from)?, *numbers.get(&id)?)));
            if let (Some((from, to)), Some(edge)) = (ends, link.edge()) {
                moves.push(Move(from, to, kind, edge.index() as u32));
            }
        }
    }
    Model {
        phase: phase.to_owned(),
        analyses: components.iter().map(|c| c.name().to_owned()).collect(),
        words: words.list,
        pictures: pictures.list,
        states,
        moves,
        omitted,
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
        pointers: pointers.map(|(name, to)| (remark(name), *to as u32)).collect(),
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

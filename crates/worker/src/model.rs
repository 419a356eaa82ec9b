//! A finished model becomes a document, and a document a model again.

use crate::answer;
use engine::explore::Exploration;
use engine::model::{Edge, Model, Node, Part, Return, Skeleton, State};
use engine::{Cx, Reason, Unknown};
use logic::{FormulaId, Logic, Scope, Time};
use program::{FunctionId, Id, Program, Span};
use properties::{Violation, Woven};
use protocol::Check;
use report::model::{self, Document, File};
use std::collections::{BTreeMap, HashMap};
use std::fs;

/// The text of a file with the model of an exploration, without what covers no state of any
/// run.
pub fn text(
    exploration: &Exploration<'_>,
    hole: Option<&Unknown>,
    files: Vec<File>,
    asked: &Check,
) -> String {
    let cx = exploration.cx();
    let mut model = Model::of(exploration, hole);
    let pruned = model.prune(cx);
    let writer = Writer {
        cx,
        functions: functions(&model.skeleton),
    };
    let written = model::Model {
        pruned: pruned as u64,
        ..writer.model(&model)
    };
    let concord = env!("CARGO_PKG_VERSION");
    let document = Document::new(concord, files, asked.clone(), written);
    model::write(&document)
}

/// The files that a program was made of.
pub fn files(check: &Check) -> Vec<File> {
    let paths = check.files.paths.iter();
    let files = paths.map(|path| File::of(path.clone(), &fs::read(path).unwrap_or_default()));
    files.collect()
}

/// The functions that have nodes, and their numbers.
fn functions(skeleton: &Skeleton) -> BTreeMap<FunctionId, u32> {
    let functions = skeleton.nodes.iter().map(|node| (node.function, 0));
    let mut functions: BTreeMap<FunctionId, u32> = functions.collect();
    for (number, of) in functions.values_mut().enumerate() {
        *of = number as u32;
    }
    functions
}

struct Writer<'a> {
    cx: &'a Cx<'a>,
    functions: BTreeMap<FunctionId, u32>,
}

impl Writer<'_> {
    fn model(&self, model: &Model) -> model::Model {
        let (program, violations) = (self.cx.program, self.cx.violations);
        let skeleton = &model.skeleton;
        // A state belongs to nodes of one location.
        let mut homes: Vec<Option<FunctionId>> = vec![None; model.states.len()];
        for node in &skeleton.nodes {
            homes[node.state as usize] = Some(node.function);
        }
        let states = model.states.iter().zip(homes);
        let functions = self.functions.keys();
        let edge = |e: &Edge| model::Edge {
            from: e.from,
            to: e.to,
            edge: e.by.index() as u32,
        };
        model::Model {
            modules: model.modules.clone(),
            functions: functions
                .map(|&f| automaton(program, violations, f))
                .collect(),
            states: states
                .map(|(state, home)| self.state(state, home))
                .collect(),
            nodes: skeleton.nodes.iter().map(|n| self.node(n)).collect(),
            starts: skeleton.starts.clone(),
            steps: skeleton.steps.iter().map(edge).collect(),
            calls: skeleton.calls.iter().map(edge).collect(),
            returns: skeleton.returns.iter().map(back).collect(),
            pruned: 0,
            hole: skeleton.hole.as_ref().map(|hole| report::check::Unknown {
                reason: hole.reason.name().to_owned(),
                what: hole.what.clone(),
                place: program.sources.position(hole.span).map(Into::into),
            }),
            exchange: model
                .exchange
                .as_ref()
                .map(|account| answer::exchange(&program.sources, account)),
        }
    }

    fn state(&self, state: &State, home: Option<FunctionId>) -> model::State {
        let logic = self.cx.logic.borrow();
        let parts = state.parts.iter().map(|part| model::Part {
            words: part.words.clone(),
            formula: part.says.map(|formula| {
                let shown = logic.show_plain(self.cx.program, formula, Time::Before, home);
                shown.to_string()
            }),
        });
        model::State {
            parts: parts.collect(),
        }
    }

    fn node(&self, node: &Node) -> model::Node {
        model::Node {
            function: self.functions[&node.function],
            location: node.at.index() as u32,
            context: node.context,
            state: node.state,
        }
    }
}

fn back(back: &Return) -> model::Return {
    model::Return {
        call: back.call,
        exit: back.exit,
        to: back.to,
        edge: back.by.index() as u32,
    }
}

/// The automaton of a function, in words.
fn automaton(program: &Program, violations: &[Violation], id: FunctionId) -> model::Function {
    let number = |at: program::Location| at.index() as u32;
    let function = &program.functions[id];
    let body = function.body.as_ref();
    let edges = body.into_iter().flat_map(|body| body.edges());
    let errors = body.map_or(&[][..], |body| body.errors()).iter();
    model::Function {
        name: program.show(id).to_string(),
        entry: body.map_or(0, |body| number(body.entry())),
        exit: body.and_then(|body| body.exit()).map(number),
        edges: edges
            .map(|(_, edge)| model::Operation {
                from: number(edge.from),
                to: number(edge.to),
                text: program.show(&edge.op).to_string(),
                place: program.sources.position(edge.span).map(Into::into),
            })
            .collect(),
        errors: errors
            .map(|&(at, violation)| model::Error {
                location: number(at),
                property: violations[violation as usize].property.name().to_owned(),
            })
            .collect(),
    }
}

/// The model of a document that was made of a program, without formulae. Err says why it is
/// no model of this program.
pub fn load(document: &model::Model, woven: &Woven) -> Result<Model, String> {
    let changed = || "the program is not the one that the model was made of".to_owned();
    let mut known: BTreeMap<String, FunctionId> = BTreeMap::new();
    for id in woven.program.functions.ids() {
        if woven.program.functions[id].body.is_some() {
            known.insert(woven.program.show(id).to_string(), id);
        }
    }
    let mut functions = Vec::new();
    for function in &document.functions {
        let id = *known.get(&function.name).ok_or_else(changed)?;
        if automaton(&woven.program, &woven.violations, id) != *function {
            return Err(changed());
        }
        functions.push(id);
    }
    let mut nodes = Vec::new();
    for node in &document.nodes {
        let function = functions[node.function as usize];
        let body = woven.program.functions[function].body.as_ref();
        if body.is_none_or(|body| node.location as usize >= body.location_count()) {
            return Err(changed());
        }
        nodes.push(Node {
            function,
            at: Id::new(node.location as usize),
            context: node.context,
            state: node.state,
        });
    }
    let edge = |e: &model::Edge| Edge {
        from: e.from,
        to: e.to,
        by: Id::new(e.edge as usize),
    };
    let back = |r: &model::Return| Return {
        call: r.call,
        exit: r.exit,
        to: r.to,
        by: Id::new(r.edge as usize),
    };
    let mut skeleton = Skeleton {
        nodes,
        starts: document.starts.clone(),
        steps: document.steps.iter().map(edge).collect(),
        calls: document.calls.iter().map(edge).collect(),
        returns: document.returns.iter().map(back).collect(),
        hole: document.hole.as_ref().map(|hole| Unknown {
            reason: Reason::named(&hole.reason).unwrap_or(Reason::Bound),
            what: hole.what.clone(),
            span: Span::NONE,
        }),
    };
    skeleton.tidy();
    let states = document.states.iter().map(|state| State {
        parts: state.parts.iter().map(silent).collect(),
    });
    Ok(Model {
        modules: document.modules.clone(),
        states: states.collect(),
        skeleton,
        exchange: None,
    })
}

fn silent(part: &model::Part) -> Part {
    Part {
        words: part.words.clone(),
        says: None,
        pictures: Vec::new(),
    }
}

/// Adds what the states of a document say. The formulae's expressions are added to the
/// program. Err says what cannot be read.
pub fn load_formulae(
    document: &model::Model,
    model: &mut Model,
    woven: &mut Woven,
    logic: &mut Logic,
) -> Result<(), String> {
    let program = &mut woven.program;
    let mut homes: Vec<Option<FunctionId>> = vec![None; model.states.len()];
    for node in &model.skeleton.nodes {
        homes[node.state as usize] = Some(node.function);
    }
    // States have many formulae in common.
    let mut scopes: BTreeMap<Option<FunctionId>, (Scope, Known<'_>)> = BTreeMap::new();
    for ((state, written), home) in model.states.iter_mut().zip(&document.states).zip(homes) {
        let (scope, known) = scopes
            .entry(home)
            .or_insert_with(|| (Scope::of_single_names(program, home), Known::default()));
        for (part, written) in state.parts.iter_mut().zip(&written.parts) {
            let Some(text) = written.formula.as_deref() else {
                continue;
            };
            if let Some(&formula) = known.get(text) {
                part.says = Some(formula);
                continue;
            }
            let formula = match logic.parse(program, scope, text) {
                Ok(formula) => formula,
                // Whose variable is meant was not written; then nothing is known.
                Err(_) if scope.leaves_open(text) => continue,
                Err(e) => return Err(format!("the model says `{text}`: {e}")),
            };
            let formula = logic.rename(program, formula, |time| match time {
                Time::After => Time::Before,
                time => time,
            });
            known.insert(text, formula);
            part.says = Some(formula);
        }
    }
    Ok(())
}

/// Formulae by their texts.
type Known<'t> = HashMap<&'t str, FormulaId>;

//! A query about a model becomes a report.

use crate::answer::{excerpt, style};
use crate::channel::Channel;
use crate::{check, fault, model};
use engine::model::Model;
use engine::query::{Asked, Passed, Query, ask};
use engine::{Task, Unknown};
use logic::Logic;
use machine::Input;
use program::{Cfa, Diagnostic, FunctionId, Id, Location, SourceMap, Span};
use properties::Woven;
use protocol::{Check, Event};
use report::check::{self as told, Finding, Report, Verdict, Violation};
use report::diagnostics;
use report::model::Document;
use solver::{Cached, Solver, Z3};

const NAME: &str = "query";

pub fn run(query: &protocol::Query, channel: &Channel) {
    match answer(query, channel) {
        Ok(report) => channel.send(&Event::Finished(report)),
        Err(messages) => channel.send(&Event::Rejected(messages)),
    }
}

/// What is known about the query. Err has rendered messages about what is wrong.
fn answer(asked: &protocol::Query, channel: &Channel) -> Result<Report, String> {
    let document: Document<Check> = report::model::read(&asked.model)
        .map_err(|message| error(asked, &format!("{}: {message}", asked.path)))?;
    let mut check = Check {
        colour: asked.colour,
        ..document.task.clone()
    };
    let (task, _) = check::task(&mut check, Vec::new(), channel)?;
    let files = model::files(&check);
    if let Some((file, _)) = document.files.iter().zip(&files).find(|(a, b)| a != b) {
        let message = format!("`{}` has changed since the model was made", file.path);
        return Err(error(asked, &message));
    }
    fault::perhaps();
    let nowhere = || error(asked, "there is no function to begin in");
    let mut woven = task.woven().ok_or_else(nowhere)?;
    let mut logic = Logic::new();
    let loaded = model::load(&document.model, &mut woven, &mut logic);
    let model = loaded.map_err(|message| error(asked, &format!("{}: {message}", asked.path)))?;
    let query = Query::parse(&asked.text, &mut woven, &mut logic, &model)
        .map_err(|e| misread(asked, e.at, &e.message))?;
    channel.send(&Event::Phase("asking the model".to_owned()));
    let solver = || Box::new(Cached::new(Z3::new())) as Box<dyn Solver>;
    let (found, work) = ask(&task, &woven, &logic, &model, &query, &solver);
    let teller = Teller {
        task: &task,
        check: &check,
        woven: &woven,
        model: &model,
        query: &query,
        document: &document,
        last: asked.last,
    };
    let (verdict, path) = teller.told(found);
    Ok(Report {
        findings: vec![Finding {
            property: NAME.to_owned(),
            verdict,
        }],
        assumptions: task.assumptions(),
        statistics: vec![
            ("nodes".to_owned(), model.skeleton.nodes.len() as u64),
            ("states with the query".to_owned(), work.states as u64),
            ("questions".to_owned(), work.questions),
        ],
        path,
        ..Report::default()
    })
}

fn error(asked: &protocol::Query, message: &str) -> String {
    let error = Diagnostic::error(Span::NONE, message.to_owned());
    diagnostics::render(&SourceMap::new(), &error, colour(asked))
}

fn colour(asked: &protocol::Query) -> diagnostics::Style {
    match asked.colour {
        true => diagnostics::Style::Coloured,
        false => diagnostics::Style::Plain,
    }
}

/// What is wrong with a query, and where.
fn misread(asked: &protocol::Query, at: usize, message: &str) -> String {
    let mut sources = SourceMap::new();
    let Ok(file) = sources.add("query".to_owned(), asked.text.clone().into_bytes()) else {
        return error(asked, message);
    };
    let base = sources.file(file).base();
    let at = at.min(asked.text.len());
    let word = asked.text[at..]
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(asked.text.len() - at);
    let lo = base + at as u32;
    let span = Span::new(lo, lo + word.max(1) as u32);
    let error = Diagnostic::error(span, message.to_owned());
    diagnostics::render(&sources, &error, colour(asked))
}

struct Teller<'a> {
    task: &'a Task,
    check: &'a Check,
    woven: &'a Woven,
    model: &'a Model,
    query: &'a Query,
    document: &'a Document<Check>,
    last: usize,
}

impl Teller<'_> {
    fn told(&self, found: Asked) -> (Verdict, Vec<told::Passed>) {
        match found {
            Asked::Holds => (Verdict::True, Vec::new()),
            Asked::Unknown(hole) => (Verdict::Unknown(self.unknown(&hole)), Vec::new()),
            Asked::Open(path) => {
                let last = path.last().map(|passed| self.node(passed));
                let place = last.and_then(|(function, at)| self.place(function, at));
                let what = "a path of the model may violate the query, and no run was found \
                            that does";
                let unknown = told::Unknown {
                    reason: engine::Reason::Imprecise.name().to_owned(),
                    what: what.to_owned(),
                    place,
                };
                (Verdict::Unknown(unknown), self.path(&path))
            }
            Asked::Violated(violated) => {
                let message = "the query is violated here".to_owned();
                let error = Diagnostic::error(violated.span, message.clone());
                let sources = &self.task.program.sources;
                let violation = Violation {
                    fault: NAME.to_owned(),
                    message,
                    place: sources.position(violated.span).map(Into::into),
                    excerpt: excerpt(sources, &error, style(self.check)),
                    inputs: violated.inputs.iter().map(number).collect(),
                    ..Violation::default()
                };
                let places = &violated.passed;
                let told = (self.first(places.len())..places.len()).map(|i| {
                    let next = places.get(i + 1).map(|&(_, at)| at);
                    self.passed(places[i].0, places[i].1, next)
                });
                (Verdict::False(Box::new(violation)), told.collect())
            }
        }
    }

    fn unknown(&self, hole: &Unknown) -> told::Unknown {
        let place = self.document.model.hole.as_ref();
        told::Unknown {
            reason: hole.reason.name().to_owned(),
            what: format!("the model does not have every run: {}", hole.what),
            place: place.and_then(|hole| hole.place.clone()),
        }
    }

    /// The first of so many states that is told.
    fn first(&self, count: usize) -> usize {
        count.saturating_sub(self.last)
    }

    fn node(&self, passed: &Passed) -> (FunctionId, Location) {
        let node = &self.model.skeleton.nodes[passed.node as usize];
        (node.function, node.at)
    }

    fn body(&self, function: FunctionId) -> Option<&Cfa> {
        self.woven.program.functions[function].body.as_ref()
    }

    fn place(&self, function: FunctionId, at: Location) -> Option<told::Place> {
        let edge = self.body(function)?.leaving(at).first()?;
        let position = self.woven.program.sources.position(edge.span)?;
        Some(position.into())
    }

    /// A path of the model.
    fn path(&self, path: &[Passed]) -> Vec<told::Passed> {
        let first = self.first(path.len());
        let states = path.iter().enumerate().skip(first);
        let states = states.map(|(i, passed)| {
            let (function, at) = self.node(passed);
            let next = path.get(i + 1).map(|next| self.node(next).1);
            let node = &self.model.skeleton.nodes[passed.node as usize];
            let parts = &self.model.states[node.state as usize].parts;
            let parts = self.model.modules.iter().zip(parts);
            let atoms = passed.atoms.iter().map(|truth| {
                let atom = &self.query.atoms[truth.atom as usize].text;
                let what = match (truth.certain, truth.holds) {
                    (true, true) => "holds",
                    (true, false) => "does not hold",
                    (false, true) => "may hold",
                    (false, false) => "may not hold",
                };
                format!("{atom} {what}")
            });
            let state = self.passed(function, at, next);
            let exchange = self.document.model.exchange.iter();
            let used = exchange.flat_map(|exchange| &exchange.used);
            let here = used.filter(|u| u.place.is_some() && u.place == state.place);
            let used = here.map(|u| format!("{} to {}: {}", u.from, u.to, u.formula));
            told::Passed {
                parts: parts
                    .map(|(module, part)| (module.clone(), part.words.clone()))
                    .collect(),
                atoms: atoms.collect(),
                used: used.collect(),
                ..state
            }
        });
        states.collect()
    }

    /// A state at a location; the next one is at that location.
    fn passed(&self, function: FunctionId, at: Location, next: Option<Location>) -> told::Passed {
        let program = &self.woven.program;
        let body = self.body(function);
        let edges = body.map_or(&[][..], |body| body.leaving(at));
        let edge = edges.iter().find(|edge| Some(edge.to) == next);
        let edge = edge.or(edges.first());
        let error = body.and_then(|body| body.error_at(at));
        let error = error.map(|number| self.woven.violations[number as usize].property);
        let error = error.map_or(String::new(), |p| format!("{} is violated", p.name()));
        told::Passed {
            function: program.show(function).to_string(),
            location: at.index() as u32,
            place: edge.and_then(|e| program.sources.position(e.span).map(Into::into)),
            operation: edge.map_or(error, |e| program.show(&e.op).to_string()),
            parts: Vec::new(),
            atoms: Vec::new(),
            used: Vec::new(),
        }
    }
}

fn number(input: &Input) -> String {
    match input {
        Input::Int(value) => value.to_string(),
        Input::Float(value) => value.to_string(),
        Input::Bits(bits) => format!("{bits:#x}"),
    }
}

//! Pictures of the states at a line: the program is verified, and what its exploration
//! reached there is drawn.

use crate::answer::{Reporter, style};
use crate::channel::Channel;
use crate::{check, fault};
use engine::explore::{self, Exploration};
use engine::{Picture, Unknown, Watch};
use program::{Diagnostic, Edge, Position, Program, SourceMap, Span};
use protocol::{Check, Drawing, Drawn, Event};
use report::check::Overall;
use report::diagnostics;
use report::picture::{self, Graph, Link, Node, Panel, Remark, Sheet};
use std::collections::BTreeSet;
use std::path::Path;

pub fn run(check: &Check, drawing: &Drawing, channel: &Channel) {
    let mut check = check.clone();
    let (task, way) = match check::task(&mut check, Vec::new(), channel) {
        Ok(made) => made,
        Err(messages) => return channel.send(&Event::Rejected(messages)),
    };
    let line = match Line::find(&task.program, drawing, &check.files.paths) {
        Ok(line) => line,
        Err(message) => {
            let error = Diagnostic::error(Span::NONE, message);
            let text = diagnostics::render(&SourceMap::new(), &error, style(&check));
            return channel.send(&Event::Rejected(text));
        }
    };
    fault::perhaps();
    let mut artist = Artist {
        channel,
        line: &line,
        all: drawing.all,
        drawn: None,
    };
    let answer = way.run(&task, &mut artist);
    let (at, mut remarks) = (&line.name, Vec::new());
    let picture = match artist.drawn {
        None => {
            remarks.push(format!("no state was reached at {at}"));
            None
        }
        Some(states) if states.is_empty() => {
            remarks.push(match check.strategy.as_str() {
                "shapes" => format!("there are no linked structures at {at}"),
                _ => format!(
                    "no shapes are tracked at {at}: nothing asked for needs them there \
                     (`--strategy shapes` tracks them everywhere)"
                ),
            });
            None
        }
        Some(states) => Some(picture::svg(&line.sheet(&states))),
    };
    let report = Reporter::new(&task, &check).report(&answer);
    match report.verdict() {
        Overall::True => {}
        verdict => remarks.push(format!(
            "the verdict is {verdict}: there may be other states than those that were reached"
        )),
    }
    channel.send(&Event::Drawn(Drawn { picture, remarks }));
}

/// Passes on what is being done, and keeps what is to be drawn.
struct Artist<'a> {
    channel: &'a Channel,
    line: &'a Line,
    all: bool,
    /// None if nothing was reached.
    drawn: Option<Vec<explore::Drawn>>,
}

impl Watch for Artist<'_> {
    fn phase(&mut self, what: &str) {
        self.channel.send(&Event::Phase(what.to_owned()));
    }

    fn explored(&mut self, exploration: &Exploration<'_>, hole: Option<&Unknown>) {
        let program = exploration.cx().program;
        let wanted = |edge: &Edge| self.line.has(program, edge);
        self.drawn = exploration.pictures(hole, &wanted, self.all);
    }
}

/// A line of the program with operations.
struct Line {
    file: String,
    number: u32,
    /// For people.
    name: String,
    text: String,
}

impl Line {
    /// Err says what is wrong with the line.
    fn find(program: &Program, drawing: &Drawing, inputs: &[String]) -> Result<Line, String> {
        let number = drawing.line;
        let is_meant = |file: &str| match &drawing.file {
            Some(end) => plain(file).ends_with(plain(end)),
            None => true,
        };
        let mut places: Vec<(Position<'_>, Span)> = operations(program)
            .filter(|(at, _)| is_meant(at.file))
            .collect();
        // A header's lines are asked for by its name.
        let own = |file: &str| inputs.iter().any(|input| plain(input) == plain(file));
        if drawing.file.is_none() && places.iter().any(|(at, _)| own(at.file)) {
            places.retain(|(at, _)| own(at.file));
        }
        let here = || places.iter().filter(|(at, _)| at.line == number);
        let files: BTreeSet<&str> = here().map(|(at, _)| at.file).collect();
        let mut files = files.into_iter();
        match (files.next(), files.next()) {
            (Some(file), None) => {
                let first = here().find(|(at, _)| at.file == file);
                let text = first.and_then(|(_, span)| program.sources.line(*span));
                let text = text.map_or("".into(), |line| String::from_utf8_lossy(line.text));
                Ok(Line {
                    file: file.to_owned(),
                    number,
                    name: format!("{file}:{number}"),
                    text: short(text.trim(), LONGEST_SOURCE),
                })
            }
            (Some(one), Some(other)) => Err(format!(
                "several files have operations at line {number}: say `--at {one}:{number}` or \
                 `--at {other}:{number}`"
            )),
            (None, _) => Err(nothing(&places, drawing)),
        }
    }

    fn has(&self, program: &Program, edge: &Edge) -> bool {
        let at = program.sources.position(edge.span);
        !edge.ghost && at.is_some_and(|at| (at.file, at.line) == (&self.file, self.number))
    }

    fn sheet(&self, states: &[explore::Drawn]) -> Sheet {
        let count = states.len();
        let panels = states.iter().enumerate().map(|(number, state)| {
            let is_empty = state.picture.nodes.is_empty();
            let empty = is_empty.then(|| "no objects".to_owned());
            Panel {
                heading: format!("{} of {count}", number + 1),
                remarks: state.picture.remarks.iter().map(remark).collect(),
                caption: empty.into_iter().chain(beside(&state.beside)).collect(),
                graph: graph(&state.picture),
            }
        });
        let what = if count == 1 { "shape" } else { "shapes" };
        Sheet {
            title: format!("{} — {count} {what}", self.name),
            source: self.text.clone(),
            panels: panels.collect(),
        }
    }
}

/// Characters of a source line that are shown.
const LONGEST_SOURCE: usize = 120;
/// Characters of what another analysis says.
const LONGEST_WORDS: usize = 60;
/// Sets of states that are put into words.
const MOST_BESIDE: usize = 3;

fn plain(path: &str) -> &Path {
    let path = Path::new(path);
    path.strip_prefix(".").unwrap_or(path)
}

/// Where the program's own operations are.
fn operations(program: &Program) -> impl Iterator<Item = (Position<'_>, Span)> {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let edges = bodies.flat_map(|body| body.edges().map(|(_, edge)| edge));
    let places = edges.filter(|edge| !edge.ghost).filter_map(|edge| {
        let at = program.sources.position(edge.span)?;
        Some((at, edge.span))
    });
    places.filter(|(at, _)| !at.file.starts_with(machine::MODEL_PREFIX))
}

/// Why there is nothing to be drawn at a line, and where there would be.
fn nothing(places: &[(Position<'_>, Span)], drawing: &Drawing) -> String {
    let number = drawing.line;
    let Some((first, _)) = places.first() else {
        return match &drawing.file {
            Some(file) => format!("no file '{file}' of the program has operations"),
            None => "the program has no operations".into(),
        };
    };
    let near = places.iter().map(|(at, _)| at);
    let near = near.filter(|at| at.file == first.file);
    let near = near.min_by_key(|at| (at.line.abs_diff(number), at.line));
    let file = match &drawing.file {
        Some(file) => format!(" of {file}"),
        None => String::new(),
    };
    match near {
        Some(near) => format!(
            "line {number}{file} has no operation; the nearest is {}:{}",
            near.file, near.line
        ),
        None => format!("line {number}{file} has no operation"),
    }
}

/// What other analyses say, if that is short.
fn beside(states: &[Vec<String>]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for words in states {
        // What comes behind a semicolon is an analysis's own business.
        let words = words.iter().map(|w| w.split(';').next().unwrap_or(w));
        let words = words.filter(|w| *w != "true" && w.chars().count() <= LONGEST_WORDS);
        let words: Vec<&str> = words.collect();
        let line = words.join("; ");
        if !line.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    match lines.len() <= MOST_BESIDE {
        true => lines,
        false => Vec::new(),
    }
}

fn graph(picture: &Picture) -> Graph {
    let nodes = picture.nodes.iter().map(|node| Node {
        remarks: node.remarks.iter().map(remark).collect(),
        origin: node.origin.clone(),
        double: node.summary,
    });
    let pointers = picture.pointers.iter();
    let links = picture.links.iter().map(|arrow| Link {
        from: arrow.from,
        to: arrow.to,
        label: remark(&arrow.label),
    });
    Graph {
        nodes: nodes.collect(),
        pointers: pointers.map(|(name, to)| (remark(name), *to)).collect(),
        links: links.collect(),
    }
}

fn remark(said: &engine::Remark) -> Remark {
    Remark {
        text: said.text.clone(),
        certain: said.certain,
    }
}

fn short(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

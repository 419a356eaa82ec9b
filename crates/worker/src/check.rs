//! A request to verify becomes a task; its strategy is run, and followed.

use crate::answer::{Reporter, style};
use crate::channel::Channel;
use crate::{fault, model, page, validation};
use engine::explore::Exploration;
use engine::model::Model;
use engine::precision::Written;
use engine::{Answer, Examined, Prepared, Settings, Task, Unknown, Verdict, Watch};
use frontend::Choice;
use frontend::annotation::Annotation;
use frontend::project::File;
use machine::UnknownCalls;
use program::{Diagnostic, Program, SourceMap, Span};
use properties::automaton::{self, SpecText, Specification};
use properties::{Observed, Observing, Properties, Property};
use protocol::{Check, Event, View};
use report::diagnostics;
use report::witness::{self, Content};
use std::path::PathBuf;
use std::{io, iter};
use strategies::{Configuration, Strategy};

/// Verifies, or checks a witness if there is one.
pub fn run(check: &Check, witness: Option<&str>, channel: &Channel) {
    let content = match witness.map(witness::read) {
        None => None,
        Some(Ok(witness)) => Some(witness.content),
        Some(Err(error)) => return channel.send(&Event::Rejected(format!("{error}\n"))),
    };
    let annotations = match &content {
        Some(Content::Correctness(invariants)) => validation::annotations(invariants),
        Some(Content::Violation(_)) | None => Vec::new(),
    };
    let asked = check;
    let mut check = check.clone();
    match task(&mut check, annotations, channel) {
        Err(messages) => channel.send(&Event::Rejected(messages)),
        Ok((task, way)) => {
            let check = &check;
            channel.send(&Event::Assumed(task.assumptions()));
            fault::perhaps();
            let reporter = Reporter::new(&task, check);
            let mut watch = Watcher {
                reporter,
                channel,
                check,
                asked,
                unproved: task.properties.iter().collect(),
                states: check.exploring.states,
                log: check.exploring.log,
                precision: check.exploring.precision.as_ref().map(|file| {
                    let lines = engine::precision::by_hand(&file.text);
                    lines.map(|line| format!("{line}\n")).collect()
                }),
            };
            if check.page
                && let Some(prepared) = Prepared::new(&task)
            {
                channel.send(&Event::Code(page::code(&prepared)));
            }
            let report = match &content {
                None => {
                    let mut answer = way.run(&task, &mut watch);
                    if check.witness.is_some() || check.page {
                        for (property, verdict) in &answer.verdicts {
                            if !matches!(verdict, Verdict::Unknown(_)) {
                                watch.decided(*property, verdict);
                            }
                        }
                        fault::perhaps_late();
                        answer = strategies::with_invariants(&task, answer, &mut watch);
                    }
                    watch.reporter.report(&answer)
                }
                Some(Content::Violation(segments)) => {
                    watch.phase("following the witness");
                    validation::along(&task, segments, &way, check)
                }
                Some(Content::Correctness(invariants)) => {
                    match validation::correctness(&task, invariants, &way, check, channel) {
                        Ok(report) => report,
                        Err(refusal) => {
                            let error = Diagnostic::error(refusal.span, refusal.message);
                            let sources = &task.program.sources;
                            let text = diagnostics::render(sources, &error, style(check));
                            return channel.send(&Event::Rejected(text));
                        }
                    }
                }
            };
            channel.send(&Event::Finished(report));
        }
    }
}

/// A strategy and how it is to go about it.
pub struct Way {
    strategy: &'static Strategy,
    configuration: Configuration,
}

impl Way {
    /// Err says what is wrong.
    fn of(check: &Check) -> Result<Way, String> {
        let strategy = strategies::named(&check.strategy).ok_or_else(|| {
            let names: Vec<_> = strategies::ALL.iter().map(|s| s.name).collect();
            let (name, list) = (&check.strategy, names.join(", "));
            format!("there is no strategy '{name}' (there are: {list})")
        })?;
        let said = &check.exploring;
        let configuration = Configuration::read(
            said.analyses.as_deref(),
            said.merge.as_deref(),
            said.calls.as_deref(),
            said.order.as_deref(),
            said.exchange,
        )?;
        let shows = said.states.is_some() || said.model || said.precision.is_some();
        let says_more = !configuration.is_empty() || shows;
        if !strategy.explores && says_more {
            let name = strategy.name;
            return Err(format!(
                "the strategy {name} takes none of --analyses, --merge, --calls, --order, --states, \
                 --model, --exchange and --precision"
            ));
        }
        if said.shapes.is_some() && !strategy.tracks_shapes(&configuration) {
            return Err(
                "--shapes is for the analyses shapes and heaps and for the strategies auto, shapes, \
                 lazy-shapes and boolean-heaps"
                    .into(),
            );
        }
        Ok(Way {
            strategy,
            configuration,
        })
    }

    pub fn run(&self, task: &Task, watch: &mut dyn Watch) -> Answer {
        (self.strategy.run)(task, &self.configuration, watch)
    }
}

/// The task; of the files, those are left that it was made of. Err has rendered messages
/// about what is wrong.
pub fn task(
    check: &mut Check,
    annotations: Vec<Annotation>,
    channel: &Channel,
) -> Result<(Task, Way), String> {
    let style = style(check);
    let say = |message: String| {
        let error = Diagnostic::error(Span::NONE, message);
        diagnostics::render(&SourceMap::new(), &error, style)
    };
    let (sources, written) = precision(check)?;
    let way = match (written.analyses, &check.exploring.analyses) {
        // The command says it better.
        (None, _) | (Some(_), Some(_)) => Way::of(check).map_err(say)?,
        (Some((names, span)), None) => {
            check.exploring.analyses = Some(names);
            Way::of(check).map_err(|message| {
                diagnostics::render(&sources, &Diagnostic::error(span, message), style)
            })?
        }
    };
    let specification = specification(check)?;
    let automaton = |name: &str| {
        let mut automata = specification.automata.iter();
        let found = automata.find(|a| a.name == name);
        found.map(|a| Properties::NONE.with(Property::automaton(&a.name)))
    };
    let named = |name: &String| {
        let plain = Properties::named(name);
        plain
            .or_else(|| automaton(name))
            .ok_or_else(|| name.clone())
    };
    let properties = check.properties.iter().map(named);
    let properties = properties.collect::<Result<Vec<_>, _>>();
    let properties = properties.map_err(|name| say(format!("there is no property '{name}'")))?;
    let (program, files) = compile(check, annotations, channel)?;
    check.files.paths = files;
    let settings = Settings {
        entry: check.settings.entry.clone(),
        overflow_is_fatal: check.settings.overflow_is_error,
        malloc_may_fail: check.settings.malloc_may_fail,
        unknown_calls: match check.settings.unknown_calls {
            protocol::UnknownCalls::Pure => UnknownCalls::Pure,
            protocol::UnknownCalls::Havoc => UnknownCalls::Havoc,
            protocol::UnknownCalls::Error => UnknownCalls::Error,
        },
    };
    if program.function_named(&settings.entry).is_none() {
        let message = format!("there is no function '{}' to begin in", settings.entry);
        return Err(say(message));
    }
    let observing = Observing {
        entry: &settings.entry,
        library: machine::MODEL_PREFIX,
    };
    let observed = properties::observe(program, &specification, &observing);
    let Observed {
        mut program,
        observers,
    } = observed
        .map_err(|problems| diagnostics::render_all(&specification.sources, &problems, style))?;
    properties::assign_copies(&mut program, machine::MODEL_PREFIX);
    if check.exploring.model {
        engine::model::make_readable(&mut program);
    }
    let properties = properties.into_iter();
    let declarations = check.exploring.shapes.as_ref();
    let task = Task {
        program,
        observers,
        precision: written.given,
        declarations: declarations.map_or(String::new(), |file| file.text.clone()),
        properties: properties.fold(Properties::NONE, Properties::union),
        settings,
    };
    let warnings = engine::precision::misunderstood(&task);
    if !warnings.is_empty() {
        let text = diagnostics::render_all(&sources, &warnings, style);
        channel.send(&Event::Warnings(text));
    }
    warn_of_shapes(&task, check, channel)?;
    Ok((task, way))
}

/// Says what is of no use in the declarations of shapes and heap predicates. Err says what is wrong there.
fn warn_of_shapes(task: &Task, check: &Check, channel: &Channel) -> Result<(), String> {
    let Some(file) = &check.exploring.shapes else {
        return Ok(());
    };
    let Some(prepared) = Prepared::new(task) else {
        return Ok(());
    };
    let (sources, base) = source(&file.path, &file.text)?;
    let cx = prepared.cx();
    let mut problems = domains::shapes::misunderstood(&cx, base);
    problems.extend(domains::heaps::misunderstood(&cx, base));
    let text = diagnostics::render_all(&sources, &problems, style(check));
    if problems.iter().any(Diagnostic::is_error) {
        return Err(text);
    }
    if !text.is_empty() {
        channel.send(&Event::Warnings(text));
    }
    Ok(())
}

/// A source map of one text, and where that begins.
fn source(path: &str, text: &str) -> Result<(SourceMap, u32), String> {
    let mut sources = SourceMap::new();
    let added = sources.add(path.to_owned(), text.as_bytes().to_vec());
    let base = added.map(|id| sources.file(id).base());
    let base = base.map_err(|_| format!("`{path}` is too large\n"))?;
    Ok((sources, base))
}

/// What is worth telling apart, and the map of its text.
fn precision(check: &Check) -> Result<(SourceMap, Written), String> {
    let Some(file) = &check.exploring.precision else {
        return Ok((SourceMap::new(), Written::default()));
    };
    let (sources, base) = source(&file.path, &file.text)?;
    match engine::precision::read(&file.text, base) {
        Ok(given) => Ok((sources, given)),
        Err(error) => Err(diagnostics::render(&sources, &error, style(check))),
    }
}

/// The automata; the command has read and warned of them before.
fn specification(check: &Check) -> Result<Specification, String> {
    let text = |spec: &protocol::Spec| SpecText {
        path: spec.path.clone(),
        bytes: spec.text.clone().into_bytes(),
        options: spec.options.clone(),
    };
    let roots = check.specs.iter().filter(|s| !s.included).map(text);
    let mut include = |path: &str| {
        let found = check.specs.iter().find(|s| s.path == path);
        let found = found.map(|s| s.text.clone().into_bytes());
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    let read = automaton::read(roots.collect(), &mut include);
    read.map_err(|r| diagnostics::render_all(&r.sources, &r.diagnostics, style(check)))
}

fn compile(
    check: &Check,
    annotations: Vec<Annotation>,
    channel: &Channel,
) -> Result<(Program, Vec<String>), String> {
    let (files, style) = (&check.files, style(check));
    let options = frontend::Options {
        data_model: match files.data_model {
            protocol::DataModel::Lp64 => program::DataModel::Lp64,
            protocol::DataModel::Ilp32 => program::DataModel::Ilp32,
        },
        preprocessor: files.preprocessor.clone(),
        library: machine::models(),
        annotations,
        // What they say belongs to a property.
        comments: check
            .properties
            .iter()
            .any(|p| p == Property::Assert.name()),
    };
    let paths = files.paths.iter().map(PathBuf::from);
    let compiled = match &files.project {
        None => frontend::compile_files(&paths.collect::<Vec<_>>(), &options),
        Some(project) => {
            let units = project.units.iter().map(PathBuf::from);
            let choice = Choice {
                entry: check.settings.entry.clone(),
                units: units.collect(),
            };
            let arguments = project.arguments.iter().cloned();
            let files = paths.zip(arguments);
            let files = files.map(|(path, arguments)| File { path, arguments });
            frontend::compile_project(&files.collect::<Vec<_>>(), &choice, &options)
        }
    };
    match compiled {
        Ok(output) => {
            let text = diagnostics::render_all(&output.program.sources, &output.warnings, style);
            if !text.is_empty() {
                channel.send(&Event::Warnings(text));
            }
            Ok((output.program, output.files))
        }
        Err(failure) => Err(diagnostics::render_all(
            &failure.sources,
            &failure.diagnostics,
            style,
        )),
    }
}

/// Passes on what a strategy says.
struct Watcher<'a> {
    reporter: Reporter<'a>,
    channel: &'a Channel,
    check: &'a Check,
    /// What was asked for, before anything was read.
    asked: &'a Check,
    unproved: Vec<Property>,
    /// How the states that were reached are to be shown.
    states: Option<View>,
    /// Is what is learned from paths to be told?
    log: bool,
    /// Is what is told apart at the end to be shown? Behind these lines.
    precision: Option<String>,
}

impl Watch for Watcher<'_> {
    fn phase(&mut self, what: &str) {
        self.channel.send(&Event::Phase(what.to_owned()));
    }

    fn chose(&mut self, what: &str) {
        self.channel.send(&Event::Chosen(what.to_owned()));
        self.reporter.chosen = Some(what.to_owned());
    }

    fn decided(&mut self, property: Property, verdict: &Verdict) {
        let finding = self.reporter.finding(property, verdict);
        if let Verdict::True = verdict {
            self.unproved.retain(|p| *p != property);
            // What time is left may not be enough to say more.
            if self.unproved.is_empty()
                && let Some(witness) = self.reporter.correctness(iter::empty())
            {
                self.channel.send(&Event::Proved(witness));
            }
        }
        self.channel.send(&Event::Decided(finding));
    }

    fn examined(&mut self, value: &Examined) {
        let value = self.reporter.value(value);
        self.channel.send(&Event::Examined(value));
    }

    fn refined(&mut self, what: &str) {
        if self.log {
            self.channel.send(&Event::Logged(what.to_owned()));
        }
    }

    fn wants_model(&self) -> bool {
        self.check.exploring.model
    }

    fn explored(&mut self, exploration: &Exploration<'_>, hole: Option<&Unknown>) {
        if self.wants_model() {
            let files = model::files(self.check);
            let text = model::text(exploration, hole, files, self.asked);
            self.channel.send(&Event::Model(text));
        }
        if let Some(lines) = &self.precision
            && let Some(text) = exploration.precision(lines)
        {
            self.channel.send(&Event::Precision(text));
        }
        if self.check.page {
            let model = page::model(&Model::of(exploration, hole));
            self.channel.send(&Event::Reached(model));
        }
        let text = match self.states {
            Some(View::Text) => exploration.text(),
            Some(View::Dot) => exploration.dot(),
            None => return,
        };
        self.channel.send(&Event::States(text));
    }
}

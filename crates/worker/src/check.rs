//! A request to verify becomes a task; its strategy is run, and followed.

use crate::answer::{Reporter, style};
use crate::channel::Channel;
use crate::fault;
use engine::explore::Exploration;
use engine::{Answer, Reason, Settings, Task, Unknown, Unwatched, Verdict, Watch};
use machine::UnknownCalls;
use program::{Diagnostic, Program, SourceMap, Span};
use properties::automaton::{self, SpecText, Specification};
use properties::{Observed, Observing, Properties, Property};
use protocol::{Check, Event, Files, View};
use report::check::{Report, WitnessStatus};
use report::diagnostics::{self, Style};
use report::witness::{self, Witness};
use std::io;
use std::path::PathBuf;
use strategies::{Configuration, Strategy};

/// Verifies, along a witness if there is one.
pub fn run(check: &Check, witness: Option<&str>, channel: &Channel) {
    match task(check, channel) {
        Err(messages) => channel.send(&Event::Rejected(messages)),
        Ok((task, way)) => {
            channel.send(&Event::Assumed(task.assumptions()));
            fault::perhaps();
            let reporter = Reporter::new(&task, check);
            let mut watch = Watcher { reporter, channel };
            let report = match witness.map(witness::read) {
                None => {
                    let answer = way.run(&task, &mut watch);
                    watch.reporter.report(&answer)
                }
                Some(Ok(witness)) => along(&task, &witness, &way, &mut watch),
                Some(Err(error)) => return channel.send(&Event::Rejected(format!("{error}\n"))),
            };
            channel.send(&Event::Finished(report));
        }
    }
}

/// Looks for the violation of a witness; if it is not found, for a proof that
/// there is none.
fn along(task: &Task, witness: &Witness, way: &Way, watch: &mut Watcher<'_>) -> Report {
    watch.phase("following the witness");
    let (answer, status) = match validate::follow(task, witness) {
        Some(found) => {
            let verdict = Verdict::False(Box::new(found.clone()));
            let answer = Answer {
                verdicts: vec![(found.property, verdict)],
                ..Answer::default()
            };
            (answer, WitnessStatus::Confirmed)
        }
        None => {
            let answer = way.run(task, &mut Unwatched);
            let confirmed = answer.verdicts.iter().any(|(_, verdict)| match verdict {
                Verdict::False(found) => validate::is_along(task, witness, found),
                Verdict::True | Verdict::Unknown(_) => false,
            });
            if confirmed {
                let mut report = Reporter::new(task, watch.reporter.check()).report(&answer);
                report.witness = Some(WitnessStatus::Confirmed);
                return report;
            }
            let verdicts = answer.verdicts.iter();
            let refuted = verdicts.clone().all(|(_, v)| matches!(v, Verdict::True));
            // Violations elsewhere are not what was asked about.
            let verdicts = verdicts.map(|(property, verdict)| match verdict {
                Verdict::False(_) => (*property, Verdict::Unknown(not_followed())),
                Verdict::True | Verdict::Unknown(_) => (*property, verdict.clone()),
            });
            let status = match refuted {
                true => WitnessStatus::Refuted,
                false => WitnessStatus::Unknown,
            };
            let verdicts = verdicts.collect();
            (Answer { verdicts, ..answer }, status)
        }
    };
    let mut report = Reporter::new(task, watch.reporter.check()).report(&answer);
    report.witness = Some(status);
    report
}

fn not_followed() -> Unknown {
    Unknown {
        reason: Reason::Bound,
        what: "there is a violation, but none was found along the witness".into(),
        span: Span::NONE,
    }
}

/// A strategy and how it is to go about it.
struct Way {
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
        )?;
        let says_more = !configuration.is_empty() || said.states.is_some();
        if !strategy.explores && says_more {
            let name = strategy.name;
            return Err(format!(
                "the strategy {name} takes none of --analyses, --merge, --calls, --order and --states"
            ));
        }
        Ok(Way {
            strategy,
            configuration,
        })
    }

    fn run(&self, task: &Task, watch: &mut dyn Watch) -> Answer {
        (self.strategy.run)(task, &self.configuration, watch)
    }
}

/// Err has rendered messages about what is wrong.
fn task(check: &Check, channel: &Channel) -> Result<(Task, Way), String> {
    let style = style(check);
    let say = |message: String| {
        let error = Diagnostic::error(Span::NONE, message);
        diagnostics::render(&SourceMap::new(), &error, style)
    };
    let way = Way::of(check).map_err(say)?;
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
    let program = compile(&check.files, style, channel)?;
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
    let Observed { program, observers } = observed
        .map_err(|problems| diagnostics::render_all(&specification.sources, &problems, style))?;
    let properties = properties.into_iter();
    let task = Task {
        program,
        observers,
        properties: properties.fold(Properties::NONE, Properties::union),
        settings,
    };
    Ok((task, way))
}

/// The automata; the command has read and warned of them before.
fn specification(check: &Check) -> Result<Specification, String> {
    let text = |spec: &protocol::Spec| SpecText {
        path: spec.path.clone(),
        bytes: spec.text.clone().into_bytes(),
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

fn compile(files: &Files, style: Style, channel: &Channel) -> Result<Program, String> {
    let options = frontend::Options {
        data_model: match files.data_model {
            protocol::DataModel::Lp64 => program::DataModel::Lp64,
            protocol::DataModel::Ilp32 => program::DataModel::Ilp32,
        },
        preprocessor: files.preprocessor.clone(),
        library: machine::models(),
    };
    let paths: Vec<PathBuf> = files.paths.iter().map(PathBuf::from).collect();
    match frontend::compile_files(&paths, &options) {
        Ok(output) => {
            let text = diagnostics::render_all(&output.program.sources, &output.warnings, style);
            if !text.is_empty() {
                channel.send(&Event::Warnings(text));
            }
            Ok(output.program)
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
}

impl Watch for Watcher<'_> {
    fn phase(&mut self, what: &str) {
        self.channel.send(&Event::Phase(what.to_owned()));
    }

    fn decided(&mut self, property: Property, verdict: &Verdict) {
        let finding = self.reporter.finding(property, verdict);
        self.channel.send(&Event::Decided(finding));
    }

    fn explored(&mut self, exploration: &Exploration<'_>) {
        let text = match self.reporter.check().exploring.states {
            Some(View::Text) => exploration.text(),
            Some(View::Dot) => exploration.dot(),
            None => return,
        };
        self.channel.send(&Event::States(text));
    }
}

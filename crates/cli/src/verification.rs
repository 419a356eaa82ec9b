//! Verifying: a worker is given the work, and what it came to is told. `concord
//! check` and `concord validate` differ only in the work.

use crate::supervisor::{self, End, Limits, Stop};
use crate::{Exit, quantity, terminal};
use clap::{Args, ValueEnum};
use protocol::{Event, Work};
use report::check::{self, Finding, Overall, Report, Unknown, Verdict, WitnessStatus};
use report::page;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What may be used.
#[derive(Args)]
pub struct LimitArguments {
    /// Give up after this time (`90`, `90s`, `1.5m`, `2h`)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::duration)]
    timeout: Duration,

    /// Give up when this much memory is used (`500MB`, `4GB`)
    #[arg(long, value_name = "SIZE", default_value = "4GB", value_parser = quantity::bytes)]
    memory: u64,
}

impl LimitArguments {
    pub fn limits(&self, start: Instant) -> Limits {
        Limits {
            until: start.checked_add(self.timeout),
            memory: self.memory,
        }
    }
}

/// What may be used, and how the result is told.
#[derive(Args)]
pub struct VerificationArguments {
    #[command(flatten)]
    limits: LimitArguments,

    /// How to tell the result
    #[arg(long, value_enum, default_value = "human")]
    format: Format,

    /// Tell what was done, in numbers
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// One line of JSON before the verdict (docs/check.md describes it)
    Json,
    /// One line of SARIF 2.1.0 before the verdict, for tools that show results
    Sarif,
}

pub struct Verification {
    pub arguments: VerificationArguments,
    pub work: Work,
    /// The names of the properties, in their order.
    pub properties: Vec<String>,
    pub witness: Option<PathBuf>,
    pub test_case: Option<PathBuf>,
    pub states: Option<PathBuf>,
    pub model: Option<PathBuf>,
    pub precision: Option<PathBuf>,
    pub page: Option<Page>,
}

/// A page to look at the result with.
pub struct Page {
    pub path: PathBuf,
    /// What is verified.
    pub name: String,
    pub strategy: String,
}

/// What the worker has to say beside the report.
#[derive(Default)]
struct Texts {
    states: Option<String>,
    model: Option<String>,
    precision: Option<String>,
    page: Option<String>,
}

impl Verification {
    pub fn run(self) -> Exit {
        let start = Instant::now();
        let limits = self.arguments.limits.limits(start);
        let validates = matches!(self.work, Work::Validate(..));
        let mut decided = Report {
            witness: validates.then_some(WitnessStatus::Unknown),
            ..Report::default()
        };
        let mut progress = Progress::new(start);
        let mut texts = Texts::default();
        let (mut code, mut reached) = (None, None);
        let end = supervisor::supervise(self.work.clone(), limits, |event| match event {
            Event::Warnings(text) => terminal::say(&text),
            Event::Assumed(list) => decided.assumptions = list,
            Event::Chosen(what) => decided.chosen = Some(what),
            Event::Phase(what) => progress.show(&what),
            Event::Decided(finding) => decided.findings.push(finding),
            Event::Proved(witness) => decided.proof = Some(witness),
            Event::Examined(value) => decided.examined(value),
            Event::Logged(line) => {
                progress.clear();
                terminal::say(&format!("{line}\n"));
            }
            Event::States(text) => texts.states = Some(text),
            Event::Model(text) => texts.model = Some(text),
            Event::Precision(text) => texts.precision = Some(text),
            Event::Code(told) => code = Some(told),
            Event::Reached(told) => reached = Some(told),
            // The others end the work; the supervisor sees to them.
            Event::Panicked(_)
            | Event::Finished(_)
            | Event::Drawn(_)
            | Event::Rejected(_)
            | Event::Listed(_)
            | Event::Written(_) => {}
        });
        progress.clear();
        let report = match end {
            Ok(End::Finished(report)) => *report,
            Ok(End::Stopped(stop)) => {
                if let Stop::Crash(what) = &stop {
                    terminal::say_internal_error(what);
                }
                cut_off(&self.properties, decided, &stop)
            }
            Ok(End::Rejected(messages)) => {
                terminal::say(&messages);
                return Exit::BadInput;
            }
            Ok(End::Listed(_) | End::Drawn(_) | End::Written(_)) => return Exit::InternalError,
            Err(message) => {
                terminal::say_error(&message);
                return Exit::InternalError;
            }
        };
        if self.model.is_some() && texts.model.is_none() {
            terminal::say("there is no model: nothing was explored to the end\n");
        }
        texts.page = self.page.as_ref().map(|page| {
            page::html(&page::Subject {
                name: &page.name,
                strategy: &page.strategy,
                report: &report,
                code: code.as_ref(),
                model: reached.as_ref(),
            })
        });
        if let Err(message) = self.write_files(&report, &texts) {
            terminal::say_error(&message);
            return Exit::BadInput;
        }
        let statistics = self.arguments.stats;
        let text = match self.arguments.format {
            Format::Human => check::human(&report, statistics),
            Format::Json => check::json(&report, statistics) + "\n",
            Format::Sarif => check::sarif(&report, env!("CARGO_PKG_VERSION")) + "\n",
        };
        let verdict = report.verdict();
        match terminal::print(|out| writeln!(out, "{text}verdict: {verdict}")) {
            Exit::Success => exit(verdict),
            failure => failure,
        }
    }

    /// The files that the verdict was to come with.
    fn write_files(&self, report: &Report, texts: &Texts) -> Result<(), String> {
        let violation = report.violation();
        let test_case = violation.and_then(|v| v.test_case.as_ref());
        let witness = match violation {
            Some(violation) => violation.witness.as_ref(),
            None => report.proof.as_ref(),
        };
        let files = [
            (
                &self.page.as_ref().map(|p| p.path.clone()),
                texts.page.as_ref(),
            ),
            (&self.test_case, test_case),
            (&self.witness, witness),
            (&self.states, texts.states.as_ref()),
            (&self.model, texts.model.as_ref()),
            (&self.precision, texts.precision.as_ref()),
        ];
        for (path, text) in files {
            if let (Some(path), Some(text)) = (path, text) {
                let written = fs::write(path, text);
                written.map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
            }
        }
        Ok(())
    }
}

fn exit(verdict: Overall<'_>) -> Exit {
    match verdict {
        Overall::True => Exit::Success,
        Overall::False(_) => Exit::Fault,
        Overall::Unknown(_) => Exit::Unknown,
    }
}

/// What is known when the worker was stopped: what it had decided.
fn cut_off(properties: &[String], mut decided: Report, stop: &Stop) -> Report {
    let mut findings = Vec::new();
    for property in properties {
        let known = decided
            .findings
            .iter()
            .position(|f| f.property == *property);
        findings.push(match known {
            Some(at) => decided.findings.swap_remove(at),
            None => Finding {
                property: property.clone(),
                verdict: Verdict::Unknown(Unknown {
                    reason: stop.reason().to_owned(),
                    what: stop.what().to_owned(),
                    place: None,
                }),
            },
        });
    }
    if decided.proof.is_some() {
        let why = stop.what();
        let note = format!("the witness has no invariants: {why}");
        decided.notes.push(note);
    }
    Report {
        findings,
        ..decided
    }
}

/// Work that ends with something else than a verdict: what that is, or how the command ends
/// without it.
pub fn result_of(work: Work, limits: &LimitArguments) -> Result<End, Exit> {
    let start = Instant::now();
    let mut progress = Progress::new(start);
    let end = supervisor::supervise(work, limits.limits(start), |event| match event {
        Event::Warnings(text) => terminal::say(&text),
        Event::Phase(what) => progress.show(&what),
        // Nobody asked for the others, or they end the work.
        _ => {}
    });
    progress.clear();
    match end {
        Ok(End::Rejected(messages)) => {
            terminal::say(&messages);
            Err(Exit::BadInput)
        }
        Ok(End::Stopped(Stop::Crash(what))) => {
            terminal::say_internal_error(&what);
            Err(Exit::InternalError)
        }
        Ok(End::Stopped(stop)) => {
            terminal::say_warning(stop.what());
            Err(Exit::Unknown)
        }
        Ok(end) => Ok(end),
        Err(message) => {
            terminal::say_error(&message);
            Err(Exit::InternalError)
        }
    }
}

/// One line on standard error, if that is a terminal.
pub struct Progress {
    start: Instant,
    terminal: bool,
    shown: bool,
}

impl Progress {
    pub fn new(start: Instant) -> Progress {
        Progress {
            start,
            terminal: io::stderr().is_terminal(),
            shown: false,
        }
    }

    pub fn show(&mut self, what: &str) {
        if self.terminal {
            let seconds = self.start.elapsed().as_secs_f32();
            terminal::say(&format!("\r\x1b[K[{seconds:5.1}s] {what}"));
            self.shown = true;
        }
    }

    pub fn clear(&mut self) {
        if self.shown {
            terminal::say("\r\x1b[K");
            self.shown = false;
        }
    }
}

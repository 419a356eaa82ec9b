//! `concord check`: verify a program.

use crate::inputs::{InputArguments, Inputs};
use crate::meaning::{Malloc, MeaningArguments, Overflow, UnknownCalls};
use crate::supervisor::{self, End, Limits, Stop};
use crate::{Exit, quantity, terminal};
use clap::ValueEnum;
use properties::{Properties, Property};
use protocol::{Check, Event, Settings, Work};
use report::check::{self, Finding, Overall, Report, Unknown, Verdict};
use report::diagnostics::Style;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Verify C files
///
/// Answers true (proved for every input and every path), false (with a violation
/// that the concrete machine reproduced) or unknown (with the reason). The last
/// line of the output is the verdict.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord check program.c\n  \
    concord check --property unreach-call --data-model ilp32 driver.i\n  \
    concord check --property valid-memsafety.prp --witness witness.yml program.i\n\n\
    Exit codes: 0 true, 1 false, 2 unknown, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// What to verify: a name or an SV-COMP property file (may be repeated)
    #[arg(long, value_name = "NAME|FILE.prp", long_help = property_help())]
    property: Vec<String>,

    /// How to verify it; `concord strategies` lists the ways
    #[arg(long, value_name = "NAME", default_value = "auto")]
    strategy: String,

    /// Give up after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::duration)]
    timeout: Duration,

    /// Give up when this much memory is used
    #[arg(long, value_name = "SIZE", default_value = "4GB", value_parser = quantity::bytes)]
    memory: u64,

    #[command(flatten)]
    meaning: MeaningArguments,

    /// How to tell the result
    #[arg(long, value_enum, default_value = "human")]
    format: Format,

    /// Write a C file that makes the program fail, if the verdict is false
    #[arg(long, value_name = "FILE.c")]
    test_case: Option<PathBuf>,

    /// Tell what was done, in numbers
    #[arg(long)]
    stats: bool,
}

fn property_help() -> String {
    let names = Properties::names().join(", ");
    let defaults: Vec<_> = Properties::default_set()
        .iter()
        .map(Property::name)
        .collect();
    format!(
        "What to verify: a name or an SV-COMP property file (may be repeated)\n\n\
         Names: {names}. Without this option: {}. With a property file the rules of \
         SV-COMP hold: allocation succeeds, undefined functions change nothing, and the \
         file names the entry function.",
        defaults.join(", ")
    )
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// One line of JSON before the verdict (docs/check.md describes it)
    Json,
}

pub struct Job {
    check: Check,
    timeout: Duration,
    memory: u64,
    format: Format,
    stats: bool,
    test_case: Option<PathBuf>,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, String> {
        let asked = Asked::of(&self.property)?;
        let meaning = self.meaning;
        let malloc = meaning.malloc.unwrap_or(match asked.by_file {
            true => Malloc::Succeeds,
            false => Malloc::MayFail,
        });
        let unknown_calls = meaning.unknown_calls.unwrap_or(UnknownCalls::Pure);
        let entry = meaning.entry.or(asked.entry);
        Ok(Job {
            check: Check {
                files: Inputs::from(self.inputs).files(),
                properties: asked
                    .properties
                    .iter()
                    .map(|p| p.name().to_owned())
                    .collect(),
                settings: Settings {
                    entry: entry.unwrap_or_else(|| "main".to_owned()),
                    overflow_is_error: meaning.overflow == Overflow::Error,
                    malloc_may_fail: malloc == Malloc::MayFail,
                    unknown_calls: match unknown_calls {
                        UnknownCalls::Pure => protocol::UnknownCalls::Pure,
                        UnknownCalls::Havoc => protocol::UnknownCalls::Havoc,
                        UnknownCalls::Error => protocol::UnknownCalls::Error,
                    },
                },
                strategy: self.strategy,
                colour: terminal::style_of(&io::stdout()) == Style::Coloured,
                test_case: self.test_case.is_some(),
            },
            test_case: self.test_case,
            timeout: self.timeout,
            memory: self.memory,
            format: self.format,
            stats: self.stats,
        })
    }
}

/// What the `--property` options ask for.
struct Asked {
    properties: Properties,
    by_file: bool,
    entry: Option<String>,
}

impl Asked {
    fn of(options: &[String]) -> Result<Asked, String> {
        let mut asked = Asked {
            properties: Properties::NONE,
            by_file: false,
            entry: None,
        };
        for option in options {
            if let Some(named) = Properties::named(option) {
                asked.properties = asked.properties.union(named);
            } else if option.ends_with(".prp") {
                asked.read(option)?;
            } else {
                let names = Properties::names().join(", ");
                return Err(format!(
                    "there is no property '{option}' (names: {names}; or a file that ends in .prp)"
                ));
            }
        }
        if options.is_empty() {
            asked.properties = Properties::default_set();
        }
        Ok(asked)
    }

    fn read(&mut self, path: &str) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
        let file = properties::parse_file(&text).map_err(|e| format!("{path}: {e}"))?;
        if self.entry.as_ref().is_some_and(|e| *e != file.entry) {
            return Err(format!(
                "{path}: the property files begin in different functions"
            ));
        }
        self.properties = self.properties.union(file.properties);
        self.by_file = true;
        self.entry = Some(file.entry);
        Ok(())
    }
}

impl Job {
    pub fn run(self) -> Exit {
        let start = Instant::now();
        let limits = Limits {
            until: start.checked_add(self.timeout),
            memory: self.memory,
        };
        let mut decided = Report::default();
        let mut progress = Progress::new(start);
        let names = self.check.properties.clone();
        let work = Work::Check(Box::new(self.check.clone()));
        let end = supervisor::supervise(work, limits, |event| {
            match event {
                Event::Warnings(text) => terminal::say(&text),
                Event::Assumed(list) => decided.assumptions = list,
                Event::Phase(what) => progress.show(&what),
                Event::Decided(finding) => decided.findings.push(finding),
                // The others end the work; the supervisor sees to them.
                Event::Panicked(_)
                | Event::Finished(_)
                | Event::Rejected(_)
                | Event::Strategies(_) => {}
            }
        });
        progress.clear();
        let report = match end {
            Ok(End::Finished(report)) => report,
            Ok(End::Stopped(stop)) => {
                if let Stop::Crash(what) = &stop {
                    terminal::say_internal_error(what);
                }
                cut_off(&names, decided, &stop)
            }
            Ok(End::Rejected(messages)) => {
                terminal::say(&messages);
                return Exit::BadInput;
            }
            Ok(End::Strategies(_)) => return Exit::InternalError,
            Err(message) => {
                terminal::say_error(&message);
                return Exit::InternalError;
            }
        };
        let text = match self.format {
            Format::Human => check::human(&report, self.stats),
            Format::Json => check::json(&report, self.stats) + "\n",
        };
        if let Err(message) = self.write_files(&report) {
            terminal::say_error(&message);
            return Exit::BadInput;
        }
        let verdict = report.verdict();
        match terminal::print(|out| writeln!(out, "{text}verdict: {verdict}")) {
            Exit::Success => exit(verdict),
            failure => failure,
        }
    }
}

impl Job {
    /// The files that a violation was to come with.
    fn write_files(&self, report: &Report) -> Result<(), String> {
        let Some(violation) = report.violation() else {
            return Ok(());
        };
        let files = [(&self.test_case, &violation.test_case)];
        for (path, text) in files {
            if let (Some(path), Some(text)) = (path, text) {
                fs::write(path, text)
                    .map_err(|e| format!("cannot write `{}`: {e}", path.display()))?;
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
    Report {
        findings,
        ..decided
    }
}

/// One line on standard error, if that is a terminal.
struct Progress {
    start: Instant,
    terminal: bool,
    shown: bool,
}

impl Progress {
    fn new(start: Instant) -> Progress {
        Progress {
            start,
            terminal: io::stderr().is_terminal(),
            shown: false,
        }
    }

    fn show(&mut self, what: &str) {
        if self.terminal {
            let seconds = self.start.elapsed().as_secs_f32();
            terminal::say(&format!("\r\x1b[K[{seconds:5.1}s] {what}"));
            self.shown = true;
        }
    }

    fn clear(&mut self) {
        if self.shown {
            terminal::say("\r\x1b[K");
            self.shown = false;
        }
    }
}

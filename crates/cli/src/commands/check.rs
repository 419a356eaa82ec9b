//! `concord check`: verify a program.

use crate::Refusal;
use crate::declarations::ShapeArguments;
use crate::inputs::{InputArguments, Inputs};
use crate::meaning::{Malloc, MeaningArguments, Overflow, UnknownCalls};
use crate::specs::{SpecArguments, Specs};
use crate::terminal;
use crate::verification::{Page, Verification, VerificationArguments};
use properties::{Properties, Property};
use protocol::{Check, Exploring, Precision, Settings, View, Work};
use report::diagnostics::Style;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The strategy where none is named: with analyses, with one that refines among them, and
/// without.
const EXPLORING: &str = "values";
const REFINING: &str = "predicated";
const DEFAULT: &str = "auto";

/// What options are about, in the help.
const HOW: &str = "How to verify";
const RESULTS: &str = "Results";

/// Verify C files
///
/// Answers true (proved for every input and every path), false (with a violation
/// that the concrete machine reproduced) or unknown (with the reason). The last
/// line of the output is the verdict.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord check program.c\n  \
    concord check --property unreach-call --data-model ilp32 driver.i\n  \
    concord check --spec stdio --spec locks.spc program.c\n  \
    concord check --spec malloc --project compile_commands.json --unit main.c\n  \
    concord check --property valid-memsafety.prp --witness witness.yml program.i\n\n\
    Exit codes: 0 true, 1 false, 2 unknown, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// What to verify: a name or an SV-COMP property file (may be repeated); with --spec
    /// and without this, only the automata
    #[arg(long, value_name = "NAME|FILE.prp", long_help = property_help())]
    property: Vec<String>,

    #[command(flatten)]
    specs: SpecArguments,

    /// The way to verify it; `concord strategies` lists them [default: auto, which chooses;
    /// with --analyses values, or predicated if predicates is among them]
    #[arg(long, value_name = "NAME", help_heading = HOW)]
    strategy: Option<String>,

    /// Explore with these analyses together; `concord analyses` lists them
    #[arg(long, value_name = "A+B+…", help_heading = HOW)]
    analyses: Option<String>,

    /// When states that meet become one: `never` keeps paths apart, `always` is
    /// dataflow analysis, `agree` is property simulation [default: what the strategy does]
    #[arg(long, value_name = "never|always|agree", help_heading = HOW)]
    merge: Option<String>,

    /// Whether calls that begin in the same state are explored once for all (`summaries`), or
    /// each by itself (`unrolled`) [default: what the strategy does]
    #[arg(long, value_name = "summaries|unrolled", help_heading = HOW)]
    calls: Option<String>,

    /// Which state is looked at next: the first in program order, one of the newest, or one
    /// of the oldest [default: what the strategy does]
    #[arg(long, value_name = "program|depth|breadth", help_heading = HOW)]
    order: Option<String>,

    /// Write the states that were reached, as text, or as a Graphviz graph if the
    /// name ends in .dot
    #[arg(long, value_name = "FILE", help_heading = RESULTS)]
    states: Option<PathBuf>,

    /// Write the finished abstract model, for `concord query` and other readers
    /// (docs/model.md describes it)
    #[arg(long, value_name = "FILE", help_heading = RESULTS)]
    model: Option<PathBuf>,

    /// Tell on standard error what refinement learns, path by path
    #[arg(long, help_heading = RESULTS)]
    log: bool,

    /// Tell what the analyses told each other, and who used it (takes several times as long)
    #[arg(long, help_heading = RESULTS)]
    exchange: bool,

    /// Begin with the predicates in this file, if it is there, and write those found
    /// into it: a check that is repeated is faster
    #[arg(long, value_name = "FILE", help_heading = HOW)]
    precision: Option<PathBuf>,

    #[command(flatten)]
    shapes: ShapeArguments,

    #[command(flatten)]
    meaning: MeaningArguments,

    /// Write a witness (SV-COMP's format 2.0), if the verdict is false or true; `concord validate` checks it
    #[arg(long, value_name = "FILE.yml", help_heading = RESULTS)]
    witness: Option<PathBuf>,

    /// Write a C file that makes the program fail when it is linked with it, if the verdict
    /// is false
    #[arg(long, value_name = "FILE.c", help_heading = RESULTS)]
    test_case: Option<PathBuf>,

    /// Write one HTML page to look at the result with: source, states, the way to a violation
    /// (docs/report.md)
    #[arg(long, value_name = "FILE.html", help_heading = RESULTS)]
    report: Option<PathBuf>,

    #[command(flatten)]
    verification: VerificationArguments,
}

pub fn property_help() -> String {
    let names = Properties::names().join(", ");
    let defaults: Vec<_> = Properties::default_set()
        .iter()
        .map(Property::name)
        .collect();
    format!(
        "What to verify: a name or an SV-COMP property file (may be repeated)\n\n\
         Names: {names}. Without this option and without --spec: {}. With a property file the rules of \
         SV-COMP hold: allocation succeeds, undefined functions change nothing, and the \
         file names the entry function.",
        defaults.join(", ")
    )
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Verification, Refusal> {
        let specs = Specs::of(&self.specs)?;
        let asked = Asked::of(&self.property, &specs)?;
        let properties = asked.names();
        let check = Check {
            files: Inputs::of(self.inputs)?.files(),
            properties: properties.clone(),
            specs: specs.texts(),
            settings: asked.settings(self.meaning),
            strategy: self.strategy.unwrap_or_else(|| match &self.analyses {
                Some(analyses) if names_predicates(analyses) => REFINING.to_owned(),
                Some(_) => EXPLORING.to_owned(),
                None => DEFAULT.to_owned(),
            }),
            exploring: Exploring {
                analyses: self.analyses,
                merge: self.merge,
                calls: self.calls,
                order: self.order,
                states: self.states.as_ref().map(|path| {
                    match path.extension().is_some_and(|e| e == "dot") {
                        true => View::Dot,
                        false => View::Text,
                    }
                }),
                model: self.model.is_some(),
                log: self.log,
                exchange: self.exchange,
                precision: self.precision.as_deref().map(precision).transpose()?,
                shapes: self.shapes.declarations()?,
            },
            colour: terminal::style_of(&io::stdout()) == Style::Coloured,
            test_case: self.test_case.is_some(),
            witness: self.witness.as_ref().map(|_| terminal::time()),
            page: self.report.is_some(),
        };
        let page = self.report.map(|path| Page {
            path,
            name: check.files.paths.join(" "),
            strategy: check.strategy.clone(),
        });
        Ok(Verification {
            arguments: self.verification,
            work: Work::Check(Box::new(check)),
            properties,
            witness: self.witness,
            test_case: self.test_case,
            states: self.states,
            model: self.model,
            precision: self.precision,
            page,
        })
    }
}

fn precision(path: &Path) -> Result<Precision, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(format!("cannot read `{}`: {e}", path.display())),
    };
    Ok(Precision {
        path: path.display().to_string(),
        text,
    })
}

/// What the `--property` and `--spec` options ask for.
pub struct Asked {
    pub properties: Properties,
    /// By a property file: the rules of SV-COMP hold.
    pub by_file: bool,
    pub entry: Option<String>,
}

impl Asked {
    pub fn of(options: &[String], specs: &Specs) -> Result<Asked, String> {
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
        if options.is_empty() && specs.is_empty() {
            asked.properties = Properties::default_set();
        }
        asked.properties = asked.properties.union(specs.properties());
        Ok(asked)
    }

    pub fn names(&self) -> Vec<String> {
        let names = self.properties.iter();
        names.map(|p| p.name().to_owned()).collect()
    }

    /// What C is to mean; options count more than the rules of SV-COMP.
    pub fn settings(self, meaning: MeaningArguments) -> Settings {
        let malloc = meaning.malloc.unwrap_or(match self.by_file {
            true => Malloc::Succeeds,
            false => Malloc::MayFail,
        });
        let entry = meaning.entry.or(self.entry);
        Settings {
            entry: entry.unwrap_or_else(|| "main".to_owned()),
            overflow_is_error: meaning.overflow == Overflow::Error,
            malloc_may_fail: malloc == Malloc::MayFail,
            unknown_calls: match meaning.unknown_calls {
                None | Some(UnknownCalls::Pure) => protocol::UnknownCalls::Pure,
                Some(UnknownCalls::Havoc) => protocol::UnknownCalls::Havoc,
                Some(UnknownCalls::Error) => protocol::UnknownCalls::Error,
            },
        }
    }

    fn read(&mut self, path: &str) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
        let file = properties::parse_file(&text).map_err(|e| format!("{path}: {e}"))?;
        if self.entry.as_ref().is_some_and(|e| *e != file.entry) {
            return Err(format!(
                "{path}: the property files begin in different functions"
            ));
        }
        self.properties = std::mem::take(&mut self.properties).union(file.properties);
        self.by_file = true;
        self.entry = Some(file.entry);
        Ok(())
    }
}

/// Is the analysis that refines among some?
fn names_predicates(analyses: &str) -> bool {
    let mut names = analyses.split('+');
    names.any(|a| a == "predicates" || a.starts_with("predicates:"))
}

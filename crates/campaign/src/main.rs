//! `concord-campaign`: the hunt as a command. `scripts/campaign` builds and starts it.

#![forbid(unsafe_code)]

use campaign::corpus::Corpus;
use campaign::drive::{Driver, Failure};
use campaign::question::Question;
use campaign::record::{self, Record};
use campaign::sources::{self, Maker};
use campaign::{opinion, reduce, worker};
use clap::{Args, Parser, Subcommand};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Parser)]
#[command(about = "Hunts wrong verdicts: every strategy on random programs and mutants")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Examines programs, and goes on where an earlier run into the same folder ended
    Run(Run),
    /// Prints what the runs into a folder amount to
    Report {
        #[arg(default_value = "target/campaign")]
        folder: PathBuf,
    },
    /// Prints the program of a number
    Show { number: u64 },
    /// Examines one file; exits with 0 if a strategy fails on it
    Judge {
        file: PathBuf,
        /// Only this kind of failure counts
        #[arg(long)]
        failure: Option<String>,
        #[command(flatten)]
        how: How,
    },
    /// Answers what is asked on standard input; `run` and `judge` start it
    #[command(hide = true)]
    Worker,
}

#[derive(Args)]
struct How {
    /// Only these strategies (may be repeated)
    #[arg(long)]
    strategy: Vec<String>,
    /// Successor computations of an exploration, and operations of a search
    #[arg(long, default_value_t = 1500)]
    limit: u64,
    /// Milliseconds after which a strategy is stopped
    #[arg(long, default_value_t = 400)]
    timeout: u64,
}

impl How {
    fn driver(&self) -> io::Result<Driver> {
        let all = strategies::ALL.iter().map(|s| s.name.to_owned());
        let strategies = match self.strategy.is_empty() {
            true => all.collect(),
            false => self.strategy.clone(),
        };
        let program = std::env::current_exe()?;
        let timeout = Duration::from_millis(self.timeout);
        Ok(Driver::new(program, strategies, self.limit, timeout))
    }
}

#[derive(Args)]
struct Run {
    /// The first program
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// Minutes after which no further program is begun
    #[arg(long)]
    minutes: Option<u64>,
    /// Every so many programs, gcc's opinion is asked
    #[arg(long, default_value_t = 20)]
    gcc: u64,
    /// Minutes for the reduction of a program on which something is wrong; 0 for none
    #[arg(long, default_value_t = 3)]
    reduce: u64,
    /// Where results and programs go
    #[arg(long, default_value = "target/campaign")]
    folder: PathBuf,
    #[command(flatten)]
    how: How,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Task::Run(run) => run.all(),
        Task::Report { folder } => {
            print!(
                "{}",
                record::report(&record::read(&folder.join("results.jsonl")))
            );
            Ok(true)
        }
        Task::Show { number } => show(number),
        Task::Judge { file, failure, how } => judge(&file, failure.as_deref(), &how),
        Task::Worker => {
            worker::work();
            Ok(true)
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(3)
        }
    }
}

fn show(number: u64) -> io::Result<bool> {
    let folder = std::env::temp_dir().join(format!("concord-campaign-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let corpus = Corpus::read();
    let maker = Maker {
        corpus: &corpus,
        folder: &folder,
    };
    let made = maker.make(number);
    fs::remove_dir_all(&folder)?;
    if let Some(made) = &made {
        print!("{}", made.question.file());
    }
    Ok(made.is_some())
}

/// The kind of a failure, in a word.
fn kind(failure: &Failure) -> &'static str {
    match failure {
        Failure::Refuted { .. } => "refuted",
        Failure::Contradicted { .. } => "contradicted",
        Failure::Unconfirmed { .. } => "unconfirmed",
        Failure::Died { .. } => "died",
        Failure::Compiled { .. } => "compiled",
    }
}

fn judge(file: &PathBuf, wanted: Option<&str>, how: &How) -> io::Result<bool> {
    let mut driver = how.driver()?;
    let examination = driver.examine(file, 8)?;
    let mut failures = examination.failures();
    if wanted.is_none_or(|w| w == "compiled")
        && let Some(question) = Question::read(&fs::read_to_string(file)?)
    {
        let folder = file.with_extension("opinion");
        fs::create_dir_all(&folder)?;
        let what = opinion::disagreement(&question, &examination.samples, &folder);
        failures.extend(what.map(|what| Failure::Compiled { what }));
        fs::remove_dir_all(&folder)?;
    }
    if let Some(what) = &examination.rejected {
        println!("rejected: {what}");
    }
    for (property, how) in &examination.violated {
        println!("the machine violates {property}: {how}");
    }
    for answer in &examination.answers {
        println!(
            "{} {:?} {:?} {} ms",
            answer.strategy, answer.ended, answer.words, answer.milliseconds
        );
    }
    failures.retain(|f| wanted.is_none_or(|w| kind(f) == w));
    for failure in &failures {
        println!("failure: {}", failure.text());
    }
    Ok(!failures.is_empty())
}

impl Run {
    /// Examines them all. False if something is wrong.
    fn all(&self) -> io::Result<bool> {
        let folder = &self.folder;
        fs::create_dir_all(folder.join("scratch"))?;
        let results = folder.join("results.jsonl");
        let mut records = record::read(&results);
        let known: BTreeSet<u64> = records.iter().map(|r| r.number).collect();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&results)?;
        let corpus = Corpus::read();
        let mut driver = self.how.driver()?;
        let begun = Instant::now();
        for number in self.seed..self.seed + self.count {
            let late = |minutes: u64| begun.elapsed() > Duration::from_secs(60 * minutes);
            if self.minutes.is_some_and(late) {
                break;
            }
            if known.contains(&number) {
                continue;
            }
            if let Some(record) = self.one(number, &corpus, &mut driver)? {
                let line = serde_json::to_string(&record).map_err(io::Error::other)?;
                writeln!(file, "{line}")?;
                records.push(record);
            }
        }
        let report = record::report(&records);
        fs::write(folder.join("report.md"), &report)?;
        print!("{report}");
        Ok(records.iter().all(|r| r.failures.is_empty()))
    }

    fn one(&self, number: u64, corpus: &Corpus, driver: &mut Driver) -> io::Result<Option<Record>> {
        let scratch = &self.folder.join("scratch");
        let maker = Maker {
            corpus,
            folder: scratch,
        };
        let Some(made) = maker.make(number) else {
            return Ok(None);
        };
        let family = sources::family(number);
        let file = scratch.join("program.c");
        fs::write(&file, made.question.file())?;
        let compiled =
            self.gcc > 0 && (number.is_multiple_of(self.gcc) || family == sources::Family::Csmith);
        let examination = driver.examine(&file, 4)?;
        let mut failures = examination.failures();
        let compiled = compiled && !examination.samples.is_empty();
        if compiled {
            let what = opinion::disagreement(&made.question, &examination.samples, scratch);
            failures.extend(what.map(|what| Failure::Compiled { what }));
        }
        for (place, failure) in failures.iter().enumerate() {
            eprintln!("{number} ({}): {}", family.name(), failure.text());
            let name = format!(
                "{number}-{}-{}",
                kind(failure),
                failure.strategy().unwrap_or("gcc")
            );
            let verdict = verdict(&made.question, failure);
            let sentence = format!("Found by the campaign: {}.", failure.text());
            let keep = self.folder.join("kept");
            reduce::keep(&made.question, &verdict, &sentence, &name, &keep)?;
            // The first is rather the cause of the others.
            if place == 0 && self.reduce > 0 {
                let time = Duration::from_secs(60 * self.reduce);
                let (kind, strategy) = (kind(failure), failure.strategy());
                let small = reduce::reduced(&made.question, kind, strategy, scratch, time);
                if let Some(small) = small {
                    let name = format!("{name}-reduced");
                    reduce::keep(&small, &verdict, &sentence, &name, &keep)?;
                }
            }
        }
        let mut asked = made.question.properties.join(" ");
        asked.extend(made.question.spec.iter().map(String::as_str));
        Ok(Some(Record {
            number,
            family: family.name().to_owned(),
            about: made.about,
            property: asked,
            compiled,
            examination,
            failures,
        }))
    }
}

/// What a program is to state on which something was wrong.
fn verdict(question: &Question, failure: &Failure) -> String {
    match failure {
        Failure::Refuted { property, .. } | Failure::Contradicted { property, .. } => {
            format!("false({property})")
        }
        Failure::Unconfirmed { .. } | Failure::Died { .. } | Failure::Compiled { .. } => {
            let asked = question.properties.first().map(String::as_str);
            format!("unknown: {}", asked.unwrap_or("the automaton"))
        }
    }
}

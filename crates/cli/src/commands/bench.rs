//! `concord bench`: runs SV-COMP tasks and judges the answers.

use crate::inputs::DataModel;
use crate::{Exit, terminal};
use bench::{
    Experiment, Judgement, Labels, Look, Memory, Plan, Property, Record, Results, Selection, Task,
    Time,
};
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, thread};

/// Run SV-COMP tasks and judge the answers
///
/// Each task is run as a process of its own (`concord check`) with hard limits, several
/// at once. What comes out is a table for each family of tasks and property, and a list
/// of wrong verdicts and internal errors with the commands that repeat them. SV-COMP's
/// rules hold: allocation succeeds, and undefined functions are pure.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord bench c/loops\n  \
    concord bench --property unreach-call --every 10 --json now.json c/ReachSafety-Loops.set\n  \
    concord bench --refinement-table --timeout 300s c/ntdrivers-simplified\n  \
    concord bench --shape-table --property unreach-call c/list-properties\n  \
    concord bench --baseline before.json c/locks c/list-simple -- --stats\n\n\
    Exit codes: 0 no verdict is wrong, 1 some are, 2 interrupted, 3 bad input or usage.")]
pub struct Arguments {
    /// Task definitions (.yml), sets of them (.set), or folders that contain definitions
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Only this property (may be repeated)
    #[arg(long, value_name = "NAME|FILE", help_heading = "Which tasks")]
    property: Vec<Property>,

    /// Only tasks that are expected to hold, or not to hold
    #[arg(long, value_name = "true|false", help_heading = "Which tasks")]
    expected: Option<bool>,

    /// Only every N-th task
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        help_heading = "Which tasks"
    )]
    every: NonZeroUsize,

    /// The data model of tasks for which neither their definition nor a set says it
    #[arg(long, value_enum, value_name = "MODEL", help_heading = "Which tasks")]
    data_model: Option<DataModel>,

    /// Expected verdicts that are known to be wrong (docs/bench.md)
    #[arg(long, value_name = "FILE", help_heading = "Which tasks")]
    labels: Option<PathBuf>,

    /// Wall time for each task
    #[arg(long, value_name = "TIME", default_value = "60s", help_heading = "How")]
    timeout: Time,

    /// Memory for each task
    #[arg(long, value_name = "SIZE", default_value = "4GB", help_heading = "How")]
    memory: Memory,

    /// Tasks at once [default: the number of cores]
    #[arg(long, value_name = "N", help_heading = "How")]
    jobs: Option<NonZeroUsize>,

    /// The strategy of `concord check`
    #[arg(long, value_name = "NAME", help_heading = "How")]
    strategy: Option<String>,

    /// Run another executable that answers like `concord`
    #[arg(long, value_name = "EXE", help_heading = "How")]
    tool: Option<PathBuf>,

    /// Write the results as JSON
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    json: Option<PathBuf>,

    /// Write the results as CSV
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    csv: Option<PathBuf>,

    /// Compare with the results of an earlier run (from --json)
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    baseline: Option<PathBuf>,

    /// Compare what refinement costs without a lattice, with one, and with the
    /// specification's predicates, for single steps and large blocks (one task at once,
    /// unless --jobs says more)
    #[arg(
        long,
        conflicts_with_all = ["strategy", "json", "csv", "baseline"],
        help_heading = "Results"
    )]
    refinement_table: bool,

    /// Compare shape analysis that is refined lazily with predicates alone, and with
    /// shapes that are tracked everywhere (one task at once, unless --jobs says more)
    #[arg(
        long,
        conflicts_with_all = ["refinement_table", "strategy", "json", "csv", "baseline"],
        help_heading = "Results"
    )]
    shape_table: bool,

    /// Further options for `concord check`
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

pub struct Job {
    paths: Vec<PathBuf>,
    selection: Selection,
    plan: Plan,
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    baseline: Option<Results>,
    experiment: Option<&'static Experiment>,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, String> {
        let this = || env::current_exe().map_err(|e| format!("cannot find myself: {e}"));
        let labels = self.labels.as_deref().map(Labels::read).transpose()?;
        let baseline = self.baseline.as_deref().map(Results::read_json);
        let baseline = baseline.transpose()?;
        let experiment = match (self.refinement_table, self.shape_table) {
            (true, _) => Some(&bench::REFINEMENTS),
            (_, true) => Some(&bench::SHAPES),
            (false, false) => None,
        };
        Ok(Job {
            paths: self.paths,
            selection: Selection {
                properties: self.property,
                expected: self.expected,
                every: self.every.get(),
                data_model: self.data_model.map(Into::into),
                labels: labels.unwrap_or_default(),
            },
            plan: Plan {
                tool: self.tool.map_or_else(this, Ok)?,
                timeout: self.timeout,
                memory: self.memory,
                strategy: self.strategy,
                options: self.options,
                jobs: match self.jobs {
                    Some(jobs) => jobs,
                    // Times are to be compared.
                    None if experiment.is_some() => NonZeroUsize::MIN,
                    None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
                },
            },
            json: self.json,
            csv: self.csv,
            baseline,
            experiment,
        })
    }
}

/// A run may take hours; that it was for nothing should be known before.
fn check_writable(path: &Path) -> Result<(), String> {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    match opened {
        Ok(_) => Ok(()),
        Err(e) => Err(format!("{}: {e}", path.display())),
    }
}

impl Job {
    pub fn run(self) -> Exit {
        self.try_run().unwrap_or_else(|message| {
            terminal::say_error(&message);
            Exit::BadInput
        })
    }

    fn try_run(self) -> Result<Exit, String> {
        let tasks = bench::gather(&self.paths, &self.selection)?;
        if tasks.is_empty() {
            return Err("there are no such tasks".into());
        }
        for file in [&self.json, &self.csv].into_iter().flatten() {
            check_writable(file)?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::flag::register(signal, Arc::clone(&stop))
                .map_err(|e| format!("cannot listen to signals: {e}"))?;
        }
        if let Some(experiment) = self.experiment {
            return self.compare(experiment, &tasks, &stop);
        }
        let progress = Progress::new(tasks.len());
        let results = bench::run_all(&tasks, &self.plan, &stop, |r| progress.advance(r));
        progress.bar.finish_and_clear();
        let results = results?;
        // Written first: a reader of the table may go away.
        if let Some(path) = &self.json {
            results.write_json(path)?;
        }
        if let Some(path) = &self.csv {
            results.write_csv(path)?;
        }
        let plain = !io::stdout().is_terminal() || env::var_os("NO_COLOR").is_some();
        let look = if plain { Look::Plain } else { Look::Coloured };
        let printed = terminal::print(|out| {
            out.write_all(bench::summary(&results, look).as_bytes())?;
            match &self.baseline {
                Some(before) => out.write_all(bench::compare(before, &results, look).as_bytes()),
                None => Ok(()),
            }
        });
        Ok(match printed {
            Exit::Success if results.any_wrong() => Exit::Fault,
            Exit::Success if results.interrupted => Exit::Unknown,
            other => other,
        })
    }

    fn compare(
        &self,
        experiment: &'static Experiment,
        tasks: &[Task],
        stop: &AtomicBool,
    ) -> Result<Exit, String> {
        let progress = Progress::new(tasks.len() * experiment.configurations.len());
        let results = experiment.run(tasks, &self.plan, stop, |r| progress.advance(r));
        progress.bar.finish_and_clear();
        let results = results?;
        let printed = terminal::print(|out| out.write_all(results.table().as_bytes()));
        Ok(match printed {
            Exit::Success if results.any_wrong() => Exit::Fault,
            Exit::Success if results.interrupted() => Exit::Unknown,
            other => other,
        })
    }
}

/// A bar on standard error, if that is a terminal.
struct Progress {
    bar: ProgressBar,
    solved: AtomicUsize,
    wrong: AtomicUsize,
}

impl Progress {
    fn new(length: usize) -> Progress {
        let template = "{wide_bar} {pos}/{len}, {msg} [{elapsed}, {eta} left]";
        let bar = ProgressBar::new(length as u64);
        // The template is a constant and well-formed; the default look is no harm.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // The clock goes on while tasks take their time.
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress {
            bar,
            solved: AtomicUsize::new(0),
            wrong: AtomicUsize::new(0),
        }
    }

    fn advance(&self, record: &Record) {
        let count = |counter: &AtomicUsize, judgement| {
            let one = usize::from(record.judgement == judgement);
            counter.fetch_add(one, Ordering::Relaxed) + one
        };
        let solved = count(&self.solved, Judgement::Correct);
        let wrong = count(&self.wrong, Judgement::Wrong);
        self.bar
            .set_message(format!("{solved} solved, {wrong} wrong"));
        self.bar.inc(1);
    }
}

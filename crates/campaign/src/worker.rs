//! The process in which strategies run: it may hang, run out of memory or die, and says
//! line by line how far it came.

use crate::oracle::{self, Sample};
use crate::question::Question;
use engine::{Answer, Task, Verdict, Watch};
use properties::Property;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::thread;
use strategies::{Configuration, Strategy};

/// As deep as that of `concord-worker`.
const STACK: usize = 64 << 20;

/// A file to look at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    pub file: PathBuf,
    /// Names of strategies, those that are still to answer.
    pub strategies: Vec<String>,
    /// Is the machine to be asked too? Then for so many runs that gcc can repeat.
    pub samples: Option<usize>,
    /// Successor computations of an exploration.
    pub limit: u64,
}

/// What the worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Said {
    /// It is no program.
    Rejected(String),
    /// The machine violates these properties, in this way.
    Violated(Vec<(String, String)>),
    Samples(Vec<Sample>),
    Begins(String),
    /// About one property.
    Found(String, Word),
    /// The strategy has answered.
    Ends,
    /// All have.
    Done,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Word {
    True,
    /// A violation that the machine shows.
    False,
    /// A violation that the machine does not show: it should not have been told.
    Unconfirmed,
    /// Why not.
    Unknown(String),
}

/// Takes one job after the other from standard input.
pub fn work() {
    let worker = thread::Builder::new().stack_size(STACK).spawn(|| {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if let Ok(job) = serde_json::from_str::<Job>(&line) {
                answer(&job, say);
            }
        }
    });
    let ended = worker.map(thread::JoinHandle::join);
    if !matches!(ended, Ok(Ok(()))) {
        std::process::exit(101);
    }
}

fn say(said: &Said) {
    let Ok(line) = serde_json::to_string(said) else {
        return;
    };
    let mut out = io::stdout().lock();
    // Whoever does not listen any more is gone.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn answer(job: &Job, say: fn(&Said)) {
    let text = fs::read_to_string(&job.file).unwrap_or_default();
    let task = match Question::read(&text).map(|q| q.task(&job.file)) {
        Some(Ok(task)) => task,
        Some(Err(what)) => return say(&Said::Rejected(what)),
        None => return say(&Said::Rejected("it asks for something else".into())),
    };
    if let Some(most) = job.samples {
        let violated = oracle::violations(&task).into_iter();
        let violated = violated.map(|(p, how)| (p.name().to_string(), how.to_owned()));
        say(&Said::Violated(violated.collect()));
        say(&Said::Samples(oracle::samples(&task, most)));
    }
    let named = job.strategies.iter().filter_map(|n| strategies::named(n));
    for strategy in named {
        say(&Said::Begins(strategy.name.to_owned()));
        let answer = run(strategy, &task, job.limit, say);
        for (property, verdict) in &answer.verdicts {
            tell(&task, *property, verdict, say);
        }
        say(&Said::Ends);
    }
    say(&Said::Done);
}

fn run(strategy: &Strategy, task: &Task, limit: u64, say: fn(&Said)) -> Answer {
    let configuration = Configuration {
        limit: Some(limit),
        ..Configuration::default()
    };
    (strategy.run)(task, &configuration, &mut Watcher { task, say })
}

/// Passes on what is decided at once: should the strategy hang after that, it stays.
struct Watcher<'a> {
    task: &'a Task,
    say: fn(&Said),
}

impl Watch for Watcher<'_> {
    fn decided(&mut self, property: Property, verdict: &Verdict) {
        tell(self.task, property, verdict, self.say);
    }
}

fn tell(task: &Task, property: Property, verdict: &Verdict, say: fn(&Said)) {
    let word = match verdict {
        Verdict::True => Word::True,
        Verdict::Unknown(unknown) => Word::Unknown(unknown.reason.name().to_owned()),
        Verdict::False(found) => match oracle::confirms(task, property, &found.inputs) {
            true => Word::False,
            false => Word::Unconfirmed,
        },
    };
    say(&Said::Found(property.name().to_string(), word));
}

//! Lets a worker answer, watches it, and judges what it says.

use crate::oracle::Sample;
use crate::worker::{Job, Said, Word};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// What the machine may take before strategies begin.
const MACHINE: Duration = Duration::from_secs(20);

/// How a strategy ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    Answered,
    /// It was stopped.
    Timeout,
    /// The process died.
    Died,
}

/// What one strategy says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    pub strategy: String,
    pub ended: Ended,
    /// By property.
    pub words: BTreeMap<String, Word>,
    pub milliseconds: u64,
}

/// Everything that was said about a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Examination {
    pub rejected: Option<String>,
    /// By property: how the machine violates it.
    pub violated: BTreeMap<String, String>,
    pub samples: Vec<Sample>,
    pub answers: Vec<Answered>,
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Failure {
    /// A strategy proves what a run of the machine violates.
    Refuted { strategy: String, property: String },
    /// One strategy proves what another one shows to be violated.
    Contradicted { strategy: String, property: String },
    /// A violation that the machine does not show.
    Unconfirmed { strategy: String, property: String },
    /// A strategy or the machine died.
    Died { strategy: String },
    /// The compiled program does something else than the machine.
    Compiled { what: String },
}

impl Failure {
    /// In one line, for people.
    pub fn text(&self) -> String {
        match self {
            Failure::Refuted { strategy, property } => {
                format!("{strategy} proves {property}, which a run violates")
            }
            Failure::Contradicted { strategy, property } => {
                format!("{strategy} proves {property}, which another strategy shows violated")
            }
            Failure::Unconfirmed { strategy, property } => {
                format!("{strategy} shows a violation of {property} that is none")
            }
            Failure::Died { strategy } => format!("{strategy} died"),
            Failure::Compiled { what } => format!("gcc: {what}"),
        }
    }

    /// The strategy to blame.
    pub fn strategy(&self) -> Option<&str> {
        match self {
            Failure::Refuted { strategy, .. }
            | Failure::Contradicted { strategy, .. }
            | Failure::Unconfirmed { strategy, .. }
            | Failure::Died { strategy } => Some(strategy),
            Failure::Compiled { .. } => None,
        }
    }
}

impl Examination {
    /// What is wrong with the answers.
    pub fn failures(&self) -> Vec<Failure> {
        let mut failures = Vec::new();
        let says = |word: Word, property: &str| {
            let mut answers = self.answers.iter();
            answers.any(|a| a.words.get(property) == Some(&word))
        };
        for answer in &self.answers {
            let strategy = answer.strategy.clone();
            if answer.ended == Ended::Died {
                failures.push(Failure::Died {
                    strategy: strategy.clone(),
                });
            }
            for (property, word) in &answer.words {
                let (strategy, property) = (strategy.clone(), property.clone());
                failures.push(match word {
                    Word::True if self.violated.contains_key(&property) => {
                        Failure::Refuted { strategy, property }
                    }
                    Word::True if says(Word::False, &property) => {
                        Failure::Contradicted { strategy, property }
                    }
                    Word::Unconfirmed => Failure::Unconfirmed { strategy, property },
                    Word::True | Word::False | Word::Unknown(_) => continue,
                });
            }
        }
        failures
    }
}

/// A running worker.
struct Worker {
    child: Child,
    input: ChildStdin,
    heard: Receiver<Said>,
}

impl Worker {
    fn start(program: &Path) -> std::io::Result<Worker> {
        let mut command = Command::new(program);
        command.arg("worker").stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let (said, heard) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Ok(line) = serde_json::from_str(&line) else {
                    continue;
                };
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Worker {
            child,
            input,
            heard,
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks workers, one after the other.
pub struct Driver {
    /// This program, which is a worker too.
    pub program: PathBuf,
    pub strategies: Vec<String>,
    pub limit: u64,
    pub timeout: Duration,
    worker: Option<Worker>,
}

impl Driver {
    pub fn new(program: PathBuf, strategies: Vec<String>, limit: u64, timeout: Duration) -> Driver {
        Driver {
            program,
            strategies,
            limit,
            timeout,
            worker: None,
        }
    }

    /// Asks every strategy about a file, and the machine for so many runs to repeat.
    pub fn examine(&mut self, file: &Path, samples: usize) -> std::io::Result<Examination> {
        let mut found = Examination::default();
        let mut left = self.strategies.clone();
        let mut asks_machine = Some(samples);
        loop {
            let job = Job {
                file: file.to_owned(),
                strategies: left.clone(),
                samples: asks_machine.take(),
                limit: self.limit,
            };
            if self.hear(&job, &mut found)? || found.rejected.is_some() {
                return Ok(found);
            }
            // Whoever was at it is not asked again.
            let last = found.answers.last().map(|a| a.strategy.clone());
            match last.and_then(|name| left.iter().position(|n| *n == name)) {
                Some(position) => left.drain(..=position),
                None => {
                    found.rejected = Some("the machine does not end".into());
                    return Ok(found);
                }
            };
            if left.is_empty() {
                return Ok(found);
            }
        }
    }

    /// Listens until a worker has done the job. False if it had to be stopped, or died.
    fn hear(&mut self, job: &Job, found: &mut Examination) -> std::io::Result<bool> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(&self.program)?,
        };
        let line = serde_json::to_string(job).map_err(std::io::Error::other)?;
        writeln!(worker.input, "{line}")?;
        let mut begun = Instant::now();
        let mut deadline = begun + MACHINE;
        let mut current: Option<Answered> = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let said = worker.heard.recv_timeout(left);
            match said {
                Ok(Said::Rejected(what)) => {
                    found.rejected = Some(what);
                    self.worker = Some(worker);
                    return Ok(true);
                }
                Ok(Said::Violated(list)) => found.violated = list.into_iter().collect(),
                Ok(Said::Samples(list)) => found.samples = list,
                Ok(Said::Begins(strategy)) => {
                    begun = Instant::now();
                    deadline = begun + self.timeout;
                    current = Some(Answered {
                        strategy,
                        ended: Ended::Answered,
                        words: BTreeMap::new(),
                        milliseconds: 0,
                    });
                }
                Ok(Said::Found(property, word)) => {
                    if let Some(current) = &mut current {
                        current.words.insert(property, word);
                    }
                }
                Ok(Said::Ends) => finish(found, current.take(), begun, Ended::Answered),
                Ok(Said::Done) => {
                    self.worker = Some(worker);
                    return Ok(true);
                }
                Err(RecvTimeoutError::Timeout) => {
                    finish(found, current.take(), begun, Ended::Timeout);
                    return Ok(false);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let name = || "the machine".to_owned();
                    let current = current.take().unwrap_or_else(|| Answered {
                        strategy: name(),
                        ended: Ended::Died,
                        words: BTreeMap::new(),
                        milliseconds: 0,
                    });
                    finish(found, Some(current), begun, Ended::Died);
                    return Ok(false);
                }
            }
        }
    }
}

fn finish(found: &mut Examination, answer: Option<Answered>, begun: Instant, ended: Ended) {
    if let Some(mut answer) = answer {
        answer.ended = ended;
        answer.milliseconds = begun.elapsed().as_millis() as u64;
        found.answers.push(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &[(&str, Word)], violated: bool) -> Vec<Failure> {
        let answers = words.iter().map(|(strategy, word)| Answered {
            strategy: (*strategy).to_owned(),
            ended: Ended::Answered,
            words: BTreeMap::from([("p".to_owned(), word.clone())]),
            milliseconds: 0,
        });
        let violated = violated.then(|| ("p".to_owned(), "error-call".to_owned()));
        let examination = Examination {
            violated: violated.into_iter().collect(),
            answers: answers.collect(),
            ..Examination::default()
        };
        examination.failures()
    }

    #[test]
    fn what_is_wrong_is_noticed() {
        let unknown = Word::Unknown("bound".into());
        assert_eq!(
            said(&[("a", Word::True), ("b", unknown.clone())], false),
            []
        );
        assert_eq!(
            said(&[("a", Word::False), ("b", unknown.clone())], true),
            []
        );
        let (strategy, property) = ("a".to_owned(), "p".to_owned());
        let refuted = said(&[("a", Word::True), ("b", unknown)], true);
        assert_eq!(refuted, [Failure::Refuted { strategy, property }]);
        let (strategy, property) = ("a".to_owned(), "p".to_owned());
        let contradicted = said(&[("a", Word::True), ("b", Word::False)], false);
        assert_eq!(contradicted, [Failure::Contradicted { strategy, property }]);
        let (strategy, property) = ("a".to_owned(), "p".to_owned());
        let unconfirmed = said(&[("a", Word::Unconfirmed)], false);
        assert_eq!(unconfirmed, [Failure::Unconfirmed { strategy, property }]);
    }
}

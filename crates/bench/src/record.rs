//! The results of a run, and their forms for other programs: JSON and CSV.

use crate::answer::{Answer, Judgement};
use crate::definition::{Expected, Property};
use crate::gather::Task;
use crate::process::Finished;
use program::DataModel;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Grows when the shape changes in a way that could break a reader.
const FORMAT: u32 = 1;

/// What came of all tasks that were run to their end, in the order of the tasks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    pub format: u32,
    pub tool: String,
    pub timeout: String,
    pub memory: String,
    pub strategy: Option<String>,
    /// Further options for the tool.
    pub options: Vec<String>,
    /// Whether tasks are missing because somebody stopped the run.
    pub interrupted: bool,
    pub records: Vec<Record>,
}

/// What came of one task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Family and file of the definition.
    pub task: String,
    pub property: Property,
    pub data_model: String,
    pub expected: Option<Expected>,
    pub answer: Answer,
    pub judgement: Judgement,
    pub score: i32,
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    /// The largest resident set of one of the processes.
    pub memory_bytes: u64,
    /// What the definition expects, if that is known to be wrong.
    pub official: Option<Expected>,
    /// Why it is known to be wrong.
    pub reason: Option<String>,
    /// What the tool said about its failure or the input it refused.
    pub detail: Option<String>,
    /// For a shell.
    pub command: String,
    /// What the tool says was done, if it was asked for JSON and statistics.
    #[serde(skip)]
    pub statistics: BTreeMap<String, u64>,
}

impl Record {
    pub fn new(task: &Task, command: String, finished: &Finished) -> Record {
        let answer = Answer::read(finished.ending, &finished.stdout);
        let judgement = answer.judge(task.property, task.expected.as_ref());
        let relabelled = task.relabelled.as_ref();
        Record {
            task: task.name.clone(),
            property: task.property,
            data_model: data_model_name(task.data_model).to_owned(),
            expected: task.expected.clone(),
            judgement,
            score: answer.score(judgement),
            cpu_seconds: seconds(finished.cpu),
            wall_seconds: seconds(finished.wall),
            memory_bytes: finished.memory,
            official: relabelled.and_then(|r| r.official.clone()),
            reason: relabelled.map(|r| r.reason.clone()),
            detail: match answer {
                Answer::BadInput | Answer::Failed(_) => complaint(&finished.stderr),
                Answer::True | Answer::False(_) | Answer::Unknown(_) => None,
            },
            answer,
            command,
            statistics: statistics(&finished.stdout),
        }
    }

    pub fn family(&self) -> &str {
        self.task.split_once('/').map_or("", |(family, _)| family)
    }
}

/// As `concord check` calls it.
pub fn data_model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ilp32",
        DataModel::Lp64 => "lp64",
    }
}

/// The numbers in the tool's JSON, which is a line of its own.
fn statistics(stdout: &str) -> BTreeMap<String, u64> {
    #[derive(Deserialize)]
    struct Document {
        #[serde(default)]
        statistics: BTreeMap<String, u64>,
    }
    let line = stdout.lines().find(|l| l.starts_with('{'));
    let document = line.and_then(|l| serde_json::from_str::<Document>(l).ok());
    document.map(|d| d.statistics).unwrap_or_default()
}

/// Microseconds are all that the kernel gives.
fn seconds(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The line in which the tool says what is wrong, and the place if one follows.
fn complaint(stderr: &str) -> Option<String> {
    let lines: Vec<&str> = stderr.lines().map(str::trim).collect();
    let is_complaint = |l: &&str| {
        let starts = ["error", "internal error"].map(|s| l.starts_with(s));
        starts.contains(&true) || l.contains("panicked")
    };
    let Some(at) = lines.iter().position(is_complaint) else {
        let last = lines.into_iter().rfind(|l| !l.is_empty());
        return last.map(str::to_owned);
    };
    let place = lines.get(at + 1).and_then(|l| l.strip_prefix("--> "));
    Some(match place {
        Some(place) => format!("{} ({place})", lines[at]),
        None => lines[at].to_owned(),
    })
}

impl Results {
    pub fn new(records: Vec<Record>, interrupted: bool, plan: &crate::Plan) -> Results {
        Results {
            format: FORMAT,
            tool: plan.tool.display().to_string(),
            timeout: plan.timeout.to_string(),
            memory: plan.memory.to_string(),
            strategy: plan.strategy.clone(),
            options: plan.options.clone(),
            interrupted,
            records,
        }
    }

    pub fn any_wrong(&self) -> bool {
        self.records.iter().any(|r| r.judgement == Judgement::Wrong)
    }

    pub fn write_json(&self, path: &Path) -> Result<(), String> {
        let explain = |e: std::io::Error| format!("{}: {e}", path.display());
        let mut out = BufWriter::new(File::create(path).map_err(explain)?);
        serde_json::to_writer_pretty(&mut out, self).map_err(|e| explain(e.into()))?;
        out.write_all(b"\n")
            .and_then(|()| out.flush())
            .map_err(explain)
    }

    pub fn read_json(path: &Path) -> Result<Results, String> {
        let explain = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let file = File::open(path).map_err(|e| explain(&e))?;
        let results: Results =
            serde_json::from_reader(BufReader::new(file)).map_err(|e| explain(&e))?;
        match results.format {
            FORMAT => Ok(results),
            other => Err(explain(&format!("format {other} is not known"))),
        }
    }

    pub fn write_csv(&self, path: &Path) -> Result<(), String> {
        let explain = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let mut out = csv::Writer::from_path(path).map_err(|e| explain(&e))?;
        for record in &self.records {
            out.serialize(record).map_err(|e| explain(&e))?;
        }
        out.flush().map_err(|e| explain(&e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_those_of_the_json() {
        let text = "{\"verdict\":\"true\",\"statistics\":{\"refinements\":3}}\nverdict: true\n";
        let read: Vec<_> = statistics(text).into_iter().collect();
        assert_eq!(read, [("refinements".to_owned(), 3)]);
        assert!(statistics("unknown: {x}\nverdict: true\n").is_empty());
    }

    #[test]
    fn complaints() {
        let of = |text: &str| complaint(text).unwrap_or_default();
        let diagnostic = "warning: w\nerror: 'x' undeclared\n --> a.c:3:12\n  |\n3 | x\n";
        assert_eq!(of(diagnostic), "error: 'x' undeclared (a.c:3:12)");
        assert_eq!(
            of("internal error: oops\nPlease report"),
            "internal error: oops"
        );
        assert_eq!(
            of("something\nSegmentation fault\n\n"),
            "Segmentation fault"
        );
        assert_eq!(of(""), "");
    }
}

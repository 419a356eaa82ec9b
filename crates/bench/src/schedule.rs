//! Runs many tasks, several at once.
//!
//! Workers take the tasks in order; the results are in that order again, whoever
//! finished first. SV-COMP's rules hold: allocation succeeds, and undefined functions
//! are pure, which is the tool's default.

use crate::gather::Task;
use crate::limits::{Memory, Time};
use crate::process::{self, Hard};
use crate::record::{Record, Results, data_model_name};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How tasks are run.
#[derive(Clone)]
pub struct Plan {
    /// An executable with the contract of `concord`: it is called as `TOOL check …`.
    pub tool: PathBuf,
    pub timeout: Time,
    pub memory: Memory,
    pub strategy: Option<String>,
    /// Further options for the tool.
    pub options: Vec<String>,
    pub jobs: NonZeroUsize,
}

/// What a tool gets beyond its limits to notice and say so.
const GRACE: Duration = Duration::from_secs(5);
const MEMORY_GRACE: u64 = 256 << 20;

impl Plan {
    fn arguments(&self, task: &Task) -> Vec<OsString> {
        let mut list: Vec<OsString> = vec!["check".into(), "--property".into()];
        list.push(task.property_file.clone().into());
        let model = data_model_name(task.data_model);
        list.extend(["--data-model", model, "--malloc", "succeeds"].map(Into::into));
        list.extend(["--timeout".into(), self.timeout.to_string().into()]);
        list.extend(["--memory".into(), self.memory.to_string().into()]);
        if let Some(strategy) = &self.strategy {
            list.extend(["--strategy".into(), strategy.into()]);
        }
        list.extend(self.options.iter().map(Into::into));
        list.extend(task.files.iter().map(Into::into));
        list
    }

    /// None if the run was stopped.
    fn run(&self, task: &Task, stop: &AtomicBool) -> Result<Option<Record>, String> {
        let arguments = self.arguments(task);
        let words = std::iter::once(self.tool.as_os_str());
        let words = words.chain(arguments.iter().map(OsString::as_os_str));
        let words: Vec<_> = words.map(|w| w.to_string_lossy()).collect();
        let line = shlex::try_join(words.iter().map(|w| &**w));
        // No shell could pass on a name with a zero byte, nor could the system.
        let line = line.unwrap_or_else(|_| words.join(" "));
        let mut command = Command::new(&self.tool);
        command.args(&arguments);
        let hard = Hard {
            wall: self.timeout.duration + GRACE,
            memory: self.memory.bytes.saturating_add(MEMORY_GRACE),
        };
        let finished = process::run(&mut command, hard, stop)
            .map_err(|e| format!("cannot run {}: {e}", self.tool.display()))?;
        Ok(finished.map(|f| Record::new(task, line, &f)))
    }
}

/// Runs the tasks until all are done or `stop` becomes true, then kills what runs.
/// `done` is called as each task ends. Err if the tool cannot be run at all.
pub fn run_all(
    tasks: &[Task],
    plan: &Plan,
    stop: &AtomicBool,
    done: impl Fn(&Record) + Sync,
) -> Result<Results, String> {
    let next = AtomicUsize::new(0);
    let records = Mutex::new(vec![None; tasks.len()]);
    let failure = Mutex::new(None);
    let work = || {
        while !stop.load(Ordering::Relaxed) && lock(&failure).is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { return };
            match plan.run(task, stop) {
                Ok(Some(record)) => {
                    done(&record);
                    lock(&records)[index] = Some(record);
                }
                Ok(None) => return,
                Err(error) => *lock(&failure) = Some(error),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..plan.jobs.get().min(tasks.len()) {
            scope.spawn(work);
        }
    });
    if let Some(error) = lock(&failure).take() {
        return Err(error);
    }
    let records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
    let interrupted = records.iter().any(Option::is_none);
    Ok(Results::new(
        records.into_iter().flatten().collect(),
        interrupted,
        plan,
    ))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

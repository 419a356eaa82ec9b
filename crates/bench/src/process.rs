//! One child process with hard limits, and what it used.
//!
//! The tool is to keep its limits itself. A tool that does not is killed a little
//! later, together with every process it started. CPU time and memory are the
//! kernel's figures for the child and all descendants that were waited for; for
//! those that were killed, what /proc said last.

use procfs::process::{Process, Stat};
use procfs::{WithCurrentSystemInfo, ticks_per_second};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// Limits at which a process is killed.
#[derive(Clone, Copy)]
pub struct Hard {
    pub wall: Duration,
    pub memory: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    Time,
    Memory,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Code(i32),
    Signal(i32),
    Killed(Excess),
}

/// A process that has ended.
#[derive(Debug)]
pub struct Finished {
    pub ending: Ending,
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// The largest resident set, in bytes.
    pub memory: u64,
    /// The end of standard output and standard error.
    pub stdout: String,
    pub stderr: String,
}

/// How often the memory of the processes is looked at.
const WATCH: Duration = Duration::from_millis(500);

/// What is kept of each output stream.
const TAIL: u64 = 64 << 10;

/// Runs the command to its end or its limits. None if `stop` became true meanwhile.
pub fn run(command: &mut Command, hard: Hard, stop: &AtomicBool) -> io::Result<Option<Finished>> {
    // Files, not pipes: a process left behind cannot keep us waiting.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0);
    let begin = Instant::now();
    let child = command.spawn()?;
    let (status, usage, excess) = match watch(child, begin, hard, stop)? {
        Some(end) => end,
        None => return Ok(None),
    };
    Ok(Some(Finished {
        ending: match (excess, status.code()) {
            (Some(excess), _) => Ending::Killed(excess),
            (None, Some(code)) => Ending::Code(code),
            (None, None) => Ending::Signal(status.signal().unwrap_or(0)),
        },
        wall: begin.elapsed(),
        cpu: usage.cpu,
        memory: usage.memory,
        stdout: tail(&mut stdout)?,
        stderr: tail(&mut stderr)?,
    }))
}

type End = (std::process::ExitStatus, Usage, Option<Excess>);

fn watch(
    mut child: Child,
    begin: Instant,
    hard: Hard,
    stop: &AtomicBool,
) -> io::Result<Option<End>> {
    let id = Pid::from_child(&child);
    let mut looked = begin;
    let mut seen = Usage::default();
    let mut excess = None;
    // NOWAIT: as long as the child is not reaped, its number is not given to others,
    // and what is killed here is what we started.
    let poll = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(id), poll)?.is_none() {
        let elapsed = begin.elapsed();
        let stopped = stop.load(Ordering::Relaxed);
        if elapsed > hard.wall {
            excess = Some(Excess::Time);
        }
        if excess.is_some() || stopped || looked.elapsed() > WATCH {
            looked = Instant::now();
            let family = family(id);
            seen = Usage::of(&family).max(seen);
            if seen.memory > hard.memory {
                excess = excess.or(Some(Excess::Memory));
            }
            if excess.is_some() || stopped {
                kill(id, &family);
            }
        }
        // Short runs are measured well, long ones cost nothing.
        thread::sleep((elapsed / 20).clamp(Duration::from_millis(1), Duration::from_millis(20)));
    }
    // Whoever is left of the group has nobody to report to.
    let _ = kill_process_group(id, Signal::KILL);
    let end = child.wait4()?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let exact = Usage {
        cpu: end.rusage.utime + end.rusage.stime,
        memory: end.rusage.maxrss,
    };
    let usage = match excess {
        // Killed descendants are in nobody's account.
        Some(_) => exact.max(seen),
        None => exact,
    };
    Ok(Some((end.status, usage, excess)))
}

#[derive(Clone, Copy, Default)]
struct Usage {
    cpu: Duration,
    memory: u64,
}

impl Usage {
    fn of(family: &[Stat]) -> Usage {
        let ticks = |s: &Stat| s.utime + s.stime + (s.cutime + s.cstime).max(0) as u64;
        let ticks: u64 = family.iter().map(ticks).sum();
        Usage {
            cpu: Duration::from_secs_f64(ticks as f64 / ticks_per_second() as f64),
            memory: family.iter().map(|s| s.rss_bytes().get()).sum(),
        }
    }

    fn max(self, other: Usage) -> Usage {
        Usage {
            cpu: self.cpu.max(other.cpu),
            memory: self.memory.max(other.memory),
        }
    }
}

/// The process, its descendants, and what else is in its group.
fn family(id: Pid) -> Vec<Stat> {
    let root = id.as_raw_nonzero().get();
    let all = procfs::process::all_processes().into_iter().flatten();
    // Processes come and go while we look.
    let all: Vec<Stat> = all
        .flatten()
        .filter_map(|p| Process::stat(&p).ok())
        .collect();
    let mut members: HashSet<i32> = HashSet::new();
    let mut grown = true;
    while grown {
        grown = false;
        for stat in &all {
            let belongs = stat.pid == root || stat.pgrp == root || members.contains(&stat.ppid);
            grown |= belongs && members.insert(stat.pid);
        }
    }
    all.into_iter()
        .filter(|s| members.contains(&s.pid))
        .collect()
}

fn kill(id: Pid, family: &[Stat]) {
    // Those that are gone already need no killing.
    let _ = kill_process_group(id, Signal::KILL);
    for pid in family.iter().filter_map(|s| Pid::from_raw(s.pid)) {
        let _ = kill_process(pid, Signal::KILL);
    }
}

fn tail(file: &mut File) -> io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARD: Hard = Hard {
        wall: Duration::from_secs(20),
        memory: 1 << 30,
    };

    fn shell(script: &str, hard: Hard) -> Finished {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let finished = run(&mut command, hard, &AtomicBool::new(false));
        finished.unwrap().expect("nobody stops it")
    }

    #[test]
    fn output_and_exit_code() {
        let finished = shell("echo out; echo err >&2; exit 2", HARD);
        assert_eq!(finished.ending, Ending::Code(2));
        assert_eq!((&*finished.stdout, &*finished.stderr), ("out\n", "err\n"));
        assert_eq!(shell("kill -SEGV $$", HARD).ending, Ending::Signal(11));
    }

    #[test]
    fn the_time_of_grandchildren_counts() {
        let spin = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let finished = shell(&format!("sh -c '{spin}'; true"), HARD);
        assert!(finished.cpu > Duration::from_millis(20), "{finished:?}");
    }

    #[test]
    fn a_family_is_killed_at_the_time_limit() {
        let wall = Duration::from_millis(300);
        // The second sleeper has a session, and so a group, of its own.
        let script = "sleep 31.5 & setsid sleep 31.5 & echo $! ; wait";
        let finished = shell(script, Hard { wall, ..HARD });
        assert_eq!(finished.ending, Ending::Killed(Excess::Time));
        assert!(finished.wall < Duration::from_secs(10));
        let sleeper: i32 = finished.stdout.trim().parse().unwrap();
        for _ in 0..100 {
            let state = Process::new(sleeper)
                .and_then(|p| p.stat())
                .map(|s| s.state);
            if state.is_err() || matches!(state, Ok('Z' | 'X')) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("process {sleeper} is alive");
    }

    #[test]
    fn a_family_is_killed_at_the_memory_limit() {
        let hard = Hard { memory: 1, ..HARD };
        let finished = shell("sleep 30 & wait", hard);
        assert_eq!(finished.ending, Ending::Killed(Excess::Memory));
    }

    #[test]
    fn stopping() {
        let stop = AtomicBool::new(true);
        let mut command = Command::new("sleep");
        let finished = run(command.arg("30"), HARD, &stop).unwrap();
        assert!(finished.is_none());
    }
}

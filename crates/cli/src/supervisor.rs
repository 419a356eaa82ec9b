//! The supervisor: starts the worker, owns its time and memory, and always ends
//! with something to say.
//!
//! The worker may hang, crash or be killed; none of that reaches the user as
//! anything but a verdict `unknown` with its reason.

use protocol::{Drawn, Event, Request, Work};
use report::check::Report;
use rustix::process::{self, Pid, Signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// What the worker may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub until: Option<Instant>,
    pub memory: u64,
}

/// How the worker's work ended.
pub enum End {
    Finished(Box<Report>),
    Drawn(Drawn),
    Rejected(String),
    Listed(Vec<(String, String)>),
    Written(String),
    Stopped(Stop),
}

/// Why it ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Timeout,
    Memory,
    Interrupted,
    /// What is known about it.
    Crash(String),
}

impl Stop {
    pub fn reason(&self) -> &'static str {
        match self {
            Stop::Timeout => "timeout",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Crash(_) => "crash",
        }
    }

    /// One sentence for people.
    pub fn what(&self) -> &'static str {
        match self {
            Stop::Timeout => "the time given was not enough",
            Stop::Memory => "the memory given was not enough",
            Stop::Interrupted => "interrupted",
            Stop::Crash(_) => "the worker ended without an answer",
        }
    }
}

/// How often time, memory and signals are looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Lets a worker do the work. `hear` gets the events on the way. Err: there is
/// no worker.
pub fn supervise(work: Work, limits: Limits, mut hear: impl FnMut(Event)) -> Result<End, String> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // Without it the signal simply ends this process, and so the worker.
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
    }
    let mut worker = Worker::start(work, limits)?;
    let mut panic = None;
    let stop = loop {
        match worker.events.recv_timeout(INTERVAL) {
            Ok(Event::Finished(report)) => return Ok(End::Finished(Box::new(report))),
            Ok(Event::Drawn(drawn)) => return Ok(End::Drawn(drawn)),
            Ok(Event::Rejected(messages)) => return Ok(End::Rejected(messages)),
            Ok(Event::Listed(list)) => return Ok(End::Listed(list)),
            Ok(Event::Written(text)) => return Ok(End::Written(text)),
            Ok(Event::Panicked(what)) => panic = Some(what),
            Ok(event) => hear(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break worker.post_mortem(panic),
        }
        if interrupted.load(Ordering::Relaxed) {
            break Stop::Interrupted;
        }
        if limits.until.is_some_and(|until| Instant::now() >= until) {
            break Stop::Timeout;
        }
        if worker.resident() > limits.memory {
            break Stop::Memory;
        }
    };
    Ok(End::Stopped(stop))
}

/// The worker's process; it is killed when this is dropped.
struct Worker {
    child: Child,
    events: Receiver<Event>,
    stderr: Option<thread::JoinHandle<String>>,
    memory: u64,
    /// The most that was seen in use.
    peak: u64,
}

impl Worker {
    fn start(work: Work, limits: Limits) -> Result<Worker, String> {
        let path = env::current_exe().map_err(|e| format!("cannot find myself: {e}"))?;
        let path = path.with_file_name("concord-worker");
        let mut command = Command::new(&path);
        // A group of its own: Ctrl-C is for the supervisor, and what the worker
        // starts (a preprocessor) is killed with it.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            let path = path.display();
            format!("cannot start the worker `{path}`: {error}; it belongs beside the command")
        })?;
        let request = Request {
            supervisor: std::process::id(),
            memory: limits.memory,
            work,
        };
        if let Some(mut stdin) = child.stdin.take() {
            // A worker that is gone already is noticed when its output ends.
            let _ = protocol::encode(&request).and_then(|line| stdin.write_all(&line));
        }
        let events = listen(child.stdout.take());
        let stderr = child.stderr.take();
        Ok(Worker {
            child,
            events,
            stderr: stderr.map(|pipe| thread::spawn(move || first_part(pipe))),
            memory: limits.memory,
            peak: 0,
        })
    }

    /// Bytes of memory in use.
    fn resident(&mut self) -> u64 {
        let statistics = fs::read_to_string(format!("/proc/{}/statm", self.child.id()));
        let pages = statistics.ok().and_then(|text| {
            let resident = text.split(' ').nth(1)?;
            resident.parse::<u64>().ok()
        });
        let bytes = pages.unwrap_or(0) * rustix::param::page_size() as u64;
        self.peak = self.peak.max(bytes);
        bytes
    }

    /// Why the worker ended without an answer.
    fn post_mortem(&mut self, panic: Option<String>) -> Stop {
        let status = self.child.wait();
        let stderr = self.stderr.take().and_then(|t| t.join().ok());
        let stderr = stderr.unwrap_or_default();
        // What Rust's allocator says before it aborts.
        let refused = stderr.contains("memory allocation of");
        if refused || self.peak > self.memory / 10 * 9 {
            return Stop::Memory;
        }
        let mut what = panic.unwrap_or_else(|| describe(status));
        if let Some(line) = stderr.lines().next() {
            what.push_str(&format!(" ({line})"));
        }
        Stop::Crash(what)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = id
            && let Ok(None) = self.child.try_wait()
        {
            let _ = process::kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

fn describe(status: io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => match status.signal() {
            Some(signal) => format!("the worker was ended by signal {signal}"),
            None => format!("the worker ended with {status}"),
        },
        Err(error) => format!("the worker cannot be asked: {error}"),
    }
}

/// The events on the worker's output; the channel closes when the output does,
/// or makes no sense.
fn listen(pipe: Option<impl Read + Send + 'static>) -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Some(pipe) = pipe else { return };
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while let Ok(1..) = pipe.read_until(b'\n', &mut line) {
            let Ok(event) = protocol::decode(&line) else {
                return;
            };
            if sender.send(event).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

/// The beginning of what the worker says on its standard error; the rest is
/// read and dropped.
fn first_part(mut pipe: impl Read) -> String {
    let mut text = Vec::new();
    let _ = pipe.by_ref().take(4096).read_to_end(&mut text);
    let _ = io::copy(&mut pipe, &mut io::sink());
    String::from_utf8_lossy(&text).into_owned()
}

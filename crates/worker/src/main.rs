//! `concord-worker`: the process in which a program is verified.
//!
//! The `concord` command starts it, watches its time and memory, and may kill it
//! at any moment; whatever happens here, the command has a verdict line to
//! print. The crate `protocol` tells what the two say to each other.

#![forbid(unsafe_code)]

mod answer;
mod channel;
mod check;
mod draw;
mod fault;
mod heap_program;
mod model;
mod page;
mod query;
mod validation;

use channel::Channel;
use protocol::{Event, Request, Work};
use rustix::process::{self, Resource, Rlimit, Signal};
use std::process::ExitCode;
use std::{io, panic, thread};

/// Recursion over types and deep syntax is bounded, but not by two megabytes.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let mut line = String::new();
    let request = io::stdin().read_line(&mut line);
    let request = request.and_then(|_| protocol::decode::<Request>(line.as_bytes()));
    let Ok(request) = request else {
        eprintln!("concord-worker is started by the concord command");
        return ExitCode::from(3);
    };
    if follow(request.supervisor).is_err() {
        return ExitCode::FAILURE;
    }
    limit_memory(request.memory);
    let channel = Channel::new();
    let panics = channel.clone();
    panic::set_hook(Box::new(move |info| {
        panics.send(&Event::Panicked(info.to_string()))
    }));
    let work = move || run(request.work, &channel);
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn run(work: Work, channel: &Channel) {
    match work {
        Work::Strategies => {
            let list = strategies::ALL.iter();
            let list = list.map(|s| (s.name.to_owned(), s.about.to_owned()));
            channel.send(&Event::Listed(list.collect()));
        }
        Work::Analyses => channel.send(&Event::Listed(analyses())),
        Work::Check(check) => check::run(&check, None, channel),
        Work::Validate(check, witness) => check::run(&check, Some(&witness), channel),
        Work::Draw(check, drawing) => draw::run(&check, &drawing, channel),
        Work::Query(query) => query::run(&query, channel),
        Work::HeapProgram(check, length) => heap_program::run(&check, length, channel),
    }
}

/// The analyses with their options, each as it is written after `--analyses`.
fn analyses() -> Vec<(String, String)> {
    let mut list = Vec::new();
    for domain in domains::ALL {
        list.push((domain.name.to_owned(), domain.about.to_owned()));
        for (option, about) in domain.options {
            list.push((format!("{}:{option}", domain.name), (*about).to_owned()));
        }
    }
    list
}

/// Ends this process when the supervisor ends.
fn follow(supervisor: u32) -> Result<(), ()> {
    process::set_parent_process_death_signal(Some(Signal::KILL)).map_err(drop)?;
    // It may have ended already.
    let parent = process::getppid().map(|p| p.as_raw_nonzero().get());
    match parent == i32::try_from(supervisor).ok() {
        true => Ok(()),
        false => Err(()),
    }
}

/// The supervisor looks at memory every few milliseconds; this stops what is
/// faster. Text and libraries do not count here, the stack does.
fn limit_memory(bytes: u64) {
    let limit = Rlimit {
        current: Some(bytes + STACK as u64),
        maximum: Some(bytes + STACK as u64),
    };
    // Where there is no such limit, the supervisor's eye has to do.
    let _ = process::setrlimit(Resource::Data, limit);
}

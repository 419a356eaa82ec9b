//! The way back to the supervisor.

use protocol::Event;
use std::io::{self, Write};
use std::process;

/// Events go out one by one, whole.
#[derive(Clone)]
pub struct Channel(());

impl Channel {
    pub fn new() -> Channel {
        Channel(())
    }

    pub fn send(&self, event: &Event) {
        let line = match protocol::encode(event) {
            Ok(line) => line,
            Err(_) => return,
        };
        let mut out = io::stdout().lock();
        if out.write_all(&line).and_then(|()| out.flush()).is_err() {
            // Nobody listens any more.
            process::exit(1);
        }
    }
}

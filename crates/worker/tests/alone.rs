//! The worker without its supervisor.

#![forbid(unsafe_code)]

use std::process::{Command, Stdio};

#[test]
fn without_a_request_it_says_who_starts_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord-worker"));
    command.stdin(Stdio::null());
    let output = command.output().expect("the worker can be started");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("started by the concord command"),
        "{stderr}"
    );
}

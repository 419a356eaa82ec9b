//! What tests of commands with a worker share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::SystemTime;

pub fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = crates.and_then(Path::parent);
    root.expect("the crate is in crates/cli").to_owned()
}

/// The command, with its worker beside it. `cargo test --package concord` alone
/// does not build the worker, so it is built here if it is not up to date.
pub fn concord() -> Command {
    static READY: OnceLock<()> = OnceLock::new();
    let binary = Path::new(env!("CARGO_BIN_EXE_concord"));
    READY.get_or_init(|| {
        let worker = binary.with_file_name("concord-worker");
        let built = fs::metadata(&worker).and_then(|m| m.modified());
        if built.is_err() || built.is_ok_and(|at| newest(&root().join("crates")) > at) {
            build_worker(binary);
        }
        assert!(worker.exists(), "there is no worker beside the command");
    });
    let mut command = Command::new(binary);
    command.current_dir(root());
    command
}

fn build_worker(binary: &Path) {
    let folder = binary.parent().expect("the command is in a folder");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root());
    cargo.args([
        "build",
        "--quiet",
        "--package",
        "concord-worker",
        "--target-dir",
    ]);
    cargo.arg(folder.parent().expect("that of the profile"));
    if folder.file_name().is_some_and(|name| name == "release") {
        cargo.arg("--release");
    }
    let status = cargo.status().expect("cargo can be started");
    assert!(status.success(), "the worker cannot be built");
}

/// When a Rust or C source was last changed.
fn newest(folder: &Path) -> SystemTime {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let times = entries.map(|entry| match entry.path() {
        path if path.is_dir() => newest(&path),
        path if path.extension().is_some_and(|e| e == "rs") => {
            let changed = fs::metadata(path).and_then(|m| m.modified());
            changed.unwrap_or(SystemTime::UNIX_EPOCH)
        }
        _ => SystemTime::UNIX_EPOCH,
    });
    times.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// The last line on standard output.
#[allow(dead_code, reason = "some commands have no verdict")]
pub fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

/// A folder of its own for a test's files.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

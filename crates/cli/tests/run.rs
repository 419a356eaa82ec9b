//! The corpus on the concrete machine: every program runs as it says it does.
//!
//! Programs with `// run: KIND` end in a fault of that kind on the line that
//! carries `//! KIND` (`ok`: in none); programs with `// expect: true` end with
//! exit status 0.

#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reaching what has no meaning ends a run; these programs do.
const UNSUPPORTED: &[&str] = &[
    "attribute_cleanup.c",
    "nested_function_captures.c",
    "nested_function_nonlocal_goto.c",
    "nested_function_pointer.c",
    "unknown_builtin.c",
];

/// Its literals have the types of C90, which is not the dialect read here.
const OTHER_DIALECT: &str = "literal_type_c90_ilp32.c";

#[test]
fn features() {
    check_folder("features");
}

#[test]
fn memory() {
    check_folder("memory");
}

#[test]
fn semantics() {
    check_folder("semantics");
}

/// What the programs assert is what gcc computes.
#[test]
fn semantics_by_gcc() {
    let version = Command::new("gcc").arg("--version").output();
    if version.is_err() {
        println!("skipped: gcc is not installed");
        return;
    }
    check_files("semantics", compare_with_gcc);
}

fn check_folder(folder: &str) {
    check_files(folder, check);
}

fn check_files(folder: &str, check: fn(&Path) -> Result<(), String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let entries = fs::read_dir(root.join(folder)).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(message) = check(file) {
                        let failure = format!("{}: {message}", file.display());
                        failures.lock().expect("no panic while held").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic while held");
    assert!(!files.is_empty());
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        files.len(),
        failures.join("\n")
    );
}

/// Compiles a program for each of its data models; it ends with status 0.
fn compare_with_gcc(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    for model in data_models(&text) {
        let width = match model {
            "ilp32" => &["-m32", "-msse2", "-mfpmath=sse"][..],
            _ => &["-m64"],
        };
        let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{model}"));
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing"]);
        gcc.args(width).arg(file).arg("-o").arg(&binary).arg("-lm");
        let compiled = gcc.output().map_err(|e| e.to_string())?;
        if !compiled.status.success() {
            let message = String::from_utf8_lossy(&compiled.stderr);
            return Err(format!("{model}: {message}"));
        }
        let output = Command::new(&binary).output().map_err(|e| e.to_string())?;
        let _ = fs::remove_file(&binary);
        if !output.status.success() {
            return Err(format!("{model}: ends with {}", output.status));
        }
    }
    Ok(())
}

fn header(text: &str, key: &str) -> Option<String> {
    let lines = text.lines().take(8);
    let mut values = lines.filter_map(|l| l.trim_start_matches('\u{feff}').strip_prefix(key));
    values.next().map(|v| v.trim().to_owned())
}

fn data_models(text: &str) -> Vec<&'static str> {
    match header(text, "// data-model:").as_deref() {
        Some("both") => vec!["lp64", "ilp32"],
        Some("ilp32") => vec!["ilp32"],
        _ => vec!["lp64"],
    }
}

/// Runs a program under each of its data models.
fn check(file: &Path) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if name == OTHER_DIALECT {
        return Ok(());
    }
    let kind = header(&text, "// run:").unwrap_or_else(|| "ok".into());
    let status = header(&text, "// exit-status:").unwrap_or_else(|| "0".into());
    let line = text.lines().position(|l| l.contains("//! "));
    for model in data_models(&text) {
        let outcome = outcome(file, model, &kind)?;
        let fine = match kind.as_str() {
            "ok" if UNSUPPORTED.contains(&&*name) => outcome.starts_with("unsupported: "),
            "ok" if status == "134" => outcome == "abort",
            "ok" => outcome == format!("exit {status}"),
            kind => {
                let line = line.map_or(0, |l| l + 1);
                outcome.starts_with(&format!("{kind} at "))
                    && outcome.ends_with(&format!(":{line}"))
            }
        };
        if !fine {
            return Err(format!("{model}: expected {kind}, found {outcome}"));
        }
    }
    Ok(())
}

/// What the last line of `concord run` says.
fn outcome(file: &Path, model: &str, kind: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord"));
    command.args(["run", "--data-model", model, "--malloc", "succeeds"]);
    // What C leaves undefined is a fault where a program is about that.
    if file.parent().is_some_and(|p| p.ends_with("memory")) {
        command.args(["--strict", "--overflow", "error"]);
        command.args(match kind {
            "cleanup" => &["--cleanup"][..],
            _ => &["--leaks"],
        });
    }
    let output = command.arg(file).output().map_err(|e| e.to_string())?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let last = stdout
        .lines()
        .last()
        .and_then(|l| l.strip_prefix("outcome: "));
    last.map(str::to_owned)
        .ok_or_else(|| format!("no outcome: {}", String::from_utf8_lossy(&output.stderr)))
}

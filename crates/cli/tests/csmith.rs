//! The machine against gcc: random programs of csmith print the same checksum
//! and end with the same status.
//!
//! `CONCORD_CSMITH` says how many are compared (default 100), `CONCORD_CSMITH_FROM` the
//! first seed (default 1); odd seeds run as LP64, even ones as ILP32. Those that do not end in time when gcc has
//! compiled them are passed over. Needs csmith, its headers and `gcc -m32`; skipped
//! with a notice where they are missing.

#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const HEADERS: &str = "/usr/include/csmith";

#[test]
fn random_programs() {
    if !Path::new(HEADERS).join("csmith.h").is_file() {
        println!("skipped: csmith or its headers are not installed");
        return;
    }
    let number = |name: &str| -> Option<u64> { std::env::var(name).ok()?.parse().ok() };
    let count = number("CONCORD_CSMITH").unwrap_or(100);
    let next = AtomicU64::new(number("CONCORD_CSMITH_FROM").unwrap_or(1));
    let tally = Mutex::new((0u64, Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let (agree, failures) = {
                        let tally = tally.lock().expect("no panic while held");
                        (tally.0, tally.1.len() as u64)
                    };
                    if agree + failures >= count {
                        return;
                    }
                    let result = compare(seed);
                    let mut tally = tally.lock().expect("no panic while held");
                    match result {
                        Ok(true) => tally.0 += 1,
                        Ok(false) => {}
                        Err(message) => tally.1.push(format!("seed {seed}: {message}")),
                    }
                }
            });
        }
    });
    let (agree, failures) = tally.into_inner().expect("no panic while held");
    println!("{agree} programs agree with gcc");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(agree >= count);
}

/// Does the machine do what the compiled program does? False if that takes too long.
fn compare(seed: u64) -> Result<bool, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("csmith-{seed}"));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    let mut csmith = Command::new("csmith");
    csmith
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&source);
    run(csmith.current_dir(&folder), 60)?.ok_or("csmith does not end")?;
    let (model, width) = match seed % 2 {
        1 => ("lp64", &["-m64"][..]),
        _ => ("ilp32", &["-m32", "-msse2", "-mfpmath=sse"][..]),
    };
    let mut gcc = Command::new("gcc");
    gcc.args([
        "-w",
        "-O1",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-I",
        HEADERS,
    ]);
    gcc.args(width).arg(&source).arg("-o").arg(&binary);
    let compiled = run(&mut gcc, 60)?.ok_or("gcc does not end")?;
    if !compiled.status.success() {
        return Err("gcc rejects it".into());
    }
    let Some(expected) = run(&mut Command::new(&binary), 2)? else {
        return Ok(false);
    };
    let mut concord = Command::new(env!("CARGO_BIN_EXE_concord"));
    concord.args([
        "run",
        "--steps",
        "1000000000",
        "--data-model",
        model,
        "-I",
        HEADERS,
    ]);
    let found = run(concord.arg(&source), 300)?.ok_or("the machine does not end")?;
    let status = expected.status.code().unwrap_or(-1);
    let mut wanted = expected.stdout;
    wanted.extend(format!("outcome: exit {status}\n").into_bytes());
    if found.stdout != wanted {
        let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        return Err(format!(
            "{model}: expected {:?}, found {:?} {:?}",
            text(&wanted),
            text(&found.stdout),
            text(&found.stderr)
        ));
    }
    let _ = fs::remove_dir_all(&folder);
    Ok(true)
}

/// Runs a command; None if it takes longer than so many seconds.
fn run(command: &mut Command, seconds: u64) -> Result<Option<Output>, String> {
    let spawned = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = spawned.map_err(|e| format!("{command:?}: {e}"))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => {
                return child
                    .wait_with_output()
                    .map(Some)
                    .map_err(|e| e.to_string());
            }
            Ok(None) if start.elapsed() > Duration::from_secs(seconds) => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(3)),
            Err(e) => return Err(e.to_string()),
        }
    }
}

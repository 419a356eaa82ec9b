//! Lowered programs, printed as C again (`support/emit.rs`) and compiled, do
//! what the original programs do: gcc runs both, and exit status and output
//! must be the same.
//!
//! The programs are those of the corpus, and random ones of csmith where that
//! and its headers are installed (Debian: csmith, libcsmith-dev);
//! `CONCORD_CSMITH` says how many, `CONCORD_CSMITH_FIRST` the first seed and
//! `CONCORD_CSMITH_INCLUDE` where the headers are, if not in /usr/include/csmith.
//! What fails is left in the folder that the message names.

#![forbid(unsafe_code)]

#[path = "support/emit.rs"]
mod emit;

use frontend::Options;
use program::DataModel;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

/// Programs that reach what is not supported, and stop there.
const UNSUPPORTED: &[&str] = &[
    "attribute_cleanup",
    "nested_function_captures",
    "nested_function_nonlocal_goto",
    "nested_function_pointer",
    "unknown_builtin",
];

/// Programs that are known not to agree, and why.
const DIFFERENT: &[(&str, &str)] = &[("literal_type_c90_ilp32", "literals have the types of C99")];

const SIGILL: i32 = 4;

/// For an original program; random ones need not end.
const ORIGINAL_LIMIT: Duration = Duration::from_secs(5);
/// For csmith itself, and for an emitted program, which is slower by a factor.
const EMITTED_LIMIT: Duration = Duration::from_secs(60);

#[test]
fn features() {
    let programs = c_files(&root().join("tests/corpus/features"));
    let mut jobs = Vec::new();
    for file in programs {
        let text =
            String::from_utf8_lossy(&fs::read(&file).expect("the file can be read")).into_owned();
        for model in data_models(&text) {
            jobs.push(Job {
                name: stem(&file),
                files: vec![file.clone()],
                standard: field(&text, "std").unwrap_or("gnu11").to_owned(),
                include: None,
                model,
            });
        }
    }
    check_all(&jobs, |job| {
        let agrees = job.run().and_then(|outcomes| {
            let Outcomes { original, emitted } = outcomes.ok_or("the program does not end")?;
            if original.status.code() != Some(0) {
                return Err(format!("the original fails: {}", original.status));
            }
            let stops = UNSUPPORTED.contains(&job.name.as_str());
            match emitted.status.signal() {
                Some(SIGILL) if stops => Ok(()),
                _ if stops => Err(format!(
                    "{}, but it is listed as unsupported",
                    emitted.status
                )),
                _ => compare(&original, &emitted),
            }
        });
        match DIFFERENT.iter().find(|(name, _)| *name == job.name) {
            None => agrees,
            Some(_) if agrees.is_err() => Ok(()),
            Some((_, why)) => Err(format!("it agrees, but is listed as different: {why}")),
        }
    });
}

#[test]
fn linking() {
    let folders = entries(&root().join("tests/corpus/linking"), |p| p.is_dir());
    let mut jobs = Vec::new();
    for folder in folders {
        let expect = fs::read_to_string(folder.join("expect")).unwrap_or_default();
        if expect.trim() != "true" {
            continue;
        }
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            jobs.push(Job {
                name: stem(&folder),
                files: c_files(&folder),
                standard: "gnu11".into(),
                include: None,
                model,
            });
        }
    }
    check_all(&jobs, |job| {
        let Outcomes { original, emitted } = job.run()?.ok_or("the program does not end")?;
        compare(&original, &emitted)
    });
}

#[test]
fn random_programs() {
    let include =
        env::var("CONCORD_CSMITH_INCLUDE").unwrap_or_else(|_| "/usr/include/csmith".into());
    let include = PathBuf::from(include);
    // csmith leaves a file `platform.info` wherever it runs.
    let mut csmith = Command::new("csmith");
    csmith
        .arg("--version")
        .current_dir(env!("CARGO_TARGET_TMPDIR"));
    if csmith.output().is_err() || !include.join("csmith.h").is_file() {
        println!("skipped: csmith or its headers are not installed");
        return;
    }
    let (first, count) = (
        number("CONCORD_CSMITH_FIRST", 1),
        number("CONCORD_CSMITH", 20),
    );
    let mut jobs = Vec::new();
    for seed in first..first + count {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            jobs.push(Job {
                name: format!("csmith-{seed}"),
                files: Vec::new(),
                standard: "gnu11".into(),
                include: Some(include.clone()),
                model,
            });
        }
    }
    let endless = AtomicUsize::new(0);
    check_all(&jobs, |job| {
        let folder = job.folder()?;
        let file = folder.join("random.c");
        let seed = job.name.trim_start_matches("csmith-");
        let mut csmith = Command::new("csmith");
        csmith.args(["--seed", seed, "--output"]).arg(&file);
        csmith.current_dir(&folder);
        let made = execute(&mut csmith, &folder.join("csmith.out"), EMITTED_LIMIT)?;
        made.ok_or("csmith does not end")?;
        let files = vec![file];
        match (Job {
            files,
            ..job.clone()
        })
        .run()?
        {
            None => {
                endless.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            Some(Outcomes { original, .. }) if original.output.is_empty() => {
                Err(format!("the original prints nothing: {}", original.status))
            }
            Some(Outcomes { original, emitted }) => compare(&original, &emitted),
        }
    });
    println!(
        "of {} random programs, {endless:?} did not end in time",
        jobs.len()
    );
}

// One program under one data model.

#[derive(Clone)]
struct Job {
    name: String,
    files: Vec<PathBuf>,
    standard: String,
    include: Option<PathBuf>,
    model: DataModel,
}

struct Outcome {
    status: ExitStatus,
    output: Vec<u8>,
}

struct Outcomes {
    original: Outcome,
    emitted: Outcome,
}

impl Job {
    fn model_name(&self) -> &'static str {
        match self.model {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    /// A folder of its own, made if need be.
    fn folder(&self) -> Result<PathBuf, String> {
        let name = format!("{}-{}", self.name, self.model_name());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("roundtrip")
            .join(name);
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        Ok(folder)
    }

    /// Runs both programs; None if the original does not end in time.
    fn run(&self) -> Result<Option<Outcomes>, String> {
        let folder = self.folder()?;
        let original = folder.join("original");
        let include = self.include.iter().map(|i| format!("-I{}", i.display()));
        let include: Vec<_> = include.collect();
        self.build(&self.files, &original, &self.standard, &include)?;
        let Some(original) = execute(
            &mut Command::new(&original),
            &folder.join("original.out"),
            ORIGINAL_LIMIT,
        )?
        else {
            return Ok(None);
        };
        let text = self.emit(&include)?;
        let file = folder.join("emitted.c");
        fs::write(&file, text).map_err(|e| e.to_string())?;
        let emitted = folder.join("emitted");
        self.build(&[file], &emitted, "gnu11", &["-fno-builtin".into()])?;
        let emitted = execute(
            &mut Command::new(&emitted),
            &folder.join("emitted.out"),
            EMITTED_LIMIT,
        )?
        .ok_or("the emitted program does not end")?;
        Ok(Some(Outcomes { original, emitted }))
    }

    fn emit(&self, include: &[String]) -> Result<String, String> {
        let options = Options {
            data_model: self.model,
            preprocessor: include.to_vec(),
            ..Options::default()
        };
        let translated = panic::catch_unwind(AssertUnwindSafe(|| {
            match frontend::compile_files(&self.files, &options) {
                Ok(output) => Ok(emit::emit(&output.program)),
                Err(failure) => {
                    let errors = failure.diagnostics.iter().filter(|d| d.is_error());
                    let errors: Vec<_> = errors.map(|d| d.message.clone()).collect();
                    Err(format!("rejected: {}", errors.join("; ")))
                }
            }
        }));
        translated.unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", said.unwrap_or_default()))
        })
    }

    fn build(
        &self,
        files: &[PathBuf],
        to: &Path,
        standard: &str,
        more: &[String],
    ) -> Result<(), String> {
        let mut gcc = Command::new("gcc");
        gcc.arg(format!("-std={standard}"));
        // Tentative definitions in several files are one object.
        gcc.args(["-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fcommon"]);
        gcc.args(match self.model {
            DataModel::Lp64 => &["-m64"][..],
            DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
        });
        gcc.args(more).args(files).arg("-o").arg(to).arg("-lm");
        let output = gcc.output().map_err(|e| format!("cannot run gcc: {e}"))?;
        match output.status.success() {
            true => Ok(()),
            false => {
                let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                let lines: Vec<_> = errors.lines().take(20).collect();
                Err(format!(
                    "gcc rejects {}: {}",
                    to.display(),
                    lines.join("\n")
                ))
            }
        }
    }
}

fn compare(original: &Outcome, emitted: &Outcome) -> Result<(), String> {
    if original.status != emitted.status {
        return Err(format!("{} instead of {}", emitted.status, original.status));
    }
    if original.output != emitted.output {
        let text = |o: &Outcome| {
            String::from_utf8_lossy(&o.output)
                .trim()
                .chars()
                .take(400)
                .collect::<String>()
        };
        return Err(format!(
            "it prints `{}` instead of `{}`",
            text(emitted),
            text(original)
        ));
    }
    Ok(())
}

/// Runs a command; None if it does not end in time.
fn execute(
    command: &mut Command,
    output: &Path,
    limit: Duration,
) -> Result<Option<Outcome>, String> {
    let file = File::create(output).map_err(|e| e.to_string())?;
    let errors = File::create(output.with_extension("err")).map_err(|e| e.to_string())?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    let mut child = command
        .spawn()
        .map_err(|e| format!("cannot run {command:?}: {e}"))?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => {
                let output = fs::read(output).map_err(|e| e.to_string())?;
                return Ok(Some(Outcome { status, output }));
            }
            None if start.elapsed() > limit => {
                child
                    .kill()
                    .and_then(|()| child.wait())
                    .map_err(|e| e.to_string())?;
                return Ok(None);
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    }
}

// All programs, two at a time.

fn check_all(jobs: &[Job], check: impl Fn(&Job) -> Result<(), String> + Sync) {
    // One test at a time has the machine.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if !can_build("-m64") {
        println!("skipped: no gcc");
        return;
    }
    let narrow = can_build("-m32");
    if !narrow {
        println!("ILP32 is skipped: gcc -m32 does not work");
    }
    let jobs: Vec<_> = jobs
        .iter()
        .filter(|j| narrow || j.model == DataModel::Lp64)
        .collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = check(job);
                    let folder = job.folder().expect("the folder is there already");
                    match result {
                        // What is left of a program that passed is of no use.
                        Ok(()) => fs::remove_dir_all(folder).expect("the folder can be removed"),
                        Err(why) => failures.lock().unwrap().push((folder, why)),
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let list: Vec<_> = failures
        .iter()
        .map(|(folder, why)| format!("{}: {}", folder.display(), why.replace('\n', "\n    ")))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}\n",
        failures.len(),
        jobs.len(),
        list.join("\n")
    );
    println!("{} programs agree", jobs.len());
}

/// Can gcc build a program that uses the library?
fn can_build(width: &str) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (file, program) = (folder.join("probe.c"), folder.join(format!("probe{width}")));
    fs::write(
        &file,
        "#include <stdio.h>\nint main(void) { return puts(\"\"); }\n",
    )
    .is_ok()
        && Command::new("gcc")
            .args([width, "-w", "-o"])
            .args([&program, &file])
            .output()
            .is_ok_and(|o| o.status.success())
}

// The corpus.

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).expect("the corpus is there");
    let found = found.filter_map(|entry| entry.ok().map(|e| e.path()));
    let mut found: Vec<_> = found.filter(|path| wanted(path)).collect();
    found.sort();
    found
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    entries(folder, |path| path.extension().is_some_and(|e| e == "c"))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().expect("the path has a name");
    stem.to_string_lossy().into_owned()
}

/// The value of `// name: value` among the first lines.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().take(5).find_map(|line| {
        let rest = line.trim_start_matches('\u{feff}').strip_prefix("// ")?;
        Some(rest.strip_prefix(name)?.strip_prefix(':')?.trim())
    })
}

fn data_models(text: &str) -> Vec<DataModel> {
    match field(text, "data-model") {
        Some("both") => vec![DataModel::Lp64, DataModel::Ilp32],
        Some("ilp32") => vec![DataModel::Ilp32],
        _ => vec![DataModel::Lp64],
    }
}

fn number(variable: &str, default: u64) -> u64 {
    let value = env::var(variable).ok();
    value.map_or(default, |v| {
        v.parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {v}"))
    })
}

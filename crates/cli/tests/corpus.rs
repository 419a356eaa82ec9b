//! The corpus through the `concord` command. The C programs in `tests/corpus`
//! say themselves what is expected of them; `tests/corpus/README.md` tells how.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Every program of the corpus is small.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Programs that use a feature of C: they lower under each of their data models.
#[test]
fn features() {
    check_all(c_files("features"), |file| {
        let header = Header::of(file)?;
        if header.expect != "true" {
            return Err(format!("unknown expectation `{}`", header.expect));
        }
        header.models.iter().try_for_each(|model| {
            let run = concord(&[file], model, "--summary")?;
            run.demand_exit(0)
        })
    });
}

/// Programs that break a rule: exactly the marked lines get errors.
#[test]
fn errors() {
    check_all(c_files("errors"), |file| {
        let header = Header::of(file)?;
        if header.expect != "reject" {
            return Err(format!("unknown expectation `{}`", header.expect));
        }
        let text = read(file)?;
        let marks = marks(&text);
        if marks.is_empty() {
            return Err("no line is marked `//~ error: …`".into());
        }
        header.models.iter().try_for_each(|model| {
            let run = concord(&[file], model, "--summary")?;
            run.demand_exit(3)?;
            compare_errors(&run, &file.display().to_string(), &marks)
        })
    });
}

/// Specifications that break a rule: exactly the marked lines get errors.
#[test]
fn bad_specs() {
    let is_spec = |path: &Path| path.extension().is_some_and(|e| e == "spc");
    check_all(entries("bad-specs", is_spec), |file| {
        let text = read(file)?;
        let marks = marks(&text);
        if marks.is_empty() {
            return Err("no line is marked `//~ error: …`".into());
        }
        let program = Path::new("tests/corpus/bad-specs/program.c");
        let run = concord(&[program], "lp64", &format!("--spec={}", file.display()))?;
        run.demand_exit(3)?;
        compare_errors(&run, &file.display().to_string(), &marks)
    });
}

/// Programs of several files, in a folder each, with a file `expect`.
#[test]
fn linking() {
    check_all(entries("linking", |path| path.is_dir()), |folder| {
        let files = c_files_in(folder);
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let expect = read(&folder.join("expect"))?;
        let expect = expect.lines().next().unwrap_or_default().trim();
        ["lp64", "ilp32"].iter().try_for_each(|model| {
            let run = concord(&files, model, "--summary")?;
            match expect.split_once(':') {
                None if expect == "true" => run.demand_exit(0),
                Some(("reject", message)) => {
                    run.demand_exit(3)?;
                    let errors = run.errors();
                    match errors.iter().any(|e| contains(&e.message, message.trim())) {
                        true => Ok(()),
                        false => Err(run.describe(&format!("no error says `{}`", message.trim()))),
                    }
                }
                _ => Err(format!("unknown expectation `{expect}`")),
            }
        })
    });
}

/// Programs with their automata beside them. `UPDATE_EXPECT=1` writes those.
#[test]
fn automata() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some_and(|v| v == "1");
    check_all(c_files("automata"), |file| {
        let model = data_models(&read(file)?)?[0];
        let run = concord(&[file], model, "")?;
        run.demand_exit(0)?;
        let expected = root().join(file.with_extension("cfa"));
        if update {
            return fs::write(&expected, &run.stdout).map_err(|e| e.to_string());
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        match first_difference(&expected, &run.stdout) {
            None => Ok(()),
            Some(difference) => Err(format!(
                "{difference}\n(UPDATE_EXPECT=1 ./test takes the automaton as it is)"
            )),
        }
    });
}

// What the programs say about themselves.

struct Header {
    expect: String,
    models: Vec<&'static str>,
}

impl Header {
    fn of(file: &Path) -> Result<Header, String> {
        let text = read(file)?;
        let expect = field(&text, "expect").ok_or("no line `// expect: …`")?;
        Ok(Header {
            expect: expect.to_owned(),
            models: data_models(&text)?,
        })
    }
}

/// The value of `// name: value` among the first lines.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().take(5);
    lines.find_map(|line| {
        let rest = line.trim_start_matches('\u{feff}').strip_prefix("// ")?;
        let value = rest.strip_prefix(name)?.strip_prefix(':')?;
        Some(value.trim())
    })
}

fn data_models(text: &str) -> Result<Vec<&'static str>, String> {
    match field(text, "data-model") {
        None | Some("lp64") => Ok(vec!["lp64"]),
        Some("ilp32") => Ok(vec!["ilp32"]),
        Some("both") => Ok(vec!["lp64", "ilp32"]),
        Some(other) => Err(format!("unknown data model `{other}`")),
    }
}

/// The lines marked `//~ error: …` and what their errors are to say.
fn marks(text: &str) -> Vec<(u32, &str)> {
    let lines = text.lines().zip(1..);
    let marks = lines.flat_map(|(line, number)| {
        let marks = line.split("//~ error:").skip(1);
        marks.map(move |message| (number, message.trim()))
    });
    marks.collect()
}

// Running the command.

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    model: String,
}

struct Error {
    message: String,
    file: String,
    line: u32,
}

fn concord(files: &[&Path], model: &str, form: &str) -> Result<Run, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord"));
    command.current_dir(root());
    command.args(["cfa", "--data-model", model]);
    command.args(Some(form).filter(|f| !f.is_empty()));
    command.args(files).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    let stdout = in_background(child.stdout.take());
    let stderr = in_background(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None if start.elapsed() > TIME_LIMIT => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{model}: still running after {TIME_LIMIT:?}"));
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let collect = |reader: thread::JoinHandle<Vec<u8>>| {
        let bytes = reader.join().map_err(|_| "cannot read the output")?;
        Ok::<_, String>(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Run {
        code: status.code(),
        stdout: collect(stdout)?,
        stderr: collect(stderr)?,
        model: model.to_owned(),
    })
}

fn in_background(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What could be read is what can be compared.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

impl Run {
    fn demand_exit(&self, code: i32) -> Result<(), String> {
        if self.code == Some(code) {
            return Ok(());
        }
        let got = self
            .code
            .map_or("a signal".into(), |c| format!("exit code {c}"));
        Err(self.describe(&format!("{got} instead of {code}")))
    }

    fn describe(&self, what: &str) -> String {
        let lines: Vec<_> = self.stderr.lines().take(12).collect();
        format!("{}: {what}\n{}", self.model, lines.join("\n"))
    }

    /// The errors on standard error: a line `error: …`, and below it the place.
    fn errors(&self) -> Vec<Error> {
        let mut errors: Vec<Error> = Vec::new();
        let mut placed = true;
        for line in self.stderr.lines() {
            let place = line.trim_start().strip_prefix("--> ");
            if let Some(message) = line.strip_prefix("error: ") {
                errors.push(Error {
                    message: message.to_owned(),
                    file: String::new(),
                    line: 0,
                });
                placed = false;
            } else if line.starts_with("warning: ") || line.starts_with("note: ") {
                placed = true;
            } else if let (Some(place), Some(error), false) = (place, errors.last_mut(), placed) {
                let mut parts = place.rsplitn(3, ':').skip(1);
                error.line = parts.next().and_then(|l| l.parse().ok()).unwrap_or(0);
                error.file = parts.next().unwrap_or_default().to_owned();
                placed = true;
            }
        }
        errors
    }
}

fn compare_errors(run: &Run, file: &str, marks: &[(u32, &str)]) -> Result<(), String> {
    let errors = run.errors();
    // A line marker may name the file without its folder.
    let here = |e: &Error| Path::new(&e.file).file_name() == Path::new(file).file_name();
    let on = |line: u32| errors.iter().filter(move |e| here(e) && e.line == line);
    let mut wrong = Vec::new();
    for &(line, expected) in marks {
        if !on(line).any(|e| contains(&e.message, expected)) {
            let got: Vec<_> = on(line).map(|e| format!("`{}`", e.message)).collect();
            let got = if got.is_empty() {
                "no error".into()
            } else {
                got.join(", ")
            };
            wrong.push(format!("line {line}: {got} instead of `{expected}`"));
        }
    }
    let marked: BTreeSet<u32> = marks.iter().map(|m| m.0).collect();
    for e in &errors {
        if !here(e) || !marked.contains(&e.line) {
            wrong.push(format!(
                "{}:{}: not expected: `{}`",
                e.file, e.line, e.message
            ));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("{}: {}", run.model, wrong.join("\n"))),
    }
}

fn contains(message: &str, part: &str) -> bool {
    message.to_lowercase().contains(&part.to_lowercase())
}

fn first_difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let (mut a, mut b) = (expected.lines(), got.lines());
    for number in 1.. {
        let (a, b) = (a.next(), b.next());
        if a != b || a.is_none() {
            let line = |l: Option<&str>| l.map_or("the end".into(), |l| format!("`{l}`"));
            return Some(format!("line {number}: {} instead of {}", line(b), line(a)));
        }
    }
    None
}

// Folders and files.

fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates
        .and_then(Path::parent)
        .expect("the crate is in crates/cli")
        .to_owned()
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = fs::read(root().join(file)).map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Paths from the root, sorted; a folder that is not there is empty.
fn entries(folder: &str, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let folder = Path::new("tests/corpus").join(folder);
    entries_in(&folder, wanted)
}

fn entries_in(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(root().join(folder)) else {
        return Vec::new();
    };
    let found = found.filter_map(|entry| entry.ok().map(|e| e.path()));
    let mut found: Vec<_> = found
        .filter(|path| wanted(path))
        .filter_map(|path| Some(folder.join(path.file_name()?)))
        .collect();
    found.sort();
    found
}

fn c_files(folder: &str) -> Vec<PathBuf> {
    entries(folder, |path| path.extension().is_some_and(|e| e == "c"))
}

fn c_files_in(folder: &Path) -> Vec<PathBuf> {
    entries_in(folder, |path| path.extension().is_some_and(|e| e == "c"))
}

/// Checks the items on all processors and fails with the list of what failed.
fn check_all(items: Vec<PathBuf>, check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(item) {
                        failures.lock().unwrap().push((item, why));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let list: Vec<_> = failures
        .iter()
        .map(|(item, why)| format!("{}: {}", item.display(), why.replace('\n', "\n    ")))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}\n",
        failures.len(),
        items.len(),
        list.join("\n")
    );
    println!("{} checked", items.len());
}

//! The corpus of verdicts through `concord check`: every program gets the verdict
//! it states, for the line it marks. What comes with a violation holds what it
//! promises: the test case fails when it is compiled with the program, and the
//! witness is confirmed.

#![forbid(unsafe_code)]

mod schemas;
mod support;

use serde_json::Value;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use support::{concord, last_line, root, scratch};

/// A program of the corpus under one data model.
struct Case {
    /// From the root.
    path: PathBuf,
    text: String,
    model: &'static str,
}

impl Case {
    fn all() -> Vec<Case> {
        let mut cases = Case::of(&["tests/corpus/verdicts", "tests/corpus/specs"]);
        cases.extend(Case::annotations());
        // The correct ones there are for particular strategies to prove.
        cases.extend(Case::shapes().into_iter().filter(Case::is_false));
        cases.extend(Case::heaps().into_iter().filter(Case::is_false));
        let cooperate = Case::of(&["tests/corpus/cooperate"]);
        cases.extend(cooperate.into_iter().filter(Case::is_false));
        cases
    }

    /// Lists, for boolean heaps.
    fn heaps() -> Vec<Case> {
        Case::of(&["tests/corpus/heaps"])
    }

    /// What is said in comments.
    fn annotations() -> Vec<Case> {
        Case::of(&["tests/corpus/annotations"])
    }

    /// Linked structures of any size.
    fn shapes() -> Vec<Case> {
        Case::of(&["tests/corpus/shapes"])
    }

    fn of(folders: &[&str]) -> Vec<Case> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for folder in folders {
            let folder = Path::new(folder);
            let entries = fs::read_dir(root().join(folder)).expect("the corpus is there");
            let names = entries.map(|e| e.expect("it can be listed").file_name());
            paths.extend(names.map(|name| folder.join(name)));
        }
        paths.retain(|path| path.extension().is_some_and(|e| e == "c"));
        paths.sort();
        let cases = paths.into_iter().flat_map(|path| {
            let text = fs::read_to_string(root().join(&path)).expect("it can be read");
            let models: &[&'static str] = match field(&text, "data-model") {
                None | Some("lp64") => &["lp64"],
                Some("ilp32") => &["ilp32"],
                Some("both") => &["lp64", "ilp32"],
                Some(other) => panic!("{}: unknown data model `{other}`", path.display()),
            };
            models.iter().map(move |model| Case {
                path: path.clone(),
                text: text.clone(),
                model,
            })
        });
        cases.collect()
    }

    fn expect(&self) -> &str {
        field(&self.text, "expect").expect("the program states its verdict")
    }

    fn is_false(&self) -> bool {
        self.expect().starts_with("false")
    }

    fn name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        format!("{}-{}", stem.to_string_lossy(), self.model)
    }

    /// What is verified, as options.
    fn asked(&self) -> Vec<&str> {
        let property = field(&self.text, "property").map(|p| ["--property", p]);
        let spec = field(&self.text, "spec").map(|s| ["--spec", s]);
        property.into_iter().chain(spec).flatten().collect()
    }

    fn check(&self, options: &[&str]) -> Output {
        let mut command = concord();
        command.args(["check", "--data-model", self.model]);
        command.args(self.asked());
        command.args(
            field(&self.text, "options")
                .unwrap_or_default()
                .split_whitespace(),
        );
        command.args(options).arg(&self.path).stdin(Stdio::null());
        command.output().expect("the command can be started")
    }
}

/// What a check of a program came to, and the files it wrote.
struct Results<'a> {
    case: &'a Case,
    output: Output,
    witness: PathBuf,
    test_case: PathBuf,
}

impl<'a> Results<'a> {
    fn of(case: &'a Case, strategy: &str, options: &[&str]) -> Results<'a> {
        let file = scratch("verdicts").join(format!("{}-{strategy}", case.name()));
        let path = |ending: &str| {
            let path = PathBuf::from(format!("{}.{ending}", file.display()));
            let _ = fs::remove_file(&path);
            path
        };
        let (witness, test_case) = (path("yml"), path("c"));
        let plain = |path: &Path| path.to_str().expect("a plain path").to_owned();
        let (to_witness, to_test_case) = (plain(&witness), plain(&test_case));
        let mut all = vec!["--format", "sarif", "--witness", &to_witness];
        all.extend(["--test-case", &to_test_case]);
        if strategy != "auto" {
            all.extend(["--strategy", strategy]);
        }
        let output = case.check(&[&all, options].concat());
        Results {
            case,
            output,
            witness,
            test_case,
        }
    }

    /// What was told, if that is SARIF and the witness is one, and there if all is decided.
    fn valid(&self) -> Result<Value, String> {
        let text = String::from_utf8_lossy(&self.output.stdout);
        let line = text.lines().next().unwrap_or_default();
        let told: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        schemas::sarif(&told)?;
        let is_decided = !last_line(&self.output).starts_with("verdict: unknown(");
        match fs::read_to_string(&self.witness) {
            Ok(text) => schemas::witness(&text)?,
            Err(_) if !is_decided => {}
            Err(error) => return Err(format!("there is no witness: {error}")),
        }
        Ok(told)
    }

    /// The test case can be compiled, and fails unless it says why it may not.
    fn test_case_fails(&self) -> Result<(), String> {
        static BUILDS: OnceLock<[bool; 2]> = OnceLock::new();
        let builds = BUILDS.get_or_init(|| ["lp64", "ilp32"].map(gcc_builds));
        if !builds[usize::from(self.case.model != "lp64")] {
            return Ok(());
        }
        let text = fs::read_to_string(&self.test_case).map_err(|e| e.to_string())?;
        let program = self.test_case.with_extension("out");
        // The command that the file itself names.
        let command = text
            .lines()
            .find_map(|line| line.strip_prefix("//     gcc "));
        let command = command.ok_or("no command is named")?;
        let command = command.split(" && ").next().unwrap_or_default();
        let mut gcc = Command::new("gcc");
        gcc.current_dir(root());
        for word in command.split(' ') {
            match word {
                "test" => gcc.arg(&program),
                "THIS_FILE" => gcc.arg(&self.test_case),
                _ => gcc.arg(word),
            };
        }
        let built = gcc.output().map_err(|e| e.to_string())?;
        if !built.status.success() {
            return Err(String::from_utf8_lossy(&built.stderr).into_owned());
        }
        // What an automaton or an annotation forbids need not be a crash.
        let excused = text.contains("// It may not fail");
        if excused || field(&self.case.text, "test-case") == Some("no") {
            return Ok(());
        }
        let run = Command::new(&program).stdin(Stdio::null()).output();
        let run = run.map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&run.stderr);
        let sanitized = said.contains("Sanitizer") || said.contains("runtime error");
        match run.status.signal().is_some() || sanitized {
            true => Ok(()),
            false => Err(format!("the test case ends with {}", run.status)),
        }
    }

    fn witness_is_confirmed(&self) -> Result<(), String> {
        let mut command = concord();
        command.arg("validate").arg(&self.witness);
        command.arg(&self.case.path).args(self.case.asked());
        let output = command.output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let verdict = format!("verdict: {}", self.case.expect());
        if last_line(&output) == verdict && text.contains("witness: confirmed") {
            return Ok(());
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        Err(format!("not confirmed: {}\n{stderr}", last_line(&output)))
    }
}

/// Can gcc build programs for the data model here?
fn gcc_builds(model: &str) -> bool {
    let flag = if model == "lp64" { "-m64" } else { "-m32" };
    let source = scratch("verdicts").join(format!("probe-{model}.c"));
    let program = source.with_extension("out");
    fs::write(&source, "int main(void) { return 0; }\n").expect("scratch can be written");
    let mut gcc = Command::new("gcc");
    gcc.args([flag, "-fsanitize=address,undefined", "-o"]);
    gcc.arg(program).arg(source).stderr(Stdio::null());
    let builds = gcc.status().is_ok_and(|status| status.success());
    if !builds {
        eprintln!("note: gcc cannot build for {model} here");
    }
    builds
}

/// The value of `// name: value` among the first lines.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().take(5);
    lines.find_map(|line| {
        let rest = line.strip_prefix("// ")?.strip_prefix(name)?;
        Some(rest.strip_prefix(':')?.trim())
    })
}

/// Checks on all processors and fails with everything that went wrong.
fn for_all(cases: Vec<Case>, check: impl Fn(&Case) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(case) {
                        let failure = format!("{}: {why}", case.name());
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_program_gets_its_verdict() {
    for_all(Case::all(), |case| {
        let results = Results::of(case, "auto", &[]);
        let output = &results.output;
        let verdict = format!("verdict: {}", case.expect());
        let line = last_line(output);
        if line != verdict {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("`{line}` instead of `{verdict}`\n{stderr}"));
        }
        let code = match case.expect() {
            "true" => 0,
            expect if expect.starts_with("false") => 1,
            _ => 2,
        };
        if output.status.code() != Some(code) {
            return Err(format!("{} instead of {code}", output.status));
        }
        let sarif = results.valid()?;
        if !case.is_false() {
            return Ok(());
        }
        results.test_case_fails()?;
        results.witness_is_confirmed()?;
        let marked = case.text.lines().position(|l| l.contains("//! violated"));
        let marked = marked.ok_or("no line is marked `//! violated`")? as u64 + 1;
        let told = sarif["runs"][0]["results"].as_array().into_iter().flatten();
        let told = told.filter(|result| result["kind"] == "fail");
        let mut places = told.map(|result| &result["locations"][0]["physicalLocation"]["region"]);
        match places
            .next()
            .and_then(|region| region["startLine"].as_u64())
        {
            Some(line) if line == marked => Ok(()),
            line => Err(format!("line {line:?} instead of {marked}")),
        }
    });
}

/// Refinement proves what it is made for, and never says what is not so. What comes with
/// a proof holds what it promises: the witness is not refuted.
#[test]
fn refinement_says_nothing_wrong() {
    for_all(Case::of(&["tests/corpus/predicates"]), |case| {
        let must_prove = case.name().starts_with("true_");
        let others = ["segments", "cooperate"].into_iter();
        let others = others.filter(|_| case.name().starts_with("wrong_"));
        for strategy in ["predicated", "predicates"].into_iter().chain(others) {
            let must_prove = must_prove && strategy == "predicated";
            let time = if must_prove { "60s" } else { "3s" };
            let results = Results::of(case, strategy, &["--timeout", time]);
            let line = last_line(&results.output);
            let verdict = format!("verdict: {}", case.expect());
            let undecided = line.starts_with("verdict: unknown(");
            if line != verdict && (must_prove || !undecided) {
                return Err(format!("{strategy}: `{line}` instead of `{verdict}`"));
            }
            results.valid()?;
            // One of them will do.
            if strategy == "predicated" && line == verdict && case.is_false() {
                results.test_case_fails()?;
            }
        }
        Ok(())
    });
}

/// Linked structures of any size are not misjudged by any strategy, proved or not; what
/// they say `lazy-shapes` or `segments` proves, it does.
#[test]
fn shapes_are_not_misjudged() {
    for_all(Case::shapes(), |case| {
        let all = [
            "lazy-shapes",
            "segments",
            "shapes",
            "boolean-heaps",
            "values",
            "dataflow",
            "predicated",
            "auto",
        ];
        // That `auto` finds what is violated is tested above.
        let asked = all.iter().filter(|s| **s != "auto" || !case.is_false());
        for &strategy in asked {
            let must_prove = field(&case.text, strategy) == Some("true");
            let time = if must_prove { "60s" } else { "500ms" };
            let results = Results::of(case, strategy, &["--timeout", time]);
            let line = last_line(&results.output);
            let verdict = format!("verdict: {}", case.expect());
            let crashed = line == "verdict: unknown(crash)";
            let undecided = line.starts_with("verdict: unknown(") && !crashed;
            if line != verdict && (must_prove || !undecided) {
                return Err(format!("{strategy}: `{line}` instead of `{verdict}`"));
            }
            results.valid()?;
        }
        Ok(())
    });
}

/// Boolean heaps prove what the programs say they do, and nothing that is not so.
#[test]
fn boolean_heaps_prove_lists() {
    for_all(Case::heaps(), |case| {
        let must_prove = field(&case.text, "boolean-heaps") == Some("true");
        let time = if must_prove { "60s" } else { "2s" };
        let results = Results::of(case, "boolean-heaps", &["--timeout", time]);
        results.valid()?;
        let line = last_line(&results.output);
        let verdict = format!("verdict: {}", case.expect());
        let crashed = line == "verdict: unknown(crash)";
        let undecided = line.starts_with("verdict: unknown(") && !crashed;
        match line == verdict || undecided && !must_prove {
            true => Ok(()),
            false => Err(format!("`{line}` instead of `{verdict}`")),
        }
    });
}

/// What annotations say with quantifiers is unknown to most analyses, and misjudged by none.
#[test]
fn annotations_are_not_misjudged() {
    for_all(Case::annotations(), |case| {
        for strategy in ["lazy-shapes", "shapes", "values", "dataflow", "predicated"] {
            let output = case.check(&["--strategy", strategy, "--timeout", "3s"]);
            let line = last_line(&output);
            let crashed = line == "verdict: unknown(crash)";
            let undecided = line.starts_with("verdict: unknown(") && !crashed;
            if line != format!("verdict: {}", case.expect()) && !undecided {
                return Err(format!("{strategy}: `{line}` instead of {}", case.expect()));
            }
        }
        Ok(())
    });
}

/// ESP proves what the programs say it does, and is silent about the others. A closer look
/// decides what they say.
#[test]
fn one_value_at_a_time() {
    for_all(Case::of(&["tests/corpus/esp"]), |case| {
        let esp = field(&case.text, "esp").expect("the program says it");
        let typestate = field(&case.text, "typestate").unwrap_or(esp);
        let verdict = format!("verdict: {}", case.expect());
        for (strategy, expected) in [("esp", esp), ("typestate", typestate)] {
            let results = Results::of(case, strategy, &["--timeout", "60s"]);
            let line = last_line(&results.output);
            let decides = expected != "unknown" && verdict.contains(expected);
            let is_so = match decides {
                true => line == verdict,
                false => line.starts_with("verdict: unknown("),
            };
            if !is_so {
                return Err(format!("{strategy}: `{line}` instead of {expected}"));
            }
            results.valid()?;
            if decides && case.is_false() {
                results.test_case_fails()?;
            }
        }
        Ok(())
    });
}

/// Slices are programs for every analysis.
#[test]
fn slices_are_explored_by_predicates() {
    let mut cases = Case::of(&["tests/corpus/esp"]);
    cases.retain(Case::is_false);
    for_all(cases, |case| {
        let how = ["--analyses", "predicates+values", "--timeout", "2s"];
        let output = case.check(&[&["--strategy", "esp"], &how[..]].concat());
        let line = last_line(&output);
        match line.starts_with("verdict: unknown(") {
            true => Ok(()),
            false => Err(format!("`{line}`")),
        }
    });
}

/// What property simulation loses at joins (ESP, Fig. 7 a), refinement finds again: on the
/// slice, and in the program.
#[test]
fn refinement_proves_what_simulation_does_not() {
    let mut cases = Case::of(&["tests/corpus/esp"]);
    cases.retain(|case| case.name().starts_with("figure_7a"));
    assert!(!cases.is_empty());
    for_all(cases, |case| {
        for strategy in ["predicated", "typestate"] {
            let output = case.check(&["--strategy", strategy, "--stats"]);
            let line = last_line(&output);
            if line != "verdict: true" {
                return Err(format!("{strategy}: `{line}`"));
            }
            let text = String::from_utf8_lossy(&output.stdout);
            let on_slice = text.lines().any(|l| {
                let number = l.trim().strip_prefix("slices proved by that");
                number.is_some_and(|n| n.trim() == "1")
            });
            if strategy == "typestate" && !on_slice {
                return Err(format!("not on the slice\n{text}"));
            }
        }
        Ok(())
    });
}

const TOLD: &str = r#"#include <stdio.h>
#include <stdlib.h>
extern int option(void);
static FILE *open(const char *name)
{
FILE *f = fopen(name, "w");
if (!f) exit(1);
return f;
}
static void end(FILE *f) { fclose(f); }
int main(void)
{
int quiet = option();
FILE *a = open("a");
FILE *b = open("b");
fputs("x", a);
fclose(a);
if (quiet) end(b);
if (!quiet) fputs("x", b);
if (quiet) fclose(b);
return 0;
}
"#;

/// All values are told of, and how what is not excluded would happen.
#[test]
fn what_is_not_excluded_is_told() {
    let file = scratch("verdicts").join("told.c");
    fs::write(&file, TOLD).expect("scratch can be written");
    let mut command = concord();
    command.args(["check", "--spec", "stdio", "--strategy", "esp"]);
    let output = command.arg(&file).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let name = file.display();
    for expected in [
        format!("warning: this cannot be excluded: a stream is closed twice\n  --> {name}:20:12"),
        format!("how it would happen to the value of {name}:15:7:"),
        format!("{name}:15  call open"),
        format!("{name}:6     Start becomes Opened, by FILE *f = fopen(name, \"w\")"),
        format!("{name}:18  quiet is true"),
        format!("{name}:10    Opened becomes Closed, by fclose(f)"),
        format!("{name}:20  a stream is closed twice"),
        format!("  - {name}:14:7: proved"),
        format!("  - {name}:15:7: possibly violated"),
        "  - null: proved".to_owned(),
    ] {
        assert!(told.contains(&expected), "{expected} is not in\n{told}");
    }
    let in_macro = scratch("verdicts").join("told_in_macro.c");
    let macros = TOLD.replace("if (quiet) fclose(b);", "LAST(b)");
    let macros = format!("#define LAST(f) if (quiet) fclose(f);\n{macros}");
    fs::write(&in_macro, macros).expect("scratch can be written");
    let mut command = concord();
    command.args(["check", "--spec", "stdio", "--strategy", "esp"]);
    let output = command.arg(&in_macro).output().expect("it runs");
    let told_in_macro = String::from_utf8_lossy(&output.stdout);
    let expected = "warning: this cannot be excluded: a stream is closed twice";
    assert!(told_in_macro.contains(expected), "{told_in_macro}");
    let mut command = concord();
    command.args(["check", "--spec", "stdio", "--strategy", "typestate"]);
    command.args(["--format", "json"]);
    let output = command.arg(&file).output().expect("it runs");
    assert_eq!(last_line(&output), "verdict: false(stdio)");
    let told = String::from_utf8_lossy(&output.stdout);
    let fates: Vec<_> = told.match_indices("\"fate\":").collect();
    assert_eq!(fates.len(), 3, "{told}");
    assert!(told.contains("\"fate\":\"violated\""), "{told}");
}

#[test]
fn the_same_check_says_the_same() {
    let cases = Case::all();
    for case in cases.iter().filter(|case| case.is_false()).take(6) {
        let first = case.check(&["--stats"]);
        assert_eq!(
            first.stdout,
            case.check(&["--stats"]).stdout,
            "{}",
            case.name()
        );
    }
}

#[test]
fn a_witness_of_a_correct_program_is_refuted() {
    let folder = scratch("verdicts");
    let (bad, good) = (folder.join("bad.c"), folder.join("good.c"));
    let witness = folder.join("bad.yml");
    let text = "void reach_error(void);\nint main(void) {\n  int x = 2;\n  \
                if (x == 2) reach_error();\n  return 0;\n}\n";
    fs::write(&bad, text).expect("scratch can be written");
    fs::write(&good, text.replace("x == 2", "x == 3")).expect("scratch can be written");
    let mut check = concord();
    check.args(["check", "--property", "unreach-call", "--witness"]);
    let output = check.arg(&witness).arg(&bad).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let validate = |file: &Path, witness: &Path| {
        let mut command = concord();
        command.arg("validate").arg(witness).arg(file);
        command.output().expect("it runs")
    };
    assert_eq!(validate(&bad, &witness).status.code(), Some(1));
    let refuted = validate(&good, &witness);
    assert_eq!(last_line(&refuted), "verdict: true");
    assert!(String::from_utf8_lossy(&refuted.stdout).contains("witness: refuted"));
    // What is no witness is refused, with the place of the fault.
    let text = fs::read_to_string(&witness).expect("it was written");
    for (from, to, said) in [
        ("type: target", "type: goal", "waypoint.type"),
        ("language: C", "language: Pascal", "task.language"),
        ("action: follow", "action: ignore", "action"),
        ("uuid: \"", "uuid: \"x", "metadata.uuid"),
        ("- entry_type", "- - entry_type", "no YAML"),
        ("line:", "lines:", "line"),
    ] {
        let broken = folder.join("broken.yml");
        fs::write(&broken, text.replace(from, to)).expect("scratch can be written");
        let output = validate(&bad, &broken);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{from}: {stderr}");
        assert!(stderr.contains(said), "{from}: {stderr}");
    }
}

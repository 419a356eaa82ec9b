//! Correctness witnesses: the corpus of invariants through `concord validate`, and what
//! `concord check --witness` writes through it again.

#![forbid(unsafe_code)]

mod schemas;
mod support;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use support::{concord, last_line, root, scratch};

const FOLDER: &str = "tests/corpus/witness";

/// What is expected of some invariants of a program.
struct Case {
    /// From the root.
    program: PathBuf,
    property: String,
    options: Vec<String>,
    model: &'static str,
    expect: String,
    /// Type, line, column, expression.
    invariants: Vec<(&'static str, usize, usize, String)>,
}

/// The value of `// name: value` among the first lines.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().take(5);
    lines.find_map(|line| {
        let rest = line.strip_prefix("// ")?.strip_prefix(name)?;
        Some(rest.strip_prefix(':')?.trim())
    })
}

fn cases() -> Vec<Case> {
    let entries = fs::read_dir(root().join(FOLDER)).expect("the corpus is there");
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name()).collect();
    names.sort();
    let mut cases = Vec::new();
    for name in names {
        let program = Path::new(FOLDER).join(name);
        let text = fs::read_to_string(root().join(&program)).expect("it can be read");
        let marked: Vec<_> = text
            .lines()
            .enumerate()
            .filter_map(|(i, line)| {
                let kind = match line.split_once("//@ ")?.1 {
                    "loop" => "loop_invariant",
                    "location" => "location_invariant",
                    other => panic!("{}: what is `{other}`?", program.display()),
                };
                let column = line.len() - line.trim_start().len() + 1;
                Some((kind, i + 1, column))
            })
            .collect();
        let models: &[&'static str] = match field(&text, "data-model") {
            Some("both") => &["LP64", "ILP32"],
            _ => &["LP64"],
        };
        for line in text.lines() {
            let said = line.strip_prefix("// ").and_then(|l| l.split_once(": "));
            let Some((expect, invariants)) = said else {
                continue;
            };
            if !["confirmed", "refuted", "unknown", "rejected"].contains(&expect) {
                continue;
            }
            let invariants: Vec<_> = invariants.split(" ## ").collect();
            assert_eq!(invariants.len(), marked.len(), "{}", program.display());
            let invariants = marked.iter().zip(invariants);
            let invariants = invariants.map(|(&(k, l, c), text)| (k, l, c, text.to_owned()));
            let invariants: Vec<_> = invariants.collect();
            for &model in models {
                cases.push(Case {
                    program: program.clone(),
                    property: field(&text, "property").unwrap().to_owned(),
                    options: field(&text, "options")
                        .unwrap_or_default()
                        .split_whitespace()
                        .map(str::to_owned)
                        .collect(),
                    model,
                    expect: expect.to_owned(),
                    invariants: invariants.clone(),
                });
            }
        }
    }
    cases
}

/// The text of a witness, as another tool might write it.
fn witness(program: &Path, model: &str, content: &str) -> String {
    let path = program.display();
    let hash = "0".repeat(64);
    format!(
        "- entry_type: invariant_set\n  metadata:\n    format_version: \"2.0\"\n    \
         uuid: 91023a0f-9f45-4385-88c4-1152ade45537\n    \
         creation_time: 2021-05-05T13:18:43Z\n    \
         producer:\n      name: hand\n      version: \"1\"\n    \
         task:\n      input_files:\n      - {path}\n      \
         input_file_hashes:\n        {path}: \"{hash}\"\n      \
         specification: ''\n      data_model: {model}\n      language: C\n  \
         content:{content}"
    )
}

fn content(case: &Case) -> String {
    let mut text = String::from("\n");
    for (kind, line, column, value) in &case.invariants {
        let value = value.replace('\'', "''");
        let _ = write!(
            text,
            "  - invariant:\n      type: {kind}\n      location:\n        \
             file_name: {}\n        line: {line}\n        column: {column}\n        \
             function: main\n      value: '{value}'\n      format: c_expression\n",
            case.program.display()
        );
    }
    text
}

fn validate(witness: &Path, program: &Path, property: &str, options: &[String]) -> Output {
    let mut command = concord();
    command.arg("validate").arg(witness).arg(program);
    command.args(["--property", property]).args(options);
    command.output().expect("it runs")
}

fn for_all<T: Sync>(cases: &[T], check: impl Fn(usize, &T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(i) else { break };
                    if let Err(why) = check(i, case) {
                        failures.lock().unwrap().push(why);
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
fn invariants_get_what_is_expected_of_them() {
    for_all(&cases(), |i, case| {
        let path = scratch("witness").join(format!("{i}.yml"));
        let text = witness(&case.program, case.model, &content(case));
        fs::write(&path, text).expect("scratch can be written");
        let output = validate(&path, &case.program, &case.property, &case.options);
        let said = String::from_utf8_lossy(&output.stdout);
        let (code, fits) = match case.expect.as_str() {
            "confirmed" => (0, last_line(&output) == "verdict: true"),
            "refuted" => (1, last_line(&output).starts_with("verdict: false(")),
            "unknown" => (2, last_line(&output).starts_with("verdict: unknown(")),
            _ => (3, said.is_empty()),
        };
        let status = format!("witness: {}\n", case.expect);
        let told = case.expect == "rejected" || said.contains(&status);
        match output.status.code() == Some(code) && fits && told {
            true => Ok(()),
            false => {
                let values: Vec<_> = case.invariants.iter().map(|v| v.3.as_str()).collect();
                let (program, values) = (case.program.display(), values.join(" ## "));
                let stderr = String::from_utf8_lossy(&output.stderr);
                let expect = &case.expect;
                Err(format!(
                    "{program} ({}): {values}\nis not {expect}:\n{said}{stderr}",
                    case.model
                ))
            }
        }
    });
}

#[test]
fn what_is_no_witness_is_refused() {
    let program = Path::new(FOLDER).join("sum.c");
    let good = Case {
        program: program.clone(),
        property: "unreach-call".into(),
        options: Vec::new(),
        model: "LP64",
        expect: "refuted".into(),
        invariants: vec![("loop_invariant", 9, 3, "i <= 5".into())],
    };
    let text = witness(&program, "LP64", &content(&good));
    let run = |text: &str| {
        let path = scratch("witness").join("broken.yml");
        fs::write(&path, text).expect("scratch can be written");
        validate(&path, &program, "unreach-call", &[])
    };
    assert_eq!(run(&text).status.code(), Some(1));
    // The column may be missing, or wrong where one loop is on the line.
    assert_eq!(
        run(&text.replace("column: 3", "column: 1")).status.code(),
        Some(1)
    );
    assert_eq!(
        run(&text.replace("        column: 3\n", "")).status.code(),
        Some(1)
    );
    for (from, to, said) in [
        (
            "type: loop_invariant",
            "type: truth",
            "content[0].invariant.type",
        ),
        (
            "format: c_expression",
            "format: acsl",
            "content[0].invariant.format",
        ),
        ("      value: 'i <= 5'\n", "", "there is no `value`"),
        ("line: 9", "line: 10", "there is no loop"),
        (
            "line: 9",
            "line: nine",
            "content[0].invariant.location.line",
        ),
        ("- invariant:", "- variant:", "there is no `invariant`"),
        ("invariant_set", "invariants", "no entry"),
        ("language: C", "language: Ada", "task.language"),
    ] {
        let output = run(&text.replace(from, to));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{from}: {stderr}");
        assert!(stderr.contains(said), "{from}: {stderr}");
    }
}

#[test]
fn a_witness_without_invariants_is_confirmed_by_a_proof() {
    let program = Path::new(FOLDER).join("heap.c");
    let path = scratch("witness").join("empty.yml");
    fs::write(&path, witness(&program, "LP64", " []\n")).expect("scratch can be written");
    let options = ["--malloc".to_owned(), "succeeds".to_owned()];
    let output = validate(&path, &program, "unreach-call", &options);
    assert_eq!(last_line(&output), "verdict: true");
    assert!(String::from_utf8_lossy(&output.stdout).contains("witness: confirmed"));
}

/// What is proved is proved again with what the proof wrote down.
#[test]
fn proofs_of_the_corpus_are_confirmed() {
    proofs_are_confirmed(None);
}

/// Exploration writes invariants, and they are inductive.
#[test]
fn explored_proofs_are_confirmed() {
    let written = proofs_are_confirmed(Some("values"));
    assert!(written > 0, "no invariant was written");
}

/// The number of invariants written.
fn proofs_are_confirmed(strategy: Option<&str>) -> usize {
    let written = AtomicUsize::new(0);
    let folder = Path::new("tests/corpus/verdicts");
    let entries = fs::read_dir(root().join(folder)).expect("the corpus is there");
    let mut programs: Vec<_> = entries
        .map(|e| folder.join(e.unwrap().file_name()))
        .collect();
    programs.sort();
    programs.retain(|path| {
        let text = fs::read_to_string(root().join(path)).unwrap_or_default();
        // Automata have no place in a witness.
        let options = field(&text, "options").unwrap_or_default();
        let chosen = options.contains("--strategy") || options.contains("--analyses");
        let fits = !options.contains("--spec") && (strategy.is_none() || !chosen);
        field(&text, "expect") == Some("true") && fits
    });
    for_all(&programs, |i, program| {
        let text = fs::read_to_string(root().join(program)).unwrap_or_default();
        let model = match field(&text, "data-model") {
            Some("ilp32") => "ilp32",
            _ => "lp64",
        };
        let property = field(&text, "property");
        let options = field(&text, "options").unwrap_or_default();
        // Only what says what C means is for the validator, too.
        let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        let name = strategy.unwrap_or("proof");
        let path = scratch("witness").join(format!("{name}-{i}.yml"));
        let mut check = concord();
        check.args(["check", "--data-model", model]).args(&words);
        if let Some(strategy) = strategy {
            check.args(["--strategy", strategy, "--timeout", "20s"]);
        }
        if let Some(property) = property {
            check.args(["--property", property]);
        }
        let output = check.arg("--witness").arg(&path).arg(program).output();
        let output = output.map_err(|e| e.to_string())?;
        if last_line(&output) != "verdict: true" {
            return match strategy {
                Some(_) => Ok(()),
                None => Err(format!("{}: not proved", program.display())),
            };
        }
        let witness = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        schemas::witness(&witness)?;
        let count = witness.matches("- invariant:").count();
        written.fetch_add(count, Ordering::Relaxed);
        let meaning = ["--overflow", "--malloc", "--unknown-calls", "--entry"];
        let mut kept = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let after = i.checked_sub(1).map(|before| words[before].as_str());
            let is_value = after.is_some_and(|w| meaning.contains(&w));
            if meaning.contains(&word.as_str()) || is_value {
                kept.push(word.clone());
            }
        }
        let mut command = concord();
        command.arg("validate").arg(&path).arg(program).args(&kept);
        if let Some(property) = property {
            command.args(["--property", property]);
        }
        let output = command.output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout);
        match last_line(&output) == "verdict: true" && said.contains("witness: confirmed") {
            true => Ok(()),
            false => {
                let stderr = String::from_utf8_lossy(&output.stderr);
                Err(format!("{}: {said}{stderr}", program.display()))
            }
        }
    });
    written.into_inner()
}

/// Something that is proved where everything is joined.
const SIMPLE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1;
    while (__VERIFIER_nondet_int())
        if (x != 1)
            reach_error();
    return 0;
}
";

/// Something that is not.
const SAMPLE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            x = 2;
        else
            x = 1;
    }
    for (int i = 0; i < 2; i++)
        if (x == 0)
            reach_error();
    for (int i = 0; i < 2; i++)
        if (x == 3)
            reach_error();
    return 0;
}
";

/// Linked structures, for those who are made for them.
const QUEUE: &str = "tests/corpus/shapes/true_queue.c";

/// The values of an automaton, on slices.
const BLOCK: &str = "tests/corpus/esp/block_of_helper.c";

/// A strategy with its options, the program, what is asked, something that is not always so at
/// the first loop, and what the witness leaves out.
type Proof = (
    &'static [&'static str],
    Option<&'static str>,
    &'static [&'static str],
    &'static str,
    Option<&'static str>,
);

/// Every strategy writes invariants, whatever proves it, and says what it does not write. They
/// are confirmed; if they say more than is so, they are refuted.
#[test]
fn every_strategy_has_invariants() {
    const REACH: &[&str] = &["--property", "unreach-call"];
    const SAFE: &[&str] = &["--property", "valid-memsafety"];
    const STREAMS: &[&str] = &["--spec", "stdio"];
    const SEARCHED: Option<&str> = Some("how all paths were searched");
    const SHAPES: Option<&str> = Some("the shapes of linked structures");
    let proofs: &[Proof] = &[
        (&["values"], None, REACH, "x != 2", None),
        (&["dataflow"], Some("simple.c"), REACH, "x == 2", None),
        (&["predicates"], None, REACH, "x != 2", None),
        (&["predicated"], None, REACH, "x != 2", None),
        (&["cooperate"], None, REACH, "x != 2", SEARCHED),
        (&["falsify"], None, REACH, "x != 2", SEARCHED),
        (&["auto"], None, REACH, "x != 2", SEARCHED),
        (&["esp"], Some("simple.c"), REACH, "x == 2", SEARCHED),
        (&["typestate"], None, REACH, "x != 2", SEARCHED),
        (
            &["values", "--analyses", "intervals+signs"],
            None,
            REACH,
            "x != 2",
            None,
        ),
        (
            &["values", "--analyses", "parity+values"],
            None,
            REACH,
            "x != 2",
            None,
        ),
        (
            &["segments"],
            Some(QUEUE),
            SAFE,
            "head == 0",
            Some("lists as segments"),
        ),
        (&["shapes"], Some(QUEUE), SAFE, "head == 0", SHAPES),
        (&["lazy-shapes"], Some(QUEUE), SAFE, "head == 0", SHAPES),
        (
            &["boolean-heaps"],
            Some(QUEUE),
            SAFE,
            "head == 0",
            Some("heap predicates"),
        ),
        (&["esp"], Some(BLOCK), STREAMS, "0", SEARCHED),
    ];
    let sample = scratch("witness").join("sample.c");
    fs::write(&sample, SAMPLE).expect("scratch can be written");
    let simple = sample.with_file_name("simple.c");
    fs::write(&simple, SIMPLE).expect("scratch can be written");
    for_all(proofs, |i, (strategy, program, asked, wrong, untold)| {
        let program = match program {
            None => sample.clone(),
            Some("simple.c") => simple.clone(),
            Some(path) => PathBuf::from(path),
        };
        let path = scratch("witness").join(format!("every-{i}.yml"));
        let mut command = concord();
        command.args(["check", "--format", "json", "--strategy"]);
        command.args(*strategy).args(*asked).arg(&program);
        command.arg("--witness").arg(&path);
        let output = command.output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout);
        let wrote = "the witness is not the whole proof";
        let notes = said.contains(wrote) && said.contains(untold.unwrap_or_default());
        if last_line(&output) != "verdict: true" || notes != untold.is_some() {
            return Err(format!("{strategy:?}: {said}"));
        }
        let witness = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        schemas::witness(&witness).map_err(|e| format!("{strategy:?}: {e}"))?;
        let validated = |text: &str, status: &str| {
            fs::write(&path, text).map_err(|e| e.to_string())?;
            let mut command = concord();
            command.arg("validate").arg(&path).arg(&program);
            let output = command.args(*asked).output().map_err(|e| e.to_string())?;
            let said = String::from_utf8_lossy(&output.stdout);
            match said.contains(&format!("witness: {status}\n")) {
                true => Ok(()),
                false => Err(format!("{strategy:?} is not {status}\n{text}\n{said}")),
            }
        };
        validated(&witness, "confirmed")?;
        let parts = witness.split_once("value: \"");
        let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once("\"\n")?)));
        let (before, (value, after)) =
            parts.ok_or_else(|| format!("{strategy:?}: no invariant\n{witness}"))?;
        let more = format!("{before}value: \"({wrong}) && ({value})\"\n{after}");
        validated(&more, "refuted")
    });
}

/// The schema is as strict as the reader.
#[test]
fn the_schema_refuses_what_is_no_witness() {
    let program = Path::new(FOLDER).join("sum.c");
    let good = Case {
        program: program.clone(),
        property: "unreach-call".into(),
        options: Vec::new(),
        model: "LP64",
        expect: "refuted".into(),
        invariants: vec![("loop_invariant", 9, 3, "i <= 5".into())],
    };
    let text = witness(&program, "LP64", &content(&good));
    assert_eq!(schemas::witness(&text), Ok(()));
    for (from, to) in [
        ("type: loop_invariant", "type: truth"),
        ("format: c_expression", "format: acsl"),
        ("      value: 'i <= 5'\n", ""),
        ("line: 9", "line: nine"),
        ("line: 9", "line: 0"),
        ("- invariant:", "- variant:"),
        ("invariant_set", "violation_sequence"),
        ("language: C", "language: Ada"),
        ("LP64", "LP65"),
        ("uuid: 9", "uuid: x"),
        ("\"2.0\"", "\"1.0\""),
    ] {
        assert!(schemas::witness(&text.replace(from, to)).is_err(), "{from}");
    }
}

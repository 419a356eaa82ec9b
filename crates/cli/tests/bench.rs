//! The promises of `concord bench`: exit codes, streams and files. The tool that is
//! run is a script with the contract of `concord check`.

#![forbid(unsafe_code)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn task(folder: &Path, name: &str, expected: &str, program: &str) {
    let text = format!(
        "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  \
         - property_file: ../properties/unreach-call.prp\n    expected_verdict: {expected}\n\
         options:\n  language: C\n  data_model: ILP32\n"
    );
    write(folder, &format!("family/{name}.yml"), &text);
    write(folder, &format!("family/{name}.c"), program);
}

/// A tool that proves the program and keeps its arguments.
const PROOF: &str = "// !echo \"$@\" >arguments; echo verdict: true; exit 0\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/tests/fixture/tool");
    symlink(tool, folder.path().join("tool")).unwrap();
    task(folder.path(), "a", "true", PROOF);
    task(
        folder.path(),
        "b",
        "false",
        "// 1 verdict: false(unreach-call)\n",
    );
    folder
}

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord"));
    command.args(["bench", "--tool", "./tool"]).args(arguments);
    command.current_dir(folder.path());
    command
}

fn bench(folder: &TempDir, arguments: &[&str]) -> (Output, String) {
    let output = command(folder, arguments).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, stdout)
}

#[test]
fn right_verdicts_exit_with_0_and_say_nothing_on_standard_error() {
    let folder = folder();
    let (output, stdout) = bench(&folder, &["family", "--strategy", "auto", "--", "--stats"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let last = stdout.lines().last().unwrap();
    let cells: Vec<&str> = last.split_whitespace().take(8).collect();
    // Tasks, true, false, wrong, failed, unknown, score.
    assert_eq!(
        cells,
        ["total", "2", "1", "1", "0", "0", "0", "3"],
        "{stdout}"
    );
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    assert_eq!(
        arguments,
        "check --property family/../properties/unreach-call.prp --data-model ilp32 \
         --malloc succeeds --timeout 60s --memory 4GB --strategy auto --stats family/a.c\n"
    );
}

#[test]
fn a_wrong_verdict_exits_with_1() {
    let folder = folder();
    task(
        folder.path(),
        "c",
        "true",
        "// 1 verdict: false(unreach-call)\n",
    );
    let (output, stdout) = bench(&folder, &["family"]);
    assert_eq!(output.status.code(), Some(1));
    let said =
        "\nwrong: family/c.yml unreach-call: false(unreach-call), expected true\n  ./tool check ";
    assert!(stdout.contains(said), "{stdout}");
    let (output, _) = bench(&folder, &["family", "--expected", "false"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn runs_are_kept_and_compared() {
    let folder = folder();
    let (output, _) = bench(
        &folder,
        &["family", "--json", "before.json", "--csv", "r.csv"],
    );
    assert_eq!(output.status.code(), Some(0));
    let csv = fs::read_to_string(folder.path().join("r.csv")).unwrap();
    assert!(
        csv.contains("\nfamily/a.yml,unreach-call,ilp32,true,true,correct,2,"),
        "{csv}"
    );
    task(
        folder.path(),
        "a",
        "true",
        "// 2 verdict: unknown(timeout)\n",
    );
    let (output, stdout) = bench(&folder, &["family", "--baseline", "before.json"]);
    assert_eq!(output.status.code(), Some(0));
    let lost = "newly lost: 1\n  - family/a.yml unreach-call: unknown(timeout), was true\n";
    assert!(stdout.contains(lost), "{stdout}");
}

#[test]
fn bad_input_exits_with_3() {
    let folder = folder();
    write(folder.path(), "broken.yml", "format_version: '2.0'\n");
    write(folder.path(), "labels", "a.yml\n");
    for (arguments, said) in [
        (&[][..], "PATH"),
        (&["nowhere"], "nowhere"),
        (&["broken.yml"], "broken.yml"),
        (&["tool"], "neither a folder"),
        (&["family", "--property", "termination"], "termination"),
        (&["family", "--property", "no-overflow"], "no such tasks"),
        (&["family", "--every", "0"], "--every"),
        (&["family", "--timeout", "soon"], "soon"),
        (&["family", "--labels", "labels"], "labels:1"),
        (&["family", "--baseline", "labels"], "labels"),
        (&["family", "--json", "nowhere/r.json"], "nowhere/r.json"),
    ] {
        let (output, stdout) = bench(&folder, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?} {stderr}");
        assert!(
            stderr.contains(said) && stdout.is_empty(),
            "{arguments:?} {stderr}"
        );
    }
}

#[test]
fn an_interrupt_kills_the_children_and_shows_what_is_done() {
    let folder = folder();
    task(
        folder.path(),
        "c",
        "true",
        "// !echo $$ >pids; sleep 60 & wait\n",
    );
    let mut running = command(&folder, &["family", "--jobs", "1"]);
    let mut running = running.stdout(Stdio::piped()).spawn().unwrap();
    let pids = folder.path().join("pids");
    let begin = Instant::now();
    while fs::read_to_string(&pids).unwrap_or_default().is_empty() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the task does not start"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = running.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let lines = BufReader::new(running.stdout.take().unwrap()).lines();
    let lines: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(running.wait().unwrap().code(), Some(2), "{lines:?}");
    assert!(
        begin.elapsed() < Duration::from_secs(50),
        "the task was waited for"
    );
    assert_eq!(lines.last().unwrap(), "interrupted: not all tasks were run");
    assert!(
        lines
            .iter()
            .any(|l| l.starts_with("total") && l.contains(" 2 ")),
        "{lines:?}"
    );
    let child = fs::read_to_string(&pids).unwrap();
    let child = Command::new("kill")
        .args(["-0", child.trim()])
        .output()
        .unwrap();
    assert!(!child.status.success(), "the child is alive");
}

#[test]
fn the_refinement_table_runs_each_configuration() {
    let folder = folder();
    let (output, stdout) = bench(&folder, &["family", "--refinement-table"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for configuration in ["no lattice", "lattice", "spec", "large blocks, lattice"] {
        let rows = stdout.lines().filter(|l| {
            let cells = l.split("  ").map(str::trim);
            cells.into_iter().any(|c| c == configuration)
        });
        assert_eq!(rows.count(), 2, "{stdout}");
    }
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    let last = "--strategy predicated --stats --format json family/a.c";
    assert!(arguments.contains(last), "{arguments}");
}

#[test]
fn the_shape_table_has_the_papers_numbers_beside() {
    let folder = folder();
    task(folder.path(), "list_flag-2", "true", PROOF);
    let (output, stdout) = bench(&folder, &["family", "--shape-table"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let rows = |name: &str| -> Vec<&str> {
        let name = format!("family/{name}.yml ");
        stdout.lines().filter(|l| l.starts_with(&name)).collect()
    };
    let [kinds, joins] = rows("list_flag-2")[..] else {
        panic!("not in both tables: {stdout}");
    };
    assert_eq!(kinds.matches("true ").count(), 3, "{stdout}");
    assert!(kinds.contains("FP 0.15 s (0)"), "{stdout}");
    assert!(kinds.contains("FP 0.26 s"), "{stdout}");
    assert!(kinds.ends_with("0.78 s (4)"), "{stdout}");
    assert_eq!(joins.matches("true ").count(), 2, "{stdout}");
    assert!(joins.ends_with("1.24 s"), "{stdout}");
    // Nothing was published about others.
    assert!(rows("a").iter().all(|row| !row.contains('(')), "{stdout}");
    let arguments = fs::read_to_string(folder.path().join("arguments")).unwrap();
    let joined = "--strategy lazy-shapes --stats --format json \
                  --analyses predicates:memory-last+shapes:join+values family/";
    assert!(arguments.contains(joined), "{arguments}");
}

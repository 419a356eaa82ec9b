//! The promises of the command itself: exit codes and streams.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn concord(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary can be run")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    command.args(arguments).current_dir(root);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const EXAMPLE: &str = "examples/list.c";

#[test]
fn help_and_version_succeed() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["cfa", "--help"],
        &["help"],
    ] {
        let output = concord(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn bad_usage_exits_with_3() {
    for arguments in [
        &[][..],
        &["cfa"],
        &["nonsense"],
        &["cfa", "--nonsense", EXAMPLE],
        &["cfa", "--dot", "--json", EXAMPLE],
        &["cfa", "--data-model", "lp65", EXAMPLE],
    ] {
        let output = concord(arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn options_of_specifications_are_listed_and_known() {
    let listed = text(&concord(&["specs"]).stdout);
    assert!(listed.contains(":leaks  a stream that is still open"));
    for (spec, said) in [
        (
            "stdio:leeks",
            "has no option `leeks`; it has: lenient, leaks",
        ),
        ("stdio:leaks,x", "has no option `x`; it has: lenient, leaks"),
        ("lock:leaks", "has no option `leaks`; it has none"),
        ("nowhere:leaks", "cannot read the specification `nowhere`"),
    ] {
        let output = concord(&["cfa", "--spec", spec, EXAMPLE]);
        assert_eq!(output.status.code(), Some(3), "{spec}");
        assert!(text(&output.stderr).contains(said), "{spec}");
    }
    let output = concord(&["cfa", "--spec", "stdio:leaks", EXAMPLE]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_comes_to_an_argument_is_listed() {
    let figure = "tests/corpus/esp/figure_9.c";
    let output = concord(&["flow", "--argument", "fprintf:1", "--calls", figure]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with("fprintf, argument 1, in 1 calls:"),
        "{said}"
    );
    assert_eq!(said.matches("heap(compFile:").count(), 2, "{said}");
    assert_eq!(said.matches("figure_9.c:").count(), 2, "{said}");
    for wrong in ["fprintf", "fprintf:0", ":1", "fprintff:1"] {
        let output = concord(&["flow", "--argument", wrong, figure]);
        assert_eq!(output.status.code(), Some(3), "{wrong}");
    }
}

#[test]
fn files_that_cannot_be_read_exit_with_3() {
    for file in ["examples/nowhere.c", "examples"] {
        let output = concord(&["cfa", file]);
        assert_eq!(output.status.code(), Some(3), "{file}");
        let stderr = text(&output.stderr);
        assert!(
            stderr.starts_with("error: ") && stderr.contains(file),
            "{stderr}"
        );
    }
}

#[test]
fn every_form_is_printed() {
    for (form, start) in [
        (&[][..], "function "),
        (&["--function", "main"], "function int main("),
        (&["--dot"], "digraph cfa {"),
        (&["--json"], "{\"format\":1,\"data_model\":\"lp64\""),
        (
            &["--json", "--data-model", "ilp32"],
            "{\"format\":1,\"data_model\":\"ilp32\"",
        ),
        (&["--summary", "--function", "main"], "1 function, "),
    ] {
        let output = concord(&[&["cfa", EXAMPLE], form].concat());
        assert_eq!(output.status.code(), Some(0), "{form:?}");
        let stdout = text(&output.stdout);
        assert!(stdout.starts_with(start), "{form:?}: {stdout}");
    }
}

#[test]
fn macros_and_included_files_reach_the_preprocessor() {
    let output = concord(&["cfa", "--summary", "-Dlength=3", EXAMPLE]);
    assert_eq!(output.status.code(), Some(3));
    let output = concord(&["cfa", "--summary", "--include", "stddef.h", EXAMPLE]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn an_unknown_function_gets_a_suggestion() {
    let output = concord(&["cfa", EXAMPLE, "--function", "mian"]);
    assert_eq!(output.status.code(), Some(3));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("did you mean `main`?"), "{stderr}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = command(&["cfa", "--json", EXAMPLE])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be run");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = text(&concord(&["--help"]).stdout);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|n| *n != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().to_str().expect("its name is text");
    let output = concord(&["manual", "--output", path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let commands = commands();
    assert!(commands.len() > 10);
    for command in &commands {
        let file = folder.path().join(format!("concord-{command}.1"));
        let page = std::fs::read_to_string(file).expect("the page is there");
        let printed = concord(&["manual", command]);
        assert_eq!(page, text(&printed.stdout), "{command}");
        // Names have their hyphens escaped.
        let name = format!("concord {command}").replace('-', "\\-");
        assert!(page.contains(&name), "{command}");
        // What the help says stands in the manual.
        let help = text(&concord(&[command, "-h"]).stdout);
        let first = help.lines().next().expect("the help says something");
        let escaped = first.replace('-', "\\-");
        assert!(page.contains(&escaped), "{command}: {first}");
    }
    let page = text(&concord(&["manual"]).stdout);
    assert!(page.starts_with(".ie") && page.contains("concord\\-check(1)"));
    assert_eq!(concord(&["manual", "nonsense"]).status.code(), Some(3));
}

#[test]
fn shells_are_told_what_to_complete() {
    for shell in ["bash", "zsh", "fish"] {
        let output = concord(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        for word in commands() {
            assert!(script.contains(&word), "{shell}: {word}");
        }
        for word in ["test-case", "lp64", "unknown-calls"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = concord(&["completions", "nonsense"]);
    assert_eq!(output.status.code(), Some(3));
}

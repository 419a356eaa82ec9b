//! `concord shapes`: what is drawn, where, and how it says that there is nothing.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::{concord, last_line, scratch};

/// Seed 003, Fig. 2.1: a list of 1s that ends with a 3.
const LIST: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct list { int h; struct list *n; };
int main(void) {
    struct list *a = malloc(sizeof *a), *p = a;
    while (__VERIFIER_nondet_int()) {
        p->h = 1;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    p->h = 3;
    p->n = NULL;
    p = a;
    while (p->h == 1)
        p = p->n;
    if (p->h != 3)
        reach_error();
    if (a != a)
        reach_error();
    return 0;
}
";

fn program(name: &str, text: &str) -> PathBuf {
    let path = scratch("shapes").join(name);
    fs::write(&path, text).expect("the scratch folder can be written");
    path
}

fn shapes(files: &[&Path], options: &[&str]) -> Output {
    let mut command = concord();
    command.arg("shapes").args(files).args(options);
    let command = command.args(["--property", "unreach-call", "--malloc", "succeeds"]);
    command.output().expect("the command can be started")
}

/// The text on standard output, and that on standard error.
fn demand(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stderr}{stdout}");
    (stdout, stderr)
}

#[test]
fn the_list_is_drawn() {
    let list = program("list.c", LIST);
    let (picture, _) = demand(&shapes(&[&list], &["--at", "15"]), 0);
    assert!(picture.starts_with("<svg "), "{picture}");
    assert!(picture.ends_with("</svg>\n"), "{picture}");
    for part in [
        "list.c:15",
        "while (p-&gt;h == 1)",
        ">h = 1<",
        ">h = 3<",
        ">n = NULL<",
        ">p<",
        "class=\"link\"",
        "class=\"inner\"",
        "class=\"arrow maybe\"",
    ] {
        assert!(picture.contains(part), "no {part} in {picture}");
    }
    assert!(!picture.contains("valid n"), "{picture}");
}

#[test]
fn the_rest_is_drawn_on_request() {
    let list = program("all.c", LIST);
    let (picture, _) = demand(&shapes(&[&list], &["--at", "list.c:15", "--all"]), 3);
    assert!(picture.is_empty());
    let (picture, _) = demand(&shapes(&[&list], &["--at", "all.c:15", "--all"]), 0);
    assert!(picture.contains("valid n"), "{picture}");
}

#[test]
fn a_file_is_written() {
    let list = program("written.c", LIST);
    let svg = scratch("shapes").join("written.svg");
    let path = svg.to_string_lossy();
    let options = ["--at", "15", "--output", &path];
    let (stdout, _) = demand(&shapes(&[&list], &options), 0);
    assert!(stdout.is_empty());
    let written = fs::read_to_string(&svg).expect("the picture was written");
    assert!(written.contains("</svg>"));
    let options = ["--at", "15", "--output", "missing/folder.svg"];
    let (_, said) = demand(&shapes(&[&list], &options), 3);
    assert!(said.contains("missing/folder.svg"), "{said}");
}

#[test]
fn nothing_to_draw_is_2() {
    let list = program("nothing.c", LIST);
    // The proof does not need shapes at the end; tracked everywhere, they are there.
    let (_, said) = demand(&shapes(&[&list], &["--at", "21"]), 2);
    assert!(said.contains("no shapes are tracked at"), "{said}");
    let everywhere = ["--at", "15", "--strategy", "shapes"];
    demand(&shapes(&[&list], &everywhere), 0);
    let (_, said) = demand(&shapes(&[&list], &["--at", "20"]), 2);
    assert!(said.contains("no state was reached at"), "{said}");
    let numbers = program("numbers.c", "int main(void) {\n    return 0;\n}\n");
    let (_, said) = demand(
        &shapes(&[&numbers], &["--at", "2", "--strategy", "shapes"]),
        2,
    );
    assert!(said.contains("no linked structures"), "{said}");
}

#[test]
fn a_worker_that_fails_is_told() {
    let list = program("fails.c", LIST);
    for (fault, code, what) in [
        ("hang", 2, "the time given was not enough"),
        ("panic", 4, "on purpose"),
    ] {
        let mut command = concord();
        command.arg("shapes").arg(&list).args(["--at", "15"]);
        command
            .args(["--timeout", "1s"])
            .env("CONCORD_TEST_FAULT", fault);
        let output = command.output().expect("the command can be started");
        let (picture, said) = demand(&output, code);
        assert!(said.contains(what), "{said}");
        assert!(picture.is_empty());
    }
}

#[test]
fn a_bad_line_is_3() {
    let list = program("bad.c", LIST);
    for (at, said) in [
        ("4", "bad.c:5\n"),
        ("99", "line 99 has no operation"),
        ("bad.c:99", "line 99 of bad.c has no operation"),
        ("good.c:15", "no file 'good.c'"),
        ("0", "expected a line"),
        ("end", "expected a line"),
        (":15", "expected a line"),
        ("99999999999", "expected a line"),
    ] {
        let (picture, stderr) = demand(&shapes(&[&list], &["--at", at]), 3);
        assert!(stderr.contains(said), "{at}: {stderr}");
        assert!(picture.is_empty(), "{at}");
    }
    demand(&shapes(&[&list], &[]), 3);
    demand(&shapes(&[&list], &["--at", "15", "--strategy", "auto"]), 3);
    let broken = program("broken.c", "int main(void) { return 1 +; }\n");
    demand(&shapes(&[&broken], &["--at", "1"]), 3);
}

#[test]
fn of_several_files_one_is_named() {
    let list = program("one.c", LIST);
    let mut lines = vec![""; 14];
    lines.push("int other(int x) { return x + 1; }\n");
    let other = program("two.c", &lines.join("\n"));
    let (_, said) = demand(&shapes(&[&list, &other], &["--at", "15"]), 3);
    assert!(said.contains("several files"), "{said}");
    assert!(
        said.contains("one.c:15") && said.contains("two.c:15"),
        "{said}"
    );
    demand(&shapes(&[&list, &other], &["--at", "one.c:15"]), 0);
    let (_, said) = demand(&shapes(&[&list, &other], &["--at", "two.c:15"]), 2);
    assert!(said.contains("no state was reached"), "{said}");
    demand(&shapes(&[&list, &other], &["--at", "12"]), 0);
}

#[test]
fn a_violation_is_told() {
    let wrong = program("wrong.c", &LIST.replace("p->h = 3;", "p->h = 4;"));
    let (picture, said) = demand(
        &shapes(&[&wrong], &["--at", "17", "--strategy", "shapes"]),
        0,
    );
    assert!(picture.contains("</svg>"));
    assert!(said.contains("the verdict is false"), "{said}");
}

/// What variables are called decides nothing, and fields are called as in the program.
#[test]
fn names_are_for_people() {
    let text = "#include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        struct list { int h; struct list *n; };
        int main(void) {
            struct list *freed = NULL, *lost;
            while (__VERIFIER_nondet_int()) {
                lost = malloc(sizeof *lost);
                lost->h = 3;
                lost->n = freed;
                freed = lost;
            }
            for (struct list *n = freed; n; n = n->n)
                if (n->h != 3)
                    reach_error();
            return 0;
        }
        ";
    for (name, text, strategy, said) in [
        ("names.c", text, "shapes", ""),
        ("log.c", LIST, "lazy-shapes", "h==3 in their nodes"),
    ] {
        let mut command = concord();
        command.args(["check", "--log", "--strategy", strategy]);
        command.args(["--property", "unreach-call", "--malloc", "succeeds"]);
        let output = command.arg(program(name, text)).output();
        let output = output.expect("the command can be started");
        let (_, log) = demand(&output, 0);
        assert_eq!(last_line(&output), "verdict: true", "{log}");
        assert!(log.contains(said), "{log}");
    }
}

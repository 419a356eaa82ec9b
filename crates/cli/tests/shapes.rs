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

const UNREACHED: [&str; 4] = ["--property", "unreach-call", "--malloc", "succeeds"];

/// The two links are set by two functions, so that nobody sees one lead back.
const DOUBLY: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef struct links { struct item *next, *prev; } links_t;
struct item { int h : 3; int key; links_t link; struct item *other[2]; };
struct unused { struct unused *next; };
struct hidden;
static void follow(struct item *a, struct item *b) { a->link.next = b; }
static void precede(struct item *b, struct item *a) { b->link.prev = a; }
int main(void) {
    struct item *head = NULL;
    struct unused none = { NULL };
    struct hidden *nobody = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *n = malloc(sizeof *n);
        follow(n, head);
        precede(n, NULL);
        if (head)
            precede(head, n);
        head = n;
    }
    for (struct item *p = head; p; p = p->link.next)
        if (p->link.next && p->link.next->link.prev != p)
            reach_error();
    return none.next || nobody;
}
";

fn check(file: &Path, declarations: &str, options: &[&str]) -> Output {
    let declared = file.with_extension("shapes");
    fs::write(&declared, declarations).expect("the scratch folder can be written");
    let mut command = concord();
    command.arg("check").arg(file).arg("--shapes").arg(declared);
    command.args(options);
    command.output().expect("the command can be started")
}

#[test]
fn a_declaration_proves() {
    let file = program("doubly.c", DOUBLY);
    for strategy in ["shapes", "lazy-shapes"] {
        let options = [&UNREACHED[..], &["--strategy", strategy]].concat();
        for (declarations, code) in [
            ("# nothing\n", 2),
            ("list struct item by link.next # and no more", 2),
            ("list struct item by link.next back link.prev", 0),
            // The same, at every place where items have such links.
            ("list struct links by next back prev", 0),
            ("\nfine links_t\r\nlist links_t by next back prev\n", 0),
        ] {
            let output = check(&file, declarations, &options);
            let (_, said) = demand(&output, code);
            assert!(said.is_empty(), "{strategy}, {declarations}: {said}");
        }
    }
}

#[test]
fn declared_data_needs_no_refinement() {
    let file = program("data.c", LIST);
    let options = [&UNREACHED[..], &["--log", "--strategy", "lazy-shapes"]].concat();
    let lines = |declarations: &str| {
        let (_, log) = demand(&check(&file, declarations, &options), 0);
        log.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines("").len(), 2);
    let log = lines("data struct list h == 3, h == 1\n");
    assert_eq!(log.len(), 1, "{log:?}");
    assert!(
        log[0].contains("h==1 in their nodes, h==3 in their nodes"),
        "{log:?}"
    );
    let log = lines("fine struct list\n");
    assert!(log[0].contains("what is reached"), "{log:?}");
}

#[test]
fn declarations_say_what_is_drawn() {
    let file = program("drawn.c", DOUBLY);
    let declared = program("drawn.shapes", "nest struct item by link.next, link.prev\n");
    let path = declared.to_string_lossy();
    let options = ["--at", "23", "--all", "--strategy", "shapes"];
    let (plain, _) = demand(&shapes(&[&file], &options), 0);
    let options = [&options[..], &["--shapes", &path]].concat();
    let (picture, _) = demand(&shapes(&[&file], &options), 0);
    assert_ne!(plain, picture);
    for part in ["by link.next<", "by link.prev<", "by link.next|link.prev<"] {
        assert!(picture.contains(part), "no {part} in {picture}");
    }
}

#[test]
fn bad_declarations_are_3() {
    let file = program("declared.c", DOUBLY);
    let options = ["--strategy", "shapes"];
    for (line, caret, said) in [
        ("lists struct item by key", "^^^^^", "begins with `list`"),
        (
            "list struct node by next",
            "     ^^^^^^^^^^^",
            "no such structure or union",
        ),
        ("list item by next", "     ^^^^", "but a `struct item`"),
        ("fine union item", "     ^^^^^^^^^^", "but a `struct item`"),
        (
            "fine struct hidden",
            "     ^^^^^^^^^^^^^",
            "declared, but never defined",
        ),
        (
            "list struct item by link.last",
            "                    ^^^^^^^^^",
            "no member `last`",
        ),
        (
            "list struct item by key.next",
            "                    ^^^^^^^^",
            "no member `next`",
        ),
        (
            "list struct item by key[0]",
            "                    ^^^^^^",
            "only arrays have elements",
        ),
        (
            "list struct item by key",
            "                    ^^^",
            "not a pointer",
        ),
        (
            "tree struct item by link.next back link",
            "                                   ^^^^",
            "not a pointer",
        ),
        (
            "data struct item link.next == 0",
            "                 ^^^^^^^^^",
            "not an integer",
        ),
        (
            "data struct item h == 1",
            "                 ^",
            "not an integer of whole bytes",
        ),
        (
            "data struct item key == 1, key == 0x100000000",
            "                                  ^^^^^^^^^^^",
            "4294967296 is no value",
        ),
        (
            "list struct item by link.next back",
            "                                 ^",
            "expected a member, found the end",
        ),
    ] {
        let output = check(&file, &format!("fine links_t\n{line} # so\n"), &options);
        let (stdout, stderr) = demand(&output, 3);
        assert!(stdout.is_empty(), "{stdout}");
        assert!(stderr.contains(said), "{line}: {stderr}");
        let place = format!("2 | {line} # so\n  | {caret}\n");
        assert!(stderr.contains(&place), "{line}: {stderr}");
        assert!(stderr.contains("declared.shapes:2:"), "{line}: {stderr}");
    }
    let (_, stderr) = demand(&check(&file, "one\ntwo\n", &options), 3);
    assert_eq!(stderr.matches("error: ").count(), 2, "{stderr}");
    for strategy in ["falsify", "predicates", "typestate"] {
        let output = check(&file, "", &["--strategy", strategy]);
        let (_, stderr) = demand(&output, 3);
        assert!(stderr.contains("--shapes is for"), "{stderr}");
    }
    let options = ["--at", "23", "--shapes", "missing.shapes"];
    let (_, stderr) = demand(&shapes(&[&file], &options), 3);
    assert!(stderr.contains("cannot read `missing.shapes`"), "{stderr}");
}

#[test]
fn useless_declarations_are_warned_of() {
    let file = program("useless.c", DOUBLY);
    let options = [&UNREACHED[..], &["--strategy", "shapes"]].concat();
    for (line, caret, said) in [
        (
            "list struct unused by next",
            "     ^^^^^^^^^^^^^",
            "no block as one of these",
        ),
        (
            "tree struct item by other[0], other[1]",
            "                    ^^^^^^^^",
            "no block has a pointer",
        ),
    ] {
        let output = check(&file, line, &options);
        let (_, stderr) = demand(&output, 2);
        assert!(stderr.starts_with("warning: "), "{stderr}");
        assert!(stderr.contains(said), "{line}: {stderr}");
        let place = format!("1 | {line}\n  | {caret}\n");
        assert!(stderr.contains(&place), "{line}: {stderr}");
    }
}

/// What is declared decides which predicates there are, never what they say.
#[test]
fn nonsense_makes_no_verdict_wrong() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/shapes");
    let nonsense = "tree struct node by next, prev back prev, next\nfine struct node\n";
    let mut found = 0;
    for (name, property, declarations) in [
        ("wrong_back_pointers.c", "unreach-call", nonsense),
        (
            "wrong_front.c",
            "valid-deref",
            "tree struct node by next back next\n",
        ),
        ("wrong_ring.c", "valid-deref", "list struct node by next\n"),
        ("wrong_middle_deleted.c", "valid-deref", nonsense),
        (
            "wrong_reversed.c",
            "valid-memtrack",
            "nest struct node by next back next\n",
        ),
    ] {
        let text = fs::read_to_string(corpus.join(name)).expect("the corpus has it");
        let file = program(name, &text);
        for strategy in ["shapes", "lazy-shapes"] {
            let options = ["--property", property, "--strategy", strategy];
            let output = check(&file, declarations, &options);
            let verdict = last_line(&output);
            let code = output.status.code();
            assert!(matches!(code, Some(1 | 2)), "{name}: {verdict}");
            found += usize::from(code == Some(1));
        }
    }
    assert!(found > 0, "a violation is still found");
}

#[test]
fn the_example_is_declared() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let declarations = fs::read_to_string(root.join("examples/list.shapes"));
    let text = fs::read_to_string(root.join("examples/list.c")).expect("it is there");
    let file = program("example.c", &text);
    let options = ["--property", "valid-deref", "--strategy", "lazy-shapes"];
    let output = check(&file, &declarations.expect("it is there"), &options);
    let (_, said) = demand(&output, 0);
    assert!(said.is_empty(), "{said}");
}

//! `concord heap-program`: the abstract programs of the paper's figures, and heap predicates
//! from a file.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::process::Output;
use support::{concord, scratch};

/// Runs the command on a program and a file of declarations.
fn printed(name: &str, program: &str, declared: &str, options: &[&str]) -> Output {
    let folder = scratch(name);
    let (file, shapes) = (folder.join("program.c"), folder.join("program.shapes"));
    fs::write(&file, program).expect("it can be written");
    fs::write(&shapes, declared).expect("it can be written");
    let mut command = concord();
    command.arg("heap-program").args(options);
    command.arg("--shapes").arg(&shapes).arg(&file);
    command.output().expect("it runs")
}

/// The lines about an operation.
fn command(output: &Output, operation: &str) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines().skip_while(|line| !line.contains(operation));
    lines.next().expect("the operation is there");
    let updates = lines.take_while(|line| line.starts_with("      "));
    let updates: Vec<&str> = updates.map(str::trim).collect();
    updates.join("\n")
}

/// Seed 004, Fig. 1.
#[test]
fn a_boolean_program_as_in_figure_1() {
    let program = "int main(void) { int x; x = x + 1; return x == 0 || x > 0; }\n";
    let declared = "predicate x == 0\npredicate x > 0\n";
    let error = printed("figure_1", program, declared, &["--overflow", "error"]);
    insta::assert_snapshot!(command(&error, "x = x + 1"), @r"
    x == 0 := true if false; false if x == 0 | x > 0; else *
    x > 0 := true if x == 0 | x > 0; false if !(x == 0) & !(x > 0); else *
    ");
    // Where sums wrap, the greatest number has a successor that is not positive.
    let wrap = printed("figure_1_wraps", program, declared, &[]);
    insta::assert_snapshot!(command(&wrap, "x = x + 1"), @r"
    x == 0 := true if false; false if x == 0 | x > 0; else *
    x > 0 := true if x == 0; false if !(x == 0) & !(x > 0); else *
    ");
}

/// Seed 004, Fig. 2, where pointers may be null and links lead nowhere.
#[test]
fn a_boolean_heap_program_as_in_figure_2() {
    let program = "
        #include <stdlib.h>
        struct node { struct node *next; };
        int main(void) {
            struct node *x = malloc(sizeof *x), *y = malloc(sizeof *y), *z = malloc(sizeof *z);
            if (!x || !y || !z) return 0;
            y->next = z;
            x->next = y;
            return x->next == z || y == z || y->next == z;
        }";
    let declared = "predicate y==z\npredicate v->next==z\n";
    let output = printed("figure_2", program, declared, &["--malloc", "succeeds"]);
    let updates = command(&output, "x->next = y");
    let link = updates.lines().find(|l| l.starts_with("v->next==z :="));
    let link = link.expect("the link changes");
    let (yes, no) = link.split_once("; false if").expect("both are told");
    for condition in ["y==z & v==x", "!(v==x) & v->next==z"] {
        assert!(yes.contains(condition), "{condition} in {yes}");
    }
    for condition in ["!(y==z) & v==x", "!(v==x) & !(v->next==z)"] {
        assert!(no.contains(condition), "{condition} in {no}");
    }
}

#[test]
fn what_is_wrong_with_a_predicate_is_told_with_its_place() {
    let program = "
        #include <stdlib.h>
        struct node { struct node *next; int data; };
        int main(void) {
            int n = 0, *p = &n;
            struct node *x = malloc(sizeof *x);
            if (x) { x->next = x; x->data = 1; *p = x->data; }
            return x && x->data == n;
        }";
    let wrong = [
        ("predicate v==q", "`v` or a pointer", "1:14"),
        ("predicate next*(x v)", "expected `,`", "1:19"),
        ("predicate v->data==x", "a number", "1:20"),
        ("predicate x==NULL x", "the end of the line", "1:19"),
        ("predicate n > 0", "address is not taken", "1:11"),
        ("predicate m > 0", "m", "1:11"),
        ("predicate", "a heap predicate", "1:"),
    ];
    for (number, (line, message, place)) in wrong.into_iter().enumerate() {
        let name = format!("wrong_predicate_{number}");
        let output = printed(&name, program, &format!("{line}\n"), &[]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{line}: {told}");
        assert!(told.contains(message), "{line}: {told}");
        assert!(
            told.contains(&format!("program.shapes:{place}")),
            "{line}: {told}"
        );
        assert!(told.contains('^'), "{line}: {told}");
    }
}

//! Correct programs of any size that use streams, and the question whether `stdio` holds
//! of them: for measuring how `esp` grows.

#[path = "../../tests/asking/mod.rs"]
mod asking;

use engine::{Answer, Task, Unwatched, Verdict};
use std::fmt::Write;

const HEAD: &str = "
    typedef struct _IO_FILE FILE;
    FILE *fopen(const char *, const char *);
    int fclose(FILE *);
    int fputs(const char *, FILE *);
    void exit(int);
    int __VERIFIER_nondet_int(void);
";

/// Independent handles, each behind a flag of its own: opened, written to in a loop of
/// any length, closed.
pub fn handles(count: usize) -> String {
    let mut text = HEAD.to_owned();
    for i in 0..count {
        let _ = writeln!(text, "FILE *f{i}; int flag{i};");
    }
    text += "int main(void) {\n";
    for i in 0..count {
        let _ = writeln!(text, "flag{i} = __VERIFIER_nondet_int();");
    }
    for i in 0..count {
        let open = format!("f{i} = fopen(\"{i}\", \"w\"); if (!f{i}) exit(1);");
        let _ = writeln!(text, "if (flag{i}) {{ {open} }}");
    }
    text += "while (__VERIFIER_nondet_int()) {\n";
    for i in 0..count {
        let _ = writeln!(text, "if (flag{i}) fputs(\"x\", f{i});");
    }
    text += "}\n";
    for i in 0..count {
        let _ = writeln!(text, "if (flag{i}) fclose(f{i});");
    }
    text += "return 0; }\n";
    text
}

/// How many functions of [`functions`] touch the handle.
const TOUCHING: usize = 10;

/// A tree of functions with loops, globals and calls; a few write to one handle that is
/// behind a flag.
pub fn functions(count: usize) -> String {
    let mut text = HEAD.to_owned();
    text += "FILE *f; int flag;\n";
    for i in 0..count {
        let _ = writeln!(text, "int g{i}; void f{i}(int);");
    }
    for i in 0..count {
        let _ = writeln!(text, "void f{i}(int n) {{");
        let _ = writeln!(text, "for (int i = 0; i < n; i++) g{i} += g{};", i / 2);
        if i % (count / TOUCHING) == count / TOUCHING - 1 {
            text += "if (flag) fputs(\"x\", f);\n";
        }
        for callee in [2 * i + 1, 2 * i + 2] {
            if callee < count {
                let _ = writeln!(text, "if (g{i} > {callee}) f{callee}(n - 1);");
            }
        }
        text += "}\n";
    }
    text += "int main(void) {
        flag = __VERIFIER_nondet_int();
        if (flag) { f = fopen(\"x\", \"w\"); if (!f) exit(1); }
        while (__VERIFIER_nondet_int()) f0(10);
        if (flag) fclose(f);
        return 0;
    }\n";
    text
}

/// The question whether a program violates `stdio`.
pub fn task(text: &str) -> Task {
    asking::asked(text, "stdio", asking::STDIO, &[])
}

/// Proves a task by `esp`.
pub fn prove(task: &Task) -> Answer {
    let esp = strategies::named("esp").expect("it is there");
    let answer = (esp.run)(task, &Default::default(), &mut Unwatched);
    assert!(matches!(answer.verdicts[..], [(_, Verdict::True)]));
    answer
}

//! A solver that is slow, gives no answer or crashes at any one of its queries
//! never changes a verdict, except to unknown.

use engine::falsify::falsify;
use engine::{Settings, Task, Unwatched, Verdict};
use frontend::Text;
use program::DataModel;
use properties::Properties;
use solver::{Fault, Faulty, Solver, Z3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Programs whose conditions no guess decides, and whether they are safe.
const PROGRAMS: &[(&str, bool)] = &[
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             unsigned x = nondet(), y = nondet();
             if (x * y == 391 && x > 1 && y > 1 && x < 100 && y < 100 && x < y) {
                 if (x != 17) return 0;
                 if (x + y == 40) reach_error();
             }
             return 0;
         }",
        false,
    ),
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             unsigned x = nondet(), y = nondet();
             if (x > 1000 || y > 1000) return 0;
             if (x + y > 2000) reach_error();
             if (x * 2 + y * 2 == 7) reach_error();
             if ((x ^ y) > 1023) reach_error();
             return 0;
         }",
        true,
    ),
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             int a[4], n = 0;
             for (int i = 0; i < 4; i++) {
                 a[i] = nondet();
                 if (a[i] < 0 || a[i] > 9) return 0;
                 n = n * 10 + a[i];
             }
             if (n % 37 == 5 && n > 8000 && a[1] == a[2]) reach_error();
             return 0;
         }",
        false,
    ),
];

fn task(text: &str) -> Task {
    let text = Text {
        path: "program.c".into(),
        bytes: text.into(),
        library: false,
    };
    let output = frontend::compile_texts(vec![text], DataModel::Lp64);
    let Ok(output) = output else {
        panic!("the program is valid");
    };
    Task {
        program: output.program,
        properties: Properties::named("unreach-call").unwrap_or_default(),
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        settings: Settings::default(),
    }
}

/// The verdict, if there is one.
fn verdict(task: &Task, solver: &mut dyn Solver) -> Option<bool> {
    let limit = 1_000_000;
    let answer = falsify(task, solver, limit, &mut Unwatched);
    match answer.verdicts.first()?.1 {
        Verdict::True => Some(true),
        Verdict::False(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn a_solver_that_fails_never_changes_a_verdict() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut unknown = 0;
    for (text, expected) in PROGRAMS {
        let task = task(text);
        assert_eq!(verdict(&task, &mut Z3::new()), Some(*expected), "{text}");
        for at in 0..30 {
            for fault in [
                Fault::Unknown,
                Fault::Panic,
                Fault::Slow(Duration::from_millis(1)),
            ] {
                let mut solver = Faulty::new(Z3::new(), [(at, fault)]);
                let run = AssertUnwindSafe(|| verdict(&task, &mut solver));
                // A worker that crashes is unknown, too.
                let found = catch_unwind(run).unwrap_or(None);
                unknown += found.is_none() as u32;
                let kept = found.is_none_or(|v| v == *expected);
                assert!(kept, "{fault:?} at query {at}: {found:?}\n{text}");
                if matches!(fault, Fault::Slow(_)) {
                    assert_eq!(found, Some(*expected), "late answers count");
                }
            }
        }
        let all = (0..10_000).map(|at| (at, Fault::Unknown));
        let found = verdict(&task, &mut Faulty::new(Z3::new(), all));
        assert!(found.is_none_or(|v| v == *expected), "{text}");
    }
    let _ = std::panic::take_hook();
    assert!(unknown > 10, "the faults were met {unknown} times");
}

//! A solver that is slow, gives no answer or crashes at any of its queries never makes
//! refinement give a wrong verdict.

use domains::predicates::{Blocks, Options, Predicates};
use domains::values::Values;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Component, Interned, Prepared, Product, Settings, Task, Unwatched, Verdict, verify};
use frontend::Text;
use properties::Properties;
use solver::{Cached, Fault, Faulty, Z3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Programs for which predicates have to be found, and whether they are safe.
const PROGRAMS: &[(&str, bool)] = &[
    // Correlated branches, and a product that no lattice knows.
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             int flag = nondet(), x = nondet(), open = 0;
             if (flag) open = x * x;
             while (nondet()) x = x + 2;
             if (flag && open != 0 && open == 3) reach_error();
             return 0;
         }",
        true,
    ),
    // A loop that needs an invariant over two variables.
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             unsigned n = nondet(), i = 0, j = 0;
             while (i < n) { i++; j++; }
             if (i != j) reach_error();
             return 0;
         }",
        true,
    ),
    // Locks: the same with an error in it.
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             int lock = 0, old, new = nondet();
             do {
                 if (lock) reach_error();
                 lock = 1;
                 old = new;
                 if (nondet()) { lock = 0; new = new + 1; }
             } while (new != old);
             if (!lock) reach_error();
             return 0;
         }",
        true,
    ),
    (
        "int nondet(void); void reach_error(void);
         int main(void) {
             int lock = 0, old, new = nondet();
             do {
                 if (lock) reach_error();
                 lock = 1;
                 old = new;
                 if (nondet()) { lock = nondet() == 12345; new = new + 1; }
             } while (new != old);
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
    match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => Task {
            program: output.program,
            properties: Properties::named("unreach-call").unwrap_or_default(),
            observers: Vec::new(),
            precision: Vec::new(),
            declarations: String::new(),
            settings: Settings::default(),
        },
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

/// The verdict, if there is one, with faults in both solvers.
fn verdict(task: &Task, blocks: Blocks, lattice: bool, faults: &[(u64, Fault)]) -> Option<bool> {
    let prepared = Prepared::new(task)?;
    let cx = prepared.cx();
    let faulty = || Cached::new(Faulty::new(Z3::new(), faults.iter().copied()));
    let options = Options {
        blocks,
        ..Options::default()
    };
    let predicates = Predicates::new(&cx, options, Box::new(faulty()));
    let mut components: Vec<Box<dyn Component>> =
        vec![Box::new(Interned::new("predicates", predicates))];
    if lattice {
        components.push(Box::new(Interned::new("values", Values::new(&cx, false))));
    }
    let setup = Setup {
        merge: Merge::WhenKeysAgree,
        calls: Calls::Unrolled,
        order: Order::Program,
        widen_after: 3,
        limit: 5_000,
    };
    let product = Product::new(components);
    let answer = verify(
        &prepared,
        &cx,
        product,
        setup,
        &mut faulty(),
        &mut Unwatched,
    );
    match answer.verdicts.first()?.1 {
        Verdict::True => Some(true),
        Verdict::False(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn refinement_with_a_solver_that_fails_never_gives_a_wrong_verdict() {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut decided, mut undecided) = (0, 0);
    for (text, expected) in PROGRAMS {
        let task = task(text);
        for (blocks, lattice) in [
            (Blocks::Large, true),
            (Blocks::Large, false),
            (Blocks::Single, true),
        ] {
            let mut holds = |faults: &[(u64, Fault)]| {
                let run = AssertUnwindSafe(|| verdict(&task, blocks, lattice, faults));
                // A worker that crashes is unknown, too.
                let found = catch_unwind(run).unwrap_or(None);
                match found {
                    Some(_) => decided += 1,
                    None => undecided += 1,
                }
                let kept = found.is_none_or(|v| v == *expected);
                assert!(kept, "{faults:?}, {blocks:?}: {found:?}\n{text}");
            };
            holds(&[]);
            for at in 0..12 {
                holds(&[(at, Fault::Unknown)]);
                holds(&[(at, Fault::Panic)]);
            }
            holds(&[(1, Fault::Slow(Duration::from_millis(1)))]);
            // Every second, every third, and none at all.
            for every in [2, 3] {
                let faults: Vec<_> = (0..2_000)
                    .filter(|at| at % every == 0)
                    .map(|at| (at, Fault::Unknown))
                    .collect();
                holds(&faults);
            }
            let all: Vec<_> = (0..2_000).map(|at| (at, Fault::Unknown)).collect();
            holds(&all);
        }
    }
    let _ = std::panic::take_hook();
    println!("decided {decided} times, undecided {undecided} times");
    assert!(decided > 50 && undecided > 10);
}

//! Explorations end: loops, recursions by arguments and by results.

#![forbid(unsafe_code)]

use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{
    Analysis, CallStep, Cx, Facts, Interned, Prepared, Product, Settings, Step, Successors, Task,
    one,
};
use frontend::Text;
use program::Op;
use properties::Properties;

/// Counts assignments on the way: of this execution of a function, with those of its
/// callees. Nothing but widening bounds it.
struct Steps {
    /// A function goes on counting where its caller was.
    handed: bool,
}

impl Analysis for Steps {
    type State = u64;

    fn initial(&self, _: &Cx<'_>) -> Successors<u64> {
        one(0)
    }

    fn post(&self, _: &Cx<'_>, n: &u64, step: &Step<'_>, _: &Facts<'_>) -> Successors<u64> {
        one(n.saturating_add(matches!(step.op(), Op::Assign { .. }).into()))
    }

    fn call(&self, _: &Cx<'_>, n: &u64, _: &CallStep<'_>, _: &Facts<'_>) -> Successors<u64> {
        one(if self.handed { *n } else { 0 })
    }

    fn ret(
        &self,
        _: &Cx<'_>,
        n: &u64,
        exit: &u64,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<u64> {
        one(if self.handed {
            *exit
        } else {
            n.saturating_add(*exit)
        })
    }

    fn merge(&self, _: &Cx<'_>, new: &u64, old: &u64) -> Option<u64> {
        Some(*new.max(old))
    }

    fn widen(&self, _: &Cx<'_>, new: &u64, old: &u64) -> Option<u64> {
        Some(if new > old { u64::MAX } else { *old })
    }

    fn covered(&self, _: &Cx<'_>, n: &u64, by: &u64) -> bool {
        n <= by
    }

    fn show(&self, _: &Cx<'_>, n: &u64) -> String {
        n.to_string()
    }
}

fn task(text: &str) -> Task {
    let text = Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    };
    let program = match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE,
        settings: Settings::default(),
    }
}

/// Where everything is merged, the exploration must end.
fn ends(text: &str) {
    let task = task(text);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    for handed in [false, true] {
        for order in [Order::DepthFirst, Order::BreadthFirst, Order::Program] {
            let product = Product::new(vec![Box::new(Interned::new("steps", Steps { handed }))]);
            let setup = Setup {
                merge: Merge::Always,
                calls: Calls::Tabulated,
                order,
                widen_after: 2,
                limit: 1000,
            };
            let event = Exploration::new(&cx, product, setup).run();
            assert_eq!(event, Event::Finished, "{order:?}, handed: {handed}");
        }
    }
}

#[test]
fn a_loop_ends() {
    ends("int g; int main(void) { while (g < 1000000) g++; return 0; }");
}

#[test]
fn a_recursion_ends() {
    ends(
        "int g;
         int down(int n) { g++; if (n > 0) down(n - 1); return g; }
         int main(void) { return down(1000000); }",
    );
}

#[test]
fn a_recursion_of_two_functions_ends() {
    ends(
        "int g; int even(int n);
         int odd(int n) { if (n == 0) return 0; int r = even(n - 1); g = r; return r; }
         int even(int n) { if (n == 0) return 1; int r = odd(n - 1); g = r; return r; }
         int main(void) { return even(1000000); }",
    );
}

/// States that are kept apart at a location are merged everywhere else.
#[test]
fn a_location_keeps_states_apart() {
    let task = task(
        "int g;
         int main(void) { if (g) g = 1; g = 2; if (g) g = 3; g = 4; return 0; }",
    );
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let setup = Setup {
        merge: Merge::Always,
        calls: Calls::Tabulated,
        order: Order::BreadthFirst,
        widen_after: 2,
        limit: 1000,
    };
    let steps = Interned::new("steps", Steps { handed: true });
    let product = Product::new(vec![Box::new(steps)]);
    let mut exploration = Exploration::new(&cx, product, setup);
    assert_eq!(exploration.run(), Event::Finished);
    let main = cx.program.function_named("main").expect("it is there");
    let widths = |exploration: &Exploration<'_>| -> Vec<usize> {
        exploration.show(main).values().map(Vec::len).collect()
    };
    assert!(widths(&exploration).iter().all(|n| *n == 1));

    // The first place where two paths met.
    let nodes = exploration.nodes();
    let mut met = nodes.filter(|(id, _)| exploration.links(*id).len() > 1);
    let (id, at) = met
        .next()
        .map(|(id, node)| (id, node.at))
        .expect("paths meet");
    drop(met);
    exploration.keep_apart(main, at);
    exploration.cut(&[id]);
    assert_eq!(exploration.run(), Event::Finished);
    assert_eq!(exploration.check(), Ok(()));
    let nodes = exploration.nodes();
    let there = nodes.filter(|(id, node)| exploration.function(*id) == main && node.at == at);
    assert_eq!(there.count(), 2);
    assert_eq!(widths(&exploration).iter().filter(|n| **n == 2).count(), 1);
}

/// Where paths are kept apart, a call from a state that was seen before is not followed
/// again.
#[test]
fn calls_of_one_state_share_a_context() {
    struct Nothing;

    impl Analysis for Nothing {
        type State = ();

        fn initial(&self, _: &Cx<'_>) -> Successors<()> {
            one(())
        }

        fn post(&self, _: &Cx<'_>, _: &(), _: &Step<'_>, _: &Facts<'_>) -> Successors<()> {
            one(())
        }

        fn call(&self, _: &Cx<'_>, _: &(), _: &CallStep<'_>, _: &Facts<'_>) -> Successors<()> {
            one(())
        }

        fn ret(
            &self,
            _: &Cx<'_>,
            _: &(),
            _: &(),
            _: &CallStep<'_>,
            _: &Facts<'_>,
        ) -> Successors<()> {
            one(())
        }

        fn merge(&self, _: &Cx<'_>, _: &(), _: &()) -> Option<()> {
            None
        }

        fn show(&self, _: &Cx<'_>, _: &()) -> String {
            String::new()
        }
    }

    let task = task(
        "void down(int n) { if (n > 0) { down(n - 1); down(n - 2); } }
         int main(void) { down(5); return 0; }",
    );
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let setup = Setup {
        merge: Merge::Never,
        calls: Calls::Tabulated,
        order: Order::BreadthFirst,
        widen_after: 0,
        limit: 200,
    };
    let product = Product::new(vec![Box::new(Interned::new("nothing", Nothing))]);
    let event = Exploration::new(&cx, product, setup).run();
    assert_eq!(event, Event::Finished);
}

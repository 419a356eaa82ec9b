//! ESP's Example 2 (Das, Lerner, Seigle 2002, Figs. 1, 2 and 5): the states that path-
//! sensitive analysis, dataflow analysis and property simulation have at each node of one
//! program. Three settings of one engine.

use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use frontend::Text;
use properties::automaton::{self, SpecText};
use properties::{Observing, Properties, Property, observe};
use std::collections::BTreeMap;
use std::io;

const FIGURE_1: &str = "
    OBSERVER AUTOMATON file
    INITIAL STATE Uninit;
    STATE USEFIRST Uninit :
      MATCH {Open()} -> GOTO Opened;
      MATCH {Print()} -> ERROR(\"printed while not open\");
      MATCH {Close()} -> ERROR(\"closed while not open\");
    STATE USEFIRST Opened :
      MATCH {Print()} -> GOTO Opened;
      MATCH {Close()} -> GOTO Uninit;
      MATCH {Open()} -> ERROR(\"opened twice\");
    END AUTOMATON
";

const FIGURE_2: &str = "
    extern int dump, p;
    void Open(void); void Close(void);
    int main(void) {
        int x;
        if (dump)
            Open();
        N3:
        if (p)
            N5: x = 0;
        else
            N6: x = 1;
        N7:
        if (dump)
            N9: Close();
        END:
        return 0;
    }
";

/// The states at each label, and whether the error is reached.
fn states(merge: Merge) -> (BTreeMap<String, Vec<String>>, bool) {
    let mut texts = vec![Text {
        path: "figure2.c".into(),
        bytes: FIGURE_2.into(),
        library: false,
    }];
    texts.extend(machine::models());
    let program = match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let spec = SpecText {
        path: "figure1.spc".into(),
        bytes: FIGURE_1.into(),
        options: Vec::new(),
    };
    let mut include = |_: &str| Err(io::ErrorKind::NotFound.into());
    let Ok(specification) = automaton::read(vec![spec], &mut include) else {
        panic!("the automaton is read");
    };
    let observing = Observing {
        entry: "main",
        library: machine::MODEL_PREFIX,
    };
    let observed = observe(program, &specification, &observing).expect("it is understood");
    let task = Task {
        program: observed.program,
        observers: observed.observers,
        precision: Vec::new(),
        declarations: String::new(),
        properties: Properties::NONE.with(Property::automaton("file")),
        settings: Settings::default(),
    };
    let prepared = Prepared::new(&task).expect("there is an entry");
    let cx = prepared.cx();
    let domains = ["automaton", "values"].map(|name| domains::named(name).expect("it is there"));
    let components = domains.iter().map(|d| (d.make)(&cx, None)).collect();
    let setup = Setup {
        merge,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 3,
        limit: 10_000,
    };
    let mut exploration = Exploration::new(&cx, Product::new(components), setup);
    let mut is_error = false;
    loop {
        match exploration.run() {
            Event::Violation(..) => is_error = true,
            Event::Finished => break,
            event @ (Event::Gap(_) | Event::Limit) => panic!("{event:?}"),
        }
    }
    let main = cx.program.function_named("main").expect("it is there");
    let shown = exploration.show(main);
    let body = cx.program.functions[main].body.as_ref();
    let labels = body.expect("it is defined").labels().iter();
    let at_labels = labels.map(|(at, name)| {
        let states = shown.get(at).cloned().unwrap_or_default();
        (cx.program.names[*name].to_owned(), states)
    });
    (at_labels.collect(), is_error)
}

fn expect(merge: Merge, expected: &[(&str, &[&str])], error: bool) {
    let (states, is_error) = states(merge);
    for (label, at_label) in expected {
        assert_eq!(states[*label], *at_label, "{label} with {merge:?}");
    }
    assert_eq!(is_error, error, "{merge:?}");
}

#[test]
fn path_sensitive_analysis() {
    expect(
        Merge::Never,
        &[
            ("N3", &["[Opened; dump ↦ ≠0]", "[Uninit; dump ↦ 0]"]),
            (
                "N5",
                &["[Opened; dump ↦ ≠0, p ↦ ≠0]", "[Uninit; dump ↦ 0, p ↦ ≠0]"],
            ),
            (
                "N6",
                &["[Opened; dump ↦ ≠0, p ↦ 0]", "[Uninit; dump ↦ 0, p ↦ 0]"],
            ),
            // Example 1.
            (
                "N7",
                &[
                    "[Opened; dump ↦ ≠0, p ↦ 0, x ↦ 1]",
                    "[Opened; dump ↦ ≠0, p ↦ ≠0, x ↦ 0]",
                    "[Uninit; dump ↦ 0, p ↦ 0, x ↦ 1]",
                    "[Uninit; dump ↦ 0, p ↦ ≠0, x ↦ 0]",
                ],
            ),
            (
                "N9",
                &[
                    "[Opened; dump ↦ ≠0, p ↦ 0, x ↦ 1]",
                    "[Opened; dump ↦ ≠0, p ↦ ≠0, x ↦ 0]",
                ],
            ),
            (
                "END",
                &[
                    "[Uninit; dump ↦ 0, p ↦ 0, x ↦ 1]",
                    "[Uninit; dump ↦ 0, p ↦ ≠0, x ↦ 0]",
                    "[Uninit; dump ↦ ≠0, p ↦ 0, x ↦ 1]",
                    "[Uninit; dump ↦ ≠0, p ↦ ≠0, x ↦ 0]",
                ],
            ),
        ],
        false,
    );
}

#[test]
fn dataflow_analysis() {
    expect(
        Merge::Always,
        &[
            ("N3", &["[{Uninit, Opened}]"]),
            ("N5", &["[{Uninit, Opened}; p ↦ ≠0]"]),
            ("N6", &["[{Uninit, Opened}; p ↦ 0]"]),
            ("N7", &["[{Uninit, Opened}]"]),
            ("N9", &["[{Uninit, Opened}; dump ↦ ≠0]"]),
            ("END", &["[{Uninit, Opened}]"]),
        ],
        true,
    );
}

#[test]
fn property_simulation() {
    expect(
        Merge::WhenKeysAgree,
        &[
            // Step 3.
            ("N3", &["[Opened; dump ↦ ≠0]", "[Uninit; dump ↦ 0]"]),
            // Step 4.
            (
                "N5",
                &["[Opened; dump ↦ ≠0, p ↦ ≠0]", "[Uninit; dump ↦ 0, p ↦ ≠0]"],
            ),
            (
                "N6",
                &["[Opened; dump ↦ ≠0, p ↦ 0]", "[Uninit; dump ↦ 0, p ↦ 0]"],
            ),
            // Step 7.
            ("N7", &["[Opened; dump ↦ ≠0]", "[Uninit; dump ↦ 0]"]),
            // Step 8.
            ("N9", &["[Opened; dump ↦ ≠0]"]),
            ("END", &["[Uninit]"]),
        ],
        false,
    );
}

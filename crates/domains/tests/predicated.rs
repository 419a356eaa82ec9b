//! Predicated lattices and their refinement on the programs of seed 000, section 3.

use domains::named;
use engine::explore::{Calls, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task, Unknown, Verdict, Watch, verify};
use frontend::Text;
use program::Program;
use properties::Property;
use solver::{Cached, Z3};
use std::collections::BTreeMap;

fn compile(text: &str) -> Program {
    let text = Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    };
    let mut texts = vec![text];
    texts.extend(machine::models());
    match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

#[derive(Default)]
struct Log {
    lines: Vec<String>,
    /// By label: the states there.
    states: BTreeMap<String, Vec<String>>,
}

impl Watch for Log {
    fn refined(&mut self, what: &str) {
        self.lines.push(what.to_owned());
    }

    fn explored(&mut self, exploration: &Exploration<'_>, _: Option<&Unknown>) {
        let cx = exploration.cx();
        for (id, node) in exploration.nodes() {
            let Some(body) = &cx.program.functions[exploration.function(id)].body else {
                continue;
            };
            for (at, name) in body.labels() {
                let name = &cx.program.names[*name];
                if *at == node.at && name.chars().all(|c| c.is_ascii_uppercase()) {
                    let shown = exploration.product().show(cx, exploration.state(id));
                    let list = self.states.entry(name.to_owned()).or_default();
                    list.push(shown);
                    list.sort();
                    list.dedup();
                }
            }
        }
    }
}

/// Verifies that no error is reached.
fn verified(text: &str, analyses: &[(&str, Option<&str>)], merge: Merge) -> (bool, Log) {
    let task = Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program: compile(text),
        properties: [Property::UnreachCall].into_iter().collect(),
        settings: Settings::default(),
    };
    let prepared = Prepared::new(&task).expect("an entry function");
    let cx = prepared.cx();
    let components = analyses.iter().map(|(name, option)| {
        let domain = named(name).expect("the domain is registered");
        (domain.make)(&cx, *option)
    });
    let product = Product::new(components.collect());
    let setup = Setup {
        merge,
        calls: Calls::Unrolled,
        order: Order::Program,
        widen_after: 3,
        limit: 100_000,
    };
    let mut log = Log::default();
    let mut solver = Cached::new(Z3::new());
    let answer = verify(&prepared, &cx, product, setup, &mut solver, &mut log);
    let is_true = |v: &Verdict| matches!(v, Verdict::True);
    let proved = answer.verdicts.iter().all(|(_, v)| is_true(v));
    (proved, log)
}

/// Seed 000, Fig. 1; the labels are its locations.
const EXAMPLE: &str = "
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    static struct { int is_open; } file;
    int main(void) {
        int flag = __VERIFIER_nondet_int();
    A:  file.is_open = 1;
    B:  if (file.is_open != 1) reach_error();
    C:  file.is_open = 0;
    D:  if (flag)
    E:      file.is_open = 1;
    F:  ;
    G:  if (flag)
    H:      if (file.is_open != 1) reach_error();
        return 0;
    }";

/// What a state says about the file.
fn states_of(log: &Log) -> Vec<String> {
    // The predicate, or what the lattice says in its place; and the file.
    let about = |state: &String| {
        let inside = state.trim_matches(['[', ']']);
        let (region, values) = inside.split_once("; ").unwrap_or((inside, ""));
        let value = |of: &str| values.split(", ").find_map(|v| v.strip_prefix(of));
        let flag = value("flag ↦ ").map(|v| format!("flag {v}"));
        let file = value("file.is_open ↦ ").or(value("file[..] ↦ "));
        let region = match (region, flag) {
            ("true", Some(flag)) => flag,
            (region, _) => region.to_owned(),
        };
        format!("({region}) {}", file.unwrap_or("anything"))
    };
    let lines = log.states.iter().map(|(label, states)| {
        let states: Vec<String> = states.iter().map(about).collect();
        format!("{label}  {}", states.join(", "))
    });
    lines.collect()
}

/// Examples 2 and 5: joined, the lattice does not prove it.
#[test]
fn the_lattice_alone_fails() {
    let (proved, log) = verified(EXAMPLE, &[("values", None)], Merge::Always);
    assert!(!proved);
    assert!(log.lines.is_empty());
}

/// Examples 3, 4 and 5, and the third column of Fig. 2.
#[test]
fn a_predicate_keeps_the_lattice_apart() {
    let analyses = [("predicates", Some("single")), ("values", None)];
    let (proved, log) = verified(EXAMPLE, &analyses, Merge::WhenKeysAgree);
    assert_eq!(log.lines, ["excluded a path by flag == 0 at test.c:13"]);
    assert_eq!(
        states_of(&log),
        [
            "A  (true) 0",
            "B  (true) 1",
            "C  (true) 1",
            "D  (true) 0",
            "E  (flag ≠0) 0",
            "F  (flag == 0) 0, (flag ≠0) 1",
            "G  (flag == 0) 0, (flag ≠0) 1",
            "H  (flag ≠0) 1",
        ]
    );
    assert!(proved);
}

/// With large blocks the whole function is one formula.
#[test]
fn large_blocks_need_no_predicate() {
    for analyses in [
        &[("predicates", None), ("values", None)][..],
        &[("predicates", None)],
    ] {
        let (proved, log) = verified(EXAMPLE, analyses, Merge::WhenKeysAgree);
        assert!(proved && log.lines.is_empty());
    }
}

/// The table is too large for formulas, but not for the lattice.
const FEASIBLE: &str = "
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    static int table[1000] = { [7] = 1, [8] = 2 };
    int main(void) {
        int kind = __VERIFIER_nondet_int(), at, want;
        if (kind) { at = 7; want = 1; } else { at = 8; want = 2; }
        if (table[at] != want) reach_error();
        return 0;
    }";

#[test]
fn two_feasible_paths_are_separated() {
    let analyses = [("predicates", None), ("values", None)];
    let (proved, log) = verified(FEASIBLE, &analyses, Merge::WhenKeysAgree);
    assert!(proved);
    let said = "separated two paths by kind == 0 at test.c:8";
    assert_eq!(log.lines.last().map(String::as_str), Some(said));
}

/// Nothing that is still known tells the two paths apart.
const OVERLAPPING: &str = "
    extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    static int table[1000] = { [7] = 3, [8] = 3 };
    int main(void) {
        int kind = __VERIFIER_nondet_int(), at;
        if (kind) { at = 7; kind = 0; } else { at = 8; kind = 0; }
        if (table[at] != 3) reach_error();
        return 0;
    }";

#[test]
fn where_paths_overlap_they_are_not_merged() {
    let analyses = [("predicates", None), ("values", None)];
    let (proved, log) = verified(OVERLAPPING, &analyses, Merge::WhenKeysAgree);
    assert!(proved);
    let said = log.lines.last().map_or("", String::as_str);
    assert!(
        said.ends_with("states are not merged here any more"),
        "{said}"
    );
}

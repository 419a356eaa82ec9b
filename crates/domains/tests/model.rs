//! What is found out on finished models: HECTOR's T2 and T10 (thesis, chapter 6), and that
//! queries that are true are not violated by runs.

use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::model::{Model, Promise, Skeleton, fates, make_readable, promise};
use engine::query::{Asked, Query, ask};
use engine::{Component, Cx, Prepared, Product, Settings, Task};
use frontend::Text;
use logic::{Logic, Time};
use machine::{Exhaustive, Random};
use properties::{Properties, Property};
use solver::{Cached, Fault, Faulty, Solver, Z3};

fn task(text: &str) -> Task {
    let text = Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    };
    let mut texts = machine::models();
    texts.push(text);
    let mut program = match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    make_readable(&mut program);
    Task {
        program,
        properties: Properties::NONE.with(Property::UnreachCall),
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        settings: Settings::default(),
    }
}

/// Explores with some analyses, calls by summaries; None if it does not come to its end.
fn explore<'a>(cx: &'a Cx<'a>, analyses: &[&str], merge: Merge) -> Option<Exploration<'a>> {
    let make = |name: &&str| {
        let domain = domains::named(name).expect("there is such a domain");
        (domain.make)(cx, None)
    };
    let components: Vec<Box<dyn Component>> = analyses.iter().map(make).collect();
    let setup = Setup {
        merge,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 3,
        limit: 20_000,
        refinements: 0,
    };
    let mut exploration = Exploration::new(cx, Product::new(components), setup);
    loop {
        match exploration.run() {
            Event::Violation(..) => {}
            Event::Finished => return Some(exploration),
            Event::Gap(_) | Event::Limit => return None,
        }
    }
}

/// With paths kept apart, as the thesis does.
fn explored<'a>(cx: &'a Cx<'a>, analyses: &[&str]) -> Exploration<'a> {
    explore(cx, analyses, Merge::Never).expect("it comes to its end")
}

/// HECTOR's T2: the guard of the loop is negated.
const FAULTY_SQUARE_ROOT: &str = "
    extern int __VERIFIER_nondet_int(void);
    extern void reach_error(void);
    int main(void) {
        int n = 0, x = 0;
        while (__VERIFIER_nondet_int())
            n = n + 1;
        while (!((x + 1) * (x + 1) <= n))
            x = x + 1;
        if (!(x * x <= n && n < (x + 1) * (x + 1)))
            reach_error();
        return 0;
    }";

#[test]
fn t2_faulty_square_root_is_falsified_by_signs_and_consistency() {
    let task = task(FAULTY_SQUARE_ROOT);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let exploration = explored(&cx, &["signs", "consistency"]);
    let model = Skeleton::of(&exploration, None);
    println!("signs and consistency: {} nodes", model.nodes.len());
    match promise(&task, &cx, &model, Property::UnreachCall) {
        Promise::Kept(found) => assert!(found.inputs.len() > 1, "{found:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn t2_faulty_square_root_is_not_falsified_by_signs_alone() {
    let task = task(FAULTY_SQUARE_ROOT);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let exploration = explored(&cx, &["signs"]);
    let model = Skeleton::of(&exploration, None);
    println!("signs alone: {} nodes", model.nodes.len());
    let found = promise(&task, &cx, &model, Property::UnreachCall);
    assert!(matches!(found, Promise::None), "{found:?}");
}

/// Where a run may end for another reason, nothing is promised.
#[test]
fn runs_that_end_are_not_hopeless() {
    let endings = [
        "__VERIFIER_assume(x);",
        "__VERIFIER_assume(__VERIFIER_nondet_int());",
        "x = 1 / __VERIFIER_nondet_int();",
        "if (__VERIFIER_nondet_int() > 5) exit(0);",
        "x = *p;",
        "while (__VERIFIER_nondet_int() < 3) ;",
    ];
    for ending in endings {
        let text = format!(
            "extern int __VERIFIER_nondet_int(void);
             extern void __VERIFIER_assume(int);
             extern void exit(int);
             extern void reach_error(void);
             int x, *p;
             int main(void) {{ {ending} reach_error(); return 0; }}"
        );
        let task = task(&text);
        let prepared = Prepared::new(&task).expect("there is a main");
        let cx = prepared.cx();
        let exploration = explored(&cx, &["signs"]);
        let model = Skeleton::of(&exploration, None);
        let found = promise(&task, &cx, &model, Property::UnreachCall);
        assert!(matches!(found, Promise::None), "{ending}: {found:?}");
    }
}

/// HECTOR's T10: what two modules know is a contradiction that nobody notices for two
/// statements.
const FIZZLES: &str = "
    extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    int main(void) {
        unsigned x = 2 * __VERIFIER_nondet_uint();
        unsigned y = x, z;
        if (y < 1) return 0;
        if (y > 1) return 0;
        z = 1;
        z = 2;
        if (x < y) reach_error();
        return z;
    }";

#[test]
fn t10_states_that_fizzle_out_are_pruned() {
    let task = task(FIZZLES);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let exploration = explored(&cx, &["parity", "intervals"]);
    let mut model = Model::of(&exploration, None);
    let before = model.skeleton.nodes.len();
    let pruned = model.prune(&cx);
    println!("{pruned} of {before} nodes are pruned");
    assert!(pruned >= 2, "{pruned}");
    assert_eq!(model.skeleton.nodes.len() + pruned, before);
    // Nothing more is found out about what is left.
    let fates = fates(&cx, &model.skeleton, |_| false);
    assert!(fates.iter().all(|fate| !fate.is_hopeless()));
    // With a module that notices contradictions there is nothing to prune.
    let exploration = explored(&cx, &["parity", "intervals", "consistency"]);
    assert_eq!(Model::of(&exploration, None).prune(&cx), 0);
}

/// A model with a hole says nothing of what is missing.
#[test]
fn a_model_with_a_hole_is_not_pruned() {
    let task = task(FIZZLES);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let exploration = explored(&cx, &["parity", "intervals"]);
    let hole = engine::Unknown {
        reason: engine::Reason::Bound,
        what: "a test".into(),
        span: program::Span::NONE,
    };
    assert_eq!(Model::of(&exploration, Some(&hole)).prune(&cx), 0);
}

/// A simple source of numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }
}

fn statements(dice: &mut Dice, depth: u32, out: &mut String) {
    for _ in 0..1 + dice.below(3) {
        let simple = [
            "g = 0;",
            "g = 1;",
            "h = g;",
            "h = 2;",
            "g = h - 1;",
            "x = g;",
            "x = 1;",
        ];
        let condition = [
            "g == 0",
            "h > 0",
            "__VERIFIER_nondet_int()",
            "x != g",
            "h == 2",
        ];
        match dice.below(if depth == 0 { 5 } else { 8 }) {
            0..=3 => out.push_str(dice.one(&simple)),
            4 => out.push_str(dice.one(&["f();", "x = __VERIFIER_nondet_int();"])),
            kind => {
                let word = if kind == 5 { "while" } else { "if" };
                out.push_str(&format!("{word} ({}) {{ ", dice.one(&condition)));
                statements(dice, depth - 1, out);
                out.push_str("} ");
            }
        }
        out.push('\n');
    }
}

fn program(dice: &mut Dice) -> String {
    let (mut f, mut main) = (String::new(), String::new());
    statements(dice, 1, &mut f);
    let f = f.replace("f();", "h = 0;");
    statements(dice, 2, &mut main);
    format!(
        "extern int __VERIFIER_nondet_int(void); int g, h;
         void f(void) {{ int x = 0; {f} }}
         int main(void) {{ int x = 0; {main} return 0; }}"
    )
}

fn query(dice: &mut Dice, depth: u32) -> String {
    let atoms = [
        "g == 0",
        "g >= 0",
        "h == 2",
        "h <= 2",
        "in(f)",
        "in(main)",
        "call(f)",
        "x == 0",
        "g <= 2",
        "!(h == 1)",
        "g + h < 5",
        "error",
    ];
    match dice.below(if depth == 0 { 2 } else { 8 }) {
        0 | 1 => dice.one(&atoms).to_owned(),
        2 => format!("X ({})", query(dice, depth - 1)),
        3 => format!("G ({})", query(dice, depth - 1)),
        4 => format!(
            "(({}) W ({}))",
            query(dice, depth - 1),
            query(dice, depth - 1)
        ),
        5 => format!("({} && {})", query(dice, depth - 1), query(dice, depth - 1)),
        _ => format!("({} || {})", query(dice, depth - 1), query(dice, depth - 1)),
    }
}

/// A model as it is loaded: its formulae are those of another logic.
fn reread(model: &Model, cx: &Cx<'_>, woven: &mut properties::Woven, logic: &mut Logic) -> Model {
    let mut model = model.clone();
    let old = cx.logic.borrow();
    let mut homes = vec![None; model.states.len()];
    for node in &model.skeleton.nodes {
        homes[node.state as usize] = Some(node.function);
    }
    for (state, home) in model.states.iter_mut().zip(homes) {
        let scope = logic::Scope::new(&woven.program, home);
        for part in &mut state.parts {
            let Some(said) = part.says else { continue };
            let text = old.show_plain(cx.program, said, Time::Before, home);
            let text = text.to_string();
            let read = logic.parse(&mut woven.program, &scope, &text);
            let read = read.expect("what is printed can be read");
            let now = logic.rename(&woven.program, read, |_| Time::Before);
            part.says = Some(now);
        }
    }
    model
}

/// So many programs; `CONCORD_QUERIES=2000` for a campaign.
fn programs() -> u64 {
    let count = std::env::var("CONCORD_QUERIES").ok();
    count.and_then(|c| c.parse().ok()).unwrap_or(40)
}

#[test]
fn queries_that_are_true_are_violated_by_no_run() {
    let solver = || Box::new(Cached::new(Z3::new())) as Box<dyn Solver>;
    let (mut held, mut violated, mut open) = (0, 0, 0);
    for seed in 1..=programs() {
        let mut dice = Dice(seed);
        let text = program(&mut dice);
        let task = task(&text);
        let prepared = Prepared::new(&task).expect("there is a main");
        let cx = prepared.cx();
        let analyses: &[&str] = match seed % 3 {
            0 => &["signs", "consistency"],
            1 => &["values"],
            _ => &["intervals", "symbolic", "consistency"],
        };
        let Some(exploration) = explore(&cx, analyses, Merge::Always) else {
            continue;
        };
        let mut made = Model::of(&exploration, None);
        made.prune(&cx);
        let mut woven = task.woven().expect("there is a main");
        let mut logic = Logic::new();
        let model = reread(&made, &cx, &mut woven, &mut logic);
        for _ in 0..6 {
            let asked = query(&mut dice, 3);
            let asked = if dice.below(2) == 0 {
                format!("G ({asked})")
            } else {
                asked
            };
            let query = Query::parse(&asked, &mut woven, &mut logic, &model);
            let query = query.unwrap_or_else(|e| panic!("{asked}: {e}"));
            let (found, _) = ask(&task, &woven, &logic, &model, &query, &solver);
            let faulty = || {
                let faults = (0..10_000).map(|number| (number, Fault::Unknown));
                Box::new(Faulty::new(Z3::new(), faults)) as Box<dyn Solver>
            };
            let (weaker, _) = ask(&task, &woven, &logic, &model, &query, &faulty);
            let mut runs = 0;
            let mut small = Exhaustive::new(0, 2, 10);
            let mut bad = None;
            while runs < 30 && bad.is_none() {
                runs += 1;
                bad = query.watch(&task, &woven, &logic, &mut small, 300);
                if !small.advance() {
                    break;
                }
            }
            for run in 0..5 {
                let mut random = Random::new(seed * 100 + run);
                bad = bad.or_else(|| query.watch(&task, &woven, &logic, &mut random, 300));
            }
            let says_true = |a: &Asked| matches!(a, Asked::Holds);
            if bad.is_some() {
                assert!(!says_true(&found), "seed {seed}: {asked}\n{text}");
                assert!(
                    !says_true(&weaker),
                    "seed {seed}, no solver: {asked}\n{text}"
                );
            }
            if says_true(&weaker) {
                assert!(
                    says_true(&found),
                    "seed {seed}: a solver makes it worse: {asked}"
                );
            }
            match found {
                Asked::Holds => held += 1,
                Asked::Violated(_) => violated += 1,
                Asked::Open(_) | Asked::Unknown(_) => open += 1,
            }
        }
    }
    println!("{held} hold, {violated} are violated, {open} open");
    assert!(held > 0 && violated > 0);
}

//! What HECTOR promises (thesis, chapters 3 and 4), each by a test with the number of its
//! requirement: modules that know nothing of each other, and models that miss nothing.
//! Requirement 2 is in `crates/logic/tests/five_states.rs`, 3 in
//! `crates/domains/tests/laws/modules.rs`, 5 and 10 are in `cooperate.rs`.

mod asking;

use asking::{component, reachability};
use domains::intervals::Intervals;
use domains::refs::Refs;
use domains::signs::Signs;
use domains::symbolic::Symbolic;
use domains::types::Types;
use engine::explore::{Calls, Event, Exploration, Link, Merge, NodeId, Order, Setup};
use engine::{
    Analysis, CallStep, Component, Concrete, Cx, Facts, Interned, Prepared, Product, Step,
    Successors, Task, Unwatched, Watch, one, verify,
};
use logic::{FormulaId, Time};
use machine::{Exhaustive, Inputs, Machine, Options, Random};
use program::{BinaryOp, Expr, ExprId, FunctionId, Location, Op, Place, VarId};
use properties::Property;
use solver::{Cached, Z3};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const SETUP: Setup = Setup {
    merge: Merge::Never,
    calls: Calls::Tabulated,
    order: Order::Program,
    widen_after: 3,
    limit: 20_000,
};

/// Explores all there is; the error locations that were reached.
fn explored<'a>(cx: &'a Cx<'a>, product: Product, setup: Setup) -> (Exploration<'a>, usize) {
    let mut exploration = Exploration::new(cx, product, setup);
    let mut errors = 0;
    loop {
        match exploration.run() {
            Event::Violation(..) => errors += 1,
            Event::Finished => return (exploration, errors),
            event => panic!("{event:?}"),
        }
    }
}

// Requirement 1.

/// A module that only this test has: which variables hold the square of a number.
struct Squares;

impl Analysis for Squares {
    type State = BTreeSet<VarId>;

    fn initial(&self, _: &Cx<'_>) -> Successors<Self::State> {
        one(BTreeSet::new())
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        state: &Self::State,
        step: &Step<'_>,
        _: &Facts<'_>,
    ) -> Successors<Self::State> {
        let mut next = state.clone();
        let exprs = &cx.program.exprs;
        match *step.op() {
            Op::Assign { to, value } => {
                if let Place::Var(var) = exprs.place(to) {
                    let is_square =
                        matches!(exprs.get(value), Expr::Binary(BinaryOp::Mul, a, b) if a == b);
                    match is_square {
                        true => next.insert(var),
                        false => next.remove(&var),
                    };
                }
            }
            Op::Assume { .. } | Op::Skip => {}
            // Nothing else is of interest in the program below.
            _ => next.clear(),
        }
        one(next)
    }

    fn call(
        &self,
        _: &Cx<'_>,
        _: &Self::State,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<Self::State> {
        one(BTreeSet::new())
    }

    fn ret(
        &self,
        _: &Cx<'_>,
        _: &Self::State,
        _: &Self::State,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<Self::State> {
        one(BTreeSet::new())
    }

    fn merge(&self, _: &Cx<'_>, new: &Self::State, old: &Self::State) -> Option<Self::State> {
        Some(new & old)
    }

    /// The last two bits of a square are 0 or 1.
    fn share(&self, cx: &Cx<'_>, state: &Self::State, step: &Step<'_>) -> Option<FormulaId> {
        let Op::Assume { condition, .. } = *step.op() else {
            return None;
        };
        let program = cx.program;
        let mut logic = cx.logic.borrow_mut();
        let mut known = Vec::new();
        let loads = (0..program.exprs.len()).map(<ExprId as program::Id>::new);
        for load in loads.filter(|&load| load <= condition) {
            if let Expr::Load(place) = program.exprs.get(load)
                && let Place::Var(var) = program.exprs.place(place)
                && state.contains(&var)
            {
                let ty = program.exprs.ty(load);
                let number = logic.at(program, Time::Before, load);
                let (two, zero) = (logic.int(program, 2, ty), logic.int(program, 0, ty));
                let bit = logic.binary(program, BinaryOp::And, number, two, ty);
                known.push(logic.compare(program, BinaryOp::Eq, bit, zero));
            }
        }
        (!known.is_empty()).then(|| logic.and(program, known))
    }

    fn show(&self, cx: &Cx<'_>, state: &Self::State) -> String {
        let names = state.iter().map(|&v| cx.program.show(v).to_string());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Neither the engine nor its product know a domain, and a module that nobody has heard of
/// joins a product.
#[test]
fn requirement_1_modules_are_isolated() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine");
    let manifest = fs::read_to_string(engine.join("Cargo.toml")).expect("it is there");
    assert!(!manifest.contains("domains"), "the engine knows domains");

    let task = reachability(
        "extern void reach_error(void);
         extern unsigned __VERIFIER_nondet_uint(void);
         int main(void) {
             unsigned x = __VERIFIER_nondet_uint();
             unsigned y = x * x;
             if (y % 4 == 3) reach_error();
             return 0;
         }",
    );
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let proved = |components: Vec<Box<dyn Component>>| {
        let product = Product::new(components);
        let mut solver = Cached::new(Z3::new());
        let answer = verify(&prepared, &cx, product, SETUP, &mut solver, &mut Unwatched);
        answer.is_decided() && !answer.is_violated()
    };
    let squares = || Box::new(Interned::new("squares", Squares)) as Box<dyn Component>;
    assert!(proved(vec![squares(), component(&cx, "consistency")]));
    assert!(!proved(vec![squares()]));
    assert!(!proved(vec![component(&cx, "consistency")]));
}

// Requirement 4.

/// Is the state in which the machine stopped one of those that a component's state means?
fn contains<A: Concrete + 'static>(
    cx: &Cx<'_>,
    component: &dyn Component,
    state: u32,
    machine: &mut Machine<'_>,
) -> Option<bool> {
    let component: &dyn Any = component;
    let interned = component.downcast_ref::<Interned<A>>()?;
    let analysis = interned.analysis();
    Some(
        analysis
            .contains(cx, interned.state(state), machine)
            .is_ok(),
    )
}

/// Is it one of those that a node means, of which all components speak together?
fn covers(exploration: &Exploration<'_>, node: NodeId, machine: &mut Machine<'_>) -> bool {
    let cx = exploration.cx();
    let components = exploration.product().components().iter();
    let mut states = components.zip(exploration.state(node));
    states.all(|(c, &s)| {
        let c = c.as_ref();
        contains::<Signs>(cx, c, s, machine)
            .or_else(|| contains::<Intervals>(cx, c, s, machine))
            .or_else(|| contains::<Refs>(cx, c, s, machine))
            .or_else(|| contains::<Symbolic>(cx, c, s, machine))
            .or_else(|| contains::<Types>(cx, c, s, machine))
            .expect("a module that is known here")
    })
}

/// Runs a program; every state on the way is covered by a node.
fn run_is_covered(
    task: &Task,
    exploration: &Exploration<'_>,
    places: &BTreeMap<(FunctionId, Location), Vec<NodeId>>,
    inputs: &mut dyn Inputs,
) -> u64 {
    let cx = exploration.cx();
    let start = &cx.program.functions[cx.start];
    let options = Options {
        entry: cx.program.names[start.name].to_owned(),
        steps: 400,
        ..task.machine_options()
    };
    let mut machine = Machine::new(cx.program, options, inputs);
    let mut ended = machine.begin();
    let mut states = 0;
    while ended.is_none()
        && let Some(at) = machine.position()
    {
        let nodes = places.get(&at).map_or(&[][..], |nodes| nodes);
        let is_covered = nodes.iter().any(|&n| covers(exploration, n, &mut machine));
        assert!(is_covered, "{:?} of {}", at.1, cx.program.show(at.0));
        states += 1;
        ended = machine.step();
    }
    states
}

/// Functions that call themselves and each other, without contracts. Whether a number is
/// wrong is decided by `BUG`, which is seeded in some of them.
const RECURSIVE: &[&str] = &[
    "static int count(int n) {
         if (n <= 0) return 0;
         int t = count(n - 1);
         if (t < BUG) reach_error();
         return t + 1;
     }
     int main(void) { return count(__VERIFIER_nondet_int()); }",
    "static int odd(int n);
     static int even(int n) { if (n <= 0) return 1; return odd(n - 1); }
     static int odd(int n) { if (n <= 0) return 0; return even(n - 1); }
     int main(void) {
         int t = even(__VERIFIER_nondet_int());
         if (t < 0 || t > 1 - BUG) reach_error();
         return 0;
     }",
    "static int depth;
     static void down(int *p, int n) {
         if (n <= 0) { *p = depth; return; }
         depth = n;
         down(p, n - 1);
         if (*p < BUG) reach_error();
     }
     int main(void) { int x = 0; depth = 0; down(&x, __VERIFIER_nondet_int()); return x; }",
];

#[test]
fn requirement_4_models_cover_every_step_and_miss_no_error() {
    for program in RECURSIVE {
        for (bug, is_wrong) in [("0", false), ("1", true)] {
            let text = format!(
                "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n{}",
                program.replace("BUG", bug)
            );
            let mut task = reachability(&text);
            task.settings.overflow_is_fatal = true;
            let prepared = Prepared::new(&task).expect("there is a main");
            let cx = prepared.cx();
            let modules = ["signs", "intervals", "refs", "symbolic", "types"];
            let components = modules.iter().map(|name| component(&cx, name)).collect();
            // Joined where paths meet: bounds would grow without end.
            let merge = Merge::Always;
            let setup = Setup { merge, ..SETUP };
            let (mut exploration, errors) = explored(&cx, Product::new(components), setup);
            assert!(errors > 0 || !is_wrong, "an error is missed: {text}");
            // Every abstract step leads to a node.
            exploration
                .check()
                .unwrap_or_else(|e| panic!("{e}: {text}"));
            let mut places: BTreeMap<_, Vec<NodeId>> = BTreeMap::new();
            for (id, node) in exploration.nodes() {
                let at = (exploration.function(id), node.at);
                places.entry(at).or_default().push(id);
            }
            let mut states = 0;
            let mut small = Exhaustive::new(-1, 3, 4);
            for _ in 0..5 {
                states += run_is_covered(&task, &exploration, &places, &mut small);
                if !small.advance() {
                    break;
                }
            }
            for seed in 0..10 {
                let mut random = Random::new(seed);
                states += run_is_covered(&task, &exploration, &places, &mut random);
            }
            assert!(states > 50, "only {states} states");
        }
    }
}

// T1.

/// Fig. 4.2. The nodes of its automaton are the first locations of the lines with a mark. In
/// the thesis variables are zero at first; here they are set before the first mark.
const SQUARE_ROOT: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int choose_natural(void) {
    int n = 0;
    int one = 1;
    while (__VERIFIER_nondet_int()) // @0
        n = n + one; // @1
    return n; // @2
}
static int square_root(int n) {
    int x = 0;
    int one = 1;
    while ((x + 1) * (x + 1) <= n) // @0
        x = x + one; // @1
    if (!(x * x <= n && n < (x + 1) * (x + 1))) // @2
        reach_error();
    return x; // @3
}
int main(void) {
    int x;
    int y;
    x = choose_natural();
    y = square_root(x); // @0
    return 0; // @terminated
}
";

/// A node of the thesis's model: procedure, place in its automaton, and the signs of the
/// variables that the program has names for.
type Node = (String, String, Vec<String>);

#[derive(Default, PartialEq, Eq, Debug)]
struct Model {
    nodes: BTreeSet<Node>,
    edges: BTreeSet<(Node, Node)>,
    calls: BTreeSet<(Node, Node)>,
    returns: BTreeSet<(Node, Node)>,
}

impl Model {
    fn counts(&self) -> [usize; 5] {
        // The thesis lets `terminated` and `asserterror` lead to themselves.
        let ends = |n: &&Node| n.1 == "terminated" || n.1 == "asserterror";
        let loops = self.nodes.iter().filter(ends).count();
        let errors = self.nodes.iter().filter(|n| n.1 == "asserterror").count();
        [
            self.nodes.len(),
            self.edges.len() + loops,
            self.calls.len(),
            self.returns.len(),
            errors,
        ]
    }
}

/// The exploration of a product whose first module are split signs, with only those nodes
/// that the thesis has.
fn model(text: &str, modules: &[&str]) -> Model {
    let mut task = reachability(text);
    task.settings.overflow_is_fatal = true;
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let components = modules.iter().map(|name| component(&cx, name)).collect();
    let (exploration, _) = explored(&cx, Product::new(components), SETUP);
    let program = cx.program;
    let signs: &dyn Any = exploration.product().components()[0].as_ref();
    let signs = signs.downcast_ref::<Interned<Signs>>().expect("signs");
    // The place that a location is in the figure.
    let place = |function: FunctionId, at: Location| -> Option<String> {
        let body = program.functions[function].body.as_ref()?;
        if let Some(number) = body.error_at(at) {
            // A run that leaves its numbers ends, too, and is none in the thesis.
            let property = prepared.woven.violations[number as usize].property;
            return (property == Property::UnreachCall).then(|| "asserterror".into());
        }
        let line = |at: Location| {
            let edge = body.leaving(at).first()?;
            Some(program.sources.position(edge.span)?.line)
        };
        if at == body.entry() {
            return Some("start".into());
        }
        let own = line(at)?;
        let (_, mark) = text.lines().nth(own as usize - 1)?.split_once("// @")?;
        let first = body.locations().find(|&l| line(l) == Some(own));
        (first == Some(at)).then(|| mark.to_owned())
    };
    let of = |id: NodeId| -> Option<Node> {
        let function = exploration.function(id);
        let name = program.show(function).to_string();
        if !["choose_natural", "square_root", "main"].contains(&&name[..]) {
            return None;
        }
        let place = place(function, exploration.node(id).at)?;
        let state = signs.state(exploration.state(id)[0]);
        let known = state.places().into_iter().filter_map(|place| {
            let name = program.show(place).to_string();
            let is_named = ["n", "x", "y", "one"].contains(&&name[..]);
            is_named.then(|| format!("{name} {:?}", state.get(place)))
        });
        let mut known: Vec<String> = known.collect();
        known.sort();
        Some((name, place, known))
    };
    // Where links lead, those to nodes that contain what was reached among them.
    let mut links: Vec<(Link, NodeId)> = exploration.covering().map(|(to, l)| (l, to)).collect();
    for (id, _) in exploration.nodes() {
        links.extend(exploration.links(id).iter().map(|&link| (link, id)));
    }
    let within = |from: NodeId| {
        let steps = links
            .iter()
            .filter(move |(l, _)| !l.is_entry() && l.parent() == Some(from));
        steps.map(|(_, to)| *to)
    };
    // The nodes of the figure that are reached from one without passing others; and those
    // that are not of the figure on the way.
    let next = |from: NodeId| {
        let (mut found, mut passed) = (Vec::new(), vec![from]);
        let mut at = 0;
        while let Some(&node) = passed.get(at) {
            at += 1;
            for to in within(node) {
                match of(to) {
                    Some(_) => found.push(to),
                    None if !passed.contains(&to) => passed.push(to),
                    None => {}
                }
            }
        }
        (found, passed)
    };
    let mut model = Model::default();
    for (id, _) in exploration.nodes() {
        let Some(node) = of(id) else { continue };
        model.nodes.insert(node.clone());
        let (found, passed) = next(id);
        let found = found.into_iter().filter_map(of);
        model.edges.extend(found.map(|to| (node.clone(), to)));
        for &(link, to) in &links {
            let leads = |end: Option<NodeId>| end.is_some_and(|end| passed.contains(&end));
            if link.is_entry() && leads(link.parent()) {
                model.calls.extend(of(to).map(|to| (node.clone(), to)));
            }
            if leads(link.exit()) {
                let after = match of(to) {
                    Some(to) => vec![to],
                    None => next(to).0.into_iter().filter_map(of).collect(),
                };
                let after = after.into_iter().map(|to| (node.clone(), to));
                model.returns.extend(after);
            }
        }
    }
    model
}

/// The models of Figs. 3.10 and 3.11, as they were counted anew from the thesis's algorithm:
/// nodes, edges, call edges, return edges, and nodes at errors.
#[test]
fn t1_models_are_those_of_the_thesis() {
    let alone = model(SQUARE_ROOT, &["signs:split"]);
    assert_eq!(alone.counts(), [28, 31, 3, 5, 2], "{alone:#?}");
    let with_a_prover = model(SQUARE_ROOT, &["signs:split", "consistency"]);
    assert_eq!(
        with_a_prover.counts(),
        [24, 25, 3, 4, 1],
        "{with_a_prover:#?}"
    );
}

/// Fig. 6.3: all in one procedure, and the guard of the loop negated (T2). That it is falsified
/// is in `crates/domains/tests/model.rs`.
const FAULTY_SQUARE_ROOT: &str = "
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    int x = 0;
    int one = 1;
    while (__VERIFIER_nondet_int()) // @0
        n = n + one; // @1
    while (!((x + 1) * (x + 1) <= n)) // @2
        x = x + one; // @3
    if (!(x * x <= n && n < (x + 1) * (x + 1))) // @4
        reach_error();
    return 0; // @terminated
}
";

/// Nodes, counted anew from the thesis's algorithm as those of T1.
#[test]
fn t2_models_are_those_of_the_thesis() {
    let alone = model(FAULTY_SQUARE_ROOT, &["signs:split"]);
    assert_eq!(alone.counts()[0], 19, "{alone:#?}");
    let with_a_prover = model(FAULTY_SQUARE_ROOT, &["signs:split", "consistency"]);
    assert_eq!(with_a_prover.counts()[0], 12, "{with_a_prover:#?}");
}

// T3.

/// The states after `x = x - 1`, of predicates `x * x == 1` and `x > 0`.
fn after_decrement(module: &str, condition: &str) -> Vec<String> {
    let text = format!(
        "extern short __VERIFIER_nondet_short(void);
         void here(void) {{}}
         int main(void) {{
             short x = __VERIFIER_nondet_short();
             if ({condition}) {{
                 x = x - 1;
                 here();
             }}
             return 0;
         }}"
    );
    let task = reachability(&text);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let product = Product::new(vec![component(&cx, module)]);
    let (exploration, _) = explored(&cx, product, SETUP);
    let here = cx.program.function_named("here").expect("it is there");
    let calls = exploration.nodes().filter_map(|(id, node)| {
        let body = cx.program.functions[exploration.function(id)]
            .body
            .as_ref()?;
        let mut edges = body.leaving(node.at).iter();
        let is_call = edges.any(|edge| match &edge.op {
            Op::Call(call) => call.callee == program::Callee::Direct(here),
            _ => false,
        });
        let state = exploration.state(id);
        is_call.then(|| exploration.product().show(&cx, state))
    });
    let mut shown: Vec<String> = calls.collect();
    shown.sort();
    shown.dedup();
    shown
}

#[test]
fn t3_monomials_and_trivectors() {
    let both = "x * x == 1 && x > 0";
    let second = "x * x != 1 && x > 0";
    let neither = "[(int)x * (int)x != 1 && (int)x < 1]";
    // Two monomials, with the first predicate and without it.
    let only_second = "[(int)x > 0]";
    assert_eq!(after_decrement("predicates:monomials", both), [neither]);
    assert_eq!(
        after_decrement("predicates:monomials", second),
        [only_second]
    );
    assert_eq!(
        after_decrement("predicates:trivectors", second),
        [only_second]
    );
}

// Refinement.

/// Keeps what refinement says.
#[derive(Default)]
struct Log(Vec<String>);

impl Watch for Log {
    fn refined(&mut self, what: &str) {
        self.0.push(what.to_owned());
    }
}

/// A path that cannot be taken is offered to all: signs of one variable are cheaper than
/// predicates, whoever is asked first. What signs cannot exclude is left to predicates.
#[test]
fn the_cheapest_offer_is_taken() {
    let task = reachability(
        "extern void reach_error(void);
         extern int __VERIFIER_nondet_int(void);
         int main(void) {
             int n = __VERIFIER_nondet_int();
             int m = __VERIFIER_nondet_int();
             if (n <= 0) return 0;
             if (n == 0) reach_error();
             if (m == n && m - n != 0) reach_error();
             return 0;
         }",
    );
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let setup = Setup {
        merge: Merge::WhenKeysAgree,
        calls: Calls::Unrolled,
        ..SETUP
    };
    for modules in [
        ["predicates:single", "signs:lazy"],
        ["signs:lazy", "predicates:single"],
    ] {
        let components = modules.iter().map(|name| component(&cx, name)).collect();
        let mut log = Log::default();
        let mut solver = Cached::new(Z3::new());
        let product = Product::new(components);
        let answer = verify(
            &prepared,
            &cx,
            product,
            setup.clone(),
            &mut solver,
            &mut log,
        );
        assert!(answer.is_decided() && !answer.is_violated(), "{:?}", log.0);
        let by_signs = log
            .0
            .iter()
            .filter(|line| line.contains("by signs of n at"));
        assert_eq!(by_signs.count(), 1, "{:?}", log.0);
        assert!(log.0.len() > 1, "predicates were not asked: {:?}", log.0);
    }
}

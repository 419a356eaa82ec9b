//! Lazy abstraction: whatever is cut out of an exploration, what it comes to in the end
//! is an exploration of the whole program again.

#![forbid(unsafe_code)]

use engine::explore::{Calls, Event, Exploration, Merge, NodeId, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use frontend::Text;
use program::{FunctionId, Location};
use properties::{Properties, Property};
use std::collections::BTreeSet;

const PROGRAMS: [&str; 5] = [
    // A loop in a loop.
    "int __VERIFIER_nondet_int(void);
     int main(void) {
         int x = 0, y = 1, i = 0, j;
         while (i < 3) {
             for (j = 0; j < 2; j++) { x += 2; if (__VERIFIER_nondet_int()) y += x; }
             i++;
         }
         __VERIFIER_assert(x % 2 == 0);
         __VERIFIER_assert(y == 5);
         return 0;
     }",
    // Calls from several places, with several exits.
    "int __VERIFIER_nondet_int(void);
     int g;
     int twice(int n) { if (n > 2) { g++; return 2 * n; } return n + n; }
     int pick(int n) { int r = twice(n); if (__VERIFIER_nondet_int()) r++; return r; }
     int main(void) {
         int a = pick(1), b = pick(3), c = twice(a);
         if (a == b) g = 7;
         __VERIFIER_assert(c % 2 == 0);
         __VERIFIER_assert(g != 7);
         __VERIFIER_assert(g < 9);
         return 0;
     }",
    // Recursion.
    "int g;
     int even(int n);
     int odd(int n) { if (n == 0) return 0; g = even(n - 1); return g; }
     int even(int n) { if (n == 0) return 1; return odd(n - 1); }
     int main(void) {
         int r = even(4);
         __VERIFIER_assert(r == 1);
         __VERIFIER_assert(g == 1);
         return 0;
     }",
    // Calls through pointers, of functions with and without a body.
    "int __VERIFIER_nondet_int(void);
     int outside(int);
     int one(int n) { return n + 1; }
     int two(int n) { return n + 2; }
     int main(void) {
         int (*f)(int) = one; int x = 0;
         switch (__VERIFIER_nondet_int()) { case 0: f = two; break; case 1: f = outside; break; }
         x = f(x); x = f(x);
         __VERIFIER_assert(x % 2 == 0);
         return 0;
     }",
    // Nothing ends it but its states: paths that come back to themselves.
    "int __VERIFIER_nondet_int(void);
     int flip(int n) { return n ? 0 : 1; }
     int main(void) {
         int state = 0, seen = 0;
     again:
         if (__VERIFIER_nondet_int()) { state = flip(state); goto again; }
         if (__VERIFIER_nondet_int()) { seen = state; goto again; }
         while (seen && __VERIFIER_nondet_int()) ;
         __VERIFIER_assert(state <= 1);
         __VERIFIER_assert(!seen);
         return 0;
     }",
];

fn task(text: &str) -> Task {
    let declared = "extern void __assert_fail(const char *, const char *, unsigned, const char *);
        void __VERIFIER_assert(int c) { if (!c) __assert_fail(\"\", \"\", 0, \"\"); }\n";
    let text = Text {
        path: "test.c".into(),
        bytes: [declared, text].concat().into_bytes(),
        library: false,
    };
    let mut texts = vec![text];
    texts.extend(machine::models());
    let program = match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE.with(Property::Assert),
        settings: Settings::default(),
    }
}

/// Numbers that look random, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

/// A node, or one of a path to it, which others may have taken the place of.
fn some_node(exploration: &Exploration<'_>, dice: &mut Dice) -> Option<NodeId> {
    let nodes: Vec<NodeId> = exploration.nodes().map(|(id, _)| id).collect();
    let node = *nodes.get(dice.below(nodes.len().max(1)))?;
    if dice.below(2) == 0 {
        return Some(node);
    }
    let path = exploration.path(node);
    Some(path[dice.below(path.len())])
}

type Errors = BTreeSet<(FunctionId, Location)>;

/// The error locations that are reached when there is no more to explore; None if there
/// is no end. With dice, more is cut out on the way, a few times.
fn errors(exploration: &mut Exploration<'_>, mut dice: Option<&mut Dice>) -> Option<Errors> {
    let mut cuts = 0;
    loop {
        match exploration.run() {
            Event::Violation(..) | Event::Gap(_) => {
                if let Some(dice) = &mut dice
                    && cuts < 2
                    && dice.below(8) == 0
                {
                    cuts += 1;
                    cut(exploration, dice);
                }
            }
            Event::Finished => break,
            Event::Limit => return None,
        }
    }
    let nodes = exploration.nodes();
    let places = nodes.map(|(id, node)| (exploration.function(id), node.at));
    let program = exploration.cx().program;
    let is_error = |(function, at): &(FunctionId, Location)| {
        let body = program.functions[*function].body.as_ref();
        body.is_some_and(|b| b.error_at(*at).is_some())
    };
    Some(places.filter(is_error).collect())
}

fn cut(exploration: &mut Exploration<'_>, dice: &mut Dice) {
    let cut: Vec<NodeId> = (0..=dice.below(2))
        .filter_map(|_| some_node(exploration, dice))
        .collect();
    exploration.cut(&cut);
    assert!(cut.iter().all(|&id| exploration.node(id).is_dropped()));
    assert!(cut.iter().all(|&id| exploration.standing(id).is_none()));
}

/// In all ways to explore, with a domain. Returns how many explorations ended.
fn check(domain: &str, text: &str) -> u32 {
    let task = task(text);
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let mut ended = 0;
    for merge in [Merge::Never, Merge::Always, Merge::WhenKeysAgree] {
        for calls in [Calls::Tabulated, Calls::Unrolled] {
            for order in [Order::DepthFirst, Order::BreadthFirst, Order::Program] {
                let way = format!("{domain}, {merge:?}, {calls:?}, {order:?}:\n{text}\n");
                let domain = domains::named(domain).expect("it is registered");
                let setup = Setup {
                    merge,
                    calls,
                    order,
                    widen_after: 100,
                    limit: 4_000,
                };
                let explore = |setup: Setup| {
                    let product = Product::new(vec![(domain.make)(&cx, None)]);
                    Exploration::new(&cx, product, setup)
                };
                let Some(expected) = errors(&mut explore(setup.clone()), None) else {
                    continue;
                };
                // It begins anew many times.
                let limit = 100 * setup.limit;
                let mut exploration = explore(Setup { limit, ..setup });
                assert_eq!(errors(&mut exploration, None).as_ref(), Some(&expected));
                ended += 1;
                assert_eq!(exploration.check(), Ok(()), "{way}");
                let shown = exploration.text();
                let mut dice = Dice(17);
                for round in 0..10 {
                    let way = format!("round {round}, {way}");
                    cut(&mut exploration, &mut dice);
                    let found = errors(&mut exploration, Some(&mut dice));
                    assert_eq!(found.as_ref(), Some(&expected), "{way}");
                    assert_eq!(exploration.check(), Ok(()), "{way}");
                    // What values merge to depends on their order.
                    if merge == Merge::Always && domain.name == "parity" {
                        assert_eq!(exploration.text(), shown, "{way}");
                    }
                }
            }
        }
    }
    ended
}

#[test]
fn with_parity() {
    let ended: u32 = PROGRAMS.iter().map(|text| check("parity", text)).sum();
    assert!(ended >= 80, "{ended}");
}

#[test]
fn with_values() {
    let ended: u32 = PROGRAMS.iter().map(|text| check("values", text)).sum();
    assert!(ended >= 80, "{ended}");
}

//! The Cartesian post on all heaps of up to four objects (seed 004, Theorem 1): whatever a
//! heap is, the abstraction of the heap after a command is covered by the post of its
//! abstraction. And errors that are put into a transformer are found this way.

use super::cube::{Cube, covered, normal};
use super::post::{Effort, Heap as Abstract, Post};
use super::scope::{HeapPredicate, Scope};
use super::transformer::{Before, Transformer};
use super::{Heaps, Inner};
use crate::shapes::class::{Meaning, Symbols, Word};
use crate::shapes::places::{CellId, Stack};
use ::program::{DataModel, FunctionId};
use engine::{Cx, Prepared, Settings, Step, Task};
use frontend::Text;
use logic::relational::{Formula, PredicateId, Variable};
use machine::UnknownCalls;
use properties::Properties;
use rustc_hash::FxHashMap;
use std::rc::Rc;

const PROGRAM: &str = "
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
struct node { struct node *next; int data; };
int main(void) {
    struct node *x = malloc(sizeof *x), *y = x;
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
        case 1: x = y; break;
        case 2: x = y->next; break;
        case 3: x = x->next; break;
        case 4: x = 0; break;
        case 5: x->next = y; break;
        case 6: x->next = 0; break;
        case 7: x->next = x; break;
        case 8: x->data = 1; break;
        case 9: x->data = 2; break;
        case 10: if (x == y) y = 0; break;
        case 11: if (y->data == 1) x = y; break;
        }
    }
    return x == y;
}
";

/// Pointers and links lead to an object or are null.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Concrete {
    pointers: [Option<usize>; 2],
    next: Vec<Option<usize>>,
    one: Vec<bool>,
}

/// What a command does; None if the run does not go on.
type Run = fn(&Concrete) -> Option<Concrete>;

const COMMANDS: &[(&str, Run)] = &[
    ("x = y", |h| Some(h.with(|h| h.pointers[0] = h.pointers[1]))),
    ("x = y->next", |h| {
        let y = h.pointers[1]?;
        Some(h.with(|h| h.pointers[0] = h.next[y]))
    }),
    ("x = x->next", |h| {
        let x = h.pointers[0]?;
        Some(h.with(|h| h.pointers[0] = h.next[x]))
    }),
    ("x = NULL", |h| Some(h.with(|h| h.pointers[0] = None))),
    ("x->next = y", |h| h.linked(h.pointers[1])),
    ("x->next = NULL", |h| h.linked(None)),
    ("x->next = x", |h| h.linked(h.pointers[0])),
    ("x->data = 1", |h| {
        let x = h.pointers[0]?;
        Some(h.with(|h| h.one[x] = true))
    }),
    ("x->data = 2", |h| {
        let x = h.pointers[0]?;
        Some(h.with(|h| h.one[x] = false))
    }),
    ("assume x == y", |h| {
        (h.pointers[0] == h.pointers[1]).then(|| h.clone())
    }),
    ("assume !(x == y)", |h| {
        (h.pointers[0] != h.pointers[1]).then(|| h.clone())
    }),
    ("assume y->data == 1", |h| {
        h.one[h.pointers[1]?].then(|| h.clone())
    }),
    ("assume !(y->data == 1)", |h| {
        (!h.one[h.pointers[1]?]).then(|| h.clone())
    }),
];

impl Concrete {
    fn with(&self, change: impl Fn(&mut Concrete)) -> Concrete {
        let mut heap = self.clone();
        change(&mut heap);
        heap
    }

    fn linked(&self, to: Option<usize>) -> Option<Concrete> {
        let x = self.pointers[0]?;
        Some(self.with(|h| h.next[x] = to))
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut at = Some(from);
        for _ in 0..=self.next.len() {
            match at {
                Some(object) if object == to => return true,
                Some(object) => at = self.next[object],
                None => return false,
            }
        }
        false
    }
}

/// All heaps with so many objects; what lies in them is told apart where they are few.
fn heaps(objects: usize) -> impl Iterator<Item = Concrete> {
    let links = (objects + 1).pow(2 + objects as u32);
    let data = if objects <= 2 { 1 << objects } else { 1 };
    (0..links * data).map(move |mut number| {
        let mut digit = |base: usize| {
            let digit = number % base;
            number /= base;
            digit
        };
        Concrete {
            pointers: [0; 2].map(|_| digit(objects + 1).checked_sub(1)),
            next: (0..objects)
                .map(|_| digit(objects + 1).checked_sub(1))
                .collect(),
            one: (0..objects)
                .map(|_| objects <= 2 && digit(2) == 1)
                .collect(),
        }
    })
}

struct Test<'a> {
    names: &'a dyn Fn(CellId) -> String,
    symbols: &'a Symbols,
}

impl Test<'_> {
    fn atom(&self, heap: &Concrete, p: PredicateId, at: &[usize]) -> bool {
        let pointer = |cell: CellId| match (self.names)(cell).as_str() {
            "x" => heap.pointers[0],
            "y" => heap.pointers[1],
            _ => None,
        };
        let back = |&o: &usize| heap.next[o].is_some_and(|n| heap.reaches(n, o));
        match self.symbols.meaning(p).expect("it has a meaning") {
            Meaning::Points(cell, _) => pointer(*cell) == Some(at[0]),
            Meaning::Null(cell) => pointer(*cell).is_none(),
            Meaning::Link(..) => heap.next[at[0]] == Some(at[1]),
            Meaning::NullLink(_) => heap.next[at[0]].is_none(),
            Meaning::Leads(_) => heap.next[at[0]].is_some(),
            Meaning::Data(data) => heap.one[at[0]] == (data.value == 1),
            Meaning::Closure(_) => heap.reaches(at[0], at[1]),
            Meaning::Acyclic(_) => !(0..heap.next.len()).any(|o| back(&o)),
            // All are allocated at one place.
            Meaning::Site(_) => true,
            Meaning::Word(Word::Freed | Word::Escaped | Word::Lost | Word::Fresh) => false,
            other => panic!("no heap predicate is about {other:?}"),
        }
    }

    fn holds(&self, heap: &Concrete, f: &Formula, at: &[(Variable, usize)]) -> bool {
        let look = |v: &Variable| {
            let found = at.iter().rev().find(|(w, _)| w == v);
            found.expect("the formula is closed").1
        };
        let with = |v: Variable, object: usize| {
            let mut at = at.to_vec();
            at.push((v, object));
            at
        };
        let mut objects = 0..heap.next.len();
        match f {
            Formula::True => true,
            Formula::False => false,
            Formula::Nullary(p) => self.atom(heap, *p, &[]),
            Formula::Unary(p, v) => self.atom(heap, *p, &[look(v)]),
            Formula::Binary(p, v, u) => self.atom(heap, *p, &[look(v), look(u)]),
            Formula::Equal(v, u) => look(v) == look(u),
            Formula::Not(f) => !self.holds(heap, f, at),
            Formula::And(parts) => parts.iter().all(|f| self.holds(heap, f, at)),
            Formula::Or(parts) => parts.iter().any(|f| self.holds(heap, f, at)),
            Formula::Exists(v, f) => objects.any(|o| self.holds(heap, f, &with(*v, o))),
            Formula::Forall(v, f) => objects.all(|o| self.holds(heap, f, &with(*v, o))),
            Formula::Unknown | Formula::Closure { .. } => panic!("no heap predicate has it"),
        }
    }

    /// The smallest boolean heap of a heap.
    fn abstraction(&self, heap: &Concrete, scope: &Scope) -> Abstract {
        let cube = |predicates: &[HeapPredicate], at: &[(Variable, usize)]| {
            let mut cube = Cube::default();
            for (number, p) in predicates.iter().enumerate() {
                cube.set(number, Some(self.holds(heap, &p.formula, at)));
            }
            cube
        };
        let objects = 0..heap.next.len();
        let objects = objects.map(|o| cube(&scope.unary, &[(crate::shapes::class::V, o)]));
        Abstract {
            facts: cube(&scope.facts, &[]),
            objects: normal(objects.collect()),
        }
    }
}

fn with_program(test: impl FnOnce(&Cx<'_>, &Heaps)) {
    let mut texts = machine::models();
    texts.push(Text {
        path: "heaps.c".into(),
        bytes: PROGRAM.as_bytes().to_vec(),
        library: false,
    });
    let program = frontend::compile_texts(texts, DataModel::Lp64);
    let program = program
        .unwrap_or_else(|f| panic!("{:?}", f.diagnostics))
        .program;
    let task = Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE,
        settings: Settings {
            entry: "main".into(),
            overflow_is_fatal: false,
            malloc_may_fail: false,
            unknown_calls: UnknownCalls::Pure,
        },
    };
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    test(&cx, &Heaps::new(&cx));
}

fn main(cx: &Cx<'_>) -> FunctionId {
    crate::shapes::class::main(cx.program).expect("there is a main")
}

/// What becomes of the commands on all heaps of up to so many objects: heaps that are not
/// covered afterwards, of all that there are. `break_it` may make a transformer wrong; false
/// if there is nothing to break.
fn uncovered(
    cx: &Cx<'_>,
    heaps: &Heaps,
    objects: usize,
    break_it: &dyn Fn(&Scope, &mut Transformer) -> bool,
) -> (usize, usize) {
    let function = main(cx);
    let stack = Stack::new(function);
    let body = cx.function(function).body.as_ref().expect("it has a body");
    let (mut wrong, mut all, mut commands) = (0, 0, 0);
    for (text, run) in COMMANDS {
        let edge = body.edges().find(|(_, edge)| {
            let op = cx.program.show(&edge.op).to_string();
            op == *text
        });
        let (id, edge) =
            edge.unwrap_or_else(|| panic!("no `{text}` in {}", cx.program.show(function)));
        let step = Step { function, id, edge };
        let inner = &mut *heaps.inner.borrow_mut();
        let chain = heaps.offline(cx, inner, &step, &stack);
        let links = Rc::clone(&inner.transformers[chain.expect("it has successors")]);
        let [link] = &links[..] else {
            panic!("`{text}` is one command");
        };
        let (from, to) = (
            Rc::clone(&inner.scopes[link.from as usize]),
            Rc::clone(&inner.scopes[link.to as usize]),
        );
        let mut by = link.by.clone();
        commands += usize::from(break_it(&to, &mut by));
        let Inner {
            symbols, prover, ..
        } = inner;
        let names = |cell| heaps.names(cx).cell(cell);
        let test = Test {
            names: &names,
            symbols,
        };
        let mut known: FxHashMap<Abstract, Vec<Abstract>> = FxHashMap::default();
        for heap in (0..=objects).flat_map(self::heaps) {
            let Some(after) = run(&heap) else {
                continue;
            };
            all += 1;
            let before = test.abstraction(&heap, &from);
            let posts = known.entry(before).or_insert_with_key(|before| {
                let mut post = Post {
                    prover,
                    effort: &mut Effort::default(),
                    from: &from,
                    to: &to,
                    by: &by,
                    heard: &[],
                };
                post.of(before)
            });
            let after = test.abstraction(&after, &to);
            let is_covered = posts.iter().any(|post| {
                after.facts.implies(&post.facts) && covered(&after.objects, &post.objects)
            });
            wrong += usize::from(!is_covered);
        }
    }
    assert!(commands > 0, "nothing was broken");
    (wrong, all)
}

#[test]
fn the_cartesian_post_covers_all_heaps_of_four_objects() {
    with_program(|cx, heaps| {
        let (wrong, all) = uncovered(cx, heaps, 4, &|_, _| true);
        assert!(all > 100_000, "only {all}");
        assert_eq!(wrong, 0, "of {all}");
    });
}

/// Theorem 2: at most two entailments for each predicate of an abstract object, and where
/// splitting looks for the object that a pointer will lead to, two for each object that it
/// may be. What was asked once is not asked again.
#[test]
fn two_entailments_for_each_predicate_and_none_again() {
    with_program(|cx, heaps| {
        let function = main(cx);
        let stack = Stack::new(function);
        let body = cx.function(function).body.as_ref().expect("it has a body");
        let asked = |inner: &Inner| {
            let all = inner.prover.statistics().into_iter();
            let mut asked = all.filter(|(name, _)| *name == "heap entailments");
            asked.next().map_or(0, |(_, count)| count)
        };
        let mut posts = 0;
        for (id, edge) in body.edges() {
            let step = Step { function, id, edge };
            let inner = &mut *heaps.inner.borrow_mut();
            let Some(chain) = heaps.offline(cx, inner, &step, &stack) else {
                continue;
            };
            let links = Rc::clone(&inner.transformers[chain]);
            let from = Rc::clone(&inner.scopes[links[0].from as usize]);
            let scopes = links.iter().map(|l| &inner.scopes[l.to as usize]);
            let n = scopes.map(|s| s.unary.len().max(s.facts.len())).max();
            let n = n.unwrap_or(0).max(from.unary.len()) as u64;
            for heap in (0..=2).flat_map(self::heaps) {
                let names = |cell| heaps.names(cx).cell(cell);
                let test = Test {
                    names: &names,
                    symbols: &inner.symbols,
                };
                let heap = test.abstraction(&heap, &from);
                if inner
                    .applied
                    .contains_key(&(chain, heap.clone(), Vec::new()))
                {
                    continue;
                }
                let (before, updates) = (asked(inner), inner.counts.effort.updates);
                heaps.run(inner, chain, &heap, &[]);
                let now = asked(inner);
                let updates = inner.counts.effort.updates - updates;
                let splitting = 2 * (heap.objects.len() + from.pins.len() + 1) as u64;
                assert!(
                    now - before <= updates * 2 * n + splitting,
                    "{}",
                    now - before
                );
                heaps.run(inner, chain, &heap, &[]);
                assert_eq!(asked(inner), now, "a state that comes again costs none");
                posts += 1;
            }
        }
        assert!(posts > 100, "only {posts}");
    });
}

#[test]
fn what_is_broken_is_found() {
    type Break = fn(&Scope, &mut Transformer) -> bool;
    let errors: &[(&str, Break)] = &[
        ("what x reaches is not changed by links", |scope, by| {
            unchanged(scope, by, "next*(x, v)")
        }),
        ("what y reaches is not changed by links", |scope, by| {
            unchanged(scope, by, "next*(y, v)")
        }),
        ("where x leads is not changed by loads", |scope, by| {
            unchanged(scope, by, "v==x")
        }),
        ("data is not changed", |scope, by| {
            unchanged(scope, by, "v->data==1")
        }),
        ("links that end are not changed", |scope, by| {
            unchanged(scope, by, "v->next==NULL")
        }),
        ("no command closes a cycle", |scope, by| {
            let acyclic = scope.facts.iter().position(|p| p.name == "acyclic next");
            let number = acyclic.expect("it is a fact");
            let changes = matches!(by.facts[number], Before::Formula(_));
            if changes {
                by.facts[number] = Before::Same(number);
            }
            changes
        }),
        ("guards hold the other way round", |_, by| {
            let require = by.require.take();
            by.require = require.map(Formula::not);
            by.require.is_some()
        }),
        ("hwp is that of the negation", |_, by| {
            let mut changed = false;
            for before in &mut by.unary {
                if let Before::Formula(f) = before {
                    *f = Formula::not(f.clone());
                    changed = true;
                }
            }
            changed
        }),
    ];
    with_program(|cx, heaps| {
        for (what, break_it) in errors {
            let (wrong, all) = uncovered(cx, heaps, 2, break_it);
            assert!(wrong > 0, "not found in {all} heaps: {what}");
        }
    });
}

/// Takes an update of a heap predicate for none. False if there is none.
fn unchanged(scope: &Scope, by: &mut Transformer, name: &str) -> bool {
    let number = scope.unary.iter().position(|p| p.name == name);
    let changed = number.filter(|&n| matches!(by.unary[n], Before::Formula(_)));
    if let Some(number) = changed {
        by.unary[number] = Before::Same(number);
    }
    changed.is_some()
}

//! What the values domain says of small programs: the states at their labels.

use domains::named;
use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use frontend::Text;
use program::Program;
use properties::Property;
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

struct Way<'a> {
    option: Option<&'a str>,
    merge: Merge,
    entry: &'a str,
    properties: &'a [Property],
}

const DATAFLOW: Way<'static> = Way {
    option: None,
    merge: Merge::Always,
    entry: "main",
    properties: &[Property::Assert],
};

/// The states at labels, one line each, and the lines where something may go wrong.
fn explored(text: &str, way: &Way<'_>) -> String {
    let task = Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program: compile(text),
        properties: way.properties.iter().copied().collect(),
        settings: Settings {
            entry: way.entry.into(),
            malloc_may_fail: false,
            ..Settings::default()
        },
    };
    let prepared = Prepared::new(&task).expect("an entry function");
    let cx = prepared.cx();
    let domain = named("values").expect("the domain is registered");
    let product = Product::new(vec![(domain.make)(&cx, way.option)]);
    let setup = Setup {
        merge: way.merge,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 3,
        limit: 100_000,
    };
    let mut exploration = Exploration::new(&cx, product, setup);
    let mut lines: Vec<String> = Vec::new();
    loop {
        match exploration.run() {
            Event::Violation(_, number) => {
                let violation = &prepared.woven.violations[number as usize];
                let position = cx.program.sources.position(violation.span);
                let line = position.map_or(0, |p| p.line);
                lines.push(format!(
                    "line {line}: {} may be violated",
                    violation.property
                ));
            }
            Event::Gap(gap) => lines.push(format!("gap: {}", gap.what)),
            Event::Finished => break,
            Event::Limit => {
                lines.push("limit".into());
                break;
            }
        }
    }
    lines.sort();
    lines.dedup();
    let mut states: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, node) in exploration.nodes() {
        let function = exploration.function(id);
        let Some(body) = &cx.program.functions[function].body else {
            continue;
        };
        for (at, name) in body.labels() {
            let name = &cx.program.names[*name];
            if *at == node.at && name.chars().all(|c| c.is_ascii_uppercase()) {
                let shown = exploration.product().show(&cx, exploration.state(id));
                let list = states.entry(name.to_owned()).or_default();
                if !list.contains(&shown) {
                    list.push(shown);
                }
            }
        }
    }
    let states = states.into_iter().map(|(name, mut list)| {
        list.sort();
        format!("{name}: {}", list.join(" or "))
    });
    states.chain(lines).collect::<Vec<_>>().join("\n")
}

fn dataflow(text: &str) -> String {
    explored(text, &DATAFLOW)
}

/// With declarations before it, all on the first line.
fn with_assert(text: &str) -> String {
    let declared = "void __assert_fail(void); void *malloc(unsigned long); \
                    void free(void *); int nondet(void);";
    let checks = text
        .replace("assert(", "if (!(")
        .replace(";;", ")) __assert_fail();");
    format!("{declared}\n{checks}")
}

/// Example 6: the partition that keeps the latest block apart, and the paper's.
#[test]
fn example_6() {
    let text = with_assert(
        "int main(void) {
           int *x;
           while (nondet()) {
             x = malloc(sizeof(int)); *x = 0;
             B: *x = 1;
             C: assert(*x == 1;;
             D: *x = 0;
             E: ;
           }
           return 0;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    B: [x ↦ must(ρ5), ρ5 ↦ 0, ρ̂5 ↦ 0]
    C: [x ↦ must(ρ5), ρ5 ↦ 1, ρ̂5 ↦ 0]
    D: [x ↦ must(ρ5), ρ5 ↦ 1, ρ̂5 ↦ 0]
    E: [x ↦ must(ρ5), ρ5 ↦ 0, ρ̂5 ↦ 0]
    "#);
    let merge = Way {
        option: Some("merge"),
        ..DATAFLOW
    };
    insta::assert_snapshot!(explored(&text, &merge), @r#"
    B: [x ↦ may(0, {ρ̂5})]
    C: [x ↦ may(1, {ρ̂5})]
    D: [x ↦ may(1, {ρ̂5})]
    E: [x ↦ may(0, {ρ̂5})]
    "#);
}

/// Figs. 1 and 2: joined without predicates, and with the paths kept apart.
#[test]
fn figure_1() {
    let text = with_assert(
        "typedef struct { int fd; int is_open; } FILE;
         void Example(FILE *out, int flag) {
           A: out->is_open = 1;
           B: assert(out->is_open == 1;;
           C: out->is_open = 0;
           D: if (flag)
             E: out->is_open = 1;
           F: ;
           G: if (flag)
             H: assert(out->is_open == 1;;
         }",
    );
    let way = Way {
        entry: "Example",
        ..DATAFLOW
    };
    insta::assert_snapshot!(explored(&text, &way), @r#"
    A: [out ↦ may(⊤, {env, null})]
    B: [out ↦ may(+4: 1, {env})]
    C: [out ↦ may(+4: 1, {env})]
    D: [out ↦ may(+4: 0, {env})]
    E: [flag ↦ ≠0, out ↦ may(+4: 0, {env})]
    F: [out ↦ may(⊤, {env})]
    G: [out ↦ may(⊤, {env})]
    H: [flag ↦ ≠0, out ↦ may(⊤, {env})]
    line 11: assert may be violated
    "#);
    let apart = Way {
        merge: Merge::Never,
        ..way
    };
    insta::assert_snapshot!(explored(&text, &apart), @r#"
    A: [out ↦ may(⊤, {env, null})]
    B: [out ↦ may(+4: 1, {env})]
    C: [out ↦ may(+4: 1, {env})]
    D: [out ↦ may(+4: 0, {env})]
    E: [flag ↦ ≠0, out ↦ may(+4: 0, {env})]
    F: [flag ↦ 0, out ↦ may(+4: 0, {env})] or [flag ↦ ≠0, out ↦ may(+4: 1, {env})]
    G: [flag ↦ 0, out ↦ may(+4: 0, {env})] or [flag ↦ ≠0, out ↦ may(+4: 1, {env})]
    H: [flag ↦ ≠0, out ↦ may(+4: 1, {env})]
    "#);
}

#[test]
fn numbers() {
    let text = with_assert(
        "int main(void) {
           unsigned char c = 300; int n = nondet(), m = nondet(); unsigned u = n;
           _Bool b = 7; long w = 1L << 40; short s = (short)w;
           A: ;
           if (n > 5 && n < 10) { B: assert(n + 1 <= 10;; assert((n & 3) <= 3;; }
           if (n != 0) { C: assert(n;; }
           if (n == 4) { D: assert(n + 1 == 5;; }
           if (!(m == 3)) { E: ; } else { F: assert(m == 3;; }
           if ((unsigned char)c == 44 && m > -5 && -m < -2 && m - 3 < 20) { G: assert(m > 2 && m < 23;; }
           return 0;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    A: [b ↦ 1, c ↦ 44, s ↦ 0, w ↦ 1099511627776]
    B: [b ↦ 1, c ↦ 44, n ↦ 6..9, s ↦ 0, w ↦ 1099511627776]
    C: [b ↦ 1, c ↦ 44, n ↦ ≠0, s ↦ 0, w ↦ 1099511627776]
    D: [b ↦ 1, c ↦ 44, n ↦ 4, s ↦ 0, w ↦ 1099511627776]
    E: [b ↦ 1, c ↦ 44, m ↦ ≠3, s ↦ 0, w ↦ 1099511627776]
    F: [b ↦ 1, c ↦ 44, m ↦ 3, s ↦ 0, w ↦ 1099511627776]
    G: [b ↦ 1, c ↦ 44, m ↦ 3..22, s ↦ 0, w ↦ 1099511627776]
    "#);
}

#[test]
fn pointers_and_tags() {
    let text = with_assert(
        "int x, y, z;
         int main(void) {
           int *p = nondet() ? &x : &y, *q = p, *r = &x;
           A: *p = 5;
           B: assert(*p == 5;;
           *r = 6;
           C: *p = 7; z = 1;
           D: assert(*p == 7;;
           if (p == &x) { E: assert(x == 7;; }
           int *s = 0;
           if (nondet()) s = &z;
           F: if (s) { G: *s = 3; assert(z == 3;; }
           return *q;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    A: [p ↦ may(⊤, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), x ↦ 0, y ↦ 0, z ↦ 0]
    B: [p ↦ may(5, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), z ↦ 0]
    C: [p ↦ may(⊤, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), x ↦ 6, z ↦ 0]
    D: [p ↦ may(7, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), z ↦ 1]
    E: [p ↦ must(x), q ↦ may(⊤, {x, y}), r ↦ must(x), x ↦ 7, z ↦ 1]
    F: [p ↦ may(⊤, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), s ↦ may(⊤, {z, null}), z ↦ 1]
    G: [p ↦ may(⊤, {x, y}), q ↦ may(⊤, {x, y}), r ↦ must(x), s ↦ must(z), z ↦ 1]
    "#);
}

#[test]
fn memory() {
    let text = with_assert(
        "union u { int i; unsigned char b[4]; float f; };
         struct s { int a; struct { char c; short d; } in; int *p; unsigned x : 3; unsigned y : 5; };
         int g, arr[10]; const char *text = \"abc\";
         int main(void) {
           union u u; u.i = 0x01020304;
           assert(u.b[0] == 4 && u.b[3] == 1;;
           u.b[1] = 0xff; assert(u.i == 0x0102ff04;;
           struct s s = { 1, { 2, 3 }, &g, 5, 9 }, t;
           t = s; t.in.d = 4; t.x = 2;
           A: assert(t.a == 1 && t.in.c == 2 && t.in.d == 4 && t.p == &g && t.x == 2 && t.y == 9;;
           arr[3] = 5; int i = nondet();
           B: assert(arr[3] == 5 && arr[4] == 0 && text[1] == 'b';;
           if (i >= 0 && i < 10) arr[i] = 6;
           C: assert(arr[3] == 5;;
           *t.p = 8; assert(g == 8;;
           return 0;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    A: [arr[..] ↦ 0, g ↦ 0, s.a ↦ 1, s.in.c ↦ 2, s.in.d ↦ 3, s.p ↦ must(g), s.x ↦ 5, s.y ↦ 9, s[..] ↦ 0, t.a ↦ 1, t.in.c ↦ 2, t.in.d ↦ 4, t.p ↦ must(g), t.x ↦ 2, t.y ↦ 9, t[..] ↦ 0, text ↦ must(literal), u ↦ 4, u+1 ↦ 255, u+2 ↦ 258]
    B: [arr[..] ↦ 0, arr[3] ↦ 5, g ↦ 0, s.a ↦ 1, s.in.c ↦ 2, s.in.d ↦ 3, s.p ↦ must(g), s.x ↦ 5, s.y ↦ 9, s[..] ↦ 0, t.a ↦ 1, t.in.c ↦ 2, t.in.d ↦ 4, t.p ↦ must(g), t.x ↦ 2, t.y ↦ 9, t[..] ↦ 0, text ↦ must(literal), u ↦ 4, u+1 ↦ 255, u+2 ↦ 258]
    C: [g ↦ 0, s.a ↦ 1, s.in.c ↦ 2, s.in.d ↦ 3, s.p ↦ must(g), s.x ↦ 5, s.y ↦ 9, s[..] ↦ 0, t.a ↦ 1, t.in.c ↦ 2, t.in.d ↦ 4, t.p ↦ must(g), t.x ↦ 2, t.y ↦ 9, t[..] ↦ 0, text ↦ must(literal), u ↦ 4, u+1 ↦ 255, u+2 ↦ 258]
    line 15: assert may be violated
    "#);
}

#[test]
fn calls() {
    let text = with_assert(
        "int g; static void set(int *p, int v) { *p = v; }
         static int *id(int *p) { return p; }
         static int twice(int n) { return 2 * n; }
         typedef int (*fun)(int);
         struct pair { int a, b; };
         static struct pair swap(struct pair p) { struct pair q = { p.b, p.a }; return q; }
         static int fact(int n, int *out) {
           int local = 7; int *p = &local;
           if (n <= 1) { *out = 1; return 1; }
           int r = 3; fact(n - 1, &r);
           A: assert(*p == 7;; assert(p == &local;;
           *out = r; return r;
         }
         int main(void) {
           int a = 1, b = 2, c = 3;
           set(&a, 4); fun f = twice; c = f(21);
           B: assert(a == 4 && c == 42;;
           *id(&b) = 9;
           C: assert(b == 9;;
           struct pair p = { 1, 2 }; p = swap(p);
           D: assert(p.a == 2 && p.b == 1;;
           int out; fact(5, &out);
           E: return 0;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    A: [a ↦ 4, b ↦ 9, g ↦ 0, local ↦ 7, local̂ ↦ 7, n ↦ 2..2147483647, out ↦ may(⊤, {out, r̂}), p ↦ must(local)]
    B: [a ↦ 4, b ↦ 2, c ↦ 42, f ↦ must(twice), g ↦ 0]
    C: [a ↦ 4, b ↦ 9, c ↦ 42, f ↦ must(twice), g ↦ 0]
    D: [a ↦ 4, b ↦ 9, c ↦ 42, f ↦ must(twice), g ↦ 0, p.a ↦ 2, p.b ↦ 1]
    E: [a ↦ 4, b ↦ 9, c ↦ 42, f ↦ must(twice), g ↦ 0, p.a ↦ 2, p.b ↦ 1]
    "#);
}

#[test]
fn blocks() {
    let text = with_assert(
        "struct node { int v; struct node *next; };
         int main(void) {
           struct node *a = malloc(sizeof *a);
           struct node *b = malloc(sizeof *b);
           a->v = 1; b->v = 2; a->next = b; b->next = 0;
           A: assert(a->next->v == 2;;
           free(b);
           B: ;
           struct node *list = 0;
           for (int i = 0; i < 3; i++) {
             struct node *n = malloc(sizeof *n);
             n->v = 7; n->next = list; list = n;
             C: assert(list->v == 7;;
           }
           D: free(a);
           if (list) list->v = a->v;
           return 0;
         }",
    );
    let way = Way {
        properties: &[Property::Assert, Property::ValidDeref, Property::ValidFree],
        ..DATAFLOW
    };
    insta::assert_snapshot!(explored(&text, &way), @r#"
    A: [a ↦ must(ρ4), b ↦ must(ρ5), ρ4 ↦ 1, ρ4+8 ↦ must(ρ5), ρ5 ↦ 2, ρ5+8 ↦ 0]
    B: [a ↦ must(ρ4), b ↦ must(errp), ρ4 ↦ 1, ρ4+8 ↦ must(errp)]
    C: [a ↦ must(ρ4), b ↦ must(errp), i ↦ -2147483648..2, list ↦ must(ρ12), n ↦ must(ρ12), ρ12 ↦ 7, ρ12+8 ↦ may(⊤, {ρ12, ρ̂12, null}), ρ4 ↦ 1, ρ4+8 ↦ must(errp), ρ̂12 ↦ 7, ρ̂12+8 ↦ may(⊤, {ρ̂12, null})]
    D: [a ↦ must(ρ4), b ↦ must(errp), list ↦ may(⊤, {ρ12, null}), ρ12 ↦ 7, ρ12+8 ↦ may(⊤, {ρ12, ρ̂12, null}), ρ4 ↦ 1, ρ4+8 ↦ must(errp), ρ̂12 ↦ 7, ρ̂12+8 ↦ may(⊤, {ρ̂12, null})]
    line 17: valid-deref may be violated
    "#);
}

#[test]
fn variable_arguments() {
    let text = with_assert(
        "typedef __builtin_va_list va_list;
         static int sum(int n, ...) {
           va_list ap; __builtin_va_start(ap, n);
           int a = __builtin_va_arg(ap, int); long b = __builtin_va_arg(ap, long);
           __builtin_va_end(ap);
           return a + (int)b;
         }
         int printf(const char *, ...);
         int main(void) {
           int s = sum(2, 3, 4L);
           A: assert(s == 7;;
           printf(\"%d %s\\n\", s, \"text\");
           B: return 0;
         }",
    );
    insta::assert_snapshot!(dataflow(&text), @r#"
    A: [s ↦ 7]
    B: [s ↦ 7]
    "#);
}

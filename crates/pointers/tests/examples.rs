//! Small functions and what the analysis says of them.

use frontend::Text;
use pointers::{
    Holder, Members, Options, Pointers, Uninitialized, UnknownCalls, ValueFlow, holder_name,
};
use program::Program;

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

/// What is said of the program's own functions and variables, not the models'.
fn shown_with(text: &str, options: &Options) -> String {
    let program = compile(text);
    let pointers = Pointers::analyze(&program, options);
    let again = Pointers::analyze(&program, options);
    let shown = pointers.show(&program).to_string();
    assert_eq!(shown, again.show(&program).to_string());
    let hidden = [
        "exit",
        "run_handlers",
        "allocate",
        "malloc",
        "class",
        "__concord",
        "handlers",
    ];
    let lines = shown
        .lines()
        .filter(|l| !hidden.iter().any(|h| l.starts_with(h)));
    let lines: Vec<&str> = lines.collect();
    lines.join("\n")
}

fn shown(text: &str) -> String {
    shown_with(text, &Options::default())
}

#[test]
fn distinct_variables_are_not_mixed() {
    let text = "
        int a, b, *p, *q;
        int main(void) { p = &a; q = &b; int *r = p; *r = 1; return *q; }";
    insta::assert_snapshot!(shown(text), @r#"
    main.r -> {a}
    p[0:8] -> {a}
    q[0:8] -> {b}
    main writes a[0:4], p[0:8], q[0:8]
    "#);
}

#[test]
fn fields_are_told_apart() {
    let text = "
        int a, b;
        struct s { int *x, *y; } s, *p;
        int main(void) { p = &s; p->x = &a; p->y = &b; int *r = p->x; return *r; }";
    insta::assert_snapshot!(shown(text), @r#"
    main.r -> {a}
    s[0:8] -> {a}
    s[8:8] -> {b}
    p[0:8] -> {s}
    main writes p[0:8], s[0:8], s[8:8]
    "#);
}

#[test]
fn elements_of_arrays_are_not_told_apart() {
    let text = "
        int a, b;
        struct s { int *x, *y; } array[10];
        int main(void) {
            int i;
            array[i].x = &a;
            array[3].y = &b;
            int *r = array[5].x;
            return *r;
        }";
    insta::assert_snapshot!(shown(text), @r#"
    main.r -> {a}
    array[0+16*:8] -> {a}
    array[8+16*10:8] -> {b}
    main writes array[0+16*:8], array[8+16*10:8]
    "#);
}

#[test]
fn blocks_belong_to_their_callers() {
    let text = "
        void *malloc(unsigned long);
        struct node { struct node *next; int data; };
        static struct node *make(void) {
            struct node *n = malloc(sizeof *n);
            if (n) n->next = 0;
            return n;
        }
        int main(void) {
            struct node *x = make();
            struct node *y = make();
            char *s = malloc(10);
            if (x) x->next = y;
            return s != 0;
        }";
    let options = Options {
        uninitialized: Uninitialized::Ignored,
        ..Options::default()
    };
    insta::assert_snapshot!(shown_with(text, &options), @r#"
    make.n -> {heap(main:10 > make:5 > malloc:30 > allocate:26), heap(main:11 > make:5 > malloc:30 > allocate:26)}
    make.%0 -> {heap(main:10 > make:5 > malloc:30 > allocate:26), heap(main:11 > make:5 > malloc:30 > allocate:26)}
    main.x -> {heap(main:10 > make:5 > malloc:30 > allocate:26)}
    main.y -> {heap(main:11 > make:5 > malloc:30 > allocate:26)}
    main.s -> {heap(main:12 > malloc:30 > allocate:26)}
    main.%0 -> {heap(main:12 > malloc:30 > allocate:26)}
    heap(main:10 > make:5 > malloc:30 > allocate:26)[0:8] -> {heap(main:11 > make:5 > malloc:30 > allocate:26)}
    make writes errno[0:4], heap(main:10 > make:5 > malloc:30 > allocate:26)[0:8], heap(main:11 > make:5 > malloc:30 > allocate:26)[0:8]
    main writes errno[0:4], heap(main:10 > make:5 > malloc:30 > allocate:26)[0:8], heap(main:11 > make:5 > malloc:30 > allocate:26)[0:8]
    "#);
}

#[test]
fn copying_bytes_copies_pointers() {
    let text = "
        void *memcpy(void *, const void *, unsigned long);
        int a, b;
        int main(void) {
            int *p = &a, *q = 0, *s = &b, *t = 0;
            memcpy(&q, &p, sizeof p);
            memcpy(&t, &s, sizeof s);
            int *r = q;
            return *r;
        }";
    let all = shown(text);
    let lines: Vec<&str> = all.lines().filter(|l| l.starts_with("main.r")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"main.r -> {a}");
}

#[test]
fn numbers_carry_pointers() {
    let text = "
        int a;
        int main(void) {
            unsigned long n = (unsigned long)&a;
            int *tagged = (int *)(n | 1);
            int *p = (int *)((unsigned long)tagged & ~1ul);
            return *p;
        }";
    insta::assert_snapshot!(shown(text), @r#"
    main.n -> {a}
    main.tagged -> {a+*}
    main.p -> {a+*}
    "#);
}

#[test]
fn unions_overlap() {
    let text = "
        int a;
        union u { int *p; unsigned char bytes[8]; long n; } u;
        int main(void) { u.p = &a; int *q = (int *)u.n; return *q; }";
    insta::assert_snapshot!(shown(text), @r#"
    main.q -> {a}
    u[0:8] -> {a}
    main writes u[0:8]
    "#);
}

#[test]
fn members_are_found_from_inside() {
    let text = "
        struct link { struct link *next; };
        struct item { int key; struct link link; int *value; } item;
        int v;
        int main(void) {
            item.value = &v;
            struct link *l = &item.link;
            struct item *i = (struct item *)((char *)l - 8);
            int *p = i->value;
            return *p;
        }";
    insta::assert_snapshot!(shown(text), @r#"
    main.l -> {item+8}
    main.i -> {item}
    main.p -> {v}
    item[16:8] -> {v}
    main writes item[16:8]
    "#);
}

#[test]
fn calls_through_pointers_are_found() {
    let text = "
        int one(int *p) { return *p; }
        int two(int *p) { *p = 2; return 0; }
        int three(int *p) { return 3; }
        int (*table[2])(int *) = { one, two };
        int (*unused)(int *) = three;
        int a;
        int main(void) { int i; return table[i](&a); }";
    insta::assert_snapshot!(shown(text), @r#"
    one.p -> {a}
    two.p -> {a}
    main.%0 -> {one(), two()}
    table[0:8] -> {one()}
    table[8:8] -> {two()}
    unused[0:8] -> {three()}
    main: %1 = (*%0)(&a) calls one, two
    two writes a[0:4]
    main writes a[0:4]
    "#);
}

#[test]
fn recursion_is_found() {
    let text = "
        int odd(int n);
        int even(int n) { return n == 0 || odd(n - 1); }
        int odd(int n) { return n != 0 && even(n - 1); }
        int main(void) { return even(4); }";
    insta::assert_snapshot!(shown(text), @r#"
    odd is recursive
    even is recursive
    "#);
}

#[test]
fn variable_arguments_arrive() {
    let text = "
        int a, b;
        int first(int n, ...) {
            __builtin_va_list list;
            __builtin_va_start(list, n);
            int *p = __builtin_va_arg(list, int *);
            __builtin_va_end(list);
            return *p;
        }
        int main(void) { return first(1, &a) + first(1, &b); }";
    let all = shown(text);
    let lines: Vec<&str> = all.lines().filter(|l| l.starts_with("first.p")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"first.p -> {a, b}");
}

#[test]
fn structures_are_passed_and_returned() {
    let text = "
        int a, b;
        struct s { int *x, *y; };
        struct s swap(struct s s) { struct s t = { s.y, s.x }; return t; }
        int main(void) {
            struct s s = { &a, &b };
            struct s t = swap(s);
            int *p = t.x;
            return *p;
        }";
    let all = shown(text);
    let lines: Vec<&str> = all.lines().filter(|l| l.starts_with("main.p")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"main.p -> {b}");
}

#[test]
fn what_is_indeterminate_leads_to_the_environment() {
    let text = "
        extern int *given;
        int *unknown(int **);
        int main(int argc, char **argv) {
            int *p, *q = unknown(&p), *r = given;
            return *p + *q + *r + argv[0][0];
        }";
    insta::assert_snapshot!(shown(text), @r#"
    main.argv -> {environment}
    main.q -> {environment}
    main.r -> {environment}
    main.%0 -> {environment}
    main.%1 -> {environment+*}
    main.%2 -> {environment}
    main.%3 -> {environment+*}
    environment[0:8] -> {environment}
    given[0:8] -> {environment}
    main.p[0:8] -> {environment}
    "#);
}

#[test]
fn undefined_functions_may_write_what_they_get() {
    let text = "
        int a;
        int *keep(int **);
        int main(void) {
            int *p = &a;
            int *q = keep(&p);
            return *q;
        }";
    let options = Options {
        unknown_calls: UnknownCalls::Havoc,
        ..Options::default()
    };
    insta::assert_snapshot!(shown_with(text, &options), @r#"
    main.q -> {environment, a, main.p}
    environment[*:1] -> {environment, a, main.p}
    a[*:1] -> {environment, a, main.p}
    main.p[0:8] -> {a}
    main.p[*:1] -> {environment, a, main.p}
    main writes a[*:1], a[0:4], environment[*:1], environment[0:4], main.p[*:1], main.p[0:4], main.p[0:8]
    "#);
}

#[test]
fn overflowing_members_is_a_choice() {
    let text = "
        int a, b;
        struct s { int *list[10]; int *last; } s;
        int main(void) { int i; s.list[i] = &a; s.last = &b; int *p = s.last; return *p; }";
    insta::assert_snapshot!(shown(text), @r#"
    main.p -> {a, b}
    s[0+8*:8] -> {a}
    s[80:8] -> {b}
    main writes s[0+8*:8], s[80:8]
    "#);
    let options = Options {
        members: Members::Contain,
        ..Options::default()
    };
    insta::assert_snapshot!(shown_with(text, &options), @r#"
    main.p -> {b}
    s[0+8*10:8] -> {a}
    s[80:8] -> {b}
    main writes s[0+8*10:8], s[80:8]
    "#);
}

#[test]
fn classes_separate_what_is_never_confused() {
    let text = "
        struct node { struct node *next; int data; } x, y;
        int lone;
        int main(void) {
            int c;
            struct node *p = c ? &x : &y;
            p->data = 1;
            x.next = &y;
            lone = 2;
            return *(char *)&p->data;
        }";
    let program = compile(text);
    let pointers = Pointers::analyze(&program, &Options::default());
    let shown = pointers.show(&program).to_string();
    let lines = shown
        .lines()
        .filter(|l| l.starts_with("class") && ["x[", "lone"].iter().any(|n| l.contains(n)));
    let lines: Vec<_> = lines
        .map(|l| l.split_once(": ").map_or(l, |(_, l)| l))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    x[0:8] as struct node *
    x[8:1], y[8:1], x[8:4], y[8:4] as char, int, punned
    lone[0:4] as int
    "#);
}

#[test]
fn values_leave_by_the_call_that_they_came_by() {
    let text = "
        int *same(int *p) { return p; }
        int main(void) {
            int x, y;
            int *a = &x, *b = &y;
            int *c = same(a), *d = same(b);
            return *c + *d;
        }";
    let program = compile(text);
    let pointers = Pointers::analyze(&program, &Options::default());
    let flow = ValueFlow::new(&program, &pointers);
    let named = |name: &str| {
        let mut vars = program.vars.enumerate();
        let found = vars.find(|(_, v)| &program.names[v.name] == name);
        Holder::Var(found.expect("it is there").0)
    };
    let reached = |name: &str| {
        let holders = flow.reached_from(&program, named(name)).into_iter();
        let names = holders.map(|h| holder_name(&program, h));
        names
            .filter(|n| !n.contains('%'))
            .collect::<Vec<_>>()
            .join(" ")
    };
    insta::assert_snapshot!(reached("a"), @"same.p main.a main.c same()");
    insta::assert_snapshot!(reached("b"), @"same.p main.b main.d same()");
}

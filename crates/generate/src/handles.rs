//! Random C programs for automata: streams that are opened, passed on, kept in memory and
//! closed, and locks that are taken and released.

use std::fmt::Write;

const HEAD: &str = "
    typedef struct _IO_FILE FILE;
    FILE *fopen(const char *, const char *);
    int fclose(FILE *);
    int fputs(const char *, FILE *);
    void exit(int);
    extern FILE *stdout;
    int __VERIFIER_nondet_int(void);
    int p, q, r;
    void *malloc(unsigned long);
    FILE *f, *g, *h, *k;
    struct pair { FILE *first, *second; } pair, twin;
    struct node { int number; FILE *file; struct node *next; } node, other;
    struct node *np = &node, *x = &node, *y = &other;
    FILE *list[3];
    FILE **pp = &k;
    typedef struct { long saved[25]; } jmp_buf[1];
    int setjmp(jmp_buf);
    void longjmp(jmp_buf, int);
    jmp_buf back;
";

/// A generator of numbers: the programs are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn of<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// Handles in memory.
const PLACES: &[&str] = &[
    "k",
    "*pp",
    "pair.first",
    "pair.second",
    "twin.first",
    "x->file",
    "y->file",
    "node.file",
    "other.file",
    "np->file",
    "np->next->file",
    "list[0]",
    "list[1]",
    "list[r]",
];

/// What happens to the memory in which handles are.
fn memory(n: &mut Numbers, a: &str, text: &mut String) {
    let statement =
        match n.below(14) {
            0 => "np = malloc(sizeof *np); if (!np) exit(1); np->file = 0; np->next = &node;"
                .to_owned(),
            1 => "np = &node; node.next = np;".to_owned(),
            2 => "np->next = malloc(sizeof *np); if (!np->next) exit(1); np->next->file = f;"
                .to_owned(),
            3 => format!(
                "pp = &{};",
                n.of(&["k", "pair.first", "list[1]", "list[r]", "np->file"])
            ),
            4 => format!(
                "if (!get(&{})) exit(1);",
                n.of(&["k", "pair.first", "np->file", "list[r]"])
            ),
            5 => n
                .of(&["pair = twin;", "twin = pair;", "twin = both(g);"])
                .to_owned(),
            6 => format!("show({});", n.of(&["pair", "twin"])),
            7 => format!(
                "change(&{});",
                n.of(&["k", "pair.second", "node.file", "list[0]"])
            ),
            8 => format!("act({});", n.of(&["np", "&node", "&other"])),
            9 => format!("outer({});", n.of(&["np", "&node", "&other"])),
            10 => format!(
                "if (obtain(&{}) < 0) exit(1);",
                n.of(&["k", "other.file", "node.file", "list[2]"])
            ),
            11 => "for (r = 0; r < 2; r++) { y = x; x = new(); } r = 0;".to_owned(),
            12 => n
                .of(&["x = new();", "y = x;", "y = new(); x = y;", "f = y->file;"])
                .to_owned(),
            _ => format!("fresh({a});"),
        };
    let _ = writeln!(text, "{statement}");
}

fn is_careful(own: &[&str]) -> bool {
    own.iter().any(|place| PLACES.contains(place))
}

/// A statement that is wrong only if several handles hold one stream.
fn careful(n: &mut Numbers, depth: u32, own: &[&str], text: &mut String) {
    let (a, b) = (n.of(own), n.of(own));
    let _ = match n.below(12) {
        0 | 1 => writeln!(text, "if (!{a}) {a} = fopen(\"x\", \"w\");"),
        2 => writeln!(text, "if ({a}) fputs(\"x\", {a});"),
        3 => writeln!(text, "{{ FILE *t = {a}; if (t) fputs(\"x\", t); }}"),
        4 => writeln!(text, "if ({a}) {{ fclose({a}); {a} = 0; }}"),
        5 => writeln!(
            text,
            "{{ FILE *t = {a}; if (t) {{ fclose(t); {a} = 0; }} }}"
        ),
        6 => writeln!(text, "{a} = {b};"),
        7 if depth > 0 => {
            let _ = writeln!(text, "if ({}) {{", n.of(&["p", "q", a]));
            statements(n, depth - 1, own, text);
            writeln!(text, "}}")
        }
        8 if depth > 0 => {
            let _ = writeln!(text, "for (r = 0; r < 2; r++) {{");
            statements(n, depth - 1, own, text);
            writeln!(text, "}} r = 0;")
        }
        _ => {
            memory(n, a, text);
            Ok(())
        }
    };
}

/// Statements, nested this deep. `own` are the handles in sight.
fn statements(n: &mut Numbers, depth: u32, own: &[&str], text: &mut String) {
    for _ in 0..1 + n.below(4) {
        if n.below(16) == 0 {
            let _ = writeln!(text, "leave({});", n.of(own));
        }
        if is_careful(own) {
            careful(n, depth, own, text);
            continue;
        }
        let (a, b) = (n.of(own), n.of(own));
        let flag = n.of(&["p", "q", "r"]);
        let _ = match n.below(16) {
            0..2 => writeln!(text, "{a} = fopen(\"x\", \"w\");"),
            2 => writeln!(text, "{a} = fopen(\"x\", \"w\"); if (!{a}) exit(1);"),
            3 => writeln!(text, "{a} = make();"),
            4 | 5 => writeln!(text, "if ({a}) fputs(\"x\", {a});"),
            6 => writeln!(text, "use({a});"),
            7 => writeln!(text, "if ({flag}) {{ fclose({a}); {flag} = 0; }}"),
            8 => writeln!(text, "fclose({a});"),
            9 => writeln!(text, "{a} = {b};"),
            10 => writeln!(
                text,
                "{a} = {};",
                n.of(&["0", "stdout", "pass(f)", "pass(g)"])
            ),
            11 => writeln!(text, "{flag} = {};", n.of(&["0", "1", "p", "!q", "p && r"])),
            12 => writeln!(text, "if ({a} == {b}) {flag} = 1;"),
            13 if depth > 0 => {
                let _ = writeln!(text, "if ({flag}) {{");
                statements(n, depth - 1, own, text);
                if n.below(2) == 0 {
                    let _ = writeln!(text, "}} else {{");
                    statements(n, depth - 1, own, text);
                }
                writeln!(text, "}}")
            }
            14 if depth > 0 => {
                let _ = writeln!(text, "for (int i = 0; i < 2; i++) {{");
                statements(n, depth - 1, own, text);
                writeln!(text, "}}")
            }
            15 => writeln!(text, "pair.first = {a}; {b} = pair.second;"),
            _ => writeln!(text, "if ({a}) {{ fclose({a}); {a} = 0; }}"),
        };
    }
}

/// Ends of main, for the search of leaks.
const ENDS: &[&str] = &[
    "return 0;",
    "return 1;",
    "return p;",
    "if (f) { fclose(f); exit(0); } return 1;",
    "exit(q + 1);",
    "r = !r; if (r) return 2; exit(pair.first != 0);",
];

/// A program about streams; `options` are those of the automaton.
pub fn program(seed: u64, options: &[&str]) -> String {
    let mut n = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = HEAD.to_owned();
    text += "FILE *make(void) { FILE *m = fopen(\"m\", \"w\"); if (!m) exit(1); return m; }\n";
    text += "FILE *pass(FILE *x) { return x; }\n";
    text += "void use(FILE *x) {\n";
    text += n.of(&[
        "fputs(\"x\", x);",
        "if (x) fputs(\"x\", x);",
        "if (p) fclose(x);",
        "f = x; if (q && x) { fclose(x); q = 0; }",
    ]);
    text += "}\n";
    text += "int get(FILE **to) { *to = fopen(\"o\", \"r\"); return *to != 0; }\n";
    text += "struct node *new(void) { struct node *m = malloc(sizeof *m); if (!m) exit(1);";
    text += "m->file = 0; m->next = m; return m; }\n";
    text += "int obtain(FILE **to) { FILE *o = fopen(\"o\", \"r\"); if (!o) return -1;";
    text += "*to = o; return 0; }\n";
    text += "void act(struct node *x) { if (x->file) ";
    text += n.of(&[
        "fputs(\"x\", x->file);",
        "{ fclose(x->file); x->file = 0; }",
        "{ fclose(x->file); x->file = make(); }",
        "{ fputs(\"x\", x->file); f = x->file; }",
    ]);
    text += "}\nvoid outer(struct node *x) { act(x); ";
    text += n.of(&[
        "",
        "get(&x->file);",
        "if (obtain(&x->file)) x->file = 0;",
        "x = &node;",
    ]);
    text += "act(x); }\n";
    text += "struct pair both(FILE *x) { struct pair b; b.first = x; b.second = 0; return b; }\n";
    text += "void show(struct pair x) { if (x.first) fputs(\"x\", x.first); }\n";
    text += "void change(FILE **x) { FILE **y = x; if (*y) fclose(*y); *x = ";
    text += n.of(&["0", "f", "*y", "make()"]);
    text += "; }\nvoid fresh(FILE *x) { struct node *m = malloc(sizeof *m); if (!m) exit(1);";
    text += "m->file = x; m->next = ";
    text += n.of(&["0", "np"]);
    text += "; if (m->file) fputs(\"x\", m->file); ";
    text += n.of(&["", "np = m; ", "m->file = make(); fclose(m->file); "]);
    text += "}\nvoid leave(FILE *x) { if (q) { q = 0; ";
    text += n.of(&["", "if (x) fclose(x);", "f = x;"]);
    text += "longjmp(back, 1); } }\nint main(void) {\n";
    text += "p = __VERIFIER_nondet_int() != 0; q = __VERIFIER_nondet_int() != 0; r = 0;\n";
    text += "FILE *l = 0;\n";
    let mut own = vec!["f", "g", "h", "l"];
    if seed % 2 == 1 {
        own = vec!["f", "l"];
        own.extend((0..2 + n.below(3)).map(|_| n.of(PLACES)));
        own.push(n.of(PLACES));
        if n.below(3) == 0 {
            own = vec!["f", "x->file", "y->file"];
        }
    }
    text += "node.next = &node;\n";
    text += n.of(&[
        "",
        "",
        "if (setjmp(back)) r = 0;\n",
        "setjmp(back); r = 1;\n",
    ]);
    for _ in 0..1 + seed % 2 * 3 {
        statements(&mut n, 2, &own, &mut text);
    }
    text += match options {
        [] => "return 0;",
        _ => n.of(ENDS),
    };
    text += "}\n";
    text
}

/// Lock pointers.
const LOCKS: &[&str] = &[
    "&a", "&b", "&d.l", "&d.m", "&e.l", "&x->l", "&x->m", "p", "q", "h.l", "hp->l",
];

/// Statements about locks, nested this deep.
fn locking(n: &mut Numbers, depth: u32, own: &[&str], text: &mut String) {
    for _ in 0..1 + n.below(4) {
        let (l, k) = (n.of(own), n.of(LOCKS));
        let flag = n.of(&["r", "s"]);
        let _ = match n.below(16) {
            0 => writeln!(text, "spin_lock({l});"),
            1 => writeln!(text, "spin_unlock({l});"),
            2 => writeln!(text, "if (spin_trylock({l})) spin_unlock({l});"),
            3 | 4 => {
                let _ = writeln!(text, "spin_lock({l});");
                if depth > 0 {
                    locking(n, depth - 1, own, text);
                }
                writeln!(text, "spin_unlock({l});")
            }
            5 => {
                let _ = writeln!(text, "if ({flag}) spin_lock({l});");
                if depth > 0 {
                    locking(n, depth - 1, own, text);
                }
                writeln!(text, "if ({flag}) spin_unlock({l});")
            }
            6 => writeln!(text, "take({l}); release({l});"),
            7 => writeln!(text, "{}({l});", n.of(&["take", "release", "both"])),
            8 => writeln!(text, "{} = {k};", n.of(&["p", "q", "h.l", "hp->l", "h.k"])),
            9 => writeln!(text, "x = {};", n.of(&["&d", "&e", "0"])),
            10 => writeln!(text, "{} = 0;", n.of(&["p", "q", "h.l", "r", "s"])),
            11 => writeln!(
                text,
                "{{ struct dev *y = {}; work(y); }}",
                n.of(&["x", "&d", "&e"])
            ),
            12 if depth > 0 => {
                let _ = writeln!(text, "if ({}) {{", n.of(&[flag, "p", "q == h.l", "!r"]));
                locking(n, depth - 1, own, text);
                writeln!(text, "}}")
            }
            13 if depth > 0 => {
                let _ = writeln!(text, "for (int i = 0; i < 2; i++) {{");
                locking(n, depth - 1, own, text);
                writeln!(text, "}}")
            }
            14 => writeln!(text, "{}();", n.of(&["lock", "unlock", "lock(); unlock"])),
            _ => writeln!(text, "h = {};", n.of(&["h", "g", "g"])),
        };
    }
}

/// A program about locks.
pub fn with_locks(seed: u64) -> String {
    let mut n = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = "
        struct lock { int word; } a, b;
        struct dev { int n; struct lock l, m; } d, e, *x = &d;
        struct holder { int n; struct lock *l, *k; } h = { 0, &a, 0 }, g, *hp = &h;
        struct lock *p = &b, *q;
        int r, s;
        void spin_lock(struct lock *), spin_unlock(struct lock *), lock(void), unlock(void);
        int spin_trylock(struct lock *), __VERIFIER_nondet_int(void);
        void take(struct lock *l) { spin_lock(l); }
        void release(struct lock *l) { spin_unlock(l); }
        void both(struct lock *l) { take(l); if (r) s = 0; release(l); }
        void work(struct dev *y) { if (!y) return; spin_lock(&y->l);"
        .to_owned();
    text += n.of(&[
        "",
        "both(&y->m);",
        "take(&a); release(&a);",
        "x = y;",
        "p = &y->m;",
    ]);
    text += "spin_unlock(&y->l); }\nint main(void) {\n";
    text += "r = __VERIFIER_nondet_int() != 0; s = __VERIFIER_nondet_int() != 0;\n";
    let own: Vec<&str> = (0..1 + n.below(3)).map(|_| n.of(LOCKS)).collect();
    locking(&mut n, 2, &own, &mut text);
    text += "return 0; }\n";
    text
}

/// Ways to the handles of `memory_program`.
const PATHS: &[&str] = &[
    "k",
    "*pp",
    "pair.first",
    "pair.second",
    "twin.first",
    "sp->first",
    "x->file",
    "y->file",
    "x->next->file",
    "look(x)",
    "u->file",
    "w->file",
    "list[0]",
    "list[1]",
    "list[q]",
    "table[1]",
    "table[q]",
];

/// Ways that are worth confusing.
const FAMILIES: &[&[&str]] = &[
    &["k", "pair.first"],
    &["k", "x->file"],
    &["x->file", "y->file"],
    &["u->file", "w->file"],
    &["u->file", "w->file", "k"],
    &["x->file", "x->next->file", "look(x)"],
    &["list[0]", "list[1]", "list[q]"],
    &["table[1]", "table[q]", "*pp"],
    &["pair.first", "twin.first", "sp->first"],
];

/// What makes other ways lead to a handle, or away from it.
const CHANGES: &[&str] = &[
    "pp = p ? &k : &spare;",
    "pp = p ? &k : &pair.first;",
    "pp = &x->file;",
    "pp = &list[q];",
    "pp = &table[1];",
    "sp = q ? &pair : &twin;",
    "sp = &twin;",
    "x = y;",
    "y = x;",
    "x = x->next;",
    "x->next = y;",
    "y = new();",
    "for (r = 0; r < 2; r++) { y = x; x = new(); }",
    "twin = pair;",
    "pair = *sp;",
    "*sp = pair;",
    "*y = *x;",
    "twin = both(pair.first);",
    "wipe(x);",
    "wipe(y);",
    "wipe(w);",
    "clear(&u->file);",
    "u = w;",
    "clear(&k);",
    "clear(pp);",
    "clear(&x->file);",
    "clear(&table[0]);",
    "*pp = 0;",
    "pp = p ? &k : &spare; *pp = 0;",
    "pp = q ? &x->file : &spare; clear(pp);",
    "pp = q ? &pair.first : &spare; *pp = 0;",
    "sp->first = 0;",
    "list[q] = 0;",
    "list[p] = list[1];",
    "table[p] = 0;",
    "table = grown(table);",
];

/// A stream that several ways lead to is closed by one of them, and used by another unless
/// that has become null. All that is wrong with the program is what memory makes of it.
pub fn memory_program(seed: u64) -> String {
    let mut n = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = HEAD.to_owned();
    text += "FILE *spare; struct pair *sp = &pair; FILE **table;\n";
    text += "struct node *new(void) { struct node *m = malloc(sizeof *m); if (!m) exit(1);";
    text += "m->file = 0; m->next = m; return m; }\n";
    text += "struct pair both(FILE *x) { struct pair b; b.first = 0; b.second = x; return b; }\n";
    text += "FILE *look(struct node *n) { return n->file; }\n";
    text += "void wipe(struct node *n) { n->file = 0; }\n";
    text += "void clear(FILE **n) { *n = 0; }\n";
    text += "FILE **grown(FILE **old) { FILE **m = malloc(2 * sizeof *m); if (!m) exit(1);";
    text += "m[0] = old[0]; m[1] = old[1]; return m; }\n";
    text += "int main(void) {\nFILE *t = 0;\n";
    text += "p = __VERIFIER_nondet_int() != 0; q = __VERIFIER_nondet_int() != 0;\n";
    text += "table = malloc(2 * sizeof *table); if (!table) exit(1); table[0] = table[1] = 0;\n";
    text += n.of(&[
        "x = new(); y = new();\n",
        "x = new(); y = x;\n",
        "for (r = 0; r < 2; r++) { y = x; x = new(); }\n",
        "for (r = 0; r < 2; r++) { x = y; y = malloc(sizeof *y); if (!y) exit(1); wipe(y); }\n",
        "x = malloc(sizeof *x); y = malloc(sizeof *y); if (!x || !y) exit(1); wipe(x); wipe(y);\n",
        "x = &node; y = &other;\n",
        "y = &node; x = &node;\n",
    ]);
    text += "x->next = y; y->next = x;\n";
    text += "struct node *u = 0, *w = 0;\n";
    text +=
        "for (r = 0; r < 2; r++) { u = w; w = malloc(sizeof *w); if (!w) exit(1); w->file = 0; }\n";
    let own = match n.below(3) {
        0 => (0..2 + n.below(2)).map(|_| n.of(PATHS)).collect(),
        _ => FAMILIES[n.below(FAMILIES.len() as u64) as usize].to_vec(),
    };
    let change = |n: &mut Numbers, text: &mut String| {
        for _ in 0..n.below(3) {
            let (to, from) = (n.of(&own), n.of(&own));
            let _ = match n.below(5) {
                _ if to == "look(x)" => writeln!(text, "x->file = t;"),
                0 => writeln!(text, "{to} = {from};"),
                1 | 2 => writeln!(text, "{to} = 0;"),
                _ => writeln!(text, "{}", n.of(CHANGES)),
            };
        }
    };
    for _ in 0..1 + n.below(2) {
        change(&mut n, &mut text);
        let (opened, closed, used) = (n.of(&own), n.of(&own), n.of(&own));
        text += "t = fopen(\"x\", \"w\"); if (!t) exit(1);\n";
        if opened != "look(x)" {
            let _ = writeln!(text, "{opened} = t;");
        }
        change(&mut n, &mut text);
        let _ = match n.below(3) {
            0 => writeln!(text, "if ({closed}) fclose({closed}); else fclose(t);"),
            1 => writeln!(text, "fclose(t);"),
            _ => writeln!(text, "fclose(t); t = 0;"),
        };
        change(&mut n, &mut text);
        let _ = match n.below(2) {
            0 => writeln!(text, "if ({used}) fputs(\"x\", {used});"),
            _ => writeln!(text, "t = {used}; if (t) fclose(t);"),
        };
    }
    text += "return 0; }\n";
    text
}

//! Random C programs that link, copy and free nodes: lists and trees of one kind of node
//! with an embedded link, pointers to links and to pointers to links, tables, boxes that
//! are copied whole, static nodes and nodes on the stack, addresses in numbers, functions
//! that write through parameters and call themselves. A program uses a few of these.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = r#"
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void free(void *);
extern void unknown(void *);
typedef __typeof__((char *)0 - (char *)0) word;

struct link { struct link *to; };
struct node { struct node *next; int v; struct node *prev; struct link l; struct node **at; };
struct box { struct node *p; int n; struct node *q; };
union bytes { struct node *p; unsigned char c[sizeof(void *)]; word w; };

static struct node *g, *h;
static struct node first = {0, 1, &first}, second = {&first, 2};
static struct link head = {&head};
static struct node *tab[2], *big[6];
static struct node **gat = &g;
static struct box gb;

static struct node *mk(struct node *next, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->next = next; n->v = v; n->prev = 0; n->l.to = 0; n->at = 0;
    return n;
}
static void set(struct node **to, struct node *p) { *to = p; }
static void aim(struct node ***at, struct node **to) { *at = to; }
static struct node *pop(struct node **from) {
    struct node *n = *from;
    if (n) *from = n->next;
    return n;
}
static void link(struct node *n) { n->l.to = head.to; head.to = &n->l; }
static struct node *owner(struct link *l) {
    return (struct node *)((char *)l - __builtin_offsetof(struct node, l));
}
static struct box put(struct node *p, struct node *q) { struct box b; b.p = p; b.n = 1; b.q = q; return b; }
static struct node *down(struct node *n, int d) {
    struct node *own = n;
    if (d <= 0 || !n) return n;
    struct node *last = down(n->next, d - 1);
    if (own->v == 1) own->prev = last;
    return last ? last : own;
}
static void rec(struct node **at, int d) {
    struct node *own = *at;
    if (d > 0) {
        rec(&own, d - 1);
        if (own == *at) *at = mk(own, d);
        else *at = own;
    } else
        *at = g;
}
static void drop(struct node *n) { if (!n) return; drop(n->next); free(n); }
static void (*chosen)(struct node **, struct node *) = set;
"#;

/// A program that depends on nothing but the seed.
pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x11ed);
    let features = dice.below(1 << 12) & dice.below(1 << 12);
    let mut g = Generator {
        dice,
        text: PROLOGUE.to_owned(),
        features,
        depth: 0,
        labels: 0,
    };
    g.text
        .push_str("int main(void) {\n    struct node *a = 0, *b = 0, *c = 0, **at = &g;\n");
    g.text.push_str("    int i = 0;\n");
    for (feature, declared) in [
        (Some(Feature::Local), "    struct node n = {0};\n"),
        (Some(Feature::Box), "    struct box bx = {0};\n"),
        (Some(Feature::Twice), "    struct node ***to = &at;\n"),
        (Some(Feature::Word), "    word w = 0;\n"),
        (Some(Feature::Bytes), "    union bytes u = {0};\n"),
    ] {
        if feature.is_none_or(|f| g.has(f)) {
            g.text.push_str(declared);
        }
    }
    if g.dice.below(2) == 0 {
        g.line("a = mk(0, 1); b = mk(a, 2);");
    }
    let count = 3 + g.dice.below(7);
    g.statements(count);
    g.text.push_str("    return 0;\n}\n");
    g.text
}

/// What a program may use beside nodes and pointers to them.
#[derive(Clone, Copy)]
enum Feature {
    Local,
    Box,
    Twice,
    Word,
    Bytes,
    Static,
    Table,
    Large,
    Embedded,
    Recursion,
    Whole,
    Rare,
}

struct Generator {
    dice: Dice,
    text: String,
    features: u64,
    depth: u32,
    labels: u32,
}

impl Generator {
    fn has(&self, feature: Feature) -> bool {
        self.features >> feature as u32 & 1 == 1
    }

    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth as usize + 1);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn pick(
        &mut self,
        mut list: Vec<&'static str>,
        more: &[(Feature, &[&'static str])],
    ) -> &'static str {
        for (feature, others) in more {
            if self.has(*feature) {
                list.extend_from_slice(others);
            }
        }
        list[self.dice.below(list.len() as u64) as usize]
    }

    /// A variable that holds a pointer to a node.
    fn var(&mut self) -> &'static str {
        self.pick(
            vec!["a", "b", "c", "a", "b", "g"],
            &[(Feature::Static, &["h"])],
        )
    }

    /// A pointer to a node, or null.
    fn pointer(&mut self) -> String {
        use Feature::{Box, Bytes, Embedded, Large, Local, Static, Table, Twice, Word};
        let var = self.var();
        let other = self.var();
        let pattern = self.pick(
            vec![
                "X",
                "X",
                "X",
                "0",
                "mk(X, 1)",
                "mk(0, 2)",
                "(X ? X->next : 0)",
                "(X ? X->prev : Y)",
                "*at",
                "pop(at)",
                "pop(&X)",
            ],
            &[
                (Local, &["&n", "n.next", "n.prev"]),
                (Static, &["&first", "&second", "second.next", "first.prev"]),
                (Table, &["tab[0]", "tab[1]", "tab[i & 1]", "*tab"]),
                (Large, &["big[5]", "big[i % 6u]", "big[2]"]),
                (
                    Embedded,
                    &[
                        "(head.to != &head ? owner(head.to) : 0)",
                        "(X && X->l.to && X->l.to != &head ? owner(X->l.to) : 0)",
                    ],
                ),
                (Box, &["bx.p", "bx.q", "gb.p", "put(X, Y).q"]),
                (Twice, &["**to"]),
                (
                    Word,
                    &[
                        "(struct node *)w",
                        "(struct node *)((word)X + 0 * i)",
                        "(struct node *)(((word)X | 1) & ~(word)1)",
                    ],
                ),
                (Bytes, &["u.p"]),
            ],
        );
        pattern.replace('X', var).replace('Y', other)
    }

    /// A pointer to a pointer to a node.
    fn place(&mut self) -> String {
        use Feature::{Box, Bytes, Large, Local, Static, Table, Twice};
        let var = self.var();
        let pattern = self.pick(
            vec![
                "&X",
                "&X",
                "at",
                "(X ? &X->next : at)",
                "(X ? &X->prev : &g)",
                "(X && X->at ? X->at : &a)",
            ],
            &[
                (Local, &["&n.next", "&n.prev"]),
                (Static, &["&first.next", "gat"]),
                (Table, &["&tab[1]", "tab", "tab + (i & 1)"]),
                (Large, &["&big[3]", "big + i % 6u"]),
                (Box, &["&bx.p", "&gb.q"]),
                (Twice, &["*to"]),
                (Bytes, &["&u.p"]),
            ],
        );
        pattern.replace('X', var)
    }

    fn condition(&mut self) -> String {
        let (var, p, q) = (self.var(), self.pointer(), self.pointer());
        match self.dice.below(8) {
            0 => "__VERIFIER_nondet_int()".into(),
            1 => var.into(),
            2 => format!("!{p}"),
            3 => format!("{p} == {q}"),
            4 => format!("{var} != {p}"),
            5 => format!("{var} && {var}->v == {}", self.dice.below(3)),
            6 => format!("{var} && {var}->next == {q}"),
            _ => format!("{var} && {var}->v < {}", self.dice.below(3)),
        }
    }

    fn statement(&mut self) {
        use Feature::{
            Box, Bytes, Embedded, Large, Local, Rare, Recursion, Static, Table, Twice, Whole, Word,
        };
        let (x, y, p, q, at) = (
            self.var(),
            self.var(),
            self.pointer(),
            self.pointer(),
            self.place(),
        );
        if self.depth < 2 && self.dice.below(4) == 0 {
            return self.block();
        }
        let pattern = self.pick(
            vec![
                "X = P;", "X = P;", "X = mk(Y, 1);", "if (X) X->next = P;", "if (X) X->prev = P;",
                "at = A;", "*at = P;", "*(A) = P;", "if (X) X->at = A;", "if (X && X->at) *X->at = P;",
                "if (X) X->v = 1;", "if (X) X->v = 2;", "if (X) X->v = i;",
                "if (X) X->v++;", "i = __VERIFIER_nondet_int();", "set(A, P);", "X = pop(A);",
                "{ struct node *t = X; X = Y; Y = t; }", "free(X); X = 0;",
                "if (X) { struct node *t = X->next; X->next = 0; free(t); }",
                "if (X && X->next) { X->next->prev = X; Y = X->next; }",
                "for (Y = X; Y && Y->next; Y = Y->next) if (Y == Y->next) break;",
            ],
            &[
                (Local, &["n.next = P;", "n.prev = X;", "n.v = 1;", "if (X) *X = n;", "if (X) n = *X;"]),
                (Static, &["first.next = P;", "if (X) second = *X;", "gat = A;", "*gat = P;", "aim(&gat, A);"]),
                (Table, &["tab[0] = P;", "tab[1] = P;", "tab[i & 1] = P;", "*(tab + (i & 1)) = P;"]),
                (Large, &["big[5] = P;", "big[i % 6u] = P;", "big[2] = P;"]),
                (Embedded, &["if (X) link(X);", "if (X) X->l.to = &head;", "head.to = head.to->to;", "if (X && X->l.to) X->l.to = X->l.to->to;"]),
                (Box, &["bx.p = P;", "gb = bx;", "bx = gb;", "bx = put(P, Q);", "{ struct box *m = malloc(sizeof *m); if (m) { *m = bx; m->q = P; gb = *m; free(m); } }"]),
                (Twice, &["to = &at;", "*to = A;", "**to = P;", "aim(to, A);", "if (X) to = &X->at;", "aim(&at, A);"]),
                (Word, &["w = (word)P;", "w = (word)X + 0;", "X = (struct node *)w;"]),
                (Bytes, &["u.p = P;", "u.c[i & 1] = 0;", "u.w = (word)P;", "u.c[0] = 0;"]),
                (Recursion, &["rec(A, 1);", "rec(&X, 3);", "X = down(Y, 3);", "drop(X); X = 0;", "X = down(P, 1);", "chosen(A, P);"]),
                (Whole, &["if (X && Y) *X = *Y;", "if (X && Y) memcpy(X, Y, sizeof *X);", "if (X) { struct node t = *X; t.next = P; *X = t; }"]),
                (Rare, &["X = calloc(1, sizeof *X);", "X = realloc(X, sizeof *X);", "unknown(X);", "if (X) ((char *)&X->v)[i & 3] = 1;", "if (X) *(char *)&X->next = 0;", "free(X);", "X = malloc(sizeof *X);", "{ struct node *m = malloc(2 * sizeof *m); if (m) { m[1].next = X; m[0].next = m + 1; X = m; } }"]),
            ],
        );
        let text = pattern.replace('X', x).replace('Y', y);
        let text = text.replace('P', &p).replace('Q', &q).replace('A', &at);
        self.line(&text);
    }

    fn block(&mut self) {
        let count = 1 + self.dice.below(3);
        match self.dice.below(6) {
            0 | 1 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.inside(count);
                if self.dice.below(2) == 0 {
                    self.line("} else {");
                    self.inside(count);
                }
                self.line("}");
            }
            2 => {
                self.line("while (__VERIFIER_nondet_int()) {");
                self.inside(count);
                self.line("}");
            }
            3 => {
                let var = self.var();
                self.line(&format!("for (c = {var}; c; c = c->next) {{"));
                self.inside(1);
                self.line("    if (__VERIFIER_nondet_int()) break;");
                self.line("}");
            }
            4 => {
                let p = self.pointer();
                self.line(&format!("{{ struct node *s = {p}; at = &s;"));
                self.inside(count);
                self.line("    if (s != b) c = s;");
                self.line("}");
            }
            _ => {
                self.labels += 1;
                let (label, condition) = (self.labels, self.condition());
                self.line(&format!(
                    "{{ struct node *j = a, **k = &j; if ({condition}) goto out{label};"
                ));
                self.inside(count);
                self.line("    *k = b; c = j; }");
                self.line(&format!("out{label}: ;"));
            }
        }
    }

    fn inside(&mut self, count: u64) {
        self.depth += 1;
        self.statements(count);
        self.depth -= 1;
    }
}

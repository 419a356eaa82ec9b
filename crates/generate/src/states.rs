//! Random C programs with few variables of few values, and many ways to reach each
//! combination: what tells states apart, or does not, decides what they end with.
//!
//! A program returns a number that says how its variables ended. Where that is
//! `TARGET`, it does something forbidden.

use crate::Dice;
use properties::Property;
use std::fmt::Write;

const PROLOGUE: &str = r#"
typedef __typeof__(sizeof 0) size_t;
typedef __builtin_va_list va_list;
extern void reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(size_t);
extern void free(void *), exit(int);
extern void *memcpy(void *, const void *, size_t);
typedef struct { long opaque[32]; } jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);

struct cell { signed char v; struct cell *next; };
struct bits { unsigned u : 2; int s : 3; _Bool t : 1; };
struct pair { char x; short y; char z; };
union both { unsigned char c[4]; int i; struct bits b; };

static int g, none;
static int v[4];
static struct pair ps[3];
static struct bits f;
static union both w;
static int *gp = &g;
static struct cell *list;
static jmp_buf env;

static int next(int x) {
    int r;
    if (x & 1)
        r = x + 1;
    else
        r = x - 1;
    return r;
}
static int twice(int x) {
    if (__VERIFIER_nondet_bool())
        x = x * 2;
    else
        x = x + x;
    return x;
}
static void put(int *p, int x) {
    if (*p < x)
        *p = x;
    else
        *p = (*p >> 1) + (x & 1);
}
static int down(int n, int *p) {
    if (n <= 0)
        return *p;
    *p ^= n;
    return down(n - 1, p) + 1;
}
static int last(int n, ...) {
    va_list l;
    int r = 0;
    __builtin_va_start(l, n);
    while (n-- > 0)
        r = __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return r;
}
static struct pair turned(struct pair p) {
    struct pair q;
    q.x = p.y;
    q.y = p.x;
    q.z = p.z;
    return q;
}
static int count(void) {
    static int calls;
    return ++calls;
}
static void push(int x) {
    struct cell *c = malloc(sizeof *c);
    c->v = x;
    c->next = list;
    list = c;
}
static int pop(void) {
    struct cell *c = list;
    if (!c)
        return 3;
    int x = c->v;
    list = c->next;
    free(c);
    return x;
}
static void jump(int x) {
    if (x)
        longjmp(env, x);
}
"#;

/// What is forbidden, and how it is done.
const ENDS: [(Property, &str); 6] = [
    (Property::UnreachCall, "reach_error();"),
    (Property::Assert, "__assert_fail(\"\", \"\", 1, \"\");"),
    (Property::ValidDeref, "v[4] = 1;"),
    (Property::ValidFree, "free(&g);"),
    (Property::ValidMemcleanup, "malloc(1);"),
    (Property::NoOverflow, "g = 0x7fffffff, g++;"),
];

pub struct Program {
    /// With `TARGET` in it.
    pub text: String,
    pub property: Property,
}

pub fn program(seed: u64) -> Program {
    let mut s = States {
        dice: Dice::new(seed ^ 0x57a7e5),
        text: PROLOGUE.to_owned(),
        indent: 1,
        inputs: 6,
        loops: 0,
        names: 0,
    };
    let (property, end) = ENDS[s.dice.below(ENDS.len() as u64) as usize];
    s.text.push_str("int main(void) {\n");
    for name in ["int a", "int b", "g", "v[1]", "ps[2].y"] {
        let value = match s.dice.below(2) {
            0 => s.input(),
            _ => s.small().to_owned(),
        };
        s.line(format!("{name} = {value};"));
    }
    let c = s.dice.pick(&[
        "char c = 2;",
        "int c; c = 2;",
        "_Bool c = 0;",
        "long c = -1;",
    ]);
    s.line(c);
    s.line("int *p = &g, *q = &b;");
    s.line("int *h = malloc(sizeof *h);");
    s.line("*h = 0;");
    let count = 4 + s.dice.below(5);
    s.block(count);
    let mut parts = Vec::new();
    for (i, part) in ["a", "b", "c", "g", "*h"].iter().enumerate() {
        let part = match s.dice.below(4) {
            0 => s.value(),
            _ => (*part).to_owned(),
        };
        parts.push(format!("({part} & 3) << {}", 2 * i));
    }
    let code = parts.join(" | ");
    s.line(format!("int code = {code};"));
    s.line("free(h);");
    s.line("while (list)");
    s.line("    pop();");
    s.line("if (code == TARGET) {");
    s.line(format!("    {end}"));
    s.line("}");
    s.line("return code;");
    s.text.push_str("}\n");
    Program {
        text: s.text,
        property,
    }
}

struct States {
    dice: Dice,
    text: String,
    indent: usize,
    /// Inputs that may still be asked for.
    inputs: u32,
    loops: u32,
    names: u32,
}

impl States {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{}{}", "    ".repeat(self.indent), text.as_ref());
    }

    fn input(&mut self) -> String {
        if self.inputs == 0 {
            return self.small().to_owned();
        }
        self.inputs -= 1;
        self.dice
            .pick(&[
                "__VERIFIER_nondet_bool()",
                "(__VERIFIER_nondet_uchar() & 3)",
                "(__VERIFIER_nondet_uchar() & 3)",
            ])
            .to_owned()
    }

    fn small(&mut self) -> &'static str {
        self.dice.pick(&["0", "1", "2", "3", "(-1)", "(-3)"])
    }

    fn place(&mut self) -> String {
        let list = [
            "a",
            "b",
            "c",
            "g",
            "a",
            "b",
            "*p",
            "*q",
            "*gp",
            "*h",
            "v[a & 3]",
            "v[b & 3]",
            "v[1]",
            "ps[((b & 1) | (a & 1)) * 2].y",
            "ps[(b & 3 | 1) - 1 >> (a & 1)].z",
            "ps[(b & 2 | 1) - 1].y",
            "ps[1].x",
            "ps[g & 1].y",
            "ps[(b & 1) + 1].x",
            "f.u",
            "f.s",
            "f.t",
            "w.i",
            "w.c[0]",
            "w.c[a & 3]",
            "w.b.s",
        ];
        self.dice.pick(&list).to_owned()
    }

    fn value(&mut self) -> String {
        let x = self.place();
        match self.dice.below(16) {
            0 => self.small().to_owned(),
            1 => {
                let y = self.place();
                let op = self.dice.pick(&["+", "-", "^", "&", "|"]);
                format!("(({x} {op} {y}) & 3)")
            }
            2 => format!("next({x}) & 3"),
            3 => format!("(({x} & 7) - 3 >> 1)"),
            4 => format!("(unsigned char){x} % 3"),
            5 => format!("last(2, (int){x}, {}) & 3", self.small()),
            6 => format!("twice({x} & 1)"),
            7 => "pop()".into(),
            8 => "count()".into(),
            9 => format!("down({x} & 1, &g) & 3"),
            10 => format!("(int)(({x} & 3) * 1.5)"),
            11 => format!("(char)({x} & 7 | 252)"),
            _ => x,
        }
    }

    fn condition(&mut self) -> String {
        let x = self.place();
        match self.dice.below(12) {
            0..=3 if self.inputs > 0 => self.input(),
            4 => self
                .dice
                .pick(&[
                    "p == q",
                    "p == gp",
                    "q == &b",
                    "p < v + 2",
                    "list",
                    "gp != h",
                ])
                .to_owned(),
            5 => format!("{x} < {}", self.place()),
            6 => "list && list->v == 1".into(),
            _ => format!("{x} == {}", self.small()),
        }
    }

    fn block(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn nested(&mut self, count: u64) {
        self.indent += 1;
        self.block(count);
        self.indent -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        let deep = self.indent > 3;
        match self.dice.below(26) {
            0..=5 if !deep => {
                let condition = self.condition();
                self.line(format!("if ({condition}) {{"));
                self.nested(1);
                if self.dice.below(3) > 0 {
                    self.line("else {");
                    self.nested(1);
                }
            }
            6 if !deep => {
                let x = self.place();
                self.line(format!("switch ({x} & 3) {{"));
                for i in 0..3 {
                    self.line(format!("case {i}:"));
                    self.indent += 1;
                    self.statement();
                    let end = self.dice.pick(&["break;", "break;", ";"]);
                    self.line(end);
                    self.indent -= 1;
                }
                self.line("}");
            }
            7 | 8 if !deep && self.loops < 2 => {
                self.loops += 1;
                self.names += 1;
                let i = format!("i{}", self.names);
                let condition = match self.dice.below(3) {
                    0 => format!("{i} < 2"),
                    1 => format!("{i} < 3 && __VERIFIER_nondet_bool()"),
                    _ => format!("{i} < 3 && {}", self.condition()),
                };
                self.line(format!("for (int {i} = 0; {condition}; {i}++) {{"));
                self.nested(2);
                self.loops -= 1;
            }
            9 | 10 => {
                let (to, from) = (
                    self.dice.pick(&["p", "q", "p", "gp"]),
                    self.dice
                        .pick(&["&g", "&v[g & 3]", "&v[2]", "p", "q", "gp", "&v[b & 3]"]),
                );
                self.line(format!("{to} = {from};"));
            }
            11 => {
                let (x, p) = (
                    self.value(),
                    self.dice.pick(&["&a", "&b", "p", "q", "h", "gp"]),
                );
                self.line(format!("put({p}, {x});"));
            }
            12 => self.line("{ int *o = h; h = malloc(sizeof *h); *h = *o + 1; free(o); }"),
            13 => {
                let x = self.value();
                self.line(format!("push({x});"));
            }
            14 => {
                let line = self.dice.pick(&[
                    "ps[0] = ps[b & 1];",
                    "ps[a & 1] = turned(ps[1]);",
                    "memcpy(&w, &ps[1], sizeof w.i);",
                    "ps[2] = (struct pair){1};",
                    "w.b = f;",
                    "f = w.b;",
                ]);
                self.line(line);
            }
            15 => {
                let condition = self.condition();
                let x = self.place();
                self.names += 1;
                let name = format!("fp{}", self.names);
                self.line(format!(
                    "{{ int (*{name})(int) = {condition} ? next : twice;"
                ));
                self.line(format!("  b = {name}({x} & 1); }}"));
            }
            16 if self.indent == 1 => {
                let (x, y) = (self.value(), self.value());
                self.line("none = setjmp(env);");
                self.line(format!("if (!none) {{ c = {x}; jump({y} & 1); }}"));
                self.line("else a = 3;");
            }
            17 => {
                let x = self.value();
                self.line(format!(
                    "{{ int t = {x}; q = &t; put(q, 1); g = t; q = &b; }}"
                ));
            }
            18 | 19 => {
                let (x, input) = (self.place(), self.input());
                self.line(format!("{x} = {input};"));
            }
            // Both ways lead to the same.
            21 | 22 if !deep => {
                let condition = self.condition();
                let (x, y) = (self.place(), self.small());
                match self.dice.below(3) {
                    0 => self.line(format!("if ({condition}) none = 0; else none = 0;")),
                    1 => self.line(format!("if ({condition}) {x} = {y}; else {x} = {y};")),
                    _ => self.line(format!("if ({condition}) a = b, b = {y};")),
                }
            }
            20 if !deep => {
                self.names += 1;
                let label = format!("l{}", self.names);
                let condition = self.condition();
                self.line(format!("if ({condition}) goto {label};"));
                self.statement();
                self.line(format!("{label}:;"));
            }
            _ => {
                let (x, y) = (self.place(), self.value());
                self.line(format!("{x} = {y};"));
            }
        }
    }
}

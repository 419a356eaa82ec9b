//! Random C programs for abstract domains: nearly every run goes through, so that many
//! states are seen. Integers of all kinds and widths, bit-fields, structures in structures,
//! unions, arrays with indices from inputs, blocks made in loops, pointers to all of these
//! and pointers to pointers, functions that call themselves, write through parameters and
//! are called through pointers.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = r#"
typedef __typeof__(sizeof 0) size_t;
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void *malloc(size_t), *calloc(size_t, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void free(void *), exit(int);
extern int unknown(int), touch(int *);
extern int outside;

struct inner { short a; unsigned char b; long c; };
struct outer {
    int x;
    struct inner in, two[2];
    int *p;
    unsigned f : 3;
    int g : 5;
    _Bool t : 1;
};
struct node { int v; struct node *next; };
union both { int i; unsigned char c[4]; unsigned short h[2]; struct { unsigned lo : 4, hi : 4; } n; };

static int g0, g1 = 1;
static signed char gc = -3;
static unsigned short gh = 65534;
static unsigned gu = 4000000000u;
static long long gl = 1LL << 40;
static unsigned __int128 gw = 5;
static _Bool gb = 1;
static int table[4] = {2, 4, 6, 7};
static struct outer s0 = {.x = 3, .in.b = 200, .f = 5, .g = -2}, s1;
static union both u = {.i = 77};
static int *gp = &g0;
static int **gpp = &gp;
static struct node *list;

static void put(int *to, int v) { *to = v; }
static void aim(int **to, int *at) { *to = at; }
static int twice(int n) { return 2 * n; }
static int next(int n) { return n + 1; }
static struct inner mix(struct inner i, int n) { i.a += n; i.c ^= i.b; return i; }
static int sum(int n) { if (n <= 0) return g1; int below = sum(n - 1); g1 = below; return below + 2; }
static int down(int n, int *p) {
    int own = n;
    if (n > 0) {
        down(n - 1, &own);
        *p += own;
    } else
        *p = own + 2;
    return own;
}
static void push(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->v = v;
    n->next = list;
    list = n;
}
static int pop(void) {
    if (!list)
        return 0;
    struct node *n = list;
    int v = n->v;
    list = n->next;
    free(n);
    return v;
}
static int (*chosen)(int) = twice;
"#;

/// A program that depends on nothing but the seed.
pub fn program(seed: u64) -> String {
    let mut g = Generator {
        dice: Dice::new(seed ^ 0xd0a1),
        text: PROLOGUE.to_owned(),
        indent: 0,
        ints: Vec::new(),
        pointers: Vec::new(),
        functions: 0,
        names: 0,
        depth: 0,
        loops: 0,
    };
    for number in 0..g.dice.below(3) {
        g.function(number);
    }
    g.ints.clear();
    g.pointers.clear();
    g.line("int main(void) {");
    let count = 4 + g.dice.below(6);
    g.body(count);
    g.line("    return 0;");
    g.line("}");
    g.text
}

struct Generator {
    dice: Dice,
    text: String,
    indent: usize,
    /// Integer variables in scope, and pointers to `int` that are never null.
    ints: Vec<String>,
    pointers: Vec<String>,
    functions: u64,
    names: u32,
    depth: u32,
    loops: u32,
}

const GLOBALS: &[&str] = &[
    "g0",
    "g1",
    "gc",
    "gh",
    "gu",
    "gl",
    "gw",
    "gb",
    "s0.x",
    "s0.in.a",
    "s0.in.b",
    "s0.in.c",
    "s0.two[1].a",
    "s1.two[0].c",
    "s0.f",
    "s0.g",
    "s0.t",
    "s1.x",
    "s1.g",
    "u.i",
    "u.c[0]",
    "u.c[1]",
    "u.h[0]",
    "u.h[1]",
    "u.n.lo",
    "u.n.hi",
    "table[0]",
    "table[3]",
];

impl Generator {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{}{}", "    ".repeat(self.indent), text.as_ref());
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn function(&mut self, number: u64) {
        self.ints = vec!["a".into()];
        self.pointers = vec!["p".into()];
        self.line(format!(
            "static int f{number}(int a, int *p, struct outer *s) {{"
        ));
        let count = 1 + self.dice.below(4);
        if self.dice.below(2) == 0 {
            let argument = self.pointer();
            self.line("    if (a > 0 && a < 4)");
            self.line(format!("        a += f{number}(a - 1, {argument}, s);"));
        }
        self.line("    s->x = a;");
        self.body(count);
        self.indent = 1;
        let result = self.int();
        self.line(format!("return {result};"));
        self.indent = 0;
        self.line("}");
        self.functions = number + 1;
    }

    fn body(&mut self, count: u64) {
        self.indent = 1;
        self.locals();
        self.block(count);
        self.indent = 0;
    }

    fn locals(&mut self) {
        for _ in 0..1 + self.dice.below(3) {
            let (name, value) = (self.name("x"), self.int());
            let ty = self.dice.pick(&[
                "int",
                "int",
                "int",
                "unsigned",
                "char",
                "signed char",
                "unsigned char",
                "short",
                "unsigned short",
                "long",
                "unsigned long long",
                "_Bool",
                "__int128",
            ]);
            match self.dice.below(5) {
                0 => self.line(format!("{ty} {name};")),
                _ => self.line(format!("{ty} {name} = {value};")),
            }
            self.ints.push(name.clone());
            if ty == "int" && self.dice.below(2) == 0 {
                let pointer = self.name("p");
                self.line(format!("int *{pointer} = &{name};"));
                self.pointers.push(pointer);
            }
        }
        if self.dice.below(3) == 0 {
            let (name, value) = (self.name("p"), self.pointer());
            self.line(format!("int *{name} = {value};"));
            self.pointers.push(name);
        }
    }

    fn block(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    /// A block up to its closing brace, with its own variables.
    fn braces(&mut self, count: u64) {
        let (ints, pointers) = (self.ints.len(), self.pointers.len());
        self.indent += 1;
        if self.dice.below(2) == 0 {
            self.locals();
        }
        self.block(count);
        self.indent -= 1;
        self.ints.truncate(ints);
        self.pointers.truncate(pointers);
        self.line("}");
    }

    fn one_of(&mut self, of: fn(&Generator) -> &Vec<String>) -> Option<String> {
        let n = of(self).len() as u64;
        if n == 0 {
            return None;
        }
        let i = self.dice.below(n) as usize;
        Some(of(self)[i].clone())
    }

    fn variable(&mut self) -> String {
        let local = self.one_of(|g| &g.ints);
        match local {
            Some(name) if self.dice.below(3) > 0 => name,
            _ => self.dice.pick(GLOBALS).to_owned(),
        }
    }

    fn index(&mut self) -> String {
        let v = self.variable();
        match self.dice.below(3) {
            0 => format!("({v}) & 3"),
            1 => format!("({v}) & 1"),
            _ => "__VERIFIER_nondet_uchar() & 3".into(),
        }
    }

    /// A pointer variable, or a place that holds one.
    fn pointer_place(&mut self) -> String {
        let local = self.one_of(|g| &g.pointers);
        match local {
            Some(name) if self.dice.below(3) > 0 => name,
            _ => self.dice.pick(&["gp", "*gpp"]).to_owned(),
        }
    }

    /// A pointer to a living `int`.
    fn pointer(&mut self) -> String {
        match self.dice.below(9) {
            0 => "&g0".into(),
            1 => "&g1".into(),
            2 => format!("&table[{}]", self.index()),
            3 => "&s0.x".into(),
            4 => "&u.i".into(),
            5 => format!("({} ? &s1.x : &g1)", self.condition()),
            6 => "(list ? &list->v : &g0)".into(),
            _ => self.pointer_place(),
        }
    }

    /// Something that can be assigned to.
    fn place(&mut self) -> String {
        match self.dice.below(10) {
            0 => format!("table[{}]", self.index()),
            1 => format!("u.c[{}]", self.index()),
            2 => format!("s0.two[({}) & 1].a", self.variable()),
            3 | 4 => format!("*{}", self.pointer_place()),
            5 => "**gpp".into(),
            _ => self.variable(),
        }
    }

    fn int(&mut self) -> String {
        self.depth += 1;
        let text = self.deep_int();
        self.depth -= 1;
        text
    }

    fn deep_int(&mut self) -> String {
        if self.depth > 3 {
            return self.variable();
        }
        match self.dice.below(20) {
            0..=2 => self.variable(),
            3..=5 => self.constant(),
            6 => self.input(),
            7 => self.place(),
            8..=12 => {
                let (a, b) = (self.int(), self.int());
                let op = self.dice.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {op} {b})")
            }
            13 => {
                let (a, n) = (self.int(), 1 + self.dice.below(4));
                let op = self.dice.pick(&["/", "%", "<<", ">>", "%"]);
                format!("({a} {op} {n})")
            }
            14 => {
                let (a, b) = (self.int(), self.variable());
                let op = self.dice.pick(&["<<", ">>"]);
                format!("({a} {op} ({b} & 7))")
            }
            15 => {
                let a = self.int();
                let op = self.dice.pick(&[
                    "-",
                    "~",
                    "!",
                    "(signed char)",
                    "(unsigned char)",
                    "(short)",
                    "(_Bool)",
                    "(long)",
                    "(unsigned)",
                ]);
                format!("({op}{a})")
            }
            16 => format!("({} ? {} : {})", self.condition(), self.int(), self.int()),
            17 => format!("({})", self.condition()),
            18 => self.call(),
            _ => match self.dice.below(5) {
                0 => "unknown(g0)".into(),
                1 => "outside".into(),
                2 => format!("touch({})", self.pointer()),
                3 => "pop()".into(),
                _ => format!("(int)({} * 0.5)", self.variable()),
            },
        }
    }

    fn constant(&mut self) -> String {
        let list = &[
            "0",
            "1",
            "2",
            "3",
            "4",
            "(-1)",
            "7",
            "8",
            "255",
            "256",
            "(-128)",
            "0x7fffffff",
            "65537",
            "4294967295u",
            "(1LL << 33)",
        ];
        self.dice.pick(list).to_owned()
    }

    fn input(&mut self) -> String {
        let list = &[
            "__VERIFIER_nondet_bool()",
            "(__VERIFIER_nondet_uchar() & 3)",
            "__VERIFIER_nondet_uchar()",
            "__VERIFIER_nondet_int()",
        ];
        self.dice.pick(list).to_owned()
    }

    fn call(&mut self) -> String {
        if self.depth > 2 {
            return self.variable();
        }
        match self.dice.below(7) {
            0 => format!("sum({} & 3)", self.variable()),
            1 => format!("down({} & 3, {})", self.variable(), self.pointer()),
            2 => format!("chosen({})", self.int()),
            3 => format!("twice({})", self.int()),
            _ if self.functions > 0 => {
                let f = self.dice.below(self.functions);
                let (a, p) = (self.int(), self.pointer());
                let s = self.dice.pick(&["&s0", "&s1"]);
                format!("f{f}({a} & 3, {p}, {s})")
            }
            _ => format!("next({})", self.int()),
        }
    }

    fn condition(&mut self) -> String {
        if self.depth > 3 {
            return "g0".into();
        }
        self.depth += 1;
        let text = match self.dice.below(10) {
            0 => "__VERIFIER_nondet_bool()".into(),
            1 => format!("{} == {}", self.pointer(), self.pointer()),
            2 | 3 => {
                let (a, b) = (self.int(), self.dice.below(2));
                let op = self.dice.pick(&["==", "!="]);
                format!("{a} % 2 {op} {b}")
            }
            4 => {
                let (a, b) = (self.int(), self.dice.below(2));
                let op = self.dice.pick(&["==", "!="]);
                format!("({a} & 1) {op} {b}")
            }
            5 => {
                let (a, b) = (self.condition(), self.condition());
                let op = self.dice.pick(&["&&", "||"]);
                format!("({a}) {op} ({b})")
            }
            6 => {
                let (a, b) = (self.variable(), self.variable());
                let op = self.dice.pick(&["==", "!=", "<", ">="]);
                format!("{a} {op} {b}")
            }
            _ => {
                let (a, b) = (self.int(), self.constant());
                let op = self.dice.pick(&["==", "!=", "<", ">", "<=", "=="]);
                format!("{a} {op} {b}")
            }
        };
        self.depth -= 1;
        text
    }

    fn statement(&mut self) {
        let nested = self.indent > 3;
        match self.dice.below(30) {
            0..=8 => {
                let (to, value) = (self.place(), self.int());
                let op = self
                    .dice
                    .pick(&["=", "=", "=", "=", "+=", "-=", "^=", "|=", "*="]);
                self.line(format!("{to} {op} {value};"));
            }
            9 | 10 => {
                let place = self.place();
                let op = self.dice.pick(&["++", "--"]);
                self.line(format!("{place}{op};"));
            }
            11..=14 if !nested => {
                let condition = self.condition();
                self.line(format!("if ({condition}) {{"));
                let count = 1 + self.dice.below(2);
                self.braces(count);
                if self.dice.below(2) == 0 {
                    self.line("else {");
                    self.braces(1);
                }
            }
            15..=17 if !nested && self.loops < 2 => self.looping(),
            18 | 19 => {
                let (to, value) = (self.pointer_place(), self.pointer());
                // What a global points to must not end before it.
                let value = match to.as_str() {
                    "gp" | "*gpp" => self
                        .dice
                        .pick(&["&g0", "&g1", "&table[1]", "&u.i"])
                        .to_owned(),
                    _ => value,
                };
                self.line(format!("{to} = {value};"));
            }
            20 => {
                let (p, v) = (self.pointer(), self.int());
                self.line(format!("put({p}, {v});"));
            }
            21 => match self.dice.below(3) {
                0 => self.line("gpp = &gp;"),
                1 => self.line("aim(&gp, &g1);"),
                _ => match self.one_of(|g| &g.pointers) {
                    Some(local) => {
                        let value = self.pointer();
                        self.line(format!("aim(&{local}, {value});"));
                    }
                    None => self.line("aim(gpp, &s0.x);"),
                },
            },
            22 => {
                let v = self.int();
                self.line(format!("push({v});"));
            }
            23 => {
                let i = self.variable();
                let text = match self.dice.below(6) {
                    0 => "s0 = s1;".into(),
                    1 => "s1.in = s0.two[1];".into(),
                    2 => format!("s0.two[({i}) & 1] = s0.in;"),
                    3 => format!("s0.in = mix(s1.in, {i});"),
                    4 => "memcpy(&s1.in, &s0.in, sizeof s0.in);".into(),
                    _ => "s1 = (struct outer){.x = 1, .g = 1};".into(),
                };
                self.line(text);
            }
            24 => {
                let condition = self.condition();
                match self.dice.below(3) {
                    0 => self.line(format!("__VERIFIER_assume({condition});")),
                    1 => self.line(format!("if ({condition}) exit(0);")),
                    _ => self.line(format!("if ({condition}) reach_error();")),
                }
            }
            25 => {
                let (c, v) = (self.condition(), self.int());
                let f = self.dice.pick(&["twice", "next", "sum"]);
                self.line(format!("chosen = ({c}) ? {f} : next;"));
                self.line(format!("g1 = chosen(({v}) & 3);"));
            }
            26 => {
                let (b, i, v) = (self.name("b"), self.index(), self.int());
                self.line("{");
                self.line(format!("    int *{b} = calloc(4, sizeof *{b});"));
                self.line(format!("    if ({b}) {{"));
                self.line(format!("        {b}[{i}] = {v};"));
                self.line(format!("        g0 = {b}[1] + {b}[{i}];"));
                self.line(format!("        free({b});"));
                self.line("    }");
                self.line("}");
            }
            27 if !nested => {
                let value = self.int();
                self.line(format!("switch ((int)({value})) {{"));
                for i in 0..2 {
                    self.line(format!("case {i}:"));
                    self.indent += 1;
                    self.statement();
                    let end = self.dice.pick(&["break;", ";"]);
                    self.line(end);
                    self.indent -= 1;
                }
                self.line("}");
            }
            28 => {
                // One of two, written by one of their names.
                let (q, v) = (self.name("q"), self.constant());
                let (w, other) = (self.int(), self.pointer());
                let to = self.dice.pick(&["g0", "g1", "*gp", "table[1]"]);
                self.line("{");
                self.line(format!(
                    "    int *{q} = __VERIFIER_nondet_bool() ? &{to} : {other};"
                ));
                self.line(format!("    *{q} = {v};"));
                self.line(format!("    {to} = {w};"));
                self.line(format!("    gu ^= *{q};"));
                self.line("}");
            }
            _ => {
                let call = self.call();
                self.line(format!("g0 += {call};"));
            }
        }
    }

    fn looping(&mut self) {
        self.loops += 1;
        let i = self.name("i");
        let step = 1 + self.dice.below(2);
        match self.dice.below(3) {
            0 => {
                let n = 1 + self.dice.below(6);
                self.line(format!("for (int {i} = 0; {i} < {n}; {i} += {step}) {{"));
                // Only read, so that the loop ends.
                self.line(format!("    g1 += {i};"));
            }
            1 => {
                self.line(format!(
                    "for (int {i} = 0; __VERIFIER_nondet_bool() && {i} < 4; {i}++) {{"
                ));
                self.line(format!("    push({i});"));
            }
            _ => {
                let condition = self.condition();
                self.line(format!(
                    "for (int {i} = 0; ({condition}) && {i} < 5; {i}++) {{"
                ));
            }
        }
        let count = 1 + self.dice.below(2);
        self.braces(count);
        self.loops -= 1;
    }
}

//! Random C programs, small and full of what analyses get wrong: inputs in small
//! ranges, aliases, symbolic indices, heap blocks, lists, bit-fields, unions,
//! function pointers, variable arguments, jumps. Errors hide behind conditions.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = r#"
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
extern void reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);
extern void free(void *), abort(void), exit(int);
typedef struct { long opaque[32]; } jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
extern int unknown(int), touch(int *);
extern int *somewhere(void);
extern int outside;

struct node { int v; struct node *next; };
struct bits { unsigned a : 3; int b : 3; _Bool c : 1; unsigned char d; short e : 9; };
struct pair { char x; int y; short z[2]; };
union both { int i; unsigned char c[4]; struct bits b; float f; };

static int g0, g1 = 1;
static char gc = 2;
static unsigned char bytes[5];
static int table[4] = {3, 1, 2};
static struct node *head;
static struct bits flags;
static union both u;
static struct pair pairs[3];
static int *gp = &g0;
static int *slots[3];
static jmp_buf env;
static int jumps;

static int sum(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; i++)
        s += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return s;
}
static struct pair swap(struct pair p) {
    struct pair q;
    q.x = (char)p.y;
    q.y = p.x;
    if (p.x)
        q.z[0] = p.z[1];
    return q;
}
static void push(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return;
    n->v = v;
    n->next = head;
    head = n;
}
static int pop(void) {
    if (!head)
        return -1;
    struct node *n = head;
    int v = n->v;
    head = n->next;
    free(n);
    return v;
}
"#;

/// A program that depends on nothing but the seed.
pub fn program(seed: u64) -> String {
    let mut g = Generator {
        dice: Dice::new(seed),
        text: PROLOGUE.to_owned(),
        indent: 0,
        ints: Vec::new(),
        pointers: Vec::new(),
        functions: 0,
        inputs: 5,
        names: 0,
        loops: 0,
        depth: 0,
        in_main: false,
    };
    let functions = g.dice.below(3);
    for i in 0..functions {
        g.function(i);
    }
    g.main();
    g.text
}

struct Generator {
    dice: Dice,
    text: String,
    indent: usize,
    /// Integer variables in scope, and pointers to int.
    ints: Vec<String>,
    pointers: Vec<String>,
    functions: u64,
    /// Inputs that may still be asked for.
    inputs: u32,
    names: u32,
    loops: u32,
    depth: u32,
    in_main: bool,
}

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
        self.line(format!("static int f{number}(int a, int *p) {{"));
        self.indent = 1;
        self.locals();
        if self.dice.below(2) == 0 {
            // A recursion that ends.
            self.line("if (a > 0 && a < 4)");
            let argument = self.dice.pick(&["p", "&a", "gp"]);
            self.line(format!("    g1 += f{number}(a - 1, {argument});"));
        }
        let count = 1 + self.dice.below(3);
        self.block(count);
        let result = self.int();
        self.line(format!("return {result};"));
        self.indent = 0;
        self.line("}");
        self.functions = number + 1;
    }

    fn main(&mut self) {
        self.ints.clear();
        self.pointers.clear();
        self.in_main = true;
        self.line("int main(void) {");
        self.indent = 1;
        self.locals();
        let count = 3 + self.dice.below(5);
        self.block(count);
        let condition = self.condition();
        self.line(format!("if ({condition})"));
        self.line("    reach_error();");
        if self.dice.below(2) == 0 {
            self.line("while (head)");
            self.line("    pop();");
        }
        self.line("return 0;");
        self.indent = 0;
        self.line("}");
    }

    fn locals(&mut self) {
        for _ in 0..1 + self.dice.below(3) {
            let name = self.name("x");
            let ty = self
                .dice
                .pick(&["int", "int", "unsigned", "char", "short", "long", "_Bool"]);
            match self.dice.below(6) {
                0 => self.line(format!("{ty} {name};")),
                1 | 2 => {
                    let value = self.input();
                    self.line(format!("{ty} {name} = {value};"));
                }
                _ => {
                    let value = self.constant();
                    self.line(format!("{ty} {name} = {value};"));
                }
            }
            self.ints.push(name);
        }
        for _ in 0..self.dice.below(3) {
            let name = self.name("p");
            let value = self.pointer();
            self.line(format!("int *{name} = {value};"));
            self.pointers.push(name);
        }
    }

    fn input(&mut self) -> String {
        if self.inputs == 0 {
            return self.constant();
        }
        self.inputs -= 1;
        self.dice
            .pick(&[
                "__VERIFIER_nondet_bool()",
                "__VERIFIER_nondet_bool()",
                "(__VERIFIER_nondet_uchar() & 3)",
                "(__VERIFIER_nondet_uchar() & 7)",
                "__VERIFIER_nondet_uchar()",
                "__VERIFIER_nondet_char()",
                "(__VERIFIER_nondet_uchar() % 3)",
            ])
            .to_owned()
    }

    fn constant(&mut self) -> String {
        self.dice
            .pick(&[
                "0",
                "1",
                "2",
                "3",
                "4",
                "(-1)",
                "7",
                "8",
                "255",
                "127",
                "(-128)",
                "0x7fffffff",
                "65536",
            ])
            .to_owned()
    }

    fn variable(&mut self) -> String {
        let n = self.ints.len() as u64;
        if n > 0 && self.dice.below(3) > 0 {
            let i = self.dice.below(n) as usize;
            return self.ints[i].clone();
        }
        self.dice
            .pick(&[
                "g0", "g1", "gc", "flags.a", "flags.b", "flags.c", "flags.d", "flags.e", "u.i",
                "u.b.b",
            ])
            .to_owned()
    }

    fn a_pointer(&mut self) -> String {
        let n = self.pointers.len() as u64;
        if n > 0 && self.dice.below(3) > 0 {
            let i = self.dice.below(n) as usize;
            return self.pointers[i].clone();
        }
        self.dice
            .pick(&["gp", "gp", "slots[0]", "slots[2]"])
            .to_owned()
    }

    fn index(&mut self) -> String {
        let v = self.variable();
        match self.dice.below(6) {
            0 => format!("{v} & 3"),
            1 => format!("({v} & 1) + 1"),
            2 => format!("(unsigned char)({v}) % 3"),
            3 => format!("({v} & 3) - 1"),
            4 => format!("{v} & 7"),
            _ => self.dice.pick(&["0", "1", "2"]).to_owned(),
        }
    }

    /// Something that can be assigned to.
    fn place(&mut self) -> String {
        let i = self.index();
        match self.dice.below(14) {
            0 => format!("table[{i}]"),
            1 => format!("bytes[{i}]"),
            2 => format!("u.c[{}]", self.dice.below(4)),
            3 => format!("pairs[{i}].y"),
            4 => format!("pairs[{i}].x"),
            5 => format!("pairs[{}].z[{i}]", self.dice.below(3)),
            6 | 7 => format!("*{}", self.a_pointer()),
            8 => format!("{}[{i}]", self.a_pointer()),
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
        match self.dice.below(22) {
            0..=3 => self.variable(),
            4 | 5 => self.constant(),
            6 => self.input(),
            7 | 8 => self.place(),
            9..=12 => {
                let (a, b) = (self.int(), self.int());
                let op = self.dice.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]);
                format!("({a} {op} {b})")
            }
            13 => {
                let (a, b) = (self.int(), self.int());
                let op = self.dice.pick(&["/", "%", "<<", ">>"]);
                match self.dice.below(3) {
                    0 => format!("({a} {op} {b})"),
                    _ => format!("({a} {op} (({b} & 3) + 1))"),
                }
            }
            14 => {
                let a = self.int();
                let op = self.dice.pick(&[
                    "-",
                    "~",
                    "!",
                    "(char)",
                    "(unsigned char)",
                    "(short)",
                    "(_Bool)",
                    "(long)",
                    "(unsigned)",
                ]);
                format!("({op}{a})")
            }
            15 => {
                let (c, a, b) = (self.condition(), self.int(), self.int());
                format!("({c} ? {a} : {b})")
            }
            16 => format!("({})", self.condition()),
            17 => self.call(),
            18 => "sum(2, g0, g1)".into(),
            19 => {
                let a = self.int();
                match self.dice.below(4) {
                    0 => format!("(int)(float)({a})"),
                    1 => format!("(int)((double)({a}) / 2)"),
                    2 => format!("((long double)({a}) > 1.5)"),
                    _ => format!("(int)(({a}) * 1.5f)"),
                }
            }
            20 => match self.dice.below(4) {
                0 => "(head ? head->v : 0)".into(),
                1 => "pop()".into(),
                2 => "(int)sizeof(struct pair)".into(),
                _ => "(int)(gp - &table[0])".into(),
            },
            _ => match self.dice.below(8) {
                0 => "unknown(g0)".into(),
                1 => "outside".into(),
                2 => "touch(&g0)".into(),
                _ => self.variable(),
            },
        }
    }

    fn call(&mut self) -> String {
        if self.functions == 0 || self.depth > 2 {
            return self.variable();
        }
        let f = self.dice.below(self.functions);
        let (a, p) = (self.int(), self.pointer());
        format!("f{f}({a} & 3, {p})")
    }

    fn condition(&mut self) -> String {
        if self.depth > 3 {
            return "g0".into();
        }
        self.depth += 1;
        let text = match self.dice.below(10) {
            0 => self.input(),
            1 => {
                let (p, q) = (self.a_pointer(), self.pointer());
                let op = self.dice.pick(&["==", "!=", "<"]);
                format!("{p} {op} ({q})")
            }
            2 => {
                let p = self.a_pointer();
                format!("{p} && *{p} == {}", self.dice.below(4))
            }
            3 => {
                let (a, b) = (self.condition(), self.condition());
                let op = self.dice.pick(&["&&", "||"]);
                format!("({a}) {op} ({b})")
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

    fn pointer(&mut self) -> String {
        let i = self.index();
        match self.dice.below(14) {
            0 | 1 => self.a_pointer(),
            2 => "&g0".into(),
            3 => "&g1".into(),
            4 => format!("&table[{i}]"),
            5 => format!("&pairs[{i}].y"),
            6 => "(int *)0".into(),
            7 => format!("malloc({} * sizeof(int))", 1 + self.dice.below(2)),
            8 => "calloc(2, sizeof(int))".into(),
            9 => format!("{} + {}", self.a_pointer(), self.dice.below(2)),
            10 => "head ? &head->v : gp".into(),
            11 if self.dice.below(4) == 0 => "somewhere()".into(),
            12 => format!("(int *)((size_t){} + 4 - 4)", self.a_pointer()),
            _ => match self.ints.first() {
                // Not every one is an int; the first parameter is.
                Some(first) if first == "a" => "&a".into(),
                _ => "&u.i".into(),
            },
        }
    }

    fn block(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    /// A block in braces, with its own variables.
    fn braces(&mut self, count: u64) {
        let (ints, pointers) = (self.ints.len(), self.pointers.len());
        self.indent += 1;
        if self.dice.below(3) == 0 {
            self.locals();
        }
        self.block(count);
        self.indent -= 1;
        self.ints.truncate(ints);
        self.pointers.truncate(pointers);
        self.line("}");
    }

    fn statement(&mut self) {
        let nested = self.indent > 3;
        match self.dice.below(34) {
            0..=5 => {
                let (to, value) = (self.place(), self.int());
                let op = self.dice.pick(&["=", "=", "=", "+=", "-=", "^=", "|="]);
                self.line(format!("{to} {op} {value};"));
            }
            6 | 7 => {
                let place = self.place();
                let op = self.dice.pick(&["++", "--"]);
                self.line(format!("{place}{op};"));
            }
            8..=12 if !nested => {
                let condition = self.condition();
                self.line(format!("if ({condition}) {{"));
                let count = 1 + self.dice.below(2);
                self.braces(count);
                if self.dice.below(2) == 0 {
                    self.line("else {");
                    self.braces(1);
                }
            }
            13 | 14 if !nested && self.loops < 2 => self.looping(),
            15..=17 => {
                let (to, value) = (self.a_pointer(), self.pointer());
                self.line(format!("{to} = {value};"));
            }
            18 => {
                let i = self.index();
                let value = self.pointer();
                self.line(format!("slots[{i}] = {value};"));
            }
            19 | 20 => {
                let p = self.a_pointer();
                match self.dice.below(4) {
                    0 => self.line(format!("free({p});")),
                    1 => self.line(format!("{p} = realloc({p}, 8);")),
                    2 => self.line(format!("if ({p} != &g0 && {p} != gp) {p} = 0;")),
                    _ => self.line(format!("free({p}), {p} = 0;")),
                }
            }
            21 => {
                let v = self.int();
                self.line(format!("push({v});"));
            }
            22 => {
                let a = self.dice.below(3);
                let i = self.index();
                match self.dice.below(4) {
                    0 => self.line(format!("pairs[{a}] = swap(pairs[{i}]);")),
                    1 => self.line(format!("pairs[{i}] = pairs[{a}];")),
                    2 => self.line(format!("memcpy(bytes, &pairs[{a}], sizeof bytes);")),
                    _ => {
                        let size = self.dice.below(6);
                        self.line(format!("memset(&u, g0, {size});"));
                    }
                }
            }
            23 if !nested => {
                let value = self.int();
                self.line(format!("switch ({value}) {{"));
                for i in 0..2 + self.dice.below(2) {
                    self.line(format!("case {i}:"));
                    self.indent += 1;
                    self.statement();
                    if self.dice.below(2) == 0 {
                        self.line("break;");
                    } else {
                        self.line(";");
                    }
                    self.indent -= 1;
                }
                if self.dice.below(2) == 0 {
                    self.line("default:");
                    self.indent += 1;
                    self.statement();
                    self.line(";");
                    self.indent -= 1;
                }
                self.line("}");
            }
            24 => {
                // A pointer to what goes out of scope.
                let (p, value) = (self.a_pointer(), self.int());
                let t = self.name("t");
                self.line("{");
                self.line(format!("    int {t} = {value};"));
                self.line(format!("    {p} = &{t};"));
                if self.dice.below(2) == 0 {
                    self.line(format!("    {p} = &g1;"));
                }
                self.line("}");
            }
            25 => {
                let condition = self.condition();
                match self.dice.below(4) {
                    0 => self.line(format!("__VERIFIER_assume({condition});")),
                    1 => self.line(format!("if ({condition}) exit(0);")),
                    2 => self.line(format!(
                        "if ({condition}) __assert_fail(\"\", \"\", 1, \"\");"
                    )),
                    _ => self.line(format!("if ({condition}) reach_error();")),
                }
            }
            26 if self.in_main && self.indent == 1 => {
                let value = self.int();
                self.line("if (setjmp(env) == 0) {");
                self.line("    jumps = 1;");
                self.braces(2);
                self.line(format!("else jumps = 0, g1 = {value};"));
            }
            27 if self.functions > 0 => {
                let (a, b) = (
                    self.dice.below(self.functions),
                    self.dice.below(self.functions),
                );
                let (c, v, p) = (self.condition(), self.int(), self.pointer());
                let name = self.name("q");
                self.line("{");
                self.line(format!(
                    "    int (*{name})(int, int *) = ({c}) ? f{a} : f{b};"
                ));
                self.line(format!("    g0 = {name}({v} & 3, {p});"));
                self.line("}");
            }
            28 if !self.in_main => {
                let condition = self.condition();
                self.line(format!("if (jumps && ({condition})) longjmp(env, 1);"));
            }
            29 => {
                let (n, v) = (self.name("v"), self.variable());
                let i = self.index();
                self.line("{");
                self.line(format!("    char {n}[({v} & 3) + 1];"));
                self.line(format!("    {n}[{i}] = 1;"));
                self.line(format!("    g0 += {n}[0];"));
                self.line("}");
            }
            30 => {
                let label = self.name("l");
                let condition = self.condition();
                self.line(format!("if ({condition}) goto {label};"));
                self.statement();
                self.line(format!("{label}:;"));
            }
            31 => {
                let call = self.call();
                self.line(format!("{call};"));
            }
            32 => {
                let n = self.dice.below(4);
                let (a, b) = (self.int(), self.int());
                self.line(format!("g0 = sum({n}, (int)({a}), (int)({b}), 5);"));
            }
            _ => {
                let (to, value) = (self.variable(), self.input());
                self.line(format!("{to} = {value};"));
            }
        }
    }

    fn looping(&mut self) {
        self.loops += 1;
        // Inputs in loops are many.
        let inputs = self.inputs;
        self.inputs = inputs.min(1);
        match self.dice.below(4) {
            0 => {
                let i = self.name("i");
                let n = 1 + self.dice.below(4);
                self.line(format!("for (int {i} = 0; {i} < {n}; {i}++) {{"));
                self.ints.push(i);
                self.braces(1);
                self.ints.pop();
            }
            1 => {
                self.line("while (__VERIFIER_nondet_bool()) {");
                self.braces(1);
            }
            2 => {
                let c = self.name("c");
                let condition = self.condition();
                self.line(format!(
                    "for (int {c} = 0; ({condition}) && {c} < 5; {c}++) {{"
                ));
                self.braces(2);
            }
            _ => {
                let condition = self.condition();
                self.line("do {");
                self.braces(1);
                let end = self.text.trim_end().len();
                self.text.truncate(end);
                let _ = writeln!(self.text, " while ({condition});");
            }
        }
        self.inputs = inputs;
        self.loops -= 1;
    }
}

//! Random C programs: small, without undefined behaviour that would end a run, and
//! with branches on their inputs.

use std::fmt::Write;

/// splitmix64
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x1234_5678_9abc_def1)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

const HEAD: &str = "
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
void *calloc(unsigned long, unsigned long);
typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef unsigned int u32; typedef long long i64; typedef unsigned long long u64;
struct inner { i16 a; u8 b; i64 c; };
struct outer { int x; struct inner in; struct outer *next; u8 bytes[6]; u32 bit1 : 3; int bit2 : 11; _Bool flag; };
union pun { u32 whole; u8 part[4]; float f; struct { u16 low, high; } half; };
struct outer *keep;
i8 g1; u16 g2 = 7; int g3 = -5; u64 g4; static i64 g5[5] = {1, 2, 3}; int *gp = &g3;
struct outer gs = {4, {1, 2, 3}, 0, {9, 8, 7}, 5, -3, 1};
static const i16 table[4] = {10, -20, 30, -40};
static int twice(int n) { return n * 2; }
static int minus(int n) { return n < 3 ? -n : n - 3; }
int (*chosen)(int) = twice;
static struct inner mix(struct inner i, i16 n) { i.a += n; i.c ^= i.b; return i; }
static void put(int *where, int what) { if (where) *where = what; }
static u32 sum(const u8 *from, int n) { u32 s = 0; for (int i = 0; i < n; i++) s = s * 3 + from[i]; return s; }
static struct outer *cons(int x, struct outer *next) {
    struct outer *p = malloc(sizeof *p);
    if (!p) return next;
    p->x = x; p->next = next; p->in.a = x; p->bit1 = x; p->bit2 = -x; p->flag = x;
    return p;
}
";

struct Writer {
    dice: Dice,
    text: String,
    depth: usize,
    loops: usize,
}

const LVALUES: [&str; 27] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "g1",
    "g2",
    "g3",
    "g4",
    "arr[1]",
    "arr[b & 3]",
    "g5[a & 3]",
    "s.x",
    "s.in.a",
    "s.in.b",
    "s.in.c",
    "s.bytes[c & 5]",
    "s.bit1",
    "s.bit2",
    "s.flag",
    "u.whole",
    "u.part[a & 3]",
    "u.half.high",
    "*p",
    "q->in.c",
    "gs.bit2",
    "m[d & 1][b & 1]",
];

impl Writer {
    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn lvalue(&mut self) -> String {
        self.dice.pick(&LVALUES).to_owned()
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.chance(25) {
            return match self.dice.below(9) {
                0 => format!("{}", self.dice.below(5)),
                1 => format!("{}", self.dice.next() as i32),
                2 => format!("{}u", self.dice.next() as u32 >> 3),
                3 => format!("table[{} & 3]", self.dice.pick(&["a", "b", "c"])),
                _ => self.lvalue(),
            };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.dice.below(16) {
            // Products and quotients of two inputs are hard for any solver.
            0 => format!("({a} / {})", self.dice.pick(&["3", "8u", "-4"])),
            1 => format!("((i16)({a}) % (({b} & 3) + 1))"),
            2 => format!("({a} << ({b} & 7))"),
            3 => format!("({a} >> ({b} & 15))"),
            4 => {
                let ty = self
                    .dice
                    .pick(&["i8", "u8", "i16", "u32", "i64", "u64", "_Bool"]);
                format!("({ty})({a})")
            }
            5 => format!("({a} ? {b} : {a})"),
            6 => format!("(-({a}))"),
            7 => format!("(~({a}))"),
            8 => format!("({a} * {})", self.dice.pick(&["3", "-5", "10u"])),
            _ => {
                let op = self.dice.pick(&["+", "-", "&", "|", "^"]);
                format!("({a} {op} {b})")
            }
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.expression(2), self.expression(1));
        let op = self.dice.pick(&["<", "<=", "==", "!=", ">", ">="]);
        match self.dice.below(8) {
            0 => "q && q->next".into(),
            1 => "p == &s.x".into(),
            2 => format!("{a} {op} {b} && c != 3"),
            3 => format!("fl {op} {}.5", self.dice.below(4)),
            _ => format!("{a} {op} {b}"),
        }
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let value = self.expression(2);
        let place = self.lvalue();
        match self.dice.below(26) {
            0..=5 => self.line(&format!("{place} = {value};")),
            6 => {
                let op = self.dice.pick(&["+=", "-=", "^=", "|="]);
                self.line(&format!("{place} {op} {value};"));
            }
            7..=9 if self.depth < 4 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(2);
                if self.dice.chance(50) {
                    self.line("} else {");
                    self.block(2);
                }
                self.line("}");
            }
            10 | 11 if self.depth < 3 => {
                let i = format!("i{}", self.loops);
                self.loops += 1;
                let bound = self.dice.pick(&["3", "(a & 3)", "(c & 1) + 1"]);
                self.line(&format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"));
                self.block(2);
                self.line(&format!("arr[{i}] += {i};"));
                self.line("}");
            }
            12 if self.depth < 3 => {
                self.line(&format!("switch (({value}) & 3) {{"));
                self.line("case 0: a++; break;");
                self.line("case 1: b ^= 5;");
                self.line("default: c--;");
                self.line("}");
            }
            13 => self.line("p = &arr[a & 3];"),
            14 => {
                let what = self.dice.pick(&["&s.x", "&g3", "gp", "&q->x", "(int *)&u.whole"]);
                self.line(&format!("p = {what};"));
            }
            15 => self.line("s.in = mix(s.in, b);"),
            16 => self.line(&format!("put(p, {value});")),
            17 => self.line("e = sum(s.bytes, a & 3);"),
            18 => self.line("{ struct outer *t = cons(a, keep); if (t) keep = t; }"),
            19 => self.line("if (keep) { struct outer *t = keep; keep = t->next; c += t->x + t->bit2; free(t); }"),
            20 => self.line("{ struct outer t = s; t.x++; t.flag = b; *q = t; q->next = 0; }"),
            21 => self.line("memcpy(u.part, &g3, 4);"),
            22 => self.line("{ int n = chosen(c); d = n; if (n & 1) chosen = minus; }"),
            23 => self.line("{ u8 *bytes = (u8 *)arr; bytes[a & 7] ^= b; d += bytes[3]; }"),
            24 => self.line("fl = fl + a; d += fl < 100.0 && fl > -100.0 ? (int)fl : 1;"),
            _ => {
                let (x, y) = (self.dice.below(4), self.dice.below(3));
                self.line(&format!(
                    "{{ int *h = calloc({x} + (a & 1), sizeof *h); if (h) {{ if ((a & 1) + {x} > {y}) h[{y}] += c; free(h); }} }}"
                ));
            }
        }
    }

    fn block(&mut self, most: u64) {
        self.depth += 1;
        let count = 1 + self.dice.below(most);
        self.statements(count);
        self.depth -= 1;
    }
}

pub fn program(seed: u64) -> String {
    let mut w = Writer {
        dice: Dice::new(seed),
        text: HEAD.to_owned(),
        depth: 1,
        loops: 0,
    };
    w.text.push_str("int main(void) {\n");
    // What is not initialised is an input.
    for line in [
        "int a; i16 b; u8 c; i64 d; u32 e = 3; double fl; int arr[4]; i16 m[2][2];",
        "struct outer s, *q = &gs; union pun u; int *p = &a;",
        "s.x = a; s.in.a = b; s.in.b = 1; s.next = 0; s.flag = c & 1; m[0][0] = m[1][1] = 1;",
        "for (int i = 0; i < 6; i++) s.bytes[i] = i * c;",
    ] {
        w.line(line);
    }
    if w.dice.chance(50) {
        w.line("u.whole = e; m[0][1] = m[1][0] = 2; s.bit1 = 1; s.bit2 = 2; s.in.c = d;");
    }
    if w.dice.chance(50) {
        w.line("arr[0] = arr[1] = arr[2] = arr[3] = c;");
    }
    let count = 5 + w.dice.below(8);
    w.statements(count);
    w.line("return (a ^ b) & 1;");
    w.text.push_str("}\n");
    w.text
}

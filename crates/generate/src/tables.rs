//! Random C programs with a table of nodes of any length, beside single nodes: pointers into
//! the table, lists of its elements, elements by index, and the end of the whole table.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = "
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
extern void free(void *);
struct node { struct node *next; int data; };
static struct node *kept;
static struct node *append(struct node *l, struct node *e) {
    struct node *c = l;
    while (c->next) { if (c == c->next) return c; c = c->next; }
    c->next = e;
    return c;
}
static struct node *element(struct node *t, int i) { return t + i; }
int main(void) {
    struct node *x = 0, *y = 0, *z = 0;
    int i = 0, n = __VERIFIER_nondet_int() & 3;
    struct node *t = malloc(n * sizeof(struct node));
    if (!t) return 1;
";

const POINTERS: &[&str] = &["x", "y", "z", "x", "y", "t"];

/// A program that depends on nothing but the seed.
pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x7ab1e);
    let mut text = PROLOGUE.to_owned();
    if dice.below(2) == 0 {
        text.push_str("for (i = 0; i < n; i++) { t[i].next = 0; t[i].data = 0; }\n");
    }
    let count = 4 + dice.below(6);
    statements(&mut dice, count, 0, &mut text);
    // So that there is somebody to be told about chains.
    text.push_str("//@ assert i == i || \\reach(x, y, next) || \\reach(t, z, next);\n");
    text.push_str("    return 0;\n}\n");
    text
}

fn statements(dice: &mut Dice, count: u64, depth: u32, text: &mut String) {
    for _ in 0..count {
        statement(dice, depth, text);
    }
}

fn statement(dice: &mut Dice, depth: u32, text: &mut String) {
    let (p, q) = (dice.pick(POINTERS), dice.pick(POINTERS));
    let kind = dice.below(if depth < 2 { 20 } else { 17 });
    let _ = match kind {
        0 => writeln!(
            text,
            "{p} = malloc(sizeof *{p}); if (!{p}) return 1; {p}->next = 0;"
        ),
        1 => writeln!(text, "i = __VERIFIER_nondet_int();"),
        2 | 3 => writeln!(text, "if (0 <= i && i < n) {p} = t + i;"),
        4 => writeln!(text, "if (0 <= i && i < n) {p} = &t[i];"),
        5 => writeln!(text, "{p} = element(t, i);"),
        6 => writeln!(text, "{p} = {q};"),
        7 => writeln!(text, "if ({p}) {q} = {p}->next;"),
        8 => writeln!(text, "if ({p} && n > 0) {p}->next = {q};"),
        9 => writeln!(text, "if (0 <= i && i < n) t[i].next = {q};"),
        10 => writeln!(text, "if (0 <= i && i < n) {p} = t[i].next;"),
        11 => writeln!(text, "if (0 <= i && i < n) t[i].data = 1;"),
        12 => writeln!(text, "if (n > 1) {p} = t + 1;"),
        13 => writeln!(text, "if ({p} && n > 0) {q} = append({p}, {q});"),
        14 => writeln!(text, "kept = {p};"),
        15 => match dice.below(5) {
            0 => writeln!(text, "if ({p} != {q}) {{ free({p}); {p} = 0; }}"),
            1 => writeln!(text, "if ({p} == {q}) {p} = 0;"),
            2 => writeln!(text, "if ({p} && {p}->data == 1) {q} = {p};"),
            3 => writeln!(text, "{p} = kept;"),
            _ => writeln!(
                text,
                "free(t); n = 0; t = malloc(2 * sizeof *t); if (!t) return 1;"
            ),
        },
        16 => writeln!(text, "{p} = 0;"),
        _ => {
            let head = match kind {
                17 => format!("if ({p} != {q})"),
                18 => "while (__VERIFIER_nondet_int())".to_owned(),
                _ => "for (i = 0; i < n; i++)".to_owned(),
            };
            let _ = writeln!(text, "{head} {{");
            let count = 1 + dice.below(3);
            statements(dice, count, depth + 1, text);
            writeln!(text, "}}")
        }
    };
}

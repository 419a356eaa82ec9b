//! Random C programs with one kind of list node and a few pointers: small enough that
//! boolean heaps, whose steps cost entailments, come to their end.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = "
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
extern void free(void *);
struct node { struct node *next; int data; };
int main(void) {
    struct node *x = 0, *y = 0, *z = 0;
";

const POINTERS: &[&str] = &["x", "y", "z"];

pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x11575);
    let mut text = PROLOGUE.to_owned();
    let count = 4 + dice.below(5);
    statements(&mut dice, count, 0, &mut text);
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
    let kind = dice.below(if depth < 2 { 14 } else { 11 });
    let _ = match kind {
        0 | 1 => writeln!(text, "{p} = malloc(sizeof *{p}); if (!{p}) return 1;"),
        2 => writeln!(
            text,
            "{p} = malloc(sizeof *{p}); if (!{p}) return 1; {p}->next = {q};"
        ),
        3 => writeln!(text, "{p} = {q};"),
        4 | 5 => writeln!(text, "if ({p}) {q} = {p}->next;"),
        6 | 7 => writeln!(text, "if ({p}) {p}->next = {q};"),
        8 => writeln!(text, "if ({p}) {p}->data = {};", dice.below(2)),
        9 => writeln!(text, "{p} = 0;"),
        10 => match dice.below(3) {
            0 => writeln!(text, "if ({p} != {q}) {{ free({p}); {p} = 0; }}"),
            1 => writeln!(text, "if ({p} == {q}) {p} = 0;"),
            _ => writeln!(text, "if ({p} && {p}->data == 1) {q} = {p};"),
        },
        _ => {
            let head = match kind {
                11 => format!("if ({p} != {q})"),
                12 => "while (__VERIFIER_nondet_int())".to_owned(),
                _ => format!("for (int i = 0; i < 2 && {p}; i++)"),
            };
            let _ = writeln!(text, "{head} {{");
            let count = 1 + dice.below(3);
            statements(dice, count, depth + 1, text);
            writeln!(text, "}}")
        }
    };
}

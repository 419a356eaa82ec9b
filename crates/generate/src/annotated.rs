//! Random programs with lists and a table of nodes, whose annotations ask about what lives, what
//! memory holds, what is reached, and what a function has changed of it.

use crate::Dice;
use std::fmt::Write;

const PROLOGUE: &str = "
typedef __typeof__(sizeof 0) size_t;
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t);
extern void free(void *);
struct node { struct node *next; int data; };
/*@ requires a == 0 || \\allocated(a);
    ensures \\forall struct node *v; \\allocated(v) <==> \\old(\\allocated(v));
    ensures \\forall struct node *v; \\allocated(v) && v != a ==> v->data == \\old(v->data);
    ensures \\forall struct node *v; \\reach(b, v, next) ==> \\old(\\reach(b, v, next)) || \\reach(a, v, next); */
static void join(struct node *a, struct node *b) {
";

const ACTIONS: &[&str] = &[
    "if (a) a->next = b;",
    "if (a) a->data = 1;",
    "if (a && b) b->next = a;",
    "while (a && a->next) a = a->next; if (a) a->next = 0;",
    "if (b) b->data = 2;",
    "b = a;",
];

const POINTERS: &[&str] = &["x", "y", "z"];

pub fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0xa55e7);
    let mut text = PROLOGUE.to_owned();
    for _ in 0..=dice.below(2) {
        let _ = writeln!(text, "    {}", dice.pick(ACTIONS));
    }
    text.push_str("}\nint main(void) {\n");
    text.push_str("    int n = 3, i = __VERIFIER_nondet_int();\n");
    text.push_str("    struct node *t = malloc(n * sizeof *t), *x = 0, *y = 0, *z = 0;\n");
    text.push_str("    if (!t || i < 0 || i >= n) return 1;\n");
    text.push_str("    for (int k = 0; k < n; k++) { t[k].next = 0; t[k].data = 0; }\n");
    let count = 4 + dice.below(5);
    for _ in 0..count {
        statement(&mut dice, &mut text);
    }
    // What is asked at the end is tracked from the beginning.
    text.push_str("    //@ assert \\forall int k; 0 <= k && k < n ==> (t + k)->data < 2;\n");
    for _ in 0..3 {
        let (p, q) = (dice.pick(POINTERS), dice.pick(POINTERS));
        let _ = match dice.below(8) {
            0 => writeln!(text, "    //@ assert \\reach({p}, {q}, next);"),
            1 => writeln!(
                text,
                "    //@ assert {p} != 0 ==> !\\reach({p}, {q}, next);"
            ),
            2 => writeln!(text, "    //@ assert {p} == 0 || \\allocated({p});"),
            3 => writeln!(
                text,
                "    //@ assert \\forall int k; 0 <= k && k < n ==> \\allocated(t + k);"
            ),
            4 | 5 => writeln!(
                text,
                "    //@ assert \\forall struct node *v; \\reach({p}, v, next) && v != 0 ==> v->data == 0;"
            ),
            6 => writeln!(
                text,
                "    //@ assert {p} == {q} || {p} == 0 || {p}->data == 0;"
            ),
            _ => writeln!(
                text,
                "    //@ assert \\forall struct node *v; \\allocated(v) ==> v->next == 0 || \\allocated(v->next);"
            ),
        };
    }
    text.push_str("    return 0;\n}\n");
    text
}

fn statement(dice: &mut Dice, text: &mut String) {
    let (p, q) = (dice.pick(POINTERS), dice.pick(POINTERS));
    let _ = match dice.below(12) {
        0 => writeln!(
            text,
            "    {p} = malloc(sizeof *{p}); if (!{p}) return 1; {p}->next = {q}; {p}->data = 0;"
        ),
        1 | 2 => writeln!(text, "    {p} = t + i;"),
        3 => writeln!(text, "    {p} = &t[{}];", dice.below(3)),
        4 => writeln!(text, "    {p} = {q};"),
        5 => writeln!(text, "    if ({p}) {q} = {p}->next;"),
        6 | 7 => writeln!(text, "    if ({p}) {p}->next = {q};"),
        8 => writeln!(text, "    if ({p}) {p}->data = {};", dice.below(3)),
        9 => writeln!(text, "    join({p}, {q});"),
        10 => writeln!(
            text,
            "    if ({p} && ({p} < t || {p} >= t + n) && {p} != {q}) {{ free({p}); {p} = 0; }}"
        ),
        _ => writeln!(
            text,
            "    while (__VERIFIER_nondet_int() && {p}) {p} = {p}->next;"
        ),
    };
}

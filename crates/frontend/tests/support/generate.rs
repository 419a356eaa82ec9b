//! A C program of any size, for measurements: functions with structures, loops,
//! switches, pointers and calls, much as programs have them. Needs no
//! preprocessing.

use std::fmt::Write;

/// A program of at least `size` bytes; equal sizes, equal programs.
pub fn program(size: usize) -> String {
    let mut text = String::with_capacity(size + 4096);
    text.push_str(PRELUDE);
    let mut count = 0;
    while text.len() < size {
        function(&mut text, count);
        count += 1;
    }
    writeln!(
        text,
        "int main(void)\n{{\n    return step{}(&pool[0], 3);\n}}",
        count - 1
    )
    .expect("a string takes anything");
    text
}

const PRELUDE: &str = "\
typedef unsigned long size_type;
extern void *malloc(size_type size);
extern void free(void *pointer);
extern int input(void);

enum state { IDLE, READY = 4, BUSY, DONE };

struct item {
    int key;
    unsigned flags : 3;
    enum state state;
    double weight;
    struct item *next;
    union { int number; char bytes[8]; } value;
    int (*action)(struct item *, int);
};

static struct item pool[16];
static int step0(struct item *item, int n);
";

fn function(text: &mut String, i: usize) {
    let callee = i.saturating_sub(1);
    write!(
        text,
        "
struct record{i} {{
    struct item first;
    long counts[{length}];
    const char *name;
}};

static struct record{i} table{i}[2] = {{
    {{ .first = {{ .key = {i}, .state = READY, .next = &pool[{slot}] }}, .name = \"entry {i}\" }},
    {{ .counts = {{ 1, 2, [3] = {i} }} }},
}};

/* Walks a list and counts what it meets in table{i}. */
static int step{i}(struct item *item, int n)
{{
    int total = 0, i;
    struct record{i} *record = &table{i}[n & 1];
    struct item *created = malloc(sizeof *created);

    if (created == 0 || n < 0)
        return -1;
    created->key = n * {factor} + (int)record->counts[0];
    created->next = item;
    created->flags = (unsigned)n >> 2;
    for (i = 0; i < {length} && item; i++, item = item->next) {{
        switch (item->state) {{
        case IDLE:
            item->value.number += i;
            /* fall through */
        case READY:
            record->counts[i % {length}]++;
            break;
        case BUSY: {{
            char *byte = item->value.bytes + (i & 7);
            *byte = (char)(*byte ^ 0x{hex:x});
            total -= *byte;
            continue;
        }}
        default:
            item->weight = item->weight * 0.5 + n;
            total += item->weight > 1.0 ? item->key : -item->key;
        }}
        if (item->action && (item->key != created->key || !item->next))
            total += item->action(item, i);
    }}
    while (total > {limit}) {{
        total >>= 1;
        if (input() == {i})
            goto out;
    }}
    do {{
        total += record->name[0] + {callee};
    }} while (n-- > 0 && total < {limit});
    total = {call};
out:
    free(created);
    return total;
}}
",
        length = 4 + i % 5,
        slot = i % 16,
        factor = 1 + i % 97,
        hex = i % 127,
        limit = 1000 + i % 1000,
        call = if i == 0 {
            "total % 7".to_owned()
        } else {
            format!("step{callee}(created, total & {})", 15 + i % 16)
        },
    )
    .expect("a string takes anything");
}

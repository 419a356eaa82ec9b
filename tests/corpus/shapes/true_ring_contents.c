// In a ring only the entry holds 0.
// expect: true
// property: unreach-call
// lazy-shapes: true
// segments: true
// Why: the entry stays, and all nodes that are added hold 1.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *entry = malloc(sizeof *entry);
    if (!entry)
        abort();
    entry->value = 0;
    entry->next = entry;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        n->next = entry->next;
        entry->next = n;
    }
    for (struct node *p = entry->next; p != entry; p = p->next)
        if (p->value != 1)
            reach_error();
    return 0;
}

// Zeros stand before ones; after reversal the ones stand before the zeros.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: reversed holds zeros only until the first one moves; from then on ones stand before zeros.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->next = list;
    return n;
}

int main(void) {
    struct node *list = NULL, *reversed = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, 1);
    while (__VERIFIER_nondet_int())
        list = push(list, 0);
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    struct node *p = reversed;
    while (p && p->value == 1)
        p = p->next;
    for (; p; p = p->next)
        if (p->value != 0)
            reach_error();
    return 0;
}

// One node between two parts of any length is marked, and found once.
// expect: true
// property: unreach-call
// lazy-shapes: true
// segments: true
// Why: zeros, then the marked node, then zeros.
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
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        list = push(list, 0);
    list = push(list, 1);
    while (__VERIFIER_nondet_int())
        list = push(list, 0);
    int marked = 0;
    for (struct node *p = list; p; p = p->next)
        if (p->value && marked++)
            reach_error();
    if (!marked)
        reach_error();
    return 0;
}

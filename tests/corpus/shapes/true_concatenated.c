// A list of zeros is prolonged by a list of ones: no zero follows a one.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: the end of the zeros is found by its NULL, and only ones are put there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(int value) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = value;
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *concatenate(struct node *a, struct node *b) {
    if (!a)
        return b;
    struct node *last = a;
    while (last->next)
        last = last->next;
    last->next = b;
    return a;
}

int main(void) {
    struct node *zeros = build(0);
    struct node *ones = build(1);
    struct node *all = concatenate(zeros, ones);
    int seen = 0;
    for (struct node *p = all; p; p = p->next) {
        if (seen && p->value == 0)
            reach_error();
        seen = p->value;
    }
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}

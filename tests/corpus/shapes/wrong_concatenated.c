// A list of zeros is put behind a list of ones, and no zero is to follow a one.
// expect: false(unreach-call)
// property: unreach-call
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
    struct node *all = concatenate(ones, zeros);
    int seen = 0;
    for (struct node *p = all; p; p = p->next) {
        if (seen && p->value == 0)
            reach_error(); //! violated
        seen = p->value;
    }
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}

// A list of ones is moved to the front of another one. The other one has threes.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->data = 1;
        t->next = list;
        list = t;
    }
    struct node *other = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->data = 3;
        t->next = other;
        other = t;
    }
    while (list) {
        struct node *rest = list->next;
        list->next = other;
        other = list;
        list = rest;
    }
    for (struct node *p = other; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

// A list of ones is reversed in place: the contents stay. The contents are changed.
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
    struct node *reversed = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = reversed;
        reversed = list;
        reversed->data = 2;
        list = rest;
    }
    for (struct node *p = reversed; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

// A list without its twos.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: twos are not linked, and all others are ones.
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
        t->data = __VERIFIER_nondet_int() ? 1 : 2;
        t->next = list;
        list = t;
    }
    struct node *kept = NULL;
    while (list) {
        struct node *rest = list->next;
        if (list->data != 2) {
            list->next = kept;
            kept = list;
        }
        list = rest;
    }
    for (struct node *p = kept; p; p = p->next)
        if (p->data == 2)
            reach_error();
    return 0;
}

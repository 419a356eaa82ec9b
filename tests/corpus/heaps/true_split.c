// Ones and twos of a list are moved to a list each.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: a node gets to the list of its contents.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *ones = NULL, *twos = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        if (__VERIFIER_nondet_int()) {
            t->data = 1;
            t->next = ones;
            ones = t;
        } else {
            t->data = 2;
            t->next = twos;
            twos = t;
        }
    }
    for (struct node *p = twos; p; p = p->next)
        if (p->data != 2)
            reach_error();
    return 0;
}

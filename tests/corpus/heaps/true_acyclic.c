// A list is never a ring: no node is reached from the one behind it.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: a node is linked before anything leads to it.
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
    if (list) {
        list->data = 2;
        for (struct node *p = list->next; p; p = p->next)
            if (p == list)
                reach_error();
    }
    return 0;
}

// A list of ones is built at the back, and traversed. A node leads to itself, and nothing leads to it.
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
    struct node *list = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->data = 1;
        t->next = NULL;
        if (list)
            t->next = t;
        else
            list = t;
        last = t;
    }
    int seen = 0;
    for (struct node *p = list; p; p = p->next)
        if (p == last)
            seen = 1;
    if (list && !seen)
        reach_error(); //! violated
    return 0;
}

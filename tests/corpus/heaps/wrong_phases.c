// Nodes go through phases; one of them misses the last.
// expect: false(unreach-call)
// property: unreach-call
// Why: the first node is not put into phase 6.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int phase;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->phase = 1;
        if (__VERIFIER_nondet_int())
            t->phase = 2;
        if (__VERIFIER_nondet_int())
            t->phase = 3;
        if (t->phase == 4)
            t->phase = 5;
        t->next = list;
        list = t;
    }
    for (struct node *p = list ? list->next : NULL; p; p = p->next)
        p->phase = 6;
    for (struct node *p = list; p; p = p->next)
        if (p->phase != 6)
            reach_error();  //! violated
    return 0;
}

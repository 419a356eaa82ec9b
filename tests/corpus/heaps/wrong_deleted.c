// The node behind any node of a list of ones is unlinked. The node before it gets a 0.
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
    struct node *p = list;
    while (p && __VERIFIER_nondet_int())
        p = p->next;
    if (p && p->next) {
        struct node *gone = p->next;
        p->next = gone->next;
        gone->data = 0;
        gone->next = NULL;
        p->data = 0;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

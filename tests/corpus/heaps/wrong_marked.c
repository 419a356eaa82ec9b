// All nodes of a list are marked by a traversal. The first one is not.
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
        t->data = 0;
        t->next = list;
        list = t;
    }
    for (struct node *p = list ? list->next : list; p; p = p->next)
        p->data = 1;
    for (struct node *p = list; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

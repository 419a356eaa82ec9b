// A node is appended to a list: it is reached from the list. The last node does not lead to it.
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
    struct node *t = malloc(sizeof *t);
    if (!t)
        exit(1);
    t->data = 1;
    t->next = NULL;
    if (!list)
        list = t;
    else {
        struct node *p = list;
        while (p->next)
            p = p->next;
        p = t;
    }
    int seen = 0;
    for (struct node *p = list; p; p = p->next)
        if (p == t)
            seen = 1;
    if (!seen)
        reach_error(); //! violated
    return 0;
}

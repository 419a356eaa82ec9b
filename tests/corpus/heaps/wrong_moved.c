// The nodes of a list are moved to another one by one: nothing is left in the end, and the contents stay. The contents are changed.
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
    struct node *to = NULL;
    while (list) {
        struct node *first = list;
        list = list->next;
        first->next = to;
        first->data = 2;
        to = first;
    }
    if (list)
        reach_error();
    for (struct node *p = to; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

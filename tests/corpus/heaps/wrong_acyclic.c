// A list is never a ring: no node is reached from the one behind it. Here it is made one.
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
    if (list) {
        list->next = list;
        for (struct node *p = list->next; p; p = p->next)
            if (p == list)
                reach_error(); //! violated
    }
    return 0;
}

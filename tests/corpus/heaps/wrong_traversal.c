// A list of ones is built at the front, and traversed. The nodes get a 2.
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
        t->data = 2;
        t->next = list;
        list = t;
    }
    for (struct node *p = list; p; p = p->next)
        if (p->data != 1)
            reach_error(); //! violated
    return 0;
}

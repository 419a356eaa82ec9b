// A node is inserted at the front of a list of ones: the first is the new one. The list stays what it was.
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
    t->next = list;
    t->data = 0;
    if (list != t)
        reach_error(); //! violated
    return 0;
}

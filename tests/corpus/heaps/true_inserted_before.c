// A node is inserted at the front of a list of ones: the first is the new one.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: the new node is the list, and all behind it are ones.
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
    list = t;
    if (list != t)
        reach_error();
    return 0;
}

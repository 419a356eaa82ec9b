// A node is appended to a list: it is reached from the list.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: the last node leads to the new one.
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
        p->next = t;
    }
    int seen = 0;
    for (struct node *p = list; p; p = p->next)
        if (p == t)
            seen = 1;
    if (!seen)
        reach_error();
    return 0;
}

// The second node of a list stays the second while the rest is written to.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: no link changes. That the second node is where the link of the first one leads is a
// heap predicate which only refinement finds.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->next = first;
        first = t;
    }
    if (!first)
        return 0;
    struct node *second = first->next;
    for (struct node *p = second; p; p = p->next)
        p->data = 1;
    if (first->next != second)
        reach_error();
    return 0;
}

// The second node of a list does not stay the second: the first node loses it.
// expect: false(unreach-call)
// property: unreach-call
// Why: with two nodes the link of the first one is cut.
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
    if (second)
        first->next = second->next;
    if (first->next != second)
        reach_error();  //! violated
    return 0;
}

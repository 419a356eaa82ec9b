// Two lists are built side by side: no node is in both.
// expect: true
// property: unreach-call
// boolean-heaps: true
// Why: every node is linked into one list only.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *a = NULL, *b = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *t = malloc(sizeof *t);
        if (!t)
            exit(1);
        if (__VERIFIER_nondet_int()) {
            t->next = a;
            a = t;
        } else {
            t->next = b;
            b = t;
        }
    }
    if (a)
        for (struct node *p = b; p; p = p->next)
            if (p == a)
                reach_error();
    return 0;
}

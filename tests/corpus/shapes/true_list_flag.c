// A flag decides what a list holds before its end, which is 3 (seed 003, Fig. 3.2).
// expect: true
// property: unreach-call
// options: --malloc succeeds
// lazy-shapes: true
// Why: the flag never changes; nodes before the last hold 1 if it is set and 2 otherwise.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int h;
    struct node *n;
};

int main(void) {
    int flag = __VERIFIER_nondet_int();
    struct node *a = malloc(sizeof *a);
    if (!a)
        abort();
    struct node *p = a;
    while (__VERIFIER_nondet_int()) {
        if (flag)
            p->h = 1;
        else
            p->h = 2;
        p->n = malloc(sizeof *p->n);
        if (!p->n)
            abort();
        p = p->n;
    }
    p->h = 3;
    p = a;
    if (flag)
        while (p->h == 1)
            p = p->n;
    else
        while (p->h == 2)
            p = p->n;
    if (p->h != 3)
        reach_error();
    return 0;
}

// A list of zeros and ones is split into one of zeros and one of ones.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: a node goes to the list of ones exactly if it holds no zero, and there is nothing else.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL, *zeros = NULL, *ones = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        int input = __VERIFIER_nondet_int();
        n->value = input < 0 ? 0 : 1;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        struct node **to = n->value ? &ones : &zeros;
        n->next = *to;
        *to = n;
    }
    for (struct node *p = zeros; p; p = p->next)
        if (p->value != 0)
            reach_error();
    for (struct node *p = ones; p; p = p->next)
        if (p->value != 1)
            reach_error();
    return 0;
}

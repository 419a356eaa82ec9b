// Each list in a list of lists holds what its outer node says.
// expect: true
// property: unreach-call
// Why: the inner list of an outer node holds its kind, which is 1 or 2.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

struct outer {
    int kind;
    struct node *list;
    struct outer *next;
};

int main(void) {
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        if (!o)
            abort();
        o->kind = __VERIFIER_nondet_int() ? 1 : 2;
        o->list = NULL;
        while (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            if (!n)
                abort();
            n->value = o->kind;
            n->next = o->list;
            o->list = n;
        }
        o->next = all;
        all = o;
    }
    for (struct outer *o = all; o; o = o->next)
        for (struct node *p = o->list; p; p = p->next)
            if (p->value != o->kind)
                reach_error();
    return 0;
}

// Each list in a list of lists holds what the outer node before it says.
// expect: false(unreach-call)
// property: unreach-call
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
            n->value = all ? all->kind : o->kind;
            n->next = o->list;
            o->list = n;
        }
        o->next = all;
        all = o;
    }
    for (struct outer *o = all; o; o = o->next)
        for (struct node *p = o->list; p; p = p->next)
            if (p->value != o->kind)
                reach_error(); //! violated
    return 0;
}

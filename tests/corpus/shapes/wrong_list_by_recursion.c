// A global list is freed by recursion, but a node that has no successor is not.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
// options: --malloc succeeds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *list;

static void drop(struct node *p) {
    if (!p || !p->next)
        return;
    drop(p->next);
    free(p);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n); //! violated
        if (!n)
            abort();
        n->value = 0;
        n->next = list;
        list = n;
    }
    drop(list);
    return 0;
}

// A global list is freed by recursion, its end first.
// expect: true
// property: valid-memcleanup
// options: --malloc succeeds
// Why: every node is freed after those behind it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *list;

static void drop(struct node *p) {
    if (!p)
        return;
    drop(p->next);
    free(p);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 0;
        n->next = list;
        list = n;
    }
    drop(list);
    return 0;
}

// Each node of a list owns a node, or none: the walk goes on by the wrong link.
// expect: false(valid-memtrack)
// property: valid-memtrack
// options: --malloc succeeds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *own;
};

static struct node *first;

static struct node *make(void)
{
    struct node *node = malloc(sizeof *node); //! violated
    node->next = 0;
    node->own = 0;
    return node;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *node = make();
        node->next = first;
        if (__VERIFIER_nondet_int())
            node->own = make();
        first = node;
    }
    while (first) {
        struct node *own = first->own;
        free(first->own);
        free(first);
        first = own;
    }
    return 0;
}

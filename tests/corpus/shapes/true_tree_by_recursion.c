// A tree is freed by recursion.
// expect: true
// property: valid-memsafety
// Why: both subtrees are freed before the node that leads to them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static void drop(struct tree *t) {
    if (!t)
        return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree **link = &root;
        while (*link)
            link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
        struct tree *t = malloc(sizeof *t);
        if (!t)
            abort();
        t->left = t->right = NULL;
        *link = t;
    }
    drop(root);
    return 0;
}

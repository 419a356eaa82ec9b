// A tree is freed by recursion, and a node before its right child is looked up.
// expect: false(valid-deref)
// property: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static void drop(struct tree *t) {
    if (!t)
        return;
    drop(t->left);
    free(t);
    drop(t->right); //! violated
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

// A tree is freed by a worklist; right children are forgotten where there are left ones.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
// options: --malloc succeeds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right, *todo;
};

int main(void) {
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree **link = &root;
        while (*link)
            link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
        struct tree *t = malloc(sizeof *t); //! violated
        if (!t)
            abort();
        t->left = t->right = t->todo = NULL;
        *link = t;
    }
    struct tree *work = root;
    while (work) {
        struct tree *t = work;
        work = t->todo;
        if (t->left) {
            t->left->todo = work;
            work = t->left;
        }
        else if (t->right) {
            t->right->todo = work;
            work = t->right;
        }
        free(t);
    }
    return 0;
}

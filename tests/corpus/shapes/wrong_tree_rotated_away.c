// A tree is freed by rotating left subtrees up, and what hangs between is lost.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
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
        t->left = t->right = NULL;
        *link = t;
    }
    while (root) {
        struct tree *up = root->left;
        if (up) {
            root->left = NULL;
            up->right = root;
            root = up;
        } else {
            struct tree *right = root->right;
            free(root);
            root = right;
        }
    }
    return 0;
}

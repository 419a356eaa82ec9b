// A tree with parent pointers; from where any descent ends they lead to the root.
// expect: true
// property: unreach-call
// Why: a child's parent pointer leads to the node that leads to the child.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct tree {
    struct tree *left, *right, *parent;
};

int main(void) {
    struct tree *root = malloc(sizeof *root);
    if (!root)
        abort();
    root->left = root->right = root->parent = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree *t = malloc(sizeof *t);
        if (!t)
            abort();
        t->left = t->right = NULL;
        struct tree *at = root, **link;
        for (;;) {
            link = __VERIFIER_nondet_int() ? &at->left : &at->right;
            if (!*link)
                break;
            at = *link;
        }
        t->parent = at;
        *link = t;
    }
    struct tree *p = root;
    while (p->left)
        p = p->left;
    while (p->parent) {
        if (p->parent->left != p)
            reach_error();
        p = p->parent;
    }
    if (p != root)
        reach_error();
    return 0;
}

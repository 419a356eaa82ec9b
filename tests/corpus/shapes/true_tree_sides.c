// Left children hold 1 and right ones 2, which is seen on any way down.
// expect: true
// property: unreach-call
// Why: the value follows from the side on which the node is attached.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct tree {
    int value;
    struct tree *left, *right;
};

int main(void) {
    struct tree *root = malloc(sizeof *root);
    if (!root)
        abort();
    root->value = 0;
    root->left = root->right = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree *t = malloc(sizeof *t);
        if (!t)
            abort();
        t->left = t->right = NULL;
        struct tree *at = root;
        int left = __VERIFIER_nondet_int();
        while (left ? at->left : at->right) {
            at = left ? at->left : at->right;
            left = __VERIFIER_nondet_int();
        }
        t->value = left ? 1 : 2;
        if (left)
            at->left = t;
        else
            at->right = t;
    }
    struct tree *p = root;
    while (p) {
        int left = __VERIFIER_nondet_int();
        p = left ? p->left : p->right;
        if (p && p->value != (left ? 1 : 2))
            reach_error();
    }
    return 0;
}

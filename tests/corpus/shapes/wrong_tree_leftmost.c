// The leftmost node of a tree is freed, but taken out only if it has a right child.
// expect: false(valid-deref)
// property: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    int value;
    struct tree *left, *right;
};

int main(void) {
    struct tree *root = NULL, **link;
    do {
        link = &root;
        while (*link)
            link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
        struct tree *t = malloc(sizeof *t);
        if (!t)
            abort();
        t->value = 0;
        t->left = t->right = NULL;
        *link = t;
    } while (__VERIFIER_nondet_int());
    link = &root;
    while ((*link)->left)
        link = &(*link)->left;
    struct tree *first = *link;
    if (first->right)
        *link = first->right;
    free(first);
    for (struct tree *p = root; p; p = p->left)
        p->value++; //! violated
    return 0;
}

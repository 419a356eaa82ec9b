// A tree is built by descents of any length; its leftmost node is taken out.
// expect: true
// property: valid-deref
// Why: the link to the leftmost node gets its right child, or NULL.
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
    *link = first->right;
    free(first);
    for (struct tree *p = root; p; p = p->left)
        p->value++;
    return 0;
}

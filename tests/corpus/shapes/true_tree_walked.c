// A tree is walked with a stack of cells that lead to its nodes.
// expect: true
// property: valid-memsafety
// Why: each cell is freed when it is popped; the tree is freed node by node with them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

struct cell {
    struct tree *tree;
    struct cell *next;
};

static struct cell *push(struct cell *stack, struct tree *tree) {
    struct cell *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->tree = tree;
    c->next = stack;
    return c;
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
    struct cell *stack = push(NULL, root);
    while (stack) {
        struct cell *top = stack;
        struct tree *t = top->tree;
        stack = top->next;
        free(top);
        if (!t)
            continue;
        stack = push(push(stack, t->right), t->left);
        free(t);
    }
    return 0;
}

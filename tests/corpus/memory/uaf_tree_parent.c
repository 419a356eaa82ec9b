// A tree frees a child first and then looks at it through its parent.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *calloc(size_t, size_t);
void free(void *);

struct tree { struct tree *left, *right; int key; };

static int sum(struct tree *t) {
    if (!t)
        return 0;
    return t->key + sum(t->left) + sum(t->right); //! use-after-free
}

int main(void) {
    struct tree *root = calloc(1, sizeof *root);
    root->right = calloc(1, sizeof *root);
    root->right->key = 7;
    int s = sum(root);
    free(root->right);
    s += sum(root);
    return s;
}

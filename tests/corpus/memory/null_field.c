// A member of a null struct pointer is read, at an offset that is not 0.
// run: null-dereference
// data-model: both
struct node { int v; struct node *next; int w; };

static int last(const struct node *n) {
    while (n->next) //! null-dereference
        n = n->next;
    return n->w;
}

int main(void) {
    struct node b = {2, 0, 5}, a = {1, &b, 4};
    int s = last(&a);
    return s + last(b.next);
}

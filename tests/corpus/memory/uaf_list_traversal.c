// A list is freed node by node, and the next pointer is taken from the freed node.
// run: use-after-free
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct node { int v; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->next = head;
        head = n;
    }
    for (struct node *p = head; p; p = p->next) //! use-after-free
        free(p);
    return 0;
}

// Only the head of a list is freed; the rest is lost.
// run: leak
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct node { int v; struct node *next; };
static struct node *list;

static void push(int v) {
    struct node *n = malloc(sizeof *n); //! leak
    n->v = v;
    n->next = list;
    list = n;
}

int main(void) {
    for (int i = 0; i < 10; i++)
        push(i);
    free(list);
    list = 0;
    push(11);
    free(list);
    return 0;
}

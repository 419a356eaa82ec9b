// A list is freed with the next pointer saved first.
// run: ok
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
void abort(void);
static void check(int ok) { if (!ok) abort(); }

struct node { int v; struct node *next; };

int main(void) {
    struct node *head = 0, **tail = &head;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->next = 0;
        *tail = n;
        tail = &n->next;
    }
    int s = 0;
    while (head) {
        struct node *next = head->next;
        s += head->v;
        free(head);
        head = next;
    }
    check(s == 10);
    return 0;
}

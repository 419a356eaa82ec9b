// One node of a list that a global holds is never freed.
// run: cleanup
// data-model: both
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);

struct node { struct node *next; };
static struct node *head;

static void push(void) {
    struct node *n = malloc(sizeof *n); //! cleanup
    n->next = head;
    head = n;
}
static void pop(void) {
    struct node *n = head;
    head = n->next;
    free(n);
}

int main(void) {
    for (int i = 0; i < 4; i++)
        push();
    for (int i = 0; i < 3; i++)
        pop();
    return head->next != 0;
}

// Closures along links: what is appended is reached, and the list still ends.
// expect: true
// property: assert
// options: --malloc succeeds
#include <stdlib.h>

struct node { struct node *next; int value; };

//@ predicate list(struct node *l) = \reach(l, \null, next);

/*@ requires l != \null && list(l) && \valid(e) && e->next == \null && !\reach(l, e, next);
    ensures list(l) && \reach(l, e, next); */
static void append(struct node *l, struct node *e) {
    while (l->next) l = l->next;
    l->next = e;
}

int main(void) {
    struct node *head = malloc(sizeof *head), *other = malloc(sizeof *other);
    head->next = 0;
    head->value = 1;
    other->next = 0;
    other->value = 2;
    append(head, other);
    //@ assert \forall struct node *n; \reach(head, n, next) && n != \null ==> n->value <= 2;
    //@ assert \closure(struct node *p, struct node *q; \valid_read(p) && p->next == q)(head, other);
    //@ assert !\reach(other, head, next);
    free(head);
    //@ assert !\valid(head) && \valid(other) && \allocated(other);
    free(other);
    return 0;
}

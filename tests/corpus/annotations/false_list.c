// An element that is there already: it is reached, but the list does not end any more.
// expect: false(assert)
// property: assert
// options: --malloc succeeds
// test-case: no
#include <stdlib.h>

struct node { struct node *next; int value; };

/*@ requires l != \null && \valid(e);
    ensures \reach(l, e, next);
    ensures \reach(l, \null, next); //! violated
*/
static void append(struct node *l, struct node *e) {
    while (l->next) l = l->next;
    l->next = e;
}

int main(void) {
    struct node *head = malloc(sizeof *head);
    head->next = 0;
    append(head, head);
    return 0;
}

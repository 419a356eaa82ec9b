// A node is to be appended by a pointer to the last link, but stands before the last node.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, **link;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        n->next = head;
        head = n;
    }
    for (link = &head; *link && (*link)->next; link = &(*link)->next)
        continue;
    struct node *more = malloc(sizeof *more);
    if (!more)
        abort();
    more->value = 2;
    more->next = *link;
    *link = more;
    for (struct node *p = head; p; p = p->next)
        if (p->value != (p->next ? 1 : 2))
            reach_error(); //! violated
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

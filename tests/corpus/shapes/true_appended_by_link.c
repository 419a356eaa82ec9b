// A node is appended by a pointer to the last link; it alone holds 2.
// expect: true
// property: unreach-call
// segments: true
// Why: the walk ends at the link that is NULL, so that the new node is the last one.
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
    for (link = &head; *link; link = &(*link)->next)
        continue;
    struct node *more = malloc(sizeof *more);
    if (!more)
        abort();
    more->value = 2;
    more->next = *link;
    *link = more;
    for (struct node *p = head; p; p = p->next)
        if (p->value != (p->next ? 1 : 2))
            reach_error();
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

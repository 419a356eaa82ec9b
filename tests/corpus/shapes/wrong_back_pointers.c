// In a doubly linked list the back pointer of the former head is not set.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->next = head;
        n->prev = NULL;
        head = n;
    }
    for (struct node *p = head; p; p = p->next)
        if (p->next && p->next->prev != p)
            reach_error(); //! violated
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

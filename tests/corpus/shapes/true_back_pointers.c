// In a doubly linked list every successor leads back.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: the former head's back pointer is set when a node is put before it.
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
        if (head)
            head->prev = n;
        head = n;
    }
    for (struct node *p = head; p; p = p->next)
        if (p->next && p->next->prev != p)
            reach_error();
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

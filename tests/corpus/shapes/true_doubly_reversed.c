// A doubly linked list is reversed by exchanging the links of each node.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: before the node looked at both links of all nodes are exchanged, behind it none.
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
    struct node *p = head;
    while (p) {
        struct node *next = p->next;
        p->next = p->prev;
        p->prev = next;
        head = p;
        p = next;
    }
    if (head && head->prev)
        reach_error();
    for (p = head; p; p = p->next)
        if (p->next && p->next->prev != p)
            reach_error();
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

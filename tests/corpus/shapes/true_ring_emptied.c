// Nodes are unlinked from a ring with a sentinel, any of them; in the end it is empty.
// expect: true
// property: unreach-call
// segments: true
// Why: unlinking keeps the ring closed in both directions, and it ends when next is the sentinel.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node ring = { &ring, &ring };
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->next = &ring;
        n->prev = ring.prev;
        ring.prev->next = n;
        ring.prev = n;
    }
    while (ring.next != &ring) {
        struct node *p = ring.next;
        while (p->next != &ring && __VERIFIER_nondet_int())
            p = p->next;
        p->prev->next = p->next;
        p->next->prev = p->prev;
        free(p);
    }
    if (ring.prev != &ring)
        reach_error();
    return 0;
}

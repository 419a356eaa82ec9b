// A doubly linked ring with a sentinel that is no block: the others are freed.
// expect: true
// property: valid-memsafety
// lazy-shapes: true
// segments: true
// Why: the walk begins behind the sentinel and ends at it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node ring = { &ring, &ring };
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->next = ring.next;
        n->prev = &ring;
        ring.next->prev = n;
        ring.next = n;
    }
    struct node *p = ring.prev;
    while (p != &ring) {
        struct node *prev = p->prev;
        free(p);
        p = prev;
    }
    return 0;
}

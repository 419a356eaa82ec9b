// Nodes are removed by a pointer to the link that leads to them.
// expect: true
// property: valid-memsafety
// lazy-shapes: true
// segments: true
// Why: link is head or the link of a node that stays; it moves on only if its node stays.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    struct node **link = &head;
    while (*link) {
        struct node *n = *link;
        if (n->value < 0) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

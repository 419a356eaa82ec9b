// A middle node of a doubly linked list is deleted; then it is freed from its end.
// expect: true
// property: valid-memsafety
// segments: true
// Why: both neighbours of the deleted node are linked to one another.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *head = malloc(sizeof *head);
    if (!head)
        abort();
    head->next = head->prev = NULL;
    struct node *last = head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->next = NULL;
        n->prev = last;
        last->next = n;
        last = n;
    }
    struct node *at = head;
    while (at->next && __VERIFIER_nondet_int())
        at = at->next;
    if (at->prev && at->next) {
        at->prev->next = at->next;
        at->next->prev = at->prev;
        free(at);
    }
    while (last) {
        struct node *prev = last->prev;
        free(last);
        last = prev;
    }
    return 0;
}

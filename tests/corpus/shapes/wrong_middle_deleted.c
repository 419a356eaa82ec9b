// A middle node is deleted, but the back pointer of its successor still leads there.
// expect: false(valid-deref)
// property: valid-deref
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
        free(at);
    }
    while (last) {
        struct node *prev = last->prev; //! violated
        free(last);
        last = prev;
    }
    return 0;
}

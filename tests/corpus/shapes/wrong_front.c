// The link to the next node is read from a node that is freed.
// expect: false(valid-deref)
// property: valid-deref
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
    while (head) {
        free(head);
        head = head->next; //! violated
    }
    return 0;
}

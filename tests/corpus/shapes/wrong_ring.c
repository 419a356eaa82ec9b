// A ring is never closed: the first node does not lead to itself.
// expect: false(valid-deref)
// property: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = malloc(sizeof *head);
    if (!head)
        abort();
    head->value = 0;
    head->next = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        n->next = head->next;
        head->next = n;
    }
    struct node *p = head->next;
    while (p != head) {
        struct node *next = p->next; //! violated
        free(p);
        p = next;
    }
    free(head);
    return 0;
}

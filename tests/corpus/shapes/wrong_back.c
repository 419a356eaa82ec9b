// The link of a node appended to others is never set.
// expect: false(valid-deref)
// property: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        if (last) {
            last->next = n;
        } else {
            n->next = NULL;
            head = n;
        }
        last = n;
    }
    for (struct node *p = head; p; p = p->next)
        p->value++; //! violated
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

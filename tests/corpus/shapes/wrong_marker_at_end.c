// A list is to end in a marker, but a new end takes the value of an inner node.
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
    head->value = 3;
    head->next = NULL;
    struct node *last = head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        last->value = __VERIFIER_nondet_int() ? 1 : 2;
        n->value = last->value;
        n->next = NULL;
        last->next = n;
        last = n;
    }
    struct node *p = head;
    while (p->value != 3) //! violated
        p = p->next;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

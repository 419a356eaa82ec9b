// Zeros are deleted from a list, but only one of those it begins with.
// expect: false(unreach-call)
// property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

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
        n->value = __VERIFIER_nondet_int() ? 1 : 0;
        n->next = head;
        head = n;
    }
    if (head && head->value == 0) {
        struct node *zero = head;
        head = head->next;
        free(zero);
    }
    struct node *last = head;
    while (last && last->next) {
        struct node *n = last->next;
        if (n->value == 0) {
            last->next = n->next;
            free(n);
        } else {
            last = n;
        }
    }
    for (struct node *p = head; p; p = p->next)
        if (p->value == 0)
            reach_error(); //! violated
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

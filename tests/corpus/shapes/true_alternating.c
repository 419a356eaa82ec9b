// The nodes of a list hold 1 and 2 by turns.
// expect: true
// property: unreach-call
// Why: the value is turned after each node, in building as in walking, both beginning with 1.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *last = NULL;
    int value = 1;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = value;
        n->next = NULL;
        if (last)
            last->next = n;
        else
            head = n;
        last = n;
        value = value == 1 ? 2 : 1;
    }
    int expected = 1;
    for (struct node *p = head; p; p = p->next) {
        if (p->value != expected)
            reach_error();
        expected = expected == 1 ? 2 : 1;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

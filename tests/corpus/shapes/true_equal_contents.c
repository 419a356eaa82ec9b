// Every node takes the value of the one behind it, and the first has 1.
// expect: true
// property: unreach-call
// lazy-shapes: true
// segments: true
// Why: all nodes that head leads to hold 1.
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
        n->value = head ? head->value : 1;
        n->next = head;
        head = n;
    }
    for (struct node *p = head; p; p = p->next)
        if (p->value != 1)
            reach_error();
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

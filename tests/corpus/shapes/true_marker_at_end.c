// A list ends in a marker, and walks look for it without looking for NULL.
// expect: true
// property: valid-memsafety
// segments: true
// Why: exactly the last node holds 3, so that a node without 3 has a successor.
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
        n->value = 3;
        n->next = NULL;
        last->next = n;
        last = n;
    }
    struct node *p = head;
    while (p->value != 3)
        p = p->next;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

// The last node of a list leads to itself, and so walks end there.
// expect: true
// property: valid-memsafety
// Why: exactly the last node leads to itself, and no node to NULL.
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
    head->next = head;
    struct node *last = head;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        n->next = n;
        last->next = n;
        last = n;
    }
    while (head != head->next) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    free(head);
    return 0;
}

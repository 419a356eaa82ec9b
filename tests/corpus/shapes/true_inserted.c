// A node is inserted behind any node of a list.
// expect: true
// property: valid-memsafety
// segments: true
// Why: the new node takes over the link of the one before it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    do {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 0;
        n->next = head;
        head = n;
    } while (__VERIFIER_nondet_int());
    struct node *at = head;
    while (at->next && __VERIFIER_nondet_int())
        at = at->next;
    struct node *more = malloc(sizeof *more);
    if (!more)
        abort();
    more->value = 1;
    more->next = at->next;
    at->next = more;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

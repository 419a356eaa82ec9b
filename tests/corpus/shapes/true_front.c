// A list built at its front, and freed from there.
// expect: true
// property: valid-memsafety
// segments: true
// Why: what is built is a list that ends in NULL, and the link is read before the node is freed.
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
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

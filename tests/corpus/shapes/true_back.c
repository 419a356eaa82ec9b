// A list built at its back, walked and freed.
// expect: true
// property: valid-memsafety
// segments: true
// Why: the last node's link is NULL whenever the building loop is entered.
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
        n->next = NULL;
        if (last) {
            last->next = n;
        } else {
            head = n;
        }
        last = n;
    }
    for (struct node *p = head; p; p = p->next)
        p->value++;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

// Nodes are taken from both ends of a doubly linked list until none is left.
// expect: true
// property: valid-memsafety
// segments: true
// Why: head and tail meet in the last node, and both become NULL with it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void) {
    struct node *head = NULL, *tail = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->prev = NULL;
        n->next = head;
        if (head)
            head->prev = n;
        else
            tail = n;
        head = n;
    }
    while (head && head != tail) {
        if (__VERIFIER_nondet_int()) {
            head = head->next;
            free(head->prev);
            head->prev = NULL;
        } else {
            tail = tail->prev;
            free(tail->next);
            tail->next = NULL;
        }
    }
    free(head);
    return 0;
}

// The last node of a list is deleted, then the list is freed.
// expect: true
// property: valid-memsafety
// segments: true
// Why: the link to the last node is cut before the node is freed.
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
        n->value = 0;
        n->next = head;
        head = n;
    }
    struct node *before = NULL, *last = head;
    while (last && last->next) {
        before = last;
        last = last->next;
    }
    if (before)
        before->next = NULL;
    else
        head = NULL;
    free(last);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

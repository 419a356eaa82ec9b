// A list is cut behind any of its nodes, and both parts are freed.
// expect: true
// property: valid-memsafety
// segments: true
// Why: the part before the cut ends in NULL, so that no node belongs to both parts.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *head = NULL, *rest = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 0;
        n->next = head;
        head = n;
    }
    struct node *at = head;
    while (at && at->next && __VERIFIER_nondet_int())
        at = at->next;
    if (at) {
        rest = at->next;
        at->next = NULL;
    }
    drop(head);
    drop(rest);
    return 0;
}

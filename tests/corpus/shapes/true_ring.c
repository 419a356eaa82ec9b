// A ring of nodes is opened by walking around it once.
// expect: true
// property: valid-memsafety
// segments: true
// Why: from every node of the ring the links lead back to head.
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
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = 1;
        n->next = head->next;
        head->next = n;
    }
    struct node *p = head->next;
    while (p != head) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
    free(head);
    return 0;
}

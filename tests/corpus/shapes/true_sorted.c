// Keys 0 and 1 are inserted in order: no 0 follows a 1.
// expect: true
// property: unreach-call
// Why: a 0 is inserted before the first 1, a 1 behind the last 0.
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
        n->value = __VERIFIER_nondet_int() ? 1 : 0;
        if (!head || n->value <= head->value) {
            n->next = head;
            head = n;
        } else {
            struct node *at = head;
            while (at->next && at->next->value < n->value)
                at = at->next;
            n->next = at->next;
            at->next = n;
        }
    }
    int seen = 0;
    for (struct node *p = head; p; p = p->next) {
        if (p->value < seen)
            reach_error();
        seen = p->value;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

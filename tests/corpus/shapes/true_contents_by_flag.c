// A flag decides what a whole list holds, and is asked again when it is walked.
// expect: true
// property: unreach-call
// lazy-shapes: true
// Why: the flag never changes, and the list holds 1 if it is set and 2 otherwise.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    int flag = __VERIFIER_nondet_int();
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        if (flag)
            n->value = 1;
        else
            n->value = 2;
        n->next = head;
        head = n;
    }
    for (struct node *p = head; p; p = p->next) {
        if (flag && p->value != 1)
            reach_error();
        if (!flag && p->value != 2)
            reach_error();
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

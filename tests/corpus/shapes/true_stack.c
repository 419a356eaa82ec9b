// A stack is pushed and popped in any order, and emptied in the end.
// expect: true
// property: valid-memcleanup
// options: --malloc succeeds
// lazy-shapes: true
// Why: the program ends only when the stack is empty.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *top;

static void pop(void) {
    struct node *n = top;
    top = n->next;
    free(n);
}

int main(void) {
    int command;
    while ((command = __VERIFIER_nondet_int())) {
        if (command > 0) {
            struct node *n = malloc(sizeof *n);
            if (!n)
                abort();
            n->value = command;
            n->next = top;
            top = n;
        } else if (top) {
            pop();
        }
    }
    while (top)
        pop();
    return 0;
}

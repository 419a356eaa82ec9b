// A queue with head and tail; tail is kept when the queue gets empty.
// expect: false(valid-deref)
// property: valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *head, *tail;

static void put(int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->next = NULL;
    if (tail)
        tail->next = n; //! violated
    else
        head = n;
    tail = n;
}

static void get(void) {
    struct node *n = head;
    head = n->next;
    free(n);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(1);
        else if (head)
            get();
    }
    while (head)
        get();
    return 0;
}

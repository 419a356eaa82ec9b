// A queue with head and tail, used in any order and emptied in the end.
// expect: true
// property: valid-memsafety
// lazy-shapes: true
// segments: true
// Why: tail is the last node reached from head, or NULL as head is.
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
        tail->next = n;
    else
        head = n;
    tail = n;
}

static void get(void) {
    struct node *n = head;
    head = n->next;
    if (!head)
        tail = NULL;
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

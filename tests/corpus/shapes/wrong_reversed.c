// Reversing a list loses its tail: the link is read after it is turned.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL, *reversed = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n); //! violated
        if (!n)
            abort();
        n->value = 0;
        n->next = list;
        list = n;
    }
    while (list) {
        list->next = reversed;
        struct node *next = list->next;
        reversed = list;
        list = next;
    }
    while (reversed) {
        struct node *next = reversed->next;
        free(reversed);
        reversed = next;
    }
    return 0;
}

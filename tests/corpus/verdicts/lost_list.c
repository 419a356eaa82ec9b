// A list of any length of which nothing is freed; where it leads is valid all the same.
// expect: false(valid-memtrack)
// property: valid-memsafety
// options: --malloc succeeds
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n); //! violated
        n->next = list;
        n->value = 1;
        list = n;
    }
    struct node *at = list;
    list = 0;
    while (at) {
        if (at->value != 1)
            return 1;
        at = at->next;
    }
    return 0;
}

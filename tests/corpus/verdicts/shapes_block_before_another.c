// A block on some paths only, before one that is freed on all: whoever begins to look at
// the second one must not think that there is no other.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *y = 0;
    if (__VERIFIER_nondet_int())
        y = malloc(4); //! violated
    int *x = malloc(8);
    free(x);
    return 0;
}

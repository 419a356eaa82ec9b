// One path frees what another has freed.
// expect: false(valid-free)
// property: valid-free
// data-model: both
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    int failed = __VERIFIER_nondet_int();
    if (failed)
        free(p);
    if (failed >= 0)
        free(p); //! violated
    return 0;
}

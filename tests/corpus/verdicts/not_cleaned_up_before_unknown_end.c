// A function that does not return ends the program, whoever defines it.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
// data-model: both
// test-case: no
#include <stdlib.h>
extern _Noreturn void give_up(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(1); //! violated
    if (__VERIFIER_nondet_int())
        give_up();
    free(p);
    return 0;
}

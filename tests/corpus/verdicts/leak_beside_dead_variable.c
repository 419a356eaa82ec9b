// At exit a variable that is not read again still keeps a block; where it was
// overwritten, the block is lost.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

static char *global;

static void make(void) {
    global = malloc(1); //! violated
}

int main(void) {
    make();
    char *kept = global;
    global = 0;
    int choice = __VERIFIER_nondet_bool();
    if (!choice)
        kept = 0;
    choice = 0;
    exit(choice);
}

// Where the block's address was stored is known only by a condition.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static char *slots[2];

static void make(int i) {
    slots[i] = malloc(1); //! violated
}

int main(void) {
    make(__VERIFIER_nondet_uchar() & 1);
    slots[0] = 0;
    exit(0);
}

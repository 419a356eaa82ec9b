// An assertion of <assert.h> on a path with two conditions.
// expect: false(assert)
// property: assert
// data-model: both
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int absolute(int x) {
    return x < 0 ? -x : x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        x = 100;
    assert(absolute(x) != 10); //! violated
    return 0;
}

// Nobody knows where a pointer leads that was never set, even if it is not null.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
#include <stdlib.h>
extern void __VERIFIER_assume(int);

int main(void) {
    int **block = malloc(sizeof *block);
    if (!block)
        return 0;
    __VERIFIER_assume(*block != 0);
    **block = 3; //! violated
    return 0;
}

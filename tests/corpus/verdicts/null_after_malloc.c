// The result of malloc is not looked at.
// expect: false(valid-deref)
// property: valid-deref
// data-model: both
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1; //! violated
    free(p);
    return 0;
}

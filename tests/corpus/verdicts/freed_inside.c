// What is freed is not the beginning of the block.
// expect: false(valid-free)
// property: valid-free
// data-model: both
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    if (p)
        free(p + 1); //! violated
    return 0;
}

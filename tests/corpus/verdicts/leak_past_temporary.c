// Only a temporary of the compiler's still holds the block's address.
// expect: false(valid-memtrack)
// property: valid-memtrack
// data-model: both
#include <stdlib.h>

int main(void) {
    char *p = malloc(1); //! violated
    p = 0;
    exit(p != 0);
}

// A number computed from an address does not keep the block.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>

static unsigned hash;

int main(void) {
    char *block = malloc(1); //! violated
    hash = (unsigned long)block % 7;
    return 0;
}

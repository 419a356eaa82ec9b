// A block that a global still points to when the program ends.
// expect: false(valid-memcleanup)
// property: valid-memcleanup
// data-model: both
#include <stdlib.h>

static void *kept;

int main(void) {
    kept = malloc(16); //! violated
    return 0;
}

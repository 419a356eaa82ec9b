// A block is lost when a second allocation fails.
// expect: false(valid-memtrack)
// property: valid-memtrack
#include <stdlib.h>

static char *make(void) {
    char *a = malloc(4); //! violated
    char *b = malloc(4);
    if (!b)
        return NULL;
    free(a);
    return b;
}

int main(void) {
    free(make());
    return 0;
}

// A dropped structure takes its block with it (gcc leaves it on the stack).
// expect: false(valid-memtrack)
// property: valid-memtrack
// test-case: no
// data-model: both
#include <stdlib.h>

struct box {
    char *block;
    long more[3];
};

static struct box make(void) {
    struct box b = {0};
    b.block = malloc(1); //! violated
    return b;
}

int main(void) {
    make();
    exit(0);
}

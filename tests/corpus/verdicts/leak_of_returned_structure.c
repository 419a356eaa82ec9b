// A structure that is returned and dropped takes its block with it.
// expect: false(valid-memtrack)
// property: valid-memtrack
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

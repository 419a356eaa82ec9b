// While other arguments are computed, a block is held by the call to be made.
// expect: true
// property: valid-memtrack
// data-model: both
#include <stdlib.h>

static int spin(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}

static int release(char *block, int n) {
    free(block);
    return n;
}

int main(void) {
    return release(malloc(1), spin(3)) != 3;
}

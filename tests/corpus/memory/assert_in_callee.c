// An assertion with side conditions fails deep in a recursion.
// run: assertion
// data-model: both
#include <assert.h>

static int descend(int n, unsigned char depth) {
    assert(depth != 0 && "depth wrapped around"); //! assertion
    if (n == 0)
        return depth;
    return descend(n - 1, depth + 1);
}

int main(void) {
    int v = descend(5, 1);
    return v + descend(300, 1);
}

// An assertion of <assert.h> fails in a later round of a loop.
// run: assertion
// data-model: both
#include <assert.h>

int main(void) {
    int a[5] = {1, 2, 4, 3, 5};
    for (int i = 1; i < 5; i++)
        assert(a[i - 1] < a[i]); //! assertion
    return 0;
}

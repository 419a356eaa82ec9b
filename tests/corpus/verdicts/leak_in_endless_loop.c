// The program never ends, but what is lost is lost.
// expect: false(valid-memtrack)
// property: valid-memtrack
// data-model: both
// test-case: no
#include <stdlib.h>

int main(void) {
    for (;;) {
        char *p = malloc(1); //! violated
        if (p)
            *p = 1;
    }
}

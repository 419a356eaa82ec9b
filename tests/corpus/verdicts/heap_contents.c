// Fresh memory holds anything.
// expect: false(unreach-call)
// property: unreach-call
// data-model: both
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (p && p[0] == 1 && p[1] == 1)
        reach_error(); //! violated
    free(p);
    return 0;
}

// Freed through two names.
// expect: false(malloc)
// spec: malloc
#include <stdlib.h>

extern int again;

int main(void)
{
    int *p = malloc(sizeof *p), *q = p;
    free(p);
    if (again)
        free(q); //! violated
    return 0;
}

// A block is resized after it was freed.
// expect: false(malloc)
// spec: malloc
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    if (!p)
        return 0;
    free(p);
    p = realloc(p, 2); //! violated
    return p != 0;
}

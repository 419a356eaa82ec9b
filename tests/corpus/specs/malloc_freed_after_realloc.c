// realloc has freed the block already.
// expect: false(malloc)
// spec: malloc
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    if (!p)
        return 0;
    char *q = realloc(p, 2);
    if (q != p)
        free(p); //! violated
    free(q);
    return 0;
}

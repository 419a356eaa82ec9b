// What realloc gave is freed; if it failed, the old block is.
// expect: true
// spec: malloc
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    char *q = realloc(p, 8);
    free(q ? q : p);
    return 0;
}

// Where resizing fails, the block is freed twice.
// expect: false(malloc)
// esp: unknown
// typestate: false(malloc)
// spec: malloc
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 1;
    char *q = realloc(p, 16);
    if (!q) {
        free(p);
        free(p);
        return 1;
    }
    free(q);
    return 0;
}

// Where resizing fails, the old block is lost.
// expect: false(malloc)
// spec: malloc:leaks
#include <stdlib.h>

int main(void)
{
    char *block = malloc(8);
    if (!block)
        return 1;
    block = realloc(block, 16);
    if (block)
        free(block);
    return 0; //! violated
}

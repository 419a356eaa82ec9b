// A block that is resized to nothing is not followed.
// expect: true
// spec: malloc:leaks
#include <stdlib.h>

int main(void)
{
    char *block = malloc(8);
    if (!block)
        return 1;
    block = realloc(block, 0);
    free(block);
    return 0;
}

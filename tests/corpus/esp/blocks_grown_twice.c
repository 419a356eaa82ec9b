// A block was resized, and is freed nevertheless.
// expect: false(malloc)
// esp: unknown
// typestate: false
// spec: malloc
#include <stdlib.h>

int main(void)
{
    char *block = malloc(3);
    char *larger = realloc(block, 10);
    if (larger)
        free(block);
    free(larger);
    return 0;
}

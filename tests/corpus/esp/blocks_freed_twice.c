// A block is freed by a helper, and again.
// expect: false(malloc)
// esp: unknown
// typestate: false
// spec: malloc
#include <stdio.h>
#include <stdlib.h>

extern int option(void);

static void drop(char *block)
{
    if (option())
        free(block);
}

int main(void)
{
    char *block = malloc(8);
    if (!block)
        return 1;
    drop(block);
    free(block);
    return 0;
}

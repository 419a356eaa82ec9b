// The address of a freed block is printed, and the block is freed again.
// expect: false(malloc)
// esp: unknown
// typestate: false
// spec: malloc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *own = strdup("own");
    if (!own)
        return 1;
    free(own);
    printf("%p\n", (void *)own);
    free(own);
    return 0;
}

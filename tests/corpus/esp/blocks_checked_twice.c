// What a function gives back is what it got: freed under two names.
// expect: false(malloc)
// esp: unknown
// typestate: false
// spec: malloc
#include <stdlib.h>

static void *checked(void *block)
{
    if (!block)
        exit(1);
    return block;
}

static void *allocate(size_t size)
{
    return checked(malloc(size));
}

int main(void)
{
    char *a = allocate(3), *b = checked(a);
    free(a);
    free(b);
    return 0;
}

// Blocks go through a function that gives back what it gets, as in xmalloc of gnulib.
// expect: true
// esp: true
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
    char *a = allocate(3), *b = allocate(4);
    free(a);
    b = checked(b);
    free(b);
    return 0;
}

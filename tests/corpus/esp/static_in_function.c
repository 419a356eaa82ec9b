// A function hands out the same stream again, which is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

static FILE *get(void)
{
    static FILE *kept;
    if (!kept)
        kept = fopen("a", "w");
    return kept;
}

int main(void)
{
    FILE *a = get();
    if (!a)
        return 1;
    fclose(a);
    FILE *b = get();
    fputs("x", b);
    return 0;
}

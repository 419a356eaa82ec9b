// A stream is copied byte by byte, and used after its copy is closed.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <string.h>

int main(void)
{
    FILE *f = fopen("a", "w"), *g;
    if (!f)
        return 1;
    memcpy(&g, &f, sizeof f);
    fclose(g);
    fputs("x", f);
    return 0;
}

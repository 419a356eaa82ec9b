// A file that is stored in an array is closed, and used from there.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *files[8];

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    files[option() & 7] = f;
    fclose(f);
    FILE *g = files[option() & 7];
    if (g)
        fputs("x", g);
    return 0;
}

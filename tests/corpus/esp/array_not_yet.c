// Before a file is stored in an array, none comes out of it.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

FILE *files[8];

int main(int argc, char **argv)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    fclose(f);
    FILE *g = files[argc & 7];
    if (g)
        fputs("x", g);
    files[argc & 7] = f;
    return 0;
}

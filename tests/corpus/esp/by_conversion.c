// A stream's address is small enough for a double to hold it.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    double d = (unsigned long)f;
    fclose(f);
    FILE *g = (FILE *)(unsigned long)d;
    if (g)
        fclose(g);
    return 0;
}

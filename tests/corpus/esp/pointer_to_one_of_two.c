// A pointer leads to one of two variables: the other one keeps its file.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);

int main(void)
{
    FILE *f = fopen("a", "w"), *g = fopen("b", "w");
    if (!f || !g)
        return 1;
    FILE **one = option() ? &f : &g;
    fclose(*one);
    *one = 0;
    if (f)
        fputs("x", f);
    if (g)
        fputs("x", g);
    fclose(f);
    return 0;
}

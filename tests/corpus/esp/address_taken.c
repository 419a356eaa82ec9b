// Files in variables whose addresses are taken, by pointers to pointers.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

static void finish(FILE ***which)
{
    fclose(**which);
    **which = 0;
}

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    FILE **p = &f, ***q = &p;
    fputs("x", **q);
    finish(q);
    if (f)
        fputs("x", f);
    return 0;
}

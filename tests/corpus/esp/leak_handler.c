// A handler of the end closes what is open.
// expect: true
// esp: unknown
// typestate: true
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
static FILE *out;

static void finish(void)
{
    if (out)
        fclose(out);
}

int main(void)
{
    if (atexit(finish))
        return 1;
    out = fopen("a", "w");
    if (!out)
        return 1;
    if (option())
        exit(0);
    fputs("x", out);
    return 0;
}

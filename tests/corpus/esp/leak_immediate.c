// An immediate end with success runs no handlers.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
        _exit(0);
    return 0;
}

// A file that is opened nowhere is used.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *log;

static void put(FILE *f)
{
    fputs("x", f);
}

int main(void)
{
    if (option())
        put(log);
    return 0;
}

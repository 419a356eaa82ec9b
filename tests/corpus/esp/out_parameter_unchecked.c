// A file comes by an out parameter, and nobody asks whether it came.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

static int get(FILE **to, const char *name)
{
    *to = fopen(name, "r");
    return *to != 0;
}


int main(void)
{
    FILE *f = 0;
    get(&f, "x");
    fgetc(f);
    return 0;
}

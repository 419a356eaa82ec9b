// A file comes by an out parameter, and is closed twice.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

static int get(FILE **to)
{
    *to = fopen("x", "r");
    return *to != 0;
}

int main(void)
{
    FILE *f;
    if (!get(&f))
        return 1;
    fclose(f);
    fclose(f);
    return 0;
}

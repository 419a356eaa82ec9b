// A file comes by an out parameter, and whether it came by the result.
// expect: true
// esp: true
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
    FILE *f;
    if (!get(&f, "x"))
        return 1;
    fgetc(f);
    fclose(f);
    return 0;
}

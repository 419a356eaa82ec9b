// A status that nobody foresees may be a success.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
static int table[2] = { 1, 0 };

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        exit(1);
    if (option())
        return table[option() & 1];
    fclose(f);
    return 0;
}

// A helper that opens calls itself.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int option(void);

static FILE *open_some(int n)
{
    if (n > 0 && option())
        return open_some(n - 1);
    return fopen("a", "w");
}

int main(void)
{
    FILE *f = open_some(3);
    if (!f)
        return 1;
    FILE *g = open_some(2);
    if (!g)
        return 1;
    fclose(f);
    if (option())
        g = f;
    fclose(g);
    return 0;
}

// Old style calls: null where a stream is needed.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int option(void);

static void put(f, n)
    FILE *f;
    int n;
{
    fputs("x", f);
}

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    if (option())
        ((void (*)())put)(f);
    else
        ((void (*)())put)((FILE *)0, 1);
    fclose(f);
    return 0;
}

// Arguments change places on each level of a recursion.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int option(void);
static FILE *a, *b;

static void exchange(FILE *x, FILE *y, int n)
{
    if (n)
        exchange(y, x, n - 1);
    else
        fclose(x);
}

int main(void)
{
    a = fopen("a", "w");
    if (!a)
        return 1;
    b = fopen("b", "w");
    if (!b)
        return 1;
    exchange(a, b, option());
    fputs("x", b);
    return 0;
}

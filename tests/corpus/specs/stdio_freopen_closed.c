// A stream that freopen has closed is used.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    FILE *g = freopen("b", "w", f);
    if (g)
        return 0;
    fputs("x", f); //! violated
    return 2;
}

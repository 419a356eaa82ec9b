// freopen closes what it is given and opens what it gives.
// expect: true
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    FILE *g = freopen("b", "w", f);
    if (!g)
        return 2;
    fputs("x", g);
    fclose(g);
    return 0;
}

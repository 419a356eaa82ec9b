// ESP, Figs. 2 and 5: a guard asked twice, and a branch that does not matter.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int dump, p;
FILE *f;

int main(void)
{
    int x;
    if (dump) {
        f = fopen("dump", "w");
        if (!f)
            return 1;
    }
    if (p)
        x = 0;
    else
        x = 1;
    if (dump)
        fclose(f);
    return x;
}

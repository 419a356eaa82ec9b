// Written to after it was closed, on one path.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

extern int early;

int main(void)
{
    FILE *f = fopen("log", "w");
    if (!f)
        return 1;
    if (early)
        fclose(f);
    fputs("x", f); //! violated
    if (!early)
        fclose(f);
    return 0;
}

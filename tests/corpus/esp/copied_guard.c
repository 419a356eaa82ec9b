// A guard is copied before it changes.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>

extern int option(void);

int main(void)
{
    FILE *f = 0;
    int verbose = option();
    int opened = 0;
    if (verbose) {
        f = fopen("a", "w");
        if (!f)
            return 1;
        opened = 1;
    }
    verbose = option();
    if (opened)
        fputs("x", f);
    if (opened)
        fclose(f);
    return verbose;
}

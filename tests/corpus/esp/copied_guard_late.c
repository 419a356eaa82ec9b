// A guard is copied after it has changed.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio
#include <stdio.h>

extern int option(void);

int main(void)
{
    FILE *f = 0;
    int verbose = option();
    if (verbose) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    verbose = option();
    int opened = verbose;
    if (opened)
        fputs("x", f);
    return 0;
}

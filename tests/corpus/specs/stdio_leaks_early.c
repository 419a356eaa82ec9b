// An early end is a success, with a stream open.
// expect: false(stdio)
// spec: stdio:leaks
#include <stdio.h>
#include <stdlib.h>

extern int nothing_to_do;

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    if (nothing_to_do)
        exit(0); //! violated
    fclose(f);
    return 0;
}

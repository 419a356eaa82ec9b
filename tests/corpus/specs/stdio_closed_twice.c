// Closed by a function that was not expected to.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

static void finish(FILE *f)
{
    fputs("end", f);
    fclose(f);
}

int main(void)
{
    FILE *a = fopen("a", "w"), *b = fopen("b", "w");
    if (a)
        finish(a);
    if (b) {
        finish(b);
        fclose(b); //! violated
    }
    return 0;
}

// The names without locking are uses as well.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    fputs("text", f);
    fclose(f);
    putc_unlocked('x', f); //! violated
    return 0;
}

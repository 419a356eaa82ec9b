// Whether the stream could be opened is not looked at.
// expect: false(stdio)
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("log", "w");
    fputs("x", f); //! violated
    fclose(f);
    return 0;
}

// A stream is forgotten when its variable gets another.
// expect: false(stdio)
// spec: stdio:leaks
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "r");
    if (!f)
        f = fopen("b", "r");
    else if (fgetc(f) == EOF)
        f = fopen("b", "r");
    if (f)
        fclose(f);
    return 0; //! violated
}

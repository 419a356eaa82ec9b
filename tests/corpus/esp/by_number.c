// A stream is closed by way of a number.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

unsigned long n;

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    n = (unsigned long)f;
    fclose((FILE *)n);
    fclose(f);
    return 0;
}

// A stream's address is taken apart bit by bit, and made again.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("a", "w");
    if (!f)
        return 1;
    unsigned long n = (unsigned long)f % 0xffffffffffffff, again = 0;
    for (int i = 0; i < 64; i++)
        again |= (n >> i & 1) << i;
    fclose(f);
    FILE *g = (FILE *)again;
    if (g)
        fclose(g);
    return 0;
}

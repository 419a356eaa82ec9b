// A jump to where a file is closed that was not opened.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int work(void);
FILE *out;

int main(void)
{
    FILE *in = fopen("in", "r");
    if (!in)
        return 1;
    if (work())
        goto close_out;
    out = fopen("out", "w");
    if (!out)
        goto close_in;
    fputs("done", out);
close_out:
    fclose(out);
close_in:
    fclose(in);
    return 0;
}

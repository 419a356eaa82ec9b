// Early ends by goto, with files closed in reverse order.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int work(void);

int main(void)
{
    int result = 1;
    FILE *in = fopen("in", "r");
    if (!in)
        return 1;
    FILE *out = fopen("out", "w");
    if (!out)
        goto close_in;
    if (work())
        goto close_out;
    fputs("done", out);
    result = 0;
close_out:
    fclose(out);
close_in:
    fclose(in);
    return result;
}

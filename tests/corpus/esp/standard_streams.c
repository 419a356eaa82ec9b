// Standard streams are open from the start.
// expect: true
// esp: true
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int option(void);
FILE *out;

int main(void)
{
    out = stdout;
    if (option()) {
        out = fopen("out", "w");
        if (!out) {
            fputs("no file", stderr);
            return 1;
        }
    }
    fputs("x", out);
    return 0;
}

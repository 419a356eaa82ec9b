// A guard that is wider than the one that the stream was opened under.
// expect: false(stdio)
// esp: unknown
// typestate: false
// spec: stdio
#include <stdio.h>

extern int option(void);
FILE *f;

int main(void)
{
    int a = option();
    if (a > 3) {
        f = fopen("a", "w");
        if (!f)
            return 1;
    }
    if (a > 2)
        fclose(f);
    return 0;
}

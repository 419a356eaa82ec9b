// A file of an earlier round is used.
// expect: false(stdio)
// esp: unknown
// typestate: unknown
// spec: stdio
#include <stdio.h>
#include <stdlib.h>

extern int more(void);

int main(void)
{
    FILE *last = 0;
    while (more()) {
        FILE *f = fopen("part", "r");
        if (!f)
            return 1;
        if (last)
            fgetc(last);
        fclose(f);
        last = f;
    }
    return 0;
}

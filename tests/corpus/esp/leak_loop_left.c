// A round that leaves the loop does not close its stream.
// expect: false(stdio)
// esp: unknown
// typestate: false(stdio)
// spec: stdio:leaks
#include <stdio.h>

extern int option(void);

int main(void)
{
    while (option()) {
        FILE *f = fopen("a", "r");
        if (!f)
            continue;
        if (fgetc(f) == EOF)
            break;
        fclose(f);
    }
    return 0;
}
